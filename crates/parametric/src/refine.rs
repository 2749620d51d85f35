//! Weights whose blend measures exactly what is asked for.

use segue_blend::WeightError;
use segue_numeric::Matrix;

use crate::Valid;
use crate::rehearsal::Rehearsal;
use crate::sample::distance;

/// Rounds after which the best so far is taken; three or four are usual.
const MOST_ROUNDS: usize = 12;

/// Nearer than this, in metres, is a hit: far below what is seen.
const HIT_METRES: f64 = 1e-5;

/// A round that gains less than this share has come to its end.
const LEAST_GAIN: f64 = 1e-3;

/// Change of a weight from which slopes are taken: the change of a measure is far above rounding and nearly straight.
const NUDGE: f64 = 1e-3;

/// How much a step of weights may cost next to what it gains, from the first attempt of a round on.
const DAMPING: [f64; 5] = [1e-6, 1e-3, 1e-2, 1e-1, 1.0];

/// Steps along gradients: enough for a hundredth of a millimetre, and less work than measuring one blend.
const GRADIENT_STEPS: usize = 300;

/// Rounds of gradients for a mean of parameters, which costs no blend.
const MEAN_ROUNDS: usize = 20;

/// What is asked for, and the examples that may be used.
pub(crate) struct Task<'a> {
    pub(crate) target: &'a [f64],
    pub(crate) scales: &'a [f64],
    pub(crate) valid: Valid,
    /// The examples whose weights may change; the others have none.
    pub(crate) active: &'a [usize],
}

/// Moves `weights` within the valid ones so that their blend measures the target, or as near as it gets (damped
/// Gauss–Newton steps among the valid weights). Returns how far off it is, in metres, before and after.
///
/// # Errors
/// Never for valid weights.
pub(crate) fn refine(
    task: &Task<'_>,
    weights: &mut [f64],
    rehearsal: &mut Rehearsal,
) -> Result<[f64; 2], WeightError> {
    let mut values = rehearsal.measure(weights)?.to_vec();
    let mut off = task.off(&values);
    let before = off;
    for _ in 0..MOST_ROUNDS {
        if off < HIT_METRES {
            break;
        }
        let slopes = task.slopes(weights, &values, rehearsal)?;
        let Some((better, measured)) = task.step(weights, &values, &slopes, rehearsal)? else { break };
        let gain = off - task.off(&measured);
        weights.copy_from_slice(&better);
        (values, off) = (measured, off - gain);
        if gain < LEAST_GAIN * off {
            break;
        }
    }
    Ok([before, off])
}

impl Task<'_> {
    /// How far values are from the target; endlessly where they are undefined.
    fn off(&self, values: &[f64]) -> f64 {
        let off = distance(values, self.target, self.scales);
        if off.is_finite() { off } else { f64::INFINITY }
    }

    /// What each measure changes by, in metres, when an active weight grows and the others shrink to keep the sum.
    fn slopes(
        &self,
        weights: &[f64],
        values: &[f64],
        rehearsal: &mut Rehearsal,
    ) -> Result<Vec<Vec<f64>>, WeightError> {
        let mut slopes = Vec::with_capacity(self.active.len());
        for &n in self.active {
            let mut nudged: Vec<f64> = weights.iter().map(|weight| weight * (1.0 - NUDGE)).collect();
            nudged[n] += NUDGE;
            let changed = rehearsal.measure(&nudged)?;
            let slope = changed.iter().zip(values).zip(self.scales);
            slopes.push(slope.map(|((after, before), scale)| scale * (after - before) / NUDGE).collect());
        }
        Ok(slopes)
    }

    /// The first damped step that comes nearer.
    #[expect(clippy::type_complexity, reason = "weights and what they measure")]
    fn step(
        &self,
        weights: &[f64],
        values: &[f64],
        slopes: &[Vec<f64>],
        rehearsal: &mut Rehearsal,
    ) -> Result<Option<(Vec<f64>, Vec<f64>)>, WeightError> {
        let wanted: Vec<f64> =
            (0..values.len()).map(|d| self.scales[d] * (self.target[d] - values[d])).collect();
        let off = self.off(values);
        for damping in DAMPING {
            let Some(change) = least_squares(slopes, &wanted, damping) else { continue };
            let shrink = 1.0 - change.iter().sum::<f64>();
            let mut active: Vec<f64> =
                self.active.iter().zip(&change).map(|(&n, change)| weights[n] * shrink + change).collect();
            if !self.valid.holds(&active) {
                active = self.active.iter().map(|&n| weights[n]).collect();
                self.keep_inside(&mut active, slopes, &wanted, damping);
            }
            let mut moved = vec![0.0; weights.len()];
            self.active.iter().zip(&active).for_each(|(&n, &weight)| moved[n] = weight);
            let measured = rehearsal.measure(&moved)?.to_vec();
            if self.off(&measured) < off {
                return Ok(Some((moved, measured)));
            }
        }
        Ok(None)
    }
}

