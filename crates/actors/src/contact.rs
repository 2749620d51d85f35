//! One foot on the floor, from touching it to leaving it: planted by construction.

use glam::DVec3;

use crate::body::{FootPlan, Loose, Turn, facing, leftward};
use crate::curve::{quintic_basis, unit};
use crate::figure::Figure;

/// Where a foot stands: the floor point under the ankle of the flat foot, and where the toes point.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Footprint {
    pub(crate) x: f64,
    pub(crate) z: f64,
    /// Height of the floor, or of the box stepped upon.
    pub(crate) height: f64,
    pub(crate) yaw: f64,
}

impl Footprint {
    pub(crate) fn new(x: f64, z: f64, yaw: f64) -> Self {
        Self { x, z, height: 0.0, yaw }
    }

    pub(crate) fn point(self) -> DVec3 {
        DVec3::new(self.x, self.height, self.z)
    }

    /// This print seen from a body that stands at `origin` (on the floor) facing `yaw`.
    pub(crate) fn placed(self, origin: DVec3, yaw: f64) -> Self {
        let at = origin + leftward(yaw) * self.x + facing(yaw) * self.z;
        Self { x: at.x, z: at.z, height: self.height + origin.y, yaw: self.yaw + yaw }
    }
}

/// A contact in time. The foot turns about the heel from `down` to `flat`, rests, and turns about the ball with the
/// toes flat from `rise` to `up`. A foot that lands on the ball turns about the ball in the first phase too.
///
/// `down ≤ flat ≤ rise ≤ up`; equal times leave the phase out.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Contact {
    pub(crate) print: Footprint,
    pub(crate) down: f64,
    pub(crate) flat: f64,
    pub(crate) rise: f64,
    pub(crate) up: f64,
    /// Pitch at `down`: negative lands on the heel, positive on the ball.
    pub(crate) landing: f64,
    /// Pitch at `up`, not negative.
    pub(crate) leaving: f64,
}

impl Contact {
    /// A foot that stands flat from `down` to `up`.
    pub(crate) fn flat(print: Footprint, down: f64, up: f64) -> Self {
        Self { print, down, flat: down, rise: up, up, landing: 0.0, leaving: 0.0 }
    }

    /// Seconds in which the heel is planted, if it ever is.
    pub(crate) fn heel_planted(&self) -> Option<(f64, f64)> {
        let first = if self.landing > 0.0 { self.flat } else { self.down };
        (first < self.rise).then_some((first, self.rise))
    }

    /// Seconds in which ball and toes are planted.
    pub(crate) fn toe_planted(&self) -> (f64, f64) {
        (if self.landing < 0.0 { self.flat } else { self.down }, self.up)
    }

    /// Pitch and bend of the toes at a moment of the contact.
    fn angles(&self, time: f64) -> (f64, f64) {
        if time < self.flat {
            let pitch = self.landing * settling((time - self.down) / (self.flat - self.down));
            // Toes stay flat on the floor under a raised heel and stay straight above a raised ball.
            (pitch, pitch.max(0.0))
        } else if time > self.rise {
            let pitch = self.leaving * rising((time - self.rise) / (self.up - self.rise));
            (pitch, pitch)
        } else {
            (0.0, 0.0)
        }
    }

    /// The foot at a moment of the contact.
    pub(crate) fn at(&self, figure: &Figure, time: f64) -> FootPlan {
        let (pitch, toes) = self.angles(time);
        self.pitched(figure, pitch, toes)
    }

    /// The foot turned about the heel (negative pitch) or the ball.
    pub(crate) fn pitched(&self, figure: &Figure, pitch: f64, toes: f64) -> FootPlan {
        self.pivoted(figure, (pitch, 0.0), toes)
    }

    /// The same, turned to the left by an angle too.
    pub(crate) fn pivoted(&self, figure: &Figure, (pitch, yaw): (f64, f64), toes: f64) -> FootPlan {
        let turn = Turn::new(self.print.yaw + yaw, pitch, 0.0);
        let pivot = if pitch < 0.0 { heel(figure) } else { ball(figure) };
        let flat = DVec3::new(0.0, figure.ankle_height(), 0.0);
        let world_from_flat = Turn::new(self.print.yaw, 0.0, 0.0).rotation();
        let pivot_in_world = self.print.point() + world_from_flat * (flat + pivot);
        let ankle = pivot_in_world - turn.rotation() * pivot;
        FootPlan { ankle, turn, toes, knee_out: 0.0, free: 0.0, loose: Loose::default() }
    }
}

/// The heel in the foot's frame.
pub(crate) fn heel(figure: &Figure) -> DVec3 {
    DVec3::new(0.0, -figure.ankle_height(), -figure.ankle_to_heel())
}

/// The ball of the foot in the foot's frame.
pub(crate) fn ball(figure: &Figure) -> DVec3 {
    DVec3::new(0.0, figure.ball_height() - figure.ankle_height(), figure.ankle_to_ball())
}

/// From 1 to 0, arriving at rest; leaves at 0.5 per unit, for the foot begins to come down before the heel touches.
fn settling(u: f64) -> f64 {
    let [value, velocity, ..] = quintic_basis(unit(u));
    value - 0.5 * velocity
}

/// From 0 to 1, leaving from rest; arrives at 1.8 per unit, for the foot goes on turning after the toes have left.
fn rising(u: f64) -> f64 {
    let u = unit(u);
    u * u * u * (2.2 - 1.2 * u)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn the_pivot_does_not_move(x in -3.0..3.0f64, yaw in -3.0..3.0f64, landing in -0.5..0.5f64, leaving in 0.0..1.2f64) {
            let figure = Figure::default();
            let print = Footprint { x, z: 1.0 - x, height: 0.2, yaw };
            let contact = Contact { print, down: 0.0, flat: 0.1, rise: 0.4, up: 0.7, landing, leaving };
            let point = |time: f64, local: DVec3| {
                let foot = contact.at(&figure, time);
                foot.ankle + foot.turn.rotation() * local
            };
            let (first, last) = contact.heel_planted().unwrap();
            for time in [first, 0.5 * (first + last), last] {
                prop_assert!(point(time, heel(&figure)).distance(point(0.3, heel(&figure))) < 1e-12);
                prop_assert!((point(time, heel(&figure)).y - 0.2).abs() < 1e-12);
            }
            let (first, last) = contact.toe_planted();
            for time in [first, 0.5 * (first + last), last] {
                prop_assert!(point(time, ball(&figure)).distance(point(0.3, ball(&figure))) < 1e-12);
                let foot = contact.at(&figure, time);
                prop_assert!((foot.turn.pitch - foot.toes).abs() < 1e-12, "toes stay flat");
            }
        }
    }
}
