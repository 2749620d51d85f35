//! The last touch: where the velocity of a joint that nothing binds still jumps, its way is smoothed for a moment.

use std::ops::Range;

use super::actor::{Actor, Solved, joint};
use super::easing::{FOLLOWING, ease_joint, shorter_turn};
use super::footwork::lowest_of;
use super::smooth::stiffness;
use crate::Side;

/// A jump of a joint's velocity that is left alone: degrees per frame at 60 Hz beyond [`SHARE`] of those beside it.
const JUMP: f64 = 0.1;
const SHARE: f64 = 1.5;

/// Frames smoothed around a jump at 60 Hz: the first time, and how many more every time it is still there.
const NARROW: f64 = 3.0;
const WIDER: f64 = 1.0;

/// How often it is tried.
const TRIES: usize = 12;

/// What is faster than this many Hz is smoothed away.
const FASTEST: f64 = 5.0;

/// A sole below this height, in metres, is in the floor.
const SUNK: f64 = -2e-4;

/// Which frames of a limb nothing binds.
pub(crate) struct Free {
    pub(crate) limb: Limb,
    pub(crate) frames: Vec<bool>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Limb {
    Leg(Side),
    Arm(Side),
}

impl Limb {
    fn joints(self) -> Vec<usize> {
        match self {
            Self::Leg(side) => joint::leg(side)[1..].to_vec(),
            Self::Arm(side) => joint::arm(side)[..FOLLOWING].to_vec(),
        }
    }
}

/// Smooths jumps of all limbs at `rate` frames per second, as far as their frames are free.
pub(crate) fn polish(actor: &Actor, bodies: &mut [Solved], limbs: &[Free], rate: f64) {
    for free in limbs {
        for joint in free.limb.joints() {
            for attempt in 0..TRIES {
                let jumps = jumps(&velocity_changes(bodies, joint), JUMP.to_radians() * (60.0 / rate));
                if jumps.is_empty() {
                    break;
                }
                let reach = ((NARROW + WIDER * attempt as f64) * rate / 60.0).ceil() as usize;
                for jump in jumps {
                    smooth_around(actor, bodies, (free, joint), (jump + 1, reach), rate);
                }
            }
        }
    }
}

fn smooth_around(
    actor: &Actor,
    bodies: &mut [Solved],
    (free, joint): (&Free, usize),
    (middle, reach): (usize, usize),
    rate: f64,
) {
    let Some(frames) = free_run(&free.frames, middle, reach) else { return };
    let before: Vec<Solved> = bodies[frames.clone()].to_vec();
    ease_joint(bodies, frames.clone(), joint, stiffness(FASTEST, rate));
    if let Limb::Leg(side) = free.limb {
        let sinks = |body: &Solved| lowest_of(actor, body, side);
        let worse = frames.clone().zip(&before).any(|(i, before)| {
            let low = sinks(&bodies[i]);
            low < SUNK && low < sinks(before)
        });
        if worse {
            bodies[frames].clone_from_slice(&before);
        }
    }
}

/// The free frames within `reach` of `middle`, or of a frame beside it.
fn free_run(free: &[bool], middle: usize, reach: usize) -> Option<Range<usize>> {
    let nearest = [middle, middle - 1, middle + 1].into_iter().find(|&i| free.get(i) == Some(&true))?;
    let first =
        (middle.saturating_sub(reach)..nearest).rev().take_while(|&i| free[i]).last().unwrap_or(nearest);
    let last =
        (nearest..free.len().min(middle + reach + 1)).take_while(|&i| free[i]).last().unwrap_or(nearest);
    Some(first..last + 1)
}

/// By how much a joint's turn changes from frame `i`–`i + 1` to the next.
pub(crate) fn velocity_changes(bodies: &[Solved], joint: usize) -> Vec<f64> {
    let turn = |pair: &[Solved]| shorter_turn(pair[0].local[joint].conjugate() * pair[1].local[joint]);
    let turns: Vec<_> = bodies.windows(2).map(turn).collect();
    turns.windows(2).map(|pair| pair[0].distance(pair[1])).collect()
}

/// Which changes are jumps: much larger than both beside them.
pub(crate) fn jumps(changes: &[f64], slack: f64) -> Vec<usize> {
    let jump = |(_, around): &(usize, &[f64])| around[1] > SHARE * around[0].max(around[2]) + slack;
    changes.windows(3).enumerate().filter(jump).map(|(i, _)| i + 1).collect()
}
