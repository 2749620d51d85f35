//! `control`: a blend directed by weights that change in time.

use std::path::PathBuf;

use segue_blend::{ControlSettings, WeightTrack, control_traced};
use segue_motion::Clip;
use serde::{Deserialize, Serialize};

use super::{
    ClipsRequest, Done, FilesKept, Found, Made, MadeFacts, MakeRequest, Picture, RegisterRequest, Registered,
    Verb, VerbError, Warm, Watch,
};
use crate::files::read_weights;
use crate::plots::{Canvas, DrawnMotion, Part, path_plot, skate_plot, weights_plot};
use crate::{Cast, PlayedMotion};

/// Direct a blend by weights that change in time.
///
/// Between the rows weights change evenly. The motion ends with the last row, or with the clips if they do not loop.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct ControlRequest {
    /// The clips.
    pub clips: ClipsRequest,
    /// The weights, in order of time.
    pub weights: Vec<WeightRow>,
    /// A CSV file with the weights instead: on each line a time in seconds, then one weight for each clip.
    pub weights_file: Option<PathBuf>,
    /// Begin anew at the end; for clips of whole cycles.
    pub looping: bool,
    /// A file with the registration of the clips; then `register` does not count.
    pub registration: Option<PathBuf>,
    /// How the clips are registered.
    pub register: RegisterRequest,
    /// How the motion is made.
    pub make: MakeRequest,
}

/// The weights at one moment.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WeightRow {
    /// The moment.
    pub secs: f64,
    /// How much each clip counts, in the order of the clips.
    pub weights: Vec<f64>,
}

/// What is reported of a directed motion.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ControlAnswer {
    /// The motion that was made.
    #[serde(flatten)]
    pub made: MadeFacts,
    /// By how much the clips end before the weights do, where they do: cyclic clips can loop.
    pub ends_early_secs: Option<f64>,
}

/// A directed motion with what it was made of.
#[derive(Clone, Debug)]
pub struct ControlWork {
    /// The clips with their registration.
    pub cast: Cast,
    /// The weights in time.
    pub track: WeightTrack,
    /// The motion.
    pub made: Made,
    /// The place of each of its frames on the registration curve.
    pub u: Vec<f64>,
}

impl Verb for ControlRequest {
    const NAME: &'static str = "control";
    type Answer = ControlAnswer;
    type Work = ControlWork;

    fn run(&self, watch: &dyn Watch) -> Result<Done<Self>, VerbError> {
        let ready = self.ready(watch)?;
        let (track, motion) = self.played(&ready)?;
        // The clips laid out for playing are as large as the clips, and are done with.
        let Registered { found, cast, ensemble } = ready;
        drop(ensemble);
        self.finished(&found, cast, (track, motion), watch)
    }
}

impl Warm for ControlRequest {
    type Ready = Registered;

    fn basis(&self) -> Self {
        let (weights, weights_file, make) = (Vec::new(), None, MakeRequest::default());
        Self { weights, weights_file, make, looping: false, ..self.clone() }
    }

    fn ready(&self, watch: &dyn Watch) -> Result<Registered, VerbError> {
        let found = self.clips.read_keeping(FilesKept::Figure, watch)?;
        // Before anything is computed; a basis has no weights.
        if !self.weights.is_empty() || self.weights_file.is_some() {
            self.track(&found)?;
        }
        Registered::new(found, &self.register, self.registration.as_deref(), watch)
    }

    fn run_on(&self, ready: &Registered, watch: &dyn Watch) -> Result<Done<Self>, VerbError> {
        self.finished(&ready.found, ready.cast.clone(), self.played(ready)?, watch)
    }
}

impl ControlRequest {
    /// The weights and the motion as it is played, its feet not held yet.
    fn played(
        &self,
        Registered { found, ensemble, .. }: &Registered,
    ) -> Result<(WeightTrack, PlayedMotion), VerbError> {
        let track = self.track(found)?;
        let player = self.make.player(self.looping);
        let settings = ControlSettings { player, rate_hz: self.make.rate_hz };
        let (clip, trace) = control_traced(ensemble, &track, &settings)?;
        Ok((track, PlayedMotion { clip, trace, lap: None }))
    }

    /// The motion with its feet held, judged.
    fn finished(
        &self,
        found: &Found,
        cast: Cast,
        (track, motion): (WeightTrack, PlayedMotion),
        watch: &dyn Watch,
    ) -> Result<Done<Self>, VerbError> {
        let origin = found.figure_origin();
        let made = self.make.finish(&motion, (cast.clips(), cast.uses()), (Self::NAME, origin), watch)?;
        let left = track.end_secs() - made.clip.duration_secs();
        let ends_early_secs = (left > 1.0 / made.clip.rate()).then_some(left);
        let answer = ControlAnswer { made: made.facts(), ends_early_secs };
        let u = motion.common_time(&cast);
        Ok(Done { answer, work: ControlWork { cast, track, made, u } })
    }

    fn track(&self, found: &Found) -> Result<WeightTrack, VerbError> {
        match &self.weights_file {
            Some(_) if !self.weights.is_empty() => Err(VerbError::Request(
                "the weights are given twice, in the request and by a file".to_owned(),
            )),
            Some(path) => Ok(read_weights(path, &found.names())?),
            None => {
                for row in &self.weights {
                    found.check_weights(&row.weights)?;
                }
                let rows = self.weights.iter().map(|row| (row.secs, row.weights.clone())).collect();
                Ok(WeightTrack::new(rows)?)
            }
        }
    }
}

impl Picture for ControlWork {
    /// The weights, the root trajectory on the floor and the skating of the feet.
    fn picture(&self) -> Result<Canvas, VerbError> {
        let names: Vec<&str> = self.cast.clips().clips().map(Clip::name).collect();
        let motion = [DrawnMotion::named("directed", self.made.over_floor(), Part::Made)];
        let raw = self.made.raw_over_floor().map(|raw| DrawnMotion::named("before clean-up", raw, Part::Raw));
        let feet: Vec<DrawnMotion> = raw.into_iter().chain(motion.clone()).collect();
        Ok(Canvas::column(&[weights_plot(&self.track, &names), path_plot(&motion), skate_plot(&feet, None)]))
    }
}
