//! What can be wrong.

use segue_motion::{BodyError, ClipError, FrameRange};

/// Why a stance cannot be made or changed.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum StanceError {
    /// A wanted parameter that no body can have.
    #[error("{name} is {value}; {why}")]
    BadParameter {
        /// Which of the six, or another number.
        name: &'static str,
        /// Its value.
        value: f64,
        /// What it should be.
        why: &'static str,
    },
    /// The equations of the warp have no solution in positive time.
    #[error("`{stance}` cannot be warped to {wanted}: no time of flight takes it there; {hint}")]
    NoSuchStance {
        /// The stance.
        stance: String,
        /// The six parameters.
        wanted: String,
        /// What to change.
        hint: &'static str,
    },
    /// The figure has no centre of mass.
    #[error(transparent)]
    Body(#[from] BodyError),
    /// A clip in which nothing can be found.
    #[error("no stance in clip `{clip}`: {reason}")]
    NoFlight {
        /// The clip.
        clip: String,
        /// Why.
        reason: String,
    },
    /// Two stances that cannot be blended.
    #[error("`{a}` and `{b}` cannot be blended: {why}")]
    NotAlike {
        /// The first.
        a: String,
        /// The second.
        b: String,
        /// Why.
        why: &'static str,
    },
    /// A request of a chain to which nothing comes near.
    #[error("stance {number} of the path, {wanted}: nothing in the library comes near it")]
    NoAnswer {
        /// Its number, from 1.
        number: usize,
        /// The six parameters.
        wanted: String,
    },
    /// A stance whose clip is not at hand.
    #[error("the clip `{clip}` that a stance comes from is not among the clips")]
    MissingClip {
        /// The clip.
        clip: String,
    },
    /// Clips of different figures.
    #[error("clip `{clip}` moves {} joints and the others {}; carry it over to one skeleton first", joints[0], joints[1])]
    Skeletons {
        /// The clip.
        clip: String,
        /// Its joints and theirs.
        joints: [usize; 2],
    },
    /// A sketch that cannot be read.
    #[error("{0}")]
    Sketch(String),
    /// Poses that make no clip.
    #[error(transparent)]
    Clip(#[from] ClipError),
}

/// A contact of a clip that makes no stance, and why.
#[derive(Clone, Debug, PartialEq)]
pub struct Refusal {
    /// Its frames.
    pub frames: FrameRange,
    /// Why, with the numbers at fault.
    pub reason: String,
}
