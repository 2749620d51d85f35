//! Why poses do not make a clip.

use crate::{ConstraintKind, FrameRange};

/// Why poses do not make a clip.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum ClipError {
    /// A clip without a frame.
    #[error("clip `{clip}` has no frame")]
    Empty {
        /// The clip.
        clip: String,
    },
    /// A rate that is not a positive number.
    #[error("clip `{clip}` has a rate of {rate} frames per second; it must be positive and finite")]
    BadRate {
        /// The clip.
        clip: String,
        /// The rate.
        rate: f64,
    },
    /// A pose with the wrong number of rotations or translations.
    #[error("frame {frame} of clip `{clip}` has {found} {what}, the skeleton asks for {expected}")]
    WrongLength {
        /// The clip.
        clip: String,
        /// The frame.
        frame: usize,
        /// Rotations or translations.
        what: &'static str,
        /// How many there were.
        found: usize,
        /// How many there should be.
        expected: usize,
    },
    /// A number that is not finite, or a rotation of length zero.
    #[error("frame {frame} of clip `{clip}` has an unusable {what} at joint `{joint}`")]
    BadNumber {
        /// The clip.
        clip: String,
        /// The frame.
        frame: usize,
        /// The joint.
        joint: String,
        /// Position, rotation or translation.
        what: &'static str,
    },
    /// An annotation that reaches beyond the last frame.
    #[error("{kind} is annotated for frames {range}, but clip `{clip}` ends at frame {last}")]
    ConstraintOutside {
        /// The clip.
        clip: String,
        /// The kind of constraint.
        kind: ConstraintKind,
        /// The interval.
        range: FrameRange,
        /// The last frame of the clip.
        last: usize,
    },
}
