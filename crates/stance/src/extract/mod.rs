//! From clips to stances.

mod contact;
mod push;
mod scene;
mod spin;
mod still;

use glam::{DQuat, DVec3};
use segue_motion::{Body, Clip, Flight, FlightSettings, RateCheck};

use crate::core::{Core, SAMPLES, moment};
use crate::params::SLOW;
use crate::stance::StanceOrigin;
use crate::{Params, Refusal, Stance, StanceError, StanceKind};

use contact::Contact;
use scene::Scene;

/// How stances are found in clips.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ExtractSettings {
    /// What the figure weighs, in kilograms: files do not say. Paths do not depend on it, forces are in proportion.
    pub mass: f64,
    /// Harmonics of the force. Five follow captured paths to 2 mm; more follow their noise.
    pub harmonics: usize,
    /// Control points of the torque. Eight, a knot every fifth of the contact, hold the orientation to a degree.
    pub torque_points: usize,
    /// Forces are fitted within this friction, as they are judged.
    pub friction: f64,
    /// What counts as a flight.
    pub flights: FlightSettings,
}

impl Default for ExtractSettings {
    fn default() -> Self {
        Self {
            mass: Body::DEFAULT_MASS,
            harmonics: 5,
            torque_points: 8,
            friction: 0.8,
            flights: FlightSettings::default(),
        }
    }
}

/// The stances of a clip and what was noticed on the way.
#[derive(Clone, Debug)]
pub struct Extraction {
    /// In order of time.
    pub stances: Vec<Extracted>,
    /// Contacts that make no stance.
    pub refusals: Vec<Refusal>,
    /// The flights.
    pub flights: Vec<Flight>,
    /// Whether gravity agrees with the frame rate.
    pub rate: RateCheck,
}

/// A stance and how well it follows its capture.
#[derive(Clone, Debug)]
pub struct Extracted {
    /// The stance.
    pub stance: Stance,
    /// Root mean square distance of the simulated centre of mass from the captured one, in metres.
    pub com_rms: f64,
    /// Root mean square angle between the simulated and the captured orientation, in radians.
    pub orientation_rms: f64,
    /// The gravity that the flights before and after would choose; one alone for half stances.
    pub free_gravity: Vec<f64>,
    /// Whether the force keeps within friction; if not, no such force leads along the captured path.
    pub within_friction: bool,
}

/// Finds the stances of a clip whose plants are annotated; without annotations they are looked for.
///
/// # Errors
/// When the figure has no centre of mass, the mass or another setting is not positive, or nothing flies.
pub fn extract(clip: &Clip, settings: &ExtractSettings) -> Result<Extraction, StanceError> {
    check(settings)?;
    let scene = Scene::new(clip, settings)?;
    if scene.flights.is_empty() {
        return Err(StanceError::NoFlight { clip: clip.name().to_owned(), reason: scene.why_no_flight() });
    }
    let (mut stances, mut refusals) = (Vec::new(), Vec::new());
    let mut sort = |found: Result<Option<Extracted>, Refusal>| match found {
        Ok(found) => stances.extend(found),
        Err(refusal) => refusals.push(refusal),
    };
    for (i, flight) in scene.flights.iter().enumerate() {
        let before = i.checked_sub(1).map(|i| &scene.flights[i]);
        match before.filter(|before| !scene.rests_between(before, flight)) {
            Some(before) => sort(whole(&scene, before, flight, settings)),
            None => sort(from_stand(&scene, before, flight, settings)),
        }
        let after = scene.flights.get(i + 1);
        if after.is_none_or(|after| scene.rests_between(flight, after)) {
            sort(to_stand(&scene, flight, after, settings));
        }
    }
    for (number, found) in stances.iter_mut().enumerate() {
        found.stance.name = format!("{}:{}", clip.name(), number + 1);
    }
    Ok(Extraction { stances, refusals, flights: scene.flights, rate: scene.rate })
}

