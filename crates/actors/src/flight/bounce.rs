//! When a body leaves and meets the floor, and the path of its pelvis meanwhile.

use glam::DVec3;

use crate::actor::Actor;
use crate::body::{Turn, facing, leftward};
use crate::com::{GRAVITY, impact};
use crate::contact::{Contact, Footprint};
use crate::curve::{Knot, Knots, ramp};
use crate::leg::pelvis_height;
use crate::side::Sided;
use crate::spline::Track;
use crate::stand::{Spot, standing_height, standing_print};
use segue_motion::Side;

/// What is asked for.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Wish {
    /// Rise of the body above take-off, metres.
    pub(crate) height: f64,
    /// Forward from print to print, metres.
    pub(crate) advance: f64,
    /// Turn in each flight, radians to the left.
    pub(crate) turn: f64,
    pub(crate) count: usize,
    /// `None` jumps from both feet.
    pub(crate) foot: Option<Side>,
}

/// Moments of one bounce.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PlannedFlight {
    pub(crate) takeoff: f64,
    pub(crate) landing: f64,
}

/// Everything timed, with the pelvis on its way.
pub(crate) struct Bounces<'a> {
    pub(crate) actor: &'a Actor,
    pub(crate) wish: Wish,
    /// The body is lowest before the first push, and after the last landing.
    pub(crate) crouch: f64,
    pub(crate) flights: Vec<PlannedFlight>,
    pub(crate) low: f64,
    pub(crate) rest: f64,
    pub(crate) heading: Track<f64>,
    pub(crate) pitch: Track<f64>,
    pelvis: Knots,
}

/// The body stands this long before anything happens.
pub(crate) const START: f64 = 0.25;
/// From standing on two feet to standing on one.
pub(crate) const SHIFT: f64 = 0.55;
const CROUCH: f64 = 0.46;
const PUSH: f64 = 0.27;
/// Time on the floor between two flights.
const REBOUND: f64 = 0.30;
const ABSORB: f64 = 0.17;
const RISE: f64 = 0.62;
/// Pitch of the feet as they leave and as they land, on the ball.
pub(crate) const LEAVING: f64 = 0.70;
pub(crate) const LANDING: f64 = 0.36;
/// Knees as the feet leave and land.
const LEAVING_KNEE: f64 = 0.46;
const LANDING_KNEE: f64 = 0.60;

impl<'a> Bounces<'a> {
    pub(crate) fn new(actor: &'a Actor, wish: Wish) -> Self {
        let shift = if wish.foot.is_some() { SHIFT } else { 0.0 };
        let crouch = START + shift + CROUCH;
        let mut bounces = Self {
            actor,
            wish,
            crouch,
            flights: Vec::new(),
            low: 0.0,
            rest: 0.0,
            heading: Track::constant(0.0),
            pitch: Track::constant(0.05),
            pelvis: Knots::new(vec![]),
        };
        bounces.time_flights();
        bounces.low = bounces.last_landing() + ABSORB;
        bounces.rest = bounces.low + RISE + shift;
        bounces.heading = bounces.headings();
        bounces.pitch = bounces.pitches();
        bounces.pelvis = bounces.way();
        bounces
    }

    fn last_landing(&self) -> f64 {
        self.flights.last().map_or(self.crouch, |flight| flight.landing)
    }

    fn time_flights(&mut self) {
        let up = libm::sqrt(2.0 * GRAVITY * self.wish.height);
        let drop = self.height_at_leaving() - self.height_at_landing();
        let secs = (up + libm::sqrt(up * up + 2.0 * GRAVITY * drop.max(0.0))) / GRAVITY;
        let mut takeoff = self.crouch + PUSH;
        for _ in 0..self.wish.count {
            let landing = takeoff + secs;
            self.flights.push(PlannedFlight { takeoff, landing });
            takeoff = landing + REBOUND;
        }
    }

