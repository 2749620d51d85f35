//! Getting low as people do: one foot half a step behind on its ball, knees apart, the free hand on its thigh.

use glam::DVec3;

use super::guard::support;
use super::hand::HandMove;
use super::posture::Posture;
use super::stage::{Stage, Step};
use crate::body::{BodyPlan, facing};
use crate::contact::Footprint;
use crate::curve::ease;
use crate::leg::{THIGH_TWIST, two_bone, wrapped};
use crate::side::Sided;
use crate::stand::{Spot, standing_print};
use segue_motion::Side;

/// A crouch with the foot of side `rear` behind.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Crouch {
    pub(crate) rear: Side,
}

/// Seconds from the shift of weight to the landing of the rear foot, back and forth.
const SHIFT: f64 = 0.18;
const STEP: f64 = 0.32;
/// Seconds before the landing from which the body goes for what it wants.
const EARLY: f64 = 0.12;

/// How far a hip is turned at most, in radians; some of its range is left for the way there.
const MOST_TURN: f64 = 0.95;
/// How far a knee points outward beyond the toes below it at most, in radians.
const BEYOND_TOES: f64 = 0.55;
/// How far hips are behind the weight of a body that is bent forward by a right angle, as a share of its height.
const TRUNK_LEVER: f64 = 0.15;

/// The elbow of an arm that rests on the thigh sticks out.
const ELBOW: DVec3 = DVec3::new(0.75, -0.2, -0.7);

impl Crouch {
    /// The rear foot: a little back and aside, turned out.
    fn rear_print(self, stage: &Stage<'_>) -> Footprint {
        let (h, out) = (stage.actor.figure.height, self.rear.sign());
        let Footprint { x, z, yaw, .. } = standing_print(&stage.actor.figure, self.rear, Spot::ORIGIN);
        Footprint::new(x + out * 0.05 * h, z - 0.10 * h, yaw + out * 0.58)
            .placed(stage.spot.at, stage.spot.yaw)
    }

    /// Whether the rear foot is behind.
    pub(crate) fn is_taken(self, stage: &Stage<'_>) -> bool {
        stage.print(self.rear) == self.rear_print(stage)
    }

    /// How far the weight is from where it is at ease, because of the rear foot: most stays on the front foot.
    pub(crate) fn shift(self, stage: &Stage<'_>) -> DVec3 {
        const SHARE: f64 = 0.5;
        let home = standing_print(&stage.actor.figure, self.rear, stage.spot).point();
        (stage.print(self.rear).point() - home) * SHARE
    }

    /// Sets the rear foot back; the body is about to sink as it lands.
    pub(crate) fn enter(self, stage: &mut Stage<'_>, pace: f64) {
        let (start, before) = (stage.now, stage.posture());
        let (lift, land) = (start + SHIFT / pace, start + (SHIFT + STEP) / pace);
        let front = support(stage, self.rear.other());
        stage.hold(start + 0.02);
        let mut setting_out = before.lowered(0.016).over(before.balance.lerp(front, 0.7));
        setting_out.chest.pitch += 0.05;
        setting_out.head.pitch += 0.25;
        stage.key(lift, setting_out);
        stage.step(self.rear, self.rear_print(stage), Step { landing: 0.0, ..Step::small(lift, land) });
        let mut sinking =
            before.lowered(0.045 * stage.actor.figure.height).over(before.balance + 0.5 * self.shift(stage));
        sinking.pelvis.pitch += 0.10;
        sinking.chest.pitch += 0.2;
        sinking.head.pitch += 0.4;
        stage.key(land, sinking);
        stage.now = land - EARLY;
    }

    /// Brings the rear foot beside the other again; `upright` is how the body is held meanwhile.
    pub(crate) fn leave(self, stage: &mut Stage<'_>, upright: Posture, pace: f64) {
        let (lift, land) = (stage.now, stage.now + 1.2 * STEP / pace);
        let front = support(stage, self.rear.other());
        stage.key(lift, upright.lowered(0.025).over(upright.balance.lerp(front, 0.7)));
        let home = standing_print(&stage.actor.figure, self.rear, stage.spot);
        stage.step(self.rear, home, Step { leaving: 0.35, landing: 0.06, ..Step::small(lift, land) });
        stage.key(land, upright.lowered(0.012).over(upright.balance.lerp(front, 0.3)));
        stage.now = land + 0.25 / pace;
    }

