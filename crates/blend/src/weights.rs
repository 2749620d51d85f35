//! How much each clip counts.

use segue_motion::ClipId;

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
        clip: ClipId,
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
    let by = Divisor::of(weights, unit.len())?;
    unit.iter_mut().zip(weights).for_each(|(unit, weight)| *unit = by.divide(*weight));
    Ok(())
}

/// What weights are divided by: the largest first, so that not even huge ones overflow.
#[derive(Clone, Copy)]
struct Divisor {
    largest: f64,
    sum: f64,
}

impl Divisor {
    fn of(weights: &[f64], expected: usize) -> Result<Self, WeightError> {
        if weights.len() != expected {
            return Err(WeightError::Count { found: weights.len(), expected });
        }
        if let Some(clip) = weights.iter().position(|weight| !weight.is_finite()) {
            return Err(WeightError::NotFinite { clip: ClipId::new(clip), found: weights[clip] });
        }
        let largest = weights.iter().fold(0.0, |largest: f64, weight| largest.max(weight.abs()));
        let sum: f64 = weights.iter().map(|weight| weight / largest).sum();
        if largest == 0.0 || sum.abs() < NO_SUM * weights.len() as f64 {
            return Err(WeightError::NoSum { sum: weights.iter().sum() });
        }
        Ok(Self { largest, sum })
    }

    fn divide(self, weight: f64) -> f64 {
        weight / self.largest / self.sum
    }
}

/// The clips that take part in a blend: those whose weight is not 0, in order, with their weights, which sum to 1.
#[derive(Clone, Debug)]
pub(crate) struct Mix {
    clips: usize,
    parts: Vec<(ClipId, f64)>,
    /// Sum of the sizes of the weights, at least 1.
    sizes: f64,
}

impl Mix {
    /// One of `clips` alone.
    pub(crate) fn of_one(clip: ClipId, clips: usize) -> Self {
        let mut parts = Vec::with_capacity(clips);
        parts.push((clip, 1.0));
        Self { clips, parts, sizes: 1.0 }
    }

    /// Takes one weight per clip; allocates nothing. Left as it was when they cannot be used.
    pub(crate) fn set(&mut self, weights: &[f64]) -> Result<(), WeightError> {
        let by = Divisor::of(weights, self.clips)?;
        self.parts.clear();
        let used = weights.iter().enumerate().filter(|(_, weight)| **weight != 0.0);
        self.parts.extend(used.map(|(clip, weight)| (ClipId::new(clip), by.divide(*weight))));
        self.sizes = self.parts.iter().map(|(_, weight)| weight.abs()).sum();
        Ok(())
    }

    /// How many take part.
    pub(crate) fn len(&self) -> usize {
        self.parts.len()
    }

    /// Clips and weights.
    pub(crate) fn parts(&self) -> impl Iterator<Item = (ClipId, f64)> + Clone + '_ {
        self.parts.iter().copied()
    }

    /// Clips and how much they count in time: the sizes of their weights, brought to sum 1.
    pub(crate) fn shares(&self) -> impl Iterator<Item = (ClipId, f64)> + Clone + '_ {
        self.parts().map(|(clip, weight)| (clip, weight.abs() / self.sizes))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_way_to_be_wrong_is_named() {
        let check = |weights: &[f64]| normalise(weights, &mut [0.0; 2]).unwrap_err();
        assert_eq!(check(&[1.0]), WeightError::Count { found: 1, expected: 2 });
        assert!(matches!(check(&[1.0, f64::NAN]), WeightError::NotFinite { clip: ClipId::SECOND, .. }));
        assert_eq!(check(&[0.5, -0.5]), WeightError::NoSum { sum: 0.0 });
        assert_eq!(check(&[0.0, 0.0]), WeightError::NoSum { sum: 0.0 });
    }

    #[test]
    fn clips_without_weight_take_no_part() {
        let mut mix = Mix::of_one(ClipId::SECOND, 4);
        assert_eq!(mix.parts().collect::<Vec<_>>(), [(ClipId::SECOND, 1.0)]);
        mix.set(&[0.0, 4.0, 0.0, -2.0]).unwrap();
        assert_eq!(mix.parts().collect::<Vec<_>>(), [(ClipId::SECOND, 2.0), (ClipId::new(3), -1.0)]);
        let shares: Vec<f64> = mix.shares().map(|(_, share)| share).collect();
        approx::assert_abs_diff_eq!(shares[..], [2.0 / 3.0, 1.0 / 3.0]);
        assert!(mix.set(&[1.0]).is_err());
        assert_eq!(mix.len(), 2, "nothing has changed");
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
