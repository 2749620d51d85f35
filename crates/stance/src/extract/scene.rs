//! Everything about a clip that extraction asks for.

use glam::{DVec3, Vec3};
use segue_motion::{
    Anatomy, Clip, Constraints, ContentHash, Flight, FlightSettings, FrameRange, GRAVITY, PlantSettings,
    PointId, PointTable, RateCheck, Role, Side, check_rate, find_flights, find_plants,
};

use super::ends::Place;
use super::{ExtractSettings, still};
use crate::stance::State;
use crate::{Refusal, RigidBody, StanceError};

pub(super) struct Scene<'a> {
    pub(super) clip: &'a Clip,
    pub(super) hash: ContentHash,
    pub(super) anatomy: Anatomy,
    pub(super) body: RigidBody,
    pub(super) table: PointTable,
    /// Of the centre of mass.
    pub(super) path: Vec<DVec3>,
    pub(super) plants: Constraints,
    pub(super) flights: Vec<Flight>,
    pub(super) rate: RateCheck,
}

/// Noise of a captured centre of mass in flight, in metres.
const FLIGHT_NOISE: f64 = 0.0015;

/// Beyond this, in m/s², no noise excuses a gravity: at half the true rate it is four times too large.
const MOST_DOUBT: f64 = 8.0;

/// The flights whose own gravity passes the gate. Its upper end is the higher the shorter they are: over 60 ms noise of
/// a millimetre alone moves a gravity by 4 m/s². Its lower end stays, since whatever touches the ground makes gravity
/// look small.
fn falling<'a>(
    path: &[DVec3],
    plants: &Constraints,
    rate: f64,
    settings: &'a FlightSettings,
) -> impl Iterator<Item = Flight> + 'a {
    let anything = FlightSettings { gravity_gate: [f64::MIN, f64::MAX], ..*settings };
    let [least, most] = settings.gravity_gate;
    let passes = move |flight: &Flight| {
        let (n, secs) = (flight.fitted.len() as f64, (flight.fitted.len() - 1) as f64 / rate);
        // The standard error of a fitted acceleration.
        let doubt = FLIGHT_NOISE * (720.0 / n).sqrt() / (secs * secs);
        (least..=most + doubt.min(MOST_DOUBT)).contains(&flight.free_gravity)
    };
    find_flights(path, plants, rate, &anything).into_iter().filter(passes)
}

impl<'a> Scene<'a> {
    pub(super) fn new(clip: &'a Clip, settings: &ExtractSettings) -> Result<Self, StanceError> {
        let anatomy = Anatomy::of(clip.skeleton());
        let body = RigidBody::new(clip.skeleton(), &anatomy, settings.mass)?;
        let table = PointTable::new(clip);
        let path = body.path(&table);
        let plants = if clip.constraints().is_empty() {
            find_plants(clip, &anatomy, &PlantSettings::default())
        } else {
            clip.constraints().clone()
        };
        let flights = falling(&path, &plants, clip.rate(), &settings.flights);
        // What lies at an end of the clip is cut off: its apex may be, too.
        let whole = |flight: &Flight| flight.frames.first > 0 && flight.frames.last + 1 < clip.len();
        let flights = flights.filter(whole).collect();
        let rate = check_rate(clip, &anatomy)?;
        let hash = ContentHash::of(clip);
        Ok(Self { clip, hash, anatomy, body, table, path, plants, flights, rate })
    }

    pub(super) fn rate(&self) -> f64 {
        self.clip.rate()
    }

    /// Stretches without contact that are no flights, and why.
    pub(super) fn no_flights(&self) -> Vec<Refusal> {
        let anything = FlightSettings { gravity_gate: [f64::MIN, f64::MAX], ..FlightSettings::default() };
        let loose = find_flights(&self.path, &self.plants, self.rate(), &anything);
        let known = |flight: &Flight| self.flights.iter().any(|known| known.frames == flight.frames);
        let refused = loose.into_iter().filter(|flight| !known(flight)).map(|flight| {
            let at_end = flight.frames.first == 0 || flight.frames.last + 1 >= self.path.len();
            let reason = if at_end {
                "no contact, but cut off by an end of the clip: its apex may be, too".to_owned()
            } else {
                format!("no contact, but it falls at {:.1} m/s², so it is no flight", flight.free_gravity)
            };
            Refusal { frames: flight.frames, reason }
        });
        refused.collect()
    }

    /// Why a clip has no flight.
    pub(super) fn why_no_flight(&self) -> String {
        if self.plants.is_empty() {
            return "no foot is ever planted; annotate plants first".to_owned();
        }
        let settings = FlightSettings { gravity_gate: [f64::MIN, f64::MAX], ..FlightSettings::default() };
        let loose = find_flights(&self.path, &self.plants, self.rate(), &settings);
        let found: Vec<String> = loose
            .iter()
            .map(|flight| format!("{:.1} m/s² in frames {}", flight.free_gravity, flight.frames))
            .collect();
        if found.is_empty() {
            "a foot is on the ground at all times".to_owned()
        } else {
            format!(
                "without contact, but not in free fall at {GRAVITY} m/s²: {}; if the frame rate is wrong, say the true one",
                found.join(", ")
            )
        }
    }

    /// Whether the body comes to rest between two flights.
    pub(super) fn rests_between(&self, before: &Flight, after: &Flight) -> bool {
        still::before(self, before.frames.last + 1, after.frames.first).is_some()
    }

    /// All points of the body at a time between frames.
    pub(super) fn points(&self, secs: f64) -> Vec<Vec3> {
        let at = (secs * self.rate()).clamp(0.0, (self.table.len() - 1) as f64);
        let (from, share) = (at.floor() as usize, at.fract() as f32);
        let to = (from + 1).min(self.table.len() - 1);
        let pairs = self.table.row(from).iter().zip(self.table.row(to));
        pairs.map(|(a, b)| a.lerp(*b, share)).collect()
    }

    /// The horizontal direction that the whole figure faces.
    pub(super) fn facing(&self, secs: f64) -> DVec3 {
        let rest = self.anatomy.rest_facing(self.clip.skeleton()).as_dvec3();
        let facing = (self.body.orientation(&self.points(secs)) * rest).with_y(0.0);
        facing.normalize_or(DVec3::Z)
    }

    /// Position and velocity in a frame, as captured.
    pub(super) fn state(&self, frame: usize, place: &Place) -> State {
        let last = self.path.len() - 1;
        let (a, b) = (frame.saturating_sub(1).min(last), (frame + 1).min(last));
        let velocity =
            if b > a { (self.path[b] - self.path[a]) * (self.rate() / (b - a) as f64) } else { DVec3::ZERO };
        State { position: place.point(self.path[frame.min(last)]), velocity: place.vector(velocity) }
    }

    /// Hip and ankle of a leg.
    pub(super) fn leg(&self, side: Side) -> [PointId; 2] {
        let joint = |role| PointId::joint(self.anatomy.joint(role).expect("a body has two whole legs"));
        [joint(Role::Hip(side)), joint(Role::Ankle(side))]
    }

    /// The frames of a stretch of time.
    pub(super) fn frames(&self, from_secs: f64, to_secs: f64) -> impl Iterator<Item = usize> + use<> {
        let first = (from_secs * self.rate() - 1e-6).ceil().max(0.0) as usize;
        let last = (to_secs * self.rate() + 1e-6).floor().max(0.0) as usize;
        let range = FrameRange { first, last: last.min(self.table.len() - 1) };
        range.first..=range.last
    }
}
