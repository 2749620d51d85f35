//! Smoothing of evenly spaced values between values that are given.

use segue_numeric::Band;
use segue_numeric::Value;

/// Weights of a third difference.
pub(crate) const THIRD: [f64; 4] = [-1.0, 3.0, -3.0, 1.0];

/// How strongly third differences weigh against `1` for the distance from what is wanted, so that of a wave of
/// `frequency` Hz half is left at `rate` samples per second.
pub(crate) fn stiffness(frequency: f64, rate: f64) -> f64 {
    let step = 2.0 * libm::sin(std::f64::consts::PI * (frequency / rate).min(0.5));
    libm::pow(step, -6.0)
}

/// The values nearest to `wanted` whose third differences are small, also across the values `before` and `after`
/// them, in order of time: leaves and arrives with their speed and acceleration.
///
/// `stiffness` is asked for the third difference that begins at each value, counted from the first `before`.
pub(crate) fn smoothed<T: Value>(
    before: [T; 3],
    wanted: &[T],
    after: [T; 3],
    stiffness: impl Fn(usize) -> f64,
) -> Vec<T> {
    let n = wanted.len();
    let all: Vec<T> = before.iter().chain(wanted).chain(&after).copied().collect();
    let unknown = |i: usize| i.checked_sub(before.len()).filter(|&row| row < n);
    let (mut band, mut right) = (Band::new(n, 3), wanted.to_vec());
    (0..n).for_each(|i| band.add(i, i, 1.0));
    for first in 0..n + 3 {
        let rows = (0..4).filter_map(|k| Some((k, unknown(first + k)?)));
        for (k, row) in rows {
            for (other, weight) in
                THIRD.map(|third| stiffness(first) * third * THIRD[k]).into_iter().enumerate()
            {
                match unknown(first + other) {
                    Some(column) if column <= row => band.add(row, column, weight),
                    Some(_) => {}
                    None => right[row] = right[row] - all[first + other] * weight,
                }
            }
        }
    }
    band.factors().solve(right)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        /// The naive twin: the gradient of the sum that is minimised vanishes.
        #[test]
        fn nothing_nearby_is_better(wanted in proptest::collection::vec(-2.0..2.0f64, 1..30), ends in [-2.0..2.0f64, -1.0..1.0, -1.0..1.0], stiffness in 0.01..300.0f64) {
            let (before, after) = (ends, [ends[2], ends[0], ends[1]]);
            let found = smoothed(before, &wanted, after, |_| stiffness);
            let cost = |values: &[f64]| {
                let all: Vec<f64> = before.iter().chain(values).chain(&after).copied().collect();
                let bent: f64 = all.windows(4).map(|w| (w[3] - 3.0 * w[2] + 3.0 * w[1] - w[0]).powi(2)).sum();
                stiffness * bent + values.iter().zip(&wanted).map(|(a, b)| (a - b).powi(2)).sum::<f64>()
            };
            for i in 0..found.len() {
                let moved = |by: f64| {
                    let mut values = found.clone();
                    values[i] += by;
                    cost(&values)
                };
                let slope = (moved(1e-3) - moved(-1e-3)) / 2e-3;
                prop_assert!(slope.abs() < 1e-6 * (1.0 + cost(&found)), "{slope}");
            }
        }
    }

    #[test]
    fn a_parabola_is_smooth_already() {
        let value = |i: f64| 0.3 * i * i - i;
        let wanted: Vec<f64> = (0..9).map(|i| value(f64::from(i))).collect();
        let found = smoothed([-3.0, -2.0, -1.0].map(value), &wanted, [9.0, 10.0, 11.0].map(value), |_| {
            stiffness(6.0, 60.0)
        });
        assert!(found.iter().zip(&wanted).all(|(a, b)| (a - b).abs() < 1e-9));
    }
}