fn check(settings: &ExtractSettings) -> Result<(), StanceError> {
    let numbers = [
        ("harmonics", settings.harmonics as f64, 1.0, 40.0, "1 to 40 harmonics follow a force"),
        (
            "torque points",
            settings.torque_points as f64,
            4.0,
            100.0,
            "a cubic spline has 4 to 100 control points",
        ),
        ("friction", settings.friction, 1e-3, 100.0, "friction is a positive number, 0.8 by default"),
    ];
    for (name, value, least, most, why) in numbers {
        if !(least..=most).contains(&value) {
            return Err(StanceError::BadParameter { name, value, why });
        }
    }
    Ok(())
}

/// The ends of a stance in time (seconds of the clip) and space (of the world).
#[derive(Clone, Copy)]
pub(crate) struct Ends {
    kind: StanceKind,
    start: End,
    end: End,
    /// When force begins and ends.
    landing_secs: f64,
    liftoff_secs: f64,
}

#[derive(Clone, Copy)]
struct End {
    secs: f64,
    position: DVec3,
    velocity: DVec3,
    /// When the body was, or will be, on the ground on the other side of the apex.
    beyond_secs: f64,
}

impl End {
    fn apex(flight: &Flight, beyond_frame: usize, rate: f64) -> Self {
        Self {
            secs: flight.apex_secs,
            position: flight.apex,
            velocity: flight.velocity,
            beyond_secs: beyond_frame as f64 / rate,
        }
    }
}

fn whole(
    scene: &Scene<'_>,
    before: &Flight,
    after: &Flight,
    settings: &ExtractSettings,
) -> Result<Option<Extracted>, Refusal> {
    let contact = Contact::between(scene, before.frames.last + 1, after.frames.first.saturating_sub(1))?;
    let ends = Ends {
        kind: StanceKind::Whole,
        start: End::apex(before, before.fitted.first, scene.rate()),
        end: End::apex(after, after.fitted.last, scene.rate()),
        landing_secs: before.fitted.last as f64 / scene.rate(),
        liftoff_secs: after.fitted.first as f64 / scene.rate(),
    };
    for (late, what) in [
        (ends.start.secs - ends.landing_secs, "touches down before the apex of the flight before it"),
        (ends.liftoff_secs - ends.end.secs, "lifts off after the apex of the flight after it"),
    ] {
        if late > 0.0 {
            return Err(contact.refusal(format!("it {what}, by {late:.3} s")));
        }
    }
    made(scene, &contact, &ends, [Some(before), Some(after)], settings).map(Some)
}

fn from_stand(
    scene: &Scene<'_>,
    before: Option<&Flight>,
    flight: &Flight,
    settings: &ExtractSettings,
) -> Result<Option<Extracted>, Refusal> {
    let earliest = before.map_or(0, |before| before.frames.last + 1);
    let Some(still) = still::before(scene, earliest, flight.frames.first) else { return Ok(None) };
    let contact = Contact::between(scene, still, flight.frames.first.saturating_sub(1))?;
    let start = still::end(scene, still);
    let liftoff_secs = flight.fitted.first as f64 / scene.rate();
    let end = End::apex(flight, flight.fitted.last, scene.rate());
    let ends = Ends { kind: StanceKind::FromStand, landing_secs: start.secs, start, end, liftoff_secs };
    made(scene, &contact, &ends, [None, Some(flight)], settings).map(Some)
}

fn to_stand(
    scene: &Scene<'_>,
    flight: &Flight,
    after: Option<&Flight>,
    settings: &ExtractSettings,
) -> Result<Option<Extracted>, Refusal> {
    let latest = after.map_or(scene.path.len() - 1, |after| after.frames.first.saturating_sub(1));
    let Some(still) = still::after(scene, flight.frames.last, latest) else { return Ok(None) };
    let contact = Contact::between(scene, flight.frames.last + 1, still)?;
    let end = still::end(scene, still);
    let landing_secs = flight.fitted.last as f64 / scene.rate();
    let start = End::apex(flight, flight.fitted.first, scene.rate());
    let ends = Ends { kind: StanceKind::ToStand, landing_secs, start, liftoff_secs: end.secs, end };
    made(scene, &contact, &ends, [Some(flight), None], settings).map(Some)
}

