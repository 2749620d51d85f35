//! From clips to stances.

mod contact;
mod ends;
mod kinds;
mod push;
mod scene;
mod spin;
mod still;

use glam::{DQuat, DVec3};
use segue_motion::{Body, Clip, Flight, FlightSettings, RateCheck};

use crate::core::{Core, SAMPLES};
use crate::params::SLOW;
use crate::stance::StanceOrigin;
use crate::{Params, Refusal, Stance, StanceError};

use contact::Contact;
use ends::{Ends, Place, widened};
use kinds::{from_stand, to_stand, whole};
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
    let mut sort = |found: Result<Extracted, Refusal>| match found {
        Ok(found) => stances.push(found),
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
    refusals.extend(scene.no_flights());
    refusals.sort_by_key(|refusal| refusal.frames.first);
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

/// Orientations farther off than this, in radians, are not those of the capture: 15°.
const WORST_TURN: f64 = 0.26;

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
    if scene.frames(ends.start.secs, ends.end.secs).next().is_none() {
        return Err(contact.refusal("no frame lies between where it begins and where it ends".to_owned()));
    }
    let mut core = bare_core(scene, contact, ends, &place);
    let fitted = push::fit(scene, ends, &core, &place, settings).map_err(|why| contact.refusal(why))?;
    core.set_force(&fitted.force);
    let path = core.path();
    core.offset = (place.point(contact.point) - crate::core::mean(&path)).with_y(0.0);
    core.legs = contact.legs(scene, ends, &place);
    core.reach = core.farthest_reach(&path, core.contact(&path));
    let turning = spin::fit(scene, ends, &place, settings.torque_points);
    if turning.deviation > WORST_TURN {
        let degrees = turning.deviation.to_degrees();
        return Err(
            contact.refusal(format!("no torque turns the body as it was captured: {degrees:.0}° off"))
        );
    }
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
