//! Arms: by joint angles, by a place for the wrist, or a blend of both.
//!
//! Everything is solved for a left arm in the chest's frame; a right arm is its mirror image.

use std::f64::consts::FRAC_PI_2;

use glam::{DMat3, DQuat, DVec3};

use crate::actor::{Actor, joint};
use crate::body::{ArmAngles, ArmPlan, HandTarget};
use crate::curve::{ease, lerp};
use crate::leg::two_bone;
use crate::side::Sided;
use segue_motion::Side;

/// Local rotations of a solved arm.
pub(crate) struct ArmJoints {
    pub(crate) collar: DQuat,
    pub(crate) upper: DQuat,
    pub(crate) elbow: DQuat,
    pub(crate) hand: DQuat,
    pub(crate) fingers: DQuat,
    pub(crate) tips: DQuat,
}

/// Solves one arm; `wrist` is the target in the chest's frame, if the plan has one.
pub(crate) fn solve_arm(actor: &Actor, side: Side, plan: &ArmPlan, wrist: Option<DVec3>) -> ArmJoints {
    let mirrored_wrist = wrist.map(|wrist| mirror_point(side, wrist));
    let angles = &plan.angles;
    let by_angles = chest_from_upper(angles);
    let (collar, upper, elbow) = match plan.target.zip(mirrored_wrist) {
        Some((target, wrist)) if target.weight > 0.0 => {
            blend_target(actor, angles, by_angles, (target, wrist))
        }
        _ => (collar_for(by_angles * DVec3::X), by_angles, angles.elbow),
    };
    let joints = [
        collar,
        collar.conjugate() * upper,
        DQuat::from_rotation_y(-elbow),
        DQuat::from_rotation_x(angles.pronate) * DQuat::from_rotation_z(-angles.wrist),
        DQuat::from_rotation_z(-(0.15 + 1.2 * angles.grip)),
        DQuat::from_rotation_z(-(0.25 + 1.3 * angles.grip)),
    ];
    let [collar, upper, elbow, hand, fingers, tips] = joints.map(|rotation| mirror_rotation(side, rotation));
    ArmJoints { collar, upper, elbow, hand, fingers, tips }
}

fn mirror_point(side: Side, point: DVec3) -> DVec3 {
    DVec3::new(side.sign() * point.x, point.y, point.z)
}

fn mirror_rotation(side: Side, rotation: DQuat) -> DQuat {
    let sign = side.sign();
    DQuat::from_xyzw(rotation.x, sign * rotation.y, sign * rotation.z, rotation.w)
}

fn chest_from_upper(angles: &ArmAngles) -> DQuat {
    DQuat::from_rotation_x(-angles.flex)
        * DQuat::from_rotation_z(angles.spread - FRAC_PI_2)
        * DQuat::from_rotation_x(angles.twist)
}

/// The collar bone follows a raised arm: it lifts by about a quarter of what the arm rises beyond 40° (the
/// scapulohumeral rhythm of \[IAS44\], shared with the shoulder blade) and swings forward with it.
fn collar_for(along: DVec3) -> DQuat {
    let raised = libm::acos((-along.y).clamp(-1.0, 1.0)).to_degrees();
    let lift = 22.0_f64.to_radians() * ease((raised - 20.0) / 150.0);
    let forward = 12.0_f64.to_radians() * along.z * ease(raised / 90.0);
    DQuat::from_rotation_y(-forward) * DQuat::from_rotation_z(lift)
}

/// Collar, upper arm in the chest's frame, and elbow bend, drawn from the angles towards the target.
fn blend_target(
    actor: &Actor,
    angles: &ArmAngles,
    by_angles: DQuat,
    (target, wrist): (HandTarget, DVec3),
) -> (DQuat, DQuat, f64) {
    let [collar_joint, upper_joint, fore_joint, hand_joint, ..] = joint::arm(Side::Left);
    let base = actor.offset(collar_joint);
    let along = (wrist - base - actor.offset(upper_joint)).normalize_or(DVec3::NEG_Y);
    let collar = collar_for(by_angles * DVec3::X).slerp(collar_for(along), target.weight);
    let shoulder = base + collar * actor.offset(upper_joint);
    let (upper, lower) = (actor.offset(fore_joint).x, actor.offset(hand_joint).x);
    let (shoulder_bend, elbow) = two_bone(upper, lower, shoulder.distance(wrist));
    let by_target = frame_towards(wrist - shoulder, target.elbow, shoulder_bend);
    (collar, by_angles.slerp(by_target, target.weight), lerp(angles.elbow, elbow, target.weight))
}

/// The upper arm's frame when the line to the wrist is `to_wrist`, the elbow sticks out towards `pole` and the upper
/// arm leaves the line by `bend`.
fn frame_towards(to_wrist: DVec3, pole: DVec3, bend: f64) -> DQuat {
    let along = to_wrist.normalize_or(DVec3::NEG_Y);
    let out = (pole - along * pole.dot(along)).normalize_or(along.any_orthonormal_vector());
    let (sin, cos) = (libm::sin(bend), libm::cos(bend));
    let x = along * cos + out * sin;
    let z = along * sin - out * cos;
    DQuat::from_mat3(&DMat3::from_cols(x, z.cross(x), z))
}
