//! Uniform cubic B-splines of vectors.

use glam::DVec3;
use serde::{Deserialize, Serialize};

use crate::bspline::{cubic, locate};
use crate::matrix::least_squares;

/// A uniform cubic B-spline over τ from 0 to 1: `n` control points, `n − 3` pieces, two continuous derivatives.
///
/// ```
/// use segue_numeric::CubicSpline;
///
/// let spline = CubicSpline::new(vec![[1.0, 2.0, 3.0]; 5]).unwrap();
/// assert!((spline.at(0.3).y - 2.0).abs() < 1e-12, "a constant");
/// assert!(CubicSpline::new(vec![[0.0; 3]; 3]).is_none(), "four points make one piece");
/// ```
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct CubicSpline {
    points: Vec<[f64; 3]>,
}

/// Samples for each control point from which a spline is refitted.
const DENSE: usize = 12;

impl CubicSpline {
    /// A spline from its control points; `None` when there are fewer than four.
    pub fn new(points: Vec<[f64; 3]>) -> Option<Self> {
        (points.len() >= 4).then_some(Self { points })
    }

    /// The control points, at least four.
    pub fn points(&self) -> &[[f64; 3]] {
        &self.points
    }

    /// The value at τ; outside 0 to 1 that of the nearer end.
    pub fn at(&self, tau: f64) -> DVec3 {
        let (first, weights) = weights(self.points.len(), tau);
        weights.iter().zip(&self.points[first..]).map(|(w, point)| DVec3::from(*point) * *w).sum()
    }

    /// The spline of `count` control points, at least as many as there are, that runs nearest to this one: sampled
    /// densely and fitted by least squares \[BPBM\] §4.2.1.
    #[must_use]
    pub fn refitted(&self, count: usize) -> Self {
        if count <= self.points.len() {
            return self.clone();
        }
        let samples = DENSE * count;
        let rows: Vec<(Vec<f64>, DVec3)> = (0..=samples)
            .map(|i| i as f64 / samples as f64)
            .map(|tau| (row(count, tau), self.at(tau)))
            .collect();
        let axis = |axis: usize| {
            let rows: Vec<(Vec<f64>, f64)> =
                rows.iter().map(|(row, value)| (row.clone(), value[axis])).collect();
            least_squares(&rows).expect("dense samples determine every control point")
        };
        let [x, y, z] = [axis(0), axis(1), axis(2)];
        Self { points: (0..count).map(|i| [x[i], y[i], z[i]]).collect() }
    }

    /// `a · self + b · other`. Splines of different numbers of control points meet at the larger number.
    #[must_use]
    pub fn plus(&self, a: f64, other: &Self, b: f64) -> Self {
        let count = self.points.len().max(other.points.len());
        let (one, two) = (self.refitted(count), other.refitted(count));
        let mix = |(p, q): (&[f64; 3], &[f64; 3])| std::array::from_fn(|i| a * p[i] + b * q[i]);
        Self { points: one.points.iter().zip(&two.points).map(mix).collect() }
    }
}

/// The first of the four control points that count at τ, and their weights.
fn weights(count: usize, tau: f64) -> (usize, [f64; 4]) {
    let pieces = count - 3;
    let (first, t) = locate(tau.clamp(0.0, 1.0) * pieces as f64, pieces);
    (first, cubic(t))
}

fn row(count: usize, tau: f64) -> Vec<f64> {
    let (first, four) = weights(count, tau);
    let mut row = vec![0.0; count];
    row[first..first + 4].copy_from_slice(&four);
    row
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn spline(count: usize) -> impl Strategy<Value = CubicSpline> {
        prop::collection::vec(prop::array::uniform3(-9.0..9.0f64), count)
            .prop_map(|points| CubicSpline::new(points).unwrap())
    }

    proptest! {
        #[test]
        fn one_piece_is_reproduced_with_more_points(spline in spline(4), tau in 0.0..1.0f64) {
            // A single cubic is a spline of any number of pieces.
            prop_assert!(spline.refitted(9).at(tau).distance(spline.at(tau)) < 1e-8);
        }

        #[test]
        fn mixtures_of_equal_numbers_are_linear(a in spline(7), b in spline(7), k in -0.5..1.5f64, tau in 0.0..1.0f64) {
            let mixed = a.plus(k, &b, 1.0 - k);
            prop_assert!(mixed.at(tau).distance(a.at(tau) * k + b.at(tau) * (1.0 - k)) < 1e-9);
        }

        #[test]
        fn a_refitted_spline_stays_near(spline in spline(6)) {
            let size = spline.points().iter().map(|p| DVec3::from(*p).length()).fold(0.0, f64::max);
            let far = (0..=50).map(|i| f64::from(i) / 50.0)
                .map(|tau| spline.refitted(12).at(tau).distance(spline.at(tau))).fold(0.0, f64::max);
            prop_assert!(far < 0.1 * size, "{far} of {size}");
        }
    }
}
