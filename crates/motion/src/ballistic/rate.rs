//! Does gravity agree with the frame rate?

use glam::DVec3;

use super::{Flight, FlightSettings, GRAVITY, TrimBy, candidates};
use crate::footplant::{FootPaths, plants_of};
use crate::{
    Anatomy, Body, BodyError, Clip, ConstraintKind, FrameRange, MassTable, PlantSettings, Side, points,
};

/// Flights shorter than this, in seconds, say little: noise of 2 mm moves their gravity by a quarter.
const TELLING_SECS: f64 = 0.15;

/// Flights of fewer frames than this fit almost any gravity: five frames at 30 per second have given 13.7 m/s² to a jog.
const TELLING_FRAMES: usize = 8;

/// Distance in metres that the centre of mass may keep from the best parabola of any gravity; bodies that hands hold up
/// (cartwheels) stray by centimetres.
const STRAY: f64 = 0.012;

/// A wrist lower than this above the feet's floor, in metres, may carry weight.
const HANDS_DOWN: f64 = 0.3;

/// Flights agree with each other when their gravities differ from the median by less than this share.
const AGREEMENT: f64 = 0.2;

/// Gravity in m/s² that one clean flight is enough for: two and a half times the real one. Noise of 2 mm, or a trunk that
/// bends in the air, changes the gravity of such a flight by a quarter.
const FAR_TOO_LARGE: f64 = 2.5 * GRAVITY;

/// Rates that capture systems and animation programs use.
const COMMON_RATES: [f64; 16] =
    [24.0, 25.0, 30.0, 48.0, 50.0, 60.0, 72.0, 90.0, 100.0, 120.0, 144.0, 150.0, 180.0, 200.0, 240.0, 300.0];

/// A common rate is meant when the flights' own is within this share of it.
const NEAR_COMMON: f64 = 0.12;

/// What the flights of a clip say about its frame rate. Gravity measures rate and scale together: a figure twice too
/// large falls like one whose rate is √2 too high.
#[derive(Clone, Debug, PartialEq)]
pub struct RateCheck {
    /// The clip's own rate, in frames per second.
    pub stated: f64,
    /// The flights that are long and clean enough to count, fitted at the stated rate.
    pub flights: Vec<Flight>,
    /// Their median gravity at the stated rate, in m/s²; `None` without flights.
    pub gravity: Option<f64>,
    /// The rate at which their median gravity is 9.81 m/s².
    pub implied: Option<f64>,
}

/// What follows from a [`RateCheck`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RateVerdict {
    /// No flight is long and clean enough.
    Unknown,
    /// Gravity is near 9.81 m/s² at the stated rate.
    Agrees,
    /// Gravity is somewhat off in one flight only, in flights that disagree with each other, or too small, as when hands
    /// hold the body up.
    Doubtful,
    /// Gravity is too large, and at least two flights agree about it, or so large in one that no error of measurement
    /// explains it.
    Contradicts,
}

impl RateCheck {
    /// Whether the stated rate can be right.
    pub fn verdict(&self) -> RateVerdict {
        let Some(gravity) = self.gravity else { return RateVerdict::Unknown };
        let [least, most] = FlightSettings::default().gravity_gate;
        if (least..=most).contains(&gravity) {
            return RateVerdict::Agrees;
        }
        let near = |flight: &&Flight| (flight.free_gravity / gravity - 1.0).abs() < AGREEMENT;
        let agreeing = self.flights.iter().filter(near).count();
        // Something that holds the body up makes gravity look small, nothing makes it look large.
        let several = agreeing >= 2 && 2 * agreeing > self.flights.len();
        let alone = self.flights.len() == 1 && gravity > FAR_TOO_LARGE;
        let sure = gravity > most && (several || alone);
        if sure { RateVerdict::Contradicts } else { RateVerdict::Doubtful }
    }

    /// The implied rate, or the common rate that is meant by it.
    pub fn likely_rate(&self) -> Option<f64> {
        let implied = self.implied?;
        let off = |rate: f64| (rate / implied).ln().abs();
        let common = COMMON_RATES.into_iter().min_by(|&a, &b| off(a).total_cmp(&off(b)))?;
        Some(if off(common) < NEAR_COMMON { common } else { implied })
    }
}

