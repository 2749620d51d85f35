//! The smoothest way up and down for a foot that has to clear something.

use segue_numeric::Band;

/// What holds for the lift of a foot in one frame.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Bound {
    /// It stands: it is not lifted.
    Planted,
    /// It swings: it is lifted by so much or more, in metres.
    AtLeast(f64),
}

/// Without anything to clear a foot comes back to its captured way in about this time, in seconds.
const BACK_SECS: f64 = 0.4;
/// How strictly bounds are kept: forces of the smoothest lift move it by less than a tenth of a millimetre.
const STRICT: f64 = 1e4;
/// Rounds in which the bounds that matter are found.
const ROUNDS: usize = 40;

/// The lift in each frame that keeps all bounds with the least jerk: the sum of its squared third differences is the smallest,
/// so that a foot begins to rise as it leaves the ground and not before the edge that is in its way.
pub(super) fn smoothest(bounds: &[Bound], rate: f64) -> Vec<f64> {
    let mut lift = vec![0.0; bounds.len()];
    let mut active: Vec<bool> = Vec::new();
    for _ in 0..ROUNDS {
        let pushed = bounds.iter().zip(&lift).map(|(bound, lift)| match bound {
            Bound::Planted => true,
            Bound::AtLeast(least) => *lift < least.max(0.0),
        });
        let next: Vec<bool> = pushed.collect();
        if next == active {
            break;
        }
        active = next;
        lift = held(bounds, &active, rate);
    }
    lift
}

/// The smoothest lift with some bounds taken as equations.
fn held(bounds: &[Bound], active: &[bool], rate: f64) -> Vec<f64> {
    let (mut matrix, mut right) = (Band::new(bounds.len(), 3), vec![0.0; bounds.len()]);
    for first in 0..bounds.len().saturating_sub(3) {
        matrix.add_square(first, &[-1.0, 3.0, -3.0, 1.0], 1.0);
    }
    let back = (BACK_SECS * rate).powi(-6);
    for (frame, bound) in bounds.iter().enumerate() {
        matrix.add(frame, frame, back);
        if active[frame] {
            matrix.add(frame, frame, STRICT);
            if let Bound::AtLeast(least) = bound {
                right[frame] = STRICT * least.max(0.0);
            }
        }
    }
    matrix.factors().solve(right)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const RATE: f64 = 60.0;

    fn greatest_jerk(lift: &[f64]) -> f64 {
        let third = lift.windows(4).map(|w| (w[3] - w[0] + 3.0 * (w[1] - w[2])).abs());
        third.fold(0.0, f64::max) * RATE.powi(3)
    }

    /// A swing of some frames between two stances, over an edge.
    fn swing(frames: usize, edge: std::ops::Range<usize>, height: f64) -> Vec<Bound> {
        let in_swing = |frame: usize| {
            Bound::AtLeast(if edge.contains(&frame) { height } else { 0.0 })
        };
        let stand = [Bound::Planted; 10];
        stand.into_iter().chain((0..frames).map(in_swing)).chain(stand).collect()
    }

    #[test]
    fn a_foot_rises_early_to_clear_an_edge() {
        let bounds = swing(50, 13..20, 0.4);
        let lift = smoothest(&bounds, RATE);
        for (bound, lift) in bounds.iter().zip(&lift) {
            let low = if let Bound::AtLeast(least) = bound { *least } else { 0.0 };
            assert!(*lift > low - 1e-3, "{lift} under {low}");
        }
        assert!(lift[18] > 0.05, "well before the edge: {}", lift[18]);
        assert!(greatest_jerk(&lift) < 2500.0, "{} m/s³", greatest_jerk(&lift));
    }

    #[test]
    fn nothing_in_the_way_lifts_nothing() {
        assert!(smoothest(&swing(40, 0..0, 0.0), RATE).iter().all(|lift| lift.abs() < 1e-12));
        assert!(smoothest(&[], RATE).is_empty());
    }

    proptest! {
        #[test]
        fn bounds_are_kept_wherever_the_edge_is(from in 5usize..35, wide in 1usize..10, height in 0.01..0.6f64) {
            let bounds = swing(50, from..(from + wide).min(45), height);
            let lift = smoothest(&bounds, RATE);
            for (bound, lift) in bounds.iter().zip(&lift) {
                match bound {
                    Bound::Planted => prop_assert!(lift.abs() < 2e-3),
                    Bound::AtLeast(least) => prop_assert!(*lift > least - 2e-3, "{lift} under {least}"),
                }
            }
        }
    }
}
