//! One motion that was made, and what was found of it.

use std::sync::Mutex;

use segue::blend::quality::Verdict;
use segue::formats::{Note, NoteLevel};
use segue::motion::{Anatomy, Clip, ClipId, PointTable};
use segue::register::{RegisterSettings, Salience, level_floors};
use segue::verbs::{
    BlendRequest, Found, MakeRequest, RegisterRequest, Registered, RootMotionName, TransitionRequest,
    VerbError, Warm, Watch,
};

use crate::half::Half;
use crate::measure::drifts_mm;

/// A motion made of two clips.
pub(crate) struct Case {
    pub(crate) sources: [Clip; 2],
    pub(crate) half: Half,
    pub(crate) outcome: Result<Outcome, String>,
    /// What a person was warned of when the clips were read.
    pub(crate) read: Vec<String>,
}

/// A motion that was made.
pub(crate) struct Outcome {
    pub(crate) made: Clip,
    pub(crate) verdict: Verdict,
    /// What a person was warned of.
    pub(crate) warnings: Vec<String>,
    /// Duration ÷ that of the shorter clip.
    pub(crate) share: f64,
    /// How far toes move in the middle of each stance, in mm.
    pub(crate) drifts_mm: Vec<f64>,
    /// The part of what the second clip is about that comes after a transition.
    pub(crate) kept: Option<f64>,
}

/// What came of a request.
struct Made {
    clip: Clip,
    /// The sources as they were played, where that differs from how they were read.
    played: Option<[Clip; 2]>,
    kept: Option<f64>,
}

impl Made {
    fn of(clip: Clip) -> Self {
        Self { clip, played: None, kept: None }
    }
}

/// Hears what a person would be told.
#[derive(Default)]
struct Heard(Mutex<Vec<String>>);

impl Watch for Heard {
    fn note(&self, note: &Note, _: Option<&str>) {
        if note.level == NoteLevel::Warning {
            self.0.lock().unwrap().push(note.text.clone());
        }
    }
}

impl Case {
    fn new(sources: [&Clip; 2], half: Half, made: Result<Made, VerbError>, heard: Heard) -> Self {
        let is_sequence = made.as_ref().is_ok_and(|made| made.kept.is_some());
        let judge = if is_sequence { Verdict::of_sequence } else { Verdict::of };
        let outcome = made.map_err(|error| error.to_string()).map(|Made { clip, played, kept }| {
            let shorter = sources[0].duration_secs().min(sources[1].duration_secs());
            Outcome {
                verdict: judge(&clip, &played.as_ref().map_or(sources, <[Clip; 2]>::each_ref)),
                warnings: heard.0.into_inner().unwrap(),
                share: clip.duration_secs() / shorter,
                drifts_mm: drifts_mm(&clip),
                kept,
                made: clip,
            }
        });
        Self { sources: sources.map(Clip::clone), half, outcome, read: Vec::new() }
    }

    /// The case of clips whose reading gave some warnings.
    pub(crate) fn of_read(self, read: Vec<String>) -> Self {
        Self { read, ..self }
    }

    /// Blends two clips halfway.
    pub(crate) fn halfway(sources: [&Clip; 2], half: Half) -> Self {
        let heard = Heard::default();
        let made = blend(sources, &[1.0, 1.0], &heard).map(Made::of);
        Self::new(sources, half, made, heard)
    }

    /// Blends two loops halfway, sent along and judged by the loops as they are sent along: feet on a treadmill slide.
    pub(crate) fn of_loops(sources: [&Clip; 2], half: Half) -> Self {
        let heard = Heard::default();
        let made = loops(sources, &heard);
        Self::new(sources, half, made, heard)
    }

    /// Leads from the first clip to the second.
    pub(crate) fn transition(sources: [&Clip; 2], half: Half) -> Self {
        let heard = Heard::default();
        let made = transition(sources, &heard);
        Self::new(sources, half, made, heard)
    }

    pub(crate) fn made(&self) -> Option<&Outcome> {
        self.outcome.as_ref().ok()
    }

    pub(crate) fn names(&self) -> [&str; 2] {
        self.sources.each_ref().map(Clip::name)
    }
}

impl Outcome {
    pub(crate) fn warned(&self) -> bool {
        !self.warnings.is_empty()
    }

    /// How far the last frame is from the first, about the hips on the floor, in legs.
    pub(crate) fn gap_legs(&self) -> f64 {
        let table = PointTable::new(&self.made);
        let leg = Anatomy::of(self.made.skeleton()).leg_length(self.made.skeleton()).unwrap_or(1.0);
        let about = |frame: usize, n: usize| {
            let row = table.row(frame);
            row[n] - row[0] * glam::Vec3::new(1.0, 0.0, 1.0)
        };
        let points = table.row(0).len();
        let far = (0..points).map(|n| about(0, n).distance(about(table.len() - 1, n)));
        f64::from(far.fold(0.0, f32::max) / leg)
    }
}

fn found(sources: [&Clip; 2]) -> Found {
    Found { clips: sources.map(Clip::clone).to_vec(), origins: vec![None, None], ..Found::default() }
}

/// A blend as a person would ask for it.
pub(crate) fn blend(sources: [&Clip; 2], weights: &[f64], watch: &dyn Watch) -> Result<Clip, VerbError> {
    let ready = Registered::new(found(sources), &RegisterRequest::default(), None, watch)?;
    let request = BlendRequest { weights: weights.to_vec(), ..BlendRequest::default() };
    Ok(request.run_on(&ready, watch)?.work.made.clip)
}

/// A blend of loops that travels.
fn loops(sources: [&Clip; 2], watch: &dyn Watch) -> Result<Made, VerbError> {
    let ready = Registered::new(found(sources), &RegisterRequest::default(), None, watch)?;
    let make = MakeRequest { root_motion: RootMotionName::Infer, ..MakeRequest::default() };
    let request = BlendRequest { weights: vec![1.0, 1.0], make, ..BlendRequest::default() };
    let played = [ClipId::FIRST, ClipId::SECOND].map(|id| ready.cast.clips()[id].clone());
    Ok(Made { played: Some(played), ..Made::of(request.run_on(&ready, watch)?.work.made.clip) })
}

/// A transition as a person would ask for it, and how much of what the second clip is about comes after it.
fn transition(sources: [&Clip; 2], watch: &dyn Watch) -> Result<Made, VerbError> {
    let found = found(sources);
    let level = level_floors(&found.set(watch)?);
    let done = TransitionRequest::default().run_on(&(found, level), watch)?;
    let second = sources[1];
    let salience = Salience::of_clip(second, &RegisterSettings::default()).unwrap();
    let kept = salience.part([done.answer.transition.at_secs[1], second.duration_secs()]);
    let played = [ClipId::FIRST, ClipId::SECOND].map(|id| done.work.clips[id].clone());
    Ok(Made { kept: Some(kept), played: Some(played), clip: done.work.made.clip })
}
