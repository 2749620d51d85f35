//! The last touch: where the velocity of a joint that nothing binds still jumps, its way is smoothed for a moment.

use std::ops::Range;

use crate::actor::{Actor, Solved, joint};
use crate::easing::{FOLLOWING, ease_joint, shorter_turn};
use crate::footwork::lowest_of;
use crate::smooth::stiffness;
use segue_motion::Side;

/// A jump of a joint's velocity that is left alone: degrees per frame at 60 Hz beyond [`SHARE`] of those beside it.
const JUMP: f64 = 0.1;
const SHARE: f64 = 1.5;

/// Frames smoothed around a jump at 60 Hz: the first time, and how many more every time it is still there.
const NARROW: f64 = 3.0;
const WIDER: f64 = 1.0;

/// How often it is tried.
const TRIES: usize = 12;

/// What is faster than this many Hz is smoothed away the first time, and how much stiffer a joint is every further time.
const FASTEST: f64 = 5.0;
const STIFFER: f64 = 2.0;

/// How much of a smoothing is tried: less, if all of it puts the sole into the floor or makes another jump.
const SHARES: [f64; 3] = [1.0, 0.5, 0.25];

/// Frames beside smoothed ones that a jump beside them is judged by.
const SEEN: usize = 4;

/// A sole below this height, in metres, is in the floor; the second where a jump would be left otherwise.
const SUNK: f64 = -2e-4;
const SUNK_AT_MOST: f64 = -6e-4;

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

/// How hard it is tried.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Touch {
    /// A little, again and again.
    Light,
    /// Stiffer every time, also beside frames that are bound, as long as it helps.
    Firm,
}

/// Smooths jumps of all limbs at `rate` frames per second, as far as their frames are free.
pub(crate) fn polish(actor: &Actor, bodies: &mut [Solved], limbs: &[Free], rate: f64, touch: Touch) {
    for free in limbs {
        for joint in free.limb.joints() {
            for attempt in 0..TRIES {
                let jumps = jumps(&velocity_changes(bodies, joint), slack(rate));
                if jumps.is_empty() {
                    break;
                }
                let reach = ((NARROW + WIDER * attempt as f64) * rate / 60.0).ceil() as usize;
                let stiffer = if touch == Touch::Firm { libm::pow(STIFFER, attempt as f64) } else { 1.0 };
                let stiff = stiffness(FASTEST, rate) * stiffer;
                for jump in jumps {
                    for frames in free_runs(&free.frames, jump + 1, reach, touch) {
                        match touch {
                            Touch::Light => smooth_lightly(actor, bodies, (free, joint), frames, stiff),
                            Touch::Firm => {
                                smooth_firmly(actor, bodies, (free, joint), frames, (stiff, slack(rate)));
                            }
                        }
                    }
                }
            }
        }
    }
}

/// Smooths a joint for a moment, if that does not put the sole into the floor.
fn smooth_lightly(
    actor: &Actor,
    bodies: &mut [Solved],
    (free, joint): (&Free, usize),
    frames: Range<usize>,
    stiff: f64,
) {
    let before: Vec<Solved> = bodies[frames.clone()].to_vec();
    ease_joint(bodies, frames.clone(), joint, stiff);
    if sinks(actor, free.limb, (&bodies[frames.clone()], &before), SUNK) {
        bodies[frames].clone_from_slice(&before);
    }
}

/// Whether any sole is below `height` and lower than before.
fn sinks(actor: &Actor, limb: Limb, (bodies, before): (&[Solved], &[Solved]), height: f64) -> bool {
    let Limb::Leg(side) = limb else { return false };
    bodies.iter().zip(before).any(|(body, before)| {
        let low = lowest_of(actor, body, side);
        low < height && low < lowest_of(actor, before, side)
    })
}

