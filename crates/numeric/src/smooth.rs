//! Smooth curves near weighted values.

use std::f64::consts::TAU;

use crate::{Band, Value};

/// The cost of roughness: the squares of the differences of one order, times a weight.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Penalty {
    /// 1 for slopes, 2 for bends, 3 for changes of bends.
    pub order: usize,
    /// The weight of a squared difference, relative to the squared error of a fully trusted value.
    pub weight: f64,
}

impl Penalty {
    /// Values faster than `hz` are smoothed away, sampled every `step_secs`.
    pub fn low_pass(order: u8, hz: f64, step_secs: f64) -> Self {
        Self { order: order.into(), weight: (TAU * hz * step_secs).powi(-2 * i32::from(order)) }
    }

    /// The same penalty for values that are trusted by `trust` on the whole.
    #[must_use]
    pub fn times(self, trust: f64) -> Self {
        Self { weight: self.weight * trust, ..self }
    }
}

/// The widest difference that a penalty may take.
const HIGHEST_ORDER: usize = 3;

/// Keeps the system solvable where nothing is trusted.
const RIDGE: f64 = 1e-12;

/// The curve c with the least `Σ trust |c − value|² + Σ penalties`, one banded solve.
///
/// ```
/// use segue_numeric::{Penalty, smooth};
///
/// let line: Vec<f64> = (0..20).map(f64::from).collect();
/// let found = smooth(&line, &[1.0; 20], &[Penalty { order: 2, weight: 1e6 }]);
/// assert!(found.iter().zip(&line).all(|(a, b)| (a - b).abs() < 1e-6), "a line does not bend");
/// ```
///
/// # Panics
/// When values and trusts differ in number, or a penalty is of another order than 1 to 3.
pub fn smooth<T: Value>(values: &[T], trusts: &[f64], penalties: &[Penalty]) -> Vec<T> {
    assert_eq!(values.len(), trusts.len(), "one trust a value");
    let mut matrix = Band::new(values.len(), HIGHEST_ORDER);
    for (n, &trust) in trusts.iter().enumerate() {
        matrix.add(n, n, trust + RIDGE);
    }
    add_penalties(&mut matrix, penalties);
    let right = values.iter().zip(trusts).map(|(&value, &trust)| value * trust).collect();
    matrix.factors().solve(right)
}

/// Adds what differences of unknowns cost to a system of at least three entries on either side of the diagonal.
///
/// # Panics
/// When a penalty is of another order than 1 to 3.
pub fn add_penalties(matrix: &mut Band, penalties: &[Penalty]) {
    for penalty in penalties {
        let difference: &[f64] = match penalty.order {
            1 => &[-1.0, 1.0],
            2 => &[1.0, -2.0, 1.0],
            3 => &[-1.0, 3.0, -3.0, 1.0],
            order => panic!("differences of order {order} are not penalized"),
        };
        for first in 0..(matrix.rows() + 1).saturating_sub(difference.len()) {
            matrix.add_square(first, difference, penalty.weight);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// What the curve costs, from the definition.
    fn cost(curve: &[f64], values: &[f64], trusts: &[f64], weight: f64) -> f64 {
        let off: f64 = curve.iter().zip(values).zip(trusts).map(|((c, v), t)| t * (c - v) * (c - v)).sum();
        let bends = curve.windows(4).map(|w| w[3] - 3.0 * w[2] + 3.0 * w[1] - w[0]);
        off + weight * bends.map(|bend| bend * bend).sum::<f64>()
    }

    proptest! {
        #[test]
        fn nothing_near_is_better(
            values in prop::collection::vec((-1.0..1.0f64, 0.0..1.0f64), 4..20),
            moves in prop::collection::vec(-0.1..0.1f64, 20), weight in 0.01..100.0f64,
        ) {
            let (values, trusts): (Vec<f64>, Vec<f64>) = values.into_iter().unzip();
            let found = smooth(&values, &trusts, &[Penalty { order: 3, weight }]);
            let moved: Vec<f64> = found.iter().zip(&moves).map(|(c, m)| c + m).collect();
            prop_assert!(cost(&moved, &values, &trusts, weight) >= cost(&found, &values, &trusts, weight) - 1e-6);
        }
    }

    #[test]
    fn a_low_pass_keeps_what_is_slow_and_drops_what_is_fast() {
        let wave =
            |hz: f64| -> Vec<f64> { (0..600).map(|n| (TAU * hz * f64::from(n) / 120.0).sin()).collect() };
        let size = |hz: f64| {
            let found = smooth(&wave(hz), &[1.0; 600], &[Penalty::low_pass(3, 6.0, 1.0 / 120.0)]);
            found[200..400].iter().fold(0.0f64, |size, value| size.max(value.abs()))
        };
        assert!(size(2.0) > 0.95 && size(20.0) < 0.05, "{} {}", size(2.0), size(20.0));
    }
}
