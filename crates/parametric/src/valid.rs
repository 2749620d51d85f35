//! Weights that give no broken motion.

use crate::project::project;
use segue_numeric::Random;

/// Which weights are valid: they sum to 1 and each is from −δ to 1 + δ (\[KG04\] §4.2).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Valid {
    /// δ. 0.1: mild extrapolation keeps the look of the examples.
    pub beyond: f64,
}

impl Default for Valid {
    fn default() -> Self {
        Self { beyond: 0.1 }
    }
}

/// How far rounding may take weights from what is valid.
const SLACK: f64 = 1e-9;

impl Valid {
    /// Whether weights are valid.
    ///
    /// ```
    /// use segue_parametric::Valid;
    ///
    /// assert!(Valid::default().holds(&[1.05, -0.05]));
    /// assert!(!Valid::default().holds(&[1.5, -0.5]));
    /// ```
    pub fn holds(self, weights: &[f64]) -> bool {
        let sum: f64 = weights.iter().sum();
        let inside = |&weight: &f64| (-self.beyond - SLACK..=1.0 + self.beyond + SLACK).contains(&weight);
        (sum - 1.0).abs() < SLACK * weights.len() as f64 && weights.iter().all(inside)
    }

    /// The valid weights nearest to `weights`, in place.
    pub(crate) fn project(self, weights: &mut [f64]) {
        // Without extrapolation the least weight is 0, not −0, which answers would show.
        project(weights, 0.0 - self.beyond, 1.0 + self.beyond);
    }

    /// Random valid weights, as in \[KG04\] §4.2: taken in random order each may use what those before it leave, and the
    /// last makes the sum 1.
    pub(crate) fn random(self, count: usize, random: &mut Random) -> Vec<f64> {
        let [low, high] = [-self.beyond, 1.0 + self.beyond];
        let mut weights = vec![0.0; count];
        let (mut sum, order) = (0.0, random.order(count));
        for &n in &order[..count - 1] {
            weights[n] = random.between(low.max(low - sum), high.min(high - sum));
            sum += weights[n];
        }
        weights[order[count - 1]] = 1.0 - sum;
        weights
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn without_extrapolation_no_weight_has_a_sign() {
        let mut weights = [0.2, 1.1, -0.3];
        Valid { beyond: 0.0 }.project(&mut weights);
        assert!(weights.iter().all(|weight| weight.is_sign_positive()), "{weights:?}");
    }

    proptest! {
        #[test]
        fn random_weights_are_valid(count in 1..12usize, beyond in 0.0..0.5f64, seed: u64) {
            let valid = Valid { beyond };
            let weights = valid.random(count, &mut Random::numbered(seed, 0));
            prop_assert!(valid.holds(&weights), "{weights:?}");
        }
    }
}
