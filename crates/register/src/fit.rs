//! Least-squares splines: free ones, and exact strictly increasing ones between given ends.
//!
//! The sources fit without constraints and push control points apart afterwards, because a quadratic program was too
//! dear in 2003 (\[KG03\] App. A, \[K04\] Eq. 5.3). Here the program itself is solved, by a primal-dual interior-point
//! method with Mehrotra's predictor and corrector \[NW06\] ch. 16: every linear system is banded, so an iteration
//! costs O(k) for k control points, and a dozen iterations do.

use crate::Spline;
use crate::band::{Band, Factors};
use crate::spline::basis;

/// The least weight of second differences against residuals: settles control points that no sample sees and is too small
/// to move any other.
pub const LIMP: f64 = 1e-9;

/// Iterations take about 12; more than this is a bug.
const MOST_ITERATIONS: usize = 60;

/// Complementarity, relative to the size of the problem, at which control points are exact to about 1e-8 frames.
/// Much below it the distances to the bounds are lost in the rounding of the control points.
const CONVERGED: f64 = 1e-10;

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
        let position = ((u - self.start) / self.spacing).clamp(0.0, self.pieces as f64);
        let piece = (position as usize).min(self.pieces - 1);
        (piece, position - piece as f64)
    }
}

/// A value that a curve should have somewhere.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sample {
    /// The parameter.
    pub u: f64,
    /// The value there.
    pub value: f64,
    /// How much its square error counts, positive.
    pub weight: f64,
}

impl Sample {
    /// A sample that counts once.
    pub fn new(u: f64, value: f64) -> Self {
        Self { u, value, weight: 1.0 }
    }
}

/// What an increasing spline has to keep to.
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
pub fn free(knots: Knots, samples: &[Sample]) -> Spline {
    let (matrix, right) = normal_equations(knots, samples, LIMP);
    // Values about 0 are fitted, so that the ridge cannot pull them.
    Spline::new(knots.start, knots.spacing, matrix.factors().solve(&right))
}

/// The spline nearest to `samples` of all that start and end as given and whose slopes keep within the bounds; `stiffness`
/// is what the square of a second difference of control points counts against the square error of a sample, [`LIMP`] for
/// the samples alone.
///
/// # Errors
/// When the ends are too near to each other, or too far apart, for the slopes allowed.
pub fn increasing(
    knots: Knots,
    samples: &[Sample],
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
    let controls =
        if room < NO_ROOM { line } else { Program::new(knots, samples, stiffness, bounds).solve(line) };
    Ok(Spline::new(knots.start, knots.spacing, controls))
}

fn normal_equations(knots: Knots, samples: &[Sample], stiffness: f64) -> (Band, Vec<f64>) {
    let mut matrix = Band::zero(knots.controls());
    let mut right = vec![0.0; knots.controls()];
    for sample in samples {
        let (piece, t) = knots.locate(sample.u);
        let weights = basis(t);
        matrix.add_square(piece, &weights, sample.weight);
        let scaled = sample.weight * sample.value;
        right[piece..].iter_mut().zip(weights).for_each(|(right, weight)| *right += weight * scaled);
    }
    for first in 0..knots.pieces {
        matrix.add_square(first, &[1.0, -2.0, 1.0], stiffness);
    }
    (matrix, right)
}

/// Minimise ½ pᵀ H p − cᵀ p with `low ≤ pᵢ₊₁ − pᵢ ≤ high`, p₀ + p₁ and the sum of the last two given.
struct Program {
    h: Band,
    c: Vec<f64>,
    low: f64,
    high: f64,
    /// Sums of the first two and the last two control points.
    ends: [f64; 2],
}

/// Control points, and the multipliers of the lower and upper bounds of the gaps.
struct State {
    p: Vec<f64>,
    lower: Vec<f64>,
    upper: Vec<f64>,
}

impl Program {
    fn new(knots: Knots, samples: &[Sample], stiffness: f64, bounds: Bounds) -> Self {
        let (h, c) = normal_equations(knots, samples, stiffness);
        let (low, high) = (bounds.slowest * knots.spacing, bounds.fastest * knots.spacing);
        Self { h, c, low, high, ends: [2.0 * bounds.first, 2.0 * bounds.last] }
    }

