//! Motions that measure what was asked for as they are written.

use segue_blend::Cleaned;
use segue_motion::Clip;
use segue_parametric::{Answer, ClipMeasures, Correction, MeasureError, Parametric, ParametricError, ReadAt};

use super::looks::Looks;
use crate::PlayedMotion;
use crate::verbs::VerbError;

/// How a motion is to be made.
#[derive(Clone)]
pub(super) struct Plan {
    /// The weights.
    pub(super) answer: Answer,
    /// What is moved beside.
    pub(super) correction: Correction,
    /// The moments that have a frame, in seconds from the start.
    pub(super) shown: Vec<f64>,
}

/// A motion with its feet held, not judged yet: only the last attempt is worth that.
pub(super) struct Held {
    pub(super) motion: PlayedMotion,
    /// With its feet held, if they are.
    pub(super) cleaned: Option<Cleaned>,
    /// As it is written, but for its name.
    pub(super) clip: Clip,
    /// The moment of each frame, in seconds of the blend.
    pub(super) times: Vec<f64>,
}

/// A motion as it is written, and what it measures.
pub(super) struct Met {
    pub(super) plan: Plan,
    pub(super) held: Held,
    /// What it measures.
    pub(super) values: Vec<f64>,
    /// When, where that is one moment.
    pub(super) moments: Vec<Option<ReadAt>>,
    /// How far that is from what was asked for.
    pub(super) off_metres: f64,
    /// Why it could not be measured by itself, if so.
    pub(super) found_again: Result<(), MeasureError>,
}

/// Farther off than this was not reached: about what is seen.
pub(super) const REACHED_METRES: f64 = 0.005;

/// Nearer than this, the rest is better left to a correction than to other weights.
const NEAR_METRES: f64 = 0.002;

/// Nearer than this is near enough.
const CLOSE_METRES: f64 = 5e-5;

/// Attempts with other weights: two or three are usual.
const AIMS: usize = 6;

/// An attempt that is worse than the best is followed by one this much nearer to it.
const SHORTER: f64 = 0.5;

/// Attempts with another correction. Of several moments that are nearly the farthest out each is moved in its turn.
const CORRECTIONS: usize = 10;

/// Attempts in which frames may still be moved to where something is extreme: what holds feet may answer a moved frame with another
/// extreme, and so on.
const PLACINGS: usize = 3;

/// A frame this near to where something is extreme is left where it is, in frames.
const OFF_FRAME: f64 = 0.2;

/// A correction larger than this, in metres, makes another motion of it.
const MOST_METRES: f64 = 0.05;

/// How motions are made.
pub(super) trait Maker {
    fn make(&self, plan: &Plan) -> Result<Held, VerbError>;
}

/// Makes a motion that measures `target` as it is written. Holding feet moves what was aimed at, and the motion's own apex is
/// not where those of its examples are. So it is aimed again with weights near those before, and what is left then is made up for by
/// moving the body. Of several answers that are about as good the first is taken that moves as smoothly as its examples. Where none
/// gets there, the nearest motion that looks like the action is the answer.
pub(super) fn meet(parametric: &Parametric, target: &[f64], maker: &impl Maker) -> Result<Met, VerbError> {
    let attempts = Attempts { parametric, target, maker };
    let mut best = attempts.best_of(None, parametric.choices(target)?, Parametric::near)?;
    if !best.as_ref().is_some_and(Attempt::is_fine) {
        let broad = parametric.broad(target)?;
        best = attempts.best_of(best, broad.clone(), Parametric::near)?;
        best = attempts.best_of(best, broad, Parametric::near_with_more)?;
    }
    let is_kept = |best: &Attempt| best.looks.is_met || best.met.found_again.is_err();
    if !best.as_ref().is_some_and(is_kept) {
        best = attempts.best_of(None, parametric.nearest(target)?, Parametric::near)?;
    }
    Ok(best.expect("there is a nearest motion").met)
}

/// A motion that may be the answer.
struct Attempt {
    looks: Looks,
    met: Met,
}

impl Attempt {
    fn is_fine(&self) -> bool {
        self.looks.is_fine()
    }
}

/// How other weights are found near those of an answer.
type Near = fn(&Parametric, &Answer, &[f64]) -> Result<Answer, ParametricError>;

/// Attempts to meet a target.
struct Attempts<'a, M> {
    parametric: &'a Parametric,
    target: &'a [f64],
    maker: &'a M,
}

