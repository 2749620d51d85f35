//! Limbs on the floor that move fluently: where a joint of a leg that stands or of an arm that leans would jump, the
//! body yields by a hair for a moment, and the foot rolls a hair earlier or later.

use glam::{DQuat, DVec3};

use crate::actor::{Actor, Solved, joint};
use crate::body::BodyPlan;
use crate::easing::FOLLOWING;
use crate::fluent::{LEG, frames_of, legs};
use crate::footwork::Footwork;
use crate::polish::{Limb, excess, jumps, slack, velocity_changes};
use crate::side::Sided;
use crate::smooth::stiffness;
use crate::yielding::{Frame, Give, Limbs, arm_turns, improve};
use segue_motion::Side;

/// What of a leg on the floor is faster than this many Hz is smoothed around a jump.
const FASTEST: f64 = 5.0;

/// Frames that yield around a jump at 60 Hz: the first time, and how many more every time it is still there.
const NARROW: f64 = 3.0;
const WIDER: f64 = 1.0;

/// How often it is tried, and with how many rounds of yielding; each leaves about a tenth of what is left.
const TRIES: usize = 14;
const ROUNDS: usize = 3;

/// What does not leave less than this share of the jumps is not worth the change.
const BETTER: f64 = 0.95;

/// Frames beside those that yield that must be known: a third difference spans four.
const BESIDE: usize = 3;

/// A motion whose limbs on the floor are to be settled.
pub(crate) struct Settling<'a> {
    pub(crate) actor: &'a Actor,
    pub(crate) feet: &'a [Footwork; 2],
    pub(crate) flights: &'a [(f64, f64)],
    /// When limbs are bound to a place though no foot stands there: a hand at its goal or on the floor, a kick that hits.
    pub(crate) bound: &'a [(Limb, (f64, f64))],
    pub(crate) rate: f64,
}

