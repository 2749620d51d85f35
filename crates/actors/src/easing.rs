//! Joints that nothing binds move as smoothly as they can: near its full length an arm that follows its hand exactly
//! would snap.

use std::ops::Range;

use glam::{DQuat, DVec3};

use crate::actor::{Solved, joint};
use crate::smooth::{smoothed, stiffness};
use segue_motion::Side;

/// What of a way is faster than this many Hz is smoothed away.
const FASTEST: f64 = 5.0;

/// Joints of an arm that follow its hand: collar, upper arm, forearm, hand.
pub(crate) const FOLLOWING: usize = 4;

/// A hand on its way, in seconds: at both ends the arm is where it must be.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct HandWay {
    pub(crate) side: Side,
    pub(crate) start: f64,
    pub(crate) end: f64,
}

impl HandWay {
    /// The frames between its ends, of `count` that begin `lead` frames before time 0.
    fn frames(&self, rate: f64, lead: usize, count: usize) -> Range<usize> {
        let frame = |time: f64| (time * rate + lead as f64).clamp(0.0, count as f64);
        let first = frame(self.start).ceil() as usize;
        first..(frame(self.end).floor() as usize).max(first)
    }
}

/// Smooths the arms of `bodies` (`rate` per second, the first of them `lead` frames before time 0) on all `ways`.
pub(crate) fn ease_arms(bodies: &mut [Solved], ways: &[HandWay], rate: f64, lead: usize) {
    for way in ways {
        let frames = way.frames(rate, lead, bodies.len());
        for joint in &joint::arm(way.side)[..FOLLOWING] {
            ease_joint(bodies, frames.clone(), *joint, stiffness(FASTEST, rate));
        }
    }
}

/// Smooths one joint over `frames`, leaving and arriving with the speed and acceleration that it has there. Nothing
/// happens at the very ends of a motion.
pub(crate) fn ease_joint(bodies: &mut [Solved], frames: Range<usize>, joint: usize, stiffness: f64) {
    let (start, end) = (frames.start, frames.end);
    if start < 3 || end + 3 > bodies.len() || frames.is_empty() {
        return;
    }
    // Turns away from the first, so that a whole turn is far away.
    let hinge = Hinge::of(joint);
    let from = if hinge.is_some() { DQuat::IDENTITY } else { bodies[start].local[joint] };
    let turn = |i: usize| {
        let turn = shorter_turn(from.conjugate() * bodies[i].local[joint]);
        hinge.map_or(turn, |hinge| hinge.opened(turn))
    };
    let wanted: Vec<DVec3> = frames.clone().map(turn).collect();
    let before = [start - 3, start - 2, start - 1].map(turn);
    let after = [end, end + 1, end + 2].map(turn);
    for (body, turn) in bodies[frames].iter_mut().zip(smoothed(before, &wanted, after, |_| stiffness)) {
        let turn = hinge.map_or(turn, |hinge| hinge.closed(turn));
        body.local[joint] = from * DQuat::from_scaled_axis(turn);
    }
}

/// A rotation as axis times angle, the shorter way.
pub(crate) fn shorter_turn(turn: DQuat) -> DVec3 {
    (if turn.w < 0.0 { -turn } else { turn }).to_scaled_axis()
}

/// A knee or elbow: it turns about one axis, and never the other way.
#[derive(Clone, Copy)]
struct Hinge {
    axis: DVec3,
}

/// Below about this bend, in radians, a hinge resists being straightened.
const SOFT: f64 = 0.08;

impl Hinge {
    fn of(joint: usize) -> Option<Self> {
        Side::BOTH.into_iter().find_map(|side| {
            let [_, _, fore, ..] = joint::arm(side);
            let [_, _, shank, ..] = joint::leg(side);
            let out = if side == Side::Left { 1.0 } else { -1.0 };
            match joint {
                _ if joint == fore => Some(Self { axis: DVec3::NEG_Y * out }),
                _ if joint == shank => Some(Self { axis: DVec3::X }),
                _ => None,
            }
        })
    }

    /// From bends, which are positive, to all numbers; those much larger than [`SOFT`] stay as they are.
    fn opened(self, turn: DVec3) -> DVec3 {
        let bend = (turn.dot(self.axis) / SOFT).max(1e-3);
        // Beyond this the exponential is all there is.
        let free = if bend > 30.0 { bend } else { libm::log(libm::expm1(bend)) };
        DVec3::X * (SOFT * free)
    }

    /// The bend again, as a turn.
    fn closed(self, free: DVec3) -> DVec3 {
        let free = free.x / SOFT;
        let bend = if free > 30.0 { free } else { libm::log1p(libm::exp(free)) };
        self.axis * (SOFT * bend)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn hinges_open_and_close(bend in 0.01..2.6f64) {
            for joint in [joint::arm(Side::Left)[2], joint::arm(Side::Right)[2], joint::leg(Side::Left)[2]] {
                let hinge = Hinge::of(joint).unwrap();
                let turn = hinge.axis * bend;
                prop_assert!(hinge.closed(hinge.opened(turn)).distance(turn) < 1e-9);
            }
        }
    }
}
