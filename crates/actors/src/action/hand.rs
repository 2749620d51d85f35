//! A hand that goes to a place, stays there and comes back.

use glam::{DQuat, DVec3};

use crate::actor::{Actor, Solved, joint};
use crate::body::{BodyPlan, HandTarget};
use crate::curve::ramp;
use crate::easing::HandWay;
use crate::polish::Limb;
use crate::side::Sided;
use segue_motion::Side;

/// One move of a hand; `start < arrive ≤ leave < end`. Before and after, the arm is held by its angles.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct HandMove {
    pub(crate) side: Side,
    pub(crate) start: f64,
    /// The wrist is at `wrist` from here …
    pub(crate) arrive: f64,
    /// … to here.
    pub(crate) leave: f64,
    pub(crate) end: f64,
    /// Where the wrist goes, in the world.
    pub(crate) wrist: DVec3,
    /// Where the elbow points on arrival, in the chest's frame mirrored so that +X is outward.
    pub(crate) elbow: DVec3,
    /// How the hand lies in the world when it leans on the floor there.
    pub(crate) palm: Option<DQuat>,
}

/// Fraction of the arm's length up to which a hand is put exactly where it should be; farther away it is drawn in
/// smoothly, for an arm that reaches its full length at speed would snap.
pub(crate) const EXACT_REACH: f64 = 0.975;
/// The same for an arm that bears the body.
const LEANING_REACH: f64 = 0.98;
/// Shoulder to wrist of an arm that bears the body, as a fraction of the arm: an elbow bent by about 35°.
const BEARING_REACH: f64 = 0.955;
/// Farthest a hand ever gets from its shoulder, as a fraction of the arm.
const FULL_REACH: f64 = 0.996;

/// A hand that stays at its goal for fewer seconds has struck it.
const SHORTEST_STAY: f64 = 0.05;

/// Seconds before a hand sets out and after it is back in which its arm may move a little already, or still.
const MARGIN: f64 = 0.1;

impl HandMove {
    /// How far the hand is on its way: 0 held by the angles, 1 at its goal.
    pub(crate) fn progress(&self, time: f64) -> f64 {
        ramp(time, self.start, self.arrive) * (1.0 - ramp(time, self.leave, self.end))
    }

    /// The ways to the goal and back; none of a blow, which is sudden on purpose.
    pub(crate) fn ways(&self) -> Vec<HandWay> {
        if self.leave - self.arrive < SHORTEST_STAY {
            return vec![];
        }
        let way = |start, end| HandWay { side: self.side, start, end };
        vec![way(self.start - MARGIN, self.arrive), way(self.leave, self.end + MARGIN)]
    }

    /// The arm and the seconds in which it must be just where it is: at the goal, and in the last moments of a blow.
    pub(crate) fn bound(&self) -> (Limb, (f64, f64)) {
        const HAIR: f64 = 1e-6;
        let early = if self.leave - self.arrive < SHORTEST_STAY { SHORTEST_STAY } else { HAIR };
        (Limb::Arm(self.side), (self.arrive - early, self.leave + early))
    }

    /// How much of the body rests on the hand: all while it lies on the floor, and already a little before.
    pub(crate) fn bears(&self, time: f64) -> f64 {
        const MARGIN: f64 = 0.28;
        if self.palm.is_none() {
            return 0.0;
        }
        ramp(time, self.arrive - MARGIN, self.arrive) * (1.0 - ramp(time, self.leave, self.leave + MARGIN))
    }

    fn exact_reach(&self) -> f64 {
        if self.palm.is_some() { LEANING_REACH } else { EXACT_REACH }
    }

    /// A palm takes the floor's place just before it is there, and leaves it as soon as it may: a hand far from the floor
    /// that still lay like on it would be wrung.
    fn palm_at(&self, time: f64) -> Option<(DQuat, f64)> {
        const LAYING: f64 = 0.28;
        const LEAVING: f64 = 0.32;
        let down = ramp(time, self.arrive - LAYING, self.arrive - 0.04);
        let up = ramp(time, self.leave + 0.06, self.leave + LEAVING);
        self.palm.map(|palm| (palm, down * (1.0 - up)))
    }