impl Settling<'_> {
    /// Lets the bodies solved for `plans` yield where a joint of a limb on the floor jumps. Feet stay planted, hands go
    /// where they went, and a body in a flight falls as it fell. What does not become better stays as it was.
    pub(crate) fn settle(&self, plans: &mut [(f64, BodyPlan)], bodies: &mut [Solved]) {
        for attempt in 0..TRIES {
            let centres = self.unsettled(plans, bodies);
            if centres.is_empty() {
                break;
            }
            let reach = ((NARROW + WIDER * attempt as f64) * self.rate / 60.0).ceil() as usize;
            for centre in centres {
                self.settle_around(plans, bodies, (centre, reach));
            }
        }
    }

    fn binds(&self, limb: Limb, time: f64) -> bool {
        self.bound.iter().any(|&(bound, (start, end))| bound == limb && start <= time && time <= end)
    }

    /// Every plan with what holds it.
    fn frames<'p>(&self, plans: &'p [(f64, BodyPlan)], first: &Solved) -> Vec<Frame<'p>> {
        let mut frames = frames_of(plans, self.feet, self.flights);
        for side in Side::BOTH {
            let arm = joint::arm(side);
            let from: [DQuat; LEG] = std::array::from_fn(|k| first.local[arm[k]]);
            for (frame, (time, _)) in frames.iter_mut().zip(plans) {
                frame.hands[side.index()] = self.binds(Limb::Arm(side), *time).then_some(from);
            }
        }
        frames
    }

    /// The frames in which a joint of a limb on the floor, or bound to a place, jumps.
    fn unsettled(&self, plans: &[(f64, BodyPlan)], bodies: &[Solved]) -> Vec<usize> {
        let frames = self.frames(plans, &bodies[0]);
        let mut centres: Vec<usize> = Vec::new();
        for side in Side::BOTH {
            let i = side.index();
            let standing: Vec<bool> = frames.iter().map(|frame| frame.contacts[i].is_some()).collect();
            let leaning: Vec<bool> = frames.iter().map(|frame| frame.hands[i].is_some()).collect();
            let limbs = [(&joint::leg(side)[1..], standing), (&joint::arm(side)[..FOLLOWING], leaning)];
            for (joints, held) in limbs {
                for joint in joints {
                    let found = jumps(&velocity_changes(bodies, *joint), slack(self.rate)).into_iter();
                    // A change of velocity is that of three frames.
                    centres.extend(found.filter(|&i| held[i..=i + 2].contains(&true)).map(|i| i + 1));
                }
            }
        }
        centres.sort_unstable();
        centres.dedup();
        centres
    }

    /// Lets the frames within `reach` of a centre yield, if that makes the motion smoother.
    fn settle_around(
        &self,
        plans: &mut [(f64, BodyPlan)],
        bodies: &mut [Solved],
        (centre, reach): (usize, usize),
    ) {
        let first = centre.saturating_sub(reach + BESIDE).max(BESIDE);
        let around = first..(centre + reach + 1 + BESIDE).min(plans.len() - BESIDE);
        if around.len() <= 2 * BESIDE {
            return;
        }
        let yielded = self.yielded(&plans[around.clone()], &bodies[around.clone()]);
        let seen = around.start - BESIDE..around.end + BESIDE;
        let mut tried = bodies[seen.clone()].to_vec();
        for (body, (_, solved)) in tried[BESIDE..].iter_mut().zip(&yielded) {
            *body = solved.clone();
        }
        if roughness(&tried, self.rate) < BETTER * roughness(&bodies[seen.clone()], self.rate) {
            bodies[seen].clone_from_slice(&tried);
            for ((_, plan), (yielded, _)) in plans[around].iter_mut().zip(yielded) {
                *plan = yielded;
            }
        }
    }

    /// Plans, and bodies solved for them, that yield so that the legs on the floor bend smoothly; the outermost stay as
    /// they are.
    fn yielded(&self, plans: &[(f64, BodyPlan)], bodies: &[Solved]) -> Vec<(BodyPlan, Solved)> {
        let mut frames = self.frames(plans, &bodies[0]);
        let inner = BESIDE..frames.len() - BESIDE;
        for (_, frame) in frames.iter_mut().enumerate().filter(|(i, _)| !inner.contains(i)) {
            frame.pin();
        }
        let mut gives = vec![Give::default(); frames.len()];
        let mut limbs: Vec<Limbs> = bodies.iter().map(|body| limbs(body, &bodies[0])).collect();
        let stiff = stiffness(FASTEST, self.rate);
        for _ in 0..ROUNDS {
            improve(self.actor, &frames, &mut gives, &limbs, &|_, _| stiff, &|_| DVec3::ZERO);
            for ((limbs, frame), give) in limbs.iter_mut().zip(&frames).zip(&gives) {
                frame.bend_held(self.actor, give, limbs);
            }
        }
        (0..frames.len()).map(|i| self.solved((&frames[i], plans[i].0), &gives[i], &bodies[i])).collect()
    }

    /// A frame that yields by `give`, and its body, which was `body` before; one that nothing holds stays as it is.
    fn solved(&self, (frame, time): (&Frame<'_>, f64), give: &Give, body: &Solved) -> (BodyPlan, Solved) {
        if frame.flies() {
            return (frame.plan.clone(), body.clone());
        }
        let (pelvis, feet) = frame.yielding(&self.actor.figure, give);
        let plan = BodyPlan { pelvis, feet, ..frame.plan.clone() };
        let mut solved = self.actor.solve(&plan);
        for side in Side::BOTH {
            // Limbs on their way were smoothed, and hang on the trunk.
            if frame.hands[side.index()].is_none() {
                keep(&mut solved, body, &joint::arm(side));
            }
            if frame.contacts[side.index()].is_none() && !self.binds(Limb::Leg(side), time) {
                keep(&mut solved, body, &joint::leg(side));
            }
        }
        (plan, solved)
    }
}

/// Takes joints over from another body.
fn keep(body: &mut Solved, other: &Solved, joints: &[usize]) {
    for &joint in joints {
        body.local[joint] = other.local[joint];
    }
}

/// The turns of all limbs, those of arms counted from the `first` body.
fn limbs(body: &Solved, first: &Solved) -> Limbs {
    let [left, right, ..] = legs(body);
    let arm = |side| arm_turns(body, side, &std::array::from_fn(|k| first.local[joint::arm(side)[k]]));
    [left, right, arm(Side::Left), arm(Side::Right)]
}

/// By how much all limbs' joints jump together.
fn roughness(bodies: &[Solved], rate: f64) -> f64 {
    let limbs = Side::BOTH.into_iter().flat_map(|side| {
        joint::leg(side)[1..].iter().chain(&joint::arm(side)[..FOLLOWING]).copied().collect::<Vec<_>>()
    });
    limbs.map(|joint| excess(&velocity_changes(bodies, joint), slack(rate))).sum()
}
