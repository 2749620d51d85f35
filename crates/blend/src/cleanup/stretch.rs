//! The stretch of a long motion that is worked on.

use segue_motion::{Clip, ClipError, ConstraintKind, Constraints, FrameRange};

use crate::{Moment, Trace};

/// What lies further than this from the frames in which clips are mixed, in seconds, has no part in what is done there: corrections
/// of frames of one clip alone are nought.
const AROUND_SECS: f64 = 10.0;

/// The frames in which clips are mixed, and those around them; `None` when one clip is alone all the time.
pub(super) fn worked_on(trace: &Trace, rate: f64) -> Option<FrameRange> {
    let is_mixed = |moment: &Moment| !moment.is_alone();
    let first = trace.moments().iter().position(is_mixed)?;
    let last = trace.moments().iter().rposition(is_mixed)?;
    let around = (AROUND_SECS * rate).ceil() as usize;
    let end = trace.moments().len() - 1;
    Some(FrameRange { first: first.saturating_sub(around), last: last.saturating_add(around).min(end) })
}

/// A motion with a stretch of it that was worked on.
pub(super) fn put_back(motion: &Clip, cleaned: &Clip, part: FrameRange) -> Result<Clip, ClipError> {
    let whole = motion.map_poses(|frame, pose| {
        if part.contains(frame) {
            pose.copy_from(cleaned.frame(frame - part.first));
        }
    })?;
    let mut plants = Constraints::default();
    for kind in ConstraintKind::ALL {
        let ranges = joined(motion.constraints().of(kind), cleaned.constraints().of(kind), part);
        plants.set(kind, ranges).expect("runs of frames are disjoint and in order");
    }
    whole.with_constraints(plants)
}

/// Intervals as they are outside a part, and others in it, counted from its start; where they touch they are one.
fn joined(outside: &[FrameRange], inside: &[FrameRange], part: FrameRange) -> Vec<FrameRange> {
    let before = outside.iter().filter(|range| range.first < part.first);
    let before = before.map(|range| FrameRange { last: range.last.min(part.first - 1), ..*range });
    let within = inside
        .iter()
        .map(|range| FrameRange { first: range.first + part.first, last: range.last + part.first });
    let after = outside.iter().filter(|range| range.last > part.last);
    let after = after.map(|range| FrameRange { first: range.first.max(part.last + 1), ..*range });
    let mut all: Vec<FrameRange> = Vec::new();
    for range in before.chain(within).chain(after) {
        match all.last_mut() {
            Some(last) if last.last + 1 == range.first && cuts(part, range.first) => last.last = range.last,
            _ => all.push(range),
        }
    }
    all
}

/// Whether a part begins at a frame, or ends before it.
fn cuts(part: FrameRange, frame: usize) -> bool {
    frame == part.first || frame == part.last + 1
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn intervals_are_joined_where_a_part_was_cut_out() {
        let ranges = |pairs: &[[usize; 2]]| -> Vec<FrameRange> {
            pairs.iter().map(|&[first, last]| FrameRange { first, last }).collect()
        };
        let outside = ranges(&[[0, 2], [5, 12], [14, 15], [18, 30]]);
        let part = FrameRange { first: 10, last: 20 };
        assert_eq!(joined(&outside, &ranges(&[[0, 1], [6, 10]]), part), ranges(&[[0, 2], [5, 11], [16, 30]]));
        assert_eq!(joined(&outside, &[], part), ranges(&[[0, 2], [5, 9], [21, 30]]));
    }
}
