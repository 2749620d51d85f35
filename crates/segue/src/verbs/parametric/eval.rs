//! How exactly a motion with controls does what is asked of it.

use segue_blend::quality::Quality;
use segue_blend::{CleanUp, InterpolateSettings, clean_up};
use segue_motion::Anatomy;
use segue_parametric::{Errors, Evaluation, Function, Parametric};
use serde::{Deserialize, Serialize};

use super::ParametricWork;
use crate::files::ParamPlace;
use crate::verbs::{Done, QualityFacts, Verb, VerbError, Watch};

/// Judge a motion with controls by random targets that some blend meets, before and after refining.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct ParametricEvalRequest {
    /// The motion: a file `*.segue-param`, or `LIB.segue#NAME`.
    pub motion: String,
    /// Targets that are asked for.
    pub targets: usize,
    /// Which random targets.
    pub seed: u64,
    /// The functions that the motion is controlled by, `function(NAME)`; a file does not hold them.
    #[serde(skip)]
    pub functions: Vec<Function>,
}

impl Default for ParametricEvalRequest {
    fn default() -> Self {
        Self { motion: String::new(), targets: 300, seed: 1, functions: Vec::new() }
    }
}

/// The answer to [`ParametricEvalRequest`].
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ParametricEvalAnswer {
    /// The errors.
    #[serde(flatten)]
    pub evaluation: EvaluationFacts,
    /// The numbers of some of the motions, their feet held.
    pub qualities: Vec<QualityFacts>,
}

/// How far off a motion with controls is.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct EvaluationFacts {
    /// Targets that were asked for.
    pub targets: usize,
    /// The errors of the nearest samples.
    pub before_mm: ErrorsMm,
    /// The errors after refining.
    pub after_mm: ErrorsMm,
    /// Whether all weights were valid.
    pub all_valid: bool,
}

/// The errors of many targets, in millimetres.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct ErrorsMm {
    /// Half of them are below this.
    pub median: f64,
    /// 90 of 100 are.
    pub percentile_90: f64,
    /// 99 of 100 are.
    pub percentile_99: f64,
    /// All are.
    pub largest: f64,
}

impl From<&Errors> for ErrorsMm {
    fn from(errors: &Errors) -> Self {
        Self {
            median: 1000.0 * errors.median,
            percentile_90: 1000.0 * errors.percentile_90,
            percentile_99: 1000.0 * errors.percentile_99,
            largest: 1000.0 * errors.largest,
        }
    }
}

impl From<&Evaluation> for EvaluationFacts {
    fn from(evaluation: &Evaluation) -> Self {
        Self {
            targets: evaluation.targets,
            before_mm: (&evaluation.before).into(),
            after_mm: (&evaluation.after).into(),
            all_valid: evaluation.all_valid,
        }
    }
}

/// Motions whose feet are looked at.
const JUDGED: u64 = 10;

impl Verb for ParametricEvalRequest {
    const NAME: &'static str = "parametric eval";
    type Answer = ParametricEvalAnswer;
    type Work = ParametricWork;

    fn run(&self, watch: &dyn Watch) -> Result<Done<Self>, VerbError> {
        let place = ParamPlace::parse(&self.motion);
        let parametric = place.read_with(&self.functions)?;
        let Some(evaluation) = parametric.evaluate(self.targets, self.seed)? else {
            return Err(VerbError::Request(format!("no random blend can be measured: {place}")));
        };
        let qualities = qualities(&parametric, self.seed, watch)?;
        let answer = ParametricEvalAnswer { evaluation: (&evaluation).into(), qualities };
        Ok(Done { answer, work: ParametricWork { parametric } })
    }
}

/// The numbers of some of the motions, their feet held.
fn qualities(parametric: &Parametric, seed: u64, watch: &dyn Watch) -> Result<Vec<QualityFacts>, VerbError> {
    let mut qualities = Vec::new();
    for number in 0..JUDGED {
        watch.go_on()?;
        let Some(target) = parametric.random_target(seed, number)? else { continue };
        let answer = parametric.at(&target)?;
        let (clip, trace) = parametric.blend_traced(&answer.weights, &InterpolateSettings::default())?;
        let held = clean_up(&clip, &trace, parametric.examples(), &CleanUp::default())?.clip;
        qualities.push((&Quality::of(&held, &Anatomy::of(held.skeleton()))).into());
    }
    Ok(qualities)
}
