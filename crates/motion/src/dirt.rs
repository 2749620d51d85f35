//! Dirt, what in a clip cannot be motion: pops of single frames, foreign ends, frozen and shifted stretches.
//!
//! Everything is measured relative to the size of the body (the longest path along its bones, from tip to tip), to how fast a
//! body can reverse, and to what the same joint does just before and after. So neither the size of a figure nor a fast action
//! matters: a kick moves a foot farther in a frame than a pop does, but the neighbouring frames move as far.

mod edges;
mod find;
mod frozen;
mod pops;
mod repair;
mod tracks;

use std::fmt;

use crate::{FrameRange, JointId};

pub use find::find_dirt;
pub use repair::{Repaired, repaired};

/// A stretch of a clip that no body can have moved through.
///
/// ```
/// use segue_actors::Sample;
/// use segue_motion::{DirtKind, FrameRange, find_dirt, repaired};
///
/// let walk = Sample::find("walk").unwrap().clip();
/// assert!(find_dirt(&walk).is_empty());
///
/// // Two markers of the left knee are swapped for a frame.
/// let knee = walk.skeleton().find("LeftLeg").unwrap();
/// let bad = walk.map_poses(|frame, pose| {
///     if frame == 40 {
///         pose.rotations[knee.index()] *= glam::Quat::from_rotation_z(1.2);
///     }
/// })?;
/// let found = find_dirt(&bad);
/// assert_eq!((found[0].kind, found[0].frames), (DirtKind::Pop, FrameRange { first: 40, last: 40 }));
/// assert_eq!(found[0].joints, [knee]);
/// assert!(find_dirt(&repaired(bad, &found).clip).is_empty());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Dirt {
    /// What is wrong.
    pub kind: DirtKind,
    /// The frames that are wrong; for a [`DirtKind::Jump`] the frame before it and the frame after it.
    pub frames: FrameRange,
    /// The joints that are wrong in them, in order of number.
    pub joints: Vec<JointId>,
    /// How sure this is.
    pub certainty: Certainty,
    /// How far the worst joint is turned or moved; in a frozen stretch, how far the fastest tip lags behind.
    pub amount: Amount,
    /// The names of the joints, for people.
    named: String,
}

/// What is wrong with some frames.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum DirtKind {
    /// Joints leave and return within a few frames, as no body can: swapped or lost markers.
    Pop,
    /// The first frames do not belong to the motion that follows.
    BadStart,
    /// The last frames do not belong to the motion before them.
    BadEnd,
    /// A rest pose was left in at an end of the motion.
    RestPose,
    /// The whole body repeats a frame in the middle of a movement.
    Frozen,
    /// The root is somewhere else for a while, by a constant offset.
    Shifted,
    /// Joints are somewhere else from one frame to the next, and stay: two takes put together, or a lost marker.
    Jump,
}

impl DirtKind {
    /// One word for tables and programs.
    pub fn name(self) -> &'static str {
        match self {
            Self::Pop => "pop",
            Self::BadStart => "bad-start",
            Self::BadEnd => "bad-end",
            Self::RestPose => "rest-pose",
            Self::Frozen => "frozen",
            Self::Shifted => "shifted",
            Self::Jump => "jump",
        }
    }
}

/// How far off a joint is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Amount {
    /// It is turned by this angle.
    Degrees(f64),
    /// It is moved by this distance.
    Metres(f64),
}

/// `35°`, `12 cm` or `1.3 m`.
impl fmt::Display for Amount {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Degrees(angle) => write!(f, "{angle:.0}°"),
            Self::Metres(way) if way < 1.0 => write!(f, "{:.0} cm", 100.0 * way),
            Self::Metres(way) => write!(f, "{way:.1} m"),
        }
    }
}

/// How sure a finding is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Certainty {
    /// It may be motion: it is listed and left alone.
    Doubtful,
    /// No body moves like this.
    Certain,
}

/// One line for a person.
impl fmt::Display for Dirt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { frames, named, amount: size, .. } = self;
        let frames = Frames(*frames);
        match self.kind {
            DirtKind::Pop => write!(f, "{named} pops away by {size} and back in {frames}"),
            DirtKind::BadStart => write!(f, "{named} jumps by {size} after {frames}, which is no motion"),
            DirtKind::BadEnd => write!(f, "{named} jumps by {size} to {frames}, which is no motion"),
            DirtKind::RestPose => write!(f, "{frames} is a rest pose, not motion"),
            DirtKind::Frozen => write!(f, "{named} is frozen in {frames}"),
            DirtKind::Shifted => write!(f, "{named} is shifted by {size} in {frames}"),
            DirtKind::Jump => {
                let FrameRange { first, last } = self.frames;
                write!(f, "{named} jumps by {size} between frames {first} and {last}")
            }
        }?;
        match self.certainty {
            Certainty::Certain => Ok(()),
            Certainty::Doubtful => f.write_str(" (doubtful)"),
        }
    }
}

/// `frame 3` or `frames 3-5`.
struct Frames(FrameRange);

impl fmt::Display for Frames {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            FrameRange { first, last } if first == last => write!(f, "frame {first}"),
            range => write!(f, "frames {range}"),
        }
    }
}
