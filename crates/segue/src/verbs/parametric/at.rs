//! The motion that does what is asked.

use segue_blend::InterpolateSettings;
use segue_formats::Note;
use segue_parametric::{Answer, Function, Parametric, ReadAt, Unit};
use serde::{Deserialize, Serialize};

use super::looks::{MOVED_METRES, STANDS_MM};
use super::meet::{Held, Maker, Met, Plan, REACHED_METRES, meet};
use crate::PlayedMotion;
use crate::files::ParamPlace;
use crate::verbs::{
    Done, DraftMotion, DraftReached, Drafts, Made, MadeFacts, MakeRequest, Verb, VerbError, Warm, Watch,
};

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
    /// The functions that the motion is controlled by, `function(NAME)`; a file does not hold them.
    #[serde(skip)]
    pub functions: Vec<Function>,
}

impl Default for ParametricAtRequest {
    fn default() -> Self {
        Self {
            motion: String::new(),
            target: Vec::new(),
            sweep: None,
            steps: 9,
            make: MakeRequest::default(),
            functions: Vec::new(),
        }
    }
}

/// The answer to [`ParametricAtRequest`].
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ParametricAtAnswer {
    /// The motions: one, or those of a sweep in order.
    pub motions: Vec<AskedMotion>,
}

/// A motion that was asked for by what it measures. All numbers are those of the motion as it is written: after its feet were
/// held, at its own rate, its moments found again in it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct AskedMotion {
    /// What was asked for.
    pub asked: Vec<f64>,
    /// What the motion measures.
    pub reached: Vec<f64>,
    /// By how much more that is than was asked for, in the units of the parameters.
    pub off: Vec<f64>,
    /// What each parameter is.
    pub names: Vec<String>,
    /// The unit of each, as people write it; empty for a plain number.
    pub units: Vec<String>,
    /// When each was read in the motion, where that is one moment.
    pub moments: Vec<Option<MomentFacts>>,
    /// The distance from what was asked for, where all parameters are lengths.
    pub off_mm: Option<f64>,
    /// Whether what was asked for can be done; otherwise this is the nearest that can.
    pub is_reached: bool,
    /// By how much parts of the body were moved to meet it, beside what the blend does, in millimetres.
    pub corrected_mm: f64,
    /// The weights of the examples.
    pub weights: Vec<f64>,
    /// The motion.
    pub made: MadeFacts,
}

/// A moment of a motion.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct MomentFacts {
    /// The moment.
    pub secs: f64,
    /// The frame.
    pub frame: usize,
}

impl Verb for ParametricAtRequest {
    const NAME: &'static str = "parametric at";
    type Answer = ParametricAtAnswer;
    type Work = Vec<Made>;

    fn run(&self, watch: &dyn Watch) -> Result<Done<Self>, VerbError> {
        self.run_on(&self.ready(watch)?, watch)
    }
}

impl Warm for ParametricAtRequest {
    type Ready = Parametric;

    fn basis(&self) -> Self {
        Self { motion: self.motion.clone(), functions: self.functions.clone(), ..Self::default() }
    }

    fn ready(&self, _: &dyn Watch) -> Result<Parametric, VerbError> {
        Ok(ParamPlace::parse(&self.motion).read_with(&self.functions)?)
    }

    fn run_on(&self, parametric: &Parametric, watch: &dyn Watch) -> Result<Done<Self>, VerbError> {
        let targets = self.targets(parametric)?;
        let (mut motions, mut work) = (Vec::new(), Vec::new());
        for (n, target) in targets.iter().enumerate() {
            let number = format!("{:02}", n + 1);
            watch.step(&number, n + 1, targets.len())?;
            let name = if self.sweep.is_some() { number.as_str() } else { "parametric" };
            let met = meet(parametric, target, &Making { request: self, parametric })?;
            warn(&met, watch);
            let made = self.made(parametric, &met.held, name, watch);
            warn_of_drift(&met, &made, watch);
            motions.push(AskedMotion::of(parametric, target, &met, &made));
            work.push(made);
        }
        Ok(Done { answer: ParametricAtAnswer { motions }, work })
    }
}

impl Drafts for ParametricAtRequest {
    /// The first motion; of a sweep there is no other draft.
    fn draft(&self, parametric: &Parametric) -> Result<DraftMotion, VerbError> {
        let answer = parametric.first(&self.target)?;
        let (motion, _) = self.played(parametric, &answer, &[])?;
        let clip = self.make.placed(motion.wanted(&motion.clip), &motion, (parametric.examples(), &[]));
        let is_reached = answer.is_reached();
        let reached = DraftReached { values: answer.reached, is_reached };
        Ok(DraftMotion { clip, u: Vec::new(), reached: Some(reached) })
    }
}

