//! Arms on their way to and from a place move as smoothly as they can: near its full length an arm that follows its hand
//! exactly would snap.

use std::ops::Range;

use glam::{DQuat, DVec3};

use super::actor::{Solved, joint};
use super::smooth::{smoothed, stiffness};
use crate::Side;

/// What of a way is faster than this many Hz is smoothed away.
const FASTEST: f64 = 5.0;

/// Joints of an arm that follow its hand: collar, upper arm, forearm, hand.
const FOLLOWING: usize = 4;

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
        let inner = frames.start >= 3 && frames.end + 3 <= bodies.len() && !frames.is_empty();
        if inner {
            for joint in &joint::arm(way.side)[..FOLLOWING] {
                ease_joint(bodies, frames.clone(), *joint, rate);
            }
        }
    }
}

fn ease_joint(bodies: &mut [Solved], frames: Range<usize>, joint: usize, rate: f64) {
    // Turns away from the first, so that a whole turn is far away.
    let from = bodies[frames.start].local[joint];
    let turn = |i: usize| scaled_axis(from.conjugate() * bodies[i].local[joint]);
    let (start, end) = (frames.start, frames.end);
    let wanted: Vec<DVec3> = frames.clone().map(turn).collect();
    let before = [start - 3, start - 2, start - 1].map(turn);
    let after = [end, end + 1, end + 2].map(turn);
    let stiff = stiffness(FASTEST, rate);
    let turns = smoothed(before, &wanted, after, |_| stiff);
    // An elbow that is nearly straight must not be bent the other way.
    let all = || before.iter().chain(&wanted).chain(&after).copied();
    let least = all().fold(DVec3::INFINITY, DVec3::min);
    let most = all().fold(DVec3::NEG_INFINITY, DVec3::max);
    for (body, turn) in bodies[frames].iter_mut().zip(turns) {
        body.local[joint] = from * DQuat::from_scaled_axis(turn.clamp(least, most));
    }
}

fn scaled_axis(turn: DQuat) -> DVec3 {
    (if turn.w < 0.0 { -turn } else { turn }).to_scaled_axis()
}
