//! Plants for programs.

use std::collections::BTreeMap;

use segue_motion::Constraints;
use serde::{Deserialize, Serialize};

/// When points of the body are planted: intervals `[first, last]` of frames, both included, by the name of the point.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct PlantsFacts(pub BTreeMap<String, Vec<[usize; 2]>>);

impl PlantsFacts {
    /// The plants of a clip.
    pub fn of(plants: &Constraints) -> Self {
        let of_kind = |ranges: &[segue_motion::FrameRange]| {
            ranges.iter().map(|range| [range.first, range.last]).collect::<Vec<_>>()
        };
        Self(plants.iter().map(|(kind, ranges)| (kind.name().to_owned(), of_kind(ranges))).collect())
    }

    /// The intervals of one point.
    pub fn intervals(&self, point: &str) -> &[[usize; 2]] {
        self.0.get(point).map_or(&[], Vec::as_slice)
    }
}
