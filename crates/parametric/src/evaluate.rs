//! How exactly a parameterized motion does what is asked of it.

use segue_blend::BlendError;

use crate::sample::nearest;
use crate::{Parametric, ParametricError};
use segue_numeric::Random;

/// Errors of many requests.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Errors {
    /// Half of them are below this, in metres.
    pub median: f64,
    /// 90 of 100 are.
    pub percentile_90: f64,
    /// 99 of 100 are.
    pub percentile_99: f64,
    /// All are.
    pub largest: f64,
}

impl Errors {
    /// The errors of requests, in metres; `None` for none.
    pub fn of(mut errors: Vec<f64>) -> Option<Self> {
        errors.sort_by(f64::total_cmp);
        let last = errors.len().checked_sub(1)?;
        let at = |share: f64| errors[(share * last as f64).round() as usize];
        Some(Self { median: at(0.5), percentile_90: at(0.9), percentile_99: at(0.99), largest: at(1.0) })
    }
}

/// The errors of requests that some valid blend meets.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Evaluation {
    /// Requests.
    pub targets: usize,
    /// Of the mean of the nearest samples.
    pub before: Errors,
    /// After refining.
    pub after: Errors,
    /// Whether all weights were valid.
    pub all_valid: bool,
}

impl Parametric {
    /// Asks for what fresh random valid blends measure, so that every request can be met. `None` when no target could be
    /// made.
    ///
    /// # Errors
    /// Never for a motion that was built.
    pub fn evaluate(&self, targets: usize, seed: u64) -> Result<Option<Evaluation>, ParametricError> {
        let (mut before, mut after) = (Vec::new(), Vec::new());
        let mut all_valid = true;
        for number in 0..targets as u64 {
            let Some(target) = self.random_target(seed, number)? else { continue };
            let answer = self.at(&target)?;
            before.push(answer.off_before_metres);
            after.push(answer.off_metres);
            all_valid &= self.settings.valid.holds(&answer.weights);
        }
        let targets = after.len();
        let both = Errors::of(before).zip(Errors::of(after));
        Ok(both.map(|(before, after)| Evaluation { targets, before, after, all_valid }))
    }

    /// What a random valid blend of neighbouring examples measures; `None` where it is undefined. The numbers differ from
    /// those of the samples even for the same seed.
    ///
    /// # Errors
    /// Never for a motion that was built.
    pub fn random_target(&self, seed: u64, number: u64) -> Result<Option<Vec<f64>>, ParametricError> {
        let mut random = Random::numbered(!seed, number);
        let count = self.clips.len();
        let own: Vec<Vec<f64>> =
            self.samples[..count].iter().map(|sample| sample.parameters.clone()).collect();
        let around = &own[(random.unit() * count as f64) as usize];
        let chosen = nearest(&own, around, &self.scales, self.scales.len() + 1);
        let mut weights = vec![0.0; count];
        let drawn = self.settings.valid.random(chosen.len(), &mut random);
        chosen.iter().zip(drawn).for_each(|(&n, weight)| weights[n] = weight);
        let target = self.rehearsal.clone().measure(&weights).map_err(BlendError::from)?.to_vec();
        Ok(target.iter().all(|value| value.is_finite()).then_some(target))
    }
}
