//! Queries of several periods.

use crate::{Index, SearchError, SearchSettings, Segment};

/// A query that holds several periods of one movement: it matches itself, shifted by one of them.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Repeats {
    /// How long a period is, in seconds.
    pub period_secs: f64,
    /// The σ̂ with which matches a period apart are kept apart.
    pub apart: f64,
}

/// What is added to the overlap of two matches a period apart: matches are found a frame or two beside where they are.
const MARGIN: f64 = 0.05;

impl Index {
    /// Whether `query` repeats itself, so that σ̂ is too small to find every period of it (\[KG04\] §3.3): the match of the
    /// query with itself that overlaps it most is shifted by one period.
    ///
    /// # Errors
    /// When the query lies outside its clip or a number makes no sense.
    pub fn repeats(&self, query: Segment, look: &SearchSettings) -> Result<Option<Repeats>, SearchError> {
        let look = SearchSettings { extended: None, ..look.clone() };
        let overlap = |segment: &Segment| segment.overlap(&query);
        let matches = self.matches(query, &look)?;
        let shifted = matches.iter().map(|found| found.segment).filter(|segment| {
            let is_hidden = overlap(segment) >= look.apart && overlap(segment) <= look.same;
            is_hidden && segment.len().abs_diff(query.len()) <= query.len() / 4
        });
        let Some(nearest) = shifted.max_by(|a, b| overlap(a).total_cmp(&overlap(b))) else { return Ok(None) };
        let shift = nearest.first.abs_diff(query.first).max(nearest.last.abs_diff(query.last));
        let period_secs = shift as f64 / self.settings().rate_hz;
        let apart = (overlap(&nearest) + MARGIN).min(look.same);
        Ok(Some(Repeats { period_secs, apart: (apart * 100.0).ceil() / 100.0 }))
    }
}