impl Task<'_> {
    /// Moves weights within the valid ones to where |Jw − r|² + λ|w − w₀|² is least, by accelerated projected gradients: where
    /// the free step leaves what is valid, its projection may be no nearer to the target although others are.
    fn keep_inside(&self, weights: &mut [f64], columns: &[Vec<f64>], wanted: &[f64], damping: f64) {
        let size: f64 = columns.iter().flatten().map(|slope| slope * slope).sum();
        let penalty = damping * size / wanted.len() as f64;
        let start = weights.to_vec();
        let (mut ahead, mut momentum) = (start.clone(), 1.0f64);
        for _ in 0..GRADIENT_STEPS {
            let mut next = ahead.clone();
            let missed: Vec<f64> = (0..wanted.len())
                .map(|d| columns.iter().zip(&ahead).map(|(column, w)| column[d] * w).sum::<f64>() - wanted[d])
                .collect();
            for (n, weight) in next.iter_mut().enumerate() {
                let along: f64 = columns[n].iter().zip(&missed).map(|(slope, miss)| slope * miss).sum();
                *weight -= (along + penalty * (ahead[n] - start[n])) / (size + penalty);
            }
            self.valid.project(&mut next);
            let grown = f64::midpoint(1.0, (1.0 + 4.0 * momentum * momentum).sqrt());
            for n in 0..next.len() {
                ahead[n] = next[n] + (momentum - 1.0) / grown * (next[n] - weights[n]);
            }
            weights.copy_from_slice(&next);
            momentum = grown;
        }
    }
}

/// Weights from 0 on, of at most `count` examples, whose mean of parameters is nearest to a target.
pub(crate) fn nearest_mean(own: &[Vec<f64>], target: &[f64], scales: &[f64], count: usize) -> Vec<f64> {
    let scaled = |values: &Vec<f64>| -> Vec<f64> {
        let away = values.iter().zip(target).zip(scales);
        away.map(|((value, target), scale)| scale * (value - target)).collect()
    };
    let columns: Vec<Vec<f64>> = own.iter().map(scaled).collect();
    let task = Task { target, scales, valid: Valid { beyond: 0.0 }, active: &[] };
    let mut weights = vec![1.0 / own.len() as f64; own.len()];
    let wanted = vec![0.0; target.len()];
    for _ in 0..MEAN_ROUNDS {
        task.keep_inside(&mut weights, &columns, &wanted, 0.0);
    }
    let mut order: Vec<usize> = (0..own.len()).collect();
    order.sort_by(|&a, &b| weights[b].total_cmp(&weights[a]));
    order[count.min(own.len())..].iter().for_each(|&n| weights[n] = 0.0);
    let sum: f64 = weights.iter().sum();
    weights.iter().map(|weight| weight / sum).collect()
}