    /// The best control points, starting from ones that keep to everything. All iterates do, so rounding or running
    /// out of iterations costs exactness, never monotony.
    fn solve(&self, start: Vec<f64>) -> Vec<f64> {
        let gaps = start.len() - 1;
        // Multipliers of the size of the gradient, so that the first step is not lost in centring.
        let residual = self.gradient(&start).iter().map(|g| g.abs()).fold(1e-6, f64::max);
        let mut state = State { p: start, lower: vec![residual; gaps], upper: vec![residual; gaps] };
        let scale = residual * (self.high - self.low);
        for _ in 0..MOST_ITERATIONS {
            if self.complementarity(&state) < CONVERGED * scale.max(1.0) {
                break;
            }
            self.step(&mut state);
        }
        state.p
    }

    fn gradient(&self, p: &[f64]) -> Vec<f64> {
        self.h.times(p).iter().zip(&self.c).map(|(hp, c)| hp - c).collect()
    }

    /// Distance of every gap to its lower and upper bound.
    fn slacks(&self, p: &[f64]) -> Vec<[f64; 2]> {
        p.windows(2).map(|pair| [pair[1] - pair[0] - self.low, self.high - (pair[1] - pair[0])]).collect()
    }

    fn complementarity(&self, state: &State) -> f64 {
        let slacks = self.slacks(&state.p);
        let products = slacks.iter().zip(&state.lower).zip(&state.upper);
        products.map(|(([a, b], lower), upper)| a * lower + b * upper).sum::<f64>()
            / (2 * slacks.len()) as f64
    }

    fn step(&self, state: &mut State) {
        let slacks = self.slacks(&state.p);
        let kkt = Kkt::new(self, state, &slacks);
        let mu = self.complementarity(state);
        let none = vec![[0.0; 2]; slacks.len()];
        let predictor = kkt.direction(self, state, &slacks, &none);
        let reached = predictor.reach(state, &slacks);
        let after = predictor.complementarity_after(state, &slacks, reached);
        let target = mu * (after / mu).powi(3);
        let wanted: Vec<[f64; 2]> =
            predictor.corrections().map(|pair| pair.map(|product| target - product)).collect();
        let corrector = kkt.direction(self, state, &slacks, &wanted);
        // Just short of the first bound, so that the next step has room.
        let length = (0.995 * corrector.reach(state, &slacks)).min(1.0);
        corrector.apply(state, length);
    }
}

/// The factored system of one iteration: H + Dᵀ W D for the gaps D, bordered by the two end conditions.
struct Kkt {
    factors: Factors,
    /// Columns M⁻¹ eᵀ of the two end conditions, and the inverse of the 2 × 2 matrix e M⁻¹ eᵀ.
    ends: [Vec<f64>; 2],
    inverse: [[f64; 2]; 2],
}

/// Sums of the first two and the last two entries.
fn end_sums(x: &[f64]) -> [f64; 2] {
    let n = x.len();
    [x[0] + x[1], x[n - 2] + x[n - 1]]
}

impl Kkt {
    fn new(program: &Program, state: &State, slacks: &[[f64; 2]]) -> Self {
        let mut matrix = program.h.clone();
        for (gap, [a, b]) in slacks.iter().enumerate() {
            matrix.add_square(gap, &[-1.0, 1.0], state.lower[gap] / a + state.upper[gap] / b);
        }
        let (factors, size) = (matrix.factors(), matrix.len());
        let end = |at: [usize; 2]| {
            let mut unit = vec![0.0; size];
            for n in at {
                unit[n] = 1.0;
            }
            factors.solve(&unit)
        };
        let ends = [end([0, 1]), end([size - 2, size - 1])];
        let [[a, b], [c, d]] = [end_sums(&ends[0]), end_sums(&ends[1])];
        let determinant = a * d - b * c;
        let inverse = [[d / determinant, -c / determinant], [-b / determinant, a / determinant]];
        Self { factors, ends, inverse }
    }

