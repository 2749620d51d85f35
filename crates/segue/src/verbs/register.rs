//! `register`: how clips correspond.

use segue_motion::{Clip, ClipId, ClipSet};
use segue_register::{ConstraintMatch, Interval, Registration, Spline};
use serde::{Deserialize, Serialize};

use super::{
    ClipsRequest, Done, FilesKept, Found, Picture, PlantsFacts, RegisterRequest, Silent, Verb, VerbError,
    Warm, Watch,
};
use crate::Cast;
use crate::plots::{Canvas, curves_plot, distance_plot, plants_plot};

/// Find how clips correspond: which moments correspond, where each clip must stand to coincide with the
/// reference, and which foot plants are the same.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct RegistrationRequest {
    /// The clips.
    pub clips: ClipsRequest,
    /// How they are registered.
    pub register: RegisterRequest,
}

/// How clips correspond.
///
/// Corresponding moments of all clips have the same parameter *u*. The timewarp S gives the moment of each clip at u,
/// the alignment lays the clip at that moment on the reference at its own.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct RegistrationAnswer {
    /// The name of the clip that the others are compared with.
    pub reference: String,
    /// Its number, from 1.
    pub reference_number: usize,
    /// The values of u at which curves are sampled below, from first to last.
    pub u: Vec<f64>,
    /// The clips.
    pub clips: Vec<RegisteredClip>,
    /// The plants that are taken to be the same.
    pub matches: Vec<MatchedPlant>,
    /// Notes for people about how this came about.
    pub notes: Vec<String>,
}

/// How one clip corresponds to the others.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct RegisteredClip {
    /// Its name.
    pub name: String,
    /// How many frames it has.
    pub frames: usize,
    /// How long it lasts.
    pub duration_secs: f64,
    /// The part of it that the timewarp covers.
    pub in_use_secs: [f64; 2],
    /// Mean distance of markers on the bodies in corresponding frames; `None` for the reference, as the next two.
    pub mean_distance_cm: Option<f64>,
    /// That distance ÷ the distance of random pairs of frames: small when frames correspond well.
    pub contrast: Option<f64>,
    /// Where the registration starts and ends in each clip.
    pub pinned: Option<bool>,
    /// The slowest and the fastest that it plays while the reference plays at its own speed.
    pub speed: [f64; 2],
    /// The smallest and the largest turn that lays it on the reference.
    pub turn_degrees: [f64; 2],
    /// The timewarp S of this clip, exactly.
    pub timewarp: CurveFacts,
    /// S at each value of `u` of the answer: corresponding moments of all clips.
    pub moments_secs: Vec<f64>,
    /// The alignment at each value of `u` of the answer.
    pub alignment: Vec<PlacementFacts>,
    /// When points of the body are planted, in frames.
    pub plants: PlantsFacts,
}

/// A uniform quadratic B-spline: between knots i and i + 1, where u is `start + (i + t) * spacing` with t from 0 to 1, it
/// is `½(1−t)² pᵢ + (½ + t − t²) pᵢ₊₁ + ½t² pᵢ₊₂` of its controls p.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct CurveFacts {
    /// Where the curve starts, in u.
    pub start: f64,
    /// From knot to knot, in u.
    pub spacing: f64,
    /// The controls, in seconds.
    pub controls_secs: Vec<f64>,
}

/// A turn about the vertical axis, then a shift on the floor: `x' = x cos θ + z sin θ + x0`,
/// `z' = −x sin θ + z cos θ + z0`.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct PlacementFacts {
    /// θ, counter-clockwise seen from above.
    pub turn_degrees: f64,
    /// x0.
    pub x_metres: f64,
    /// z0.
    pub z_metres: f64,
}

/// One plant of every clip that are taken to be the same.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct MatchedPlant {
    /// What is planted.
    pub kind: String,
    /// When it holds in each clip, in u.
    pub u: Vec<[f64; 2]>,
    /// When it holds in each clip.
    pub secs: Vec<[f64; 2]>,
}

impl Verb for RegistrationRequest {
    const NAME: &'static str = "register";
    type Answer = RegistrationAnswer;
    type Work = Cast;

    fn run(&self, watch: &dyn Watch) -> Result<Done<Self>, VerbError> {
        self.run_on(&self.ready(watch)?, watch)
    }
}

impl Warm for RegistrationRequest {
    type Ready = (Found, ClipSet);

    fn basis(&self) -> Self {
        Self { clips: self.clips.clone(), ..Self::default() }
    }

    fn ready(&self, watch: &dyn Watch) -> Result<Self::Ready, VerbError> {
        let found = self.clips.read_keeping(FilesKept::None, watch)?;
        found.on_one_floor(&Silent)
    }

    fn run_on(&self, (found, level): &Self::Ready, watch: &dyn Watch) -> Result<Done<Self>, VerbError> {
        let cast = self.register.cast_of(level, found, None, watch)?;
        Ok(Done { answer: RegistrationAnswer::of(&cast), work: cast })
    }
}

