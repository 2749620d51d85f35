//! A motion with controls.

use std::sync::Arc;

use segue_blend::{
    BlendError, Ensemble, InterpolateSettings, Trace, interpolate, interpolate_showing, interpolate_traced,
};
use segue_motion::{Clip, ClipSet};

use crate::rehearsal::Rehearsal;
use crate::sample::extent;
use crate::{BlendSample, BuildSettings, Measures, ParametricError};

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
}