    fn headings(&self) -> Track<f64> {
        let mut keys = vec![(0.0, 0.0)];
        for (i, flight) in self.flights.iter().enumerate() {
            keys.push((flight.takeoff - 0.04, i as f64 * self.wish.turn));
            keys.push((flight.landing + 0.04, (i + 1) as f64 * self.wish.turn));
        }
        Track::settled(&keys)
    }

    fn pitches(&self) -> Track<f64> {
        let deep = self.depth() / 0.25;
        let mut keys = vec![(START, 0.05), (self.crouch, 0.05 + 0.38 * deep)];
        for flight in &self.flights {
            let middle = 0.5 * (flight.takeoff + flight.landing);
            keys.extend([(flight.takeoff, 0.08), (middle, 0.12), (flight.landing, 0.18)]);
        }
        keys.extend([(self.low, 0.10 + 0.28 * deep), (self.rest, 0.05)]);
        Track::settled(&keys)
    }

    /// How deep the body crouches, in metres.
    fn depth(&self) -> f64 {
        let size = self.actor.figure.leg() / 0.86;
        let legs = if self.wish.foot.is_some() { 0.7 } else { 1.0 };
        size * legs * (0.07 + 0.42 * self.wish.height + 0.04 * self.wish.advance)
    }

    fn supports(&self) -> Side {
        self.wish.foot.unwrap_or(Side::Left)
    }

    /// Where the body is after `i` flights.
    pub(crate) fn spot(&self, i: usize) -> Spot {
        let mut at = DVec3::ZERO;
        for k in 0..i {
            at += facing((k as f64 + 0.5) * self.wish.turn) * self.wish.advance;
        }
        Spot { at, yaw: i as f64 * self.wish.turn }
    }

    pub(crate) fn print(&self, side: Side, i: usize) -> Footprint {
        standing_print(&self.actor.figure, side, self.spot(i))
    }

    /// The pelvis over the floor: `forward` of the spot, over the supporting foot when there is only one.
    fn over(&self, i: usize, forward: f64, on_feet: f64) -> DVec3 {
        let spot = self.spot(i);
        let aside = self.wish.foot.map_or(0.0, |side| side.sign() * 0.075 * self.actor.figure.height / 1.75);
        spot.at + facing(spot.yaw) * forward + leftward(spot.yaw) * (aside * on_feet)
    }

    fn leaving_forward(&self) -> f64 {
        0.03 + 0.20 * self.wish.advance
    }

    fn landing_forward(&self) -> f64 {
        0.03 - 0.13 * self.wish.advance
    }

    fn height_at_leaving(&self) -> f64 {
        let contact = Contact { leaving: LEAVING, ..Contact::flat(self.print(self.supports(), 0), 0.0, 1.0) };
        let ankle = Contact { rise: 0.5, ..contact }.at(&self.actor.figure, 1.0).ankle;
        let pelvis = (self.over(0, self.leaving_forward(), 1.0), Turn::new(0.0, 0.08, 0.0));
        pelvis_height(self.actor, self.supports(), LEAVING_KNEE, ankle, pelvis)
    }

    fn height_at_landing(&self) -> f64 {
        let contact = Contact { landing: LANDING, ..Contact::flat(self.print(self.supports(), 0), 0.0, 1.0) };
        let ankle = Contact { flat: 0.5, ..contact }.at(&self.actor.figure, 0.0).ankle;
        let pelvis = (self.over(0, self.landing_forward(), 1.0), Turn::new(0.0, 0.18, 0.0));
        pelvis_height(self.actor, self.supports(), LANDING_KNEE, ankle, pelvis)
    }

