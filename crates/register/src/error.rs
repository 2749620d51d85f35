//! Why clips cannot be registered.

use crate::dtw::Unreachable;
use crate::fit::Infeasible;
use crate::{JointWeightError, TooShort};

/// Why clips cannot be registered.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum RegisterError {
    /// Another number of clips than two.
    #[error("a transition is between two clips, there are {found}")]
    NotTwo {
        /// How many there were.
        found: usize,
    },
    /// Fewer than two clips.
    #[error("registration needs at least two clips, there is {found}")]
    TooFew {
        /// How many there were.
        found: usize,
    },
    /// A clip of a single frame.
    #[error(transparent)]
    TooShort(#[from] TooShort),
    /// A number that makes no sense.
    #[error("the setting `{name}` is {found}; it must be {allowed}")]
    Setting {
        /// Which one.
        name: &'static str,
        /// What it was.
        found: String,
        /// What it may be.
        allowed: String,
    },
    /// Weights of joints or window positions.
    #[error(transparent)]
    Weights(#[from] JointWeightError),
    /// A reference or seed that is not there.
    #[error("{what} {found} was asked for, but there are only {limit}")]
    NotThere {
        /// Clip or frame.
        what: &'static str,
        /// Which one.
        found: usize,
        /// How many there are.
        limit: usize,
    },
    /// A pin that cannot be met.
    #[error(
        "the pin of `{second}` at {:.2} s on `{first}` at {:.2} s cannot be met together with the others: one clip would \
         have to stand still; move or remove a pin",
        secs[1],
        secs[0]
    )]
    Pinned {
        /// The reference.
        first: String,
        /// The other clip.
        second: String,
        /// The moments of both.
        secs: [f64; 2],
    },
    /// A pin beyond the end of a clip.
    #[error("a pin of `{clip}` is at {secs:.2} s, but the clip lasts {duration_secs:.2} s")]
    PinOutside {
        /// The clip.
        clip: String,
        /// Where the pin is.
        secs: f64,
        /// How long the clip lasts.
        duration_secs: f64,
    },
    /// Lengths that differ too much.
    #[error("clips `{first}` and `{second}` differ too much in length: {source}")]
    Lengths {
        /// The reference.
        first: String,
        /// The other clip.
        second: String,
        /// By how much.
        source: Unreachable,
    },
    /// It would take more memory than may be used.
    #[error(transparent)]
    OverBudget(#[from] segue_store::OverBudget),
    /// A grid that would not fit in memory.
    #[error(
        "clips `{first}` and `{second}` have {rows} × {columns} pairs of frames at {rate} Hz, more than {limit}; \
         cut them or lower the rate"
    )]
    TooLarge {
        /// The reference.
        first: String,
        /// The other clip.
        second: String,
        /// Frames of the first.
        rows: usize,
        /// Frames of the second.
        columns: usize,
        /// The registration rate.
        rate: f64,
        /// The most pairs allowed.
        limit: usize,
    },
    /// Clips of which no part is alike.
    #[error(
        "clips `{first}` and `{second}` have nothing in common that could be blended; cut them to the same action, or make a \
         transition between them"
    )]
    NothingAlike {
        /// The reference.
        first: String,
        /// The other clip.
        second: String,
    },
    /// Clips that do not belong together.
    #[error(
        "clips `{first}` and `{second}` do not seem to be the same kind of motion: corresponding frames are \
         {mean_cm:.0} cm apart on average, {contrast:.2} of what frames paired at random are (0.87 is much); a transition may suit them better"
    )]
    Unlike {
        /// The reference.
        first: String,
        /// The other clip.
        second: String,
        /// Mean √D along the path, in cm.
        mean_cm: f64,
        /// Mean √D along the path ÷ median √D of the grid.
        contrast: f64,
    },
    /// Ends that no curve within the slope limit joins.
    #[error("the clips cannot be joined by a smooth curve: {0}")]
    Slopes(#[from] Infeasible),
    /// Open ends that leave nothing between them.
    #[error(
        "clips `{first}` and `{second}` have less than {frames} frames in common; pin their ends instead"
    )]
    NoOverlap {
        /// The reference.
        first: String,
        /// The other clip.
        second: String,
        /// The least that is needed.
        frames: usize,
    },
}
