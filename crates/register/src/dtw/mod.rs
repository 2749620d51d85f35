//! Which frame goes with which: slope-limited dynamic timewarping.
//!
//! A path over the grid of two clips is continuous, never goes back, and maps at most W frames of one clip to one
//! frame of the other. Of all such paths these functions find the one with the smallest sum of D (\[KG03\] §4.2,
//! \[K04\] §5.2.1). Between equally good paths the one with more diagonal steps is taken.

mod free;
mod lee;
mod path;
mod table;
mod ways;

pub(crate) use free::{Costs, free};
pub use path::Path;
pub use ways::{LookAhead, from_seed, incremental, open_ended, whole};

use std::fmt;

/// How many frames of one clip may stand still against the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SlopeLimit {
    /// At most this many frames of one clip to one frame of the other, at least 1.
    AtMost(u8),
    /// No limit: the ordinary recursion of \[Lee\].
    None,
}

impl SlopeLimit {
    /// The largest limit: the memory for back-pointers grows with it, and here is as much as that for the grid.
    pub const LARGEST: u8 = 20;

    /// Whether a path may lead `rows` down and `columns` to the right and still be smoothed within the limit.
    pub fn reaches(self, rows: usize, columns: usize) -> bool {
        match self {
            Self::AtMost(limit) => rows.max(columns) <= usize::from(limit) * rows.min(columns),
            Self::None => true,
        }
    }
}

/// 3: beyond it a warp reads as slow motion.
impl Default for SlopeLimit {
    fn default() -> Self {
        Self::AtMost(3)
    }
}

impl fmt::Display for SlopeLimit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::AtMost(limit) => write!(f, "{limit}"),
            Self::None => f.write_str("none"),
        }
    }
}

/// Two clips of such different lengths that no path within the slope limit joins their ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "{rows} frames cannot be matched with {columns} frames when at most {limit} of one go with one of the other; \
     a slope limit of {needed} would do, or an open-ended registration"
)]
pub struct Unreachable {
    /// Frames of the first clip.
    pub rows: usize,
    /// Frames of the second clip.
    pub columns: usize,
    /// The slope limit.
    pub limit: SlopeLimit,
    /// The smallest slope limit that would do.
    pub needed: usize,
}
