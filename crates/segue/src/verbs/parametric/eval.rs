//! How exactly a motion with controls does what is asked of it.

use segue_parametric::{Errors, Evaluation, Function, Parametric};
use serde::{Deserialize, Serialize};

use super::{AskedMotion, ParametricAtRequest, ParametricWork};
use crate::files::ParamPlace;
use crate::verbs::{Done, QualityFacts, Silent, Verb, VerbError, Warm as _, Watch};

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
    /// The errors of some of the motions as they would be written: feet held, each measured at its own apex.
    pub written_mm: ErrorsMm,
    /// The numbers of these motions.
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

/// Motions that are made.
const JUDGED: u64 = 10;

impl Verb for ParametricEvalRequest {
    const NAME: &'static str = "parametric eval";
    type Answer = ParametricEvalAnswer;
    type Work = ParametricWork;

    fn run(&self, watch: &dyn Watch) -> Result<Done<Self>, VerbError> {
        let place = ParamPlace::parse(&self.motion);
        let parametric = place.read_with(&self.functions)?;
        let motions = made(&parametric, self.seed, watch)?;
        let off = |motion: &AskedMotion| parametric.off_metres(&motion.reached, &motion.asked);
        let written = Errors::of(motions.iter().map(off).collect());
        let Some((evaluation, written)) = parametric.evaluate(self.targets, self.seed)?.zip(written) else {
            return Err(VerbError::Request(format!("no random blend can be measured: {place}")));
        };
        let qualities = motions.into_iter().map(|motion| motion.made.quality).collect();
        let answer = ParametricEvalAnswer {
            evaluation: (&evaluation).into(),
            written_mm: (&written).into(),
            qualities,
        };
        Ok(Done { answer, work: ParametricWork { parametric } })
    }
}

/// Some of the motions, as they would be written.
fn made(parametric: &Parametric, seed: u64, watch: &dyn Watch) -> Result<Vec<AskedMotion>, VerbError> {
    let mut made = Vec::new();
    for number in 0..JUDGED {
        watch.go_on()?;
        let Some(target) = parametric.random_target(seed, number)? else { continue };
        let request = ParametricAtRequest { target, ..ParametricAtRequest::default() };
        made.append(&mut request.run_on(parametric, &Silent)?.answer.motions);
    }
    Ok(made)
}