/// The heading of a slow stance is that of the way between the apexes, if it is as long as this, in metres.
const SHORT: f64 = 0.1;

/// The rotation from the world to the axes of a stance.
fn stance_from_world(scene: &Scene<'_>, ends: &Ends) -> DQuat {
    let flat = |v: DVec3| v.with_y(0.0);
    let (velocity, chord) = (flat(ends.start.velocity), flat(ends.end.position - ends.start.position));
    let heading = if velocity.length() >= SLOW {
        velocity
    } else if chord.length() >= SHORT {
        chord
    } else {
        scene.facing(ends.start.secs)
    };
    DQuat::from_rotation_y((-heading.z).atan2(heading.x)).conjugate()
}

fn made(
    scene: &Scene<'_>,
    contact: &Contact,
    ends: &Ends,
    flights: [Option<&Flight>; 2],
    settings: &ExtractSettings,
) -> Result<Extracted, Refusal> {
    let axes = stance_from_world(scene, ends);
    let origin = ends.start.position.with_y(contact.ground);
    let place = Place { axes, origin };
    let ends = &widened(scene, contact, ends, &place, settings.harmonics);
    let mut core = bare_core(scene, contact, ends, &place);
    let fitted = push::fit(scene, ends, &core, &place, settings).map_err(|why| contact.refusal(why))?;
    core.set_force(&fitted.force);
    let path = core.path();
    core.offset = (place.point(contact.point) - crate::core::mean(&path)).with_y(0.0);
    core.legs = contact.legs(scene, ends, &place);
    core.reach = core.farthest_reach(&path, core.contact(&path));
    let turning = spin::fit(scene, ends, &place, settings.torque_points);
    let first_frame = (ends.start.secs * scene.rate()).round() as usize;
    let stance = Stance {
        name: String::new(),
        core,
        force: fitted.force,
        torque: turning.torque,
        footing: contact.footing,
        inertia: turning.inertia,
        orientation: turning.orientation,
        spin: turning.spin,
        captured: scene.state(first_frame, &place),
        support: contact.support(scene, &place),
        origins: vec![origin_of(scene, ends, &place)],
    };
    Ok(Extracted {
        com_rms: push::deviation(scene, ends, &place, &stance),
        stance,
        orientation_rms: turning.deviation,
        free_gravity: flights.into_iter().flatten().map(|flight| flight.free_gravity).collect(),
        within_friction: fitted.within_friction,
    })
}

/// Plants are found by speed, so they begin after the first touch and end before the last: a contact is widened by up to
/// this at either end, in seconds, ….
const WIDEST: f64 = 0.05;
/// … in steps of this, ….
const WIDEN_STEP: f64 = 1.0 / 60.0;
/// … each of which has to bring the simulated path nearer to the captured one by this, in metres, ….
const WORTH_A_STEP: f64 = 0.0003;
/// … and by this where the centre of mass is farther from the foot than legs reach: no leg pushes from there.
const WORTH_A_STEP_OUT_OF_REACH: f64 = 0.002;
/// How far legs reach, in leg lengths: just inside of what [`crate::Limits`] allow.
const REACH: f64 = 1.29;

/// The contact with the ends at which a force follows the path best.
fn widened(scene: &Scene<'_>, contact: &Contact, ends: &Ends, place: &Place, harmonics: usize) -> Ends {
    let (earlier, later) =
        (steps(scene, contact, ends.landing_secs, -1.0), steps(scene, contact, ends.liftoff_secs, 1.0));
    let mut best = (f64::INFINITY, *ends);
    for (before, after) in earlier.iter().flat_map(|a| later.iter().map(move |b| (a, b))) {
        let wider = ends.widened(before.secs, after.secs);
        let core = bare_core(scene, contact, &wider, place);
        let fits = core.landing_secs >= 0.0 && core.landing_secs + core.ground_secs <= core.end_secs;
        let Some(misfit) = push::misfit(scene, &wider, &core, place, harmonics).filter(|_| fits) else {
            continue;
        };
        let cost = misfit + before.price + after.price;
        if cost < best.0 {
            best = (cost, wider);
        }
    }
    best.1
}

