//! How far a movement is from standing still, and the ε that follows.

use crate::slider::STEP_METRES;
use crate::{ChosenEpsilon, EpsilonReason, Index, SearchError, Segment, Slider};

/// Frames of a query that are compared with each other at most: more tell no more.
const MOST_FRAMES: usize = 48;

/// ε is at most this share of how far a query is from standing still. 0.9: on the developed halves (docs/search.md) nothing
/// unrelated matched below, and stances did from 0.98 on.
const SHARE: f64 = 0.9;

impl Index {
    /// The ε for queries that nobody gave one for: the largest below the explosion of their matches, and below what who stands
    /// still in a pose of one of them would match within.
    ///
    /// # Errors
    /// When a query lies outside its clip.
    pub fn automatic_epsilon(
        &self,
        queries: &[Segment],
        slider: &Slider,
    ) -> Result<ChosenEpsilon, SearchError> {
        let counted = slider.automatic(self.settings().largest_epsilon_metres);
        let mut chosen = counted;
        for query in queries {
            let Some(still) = self.stillness_metres(*query)? else { continue };
            let steps = (SHARE * still / STEP_METRES).floor();
            // As with the counts, no ε is less than the smallest of the slider.
            let metres = slider.counts.first().map_or(0.0, |&(least, _)| least).max(steps * STEP_METRES);
            if metres < chosen.metres {
                chosen = ChosenEpsilon { metres, why: EpsilonReason::Stillness };
            }
        }
        Ok(chosen)
    }

    /// How far a query is from holding one of its poses throughout, in metres: the least root mean square distance of its frames
    /// to one of them. Within as large an ε whoever stands in that pose is a match. `None` where the frames of its clip cannot be
    /// had.
    ///
    /// # Errors
    /// When the query lies outside its clip.
    pub fn stillness_metres(&self, query: Segment) -> Result<Option<f64>, SearchError> {
        self.check_segment(query)?;
        let Some(cloud) = self.cloud_or_read(query.clip) else { return Ok(None) };
        let step = query.len().div_ceil(MOST_FRAMES);
        let frames = || (query.first..=query.last).step_by(step).map(|frame| frame as f64);
        let held = |pose: f64| {
            let sum: f64 = frames().map(|frame| cloud.place(frame, cloud, pose).distance).sum();
            sum / frames().count() as f64
        };
        Ok(frames().map(held).reduce(f64::min).map(f64::sqrt))
    }
}
