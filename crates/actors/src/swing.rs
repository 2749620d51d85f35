//! A swinging leg along given angles: drawn towards what the contacts before and after ask for, in value and speed.
//!
//! Angles are blended rather than places: a leg that is nearly straight stays smooth.

use glam::DVec3;

use crate::body::{facing, leftward};
use crate::contact::Contact;
use crate::curve::{Knot, dying, ease};
use crate::figure::Figure;
use crate::footwork::LANDING_SECS;
use crate::leg::two_bone;
use crate::spline::Track;

/// Where a leg hangs: hip joint and heading over time.
pub(crate) struct Hanging<'a> {
    pub(crate) figure: &'a Figure,
    pub(crate) hip: &'a dyn Fn(f64) -> DVec3,
    pub(crate) heading: &'a dyn Fn(f64) -> f64,
}

/// Share of the swing within which the leg takes up the table's speed after push-off.
const PUSH_OFF: f64 = 0.35;

/// The same in seconds, for long swings.
const LONGEST_PUSH_OFF: f64 = 0.2;

/// A swinging knee never straightens more than this.
const LEAST_KNEE_BEND: f64 = 0.17;

/// The depth of [`dying`] in units of speed times time.
const DEPTH: f64 = 0.148;

/// A swing of one leg.
pub(crate) struct LegSwing {
    duration: f64,
    thigh: Track<f64>,
    knee: Track<f64>,
    start: Knot<DVec3>,
    end: Knot<DVec3>,
    /// Seconds after take-off and before the strike in which the leg changes from its speed on the floor.
    leaving: f64,
    landing: f64,
}

impl LegSwing {
    /// `thigh` (from the vertical, forward positive) and `knee` run over shares of the swing.
    pub(crate) fn new(
        hanging: &Hanging<'_>,
        (from, to): (&Contact, &Contact),
        (thigh, knee): (Track<f64>, Track<f64>),
    ) -> Self {
        let duration = to.down - from.up;
        let table = |time: f64| {
            let u = (time - from.up) / duration;
            DVec3::new(thigh.at(u), knee.at(u), 0.0)
        };
        let asked = |contact: &Contact, time: f64, way: f64| {
            let on_floor = |t: f64| hanging.angles(t, contact.at(hanging.figure, t).ankle);
            (Knot::measure(on_floor, time, way), Knot::measure(table, time, -way))
        };
        let (start, end) = (asked(from, from.up, -1.0), asked(to, to.down, 1.0));
        let room = |(wanted, drawn): &(Knot<DVec3>, Knot<DVec3>), way: f64| {
            let straightening = way * (wanted.velocity.y - drawn.velocity.y);
            (wanted.value.y - LEAST_KNEE_BEND) / (DEPTH * straightening.max(1e-3))
        };
        let leaving = room(&start, -1.0).clamp(0.08, LONGEST_PUSH_OFF).min(PUSH_OFF * duration);
        let landing = room(&end, 1.0).clamp(0.03, LANDING_SECS).min(0.4 * duration);
        Self { duration, thigh, knee, start: gap(&start), end: gap(&end), leaving, landing }
    }

    /// Thigh, knee and distance aside at a share of the swing.
    pub(crate) fn at(&self, u: f64) -> DVec3 {
        let since = u * self.duration;
        DVec3::new(self.thigh.at(u), self.knee.at(u), 0.0)
            + self.start.value.lerp(self.end.value, ease(u))
            + dying(self.start.velocity, self.leaving, since)
            + dying(-self.end.velocity, self.landing, self.duration - since)
    }
}

fn gap((wanted, drawn): &(Knot<DVec3>, Knot<DVec3>)) -> Knot<DVec3> {
    Knot {
        value: wanted.value - drawn.value,
        velocity: wanted.velocity - drawn.velocity,
        acceleration: DVec3::ZERO,
    }
}

impl Hanging<'_> {
    /// Thigh and knee of the leg that reaches `ankle`, in the plane of the heading, and the ankle's distance aside.
    fn angles(&self, time: f64, ankle: DVec3) -> DVec3 {
        let yaw = (self.heading)(time);
        let away = ankle - (self.hip)(time);
        let (ahead, below) = (away.dot(facing(yaw)), -away.y);
        let (hip_bend, knee) = two_bone(self.figure.thigh(), self.figure.shank(), libm::hypot(ahead, below));
        DVec3::new(libm::atan2(ahead, below) + hip_bend, knee, away.dot(leftward(yaw)))
    }

    /// The ankle of a leg with these angles.
    pub(crate) fn ankle(&self, time: f64, leg: DVec3) -> DVec3 {
        let yaw = (self.heading)(time);
        let bone = |angle: f64, length: f64| {
            facing(yaw) * (length * libm::sin(angle)) - DVec3::Y * (length * libm::cos(angle))
        };
        (self.hip)(time)
            + bone(leg.x, self.figure.thigh())
            + bone(leg.x - leg.y, self.figure.shank())
            + leftward(yaw) * leg.z
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn angles_and_ankle_undo_each_other(thigh in -0.6..1.2f64, knee in 0.05..1.8f64, aside in -0.1..0.1f64, yaw in -3.0..3.0f64) {
            let figure = Figure::default();
            let hanging = Hanging { figure: &figure, hip: &|_| DVec3::new(1.0, 0.9, 2.0), heading: &|_| yaw };
            let leg = DVec3::new(thigh, knee, aside);
            prop_assert!(hanging.angles(0.0, hanging.ankle(0.0, leg)).distance(leg) < 1e-9);
        }
    }
}