    /// Adds the hand's target to a plan whose arms are held by their angles.
    ///
    /// The hand moves straight from where the angles hold it to its goal; the elbow turns to its place on
    /// the way.
    pub(crate) fn apply(&self, actor: &Actor, plan: &mut BodyPlan, time: f64) {
        let progress = self.progress(time);
        if progress <= 0.0 {
            return;
        }
        let (_, held) = arm_ends(actor, &actor.solve(plan), self.side);
        // An arm that will bear the body is already stretched towards the floor when it gets there.
        let wanted = if self.palm.is_some() { self.wrist } else { held.lerp(self.wrist, progress) };
        let mut target =
            HandTarget { wrist: wanted, elbow: self.elbow, weight: progress, palm: self.palm_at(time) };
        // The collar bone follows the hand a little, and the hand is drawn in towards it: two rounds agree closely.
        for _ in 0..2 {
            let shoulder = shoulder_reaching(actor, plan, self.side, target);
            target.wrist = shoulder + drawn_in(wanted - shoulder, actor.figure.arm(), self.exact_reach());
        }
        plan.arms[self.side.index()].target = Some(target);
    }
}

/// How far the body must come down for a hand that leans on the floor to get there with its arm nearly straight.
pub(crate) fn arm_drop(actor: &Actor, plan: &BodyPlan, hand: &HandMove) -> f64 {
    let target = HandTarget { wrist: hand.wrist, elbow: hand.elbow, weight: 1.0, palm: None };
    let away = shoulder_reaching(actor, plan, hand.side, target) - hand.wrist;
    // A little within reach, for the lowering is only looked up every hundredth of a second.
    let (reach, across) = ((LEANING_REACH - 0.013) * actor.figure.arm(), libm::hypot(away.x, away.z));
    (away.y - libm::sqrt((reach * reach - across * across).max(0.0))).max(0.0)
}

/// How far the body is above where a hand on the floor bears it on an arm of [`BEARING_REACH`].
pub(crate) fn ride_off(actor: &Actor, plan: &BodyPlan, hand: &HandMove) -> f64 {
    let target = HandTarget { wrist: hand.wrist, elbow: hand.elbow, weight: 1.0, palm: None };
    let away = shoulder_reaching(actor, plan, hand.side, target) - hand.wrist;
    let (reach, across) = (BEARING_REACH * actor.figure.arm(), libm::hypot(away.x, away.z));
    // Far aside of the hand an arm bears nothing.
    away.y - libm::sqrt((reach * reach - across * across).max(0.3 * reach * reach))
}

/// Where the shoulder is when the hand goes for a target: the collar bone follows the arm.
pub(crate) fn shoulder_reaching(actor: &Actor, plan: &BodyPlan, side: Side, target: HandTarget) -> DVec3 {
    let mut plan = plan.clone();
    plan.arms[side.index()].target = Some(target);
    arm_ends(actor, &actor.solve(&plan), side).0
}

/// Shoulder and wrist of a solved body.
pub(crate) fn arm_ends(actor: &Actor, solved: &Solved, side: Side) -> (DVec3, DVec3) {
    let world = actor.forward(solved);
    let [_, upper, _, hand, ..] = joint::arm(side);
    (world[upper].0, world[hand].0)
}

/// A vector no longer than [`FULL_REACH`] arms, unchanged up to `exact` arms.
fn drawn_in(vector: DVec3, arm: f64, exact: f64) -> DVec3 {
    let (exact, room) = (exact * arm, (FULL_REACH - exact) * arm);
    let length = vector.length();
    if length <= exact {
        return vector;
    }
    vector * ((exact + room * libm::tanh((length - exact) / room)) / length)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::figure::Figure;
    use crate::stand::{Spot, standing};

    #[test]
    fn a_hand_is_at_its_goal_while_it_stays_and_held_by_angles_outside() {
        let actor = Actor::new(&Figure::default()).unwrap();
        let wrist = DVec3::new(-0.2, 1.2, 0.4);
        let elbow = DVec3::new(0.5, -1.0, 0.0);
        let reach = HandMove {
            side: Side::Right,
            start: 0.0,
            arrive: 1.0,
            leave: 1.5,
            end: 2.0,
            wrist,
            elbow,
            palm: None,
        };
        let hand_at = |time: f64| {
            let mut plan = standing(&actor, Spot::ORIGIN);
            reach.apply(&actor, &mut plan, time);
            arm_ends(&actor, &actor.solve(&plan), Side::Right).1
        };
        assert!(hand_at(1.0).distance(wrist) < 1e-9 && hand_at(1.5).distance(wrist) < 1e-9);
        assert_eq!(hand_at(0.0), hand_at(2.0));
        assert!(hand_at(0.5).distance(hand_at(0.0)) > 0.1);
    }
}