impl<M: Maker> Attempts<'_, M> {
    /// The first motion that looks as it should, or the best, of one that there is and those of some answers.
    fn best_of(
        &self,
        mut best: Option<Attempt>,
        answers: impl IntoIterator<Item = Answer>,
        near: Near,
    ) -> Result<Option<Attempt>, VerbError> {
        for answer in answers {
            if best.as_ref().is_some_and(Attempt::is_fine) {
                break;
            }
            let can_be_done = answer.is_reached();
            let met = self.met(answer, near)?;
            let is_met = !can_be_done || met.off_metres <= REACHED_METRES;
            let looks = Looks::of(&met, is_met, self.parametric);
            if best.as_ref().is_none_or(|least| looks.is_better(&least.looks)) {
                best = Some(Attempt { looks, met });
            }
        }
        Ok(best)
    }

    /// The motion of an answer, aimed and corrected until it measures the target.
    fn met(&self, answer: Answer, near: Near) -> Result<Met, VerbError> {
        let can_be_done = answer.is_reached();
        let met = self.first(answer)?;
        if !can_be_done || met.found_again.is_err() {
            return Ok(met);
        }
        let near = self.aimed(met, NEAR_METRES, near)?;
        // Turns, speeds and functions have nothing that can be moved: other weights are all there is.
        self.aimed(self.corrected(near)?, CLOSE_METRES, Parametric::near_with_more)
    }

    /// The motion with the weights of an answer, and a frame where it is measured.
    fn first(&self, answer: Answer) -> Result<Met, VerbError> {
        let plan = Plan { answer, correction: Correction::default(), shown: Vec::new() };
        let met = self.attempt(plan)?;
        let shown = met.extremes();
        if shown.is_empty() { Ok(met) } else { self.attempt(Plan { shown, ..met.plan }) }
    }

    /// The motion with the weights that come nearest, or near enough.
    fn aimed(&self, mut best: Met, enough_metres: f64, near: Near) -> Result<Met, VerbError> {
        let (mut aim, mut share) = (best.plan.answer.reached.clone(), 1.0);
        for _ in 0..AIMS {
            if best.off_metres < enough_metres {
                break;
            }
            let missed = self.missed(&best);
            let next: Vec<f64> = aim.iter().zip(missed).map(|(aim, missed)| aim - share * missed).collect();
            let answer = near(self.parametric, &best.plan.answer, &next)?;
            let found = self.attempt(Plan { answer, shown: best.extremes(), ..best.plan.clone() })?;
            if found.found_again.is_ok() && found.off_metres < best.off_metres {
                (best, aim, share) = (found, next, 1.0);
            } else {
                share *= SHORTER;
            }
        }
        Ok(best)
    }

    /// The motion moved to where it should be.
    fn corrected(&self, mut best: Met) -> Result<Met, VerbError> {
        let mut last: Option<Met> = None;
        for round in 0..CORRECTIONS {
            if best.off_metres < CLOSE_METRES {
                break;
            }
            let from = last.as_ref().unwrap_or(&best);
            let Some(correction) = self.correction(from) else { break };
            let is_placed =
                round >= PLACINGS || from.moments.iter().flatten().all(|at| at.behind.abs() < OFF_FRAME);
            let shown = if is_placed { from.plan.shown.clone() } else { from.extremes() };
            let plan = Plan { correction, shown, answer: from.plan.answer.clone() };
            let found = self.attempt(plan)?;
            if found.found_again.is_err() {
                break;
            }
            if found.off_metres < best.off_metres {
                (best, last) = (found, None);
            } else {
                last = Some(found);
            }
        }
        Ok(best)
    }

    /// What also makes up for what a motion misses; `None` where nothing can, or it would have to go too far.
    fn correction(&self, met: &Met) -> Option<Correction> {
        let Plan { answer, correction, .. } = &met.plan;
        let more = self
            .parametric
            .corrected(correction, met.held.body(), &answer.weights, &self.missed(met))
            .ok()?;
        (more != *correction && more.metres() <= MOST_METRES).then_some(more)
    }

    /// Makes a motion and measures what comes out.
    fn attempt(&self, plan: Plan) -> Result<Met, VerbError> {
        let held = self.maker.make(&plan)?;
        let answer = &plan.answer;
        let (found, found_again) = match self.parametric.measure_clip(&held.clip, &answer.weights) {
            Ok(found) => (found, Ok(())),
            Err(error) => {
                let moments = vec![None; answer.reached.len()];
                (ClipMeasures { values: answer.reached.clone(), moments }, Err(error))
            }
        };
        let ClipMeasures { values, moments } = found;
        let off_metres = self.parametric.off_metres(&values, self.target);
        Ok(Met { plan, held, values, moments, off_metres, found_again })
    }

    /// By how much each parameter misses the target.
    fn missed(&self, met: &Met) -> Vec<f64> {
        met.values.iter().zip(self.target).map(|(value, target)| value - target).collect()
    }
}

impl Met {
    /// The moments at which something is extreme, in seconds of the blend, between frames if they lie there.
    fn extremes(&self) -> Vec<f64> {
        let times = &self.held.times;
        let at = |moment: &ReadAt| {
            let next = if moment.behind > 0.0 { moment.frame + 1 } else { moment.frame.saturating_sub(1) };
            let (here, next) = (times[moment.frame], times[next.min(times.len() - 1)]);
            here + moment.behind.abs() * (next - here)
        };
        self.moments.iter().flatten().filter(|moment| moment.behind != 0.0).map(at).collect()
    }
}

impl Held {
    /// The motion over the floor, before it is brought to another place.
    pub(super) fn body(&self) -> &Clip {
        self.cleaned.as_ref().map_or(&self.motion.clip, |cleaned| &cleaned.clip)
    }
}
