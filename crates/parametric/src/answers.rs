//! Weights with which a motion does what is asked of it.

use segue_blend::BlendError;

use crate::answer::REACHED_METRES;
use crate::invert::invert;
use crate::refine::{Task, nearest_mean, refine};
use crate::rehearsal::Rehearsal;
use crate::sample::{distance, nearest};
use crate::simplex::{extrapolated, simplices};
use crate::{Answer, BlendSample, Parametric, ParametricError, Valid};

/// Farther off than this, in metres, it is tried from other samples too: steps from one place may end at the border of the valid
/// weights although others get there.
const CLOSE_METRES: f64 = 0.0005;

/// How many.
const MORE_STARTS: usize = 4;

/// Simplices of examples that are tried, the most promising first.
const SIMPLICES: usize = 24;

/// Answers to choose from, of those that get there, and of those that are nearest.
const CHOICES: usize = 4;
const NEAREST_CHOICES: usize = 6;

/// Beyond what can be reached, what is farther off by this share is about as near.
const ABOUT_AS_NEAR: f64 = 0.1;

/// How many times the examples that are needed take part where weights are not below 0: what is inside needs no extrapolation.
const INSIDE: usize = 2;

/// How many times the examples that are needed may take part where those do not get there.
const STAND_INS: usize = 3;

impl Parametric {
    /// The weights with which a blend measures `target`, or as near as valid weights get: of few examples, with as little
    /// extrapolation as it takes.
    ///
    /// # Errors
    /// When there is another number of parameters, or one is not finite.
    pub fn at(&self, target: &[f64]) -> Result<Answer, ParametricError> {
        self.check(target)?;
        let mut rehearsal = self.rehearsal.clone();
        let found = match self.of_few(target, 1, &mut rehearsal)?.pop() {
            Some(found) => found,
            None => self.of_many(target, &mut rehearsal)?,
        };
        let is_reached = found.1 <= REACHED_METRES;
        let (weights, off) =
            if is_reached { found } else { self.nearest_motions(target, &mut rehearsal)?.swap_remove(0) };
        let inverted = self.inverted(target);
        let before = self.off_metres(rehearsal.measure(&inverted).map_err(BlendError::from)?, target);
        answer_of(target, weights, [before, off], &mut rehearsal)
    }

    /// Answers that get to a target with few examples each, those that extrapolate least first; none where that takes more. Whoever
    /// makes the motions can choose by what comes out.
    ///
    /// # Errors
    /// As [`Parametric::at`].
    pub fn choices(&self, target: &[f64]) -> Result<Vec<Answer>, ParametricError> {
        self.check(target)?;
        let mut rehearsal = self.rehearsal.clone();
        let found = self.of_few(target, CHOICES, &mut rehearsal)?;
        answers_of(target, found, &mut rehearsal)
    }

    /// The answer of as many examples as it takes to get to a target; `None` where none gets there.
    ///
    /// # Errors
    /// As [`Parametric::at`].
    pub fn broad(&self, target: &[f64]) -> Result<Option<Answer>, ParametricError> {
        self.check(target)?;
        let mut rehearsal = self.rehearsal.clone();
        let found = Some(self.of_many(target, &mut rehearsal)?).filter(|(_, off)| *off <= REACHED_METRES);
        Ok(answers_of(target, found, &mut rehearsal)?.pop())
    }

    /// Weights of simplices of examples that get to a target, those that extrapolate least first.
    fn of_few(
        &self,
        target: &[f64],
        most: usize,
        rehearsal: &mut Rehearsal,
    ) -> Result<Vec<(Vec<f64>, f64)>, ParametricError> {
        let mut found = Vec::new();
        for mut weights in
            simplices(&self.own(), target, &self.scales, self.settings.valid).into_iter().take(SIMPLICES)
        {
            let [_, off] = self.refine(target, &mut weights, 0, rehearsal)?;
            if off <= CLOSE_METRES {
                found.push((weights, off));
            }
            if found.len() >= most {
                break;
            }
        }
        found.sort_by(|(a, _), (b, _)| extrapolated(a).total_cmp(&extrapolated(b)));
        Ok(found)
    }