/// By how much an end of a contact is moved, and what that has to bring.
struct Step {
    secs: f64,
    price: f64,
}

/// The steps by which an end may be moved, earlier (`sign` −1) or later.
fn steps(scene: &Scene<'_>, contact: &Contact, end_secs: f64, sign: f64) -> Vec<Step> {
    let mut step = Step { secs: 0.0, price: 0.0 };
    let mut all = Vec::new();
    while step.secs < WIDEST + 0.5 * WIDEN_STEP {
        let secs = step.secs + WIDEN_STEP;
        let reaches = contact.legs_away(scene, end_secs + sign * secs) < REACH;
        let price = step.price + if reaches { WORTH_A_STEP } else { WORTH_A_STEP_OUT_OF_REACH };
        all.push(std::mem::replace(&mut step, Step { secs, price }));
    }
    all
}

/// From the world to a stance.
pub(crate) struct Place {
    axes: DQuat,
    origin: DVec3,
}

impl Place {
    pub(crate) fn point(&self, world: DVec3) -> DVec3 {
        self.axes * (world - self.origin)
    }

    pub(crate) fn vector(&self, world: DVec3) -> DVec3 {
        self.axes * world
    }
}

fn bare_core(scene: &Scene<'_>, contact: &Contact, ends: &Ends, place: &Place) -> Core {
    let (start, end) = (place.vector(ends.start.velocity), place.vector(ends.end.velocity));
    let params = Params {
        zs: ends.start.position.y - contact.ground,
        ze: ends.end.position.y - contact.ground,
        vs: start.x,
        ve: end.x,
        vp: end.z,
        x: place.point(ends.end.position).x,
    };
    let landing_secs = ends.landing_secs - ends.start.secs;
    let falling = 0.5 * segue_motion::GRAVITY * landing_secs * landing_secs;
    Core {
        kind: ends.kind,
        params,
        side_speed: start.z,
        mass: scene.body.mass(),
        leg: scene.body.leg_length(),
        landing_secs,
        ground_secs: ends.liftoff_secs - ends.landing_secs,
        end_secs: ends.end.secs - ends.start.secs,
        landing_height: params.zs - falling,
        offset: DVec3::ZERO,
        force: [DVec3::ZERO; SAMPLES],
        shift: [DVec3::ZERO; SAMPLES],
        mean: DVec3::ZERO,
        legs: [None; 2],
        reach: 0.0,
    }
}

fn origin_of(scene: &Scene<'_>, ends: &Ends, place: &Place) -> StanceOrigin {
    let along = place.axes.conjugate() * DVec3::X;
    let frame = |secs: f64| secs * scene.rate();
    StanceOrigin {
        clip: scene.clip.name().to_owned(),
        hash: scene.hash,
        mirrored: false,
        share: 1.0,
        rate: scene.rate(),
        heading: (-along.z).atan2(along.x),
        ground: place.origin.y,
        takeoff: frame(ends.start.beyond_secs),
        start: frame(ends.start.secs),
        landing: frame(ends.landing_secs),
        liftoff: frame(ends.liftoff_secs),
        end: frame(ends.end.secs),
        next_landing: frame(ends.end.beyond_secs),
    }
}

impl Ends {
    /// The contact begins and ends so much earlier and later; a standing end stays.
    fn widened(&self, before: f64, after: f64) -> Self {
        let (before, after) = match self.kind {
            StanceKind::Whole => (before, after),
            StanceKind::FromStand => (0.0, after),
            StanceKind::ToStand => (before, 0.0),
        };
        Self { landing_secs: self.landing_secs - before, liftoff_secs: self.liftoff_secs + after, ..*self }
    }

    /// The moments at which stances are sampled, in seconds of the clip.
    fn sample_secs(&self) -> [f64; SAMPLES] {
        std::array::from_fn(|i| self.landing_secs + moment(i) * (self.liftoff_secs - self.landing_secs))
    }
}
