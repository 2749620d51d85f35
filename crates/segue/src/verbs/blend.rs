//! `blend`: a motion in between.

use std::path::PathBuf;

use segue_blend::{InterpolateSettings, TimeScaling, interpolate_traced, linear_blend};
use serde::{Deserialize, Serialize};

use super::{
    ClipsRequest, Done, Made, MadeFacts, MakeRequest, Picture, RegisterRequest, Verb, VerbError, Watch,
};
use crate::Cast;
use crate::plots::{Canvas, Part, Trace, path_plot, skate_plot};

/// Make a motion in between: the clips are registered, blended with one weight each, and their feet are held where they
/// are planted.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct BlendRequest {
    /// The clips.
    pub clips: ClipsRequest,
    /// How much each clip counts, in the order of the clips. They need not sum to 1; negative ones and ones above 1
    /// reach beyond the clips.
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
}

impl Verb for BlendRequest {
    const NAME: &'static str = "blend";
    type Answer = BlendAnswer;
    type Work = BlendWork;

    fn run(&self, watch: &dyn Watch) -> Result<Done<Self>, VerbError> {
        let found = self.clips.read(watch)?;
        found.check_weights(&self.weights)?;
        let cast = self.register.cast(&found, self.registration.as_deref(), watch)?;
        let settings = InterpolateSettings { player: self.make.player(false), rate_hz: self.make.rate_hz };
        let (blend, trace) = interpolate_traced(&cast.ensemble()?, &self.weights, &settings)?;
        let origin = found.origin(cast.registration().reference());
        let made = self.make.finish_blend((blend, &trace), &cast, (Self::NAME, origin), watch)?;
        let answer = BlendAnswer { made: made.facts() };
        Ok(Done { answer, work: BlendWork { cast, weights: self.weights.clone(), made } })
    }
}

impl Picture for BlendWork {
    /// The root trajectories on the floor and the skating of the feet, next to linear blending.
    fn picture(&self) -> Result<Canvas, VerbError> {
        let clips = self.cast.clips();
        let linear = linear_blend(clips, &self.weights, TimeScaling::Uniform)?;
        let plain = Trace::named("linear blend", &linear, Part::Plain(0));
        let made = Trace::named("registered blend", &self.made.clip, Part::Made);
        let inputs = clips.iter().map(|(n, clip)| Trace::new(clip, Part::Input(n.index())));
        let traces: Vec<Trace> = inputs.chain([plain.clone(), made.clone()]).collect();
        let raw = self.made.raw.as_ref().map(|raw| Trace::named("before clean-up", raw, Part::Raw));
        let judged: Vec<Trace> = [plain].into_iter().chain(raw).chain([made]).collect();
        Ok(Canvas::column(&[path_plot(&traces), skate_plot(&judged, None)]))
    }
}
