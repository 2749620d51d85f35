//! The path of the pelvis over planned steps: its position, turn and height.

use glam::DVec3;

use super::profile::Profile;
use super::steps::{Stands, Step, contact};
use crate::actor::Actor;
use crate::body::{Turn, facing, leftward};
use crate::com::{GRAVITY, impact};
use crate::contact::Contact;
use crate::curve::{Knot, ease, quintic, ramp};
use crate::leg::pelvis_height;
use crate::mix::Mix;
use crate::side::Sided;
use crate::spline::Track;
use crate::stand::standing_height;
use segue_motion::Side;

/// Steps with everything of the pelvis that follows from them.
pub(crate) struct Course<'a> {
    pub(crate) actor: &'a Actor,
    pub(crate) steps: Vec<Step>,
    pub(crate) contacts: Vec<Contact>,
    /// Moments of single support, one per step.
    middles: Vec<f64>,
    floor: Track<DVec3>,
    heading: Track<f64>,
    bank: Track<f64>,
    /// Lean forward into a gain of speed, back into a loss.
    drive: Track<f64>,
    phase: Track<f64>,
    height: Track<f64>,
}

/// A body that stands begins to move this long before its first foot leaves, and comes to rest this long after its
/// last foot has landed.
const ANTICIPATION_SECS: f64 = 0.5;
const SETTLING_SECS: f64 = 0.55;

/// Most lean into a gain of speed: beyond it people crouch like sprinters.
const MOST_DRIVE: f64 = 0.2;

/// The share of the time on both feet after which the knee that takes the weight over has yielded to it.
const LOADING: f64 = 0.8;
/// The same in seconds, for slow steps.
const LONGEST_LOADING: f64 = 0.2;

impl<'a> Course<'a> {
    pub(crate) fn new(actor: &'a Actor, steps: Vec<Step>) -> Self {
        let contacts: Vec<Contact> = (0..steps.len()).map(|i| contact(&steps, i)).collect();
        let middles = middles(&steps, &contacts);
        let mut course = Self {
            actor,
            floor: Track::constant(DVec3::ZERO),
            heading: Track::constant(0.0),
            bank: Track::constant(0.0),
            drive: Track::constant(0.0),
            phase: phase(&steps),
            height: Track::constant(0.0),
            steps,
            contacts,
            middles,
        };
        course.bank = course.track(|i, _| bank_angle(&course.steps[i]));
        course.drive = course.track(|i, moving| if moving { course.drive_over(i) } else { 0.0 });
        course.heading = course.track(|i, _| course.steps[i].spot.yaw);
        course.floor = course.track(|i, moving| course.floor_key(&course.steps[i], moving));
        course.height = course.heights();
        course
    }

    /// A track with the key of every step in its middle, at rest where the body stands.
    fn track<T: segue_numeric::Value>(&self, key: impl Fn(usize, bool) -> T) -> Track<T> {
        let last = self.steps.len() - 1;
        let mut keys: Vec<(f64, T)> = Vec::new();
        keys.extend(self.rest_until().map(|start| (start, key(0, false))));
        keys.extend((0..=last).filter(|&i| self.carries(i)).map(|i| (self.middles[i], key(i, true))));
        keys.extend(self.rest_from().map(|end| (end, key(last, false))));
        match (self.rest_until(), self.rest_from()) {
            (None, None) => Track::passing(&keys),
            _ => Track::new(&keys),
        }
    }

    /// Whether the body passes over print `i`: not over the one it only stands on before its first step or after its last.
    fn carries(&self, i: usize) -> bool {
        match self.steps[i].stands {
            Stands::No => true,
            Stands::Before => i == 1,
            Stands::After => i + 2 == self.steps.len(),
        }
    }

    /// Until when the body stands, if it starts from standing.
    pub(crate) fn rest_until(&self) -> Option<f64> {
        (self.steps[0].stands == Stands::Before).then(|| self.contacts[0].up - ANTICIPATION_SECS)
    }

    /// From when on the body stands, if it comes to a stand.
    pub(crate) fn rest_from(&self) -> Option<f64> {
        let last = &self.steps[self.steps.len() - 1];
        (last.stands == Stands::After).then_some(last.strike + SETTLING_SECS)
    }

    /// How much of the gait there is: 0 standing, 1 going.
    pub(crate) fn vigour(&self, time: f64) -> f64 {
        let begin = self.rest_until().map_or(1.0, |start| ramp(time, start, self.steps[2].strike + 0.15));
        let n = self.steps.len();
        let end = self.rest_from().map_or(0.0, |end| ramp(time, self.contacts[n - 3].down, end));
        begin * (1.0 - end)
    }

    /// Where the pelvis is over the floor in the middle of a step.
    fn floor_key(&self, step: &Step, moving: bool) -> DVec3 {
        if !moving {
            return step.spot.at;
        }
        let leg = self.actor.figure.leg();
        let aside = (step.print.point() - step.spot.at).dot(leftward(step.spot.yaw)) * step.profile.sway;
        let inward = -libm::sin(bank_angle(step)) * 0.8 * leg;
        step.spot.at
            + facing(step.spot.yaw) * (step.profile.ahead * leg)
            + leftward(step.spot.yaw) * (aside + inward)
    }