/// Smooths a joint for a moment, or does so by a share, if that makes it jump less and sinks no sole.
fn smooth_firmly(
    actor: &Actor,
    bodies: &mut [Solved],
    (free, joint): (&Free, usize),
    frames: Range<usize>,
    (stiff, slack): (f64, f64),
) {
    let before: Vec<Solved> = bodies[frames.clone()].to_vec();
    let seen = frames.start.saturating_sub(SEEN)..(frames.end + SEEN).min(bodies.len());
    let rough = |bodies: &[Solved]| excess(&velocity_changes(&bodies[seen.clone()], joint), slack);
    let rough_before = rough(bodies);
    ease_joint(bodies, frames.clone(), joint, stiff);
    let smooth: Vec<Solved> = bodies[frames.clone()].to_vec();
    for share in SHARES {
        for ((body, before), smooth) in bodies[frames.clone()].iter_mut().zip(&before).zip(&smooth) {
            body.local[joint] = before.local[joint].slerp(smooth.local[joint], share);
        }
        let better = rough(bodies) < rough_before;
        if better && !sinks(actor, free.limb, (&bodies[frames.clone()], &before), SUNK_AT_MOST) {
            return;
        }
    }
    bodies[frames].clone_from_slice(&before);
}

/// The free frames within `reach` of `middle`, or of a frame beside it; those before and after it, if all three are bound.
fn free_runs(free: &[bool], middle: usize, reach: usize, touch: Touch) -> Vec<Range<usize>> {
    let first_free = |frames: &[usize]| frames.iter().copied().find(|&i| free.get(i) == Some(&true));
    let run = |nearest: usize| {
        let before = (middle.saturating_sub(reach)..nearest).rev();
        let after = nearest..free.len().min(middle + reach + 1);
        let first = before.take_while(|&i| free[i]).last().unwrap_or(nearest);
        first..after.take_while(|&i| free[i]).last().unwrap_or(nearest) + 1
    };
    match first_free(&[middle, middle - 1, middle + 1]) {
        Some(nearest) => vec![run(nearest)],
        None if touch == Touch::Light => vec![],
        None => {
            let sides = [[middle.saturating_sub(2), middle.saturating_sub(3)], [middle + 2, middle + 3]];
            sides.iter().filter_map(|side| first_free(side)).map(run).collect()
        }
    }
}

/// By how much a joint's turn changes from frame `i`–`i + 1` to the next.
pub(crate) fn velocity_changes(bodies: &[Solved], joint: usize) -> Vec<f64> {
    let turn = |pair: &[Solved]| shorter_turn(pair[0].local[joint].conjugate() * pair[1].local[joint]);
    let turns: Vec<_> = bodies.windows(2).map(turn).collect();
    turns.windows(2).map(|pair| pair[0].distance(pair[1])).collect()
}

/// Whether a joint of a limb jumps by nearly as much as the law allows, which is twice what is left alone.
pub(crate) fn at_risk(bodies: &[Solved], rate: f64) -> bool {
    const RISK: f64 = 1.8;
    let limbs = Side::BOTH.into_iter().flat_map(|side| [Limb::Leg(side), Limb::Arm(side)]);
    limbs
        .flat_map(Limb::joints)
        .any(|joint| !jumps(&velocity_changes(bodies, joint), RISK * slack(rate)).is_empty())
}

/// The jump that is left alone, in radians per frame.
pub(crate) fn slack(rate: f64) -> f64 {
    JUMP.to_radians() * (60.0 / rate)
}

/// By how much a change is larger than it may be beside the two around it; negative within the law.
fn over(around: &[f64], slack: f64) -> f64 {
    around[1] - SHARE * around[0].max(around[2]) - slack
}

/// Which changes are jumps: much larger than both beside them.
pub(crate) fn jumps(changes: &[f64], slack: f64) -> Vec<usize> {
    let found = changes.windows(3).enumerate().filter(|(_, around)| over(around, slack) > 0.0);
    found.map(|(i, _)| i + 1).collect()
}

/// What all jumps together are too large by.
pub(crate) fn excess(changes: &[f64], slack: f64) -> f64 {
    changes.windows(3).map(|around| over(around, slack).max(0.0)).sum()
}
