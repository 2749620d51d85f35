//! Does gravity agree with the frame rate?

use glam::DVec3;

use super::{Flight, FlightSettings, GRAVITY, TrimBy, candidates};
use crate::anatomy::wrist_kind;
use crate::{Anatomy, Body, BodyError, Clip, MassTable, PlantSettings, PointTable, Side, find_plants};

/// Flights shorter than this, in seconds, say little: noise of 2 mm moves their gravity by a quarter.
const TELLING_SECS: f64 = 0.15;

/// Distance in metres that the centre of mass may keep from the best parabola of any gravity; bodies that hands hold up
/// (cartwheels) stray by centimetres.
const STRAY: f64 = 0.012;

/// A wrist lower than this above the feet's floor, in metres, may carry weight.
const HANDS_DOWN: f64 = 0.3;

/// Flights agree with each other when their gravities differ from the median by less than this share.
const AGREEMENT: f64 = 0.2;

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
    /// The flights that are long and clean enough to tell, fitted at the stated rate.
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
    /// Gravity is off in one flight only, in flights that disagree with each other, or too small, as when hands hold
    /// the body up: too little for a warning.
    Doubtful,
    /// Gravity is far too large, and at least two flights agree about it.
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
        let sure = gravity > most && agreeing >= 2 && 2 * agreeing > self.flights.len();
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

/// Fits gravity to the flights of a clip, finding its plants anew.
///
/// # Errors
/// When the skeleton's centre of mass is unknown.
pub fn check_rate(clip: &Clip, anatomy: &Anatomy) -> Result<RateCheck, BodyError> {
    let body = Body::new(clip.skeleton(), anatomy, &MassTable::default(), Body::DEFAULT_MASS)?;
    let table = PointTable::new(clip);
    let scene = Scene { anatomy, path: body.path_of(&table), table };
    let flights = scene.telling_flights(clip);
    let gravity = median(flights.iter().map(|flight| flight.free_gravity).collect()).filter(|&g| g > 0.0);
    let implied = gravity.map(|gravity| scene.refined(clip, clip.rate() * (GRAVITY / gravity).sqrt()));
    Ok(RateCheck { stated: clip.rate(), flights, gravity, implied })
}

struct Scene<'a> {
    anatomy: &'a Anatomy,
    table: PointTable,
    path: Vec<DVec3>,
}

impl Scene<'_> {
    fn telling_flights(&self, clip: &Clip) -> Vec<Flight> {
        let plants = find_plants(clip, self.anatomy, &PlantSettings::default());
        // Plants found at a wrong rate are too short or too long; the parabola says where a flight ends.
        let shortest_secs = TELLING_SECS;
        let settings =
            FlightSettings { shortest_secs, longest_trim: usize::MAX, ..FlightSettings::default() };
        let floor = self.floor();
        candidates(&self.path, &plants, clip.rate(), &settings, TrimBy::Parabola)
            .filter(|flight| flight.free_residual < STRAY && self.hands_up(flight, floor))
            .collect()
    }

    /// Plants are found by speed, so a wrong rate shifts their ends; at the implied rate they are right.
    fn refined(&self, clip: &Clip, implied: f64) -> f64 {
        let again =
            clip.clone().with_rate(implied).map(|clip| self.telling_flights(&clip)).unwrap_or_default();
        let gravity = median(again.iter().map(|flight| flight.free_gravity).collect()).filter(|&g| g > 0.0);
        gravity.map_or(implied, |gravity| implied * (GRAVITY / gravity).sqrt())
    }

    fn floor(&self) -> f32 {
        let low = |row: &[glam::Vec3]| row.iter().map(|point| point.y).fold(f32::MAX, f32::min);
        self.table.iter().map(low).fold(f32::MAX, f32::min)
    }

    fn hands_up(&self, flight: &Flight, floor: f32) -> bool {
        let wrists = Side::BOTH.into_iter().filter_map(|side| self.anatomy.point(wrist_kind(side)));
        let mut frames = flight.fitted.first..=flight.fitted.last;
        let wrists: Vec<_> = wrists.collect();
        frames.all(|frame| {
            wrists.iter().all(|&wrist| f64::from(self.table.at(frame, wrist).y - floor) > HANDS_DOWN)
        })
    }
}

fn median(mut values: Vec<f64>) -> Option<f64> {
    values.sort_by(f64::total_cmp);
    let upper = values.get(values.len() / 2)?;
    let lower = values[(values.len() - 1) / 2];
    Some(f64::midpoint(lower, *upper))
}
