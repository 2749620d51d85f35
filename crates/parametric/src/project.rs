//! The nearest weights that sum to 1 within bounds.

/// Halvings of the interval in which the shift lies: more than doubles can tell apart.
const ROUNDS: usize = 64;

/// Moves `weights` to the nearest ones between `low` and `high` that sum to 1: all are shifted by the same amount and
/// clamped. `low` is at most 1/n and `high` at least 1/n for n weights.
pub(crate) fn project(weights: &mut [f64], low: f64, high: f64) {
    let sum_at = |shift: f64| weights.iter().map(|weight| (weight + shift).clamp(low, high)).sum::<f64>();
    let extent = weights.iter().fold(0.0f64, |most, weight| most.max(weight.abs())) + high - low + 1.0;
    let (mut below, mut above) = (-extent, extent);
    for _ in 0..ROUNDS {
        let middle = f64::midpoint(below, above);
        if sum_at(middle) < 1.0 { below = middle } else { above = middle }
    }
    for weight in weights.iter_mut() {
        *weight = (*weight + above).clamp(low, high);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn valid_weights_stay() {
        let mut weights = [0.3, 0.8, -0.1];
        project(&mut weights, -0.1, 1.1);
        assert!(weights.iter().zip([0.3, 0.8, -0.1]).all(|(a, b)| (a - b).abs() < 1e-12), "{weights:?}");
    }

    proptest! {
        /// No other valid weights are nearer.
        #[test]
        fn the_projection_is_the_nearest(
            weights in prop::collection::vec(-3.0..3.0f64, 2..7),
            towards in prop::collection::vec(-0.1..1.1f64, 7),
        ) {
            let mut nearest = weights.clone();
            project(&mut nearest, -0.1, 1.1);
            prop_assert!((nearest.iter().sum::<f64>() - 1.0).abs() < 1e-9);
            let mut other: Vec<f64> = towards[..weights.len()].to_vec();
            project(&mut other, -0.1, 1.1);
            let far = |a: &[f64]| a.iter().zip(&weights).map(|(a, b)| (a - b).powi(2)).sum::<f64>();
            prop_assert!(far(&nearest) <= far(&other) + 1e-9);
        }
    }
}
