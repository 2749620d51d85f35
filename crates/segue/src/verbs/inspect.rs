//! `inspect`: the quality of motion.

use std::path::PathBuf;

use segue_blend::{InterpolateSettings, TransitionSettings};
use segue_motion::Clip;
use segue_register::level_floors;
use serde::{Deserialize, Serialize};

use super::transition::advised;
use super::{
    ClipsRequest, Done, FilesKept, Found, MiddleRequest, Picture, QualityFacts, RegisterRequest, Verb,
    VerbError, Watch,
};
use crate::judge::{Judged, JudgedTransition, judge_blend, judge_clips, judge_transition};
use crate::plots::{Canvas, DrawnMotion, Part, path_plot, skate_plot};

/// Measure the quality of motion: each clip, and what different methods make of the clips.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct InspectRequest {
    /// The clips.
    pub clips: ClipsRequest,
    /// Compare what linear blending and registration make of the clips with these weights; none when empty.
    pub weights: Vec<f64>,
    /// Compare a transition from the first of two clips to the second with a cross-fade.
    pub transition: bool,
    /// Where the transition is.
    pub middle: MiddleRequest,
    /// A file with the registration of the clips; `register` is then ignored.
    pub registration: Option<PathBuf>,
    /// How the clips are registered.
    pub register: RegisterRequest,
}

/// The numbers of motions.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct InspectAnswer {
    /// The clips, then what was made of them.
    pub motions: Vec<MotionFacts>,
    /// First and last moment of the transition in the motion that was made.
    pub seams_secs: Option<[f64; 2]>,
}

/// The numbers of one motion.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct MotionFacts {
    /// What it is called.
    pub name: String,
    /// What it is in the comparison.
    pub part: PartName,
    /// How long it lasts.
    pub duration_secs: f64,
    /// Its numbers.
    pub quality: QualityFacts,
    /// The largest jerk around the seams of a transition; `None` for a motion without seams.
    pub seam_jerk_mm: Option<f64>,
}

/// What a motion is in a comparison.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum PartName {
    /// One of the clips.
    #[serde(rename = "clip")]
    Clip,
    /// What a plain method makes of them.
    #[serde(rename = "baseline")]
    Baseline,
    /// What registration makes of them.
    #[serde(rename = "made")]
    Made,
    /// The same with its feet held.
    #[serde(rename = "made, feet held")]
    FeetHeld,
}

/// Motions that were judged.
#[derive(Clone, Debug)]
pub struct InspectWork {
    /// The motions.
    pub judged: Vec<Judged>,
    /// First and last moment of the transition in the motion that was made.
    pub seams_secs: Option<[f64; 2]>,
}

impl Verb for InspectRequest {
    const NAME: &'static str = "inspect";
    type Answer = InspectAnswer;
    type Work = InspectWork;

    fn run(&self, watch: &dyn Watch) -> Result<Done<Self>, VerbError> {
        if self.middle.at_secs.is_some() && !self.transition {
            return Err(VerbError::Request(
                "the middle of a transition is given, but no transition is asked for".to_owned(),
            ));
        }
        let found = self.clips.read_keeping(FilesKept::None, watch)?;
        let mut judged = judge_clips(&found.clips.iter().collect::<Vec<&Clip>>());
        if !self.weights.is_empty() {
            judged.extend(self.blends(&found, watch)?);
        }
        let mut seams_secs = None;
        if self.transition {
            let done = self.transitions(&found, watch)?;
            judged.extend(done.motions);
            seams_secs = Some(done.seams_secs);
        }
        let answer = InspectAnswer { motions: judged.iter().map(MotionFacts::of).collect(), seams_secs };
        Ok(Done { answer, work: InspectWork { judged, seams_secs } })
    }
}

impl InspectRequest {
    fn blends(&self, found: &Found, watch: &dyn Watch) -> Result<Vec<Judged>, VerbError> {
        found.check_weights(&self.weights)?;
        let cast = self.register.cast(found, self.registration.as_deref(), watch)?;
        Ok(judge_blend(&cast, &self.weights, &InterpolateSettings::default())?)
    }

    fn transitions(&self, found: &Found, watch: &dyn Watch) -> Result<JudgedTransition, VerbError> {
        found.check_two()?;
        let clips = level_floors(&found.set(watch)?);
        let settings = TransitionSettings {
            at_secs: self.middle.at_secs,
            keep: self.middle.keep.into(),
            half_width_secs: self.middle.half_width_secs,
            register: self.register.settings(found)?,
            ..TransitionSettings::default()
        };
        watch.go_on()?;
        judge_transition(&clips, &settings).map_err(advised)
    }
}

impl MotionFacts {
    fn of(motion: &Judged) -> Self {
        let part = match motion.part {
            Part::Input(_) => PartName::Clip,
            Part::Plain(_) => PartName::Baseline,
            Part::Raw => PartName::Made,
            Part::Made => PartName::FeetHeld,
        };
        Self {
            name: motion.name.clone(),
            part,
            duration_secs: motion.clip.duration_secs(),
            quality: (&motion.quality).into(),
            seam_jerk_mm: motion.seam_jerk_mm,
        }
    }
}

impl Picture for InspectWork {
    /// The root trajectories on the floor and the skating of the feet.
    fn picture(&self) -> Result<Canvas, VerbError> {
        let traces: Vec<DrawnMotion> = self.judged.iter().map(Judged::trace).collect();
        Ok(Canvas::column(&[path_plot(&traces), skate_plot(&traces, self.seams_secs)]))
    }
}
