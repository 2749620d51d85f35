//! `transition`: from one clip over into another.

use segue_blend::{BlendError, CrossFade, Transition, TransitionSettings, cross_fade, transition};
use segue_formats::Note;
use segue_motion::{ClipId, ClipSet};
use segue_register::{HIGH_MEAN_LEGS, Seeded, played, treadmills};
use serde::{Deserialize, Serialize};

use super::{
    ClipsRequest, Done, FilesKept, Found, Made, MadeFacts, MakeRequest, MiddleRequest, Picture, Progress,
    RegisterRequest, Verb, VerbError, Warm, Watch,
};
use crate::PlayedMotion;
use crate::plots::{Canvas, DrawnMotion, Part, path_plot, skate_plot, transition_plot};

/// Go from one clip over into another: the first clip up to the transition, the transition, and the second clip from
/// there on.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct TransitionRequest {
    /// The two clips.
    pub clips: ClipsRequest,
    /// Where the transition is.
    pub middle: MiddleRequest,
    /// Begin and end on whole frames of the clips, so that the rest of them is left untouched.
    pub snap: bool,
    /// Look for the best path as a whole instead of stretch by stretch.
    pub optimal: bool,
    /// How the clips are registered.
    pub register: RegisterRequest,
    /// How the motion is made.
    pub make: MakeRequest,
}

/// What is reported of a transition.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct TransitionAnswer {
    /// The motion that was made.
    #[serde(flatten)]
    pub made: MadeFacts,
    /// Where the transition is.
    pub transition: TransitionFacts,
}

/// Where a transition is.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct TransitionFacts {
    /// The names of the clips.
    pub clips: [String; 2],
    /// Its middle in either clip.
    pub at_secs: [f64; 2],
    /// Time to either side of the middle.
    pub half_width_secs: f64,
    /// The most that fits to either side.
    pub largest_half_width_secs: f64,
    /// Its first and last frame in the motion that was made.
    pub frames: [usize; 2],
    /// Mean distance of corresponding frames.
    pub mean_distance_cm: f64,
}

/// A transition with what it was made of.
#[derive(Clone, Debug)]
pub struct TransitionWork {
    /// The clips on one skeleton.
    pub clips: ClipSet,
    /// The transition before its feet were held.
    pub transition: Transition,
    /// The motion.
    pub made: Made,
}

impl Verb for TransitionRequest {
    const NAME: &'static str = "transition";
    type Answer = TransitionAnswer;
    type Work = TransitionWork;

    fn run(&self, watch: &dyn Watch) -> Result<Done<Self>, VerbError> {
        self.run_on(&self.ready(watch)?, watch)
    }
}

impl Warm for TransitionRequest {
    type Ready = (Found, ClipSet);

    fn basis(&self) -> Self {
        Self { clips: self.clips.clone(), ..Self::default() }
    }

    fn ready(&self, watch: &dyn Watch) -> Result<Self::Ready, VerbError> {
        let found = self.clips.read_keeping(FilesKept::Figure, watch)?;
        found.check_two()?;
        found.on_one_floor(watch)
    }

    fn run_on(&self, (found, level): &Self::Ready, watch: &dyn Watch) -> Result<Done<Self>, VerbError> {
        let settings = self.settings(found)?;
        // Clips in place are joined as they would travel.
        let uses = treadmills(level, &settings.register.speeds);
        let clips = played(level, &uses);
        clips.notes().filter(|note| !level.notes().any(|known| known == *note)).for_each(|note| {
            watch.note(&Note::info(note), None);
        });
        watch.go_on()?;
        watch.progress(Progress::step("comparing the clips", 1, 2));
        let mut done = transition(&clips, &settings).map_err(advised)?;
        warn_of_distance(&names_of(&clips), &done, watch);
        let named = (Self::NAME, found.figure_origin());
        let trace = std::mem::take(&mut done.trace);
        let motion = PlayedMotion { clip: done.clip.clone(), trace, lap: None };
        let made = self.make.finish(&motion, (&clips, &uses), named, watch)?;
        done.trace = motion.trace;
        let names = names_of(&clips);
        let answer = TransitionAnswer { made: made.facts(), transition: TransitionFacts::of(names, &done) };
        Ok(Done { answer, work: TransitionWork { clips, transition: done, made } })
    }
}

