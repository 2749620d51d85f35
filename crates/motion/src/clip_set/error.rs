//! Why clips do not make a set.

use std::fmt;

use crate::{ClipId, Mismatch, RetargetError};

/// Whose skeleton a set has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SkeletonOwner {
    /// That of the clip with this name.
    Clip(String),
    /// One that was given without a clip.
    Given,
}

impl fmt::Display for SkeletonOwner {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Clip(name) => write!(f, "the skeleton of `{name}`"),
            Self::Given => f.write_str("the given skeleton"),
        }
    }
}

/// Why clips do not make a [`ClipSet`](crate::ClipSet).
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum ClipSetError {
    /// There is no clip at all.
    #[error("a set needs at least one clip")]
    Empty,
    /// A clip was named that is not there.
    #[error("clip {found} was asked for, but there are only {clips}, counted from 0")]
    NotThere {
        /// Which one.
        found: ClipId,
        /// How many there are.
        clips: usize,
    },
    /// A clip moves other joints.
    #[error("{} have different skeletons: {reason}; retarget one of them first", both(owner, clip))]
    NeedsMap {
        /// The clip.
        clip: String,
        /// Whose skeleton the set has.
        owner: SkeletonOwner,
        /// Where the skeletons part.
        reason: Mismatch,
    },
    /// A clip moves the same joints but cannot be retargeted.
    #[error("clip `{clip}` cannot be retargeted to {owner}: {reason}")]
    Retarget {
        /// The clip.
        clip: String,
        /// Whose skeleton the set has.
        owner: SkeletonOwner,
        /// Why.
        reason: Box<RetargetError>,
    },
}

fn both(owner: &SkeletonOwner, clip: &str) -> String {
    match owner {
        SkeletonOwner::Clip(name) => format!("clips `{name}` and `{clip}`"),
        SkeletonOwner::Given => format!("the given figure and clip `{clip}`"),
    }
}