/// The change x of smallest |Jx − r|² + λ|x|², as x = Jᵀ (J Jᵀ + λI)⁻¹ r: J has one column per weight and few rows. λ is
/// `damping` by the mean of the diagonal. `None` where J is nothing.
fn least_squares(columns: &[Vec<f64>], wanted: &[f64], damping: f64) -> Option<Vec<f64>> {
    let rows = wanted.len();
    let mut matrix = Matrix::zero(rows, rows);
    for column in columns {
        matrix.add_square(column, 1.0);
    }
    let scale = (0..rows).map(|d| matrix.row(d)[d]).sum::<f64>() / rows as f64;
    if scale.is_nan() || scale <= 0.0 {
        return None;
    }
    (0..rows).for_each(|d| *matrix.at(d, d) += damping * scale);
    let solved = matrix.cholesky()?.solve(wanted);
    if solved.iter().any(|value| !value.is_finite()) {
        return None;
    }
    let along = |column: &Vec<f64>| column.iter().zip(&solved).map(|(a, b)| a * b).sum();
    Some(columns.iter().map(along).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use segue_numeric::Random;

    #[test]
    fn where_the_free_step_is_not_valid_the_best_valid_weights_are_found() {
        let valid = Valid::default();
        let task = Task { target: &[], scales: &[], valid, active: &[] };
        let (columns, wanted) = ([vec![0.0, 1.0], vec![1.0, 0.0], vec![3.0, 0.5]], [3.5, 0.0]);
        let missed = |weights: &[f64]| -> f64 {
            let of = |d: usize| {
                columns.iter().zip(weights).map(|(column, w)| column[d] * w).sum::<f64>() - wanted[d]
            };
            of(0).hypot(of(1))
        };
        let mut weights = vec![1.0 / 3.0; 3];
        task.keep_inside(&mut weights, &columns, &wanted, 1e-6);
        assert!(valid.holds(&weights), "{weights:?}");
        let tried = (-10..=110).flat_map(|a| (-10..=110).map(move |b| [f64::from(a), f64::from(b)]));
        let tried = tried.map(|[a, b]| [a / 100.0, b / 100.0, 1.0 - (a + b) / 100.0]);
        let best = tried.filter(|w| valid.holds(w)).map(|w| missed(&w)).fold(f64::INFINITY, f64::min);
        assert!(missed(&weights) < best + 1e-4, "{weights:?}: {} instead of {best}", missed(&weights));
    }

    proptest! {
        /// To a target beyond all examples no mean of them is nearer, of many that are tried.
        #[test]
        fn the_nearest_mean_is_the_nearest(
            own in prop::collection::vec(prop::collection::vec(-1.0..1.0f64, 2), 3..8),
            target in (1.2..3.0f64, -2.0..2.0f64).prop_map(|(x, y)| vec![x, y]),
            seed: u64,
        ) {
            let found = nearest_mean(&own, &target, &[1.0, 1.0], 3);
            let far = |weights: &[f64]| {
                let of = |d: usize| own.iter().zip(weights).map(|(own, w)| own[d] * w).sum::<f64>() - target[d];
                of(0).hypot(of(1))
            };
            prop_assert!((found.iter().sum::<f64>() - 1.0).abs() < 1e-9 && found.iter().all(|w| *w >= 0.0));
            for number in 0..200 {
                let drawn = Valid { beyond: 0.0 }.random(own.len(), &mut Random::numbered(seed, number));
                prop_assert!(far(&found) < far(&drawn) + 0.01, "{found:?} {drawn:?}");
            }
        }
    }

    #[test]
    fn the_smallest_change_that_gains_what_is_wanted_is_found() {
        let change = least_squares(&[vec![1.0], vec![1.0]], &[2.0], 0.0).unwrap();
        assert!(change.iter().all(|x| (x - 1.0).abs() < 1e-12), "{change:?}");
        assert!(least_squares(&[vec![0.0]], &[1.0], 0.1).is_none());
    }
}
