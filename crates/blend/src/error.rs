//! Why a blend cannot be made.

use segue_motion::ClipError;
use segue_register::RegisterError;

use crate::{CycleError, EnsembleError, WeightError};

/// Why a blend cannot be made.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum BlendError {
    /// Weights that cannot be used.
    #[error(transparent)]
    Weights(#[from] WeightError),
    /// Clips and a registration that do not go together.
    #[error(transparent)]
    Ensemble(#[from] EnsembleError),
    /// Clips that cannot be registered.
    #[error(transparent)]
    Register(#[from] RegisterError),
    /// Clips that cannot loop.
    #[error(transparent)]
    Cycle(#[from] CycleError),
    /// Poses that do not make a clip.
    #[error(transparent)]
    Clip(#[from] ClipError),
    /// Weights at a moment.
    #[error("at {secs:.3} s: {source}")]
    At {
        /// The moment.
        secs: f64,
        /// What is wrong there.
        source: WeightError,
    },
    /// A table of weights that makes no sense.
    #[error("row {row} of the weights: {reason}")]
    Table {
        /// The row, from 1.
        row: usize,
        /// What is wrong.
        reason: String,
    },
    /// Too little motion around a transition.
    #[error(
        "clips `{first}` and `{second}` do not leave room for a transition of {wanted:.2} s to either side of \
         {first_at:.2} s and {second_at:.2} s; at most {largest:.2} s fit: ask for a shorter one, or for other moments"
    )]
    Room {
        /// The clip that is left.
        first: String,
        /// The clip that is entered.
        second: String,
        /// Half-width that was asked for, in seconds.
        wanted: f64,
        /// Centre in the first clip, in seconds.
        first_at: f64,
        /// Centre in the second clip, in seconds.
        second_at: f64,
        /// Largest half-width that fits, in seconds.
        largest: f64,
    },
    /// A number that makes no sense.
    #[error("{name} is {found}; it must be {allowed}")]
    Setting {
        /// Which one.
        name: &'static str,
        /// What it was.
        found: f64,
        /// What it may be.
        allowed: &'static str,
    },
    /// Motion without an end.
    #[error("a blend of {secs} s at {rate} frames per second has more than {limit} frames; make it shorter")]
    TooLong {
        /// How long it would last.
        secs: f64,
        /// Frames per second.
        rate: f64,
        /// The most frames a blend may have.
        limit: usize,
    },
}

/// The most frames a blend may have: over two hours at 120 frames per second.
pub(crate) const MOST_FRAMES: usize = 1 << 20;

/// How many whole steps `secs` has, refusing what would not fit in memory.
pub(crate) fn steps(secs: f64, rate: f64) -> Result<usize, BlendError> {
    if !(rate.is_finite() && rate > 0.0) {
        return Err(BlendError::Setting { name: "frames per second", found: rate, allowed: "positive" });
    }
    let steps = (secs * rate).round();
    if steps < MOST_FRAMES as f64 {
        Ok(steps.max(0.0) as usize)
    } else {
        Err(BlendError::TooLong { secs, rate, limit: MOST_FRAMES })
    }
}