    fn way(&self) -> Knots {
        let stand = DVec3::Y * standing_height(&self.actor.figure);
        let rest = |value: DVec3| Knot { value, velocity: DVec3::ZERO, acceleration: DVec3::ZERO };
        let mut knots = vec![(START, rest(self.over(0, 0.0, 0.0) + stand))];
        if self.wish.foot.is_some() {
            knots.push((START + SHIFT, rest(self.over(0, 0.0, 1.0) + stand - DVec3::Y * 0.015)));
        }
        // Sitting back into the crouch keeps the heels down.
        let crouched = self.over(0, 0.02 + 0.06 * self.wish.advance - 0.5 * self.depth(), 1.0) + stand
            - DVec3::Y * self.depth();
        let push = Knot { acceleration: DVec3::Y * 9.0, ..rest(crouched) };
        knots.push((self.crouch, push));
        for i in 0..self.flights.len() {
            knots.extend(self.flight_knots(i));
        }
        let n = self.flights.len();
        // Braked evenly from the speed of the fall, sitting back so that the heels come down.
        let give = 0.38 * ABSORB * libm::sqrt(2.0 * GRAVITY * self.wish.height);
        let absorbed = self.over(n, 0.02 - 0.3 * give, 1.0) + DVec3::Y * (self.height_at_landing() - give);
        knots.push((self.low, Knot { acceleration: DVec3::Y * 5.0, ..rest(absorbed) }));
        if self.wish.foot.is_some() {
            knots.push((self.low + RISE, rest(self.over(n, 0.0, 1.0) + stand - DVec3::Y * 0.015)));
        }
        knots.push((self.rest, rest(self.over(n, 0.0, 0.0) + stand)));
        Knots::new(knots)
    }

    /// Take-off and landing of one flight.
    fn flight_knots(&self, i: usize) -> [(f64, Knot<DVec3>); 2] {
        let PlannedFlight { takeoff, landing } = self.flights[i];
        let secs = landing - takeoff;
        let from = self.over(i, self.leaving_forward(), 1.0) + DVec3::Y * self.height_at_leaving();
        let to = self.over(i + 1, self.landing_forward(), 1.0) + DVec3::Y * self.height_at_landing();
        let fall = DVec3::NEG_Y * GRAVITY;
        let velocity = (to - from) / secs - fall * (0.5 * secs);
        let arriving = velocity + fall * secs;
        let braked = DVec3::Y * impact(-arriving.y, ABSORB);
        [
            (takeoff, Knot { value: from, velocity, acceleration: fall }),
            (landing, Knot { value: to, velocity: arriving, acceleration: braked }),
        ]
    }

    /// The root in the world.
    pub(crate) fn pelvis(&self, time: f64) -> DVec3 {
        self.flights
            .iter()
            .find(|flight| (flight.takeoff..flight.landing).contains(&time))
            .map_or_else(|| self.pelvis.at(time), |flight| self.falling(flight, time))
    }

    fn falling(&self, flight: &PlannedFlight, time: f64) -> DVec3 {
        let (from, to) = (self.pelvis.at(flight.takeoff), self.pelvis.at(flight.landing));
        let (since, secs) = (time - flight.takeoff, flight.landing - flight.takeoff);
        from + (to - from) * (since / secs) + DVec3::Y * (0.5 * GRAVITY * since * (secs - since))
    }

    pub(crate) fn pelvis_turn(&self, time: f64) -> Turn {
        let (on_one, n) = (self.on_one_foot(time), self.wish.foot.map_or(0.0, Sided::sign));
        // The hip of the lifted leg is drawn up a little.
        Turn::new(self.heading.at(time), self.pitch.at(time), -0.06 * n * on_one)
    }

    /// How far the weight is on one foot: 1 while hopping.
    pub(crate) fn on_one_foot(&self, time: f64) -> f64 {
        if self.wish.foot.is_none() {
            return 0.0;
        }
        ramp(time, START, START + SHIFT) * (1.0 - ramp(time, self.low + RISE, self.rest))
    }

    pub(crate) fn hip(&self, side: Side, time: f64) -> DVec3 {
        self.pelvis(time) + self.pelvis_turn(time).rotation() * self.actor.hip(side)
    }
}