    /// Weights that get nearest to a target where no simplex gets there: of more examples, first without extrapolation.
    fn of_many(&self, target: &[f64], rehearsal: &mut Rehearsal) -> Result<(Vec<f64>, f64), ParametricError> {
        let (near, inverted) = (self.scales.len() + 1, self.inverted(target));
        let (mut weights, mut off) = self.nearest_motion(target, INSIDE * near, rehearsal)?;
        let least_extrapolated = weights.clone();
        for mut start in [least_extrapolated, inverted].into_iter().chain(self.nearest_samples(target)) {
            if off <= CLOSE_METRES {
                break;
            }
            let [_, found] = self.refine(target, &mut start, near, rehearsal)?;
            if found < off {
                (weights, off) = (start, found);
            }
        }
        if off > CLOSE_METRES {
            [_, off] = self.refine(target, &mut weights, STAND_INS * near, rehearsal)?;
        }
        Ok((weights, off))
    }

    /// A first answer, for a hand that drags: from the nearest samples, without trying others. It may be farther off than
    /// [`Parametric::at`] gets.
    ///
    /// # Errors
    /// As [`Parametric::at`].
    pub fn first(&self, target: &[f64]) -> Result<Answer, ParametricError> {
        self.check(target)?;
        self.refined(target, self.inverted(target), self.scales.len() + 1)
    }

    /// Weights near those of an answer, of the same examples, with which a blend measures `target`, or as near as these get. They change
    /// little by little with the target, while [`Parametric::at`] may choose other examples for the next one.
    ///
    /// # Errors
    /// As [`Parametric::at`].
    pub fn near(&self, answer: &Answer, target: &[f64]) -> Result<Answer, ParametricError> {
        self.check(target)?;
        self.refined(target, answer.weights.clone(), 0)
    }

    /// [`Parametric::near`] with more examples where the same do not get there.
    ///
    /// # Errors
    /// As [`Parametric::at`].
    pub fn near_with_more(&self, answer: &Answer, target: &[f64]) -> Result<Answer, ParametricError> {
        let mut found = self.near(answer, target)?;
        for stand_ins in [1, STAND_INS] {
            if found.off_metres <= CLOSE_METRES {
                break;
            }
            found = self.refined(target, answer.weights.clone(), stand_ins * (self.scales.len() + 1))?;
        }
        Ok(found)
    }

    /// The motions nearest to a target that are made without extrapolation, of few examples, so that they look like the action: what
    /// is answered where [`Parametric::at`] does not get to the target. The nearest comes first; the others are hardly farther off.
    ///
    /// # Errors
    /// As [`Parametric::at`].
    pub fn nearest(&self, target: &[f64]) -> Result<Vec<Answer>, ParametricError> {
        self.check(target)?;
        let mut rehearsal = self.rehearsal.clone();
        let found = self.nearest_motions(target, &mut rehearsal)?;
        answers_of(target, found, &mut rehearsal)
    }

    /// The answer that weights lead to, with those of the `near` nearest examples.
    fn refined(&self, target: &[f64], mut weights: Vec<f64>, near: usize) -> Result<Answer, ParametricError> {
        let mut rehearsal = self.rehearsal.clone();
        let offs = self.refine(target, &mut weights, near, &mut rehearsal)?;
        answer_of(target, weights, offs, &mut rehearsal)
    }

    /// Weights whose blends are about as near to a target as it gets without extrapolation and with d + 1 examples, the nearest first.
    fn nearest_motions(
        &self,
        target: &[f64],
        rehearsal: &mut Rehearsal,
    ) -> Result<Vec<(Vec<f64>, f64)>, ParametricError> {
        let mut found = self.without_extrapolation(target, self.scales.len() + 1, rehearsal)?;
        for sample in &self.samples[..self.clips.len()] {
            let mut weights = vec![0.0; self.clips.len()];
            sample.weights.iter().for_each(|&(n, weight)| weights[n.index()] = weight);
            found.push((weights, self.off_metres(&sample.parameters, target)));
        }
        found.sort_by(|(_, a), (_, b)| a.total_cmp(b));
        found.dedup_by(|(a, _), (b, _)| a == b);
        let enough = (1.0 + ABOUT_AS_NEAR) * found[0].1;
        found.retain(|(_, off)| *off <= enough);
        found.truncate(NEAREST_CHOICES);
        Ok(found)
    }

    /// The nearest of [`Parametric::without_extrapolation`].
    fn nearest_motion(
        &self,
        target: &[f64],
        count: usize,
        rehearsal: &mut Rehearsal,
    ) -> Result<(Vec<f64>, f64), ParametricError> {
        let found = self.without_extrapolation(target, count, rehearsal)?;
        Ok(found.into_iter().min_by(|(_, a), (_, b)| a.total_cmp(b)).expect("there is an example"))
    }