/// Fits gravity to the flights of a clip, after detecting its plants again.
///
/// # Errors
/// When the skeleton's centre of mass is unknown.
pub fn check_rate(clip: &Clip, anatomy: &Anatomy) -> Result<RateCheck, BodyError> {
    check_rate_in(clip, FrameRange { first: 0, last: clip.last_frame() }, anatomy)
}

/// [`check_rate`] of some frames of a clip, as if they were the whole clip. Flights count from the first of them.
///
/// # Errors
/// When the skeleton's centre of mass is unknown.
///
/// # Panics
/// When the range reaches beyond the last frame.
pub fn check_rate_in(clip: &Clip, frames: FrameRange, anatomy: &Anatomy) -> Result<RateCheck, BodyError> {
    let body = Body::new(clip.skeleton(), anatomy, &MassTable::default(), Body::DEFAULT_MASS)?;
    let scene = Scene::of(clip, frames, anatomy, &body);
    let stated = clip.rate();
    let flights = scene.telling_flights(stated);
    let gravity = median(flights.iter().map(|flight| flight.free_gravity).collect()).filter(|&g| g > 0.0);
    let implied = gravity.map(|gravity| scene.refined(stated * (GRAVITY / gravity).sqrt()));
    Ok(RateCheck { stated, flights, gravity, implied })
}

/// What flights are judged by, without the rest of the body: a fraction of the clip's size.
struct Scene {
    feet: FootPaths,
    /// Heights of the lowest wrist in metres.
    hands: Vec<f32>,
    /// Height of the lowest point of all frames.
    floor: f32,
    /// Of the centre of mass.
    path: Vec<DVec3>,
}

impl Scene {
    fn of(clip: &Clip, frames: FrameRange, anatomy: &Anatomy, body: &Body) -> Self {
        let feet = FootPaths::new(anatomy, clip.skeleton());
        let mut scene = Self { feet, hands: Vec::new(), floor: f32::MAX, path: Vec::new() };
        let wrists: Vec<_> =
            Side::BOTH.into_iter().filter_map(|side| anatomy.point(ConstraintKind::wrist(side))).collect();
        let lowest = |heights: &mut dyn Iterator<Item = f32>| heights.fold(f32::MAX, f32::min);
        let (mut scratch, mut row) = (Vec::new(), Vec::new());
        for frame in frames.first..=frames.last {
            points(clip.frame(frame), clip.skeleton(), &mut scratch, &mut row);
            scene.feet.push(anatomy, &row);
            scene.hands.push(lowest(&mut wrists.iter().map(|wrist| row[wrist.index()].y)));
            scene.floor = scene.floor.min(lowest(&mut row.iter().map(|point| point.y)));
            scene.path.push(body.centre(&row));
        }
        scene
    }

    fn telling_flights(&self, rate: f64) -> Vec<Flight> {
        let plants = plants_of(&self.feet, rate, &PlantSettings::default());
        // Plants found at a wrong rate are too short or too long; the parabola says where a flight ends.
        let shortest_secs = TELLING_SECS;
        let settings =
            FlightSettings { shortest_secs, longest_trim: usize::MAX, ..FlightSettings::default() };
        candidates(&self.path, &plants, rate, &settings, TrimBy::Parabola)
            .filter(|flight| flight.fitted.len() >= TELLING_FRAMES)
            .filter(|flight| flight.free_residual < STRAY && self.hands_up(flight))
            .collect()
    }

    /// Plants are found by speed, so a wrong rate shifts their ends; at the implied rate they are right.
    fn refined(&self, implied: f64) -> f64 {
        let again = self.telling_flights(implied);
        let gravity = median(again.iter().map(|flight| flight.free_gravity).collect()).filter(|&g| g > 0.0);
        gravity.map_or(implied, |gravity| implied * (GRAVITY / gravity).sqrt())
    }

    fn hands_up(&self, flight: &Flight) -> bool {
        let hands = &self.hands[flight.fitted.first..=flight.fitted.last];
        hands.iter().all(|height| f64::from(height - self.floor) > HANDS_DOWN)
    }
}

fn median(mut values: Vec<f64>) -> Option<f64> {
    values.sort_by(f64::total_cmp);
    let upper = values.get(values.len() / 2)?;
    let lower = values[(values.len() - 1) / 2];
    Some(f64::midpoint(lower, *upper))
}
