//! The fighting stance: one foot behind, hands up.

use glam::DVec3;

use super::posture::Posture;
use super::stage::{Stage, Step};
use crate::body::{ArmAngles, facing, leftward};
use crate::contact::Footprint;
use crate::side::Sided;
use crate::stand::standing_print;
use segue_motion::Side;

/// A stance with the foot of side `rear` behind.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Guard {
    pub(crate) rear: Side,
}

/// Seconds to take the stance, and to leave it.
const ENTER: f64 = 0.80;

impl Guard {
    /// The rear foot: a stride back, turned out. Captured fighters stand with their ankles 0.7 to 1 leg lengths apart.
    pub(crate) fn rear_print(self, stage: &Stage<'_>) -> Footprint {
        let h = stage.actor.figure.height;
        let out = self.rear.sign();
        Footprint::new(out * 0.10 * h, -0.34 * h, out * 0.62).placed(stage.spot.at, stage.spot.yaw)
    }

    /// The point between the feet with `share` of the weight on the front foot.
    pub(crate) fn between(self, stage: &Stage<'_>, share: f64) -> DVec3 {
        let front = support(stage, self.rear.other());
        support(stage, self.rear).lerp(front, share)
    }

    /// The posture in the stance: the rear leg nearly straight, fists before the shoulders.
    pub(crate) fn posture(self, stage: &Stage<'_>) -> Posture {
        let out = self.rear.sign();
        let mut posture = stage.ease().lowered(0.05 * stage.actor.figure.height);
        posture.pelvis.yaw += 0.42 * out;
        posture.pelvis.pitch += 0.10;
        posture.chest.yaw += 0.42 * out;
        posture.chest.pitch += 0.07;
        posture.head.yaw += 0.05 * out;
        posture.head.pitch += 0.10;
        posture.arms[self.rear.index()] = rear_arm();
        posture.arms[self.rear.other().index()] = front_arm();
        posture.over(self.between(stage, 0.60))
    }

    /// Steps back into the stance.
    pub(crate) fn enter(self, stage: &mut Stage<'_>) {
        let (start, print) = (stage.now, self.rear_print(stage));
        let forward = support(stage, self.rear.other());
        let shifted = stage.ease().lowered(0.015).over(stage.ease().balance.lerp(forward, 0.72));
        stage.hold(start + 0.02);
        stage.key(start + 0.28, shifted);
        stage.step(self.rear, print, Step { landing: 0.25, ..Step::small(start + 0.26, start + 0.66) });
        stage.key(start + ENTER, self.posture(stage));
        stage.now = start + ENTER + 0.12;
        stage.hold(stage.now);
    }

    /// A short step back with both feet, keeping the stance.
    pub(crate) fn step_back(self, stage: &mut Stage<'_>) {
        let start = stage.now;
        let back = (0.055 + 0.03 * stage.random.unit()) * stage.actor.figure.height;
        stage.hold(start + 0.02);
        stage.key(start + 0.24, self.posture(stage).lowered(0.008).over(self.between(stage, 0.78)));
        stage.spot.at -= facing(stage.spot.yaw) * back;
        let print = self.rear_print(stage);
        stage.step(
            self.rear,
            print,
            Step { leaving: 0.15, landing: 0.15, ..Step::small(start + 0.24, start + 0.56) },
        );
        stage.key(start + 0.62, self.posture(stage).lowered(0.008).over(self.between(stage, 0.24)));
        let front = self.rear.other();
        let print = standing_print(&stage.actor.figure, front, stage.spot);
        stage.step(
            front,
            print,
            Step { leaving: 0.12, landing: 0.05, ..Step::small(start + 0.66, start + 0.98) },
        );
        stage.key(start + 1.12, self.posture(stage));
        // The front foot has settled on its heel.
        stage.now = start + 1.22;
    }

    /// Steps forward to stand at ease.
    pub(crate) fn leave(self, stage: &mut Stage<'_>) {
        let start = stage.now;
        stage.hold(start + 0.03);
        let mut shifted = self.posture(stage).over(self.between(stage, 0.80));
        shifted.pelvis.yaw -= 0.2 * self.rear.sign();
        stage.key(start + 0.34, shifted);
        let print = standing_print(&stage.actor.figure, self.rear, stage.spot);
        let step = Step { leaving: 0.4, landing: 0.08, ..Step::small(start + 0.32, start + 0.78) };
        stage.step(self.rear, print, step);
        stage.now = start;
        stage.relax(1.1);
    }
}

/// The floor under the middle of a standing foot, where its weight is borne.
pub(crate) fn support(stage: &Stage<'_>, side: Side) -> DVec3 {
    let print = stage.print(side);
    let figure = &stage.actor.figure;
    let ahead = 0.42 * figure.ankle_to_ball();
    let inward = -side.sign() * 0.004 * figure.height;
    print.point() + facing(print.yaw) * ahead + leftward(print.yaw) * inward
}

/// The arm that guards the chin.
pub(crate) fn rear_arm() -> ArmAngles {
    ArmAngles { flex: 0.58, spread: 0.40, twist: 0.30, elbow: 2.36, pronate: 0.5, wrist: 0.0, grip: 0.95 }
}

/// The arm before the other shoulder.
pub(crate) fn front_arm() -> ArmAngles {
    ArmAngles { flex: 0.74, spread: 0.42, twist: 0.22, elbow: 2.32, pronate: 0.5, wrist: 0.0, grip: 0.95 }
}
