//! The smoothest curve through given values, and above given ones.

use segue_numeric::Band;

/// How strictly values are met: what smoothness asks for moves them by less than a tenth of a millimetre.
const STRICT: f64 = 1e4;
/// Rounds in which the bounds that matter are found.
const ROUNDS: usize = 60;

/// The curve through the given values whose squared third differences sum to the least. Away from them it comes back to
/// nothing within about `back` samples.
fn smoothest(given: &[Option<f64>], back: f64) -> Vec<f64> {
    let (mut matrix, mut right) = (Band::new(given.len(), 3), vec![0.0; given.len()]);
    for first in 0..given.len().saturating_sub(3) {
        matrix.add_square(first, &[-1.0, 3.0, -3.0, 1.0], 1.0);
    }
    for (i, value) in given.iter().enumerate() {
        let (weight, value) = value.map_or((back.powi(-6), 0.0), |value| (STRICT, value));
        matrix.add(i, i, weight);
        right[i] = weight * value;
    }
    matrix.factors().solve(right)
}

/// [`smoothest`] that is nowhere less than a bound: it rises early to clear what is high.
pub(super) fn smoothest_above(given: &[Option<f64>], least: &[f64], back: f64) -> Vec<f64> {
    let mut curve = smoothest(given, back);
    let mut met: Vec<bool> = vec![false; given.len()];
    for _ in 0..ROUNDS {
        let next: Vec<bool> = (0..given.len()).map(|i| given[i].is_none() && curve[i] < least[i]).collect();
        if next == met {
            break;
        }
        met = next;
        let all: Vec<Option<f64>> =
            (0..given.len()).map(|i| given[i].or(met[i].then_some(least[i]))).collect();
        curve = smoothest(&all, back);
    }
    curve
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const RATE: f64 = 60.0;

    fn greatest_jerk(curve: &[f64]) -> f64 {
        let third = curve.windows(4).map(|w| (w[3] - w[0] + 3.0 * (w[1] - w[2])).abs());
        third.fold(0.0, f64::max) * RATE.powi(3)
    }

    /// A swing of 50 samples between two stances, and an edge that is in its way.
    fn swing(edge: std::ops::Range<usize>, height: f64) -> (Vec<Option<f64>>, Vec<f64>) {
        let given = (0..70).map(|i| (!(10..60).contains(&i)).then_some(0.0)).collect();
        (given, (0..70).map(|i| if edge.contains(&i) { height } else { 0.0 }).collect())
    }

    #[test]
    fn a_foot_rises_early_to_clear_an_edge() {
        let (given, least) = swing(23..30, 0.4);
        let curve = smoothest_above(&given, &least, 24.0);
        assert!(curve[18] > 0.05, "well before the edge: {}", curve[18]);
        assert!(greatest_jerk(&curve) < 2500.0, "{} m/s³", greatest_jerk(&curve));
    }

    #[test]
    fn a_curve_goes_on_as_what_is_given_moves() {
        let given: Vec<Option<f64>> = (0..40).map(|i| (i < 10).then(|| 0.01 * f64::from(i))).collect();
        let curve = smoothest(&given, 24.0);
        assert!((curve[10] - 0.1).abs() < 0.005, "{}", curve[10]);
        assert!(smoothest(&[], 24.0).is_empty());
    }

    proptest! {
        #[test]
        fn bounds_are_kept_wherever_the_edge_is(from in 16usize..45, wide in 1usize..10, height in 0.01..0.6f64) {
            let (given, least) = swing(from..(from + wide).min(54), height);
            let curve = smoothest_above(&given, &least, 24.0);
            for i in 0..given.len() {
                prop_assert!(curve[i] > least[i] - 2e-3, "{} under {}", curve[i], least[i]);
                prop_assert!(given[i].is_none_or(|given| (curve[i] - given).abs() < 2e-3));
            }
        }
    }
}
