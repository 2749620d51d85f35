//! The plants of a motion whose feet were corrected.

use segue_motion::{FrameRange, PointId};

use super::hold::Hold;
use super::wish::{Blend, Plant};

/// Plants of a point that are nearer than this to each other, in seconds, are one: a foot does not step in that time.
pub(super) const NO_STEP_SECS: f64 = 0.06;

/// A point that is not held and seen to stand for a shorter time than this, in seconds, is coming or going: motions that are cut
/// begin and end so.
pub(super) const SEEN_SECS: f64 = 0.1;

impl Blend<'_> {
    /// The frames in which a point is planted: where it is held, where one clip is alone and plants it, and where no hold touches
    /// its plant and it is `seen` to stand.
    pub(super) fn ranges(
        &self,
        point: PointId,
        (plants, seen): (&[Plant], &[FrameRange]),
        holds: &[Hold],
    ) -> Vec<FrameRange> {
        let stands = |frame: usize| seen.iter().any(|range| range.contains(frame));
        let mut planted = vec![false; self.table.len()];
        let mut mark = |first: usize, last: usize| planted[first..=last].fill(true);
        for (of, [first, last]) in holds.iter().flat_map(Hold::still) {
            if of == point {
                mark(first, last);
            }
        }
        for plant in plants.iter().filter(|plant| plant.point == point) {
            let range = plant.range;
            let touched =
                (range.first..=range.last).any(|frame| holds.iter().any(|hold| hold.is_firm(frame)));
            for frame in range.first..=range.last {
                if !touched && stands(frame) || self.alone(frame) > 0.0 {
                    mark(frame, frame);
                }
            }
        }
        let mut ranges = joined(&planted, (NO_STEP_SECS * self.rate) as usize, |frame| {
            plants.iter().any(|plant| plant.point == point && plant.range.contains(frame))
        });
        let stands = |frame: usize| self.alone(frame) > 0.0 || holds.iter().any(|hold| hold.is_firm(frame));
        ranges.retain(|range| {
            range.len() as f64 >= SEEN_SECS * self.rate || (range.first..=range.last).any(stands)
        });
        ranges
    }
}

/// Runs of frames; gaps of at most `gap` frames are closed where all of them `may` be planted.
fn joined(planted: &[bool], gap: usize, may: impl Fn(usize) -> bool) -> Vec<FrameRange> {
    let mut ranges: Vec<FrameRange> = Vec::new();
    for frame in (0..planted.len()).filter(|&frame| planted[frame]) {
        match ranges.last_mut() {
            Some(range) if frame <= range.last + 1 + gap && (range.last + 1..frame).all(&may) => {
                range.last = frame;
            }
            _ => ranges.push(FrameRange { first: frame, last: frame }),
        }
    }
    ranges
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn short_gaps_close_inside_a_plant_only() {
        let planted = [true, true, false, true, false, false, false, true];
        let ranges = |may: &dyn Fn(usize) -> bool| {
            joined(&planted, 1, may).iter().map(|range| [range.first, range.last]).collect::<Vec<_>>()
        };
        assert_eq!(ranges(&|_| true), [[0, 3], [7, 7]]);
        assert_eq!(ranges(&|_| false), [[0, 1], [3, 3], [7, 7]]);
    }
}