    /// Weights of at most `count` examples whose blends are near a target without extrapolation, and how far off they are. The examples
    /// nearest to the target are tried, and those of the mean of parameters that is nearest to it: they may lie on its other side.
    fn without_extrapolation(
        &self,
        target: &[f64],
        count: usize,
        rehearsal: &mut Rehearsal,
    ) -> Result<Vec<(Vec<f64>, f64)>, ParametricError> {
        let near = nearest(&self.own(), target, &self.scales, count);
        let mut found = Vec::new();
        let mut consider = |active: &[usize], mut weights: Vec<f64>| {
            let task = Task { target, scales: &self.scales, valid: Valid { beyond: 0.0 }, active };
            let [_, off] = refine(&task, &mut weights, rehearsal).map_err(BlendError::from)?;
            found.push((weights, off));
            Ok::<f64, ParametricError>(off)
        };
        for &start in near.iter().take(MORE_STARTS) {
            let mut weights = vec![0.0; self.clips.len()];
            weights[start] = 1.0;
            if consider(&near, weights)? <= CLOSE_METRES {
                break;
            }
        }
        let mean = nearest_mean(&self.own(), target, &self.scales, count);
        let active: Vec<usize> = (0..mean.len()).filter(|&n| mean[n] > 0.0).collect();
        consider(&active, mean)?;
        Ok(found)
    }

    /// The parameters of the examples.
    fn own(&self) -> Vec<Vec<f64>> {
        self.samples[..self.clips.len()].iter().map(|sample| sample.parameters.clone()).collect()
    }

    /// Moves weights, of the examples that have some and of the `near` nearest, until their blend measures the target; how far
    /// off it was and is.
    fn refine(
        &self,
        target: &[f64],
        weights: &mut [f64],
        near: usize,
        rehearsal: &mut Rehearsal,
    ) -> Result<[f64; 2], BlendError> {
        let active = self.active(weights, target, near);
        let mut own: Vec<f64> = active.iter().map(|&n| weights[n]).collect();
        if !self.settings.valid.holds(&own) {
            self.settings.valid.project(&mut own);
            active.iter().zip(own).for_each(|(&n, weight)| weights[n] = weight);
        }
        let task = Task { target, scales: &self.scales, valid: self.settings.valid, active: &active };
        Ok(refine(&task, weights, rehearsal)?)
    }

    /// Weights by the nearest samples.
    fn inverted(&self, target: &[f64]) -> Vec<f64> {
        let mut weights = vec![0.0; self.clips.len()];
        invert(&self.samples, target, &self.scales, &mut weights);
        weights
    }

    /// The weights of the samples nearest to a target.
    fn nearest_samples(&self, target: &[f64]) -> Vec<Vec<f64>> {
        let far = |sample: &BlendSample| distance(&sample.parameters, target, &self.scales);
        let mut samples: Vec<&BlendSample> = self.samples.iter().collect();
        samples.sort_by(|a, b| far(a).total_cmp(&far(b)));
        let weights = |sample: &BlendSample| {
            let mut weights = vec![0.0; self.clips.len()];
            sample.weights.iter().for_each(|&(n, weight)| weights[n.index()] = weight);
            weights
        };
        samples.into_iter().take(MORE_STARTS).map(weights).collect()
    }

    /// The examples that may take part: those that do, and the nearest, so that there is always room to move.
    fn active(&self, weights: &[f64], target: &[f64], near: usize) -> Vec<usize> {
        let mut active = nearest(&self.own(), target, &self.scales, near);
        active.extend((0..self.clips.len()).filter(|&n| weights[n] != 0.0));
        active.sort_unstable();
        active.dedup();
        active
    }
}

/// What a blend with some weights answers, and how far off it was `before` and is.
fn answer_of(
    target: &[f64],
    weights: Vec<f64>,
    [before, off]: [f64; 2],
    rehearsal: &mut Rehearsal,
) -> Result<Answer, ParametricError> {
    let reached = rehearsal.measure(&weights).map_err(BlendError::from)?.to_vec();
    let asked = target.to_vec();
    Ok(Answer { weights, asked, reached, off_metres: off, off_before_metres: before })
}

/// The answers of some weights that were found, each with how far off it is.
fn answers_of(
    target: &[f64],
    found: impl IntoIterator<Item = (Vec<f64>, f64)>,
    rehearsal: &mut Rehearsal,
) -> Result<Vec<Answer>, ParametricError> {
    let answer = |(weights, off)| answer_of(target, weights, [off, off], rehearsal);
    found.into_iter().map(answer).collect()
}