/// Warns when the motion could not be measured by itself, or was moved far to meet its target.
fn warn(met: &Met, watch: &dyn Watch) {
    let moved = met.plan.correction.metres();
    if moved > MOVED_METRES {
        let text = format!(
            "blends alone miss the target: parts of the body were moved by {:.1} cm to meet it; look at the motion, or add an \
             example near the target",
            100.0 * moved
        );
        watch.note(&Note::warning(text), None);
    }
    if let Err(error) = &met.found_again {
        let text =
            format!("{error} after its feet were held, so what it measures is that of the blend before");
        watch.note(&Note::warning(text), None);
    }
}

/// Warns of feet that drift although they were to stand. One example alone is that capture, whatever its feet do.
fn warn_of_drift(met: &Met, made: &Made, watch: &dyn Watch) {
    let is_mixed = met.plan.answer.weights.iter().filter(|weight| **weight != 0.0).count() > 1;
    let drift_mm = made.quality().skate.map_or(0.0, |skate| skate.worst_drift_mm);
    if is_mixed && met.held.cleaned.is_some() && drift_mm > STANDS_MM {
        let text = format!(
            "a planted foot drifts by {drift_mm:.0} mm: held, it would make a knee snap; look at the motion, or add an example near \
             the target"
        );
        watch.note(&Note::warning(text), None);
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

    /// The blend, its feet not held yet, and the moments of its frames.
    fn played(
        &self,
        parametric: &Parametric,
        answer: &Answer,
        shown: &[f64],
    ) -> Result<(PlayedMotion, Vec<f64>), VerbError> {
        let settings = InterpolateSettings { player: self.make.player(false), rate_hz: self.make.rate_hz };
        let (clip, trace, times) = parametric.blend_showing(&answer.weights, &settings, shown)?;
        Ok((PlayedMotion { clip, trace, lap: None }, times))
    }

    /// The motion that was met, judged.
    fn made(&self, parametric: &Parametric, held: &Held, name: &str, watch: &dyn Watch) -> Made {
        let own = if self.sweep.is_none() { self.make.name.clone() } else { None };
        let make = MakeRequest { name: own, ..self.make.clone() };
        let Held { motion, cleaned, .. } = held;
        make.judged(motion, cleaned.clone(), (parametric.examples(), &[]), (name, None), watch)
    }
}

/// Makes the motions of a request.
struct Making<'a> {
    request: &'a ParametricAtRequest,
    parametric: &'a Parametric,
}

impl Maker for Making<'_> {
    fn make(&self, plan: &Plan) -> Result<Held, VerbError> {
        let (make, examples) = (&self.request.make, self.parametric.examples());
        let (mut motion, times) = self.request.played(self.parametric, &plan.answer, &plan.shown)?;
        let mut cleaned = make.held_shifted(&motion, examples, &plan.correction.shifts)?;
        let body = cleaned.as_mut().map_or(&mut motion.clip, |cleaned| &mut cleaned.clip);
        *body = plan.correction.bend(body, examples)?;
        let body = cleaned.as_ref().map_or(&motion.clip, |cleaned| &cleaned.clip);
        let clip = make.placed(motion.wanted(body), &motion, (examples, &[]));
        Ok(Held { motion, cleaned, clip, times })
    }
}

impl AskedMotion {
    fn of(parametric: &Parametric, target: &[f64], met: &Met, made: &Made) -> Self {
        let (measures, reached) = (parametric.measures(), met.values.clone());
        let units = measures.units();
        let all_lengths = units.iter().all(|unit| *unit == Unit::Metres);
        let moment =
            |moment: &Option<ReadAt>| moment.map(|at| MomentFacts { secs: at.secs, frame: at.frame });
        Self {
            asked: target.to_vec(),
            off: reached.iter().zip(target).map(|(reached, asked)| reached - asked).collect(),
            reached,
            names: measures.names(),
            units: units.iter().map(ToString::to_string).collect(),
            moments: met.moments.iter().map(moment).collect(),
            off_mm: all_lengths.then_some(1000.0 * met.off_metres),
            is_reached: met.off_metres <= REACHED_METRES,
            corrected_mm: 1000.0 * met.plan.correction.metres(),
            weights: met.plan.answer.weights.clone(),
            made: made.facts(),
        }
    }
}
