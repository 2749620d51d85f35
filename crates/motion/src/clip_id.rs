//! The number of a clip among others.

use std::fmt;

use serde::{Deserialize, Serialize};

/// The number of a clip in a list of clips: a [`ClipSet`](crate::ClipSet), a registration, a search index. Counted from 0.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct ClipId(u32);

impl ClipId {
    /// The first clip of any list.
    pub const FIRST: Self = Self(0);

    /// The second clip: with [`ClipId::FIRST`], both of a pair.
    pub const SECOND: Self = Self(1);

    /// Clip number `index`, counted from 0.
    ///
    /// # Panics
    /// When `index` does not fit in 32 bits; no list in memory has so many clips.
    pub const fn new(index: usize) -> Self {
        assert!(index <= u32::MAX as usize, "a clip number has 32 bits");
        Self(index as u32)
    }

    /// The number as an index into per-clip slices.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The numbers of the first `count` clips.
    pub fn all(count: usize) -> impl ExactSizeIterator<Item = Self> + DoubleEndedIterator + Clone {
        (0..count).map(Self::new)
    }
}

/// The number, from 0.
impl fmt::Display for ClipId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}