    /// The free hand goes to its thigh in the body `plan`, and leaves it to rise.
    pub(crate) fn rest_hand(
        self,
        stage: &Stage<'_>,
        plan: &BodyPlan,
        (start, arrive, leave, end): (f64, f64, f64, f64),
    ) -> HandMove {
        let side = self.rear.other();
        HandMove {
            side,
            start,
            arrive,
            leave,
            end,
            wrist: above_thigh(stage, plan, side),
            elbow: ELBOW,
            palm: None,
        }
    }
}

/// How far each knee swings out in a posture: the lower, the more, as far as a hip turns.
pub(crate) fn spread_knees(stage: &Stage<'_>, posture: &Posture) -> [f64; 2] {
    /// Sunk by this share of its height, a body has its knees apart as far as they go.
    const APART: f64 = 0.2;
    let deep = ease((stage.ease().height - posture.height) / (APART * stage.actor.figure.height));
    Side::BOTH.map(|side| {
        let foot = side.sign() * wrapped(stage.print(side).yaw - posture.pelvis.yaw);
        let most = widest(stage, posture, side).min(foot + BEYOND_TOES);
        deep * (most - THIGH_TWIST * foot)
    })
}

/// How far a thigh may be turned about the line from hip to ankle before the hip joint turns by [`MOST_TURN`]. Where pelvis
/// and thigh are bent against the line by `a` and `b`, a turn by `t` about it turns the joint by
/// 2 atan(tan(t / 2) cos((a − b) / 2) / cos((a + b) / 2)).
fn widest(stage: &Stage<'_>, posture: &Posture, side: Side) -> f64 {
    let figure = &stage.actor.figure;
    let down = posture.height - figure.root_above_hips() - figure.ankle_height();
    // A trunk that is bent forward has its hips behind its weight.
    let behind = TRUNK_LEVER * figure.height * libm::sin(posture.chest.pitch);
    let ahead = (stage.print(side).point() - posture.balance).dot(facing(posture.pelvis.yaw)) + behind;
    let (thigh, _) = two_bone(figure.thigh(), figure.shank(), libm::hypot(down, ahead));
    let pelvis = (posture.pelvis.pitch + libm::atan2(ahead, down)).max(0.0);
    let bent = libm::cos(0.5 * (thigh + pelvis)) / libm::cos(0.5 * (thigh - pelvis));
    2.0 * libm::atan(bent * libm::tan(0.5 * MOST_TURN))
}

/// Where the wrist is when the hand lies on the thigh, behind the knee.
fn above_thigh(stage: &Stage<'_>, plan: &BodyPlan, side: Side) -> DVec3 {
    const ALONG: f64 = 0.86;
    /// Half the breadth of a thigh and the thickness of the wrist, as a share of body height.
    const ABOVE: f64 = 0.045;
    let [_, (hip, _), (knee, _), ..] = stage.actor.leg_forward(&stage.actor.solve(plan), side);
    hip.lerp(knee, ALONG) + DVec3::Y * (ABOVE * stage.actor.figure.height)
}

#[cfg(test)]
mod tests {
    use crate::actor::joint;
    use crate::{Figure, PickUp};
    use segue_motion::{PointTable, Side};

    #[test]
    fn down_at_the_floor_knees_are_apart_and_the_free_hand_lies_on_its_thigh() {
        for figure in [Figure::default(), Figure::short(), Figure::long_legged()] {
            let (h, side) = (figure.height, Side::Right);
            let target = [-0.1 * h, 0.15 * h, 0.25 * h];
            let pick = PickUp { figure, side, target, stoop: 0.2, ..PickUp::default() }.perform().unwrap();
            let table = PointTable::new(&pick.clip);
            let there = table.row(pick.truth.segments[0].goal.unwrap().round() as usize + 2);
            let [_, hip, knee, ankle, _] = joint::leg(Side::Left);
            let [_, _, right_knee, right_ankle, _] = joint::leg(Side::Right);
            let apart = |a: usize, b: usize| f64::from(there[a].distance(there[b]));
            assert!(apart(knee, right_knee) > 1.3 * apart(ankle, right_ankle));
            let wrist = there[joint::arm(Side::Left)[3]];
            let on_thigh = f64::from(wrist.distance(there[hip].lerp(there[knee], 0.86)));
            assert!(on_thigh < 0.05 * h, "{on_thigh} m off the thigh");
        }
    }
}
