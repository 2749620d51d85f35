//! Hands that touch each other.

use glam::{Quat, Vec3};

use super::drive::SourceFrame;
use super::even::smooth;
use super::figures::{Figure, Figures};
use super::solve::Bones;
use super::stage::Frame;
use crate::{JointId, Role, Side};

/// Wrists of the source nearer than this, in lengths of an arm, belong together entirely …
const TOGETHER: f32 = 0.25;

/// … and those farther than this not at all.
const APART: f32 = 0.5;

/// Both arms of the target, where both figures have whole ones.
pub(super) struct Hands {
    arms: [[JointId; 3]; 2],
    wrists: [JointId; 2],
    /// Length of an arm of the source, in metres.
    reach: f32,
    /// How much longer the target's is.
    ratio: f32,
    backward: Vec3,
}

impl Hands {
    pub(super) fn of(figures: &Figures<'_>) -> Option<Self> {
        let wrist = |side| figures.source.joint(Role::Wrist(side));
        let (reach, own) = (length(&figures.source)?, length(&figures.target)?);
        Some(Self {
            arms: [arm(&figures.target, Side::Left)?, arm(&figures.target, Side::Right)?],
            wrists: [wrist(Side::Left)?, wrist(Side::Right)?],
            reach,
            ratio: own / reach,
            backward: -figures.target.forward(),
        })
    }

    /// Once the second wrist is placed: hands that are together in the source come together.
    pub(super) fn reach(&self, joint: JointId, source: &SourceFrame<'_>, frame: &mut Frame) {
        if self.arms[1][2] != joint {
            return;
        }
        let apart = source.at(self.wrists[0]) - source.at(self.wrists[1]);
        let share = smooth((APART - apart.length() / self.reach) / (APART - TOGETHER));
        if share <= 0.0 {
            return;
        }
        let at = |arm: usize, frame: &Frame| frame.places[self.arms[arm][2].index()];
        let middle = (at(0, frame) + at(1, frame)) / 2.0;
        for (arm, sign) in [(0, 0.5), (1, -0.5)] {
            let goal = at(arm, frame).lerp(middle + sign * self.ratio * apart, share);
            self.bend(arm, goal, frame);
        }
    }

    fn bend(&self, arm: usize, goal: Vec3, frame: &mut Frame) {
        let [shoulder, elbow, wrist] = self.arms[arm];
        let at = |joint: JointId, frame: &Frame| frame.places[joint.index()];
        let bones = Bones { start: at(shoulder, frame), middle: at(elbow, frame), end: at(wrist, frame) };
        let hint = frame.turns[shoulder.index()] * self.backward;
        let Some(solved) = bones.reach(goal, hint) else { return };
        let turned = |turn: Quat, joint: JointId, frame: &mut Frame| {
            frame.turns[joint.index()] = (turn * frame.turns[joint.index()]).normalize();
        };
        turned(solved.upper, shoulder, frame);
        turned(solved.lower, elbow, frame);
        frame.places[elbow.index()] = solved.bones.middle;
        frame.places[wrist.index()] = solved.bones.end;
    }
}

fn arm(figure: &Figure<'_>, side: Side) -> Option<[JointId; 3]> {
    let joint = |role: fn(Side) -> Role| figure.joint(role(side));
    Some([joint(Role::Shoulder)?, joint(Role::Elbow)?, joint(Role::Wrist)?])
}

/// The mean length of both arms.
fn length(figure: &Figure<'_>) -> Option<f32> {
    let of = |side| {
        let [shoulder, elbow, wrist] = arm(figure, side)?.map(|joint| figure.at(joint));
        Some(shoulder.distance(elbow) + elbow.distance(wrist))
    };
    Some(f32::midpoint(of(Side::Left)?, of(Side::Right)?)).filter(|&length| length > 0.0)
}
