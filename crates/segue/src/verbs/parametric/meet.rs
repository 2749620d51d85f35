//! Motions that measure what was asked for as they are written.

use segue_blend::Cleaned;
use segue_motion::{Clip, ClipError, FrameRange, Pose};
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

/// Attempts: three are usual.
const MOST_ROUNDS: usize = 8;

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
        let missed = miss(&best, target);
        let next: Vec<f64> = aim.iter().zip(&missed).map(|(aim, missed)| aim - share * missed).collect();
        let found = attempt(parametric, parametric.near(&best.answer, &next)?, target, &make)?;
        if found.off_metres < best.off_metres && found.found_again.is_ok() {
            (best, aim, share) = (found, next, 1.0);
        } else {
            share *= SHORTER;
        }
    }
    Ok(best)
}

fn miss(met: &Met, target: &[f64]) -> Vec<f64> {
    met.values.iter().zip(target).map(|(value, target)| value - target).collect()
}

/// Makes a motion and measures what comes out, with a frame on the moment that is measured.
fn attempt(
    parametric: &Parametric,
    answer: Answer,
    target: &[f64],
    make: &impl Fn(&Answer) -> Result<Held, VerbError>,
) -> Result<Met, VerbError> {
    let mut held = make(&answer)?;
    let first = parametric.measure_clip(&held.clip, &answer.weights);
    if let Ok(measures) = &first
        && let Some(moment) = measures.moments.iter().flatten().find(|moment| moment.behind.abs() > 1e-3)
    {
        held.clip = with_frame_at(&held.clip, moment.behind)?;
    }
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

/// The clip with all frames moved by a part of a frame, so that one lies on a moment between two.
fn with_frame_at(clip: &Clip, behind: f64) -> Result<Clip, ClipError> {
    // Frames behind the last or before the first are not there.
    let shift = behind.rem_euclid(1.0);
    let frames = clip.len() - 1;
    let mut builder = Clip::builder(clip.name(), clip.skeleton().clone(), clip.rate(), clip.translated());
    let mut pose = Pose::rest(clip.skeleton());
    for frame in 0..frames {
        clip.sample_into(frame as f64 + shift, &mut pose);
        builder.push(&pose)?;
    }
    let mut moved = builder.finish()?;
    moved.labels.clone_from(&clip.labels);
    let cut = |range: FrameRange| {
        (range.first < frames).then(|| FrameRange { last: range.last.min(frames - 1), ..range })
    };
    moved.with_constraints(clip.constraints().map(cut))
}
