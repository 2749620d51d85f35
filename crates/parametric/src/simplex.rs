//! As few examples as it takes: the simplices of examples around a target.

use segue_numeric::Matrix;

use crate::Valid;
use crate::sample::{distance, nearest};

/// Examples of which simplices are made: those around a target are near it.
const NEAREST: usize = 12;

/// Parameters of examples are not those of their blends, only near them: weights that should be valid may come out beyond by this.
const SLACK: f64 = 0.1;

/// A weight smaller than this is rounding.
const NOTHING: f64 = 1e-9;

/// Weights of d + 1 examples whose mean of parameters is a target of d, the best first: those that extrapolate least, and of these
/// the nearest. Inside the examples that is the simplex of their Delaunay triangulation around the target, as Σ w |p − target|² is least
/// there.
pub(crate) fn simplices(own: &[Vec<f64>], target: &[f64], scales: &[f64], valid: Valid) -> Vec<Vec<f64>> {
    let near = nearest(own, target, scales, NEAREST);
    let mut found: Vec<([f64; 2], Vec<f64>)> = Vec::new();
    for chosen in combinations(near.len(), target.len() + 1) {
        let chosen: Vec<usize> = chosen.into_iter().map(|n| near[n]).collect();
        let Some(shares) = barycentric(own, &chosen, target, scales) else { continue };
        if !(Valid { beyond: valid.beyond + SLACK }).holds(&shares) {
            continue;
        }
        let far = |n: usize| distance(&own[n], target, scales).powi(2);
        let spread = chosen.iter().zip(&shares).map(|(&n, share)| share.abs() * far(n)).sum();
        let mut weights = vec![0.0; own.len()];
        let kept = chosen.iter().zip(&shares).filter(|(_, share)| share.abs() > NOTHING);
        kept.for_each(|(&n, &share)| weights[n] = share);
        found.push(([extrapolated(&weights), spread], weights));
    }
    found.sort_by(|(a, _), (b, _)| a[0].total_cmp(&b[0]).then(a[1].total_cmp(&b[1])));
    found.into_iter().map(|(_, weights)| weights).collect()
}

/// How far weights extrapolate: the sum of those below 0.
pub(crate) fn extrapolated(weights: &[f64]) -> f64 {
    weights.iter().map(|weight| (-weight).max(0.0)).sum()
}

/// The weights, of sum 1, by which the mean of some points is another; `None` where they do not span the space.
fn barycentric(own: &[Vec<f64>], chosen: &[usize], target: &[f64], scales: &[f64]) -> Option<Vec<f64>> {
    let (rows, apex) = (target.len(), &own[chosen[chosen.len() - 1]]);
    let sides: Vec<Vec<f64>> = chosen[..chosen.len() - 1]
        .iter()
        .map(|&n| (0..rows).map(|d| scales[d] * (own[n][d] - apex[d])).collect())
        .collect();
    let wanted: Vec<f64> = (0..rows).map(|d| scales[d] * (target[d] - apex[d])).collect();
    // Sides as rows of S: the shares x of Sᵀx = wanted solve S Sᵀ x = S wanted.
    let along = |a: &[f64], b: &[f64]| a.iter().zip(b).map(|(a, b)| a * b).sum::<f64>();
    let mut matrix = Matrix::zero(rows, rows);
    for i in 0..rows {
        (0..rows).for_each(|j| *matrix.at(i, j) = along(&sides[i], &sides[j]));
    }
    let seen: Vec<f64> = sides.iter().map(|side| along(side, &wanted)).collect();
    let mut shares = matrix.cholesky()?.solve(&seen);
    shares.push(1.0 - shares.iter().sum::<f64>());
    shares.iter().all(|share| share.is_finite()).then_some(shares)
}

/// Every choice of some of `count` things, in order.
fn combinations(count: usize, some: usize) -> Vec<Vec<usize>> {
    if some == 0 {
        return vec![Vec::new()];
    }
    let first = |n: usize| {
        let rest = combinations(count - n - 1, some - 1).into_iter();
        rest.map(move |rest| std::iter::once(n).chain(rest.into_iter().map(|k| n + 1 + k)).collect())
    };
    (0..count.saturating_sub(some - 1)).flat_map(first).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const VALID: Valid = Valid { beyond: 0.1 };

    fn used(weights: &[f64]) -> Vec<usize> {
        (0..weights.len()).filter(|&n| weights[n] != 0.0).collect()
    }

    #[test]
    fn on_a_line_the_neighbours_are_taken() {
        let own: Vec<Vec<f64>> = [3.0, 0.0, 1.0, 7.0, 2.0].iter().map(|&x| vec![x]).collect();
        let best = |x: f64| used(&simplices(&own, &[x], &[1.0], VALID)[0]);
        assert_eq!(best(1.4), [2, 4]);
        assert_eq!(best(5.0), [0, 3]);
        assert_eq!(best(2.0), [4], "an example is itself");
        assert_eq!(best(7.2), [1, 3], "beyond the last those reach that extrapolate least");
        assert!(simplices(&own, &[20.0], &[1.0], VALID).is_empty());
    }

    proptest! {
        /// The best simplex costs no more than others that have the target as their mean, with as little extrapolation.
        #[test]
        fn the_mean_is_the_target_and_no_weights_that_give_it_are_nearer(
            own in prop::collection::vec(prop::collection::vec(-1.0..1.0f64, 2), 5..10),
            shares in prop::collection::vec(0.01..1.0f64, 10),
        ) {
            let sum: f64 = shares[..own.len()].iter().sum();
            let target: Vec<f64> =
                (0..2).map(|d| own.iter().zip(&shares).map(|(own, w)| own[d] * w / sum).sum()).collect();
            let far = |n: usize| distance(&own[n], &target, &[1.0, 1.0]).powi(2);
            let cost = |weights: &[f64]| weights.iter().enumerate().map(|(n, w)| w * far(n)).sum::<f64>();
            let drawn: Vec<f64> = shares[..own.len()].iter().map(|share| share / sum).collect();
            if let Some(best) = simplices(&own, &target, &[1.0, 1.0], VALID).first() {
                let mean = |d: usize| own.iter().zip(best).map(|(own, w)| own[d] * w).sum::<f64>();
                prop_assert!((0..2).all(|d| (mean(d) - target[d]).abs() < 1e-6), "{best:?}");
                prop_assert!(used(best).len() <= 3 && extrapolated(best) < 1e-9, "{best:?}");
                prop_assert!(cost(best) < cost(&drawn) + 1e-9, "{best:?}");
            }
        }
    }
}
