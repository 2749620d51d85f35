//! An ASF file and an AMC file as written.

use segue_motion::euler::Axis;

use crate::number::NumberStyle;
use crate::table::Table;

/// A skeleton (ASF) and a motion on it (AMC) as written: file units, degrees or radians.
///
/// Every bone has its place in the tree under the root; every frame has a finite value for every degree of freedom.
#[derive(Clone, Debug, PartialEq)]
pub struct Document {
    /// The ASF file.
    pub skeleton: Skeleton,
    /// The AMC file.
    pub motion: Motion,
}

/// An ASF file as written.
#[derive(Clone, Debug, PartialEq)]
pub struct Skeleton {
    pub(super) version: String,
    pub(super) name: String,
    /// Lines of the section `:units`, among them those that `length` and `angle` come from.
    pub(super) units: Vec<String>,
    pub(super) length: f64,
    pub(super) angle: Angle,
    pub(super) documentation: Vec<String>,
    pub(super) root: Root,
    pub(super) bones: Vec<Bone>,
    /// Sections that say nothing about motion, such as `:skin`, line by line.
    pub(super) rest: Vec<String>,
}

/// What angles are measured in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Angle {
    /// 360 make a turn.
    Degrees,
    /// 2π make a turn.
    Radians,
}

impl Angle {
    pub(super) fn radians_per_unit(self) -> f64 {
        match self {
            Self::Degrees => std::f64::consts::PI / 180.0,
            Self::Radians => 1.0,
        }
    }
}

/// The root of an ASF skeleton: what its channels are and where it is before they move it.
#[derive(Clone, Debug, PartialEq)]
pub struct Root {
    /// The channels, in the order of the AMC file and in which they are applied about fixed axes.
    pub order: Vec<Dof>,
    /// Order of the angles in `orientation`.
    pub axis: [Axis; 3],
    /// Added to the motion, in file units.
    pub position: [f64; 3],
    /// Rotation before the motion, in the skeleton's angles.
    pub orientation: [f64; 3],
}

/// A bone of an ASF skeleton. It starts where its parent ends.
#[derive(Clone, Debug, PartialEq)]
pub struct Bone {
    /// The name, unique whatever the case of its letters.
    pub name: String,
    /// Index of the bone it hangs on; `None` for the root.
    pub parent: Option<usize>,
    /// Where the bone points, in world axes before any motion.
    pub direction: [f64; 3],
    /// How long it is, in file units.
    pub length: f64,
    /// Turn of the axes it moves about, in the skeleton's angles.
    pub axis: [f64; 3],
    /// Order of the angles in `axis`.
    pub axis_order: [Axis; 3],
    /// The channels, in the order of the AMC file and in which they are applied about fixed axes.
    pub dof: Vec<Dof>,
    /// Lower and upper limit of each channel, as far as given; may be infinite.
    pub limits: Vec<[f64; 2]>,
    /// Other lines of its block, such as `id` and `bodymass`.
    pub rest: Vec<String>,
}

/// A degree of freedom.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dof {
    /// Turn about an axis.
    Rotation(Axis),
    /// Position along an axis.
    Translation(Axis),
    /// Stretch along the bone; kept, but not part of the motion.
    Length,
}

impl Dof {
    const NAMES: [(&'static str, Self); 7] = [
        ("rx", Self::Rotation(Axis::X)),
        ("ry", Self::Rotation(Axis::Y)),
        ("rz", Self::Rotation(Axis::Z)),
        ("tx", Self::Translation(Axis::X)),
        ("ty", Self::Translation(Axis::Y)),
        ("tz", Self::Translation(Axis::Z)),
        ("l", Self::Length),
    ];

    /// The degree of freedom of a name in any case.
    pub(super) fn named(name: &str) -> Option<Self> {
        Self::NAMES.iter().find(|(known, _)| known.eq_ignore_ascii_case(name)).map(|&(_, dof)| dof)
    }

    /// The name it has in files.
    pub fn name(self) -> &'static str {
        match self {
            Self::Rotation(axis) => Self::NAMES[axis as usize].0,
            Self::Translation(axis) => Self::NAMES[3 + axis as usize].0,
            Self::Length => "l",
        }
    }
}

/// An AMC file as written.
#[derive(Clone, Debug, PartialEq)]
pub struct Motion {
    /// The lines before the first frame.
    pub(super) header: Vec<String>,
    pub(super) angle: Angle,
    /// Frames per second where the header tells.
    pub(super) rate: Option<f64>,
    /// Number of the first frame.
    pub(super) first: u64,
    /// Order of the lines in a frame: 0 for the root, 1 + index for a bone.
    pub(super) lines: Vec<usize>,
    /// One row per frame: the root's channels, then those of each bone in the order of the ASF file.
    pub(super) rows: Table,
    pub(super) style: NumberStyle,
}

impl Skeleton {
    /// The `length` of the units; one inch is this many file units in the files of the CMU database.
    pub fn length_unit(&self) -> f64 {
        self.length
    }

    /// What its angles are measured in.
    pub fn angle(&self) -> Angle {
        self.angle
    }

    /// The root.
    pub fn root(&self) -> &Root {
        &self.root
    }

    /// The bones, in file order.
    pub fn bones(&self) -> &[Bone] {
        &self.bones
    }

    /// The channels of line `part`: 0 for the root, 1 + index for a bone.
    pub(super) fn dof(&self, part: usize) -> &[Dof] {
        part.checked_sub(1).map_or(&self.root.order, |bone| &self.bones[bone].dof)
    }

    /// The name of line `part`: 0 for the root, 1 + index for a bone.
    pub(super) fn part_name(&self, part: usize) -> &str {
        part.checked_sub(1).map_or("root", |bone| &self.bones[bone].name)
    }

    /// Column at which each part begins, and the number of columns.
    pub(super) fn columns(&self) -> (Vec<usize>, usize) {
        let mut columns = 0;
        let starts = (0..=self.bones.len())
            .map(|part| {
                let start = columns;
                columns += self.dof(part).len();
                start
            })
            .collect();
        (starts, columns)
    }
}

impl Motion {
    /// One frame in which nothing is turned; `None` when the skeleton has no degree of freedom.
    pub(super) fn still(skeleton: &Skeleton) -> Option<Self> {
        /// A figure has no rate; this one is never asked for.
        const ANY_RATE: f64 = 120.0;
        let (_, columns) = skeleton.columns();
        if columns == 0 {
            return None;
        }
        let mut rows = Table::new(columns);
        rows.push(&vec![0.0; columns]);
        Some(Self {
            header: vec![":FULLY-SPECIFIED".to_owned(), ":DEGREES".to_owned()],
            angle: Angle::Degrees,
            rate: Some(ANY_RATE),
            first: 1,
            lines: (0..=skeleton.bones.len()).collect(),
            rows,
            style: NumberStyle::FRESH,
        })
    }

    /// What its angles are measured in.
    pub fn angle(&self) -> Angle {
        self.angle
    }

    /// Number of frames, at least 1.
    pub fn frames(&self) -> usize {
        self.rows.rows()
    }

    /// The values of one frame: the root's channels, then those of each bone in the order of the ASF file.
    pub fn frame(&self, frame: usize) -> Vec<f64> {
        self.rows.row(frame)
    }
}
