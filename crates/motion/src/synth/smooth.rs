//! Smoothing of evenly spaced values between values that are given.

use super::band::Band;
use super::spline::Value;

/// Weights of the squared third difference at 0, 1, 2 and 3 steps.
const STENCIL: [f64; 4] = [20.0, -15.0, 6.0, -1.0];

/// How strongly third differences weigh against `1` for the distance from what is wanted, so that of a wave of
/// `frequency` Hz half is left at `rate` samples per second.
pub(crate) fn stiffness(frequency: f64, rate: f64) -> f64 {
    let step = 2.0 * libm::sin(std::f64::consts::PI * (frequency / rate).min(0.5));
    libm::pow(step, -6.0)
}

/// The values nearest to `wanted` whose third differences are small, also across the values `before` and `after`
/// them, in order of time: leaves and arrives with their speed and acceleration.
pub(crate) fn smoothed<T: Value>(before: [T; 3], wanted: &[T], after: [T; 3], stiffness: f64) -> Vec<T> {
    let n = wanted.len();
    let given = |i: isize| match usize::try_from(i) {
        Err(_) => before.get((i + 3).max(0) as usize).copied(),
        Ok(i) => i.checked_sub(n).and_then(|i| after.get(i).copied()),
    };
    let right = |(i, &wanted): (usize, &T)| {
        let around = (-3..=3_isize).filter(|step| *step != 0);
        let outside = around.filter_map(|step| Some((step.unsigned_abs(), given(i as isize + step)?)));
        outside.fold(wanted, |sum, (step, value)| sum - value * (stiffness * STENCIL[step]))
    };
    let rights = wanted.iter().enumerate().map(right).collect();
    let mut band = Band::new(n, 3);
    for i in 0..n {
        band.add(i, i, 1.0);
        for back in 0..=3.min(i) {
            band.add(i, i - back, stiffness * STENCIL[back]);
        }
    }
    band.solve(rights)
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
            let found = smoothed(before, &wanted, after, stiffness);
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
        let found =
            smoothed([-3.0, -2.0, -1.0].map(value), &wanted, [9.0, 10.0, 11.0].map(value), stiffness(6.0, 60.0));
        assert!(found.iter().zip(&wanted).all(|(a, b)| (a - b).abs() < 1e-9));
    }
}