    /// Cycles since a left strike; whole numbers are left strikes.
    pub(crate) fn phase(&self, time: f64) -> f64 {
        self.phase.at(time)
    }

    pub(crate) fn heading(&self, time: f64) -> f64 {
        self.heading.at(time)
    }

    /// Lean into the curve; positive to the right.
    pub(crate) fn bank(&self, time: f64) -> f64 {
        self.bank.at(time)
    }

    /// Lean forward of a body that gains speed.
    pub(crate) fn drive(&self, time: f64) -> f64 {
        self.drive.at(time)
    }

    /// The lean over print `i` by which gravity pushes the body as hard as its speed grows.
    fn drive_over(&self, i: usize) -> f64 {
        let speed = |i: usize| self.steps[i].spot_speed();
        let gain = speed((i + 1).min(self.steps.len() - 1)) - speed(i.saturating_sub(1));
        libm::atan(gain / (2.0 * self.steps[i].secs) / GRAVITY).clamp(-MOST_DRIVE, MOST_DRIVE)
    }

    /// The profile at a time, blended from step to step.
    pub(crate) fn profile(&self, time: f64) -> Profile {
        let next = self.middles.partition_point(|&middle| middle <= time);
        let (Some(before), Some(after)) = (next.checked_sub(1), self.middles.get(next)) else {
            return self.steps[next.min(self.steps.len() - 1)].profile.clone();
        };
        let u = ease((time - self.middles[before]) / (after - self.middles[before]));
        self.steps[before].profile.mix(&self.steps[next].profile, u)
    }

    /// How the pelvis is turned.
    pub(crate) fn pelvis_turn(&self, time: f64) -> Turn {
        let (profile, vigour) = (self.profile(time), self.vigour(time));
        let angle = std::f64::consts::TAU * self.phase.at(time);
        let yaw = -profile.pelvis_yaw * libm::cos(angle);
        // The hip of the swinging leg is lowest in late support; left support is the first half of the cycle.
        let list = profile.pelvis_list * libm::sin(angle - 0.55);
        let tilt = profile.pelvis_tilt + profile.pelvis_nod * libm::cos(2.0 * angle);
        let standing_tilt = 0.05;
        Turn {
            yaw: self.heading.at(time) + vigour * yaw.to_radians(),
            pitch: standing_tilt + vigour * (tilt.to_radians() - standing_tilt),
            roll: vigour * list.to_radians() + 0.5 * self.bank.at(time),
        }
    }

    /// The pelvis on the floor plane, without its height.
    fn pelvis_over_floor(&self, time: f64) -> DVec3 {
        let profile = self.profile(time);
        let angle = 2.0 * std::f64::consts::TAU * (self.phase.at(time) - 0.14);
        let surge = self.vigour(time) * profile.surge * self.actor.figure.leg() * libm::cos(angle);
        self.floor.at(time) + facing(self.heading.at(time)) * surge
    }

    /// The root in the world.
    pub(crate) fn pelvis(&self, time: f64) -> DVec3 {
        self.pelvis_over_floor(time) + DVec3::Y * self.height.at(time)
    }

    /// A hip joint in the world.
    pub(crate) fn hip(&self, side: Side, time: f64) -> DVec3 {
        self.pelvis(time) + self.pelvis_turn(time).rotation() * self.actor.hip(side)
    }

    /// By how much foot `i` lands farther ahead of the pelvis after a flight than it would in steady motion.
    pub(crate) fn overreach(&self, i: usize) -> f64 {
        let step = &self.steps[i];
        let flight = i > 0 && self.contacts[i - 1].up < step.strike;
        if !flight {
            return 0.0;
        }
        let cycle = 2.0 * self.steps.get(i + 1).map_or(step.secs, |next| next.secs);
        let steady = 0.5 * step.profile.duty * cycle * step.spot_speed()
            - step.profile.ahead * self.actor.figure.leg();
        let ahead = step.print.point() - self.pelvis_over_floor(step.strike);
        (ahead.dot(facing(step.spot.yaw)) - steady).max(0.0)
    }

    /// Keys for the height of the pelvis: the supporting leg in the middle of its support, the leg that takes over
    /// the weight (or, before a flight, the one that pushes off and the one that lands).
    fn heights(&self) -> Track<f64> {
        let stand = standing_height(&self.actor.figure);
        let mut keys: Vec<(f64, f64)> = self.rest_until().map(|time| (time, stand)).into_iter().collect();
        for i in 0..self.steps.len() {
            let shape = &self.steps[i].profile;
            let supports = self.contacts[i].down < self.middles[i] && self.middles[i] < self.contacts[i].up;
            let ends = i == 0 && self.rest_until().is_some() || i + 1 == self.steps.len();
            if supports && !ends {
                match self.push(i) {
                    Some(push) => keys.extend(push),
                    None => {
                        keys.push((self.middles[i], self.height_over(i, self.middles[i], shape.middle_knee)));
                    }
                }
            }
            if i + 1 < self.steps.len() && !(i == 0 && self.rest_until().is_some()) {
                keys.extend(self.handover(i));
            }
        }
        keys.extend(self.rest_from().map(|time| (time, stand)));
        match (self.rest_until(), self.rest_from()) {
            (None, None) => Track::passing(&keys),
            _ => Track::new(&keys),
        }
    }

