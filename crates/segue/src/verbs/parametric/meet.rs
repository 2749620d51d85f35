//! Motions that measure what was asked for as they are written.

use segue_blend::Cleaned;
use segue_motion::Clip;
use segue_parametric::{Answer, ClipMeasures, MeasureError, Parametric, ReadAt};

use crate::PlayedMotion;
use crate::verbs::VerbError;

/// A motion with its feet held, not judged yet: only the last attempt is worth that.
pub(super) struct Held {
    pub(super) motion: PlayedMotion,
    /// With its feet held, if they are.
    pub(super) cleaned: Option<Cleaned>,
    /// As it is written, but for its name.
    pub(super) clip: Clip,
}

/// A motion as it is written, and what it measures.
pub(super) struct Met {
    /// The weights it was made with.
    pub(super) answer: Answer,
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

/// Nearer than this is near enough.
const CLOSE_METRES: f64 = 2e-4;

/// Attempts: three or four are usual.
const MOST_ROUNDS: usize = 12;

/// An attempt that is worse than the best is followed by one this much nearer to it.
const SHORTER: f64 = 0.5;

/// Makes a motion that measures `target` as it is written. Holding feet moves what was aimed at, and the motion's own apex is
/// not where those of its examples are; so what an attempt misses the target by is added to what the next one aims at. Its
/// weights are near those of the attempt before, so that little changes but the aim.
pub(super) fn meet(
    parametric: &Parametric,
    target: &[f64],
    make: impl Fn(&Answer) -> Result<Held, VerbError>,
) -> Result<Met, VerbError> {
    let mut best = attempt(parametric, parametric.at(target)?, target, &make)?;
    let is_possible = best.answer.is_reached() && best.found_again.is_ok();
    let (mut aim, mut share) = (target.to_vec(), 1.0);
    for _ in 1..MOST_ROUNDS {
        if !is_possible || best.off_metres < CLOSE_METRES {
            break;
        }
        let next: Vec<f64> =
            aim.iter().zip(best.missed(target)).map(|(aim, missed)| aim - share * missed).collect();
        let found = attempt(parametric, parametric.near(&best.answer, &next)?, target, &make)?;
        if found.found_again.is_ok() && found.off_metres < best.off_metres {
            (best, aim, share) = (found, next, 1.0);
        } else {
            share *= SHORTER;
        }
    }
    Ok(best)
}

/// Makes a motion and measures what comes out.
fn attempt(
    parametric: &Parametric,
    answer: Answer,
    target: &[f64],
    make: &impl Fn(&Answer) -> Result<Held, VerbError>,
) -> Result<Met, VerbError> {
    let held = make(&answer)?;
    let (found, found_again) = match parametric.measure_clip(&held.clip, &answer.weights) {
        Ok(found) => (found, Ok(())),
        Err(error) => {
            let moments = vec![None; answer.reached.len()];
            (ClipMeasures { values: answer.reached.clone(), moments }, Err(error))
        }
    };
    let ClipMeasures { values, moments } = found;
    let off_metres = parametric.off_metres(&values, target);
    Ok(Met { answer, held, values, moments, off_metres, found_again })
}

impl Met {
    /// By how much each parameter misses the target.
    fn missed(&self, target: &[f64]) -> Vec<f64> {
        self.values.iter().zip(target).map(|(value, target)| value - target).collect()
    }
}
