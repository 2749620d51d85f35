//! When a foot stands, heel and toe together.

use super::close_gaps;
use crate::{ConstraintKind, Constraints, FrameRange, Side};

/// Gaps between plants of heel and toe up to this long, in seconds, do not end a stance.
const LONGEST_GAP_SECS: f64 = 0.06;

/// One stretch in which heel or toe of a foot is planted.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FootStance {
    /// When it begins, in seconds from the first frame of the clip.
    pub strike_secs: f64,
    /// When it ends.
    pub off_secs: f64,
    /// Whether the foot strikes within the clip; if the clip starts during the stance, the strike is unknown.
    pub strike_known: bool,
    /// Whether the toe leaves the floor within the clip.
    pub off_known: bool,
}

/// The stances of one foot in a clip of `frames` frames at `rate` a second, in order.
pub fn stances(plants: &Constraints, side: Side, frames: usize, rate: f64) -> Vec<FootStance> {
    let kinds = [ConstraintKind::heel(side), ConstraintKind::toe(side)];
    let mut all: Vec<FrameRange> = kinds.iter().flat_map(|&kind| plants.of(kind)).copied().collect();
    all.sort_unstable();
    let stance = |range: FrameRange| FootStance {
        strike_secs: range.first as f64 / rate,
        off_secs: range.last as f64 / rate,
        strike_known: range.first > 0,
        off_known: range.last + 1 < frames,
    };
    close_gaps(all, LONGEST_GAP_SECS * rate).into_iter().map(stance).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn heel_and_toe_of_a_step_are_one_stance_and_cut_ones_are_unknown() {
        let range = |first, last| FrameRange { first, last };
        let mut plants = Constraints::default();
        plants.set(ConstraintKind::LeftHeel, vec![range(0, 10), range(40, 60)]).unwrap();
        plants.set(ConstraintKind::LeftToe, vec![range(4, 20), range(50, 99)]).unwrap();
        let found = stances(&plants, Side::Left, 100, 100.0);
        assert_eq!(found.len(), 2);
        assert!(!found[0].strike_known && found[0].off_known && (found[0].off_secs - 0.2).abs() < 1e-12);
        assert!(found[1].strike_known && !found[1].off_known && (found[1].strike_secs - 0.4).abs() < 1e-12);
        assert_eq!(stances(&plants, Side::Right, 100, 100.0), []);
    }
}
