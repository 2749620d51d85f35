//! The motion that does what is asked.

use segue_blend::InterpolateSettings;
use segue_parametric::{Answer, Parametric};
use serde::{Deserialize, Serialize};

use crate::files::ParamPlace;
use crate::verbs::{Done, Made, MadeFacts, MakeRequest, Verb, VerbError, Watch};

/// Make the motion that does what is asked, or several from one target to another. What cannot be done gets the nearest
/// that can.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct ParametricAtRequest {
    /// The motion with controls: a file `*.segue-param`, or `LIB.segue#NAME`.
    pub motion: String,
    /// What the result should measure, in the order of the parameters.
    pub target: Vec<f64>,
    /// Make several motions, from the target to this one.
    pub sweep: Option<Vec<f64>>,
    /// Motions of a sweep, at least 2.
    pub steps: usize,
    /// How they are made.
    pub make: MakeRequest,
}

impl Default for ParametricAtRequest {
    fn default() -> Self {
        Self {
            motion: String::new(),
            target: Vec::new(),
            sweep: None,
            steps: 9,
            make: MakeRequest::default(),
        }
    }
}

/// What came of [`ParametricAtRequest`].
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ParametricAtAnswer {
    /// The motions: one, or those of a sweep in order.
    pub motions: Vec<AskedMotion>,
}

/// A motion that was asked for by what it measures.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct AskedMotion {
    /// What was asked for.
    pub asked: Vec<f64>,
    /// What the blend measures.
    pub reached: Vec<f64>,
    /// How far that is off.
    pub off_mm: f64,
    /// How far it was off before it was refined.
    pub off_before_mm: f64,
    /// Whether what was asked for can be done; otherwise this is the nearest that can.
    pub is_reached: bool,
    /// The weights of the examples.
    pub weights: Vec<f64>,
    /// The motion.
    pub made: MadeFacts,
}

impl Verb for ParametricAtRequest {
    const NAME: &'static str = "parametric at";
    type Answer = ParametricAtAnswer;
    type Work = Vec<Made>;

    fn run(&self, watch: &dyn Watch) -> Result<Done<Self>, VerbError> {
        let parametric = ParamPlace::parse(&self.motion).read()?;
        let targets = self.targets(&parametric)?;
        let (mut motions, mut work) = (Vec::new(), Vec::new());
        for (n, target) in targets.iter().enumerate() {
            let number = format!("{:02}", n + 1);
            watch.step(&number, n + 1, targets.len())?;
            let answer = parametric.at(target)?;
            let name = if self.sweep.is_some() { number.as_str() } else { "parametric" };
            let made = self.make(&parametric, &answer, name)?;
            motions.push(AskedMotion::of(answer, made.facts()));
            work.push(made);
        }
        Ok(Done { answer: ParametricAtAnswer { motions }, work })
    }
}

impl ParametricAtRequest {
    /// The target, or those from it to the end of a sweep.
    fn targets(&self, parametric: &Parametric) -> Result<Vec<Vec<f64>>, VerbError> {
        let Some(end) = &self.sweep else { return Ok(vec![self.target.clone()]) };
        if self.steps < 2 {
            return Err(VerbError::Request(format!("a sweep has 2 motions or more, not {}", self.steps)));
        }
        // Both ends are checked before anything is made.
        parametric.at(&self.target)?;
        parametric.at(end)?;
        let at = |step: usize| {
            let share = step as f64 / (self.steps - 1) as f64;
            self.target.iter().zip(end).map(|(from, to)| from + (to - from) * share).collect()
        };
        Ok((0..self.steps).map(at).collect())
    }

    fn make(&self, parametric: &Parametric, answer: &Answer, name: &str) -> Result<Made, VerbError> {
        let settings = InterpolateSettings { player: self.make.player(false), rate_hz: self.make.rate_hz };
        let clip = parametric.blend(&answer.weights, &settings)?;
        if self.sweep.is_none() {
            return self.make.finish(clip, name, None);
        }
        MakeRequest { name: None, ..self.make.clone() }.finish(clip, name, None)
    }
}

impl AskedMotion {
    fn of(answer: Answer, made: MadeFacts) -> Self {
        let is_reached = answer.is_reached();
        Self {
            asked: answer.asked,
            reached: answer.reached,
            off_mm: 1000.0 * answer.off_metres,
            off_before_mm: 1000.0 * answer.off_before_metres,
            is_reached,
            weights: answer.weights,
            made,
        }
    }
}
