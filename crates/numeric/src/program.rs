//! The banded quadratic program of an increasing spline, by a primal-dual interior-point method with Mehrotra's predictor and
//! corrector \[NW06\] ch. 16. [`crate::quadratic`] solves small dense programs under any conditions; this one solves long ones
//! whose every condition is about neighbours, in O(k) an iteration.

use crate::{Band, BandFactors};

/// Iterations take about 12; more than this is a bug.
const MOST_ITERATIONS: usize = 60;

/// Complementarity, relative to the size of the problem, at which control points are exact to about 1e-8 frames.
/// Much below it the distances to the bounds are lost in the rounding of the control points.
const CONVERGED: f64 = 1e-10;

/// Minimise ½ pᵀ H p − cᵀ p with `low ≤ pᵢ₊₁ − pᵢ ≤ high`, p₀ + p₁ and the sum of the last two given.
pub(crate) struct Program {
    pub(crate) h: Band,
    pub(crate) c: Vec<f64>,
    pub(crate) low: f64,
    pub(crate) high: f64,
    /// Sums of the first two and the last two control points.
    pub(crate) ends: [f64; 2],
}

/// Control points, and the multipliers of the lower and upper bounds of the gaps.
struct State {
    p: Vec<f64>,
    lower: Vec<f64>,
    upper: Vec<f64>,
}

impl Program {
    /// The best control points, starting from ones that keep to everything. All iterates do, so rounding or running
    /// out of iterations costs exactness, never monotony.
    pub(crate) fn solve(&self, start: Vec<f64>) -> Vec<f64> {
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
    factors: BandFactors,
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
        let (size, factors) = (matrix.rows(), matrix.factors());
        let end = |at: [usize; 2]| {
            let mut unit = vec![0.0; size];
            for n in at {
                unit[n] = 1.0;
            }
            factors.solve(unit)
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
        let mut p = self.factors.solve(right);
        let (found, wanted_ends) = (end_sums(&state.p), program.ends);
        let missing = [wanted_ends[0] - found[0], wanted_ends[1] - found[1]];
        // Twice: the matrix is so uneven near the solution that once leaves an error.
        for _ in 0..2 {
            self.correct_ends(&mut p, missing);
        }
        Direction::new(state, slacks, wanted, p)
    }

    /// Moves `p` at the least cost so that its ends sum to `missing`.
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
