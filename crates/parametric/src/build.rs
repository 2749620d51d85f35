//! How a parameterized motion is made.

use std::sync::Arc;

use segue_blend::Ensemble;
use segue_motion::{ClipId, ClipSet};
use segue_register::{RegisterSettings, register_through};

use crate::rehearsal::Rehearsal;
use crate::sample::{extent, samples};
use crate::{Measures, Parametric, ParametricError, Valid};

/// How a parameterized motion is made.
#[derive(Clone, Debug, PartialEq)]
pub struct BuildSettings {
    /// Random blends that are measured. 1000: as in \[KG04\] §4.2; half of them are kept.
    pub tries: usize,
    /// Which of all possible random blends.
    pub seed: u64,
    /// Which weights are valid.
    pub valid: Valid,
    /// Samples nearer to each other than this are one, in metres. 0.0127: half an inch, as in \[KG04\] §4.2.
    pub tolerance_metres: f64,
    /// How the examples are registered; without a reference the first is it.
    pub register: RegisterSettings,
}

impl Default for BuildSettings {
    fn default() -> Self {
        // A search has found that the examples belong together; those farthest apart may not look it.
        let register = RegisterSettings { force: true, ..RegisterSettings::default() };
        Self { tries: 1000, seed: 1, valid: Valid::default(), tolerance_metres: 0.0127, register }
    }
}

/// Parameters that differ by less than this, in metres, are the same: no hand or eye tells them apart.
const SAME_METRES: f64 = 0.001;

impl BuildSettings {
    fn check(&self) -> Result<(), ParametricError> {
        let within = |name, found: f64, range: std::ops::RangeInclusive<f64>, allowed| {
            if range.contains(&found) {
                Ok(())
            } else {
                Err(ParametricError::Setting { name, found, allowed })
            }
        };
        within("tries", self.tries as f64, 0.0..=1e6, "0 to 1000000")?;
        within("beyond", self.valid.beyond, 0.0..=1.0, "0 to 1")?;
        within("tolerance_metres", self.tolerance_metres, 0.0..=1.0, "0 to 1")
    }
}

impl Parametric {
    /// Makes a parameterized motion of examples.
    ///
    /// `links` are pairs of examples that are known to be alike, such as the edges of a match graph; none stands for all
    /// pairs. Examples that are far apart are registered through those in between
    /// ([`register_through`](segue_register::register_through)).
    ///
    /// # Errors
    /// When the text is no measure of the figure, the examples are too few, cannot be registered, do not differ in a
    /// parameter, or one has none.
    pub fn build(
        examples: &ClipSet,
        links: &[[ClipId; 2]],
        measure: &str,
        settings: &BuildSettings,
    ) -> Result<Self, ParametricError> {
        Self::build_measuring(examples, links, Measures::parse(measure)?, settings)
    }

    /// [`Parametric::build`] with measures that have values given to the examples, or functions of one's own. Where all is
    /// given, the examples are the only samples.
    ///
    /// # Errors
    /// As [`Parametric::build`].
    pub fn build_measuring(
        examples: &ClipSet,
        links: &[[ClipId; 2]],
        measures: Measures,
        settings: &BuildSettings,
    ) -> Result<Self, ParametricError> {
        settings.check()?;
        let (found, dimensions) = (examples.len(), measures.dimensions());
        if found < dimensions + 1 {
            return Err(ParametricError::TooFew { found, dimensions });
        }
        let clips = examples.clone();
        let registration = register_through(&clips, links, &settings.register)?;
        let reference = registration.reference();
        let resolved = measures.resolve(&clips[reference], reference, registration.timewarp())?;
        let ensemble = Arc::new(Ensemble::new(&clips, registration)?);
        let rehearsal = Rehearsal::new(&ensemble, Arc::new(resolved));
        let own = own_parameters(&clips, &measures, &mut rehearsal.clone())?;
        check_spread(&own, &measures)?;
        let scales: Vec<f64> = measures.units().iter().map(|unit| unit.metres()).collect();
        let tries = if measures.are_given() { 0 } else { settings.tries };
        let samples = samples(own, &scales, &BuildSettings { tries, ..settings.clone() }, &rehearsal);
        Ok(Self { clips, ensemble, measures, rehearsal, scales, samples, settings: settings.clone() })
    }
}

/// What each example measures.
fn own_parameters(
    clips: &ClipSet,
    measures: &Measures,
    rehearsal: &mut Rehearsal,
) -> Result<Vec<Vec<f64>>, ParametricError> {
    let mut all = Vec::with_capacity(clips.len());
    for (id, clip) in clips.iter() {
        let mut weights = vec![0.0; clips.len()];
        weights[id.index()] = 1.0;
        let values = rehearsal.measure(&weights).map_err(segue_blend::BlendError::from)?.to_vec();
        if let Some(d) = values.iter().position(|value| !value.is_finite()) {
            let parameter = measures.names().swap_remove(d);
            return Err(ParametricError::Undefined { parameter, clip: clip.name().to_owned() });
        }
        all.push(values);
    }
    Ok(all)
}

/// Refuses parameters that all examples share.
fn check_spread(own: &[Vec<f64>], measures: &Measures) -> Result<(), ParametricError> {
    for (d, unit) in measures.units().into_iter().enumerate() {
        let [low, high] = extent(own.iter().map(|values| values[d]));
        if unit.metres() * (high - low) < SAME_METRES {
            let parameter = measures.names().swap_remove(d);
            return Err(ParametricError::AllSame { parameter, value: f64::midpoint(low, high) });
        }
    }
    Ok(())
}
