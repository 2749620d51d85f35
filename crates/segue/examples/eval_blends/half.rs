//! What was tuned on, and what was not.

/// Which half of the clips one belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Half {
    Tuned,
    Mixed,
    Untouched,
}

impl Half {
    pub(crate) const ALL: [Self; 3] = [Self::Tuned, Self::Mixed, Self::Untouched];

    /// The half of the clip at a place in the sorted names of its kind.
    pub(crate) fn at(place: usize) -> Self {
        if place.is_multiple_of(2) { Self::Tuned } else { Self::Untouched }
    }

    /// The half of a pair.
    pub(crate) fn with(self, other: Self) -> Self {
        if self == other { self } else { Self::Mixed }
    }

    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Tuned => "tuned",
            Self::Mixed => "one of each",
            Self::Untouched => "untouched",
        }
    }
}
