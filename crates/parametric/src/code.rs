//! Parameterized motions as bytes.
//!
//! A container ([`segue_store`]) with the registration of the examples, the measure as text, how it was made, what the
//! examples measure, and the samples. Of a sample only the number of its try is kept, which gives its weights again, and by
//! how much it measures something else than the weighted mean of its examples, rounded. The examples themselves are not in
//! it: whoever stores it keeps them beside it.

use std::sync::Arc;

use segue_blend::{Ensemble, EnsembleError};
use segue_motion::{ClipId, ClipSet};
use segue_register::Registration;
use segue_store::{ContainerError, FileKind, Reader, Writer};

use crate::rehearsal::Rehearsal;
use crate::sample::weights_of_try;
use crate::{BlendSample, BuildSettings, Function, MeasureError, Measures, Parametric, Valid};

const KIND: FileKind = FileKind {
    tag: *b"PAR",
    name: "a parameterized motion without its examples",
    version: 3,
    // Far more samples than anybody waits for.
    largest: 1 << 28,
    remedy: "build it again",
};

/// Steps in which samples are kept, as a share of the distance below which two are one: far below how exact their mean is.
const ROUNDING: f64 = 1.0 / 16.0;

/// Why bytes are not a parameterized motion of the given examples.
#[derive(Debug, thiserror::Error)]
pub enum ParametricFileError {
    /// Not a parameterized motion, of another version, cut off or damaged.
    #[error(transparent)]
    Stored(#[from] ContainerError),
    /// The registration is not that of the examples.
    #[error(transparent)]
    Registration(#[from] segue_register::RegistrationFileError),
    /// The measure is not one of the figure.
    #[error(transparent)]
    Measure(#[from] MeasureError),
    /// The examples cannot be laid out for playing.
    #[error(transparent)]
    Ensemble(#[from] EnsembleError),
}

impl Parametric {
    /// The motion as bytes, without its examples.
    pub fn encode(&self) -> Vec<u8> {
        let mut body = Writer::default();
        body.block(&self.ensemble.registration().encode(&self.clips.standing_alone()));
        body.block(self.measures.text().as_bytes());
        self.measures.given().flat_map(|(_, values)| values).for_each(|&value| body.number(value));
        body.count(self.settings.tries);
        body.whole(self.settings.seed);
        body.number(self.settings.valid.beyond);
        body.number(self.settings.tolerance_metres);
        let (examples, tries) = self.samples.split_at(self.clips.len());
        examples.iter().flat_map(|sample| &sample.parameters).for_each(|&value| body.number(value));
        body.count(tries.len());
        let rounding = Rounding::new(&self.scales, &self.settings);
        rounding.write(examples, tries, &mut body);
        KIND.pack(&body.0)
    }

    /// Reads what [`Parametric::encode`] wrote, for the clips of [`Parametric::examples`] in the same order.
    ///
    /// # Errors
    /// [`ParametricFileError`]: the bytes are damaged or another kind of file, the examples are other clips, or the motion
    /// is controlled by a function of its maker's own ([`Parametric::decode_with`]).
    pub fn decode(bytes: &[u8], examples: ClipSet) -> Result<Self, ParametricFileError> {
        Self::decode_with(bytes, examples, &[])
    }

    /// [`Parametric::decode`] of a motion that is controlled by functions of one's own, which are not in the bytes.
    ///
    /// # Errors
    /// As [`Parametric::decode`], and when one of the functions is missing or one too many.
    pub fn decode_with(
        bytes: &[u8],
        examples: ClipSet,
        functions: &[Function],
    ) -> Result<Self, ParametricFileError> {
        let body = KIND.unpack(bytes)?;
        let mut body = Reader(&body);
        let registration = body.block().ok_or_else(|| KIND.damaged("the registration"))?;
        let registration = Registration::decode(registration, &examples)?;
        let text = body.block().and_then(|text| std::str::from_utf8(text).ok());
        let measures = Measures::parse(text.ok_or_else(|| KIND.damaged("the measure"))?)?;
        let measures = functions.iter().cloned().try_fold(measures, Measures::with_function)?;
        let given = read_given(&mut body, measures, examples.len());
        let measures = given.ok_or_else(|| KIND.damaged("a value that was given"))?;
        let settings = read_settings(&mut body, &registration);
        let settings = settings.ok_or_else(|| KIND.damaged("how it was made"))?;
        let scales: Vec<f64> = measures.units().iter().map(|unit| unit.metres()).collect();
        let read = read_samples(&mut body, examples.len(), &scales, &settings);
        let samples = read.ok_or_else(|| KIND.damaged("the samples"))?;
        Self::assembled(examples, registration, measures, samples, settings)
    }

    fn assembled(
        clips: ClipSet,
        registration: Registration,
        measures: Measures,
        samples: Vec<BlendSample>,
        settings: BuildSettings,
    ) -> Result<Self, ParametricFileError> {
        let reference = registration.reference();
        let resolved = measures.resolve(&clips[reference], reference, registration.timewarp())?;
        let ensemble = Arc::new(Ensemble::new(&clips, registration)?);
        let rehearsal = Rehearsal::new(&ensemble, Arc::new(resolved));
        let scales = measures.units().iter().map(|unit| unit.metres()).collect();
        Ok(Self { clips, ensemble, measures, rehearsal, scales, samples, settings })
    }
}

/// How samples are rounded: each number to a multiple of its step.
struct Rounding {
    steps: Vec<f64>,
}

impl Rounding {
    fn new(scales: &[f64], settings: &BuildSettings) -> Self {
        // Without a tolerance a millimetre.
        let metres =
            ROUNDING * if settings.tolerance_metres > 0.0 { settings.tolerance_metres } else { 0.016 };
        Self { steps: scales.iter().map(|scale| metres / scale).collect() }
    }

    fn write(&self, examples: &[BlendSample], tries: &[BlendSample], body: &mut Writer) {
        let mut before = 0;
        for sample in tries {
            body.short(i64::from(sample.number) - before);
            before = i64::from(sample.number);
        }
        // One parameter after the other, which is packed more tightly.
        for (d, step) in self.steps.iter().enumerate() {
            for sample in tries {
                let mean = mean(examples, &sample.weights, d);
                body.short(((sample.parameters[d] - mean) / step).round() as i64);
            }
        }
    }

    fn read(&self, tries: &mut [BlendSample], examples: &[BlendSample], body: &mut Reader<'_>) -> Option<()> {
        for (d, step) in self.steps.iter().enumerate() {
            for sample in &mut *tries {
                let value = mean(examples, &sample.weights, d) + step * body.short()? as f64;
                sample.parameters.push(Some(value).filter(|value| value.is_finite())?);
            }
        }
        Some(())
    }
}

/// The weighted mean of a parameter of examples.
fn mean(examples: &[BlendSample], weights: &[(ClipId, f64)], parameter: usize) -> f64 {
    weights.iter().map(|&(n, weight)| weight * examples[n.index()].parameters[parameter]).sum()
}

/// The measures with the values that were given to the examples.
fn read_given(body: &mut Reader<'_>, measures: Measures, examples: usize) -> Option<Measures> {
    let names: Vec<String> = measures.given().map(|(name, _)| name.to_owned()).collect();
    names.iter().try_fold(measures, |measures, name| {
        let values = (0..examples).map(|_| body.number()).collect::<Option<Vec<_>>>()?;
        measures.with_given(name, values).ok()
    })
}

fn read_settings(body: &mut Reader<'_>, registration: &Registration) -> Option<BuildSettings> {
    let tries = body.count()?;
    let seed = body.whole()?;
    let beyond = body.number().filter(|beyond| (0.0..=1.0).contains(beyond))?;
    let tolerance_metres = body.number()?;
    let register = registration.settings().clone();
    Some(BuildSettings { tries, seed, valid: Valid { beyond }, tolerance_metres, register })
}

/// All samples; the first are those of the examples.
fn read_samples(
    body: &mut Reader<'_>,
    count: usize,
    scales: &[f64],
    settings: &BuildSettings,
) -> Option<Vec<BlendSample>> {
    let own = |body: &mut Reader<'_>| scales.iter().map(|_| body.number()).collect::<Option<Vec<_>>>();
    let own = (0..count).map(|_| own(body)).collect::<Option<Vec<_>>>()?;
    let mut number = 0;
    let mut tries = Vec::new();
    for _ in 0..body.length(1 + scales.len())? {
        number =
            body.short().and_then(|more| u32::try_from(more.checked_add(number)?).ok()).map(i64::from)?;
        let weights = weights_of_try(number as u32, &own, scales, settings);
        tries.push(BlendSample { parameters: Vec::new(), weights, number: number as u32 });
    }
    let mut samples: Vec<BlendSample> =
        own.into_iter().enumerate().map(|(n, parameters)| BlendSample::of_example(n, parameters)).collect();
    Rounding::new(scales, settings).read(&mut tries, &samples, body)?;
    samples.extend(tries);
    body.0.is_empty().then_some(samples)
}
