//! Plants that reach over the seam of a loop.

use segue_motion::{Clip, ClipId, ClipSet, ConstraintKind};

use crate::matches::{self, ConstraintMatch, Interval};
use crate::timewarp::Timewarp;

/// Plants that are the same, of loops played with some room at both ends: what reaches over the seam is there at the start and at the
/// end.
pub(super) fn around_matches(clips: &ClipSet, timewarp: &Timewarp) -> Vec<ConstraintMatch> {
    let [start, end] = timewarp.range();
    let u_at = |id: ClipId, secs: f64| {
        let [first, last] = [start, end].map(|u| timewarp.at(id, u));
        let lap = ((secs - first) / (last - first)).floor();
        lap * (end - start) + timewarp.u_at(id, secs - lap * (last - first))
    };
    let of_kind = |kind: ConstraintKind| {
        let of_clip = |(id, clip): (ClipId, &Clip)| {
            let plants = clip.constraints().of(kind).iter();
            let secs = |frame: usize| frame as f64 / clip.rate();
            plants
                .map(|range| Interval::new(u_at(id, secs(range.first)), u_at(id, secs(range.last))))
                .collect()
        };
        let found = matches::match_intervals(clips.iter().map(of_clip).collect());
        found.into_iter().map(move |intervals| ConstraintMatch { kind, intervals })
    };
    let inside = |found: &ConstraintMatch| {
        let mean = |of: fn(&Interval) -> f64| {
            found.intervals.iter().map(of).sum::<f64>() / found.intervals.len() as f64
        };
        mean(|interval| interval.start) < end && mean(|interval| interval.end) > start
    };
    ConstraintKind::ALL.into_iter().flat_map(of_kind).filter(inside).collect()
}