    /// Heights between the support of step `i` and that of the next.
    fn handover(&self, i: usize) -> Vec<(f64, f64)> {
        let (leaves, lands) = (self.contacts[i].up, self.contacts[i + 1].down);
        let both = leaves.min(self.middles[i + 1]) - lands;
        if both > 0.0 {
            let loaded = lands + (LOADING * both).min(LONGEST_LOADING);
            return vec![(loaded, self.height_over(i + 1, loaded, self.steps[i + 1].profile.loaded_knee))];
        }
        let (high, low) = self.flight_ends(i);
        let arch = 0.125 * GRAVITY * (lands - leaves) * (lands - leaves);
        vec![(leaves, high), (0.5 * (leaves + lands), 0.5 * (high + low) + arch), (lands, low)]
    }

    /// Heights at the take-off from step `i` and at the landing on the next. Nobody falls much deeper than he jumped:
    /// where the legs would have it otherwise, both give way.
    fn flight_ends(&self, i: usize) -> (f64, f64) {
        /// Greatest mean sinking speed of a flight, in m/s.
        const SINKING: f64 = 0.1;
        let (leaves, lands) = (self.contacts[i].up, self.contacts[i + 1].down);
        let high = self.height_over(i, leaves, self.steps[i].profile.pushing_knee);
        let low = self.height_over(i + 1, lands, self.steps[i + 1].profile.loaded_knee);
        let drop = high - low;
        let excess = drop - drop.clamp(-SINKING * (lands - leaves), SINKING * (lands - leaves));
        (high - 0.5 * excess, low + 0.5 * excess)
    }

    /// Heights in a support between two flights, where nothing but gravity and one push acts on the body: as low as
    /// turning the fall into the next rise brings it.
    fn push(&self, i: usize) -> Option<Vec<(f64, f64)>> {
        let (before, after) = (self.contacts.get(i.checked_sub(1)?)?, self.contacts.get(i + 1)?);
        let (down, up) = (self.contacts[i].down, self.contacts[i].up);
        let (fall, rise) = (down - before.up, after.down - up);
        if fall <= 0.0 || rise <= 0.0 {
            return None;
        }
        let (low, high) = (self.flight_ends(i - 1).1, self.flight_ends(i).0);
        let knot = |height: f64, speed: f64, acceleration: f64| Knot {
            value: DVec3::Y * height,
            velocity: DVec3::Y * speed,
            acceleration: DVec3::Y * acceleration,
        };
        let braked = impact(0.5 * GRAVITY * (fall + rise), up - down);
        let start = knot(low, -0.5 * GRAVITY * fall, braked);
        let end = knot(high, 0.5 * GRAVITY * rise, -GRAVITY);
        let key = |u: f64| {
            let since = u * (up - down);
            (down + since, quintic(start, end, up - down, since).y)
        };
        Some([0.25, 0.5, 0.75].map(key).to_vec())
    }

    /// How high the pelvis rides when the leg of contact `i` is bent by `knee` degrees.
    fn height_over(&self, i: usize, time: f64, knee: f64) -> f64 {
        let ankle = self.contacts[i].at(&self.actor.figure, time).ankle;
        let pelvis = (self.pelvis_over_floor(time), self.pelvis_turn(time));
        pelvis_height(self.actor, self.steps[i].side, knee.to_radians(), ankle, pelvis)
    }
}

/// The middle of each step's single support; a standing foot's is next to the moment it leaves or lands.
fn middles(steps: &[Step], contacts: &[Contact]) -> Vec<f64> {
    let standing = |i: usize| steps.get(i).is_some_and(|step| step.stands != Stands::No);
    let middle = |i: usize| {
        let from = match i.checked_sub(1) {
            Some(before) if !(standing(before) && i + 1 == steps.len()) => {
                contacts[before].up.max(contacts[i].down)
            }
            Some(_) => contacts[i].down,
            None => contacts[i].up - steps[i].secs,
        };
        let to = match contacts.get(i + 1) {
            Some(_) if i == 0 && standing(0) => contacts[0].up,
            Some(next) => next.down.min(contacts[i].up),
            None => contacts[i].down + steps[i].secs,
        };
        0.5 * (from + to)
    };
    (0..steps.len()).map(middle).collect()
}

fn phase(steps: &[Step]) -> Track<f64> {
    let first = 0.5 * steps[0].side.index() as f64;
    let keys: Vec<(f64, f64)> =
        steps.iter().enumerate().map(|(i, step)| (step.strike, first + 0.5 * i as f64)).collect();
    match steps[0].stands {
        Stands::No => Track::passing(&keys),
        _ => Track::new(&keys),
    }
}

/// The angle at which gravity and centrifugal force balance; to the left (negative) in a left turn.
fn bank_angle(step: &Step) -> f64 {
    let speed = step.spot_speed();
    -libm::atan(speed * step.turn / step.secs / GRAVITY)
}
