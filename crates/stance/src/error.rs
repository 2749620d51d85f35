//! What can be wrong.

use segue_motion::{BodyError, ClipError, ClipSetError, FrameRange};
use segue_register::RegisterError;

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
    /// A stance from or to standing in the middle of a path.
    #[error(
        "stance {number} of the path is {kind}; only the first can be from stand, and only the last to stand"
    )]
    NotAtAnEnd {
        /// Its number, from 1.
        number: usize,
        /// How it starts and ends.
        kind: &'static str,
    },
    /// A library without what a path is to begin or end with.
    #[error(
        "the path is to {what} standing, but none of the {stances} stances does; take stances from a clip with a jump off the stand"
    )]
    NoStand {
        /// Begin or end.
        what: &'static str,
        /// How many there are.
        stances: usize,
    },
    /// A chain of no stance.
    #[error("a path needs at least one stance")]
    EmptyPath,
    /// A stance whose clip is not at hand.
    #[error("the clip `{clip}` that a stance comes from is not among the clips")]
    MissingClip {
        /// The clip.
        clip: String,
    },
    /// Clips that cannot be brought to one skeleton.
    #[error(transparent)]
    Clips(#[from] ClipSetError),
    /// Clips of a blend that cannot be registered.
    #[error(transparent)]
    Register(#[from] Box<RegisterError>),
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
