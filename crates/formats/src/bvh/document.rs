//! A BVH file as written.

use segue_motion::euler::{Axis, EulerOrder};

use crate::number::NumberStyle;
use crate::table::Table;

/// A BVH file as written: degrees, file units, channels in file order.
///
/// Joints are in file order, parents before children, with the root first; every frame has one finite value per
/// channel; there is at least one joint and one channel. A file without a frame holds a figure only.
///
/// ```
/// use segue_formats::bvh;
///
/// let text = "HIERARCHY\nROOT Hips\n{\nOFFSET 0 0 0\nCHANNELS 2 Yposition Zrotation\n}\n\
///     MOTION\nFrames: 2\nFrame Time: .04\n17.5 0\n17.6 -90\n";
/// let document = bvh::Document::parse(text.as_bytes())?;
/// assert_eq!(document.joints()[0].name, "Hips");
/// assert_eq!(document.frame(1), [17.6, -90.0]);
/// # Ok::<(), segue_formats::Fault>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Document {
    pub(super) joints: Vec<Joint>,
    pub(super) frame_time: f64,
    pub(super) frame_time_decimals: Option<u8>,
    pub(super) declared_frames: u64,
    /// One row for each frame.
    pub(super) rows: Table,
    /// One row in which nothing is turned, for a file without frames; none otherwise.
    pub(super) rest: Table,
    pub(super) style: NumberStyle,
}

/// A joint of a BVH file.
#[derive(Clone, Debug, PartialEq)]
pub struct Joint {
    /// The name as written; may contain spaces, need not be unique.
    pub name: String,
    /// Index of the parent; `None` for the root only.
    pub parent: Option<usize>,
    /// Position on the parent, in file units.
    pub offset: [f64; 3],
    /// What the columns of the joint mean, in order.
    pub channels: Vec<Channel>,
    /// Tips of the bone, on this joint.
    pub end_sites: Vec<[f64; 3]>,
}

/// What a column of the motion means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Channel {
    /// Position along an axis, in file units.
    Position(Axis),
    /// Turn about an axis, in degrees.
    Rotation(Axis),
}

impl Channel {
    /// All channels with the names they have in files.
    pub(super) const NAMES: [(&'static str, Self); 6] = [
        ("Xposition", Self::Position(Axis::X)),
        ("Yposition", Self::Position(Axis::Y)),
        ("Zposition", Self::Position(Axis::Z)),
        ("Xrotation", Self::Rotation(Axis::X)),
        ("Yrotation", Self::Rotation(Axis::Y)),
        ("Zrotation", Self::Rotation(Axis::Z)),
    ];

    /// The name it has in files.
    pub fn name(self) -> &'static str {
        match self {
            Self::Position(axis) => Self::NAMES[axis as usize].0,
            Self::Rotation(axis) => Self::NAMES[3 + axis as usize].0,
        }
    }
}

impl Joint {
    /// What the columns of the joint say when nothing is turned.
    pub(super) fn rest_values(&self) -> impl Iterator<Item = f64> + '_ {
        self.channels.iter().map(|channel| match *channel {
            Channel::Position(axis) => self.offset[axis as usize],
            Channel::Rotation(_) => 0.0,
        })
    }

    /// The axes about which the joint turns, in file order.
    pub(super) fn rotation_axes(&self) -> Vec<Axis> {
        let axis = |channel: &Channel| match *channel {
            Channel::Rotation(axis) => Some(axis),
            Channel::Position(_) => None,
        };
        self.channels.iter().filter_map(axis).collect()
    }

    /// The order of its rotations; `None` when the channels cannot be read as Euler angles.
    pub(super) fn order(&self) -> Option<EulerOrder> {
        EulerOrder::new(&self.rotation_axes())
    }
}

impl Document {
    /// The joints, in file order.
    pub fn joints(&self) -> &[Joint] {
        &self.joints
    }

    /// Seconds per frame, as written.
    pub fn frame_time(&self) -> f64 {
        self.frame_time
    }

    /// The number after `Frames:`, which need not be the number of frames.
    pub fn declared_frames(&self) -> u64 {
        self.declared_frames
    }

    /// Number of channels of all joints together.
    pub fn channels(&self) -> usize {
        self.rows.columns()
    }

    /// Number of frames; 0 where the file holds a figure only.
    pub fn frames(&self) -> usize {
        self.rows.rows()
    }

    /// The values of one frame, one per channel.
    pub fn frame(&self, frame: usize) -> Vec<f64> {
        self.rows.row(frame)
    }

    /// How its numbers are written.
    pub fn style(&self) -> NumberStyle {
        self.style
    }
}
