//! `blend`: a motion in between.

use std::path::PathBuf;

use segue_blend::{InterpolateSettings, TimeScaling, linear_blend};
use serde::{Deserialize, Serialize};

use super::{
    ClipsRequest, Done, DraftMotion, Drafts, FilesKept, Found, Made, MadeFacts, MakeRequest, Picture,
    RegisterRequest, Registered, Verb, VerbError, Warm, Watch,
};
use crate::plots::{Canvas, DrawnMotion, Part, path_plot, skate_plot};
use crate::{Cast, PlayedMotion};

/// Make a motion in between: the clips are registered, blended with one weight each, and their feet are held where they
/// are planted.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct BlendRequest {
    /// The clips.
    pub clips: ClipsRequest,
    /// How much each clip counts, in the order of the clips; without any, all count alike. They need not sum to 1;
    /// negative ones and ones above 1 reach beyond the clips.
    pub weights: Vec<f64>,
    /// A file with the registration of the clips; then `register` does not count.
    pub registration: Option<PathBuf>,
    /// How the clips are registered.
    pub register: RegisterRequest,
    /// How the motion is made.
    pub make: MakeRequest,
}

/// What is reported of a blend.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct BlendAnswer {
    /// The motion that was made.
    #[serde(flatten)]
    pub made: MadeFacts,
}

/// A blend with what it was made of.
#[derive(Clone, Debug)]
pub struct BlendWork {
    /// The clips with their registration.
    pub cast: Cast,
    /// How much each counts.
    pub weights: Vec<f64>,
    /// The blend.
    pub made: Made,
    /// The place of each of its frames on the registration curve.
    pub u: Vec<f64>,
}

impl Verb for BlendRequest {
    const NAME: &'static str = "blend";
    type Answer = BlendAnswer;
    type Work = BlendWork;

    fn run(&self, watch: &dyn Watch) -> Result<Done<Self>, VerbError> {
        let ready = self.ready(watch)?;
        let motion = self.played(&ready)?;
        // The clips laid out for playing are as large as the clips, and are done with.
        let Registered { found, cast, ensemble } = ready;
        drop(ensemble);
        self.finished(&found, cast, &motion, watch)
    }
}

impl Warm for BlendRequest {
    type Ready = Registered;

    fn basis(&self) -> Self {
        Self { weights: Vec::new(), make: MakeRequest::default(), ..self.clone() }
    }

    fn ready(&self, watch: &dyn Watch) -> Result<Registered, VerbError> {
        let found = self.clips.read_keeping(FilesKept::Figure, watch)?;
        // Before anything is computed.
        self.shares(&found)?;
        Registered::new(found, &self.register, self.registration.as_deref(), watch)
    }

    fn run_on(&self, ready: &Registered, watch: &dyn Watch) -> Result<Done<Self>, VerbError> {
        self.finished(&ready.found, ready.cast.clone(), &self.played(ready)?, watch)
    }
}

impl Drafts for BlendRequest {
    fn draft(&self, ready: &Registered) -> Result<DraftMotion, VerbError> {
        let motion = self.played(ready)?;
        let clip =
            self.make.placed(motion.wanted(&motion.clip), &motion, (ready.cast.clips(), ready.cast.uses()));
        Ok(DraftMotion { clip, u: motion.common_time(&ready.cast), reached: None })
    }
}

impl BlendRequest {
    /// The blend as it is played, its feet not held yet.
    fn played(&self, Registered { found, cast, ensemble }: &Registered) -> Result<PlayedMotion, VerbError> {
        let settings = InterpolateSettings { player: self.make.player(false), rate_hz: self.make.rate_hz };
        Ok(cast.interpolate(ensemble, &self.shares(found)?, &settings)?)
    }

    /// The blend with its feet held, judged.
    fn finished(
        &self,
        found: &Found,
        cast: Cast,
        motion: &PlayedMotion,
        watch: &dyn Watch,
    ) -> Result<Done<Self>, VerbError> {
        let (weights, origin) = (self.shares(found)?, found.figure_origin());
        let made = self.make.finish(motion, (cast.clips(), cast.uses()), (Self::NAME, origin), watch)?;
        let (answer, u) = (BlendAnswer { made: made.facts() }, motion.common_time(&cast));
        Ok(Done { answer, work: BlendWork { cast, weights, made, u } })
    }

    /// One weight for each clip.
    fn shares(&self, found: &Found) -> Result<Vec<f64>, VerbError> {
        if self.weights.is_empty() {
            return Ok(vec![1.0; found.clips.len()]);
        }
        found.check_weights(&self.weights)?;
        Ok(self.weights.clone())
    }
}

impl Picture for BlendWork {
    /// The root trajectories on the floor and the skating of the feet, next to linear blending.
    fn picture(&self) -> Result<Canvas, VerbError> {
        let clips = self.cast.clips();
        let linear = linear_blend(clips, &self.weights, TimeScaling::Uniform)?;
        let plain = DrawnMotion::named("linear blend", &linear, Part::Plain(0));
        let made = DrawnMotion::named("registered blend", self.made.over_floor(), Part::Made);
        let inputs = clips.iter().map(|(n, clip)| DrawnMotion::new(clip, Part::Input(n.index())));
        let traces: Vec<DrawnMotion> = inputs.chain([plain.clone(), made.clone()]).collect();
        let raw = self.made.raw_over_floor().map(|raw| DrawnMotion::named("before clean-up", raw, Part::Raw));
        let judged: Vec<DrawnMotion> = [plain].into_iter().chain(raw).chain([made]).collect();
        Ok(Canvas::column(&[path_plot(&traces), skate_plot(&judged, None)]))
    }
}