/// Grids that are drawn side by side at most: more would not be read.
const MOST_GRIDS: usize = 3;

impl Picture for Cast {
    /// The grids of distances with the paths through them, the curves and the matched plants.
    fn picture(&self) -> Result<Canvas, VerbError> {
        let others = self.clips().ids().filter(|clip| *clip != self.registration().reference());
        let grids =
            others.take(MOST_GRIDS).map(|clip| distance_plot(self, clip)).collect::<Result<Vec<_>, _>>()?;
        let grids = Canvas::row(&grids);
        Ok(Canvas::column(&[Canvas::row(&[grids, curves_plot(self)]), plants_plot(self)]))
    }
}

impl RegistrationAnswer {
    /// What is reported of registered clips.
    pub fn of(cast: &Cast) -> Self {
        let registration = cast.registration();
        let u: Vec<f64> = moments(registration, 1).collect();
        let clip = |(id, clip): (ClipId, &Clip)| RegisteredClip::of(registration, id, clip, &u);
        Self {
            reference: cast.reference().name().to_owned(),
            reference_number: registration.reference().index() + 1,
            clips: cast.clips().iter().map(clip).collect(),
            matches: registration
                .matches()
                .iter()
                .map(|found| MatchedPlant::of(registration, found))
                .collect(),
            notes: registration.notes().to_vec(),
            u,
        }
    }
}

impl RegisteredClip {
    fn of(registration: &Registration, n: ClipId, clip: &Clip, u: &[f64]) -> Self {
        let timewarp = registration.timewarp();
        let resemblance = registration.resemblance(n);
        Self {
            name: clip.name().to_owned(),
            frames: clip.len(),
            duration_secs: clip.duration_secs(),
            // A smooth curve may leave a clip by a hair at its ends.
            in_use_secs: registration.range().map(|u| timewarp.at(n, u).clamp(0.0, clip.duration_secs())),
            mean_distance_cm: resemblance.map(|resemblance| 100.0 * resemblance.mean_metres),
            contrast: resemblance.map(|resemblance| resemblance.contrast),
            pinned: resemblance.map(|resemblance| resemblance.pinned),
            speed: speeds(registration, n),
            turn_degrees: turns(registration, n),
            timewarp: CurveFacts::of(timewarp.curve(n)),
            moments_secs: u.iter().map(|&u| timewarp.at(n, u)).collect(),
            alignment: u.iter().map(|&u| PlacementFacts::of(registration, n, u)).collect(),
            plants: PlantsFacts::of(clip.constraints()),
        }
    }
}

impl CurveFacts {
    fn of(spline: &Spline) -> Self {
        let [start, _] = spline.range();
        Self { start, spacing: spline.spacing(), controls_secs: spline.controls().to_vec() }
    }
}

impl PlacementFacts {
    fn of(registration: &Registration, n: ClipId, u: f64) -> Self {
        let ground = registration.reference_from_clip(n, u);
        Self { turn_degrees: ground.angle.to_degrees(), x_metres: ground.x, z_metres: ground.z }
    }
}

impl MatchedPlant {
    fn of(registration: &Registration, found: &ConstraintMatch) -> Self {
        let timewarp = registration.timewarp();
        let u = |interval: &Interval| [interval.start, interval.end];
        let secs = |(n, interval): (ClipId, &Interval)| u(interval).map(|u| timewarp.at(n, u));
        Self {
            kind: found.kind.name().to_owned(),
            u: found.intervals.iter().map(u).collect(),
            secs: ClipId::all(found.intervals.len()).zip(&found.intervals).map(secs).collect(),
        }
    }
}

/// Moments along the curves, so many for each piece of them.
fn moments(registration: &Registration, for_each: usize) -> impl Iterator<Item = f64> {
    let [start, end] = registration.range();
    let pieces =
        ((end - start) / registration.timewarp().curve(ClipId::FIRST).spacing()).ceil().max(1.0) as usize;
    let steps = pieces * for_each;
    (0..=steps).map(move |step| start + (end - start) * step as f64 / steps as f64)
}

/// Dense enough to see every piece of a curve.
const DENSE: usize = 4;

fn extent(values: impl Iterator<Item = f64>) -> [f64; 2] {
    values.fold([f64::INFINITY, f64::NEG_INFINITY], |[low, high], value| [low.min(value), high.max(value)])
}

fn speeds(registration: &Registration, n: ClipId) -> [f64; 2] {
    let (timewarp, reference) = (registration.timewarp(), registration.reference());
    extent(moments(registration, DENSE).map(|u| timewarp.rate(n, u) / timewarp.rate(reference, u)))
}

fn turns(registration: &Registration, n: ClipId) -> [f64; 2] {
    extent(moments(registration, DENSE).map(|u| registration.alignment(n).angle(u).to_degrees()))
}
