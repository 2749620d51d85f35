//! Least-squares splines: free ones, and exact strictly increasing ones between given ends.
//!
//! The sources fit without constraints and push control points apart afterwards, because a quadratic program was too
//! expensive in 2003 (\[KG03\] App. A, \[K04\] Eq. 5.3). Here the program itself is solved, by a primal-dual interior-point
//! method with Mehrotra's predictor and corrector \[NW06\] ch. 16: every linear system is banded, so an iteration
//! costs O(k) for k control points, and a dozen iterations do.

use crate::bspline::{locate, quadratic};
use crate::program::Program;
use crate::{Band, Spline};

/// The least weight of second differences against residuals: settles control points that no sample sees and is too small
/// to move any other.
pub const LIMP: f64 = 1e-9;

/// How near to the bounds a straight line must be to leave nothing to choose.
const NO_ROOM: f64 = 1e-7;

/// Knots from `start` on, `pieces` times `spacing`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Knots {
    /// The first parameter.
    pub start: f64,
    /// Parameters from knot to knot, positive.
    pub spacing: f64,
    /// Pieces between knots, at least 1.
    pub pieces: usize,
}

impl Knots {
    /// Knots from `start` to `end`, about `spacing` apart.
    ///
    /// # Panics
    /// When `end` does not lie after `start`.
    pub fn between(start: f64, end: f64, spacing: f64) -> Self {
        assert!(end > start, "a curve has a beginning and an end");
        let pieces = ((end - start) / spacing).round().max(1.0) as usize;
        Self { start, spacing: (end - start) / pieces as f64, pieces }
    }

    fn controls(self) -> usize {
        self.pieces + 2
    }

    fn locate(self, u: f64) -> (usize, f64) {
        locate((u - self.start) / self.spacing, self.pieces)
    }
}

/// A value that a curve should have somewhere.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CurveSample {
    /// The parameter.
    pub u: f64,
    /// The value there.
    pub value: f64,
    /// How much its square error counts, positive.
    pub weight: f64,
}

impl CurveSample {
    /// A sample that counts once.
    pub fn new(u: f64, value: f64) -> Self {
        Self { u, value, weight: 1.0 }
    }
}

/// The constraints of an increasing spline.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bounds {
    /// The value at the first knot.
    pub first: f64,
    /// The value at the last knot.
    pub last: f64,
    /// The smallest slope, positive.
    pub slowest: f64,
    /// The largest slope.
    pub fastest: f64,
}

/// No spline between the given ends keeps to the slopes.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
#[error("a curve with the mean slope {mean} cannot keep between the slopes {slowest} and {fastest}")]
pub struct Infeasible {
    /// The mean slope that the ends ask for.
    pub mean: f64,
    /// The smallest slope allowed.
    pub slowest: f64,
    /// The largest slope allowed.
    pub fastest: f64,
}

/// The spline nearest to `samples` in the sense of least squares.
pub fn free(knots: Knots, samples: &[CurveSample]) -> Spline {
    let (matrix, right) = normal_equations(knots, samples, LIMP);
    // Values about 0 are fitted, so that the ridge cannot pull them.
    Spline::new(knots.start, knots.spacing, matrix.factors().solve(right))
}

/// The spline nearest to `samples` of all that start and end as given and whose slopes stay within the bounds; `stiffness`
/// is the weight of the squared second difference of control points, relative to the squared error of a sample ([`LIMP`]:
/// the samples alone).
///
/// # Errors
/// When the ends are too near to each other, or too far apart, for the slopes allowed.
pub fn increasing(
    knots: Knots,
    samples: &[CurveSample],
    stiffness: f64,
    bounds: Bounds,
) -> Result<Spline, Infeasible> {
    let length = knots.pieces as f64 * knots.spacing;
    let mean = (bounds.last - bounds.first) / length;
    let (slowest, fastest) = (bounds.slowest, bounds.fastest);
    let room = (mean - slowest).min(fastest - mean) / mean.abs().max(slowest);
    if room.is_nan() || room < -NO_ROOM {
        return Err(Infeasible { mean, slowest, fastest });
    }
    let gap = mean * knots.spacing;
    let line: Vec<f64> = (0..knots.controls()).map(|n| bounds.first + (n as f64 - 0.5) * gap).collect();
    let controls = if room < NO_ROOM { line } else { program(knots, samples, stiffness, bounds).solve(line) };
    Ok(Spline::new(knots.start, knots.spacing, controls))
}

fn program(knots: Knots, samples: &[CurveSample], stiffness: f64, bounds: Bounds) -> Program {
    let (h, c) = normal_equations(knots, samples, stiffness);
    let (low, high) = (bounds.slowest * knots.spacing, bounds.fastest * knots.spacing);
    Program { h, c, low, high, ends: [2.0 * bounds.first, 2.0 * bounds.last] }
}

fn normal_equations(knots: Knots, samples: &[CurveSample], stiffness: f64) -> (Band, Vec<f64>) {
    let mut matrix = Band::new(knots.controls(), 2);
    let mut right = vec![0.0; knots.controls()];
    for sample in samples {
        let (piece, t) = knots.locate(sample.u);
        let weights = quadratic(t);
        matrix.add_square(piece, &weights, sample.weight);
        let scaled = sample.weight * sample.value;
        right[piece..].iter_mut().zip(weights).for_each(|(right, weight)| *right += weight * scaled);
    }
    for first in 0..knots.pieces {
        matrix.add_square(first, &[1.0, -2.0, 1.0], stiffness);
    }
    (matrix, right)
}