impl TransitionRequest {
    fn settings(&self, found: &Found) -> Result<TransitionSettings, VerbError> {
        let default = TransitionSettings::default();
        Ok(TransitionSettings {
            at_secs: self.middle.at_secs,
            keep: self.middle.keep.into(),
            half_width_secs: self.middle.half_width_secs,
            snap: self.snap,
            player: self.make.player(false),
            rate_hz: self.make.rate_hz,
            register: self.register.settings(found)?,
            seeded: if self.optimal { Seeded::Optimal } else { default.seeded },
        })
    }
}

fn names_of(clips: &ClipSet) -> [String; 2] {
    [ClipId::FIRST, ClipId::SECOND].map(|id| clips[id].name().to_owned())
}

/// Warns of clips that are far apart where one goes over into the other.
fn warn_of_distance([first, second]: &[String; 2], done: &Transition, watch: &dyn Watch) {
    let Some(resemblance) = done.registration.resemblance(ClipId::SECOND) else { return };
    if resemblance.mean_legs() > HIGH_MEAN_LEGS {
        let (cm, legs) = (100.0 * resemblance.mean_metres, resemblance.mean_legs());
        let text = format!(
            "`{first}` and `{second}` are {cm:.0} cm apart around the transition, {legs:.2} of a leg: it may look like a jump; choose \
             other moments with --at, or a longer --half-width"
        );
        watch.note(&Note::warning(text), None);
    }
}

/// Clips that cannot be registered, with what to do about it.
pub(super) fn advised(error: BlendError) -> VerbError {
    match error {
        BlendError::Register(error) => Found::advised(error),
        error => error.into(),
    }
}

impl TransitionFacts {
    fn of(clips: [String; 2], done: &Transition) -> Self {
        let resemblance = done.registration.resemblance(ClipId::SECOND);
        Self {
            clips,
            at_secs: done.at_secs,
            half_width_secs: done.half_width_secs,
            largest_half_width_secs: done.largest_half_width_secs,
            frames: [done.frames.first, done.frames.last],
            mean_distance_cm: resemblance.map_or(0.0, |resemblance| 100.0 * resemblance.mean_metres),
        }
    }
}

impl Picture for TransitionWork {
    /// The grid around the transition, the root trajectory on the floor and the skating of the feet, next to a
    /// cross-fade.
    fn picture(&self) -> Result<Canvas, VerbError> {
        let (done, made) = (&self.transition, &self.made);
        let fade = CrossFade { at_secs: done.at_secs, half_width_secs: done.half_width_secs };
        // A cross-fade runs both clips at their own speeds, so it may need more of one than there is.
        let faded = cross_fade(&self.clips, &fade).ok();
        let mut traces: Vec<DrawnMotion> =
            faded.iter().map(|clip| DrawnMotion::named("cross-fade", clip, Part::Plain(0))).collect();
        let mut feet = traces.clone();
        feet.extend(made.raw_over_floor().map(|raw| DrawnMotion::named("before clean-up", raw, Part::Raw)));
        for traces in [&mut traces, &mut feet] {
            traces.push(DrawnMotion::named("transition", made.over_floor(), Part::Made));
        }
        let seams = [done.frames.first, done.frames.last].map(|frame| frame as f64 / made.clip.rate());
        let grid = transition_plot(&self.clips, &done.registration, done.at_secs, self.used_secs())?;
        let right = Canvas::column(&[path_plot(&traces), skate_plot(&feet, Some(seams))]);
        Ok(Canvas::row(&[grid, right]))
    }
}

impl TransitionWork {
    /// The stretch of either clip that the transition uses, to within a frame.
    fn used_secs(&self) -> [[f64; 2]; 2] {
        let done = &self.transition;
        let timewarp = done.registration.timewarp();
        let rate = done.clip.rate();
        let start = timewarp.u_at(ClipId::FIRST, done.frames.first as f64 / rate);
        let after = (done.clip.last_frame() - done.frames.last) as f64 / rate;
        let end = timewarp.u_at(ClipId::SECOND, self.clips[ClipId::SECOND].duration_secs() - after);
        [ClipId::FIRST, ClipId::SECOND].map(|clip| [start, end].map(|u| timewarp.at(clip, u)))
    }
}
