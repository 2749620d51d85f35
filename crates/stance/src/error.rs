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
