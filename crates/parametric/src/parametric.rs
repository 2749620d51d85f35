//! A motion with controls.

use std::sync::Arc;

use segue_blend::{
    BlendError, Ensemble, InterpolateSettings, Trace, interpolate, interpolate_showing, interpolate_traced,
};
use segue_motion::{Clip, ClipSet};

use crate::answer::REACHED_METRES;
use crate::invert::invert;
use crate::refine::{Task, nearest_mean, refine};
use crate::rehearsal::Rehearsal;
use crate::sample::{distance, extent, nearest};
use crate::{Answer, BlendSample, BuildSettings, Measures, ParametricError, Valid};

/// Farther off than this, in metres, it is tried from other samples too: steps from one place may end at the border of the valid
/// weights although others get there.
const CLOSE_METRES: f64 = 0.0005;

/// How many.
const MORE_STARTS: usize = 4;

/// How many times the examples that are needed take part where weights are not below 0: what is inside needs no extrapolation.
const INSIDE: usize = 2;

/// How many times the examples that are needed may take part where those do not get there.
const STAND_INS: usize = 3;

/// A motion that is controlled by what it does: examples, how they correspond, what is measured, and samples of what
/// blends measure (\[KG04\] §4).
///
/// All its clips are on one skeleton. The first samples are the examples themselves.
#[derive(Clone, Debug)]
pub struct Parametric {
    pub(crate) clips: ClipSet,
    pub(crate) ensemble: Arc<Ensemble>,
    pub(crate) measures: Measures,
    pub(crate) rehearsal: Rehearsal,
    pub(crate) scales: Vec<f64>,
    pub(crate) samples: Vec<BlendSample>,
    pub(crate) settings: BuildSettings,
}

impl Parametric {
    /// The examples.
    pub fn examples(&self) -> &ClipSet {
        &self.clips
    }

    /// The examples with their registration, laid out for playing.
    pub fn ensemble(&self) -> &Arc<Ensemble> {
        &self.ensemble
    }

    /// What is measured.
    pub fn measures(&self) -> &Measures {
        &self.measures
    }

    /// How it was made.
    pub fn settings(&self) -> &BuildSettings {
        &self.settings
    }

    /// Blends and what they measure; the first are the examples.
    pub fn samples(&self) -> &[BlendSample] {
        &self.samples
    }

    /// The least and the largest that samples reach of each parameter. Not everything between can be reached together.
    pub fn reach(&self) -> Vec<[f64; 2]> {
        let parameter = |d: usize| extent(self.samples.iter().map(|sample| sample.parameters[d]));
        (0..self.measures.dimensions()).map(parameter).collect()
    }

