//! Least squares over the numbers of a chain, by Levenberg and Marquardt. Each residual sees four neighbouring steps, so
//! the normal equations are a band.

use segue_numeric::{Band, BandFactors};

use super::chain::{Chain, NUMBERS, SECS};

/// What a chain should be.
pub(super) trait Wanted {
    /// Adds the residuals of arc `i` and of the contacts that belong to it: contact `i`, and the last one for the last
    /// arc. They depend on arcs `i − 1` to `i + 1` and the contacts at both ends of arc `i` only.
    fn residuals(&self, chain: &Chain, i: usize, out: &mut Vec<f64>);

    /// The same for a chain that differs from one with `known` residuals only beyond the ends of the arc, in arcs `i − 1` or `i + 1`
    /// or a contact at the far end of one.
    fn residuals_beyond(&self, chain: &Chain, i: usize, known: &[f64], out: &mut Vec<f64>);
}

/// Nudge of a number for derivatives.
const NUDGE: f64 = 1e-5;

/// The sum of the squared residuals.
pub(super) fn cost(wanted: &impl Wanted, chain: &Chain) -> f64 {
    let mut all = Vec::new();
    (0..chain.hops.len()).for_each(|i| wanted.residuals(chain, i, &mut all));
    all.iter().map(|r| r * r).sum()
}

/// Improves a chain by at most `rounds` steps; gives its cost. A round counts whether it helped or not.
pub(super) fn improve(wanted: &impl Wanted, chain: &mut Chain, rounds: usize) -> f64 {
    let mut now = cost(wanted, chain);
    let mut damping = 1e-3;
    for _ in 0..rounds {
        let (matrix, right) = equations(wanted, chain);
        let mut improved = false;
        for _ in 0..4 {
            let step = damped(&matrix, damping).solve(right.clone());
            let next = chain.stepped(&step);
            let then = cost(wanted, &next);
            if then.is_finite() && then < now {
                let little = now - then < 1e-6 * now;
                (*chain, now, improved) = (next, then, !little);
                damping = (damping * 0.2).max(1e-7);
                break;
            }
            damping = (damping * 8.0).min(1e6);
        }
        if !improved {
            break;
        }
    }
    now
}

/// Variances and covariances: the factors of `JᵀJ`, to be solved for unit vectors.
pub(super) fn certainty(wanted: &impl Wanted, chain: &Chain) -> BandFactors {
    damped(&equations(wanted, chain).0, 1e-9)
}

fn damped(matrix: &Band, damping: f64) -> BandFactors {
    let mut matrix = matrix.clone();
    let diagonal = matrix.diagonal();
    for (i, at) in diagonal.into_iter().enumerate() {
        // The last contact has no arc after it: its numbers stay.
        matrix.add(i, i, damping * at + if at > 0.0 { 1e-9 } else { 1.0 });
    }
    matrix.factors()
}

/// `JᵀJ` and −`Jᵀr`, by differences.
fn equations(wanted: &impl Wanted, chain: &Chain) -> (Band, Vec<f64>) {
    let steps = chain.touches.len();
    let (mut matrix, mut right) = (Band::new(steps * NUMBERS, 4 * NUMBERS - 1), vec![0.0; steps * NUMBERS]);
    let mut moved = chain.clone();
    let (mut base, mut after) = (Vec::new(), Vec::new());
    for i in 0..chain.hops.len() {
        base.clear();
        wanted.residuals(chain, i, &mut base);
        let (first, last) = (i.saturating_sub(1), (i + 2).min(steps - 1));
        let width = (last - first + 1) * NUMBERS;
        let mut rows = vec![0.0; base.len() * width];
        for column in 0..width {
            let (step, number) = (first + column / NUMBERS, column % NUMBERS);
            if !matters(i, step, number) {
                continue;
            }
            let Some(value) = moved.number(step, number) else { continue };
            let kept = *value;
            *value += NUDGE;
            after.clear();
            if is_beyond(i, step, number) {
                wanted.residuals_beyond(&moved, i, &base, &mut after);
            } else {
                wanted.residuals(&moved, i, &mut after);
            }
            for (row, (a, b)) in after.iter().zip(&base).enumerate() {
                rows[row * width + column] = (a - b) / NUDGE;
            }
            if let Some(value) = moved.number(step, number) {
                *value = kept;
            }
        }
        for (row, r) in rows.chunks(width).zip(&base) {
            matrix.add_square(first * NUMBERS, row, 1.0);
            row.iter().enumerate().for_each(|(k, slope)| right[first * NUMBERS + k] -= slope * r);
        }
    }
    (matrix, right)
}

/// Whether a number of a step tells anything to arc `i`: of the contacts at the far ends of its neighbours only the place does,
/// and the arc after them does not.
fn matters(i: usize, step: usize, number: usize) -> bool {
    if step < i { number != SECS } else { step < i + 2 || number < SECS }
}

/// Whether a number of a step is none of arc `i` nor of the contacts at its ends.
fn is_beyond(i: usize, step: usize, number: usize) -> bool {
    step < i || step > i + 1 || (step == i + 1 && number > SECS)
}

/// A residual whose square goes on as a line beyond the knee.
pub(super) fn softened(r: f64, knee: f64) -> f64 {
    if r.abs() <= knee { r } else { (knee * (2.0 * r.abs() - knee)).sqrt().copysign(r) }
}