    /// The Newton direction towards products of slack and multiplier of `wanted`.
    fn direction(
        &self,
        program: &Program,
        state: &State,
        slacks: &[[f64; 2]],
        wanted: &[[f64; 2]],
    ) -> Direction {
        let mut right: Vec<f64> = program.gradient(&state.p).iter().map(|g| -g).collect();
        for (gap, ([a, b], [low, high])) in slacks.iter().zip(wanted).enumerate() {
            let pull = low / a - high / b;
            right[gap] -= pull;
            right[gap + 1] += pull;
        }
        let mut p = self.factors.solve(&right);
        let (found, wanted_ends) = (end_sums(&state.p), program.ends);
        let missing = [wanted_ends[0] - found[0], wanted_ends[1] - found[1]];
        // Twice: the matrix is so uneven near the solution that once leaves an error.
        for _ in 0..2 {
            self.correct_ends(&mut p, missing);
        }
        Direction::new(state, slacks, wanted, p)
    }

    /// Moves `p` in the way that costs least so that its ends sum to `missing`.
    fn correct_ends(&self, p: &mut [f64], missing: [f64; 2]) {
        let sums = end_sums(p);
        let excess = [sums[0] - missing[0], sums[1] - missing[1]];
        for (end, row) in self.ends.iter().zip(self.inverse) {
            let multiplier = row[0] * excess[0] + row[1] * excess[1];
            p.iter_mut().zip(end).for_each(|(p, e)| *p -= multiplier * e);
        }
    }
}

struct Direction {
    p: Vec<f64>,
    /// Change of every gap.
    gaps: Vec<f64>,
    lower: Vec<f64>,
    upper: Vec<f64>,
}

impl Direction {
    fn new(state: &State, slacks: &[[f64; 2]], wanted: &[[f64; 2]], p: Vec<f64>) -> Self {
        let gaps: Vec<f64> = p.windows(2).map(|pair| pair[1] - pair[0]).collect();
        let multiplier = |side: usize, current: &[f64], sign: f64| -> Vec<f64> {
            let change =
                |n: usize| (wanted[n][side] - sign * current[n] * gaps[n]) / slacks[n][side] - current[n];
            (0..gaps.len()).map(change).collect()
        };
        let (lower, upper) = (multiplier(0, &state.lower, 1.0), multiplier(1, &state.upper, -1.0));
        Self { p, gaps, lower, upper }
    }

    /// The longest step, up to 2, that keeps slacks and multipliers from becoming negative.
    fn reach(&self, state: &State, slacks: &[[f64; 2]]) -> f64 {
        let bound = |value: f64, change: f64| if change < 0.0 { -value / change } else { f64::INFINITY };
        let at = |n: usize| {
            let [a, b] = slacks[n];
            let slack = bound(a, self.gaps[n]).min(bound(b, -self.gaps[n]));
            slack.min(bound(state.lower[n], self.lower[n])).min(bound(state.upper[n], self.upper[n]))
        };
        (0..self.gaps.len()).map(at).fold(2.0, f64::min)
    }

    fn complementarity_after(&self, state: &State, slacks: &[[f64; 2]], length: f64) -> f64 {
        let length = length.min(1.0);
        let at = |n: usize| {
            let [a, b] = slacks[n];
            (a + length * self.gaps[n]) * (state.lower[n] + length * self.lower[n])
                + (b - length * self.gaps[n]) * (state.upper[n] + length * self.upper[n])
        };
        (0..slacks.len()).map(at).sum::<f64>() / (2 * slacks.len()) as f64
    }

    /// Products of changes, which the linear prediction leaves out.
    fn corrections(&self) -> impl Iterator<Item = [f64; 2]> + '_ {
        (0..self.gaps.len()).map(|n| [self.gaps[n] * self.lower[n], -self.gaps[n] * self.upper[n]])
    }

    fn apply(&self, state: &mut State, length: f64) {
        let add =
            |to: &mut [f64], change: &[f64]| to.iter_mut().zip(change).for_each(|(to, c)| *to += length * c);
        add(&mut state.p, &self.p);
        add(&mut state.lower, &self.lower);
        add(&mut state.upper, &self.upper);
    }
}
