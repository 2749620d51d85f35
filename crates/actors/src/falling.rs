//! The path of the centre of mass through flights: it falls freely, and contacts lead smoothly from fall to fall.

use glam::DVec3;

use crate::curve::{Knot, quintic};
use crate::spline::Track;

/// Standard gravity in m/s², as in the truth of every flight.
pub(crate) const GRAVITY: f64 = 9.81;

/// A contact between two flights shorter than this is one push: its force rises from zero and falls to zero. A longer
/// one has time to settle into the planned motion in between.
const PUSH_SECS: f64 = 0.5;

/// The planned motion is regained within this time after a landing, and left this long before a take-off.
const SETTLE_SECS: f64 = 0.35;

/// The corrected path of the centre of mass.
pub(crate) struct FallingPath {
    planned: Track<DVec3>,
    falls: Vec<Fall>,
}

/// One flight: the parabola through the planned places of the centre of mass at take-off and landing.
#[derive(Clone, Copy)]
struct Fall {
    start: f64,
    end: f64,
    from: DVec3,
    velocity: DVec3,
}

impl Fall {
    fn new(planned: &Track<DVec3>, (start, end): (f64, f64)) -> Self {
        let (from, to) = (planned.at(start), planned.at(end));
        let duration = end - start;
        let velocity = (to - from) / duration + DVec3::Y * (0.5 * GRAVITY * duration);
        Self { start, end, from, velocity }
    }

    fn apex(&self) -> f64 {
        self.start + self.velocity.y / GRAVITY
    }

    fn at(&self, time: f64) -> Knot<DVec3> {
        let since = time - self.start;
        let acceleration = DVec3::NEG_Y * GRAVITY;
        Knot {
            value: self.from + self.velocity * since + acceleration * (0.5 * since * since),
            velocity: self.velocity + acceleration * since,
            acceleration,
        }
    }
}

impl FallingPath {
    /// Through `flights` (in order) as the centre of mass was `planned`.
    pub(crate) fn new(planned: Track<DVec3>, flights: &[(f64, f64)]) -> Self {
        Self { falls: flights.iter().map(|&flight| Fall::new(&planned, flight)).collect(), planned }
    }

    /// When each flight is highest.
    pub(crate) fn apexes(&self) -> Vec<f64> {
        self.falls.iter().map(Fall::apex).collect()
    }

    /// Where the centre of mass should be; `None` where the plan stands.
    pub(crate) fn at(&self, time: f64) -> Option<DVec3> {
        let next = self.falls.partition_point(|fall| fall.end < time);
        let (before, after) = (next.checked_sub(1).map(|i| &self.falls[i]), self.falls.get(next));
        match (before, after) {
            (_, Some(fall)) if time >= fall.start => Some(fall.at(time).value),
            (Some(a), Some(b)) if b.start - a.end < PUSH_SECS => Some(push(a, b, time)),
            (before, after) => self.settled(before, after, time),
        }
    }

    fn settled(&self, before: Option<&Fall>, after: Option<&Fall>, time: f64) -> Option<DVec3> {
        let gap = match (before, after) {
            (Some(a), Some(b)) => 0.5 * (b.start - a.end),
            _ => SETTLE_SECS,
        };
        let settle = SETTLE_SECS.min(gap);
        let rest = Knot { value: DVec3::ZERO, velocity: DVec3::ZERO, acceleration: DVec3::ZERO };
        if let Some(fall) = before.filter(|fall| time < fall.end + settle) {
            let correction = quintic(self.mismatch(fall, fall.end, 1.0), rest, settle, time - fall.end);
            return Some(self.planned.at(time) + correction);
        }
        let fall = after.filter(|fall| time > fall.start - settle)?;
        let since = time - (fall.start - settle);
        let correction = quintic(rest, self.mismatch(fall, fall.start, -1.0), settle, since);
        Some(self.planned.at(time) + correction)
    }

    /// By how much the fall differs from the plan at one of its ends.
    fn mismatch(&self, fall: &Fall, time: f64, side: f64) -> Knot<DVec3> {
        let (fall, plan) = (fall.at(time), Knot::measure(|t| self.planned.at(t), time, side));
        Knot {
            value: fall.value - plan.value,
            velocity: fall.velocity - plan.velocity,
            acceleration: fall.acceleration - plan.acceleration,
        }
    }
}

/// The floor stops a landing foot at once: a push begins with this share of its mean force. It ends without force.
const IMPACT: f64 = 1.3;

/// Acceleration of the centre of mass as a push of `duration` seconds begins, which changes its vertical velocity by
/// `change`.
pub(crate) fn impact(change: f64, duration: f64) -> f64 {
    IMPACT * (GRAVITY + change / duration) - GRAVITY
}

/// One push between two flights.
fn push(a: &Fall, b: &Fall, time: f64) -> DVec3 {
    let duration = b.start - a.end;
    let (landing, takeoff) = (a.at(a.end), b.at(b.start));
    let braked = impact(takeoff.velocity.y - landing.velocity.y, duration);
    quintic(Knot { acceleration: DVec3::Y * braked, ..landing }, takeoff, duration, time - a.end)
}