    /// The weights with which a blend measures `target`, or as near as valid weights get.
    ///
    /// # Errors
    /// When there is another number of parameters, or one is not finite.
    pub fn at(&self, target: &[f64]) -> Result<Answer, ParametricError> {
        self.check(target)?;
        let mut rehearsal = self.rehearsal.clone();
        let near = self.scales.len() + 1;
        let inverted = self.inverted(target);
        let before = self.off_metres(rehearsal.measure(&inverted).map_err(BlendError::from)?, target);
        let (mut weights, mut off) = self.nearest_motion(target, INSIDE * near, &mut rehearsal)?;
        let least_extrapolated = weights.clone();
        for mut start in [least_extrapolated, inverted].into_iter().chain(self.nearest_samples(target)) {
            if off <= CLOSE_METRES {
                break;
            }
            let [_, found] = self.refine(target, &mut start, near, &mut rehearsal)?;
            if found < off {
                (weights, off) = (start, found);
            }
        }
        if off > CLOSE_METRES {
            [_, off] = self.refine(target, &mut weights, STAND_INS * near, &mut rehearsal)?;
        }
        if off > REACHED_METRES {
            (weights, off) = self.nearest_motion(target, near, &mut rehearsal)?;
        }
        let reached = rehearsal.measure(&weights).map_err(BlendError::from)?.to_vec();
        let asked = target.to_vec();
        Ok(Answer { weights, asked, reached, off_metres: off, off_before_metres: before })
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

    /// Weights near those of an answer with which a blend measures `target`, or as near as valid weights get. They change little by
    /// little with the target, while [`Parametric::at`] may choose other examples for the next one.
    ///
    /// # Errors
    /// As [`Parametric::at`].
    pub fn near(&self, answer: &Answer, target: &[f64]) -> Result<Answer, ParametricError> {
        self.check(target)?;
        self.refined(target, answer.weights.clone(), STAND_INS * (self.scales.len() + 1))
    }

    /// The motion nearest to a target that is made without extrapolation, of few examples, so that it looks like the action: what is
    /// answered where [`Parametric::at`] does not get to the target.
    ///
    /// # Errors
    /// As [`Parametric::at`].
    pub fn nearest(&self, target: &[f64]) -> Result<Answer, ParametricError> {
        self.check(target)?;
        let mut rehearsal = self.rehearsal.clone();
        let (weights, off) = self.nearest_motion(target, self.scales.len() + 1, &mut rehearsal)?;
        let reached = rehearsal.measure(&weights).map_err(BlendError::from)?.to_vec();
        Ok(Answer { weights, asked: target.to_vec(), reached, off_metres: off, off_before_metres: off })
    }

    /// The answer that weights lead to, with those of the `near` nearest examples.
    fn refined(&self, target: &[f64], mut weights: Vec<f64>, near: usize) -> Result<Answer, ParametricError> {
        let mut rehearsal = self.rehearsal.clone();
        let [before, off] = self.refine(target, &mut weights, near, &mut rehearsal)?;
        let reached = rehearsal.measure(&weights).map_err(BlendError::from)?.to_vec();
        let asked = target.to_vec();
        Ok(Answer { weights, asked, reached, off_metres: off, off_before_metres: before })
    }

    /// Weights of at most `count` examples whose blend is nearest to a target without extrapolation, so that the motion looks like
    /// the action; and how far off it is. The examples nearest to the target are tried, and those of the mean of parameters that is
    /// nearest to it: they may lie on its other side.
    fn nearest_motion(
        &self,
        target: &[f64],
        count: usize,
        rehearsal: &mut Rehearsal,
    ) -> Result<(Vec<f64>, f64), ParametricError> {
        let near = nearest(&self.own(), target, &self.scales, count);
        let mut best: Option<(Vec<f64>, f64)> = None;
        let mut consider = |active: &[usize], mut weights: Vec<f64>| {
            let task = Task { target, scales: &self.scales, valid: Valid { beyond: 0.0 }, active };
            let [_, off] = refine(&task, &mut weights, rehearsal).map_err(BlendError::from)?;
            if best.as_ref().is_none_or(|(_, least)| off < *least) {
                best = Some((weights, off));
            }
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
        Ok(best.expect("there is an example"))
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

    /// The blend with some weights.
    ///
    /// # Errors
    /// When the weights or the rate cannot be used.
    pub fn blend(&self, weights: &[f64], settings: &InterpolateSettings) -> Result<Clip, BlendError> {
        interpolate(&self.ensemble, weights, settings)
    }

    /// The blend with some weights, and how each of its frames was made of the examples, which
    /// [`clean_up`](segue_blend::clean_up) asks for.
    ///
    /// # Errors
    /// As [`Parametric::blend`].
    pub fn blend_traced(
        &self,
        weights: &[f64],
        settings: &InterpolateSettings,
    ) -> Result<(Clip, Trace), BlendError> {
        interpolate_traced(&self.ensemble, weights, settings)
    }

    /// [`Parametric::blend_traced`] with a frame exactly at each of some moments, in seconds from the start, and the moment of every
    /// frame ([`interpolate_showing`]).
    ///
    /// # Errors
    /// As [`Parametric::blend`].
    pub fn blend_showing(
        &self,
        weights: &[f64],
        settings: &InterpolateSettings,
        moments: &[f64],
    ) -> Result<(Clip, Trace, Vec<f64>), BlendError> {
        interpolate_showing(&self.ensemble, weights, settings, moments)
    }

    /// Refuses what is not a target.
    pub(crate) fn check(&self, target: &[f64]) -> Result<(), ParametricError> {
        let (found, expected) = (target.len(), self.measures.dimensions());
        if found != expected {
            return Err(ParametricError::Dimensions { found, expected, names: self.measures.names() });
        }
        match target.iter().position(|value| !value.is_finite()) {
            None => Ok(()),
            Some(d) => Err(ParametricError::NotFinite {
                parameter: self.measures.names().swap_remove(d),
                found: target[d],
            }),
        }
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
