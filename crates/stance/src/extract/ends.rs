//! Where and when a stance begins and ends.

use glam::{DQuat, DVec3};
use segue_motion::Flight;

use super::contact::Contact;
use super::scene::Scene;
use super::{bare_core, push};
use crate::StanceKind;
use crate::core::{SAMPLES, moment};

/// The ends of a stance in time (seconds of the clip) and space (of the world).
#[derive(Clone, Copy)]
pub(crate) struct Ends {
    pub(super) kind: StanceKind,
    pub(super) start: End,
    pub(super) end: End,
    /// When force begins and ends.
    pub(super) landing_secs: f64,
    pub(super) liftoff_secs: f64,
}

#[derive(Clone, Copy)]
pub(super) struct End {
    pub(super) secs: f64,
    pub(super) position: DVec3,
    pub(super) velocity: DVec3,
    /// When the body was, or will be, on the ground on the other side of the apex.
    pub(super) beyond_secs: f64,
}

impl End {
    pub(super) fn apex(flight: &Flight, beyond_frame: usize, rate: f64) -> Self {
        Self {
            secs: flight.apex_secs,
            position: flight.apex,
            velocity: flight.velocity,
            beyond_secs: beyond_frame as f64 / rate,
        }
    }
}

/// From the world to a stance.
pub(crate) struct Place {
    pub(super) axes: DQuat,
    pub(super) origin: DVec3,
}

impl Place {
    pub(crate) fn point(&self, world: DVec3) -> DVec3 {
        self.axes * (world - self.origin)
    }

    pub(crate) fn vector(&self, world: DVec3) -> DVec3 {
        self.axes * world
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
    pub(super) fn sample_secs(&self) -> [f64; SAMPLES] {
        std::array::from_fn(|i| self.landing_secs + moment(i) * (self.liftoff_secs - self.landing_secs))
    }
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
pub(super) fn widened(
    scene: &Scene<'_>,
    contact: &Contact,
    ends: &Ends,
    place: &Place,
    harmonics: usize,
) -> Ends {
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
