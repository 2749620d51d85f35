//! How much each clip counts.

/// The sum of weights, relative to the sum of their sizes, below which it cannot be divided by.
const NO_SUM: f64 = 1e-6;

/// Why numbers cannot be weights.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum WeightError {
    /// Not one weight per clip.
    #[error("there are {found} weights for {expected} clips; give one per clip")]
    Count {
        /// How many there were.
        found: usize,
        /// How many there should be.
        expected: usize,
    },
    /// A weight that is not finite.
    #[error("the weight of clip {clip} is {found}; weights are finite numbers")]
    NotFinite {
        /// Its number, from 0.
        clip: usize,
        /// What it was.
        found: f64,
    },
    /// Weights that cancel.
    #[error("the weights sum to {sum}, by which they cannot be divided; make one of them count more")]
    NoSum {
        /// Their sum.
        sum: f64,
    },
}

/// Writes `weights` divided by their sum to `unit`, one per clip.
///
/// They need not be positive: a blend may reach beyond its clips.
pub(crate) fn normalise(weights: &[f64], unit: &mut [f64]) -> Result<(), WeightError> {
    if weights.len() != unit.len() {
        return Err(WeightError::Count { found: weights.len(), expected: unit.len() });
    }
    if let Some(clip) = weights.iter().position(|weight| !weight.is_finite()) {
        return Err(WeightError::NotFinite { clip, found: weights[clip] });
    }
    let largest = weights.iter().fold(0.0, |largest: f64, weight| largest.max(weight.abs()));
    // Scaled by the largest first, so that not even huge weights overflow.
    let sum: f64 = weights.iter().map(|weight| weight / largest).sum();
    if largest == 0.0 || sum.abs() < NO_SUM * weights.len() as f64 {
        return Err(WeightError::NoSum { sum: weights.iter().sum() });
    }
    for (unit, weight) in unit.iter_mut().zip(weights) {
        *unit = weight / largest / sum;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_way_to_be_wrong_is_named() {
        let check = |weights: &[f64]| normalise(weights, &mut [0.0; 2]).unwrap_err();
        assert_eq!(check(&[1.0]), WeightError::Count { found: 1, expected: 2 });
        assert!(matches!(check(&[1.0, f64::NAN]), WeightError::NotFinite { clip: 1, .. }));
        assert_eq!(check(&[0.5, -0.5]), WeightError::NoSum { sum: 0.0 });
        assert_eq!(check(&[0.0, 0.0]), WeightError::NoSum { sum: 0.0 });
    }

    #[test]
    fn sums_to_one_even_outside_the_hull() {
        let mut unit = [0.0; 3];
        normalise(&[-1.0, 2.0, 3.0], &mut unit).unwrap();
        approx::assert_abs_diff_eq!(unit[..], [-0.25, 0.5, 0.75]);
        normalise(&[1e300, 1e300, 0.0], &mut unit).unwrap();
        approx::assert_abs_diff_eq!(unit[..], [0.5, 0.5, 0.0]);
    }
}
