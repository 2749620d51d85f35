//! Legs: analytic two-bone solution that puts the ankle exactly where the plan wants it.

use glam::{DQuat, DVec3};

use crate::actor::{Actor, joint};
use crate::body::{FootPlan, Loose, Turn, Turned};
use crate::side::Sided;
use segue_motion::Side;

/// Rotations of a solved leg; all but the first are local.
pub(crate) struct LegJoints {
    pub(crate) world_from_thigh: DQuat,
    pub(crate) knee: DQuat,
    pub(crate) ankle: DQuat,
    pub(crate) toes: DQuat,
}

/// The share of the turn between pelvis and foot that the thigh takes up; the shank and ankle take the rest.
pub(crate) const THIGH_TWIST: f64 = 0.55;

/// Solves a leg from the hip joint in the world, the pelvis' orientation and the foot with its rotation.
pub(crate) fn solve_leg(
    actor: &Actor,
    side: Side,
    (hip, pelvis): (DVec3, Turned),
    (foot, world_from_foot): (&FootPlan, DQuat),
) -> LegJoints {
    let [_, _, shank, ankle, _] = joint::leg(side);
    let (upper, lower) = (-actor.offset(shank).y, -actor.offset(ankle).y);
    let to_ankle = foot.ankle - hip;
    let (hip_bend, knee_bend) = two_bone(upper, lower, to_ankle.length());
    let world_from_leg = leg_frame(side, pelvis, to_ankle, foot);
    let world_from_thigh = world_from_leg * DQuat::from_rotation_x(-hip_bend);
    let knee = DQuat::from_rotation_x(knee_bend);
    let world_from_shank = world_from_thigh * knee;
    LegJoints {
        world_from_thigh,
        knee,
        ankle: hanging(world_from_shank.conjugate() * world_from_foot, foot.loose),
        toes: DQuat::from_rotation_x(-foot.toes),
    }
}

/// The ankle drawn from where the foot's own orientation wants it towards hanging on the shank.
fn hanging(by_turn: DQuat, loose: Loose) -> DQuat {
    // Exactly as planned where nothing hangs: a planted foot is not rounded by a slerp.
    if loose.weight > 0.0 {
        by_turn.slerp(DQuat::from_rotation_x(-loose.flex), loose.weight)
    } else {
        by_turn
    }
}

/// The frame whose −Y runs from hip to ankle and whose X is the axis of the knee. It swings from the pelvis by the
/// shortest way, so that it is defined for a leg in any direction but straight up.
fn leg_frame(side: Side, pelvis: Turned, to_ankle: DVec3, foot: &FootPlan) -> DQuat {
    let world_from_pelvis = pelvis.rotation;
    let along = (world_from_pelvis.conjugate() * to_ankle).normalize_or(DVec3::NEG_Y);
    let swing = DQuat::from_rotation_arc(DVec3::NEG_Y, along);
    let by_foot = THIGH_TWIST * wrapped(foot.turn.yaw - pelvis.turn.yaw) * (1.0 - foot.loose.weight);
    let twist = by_foot + side.sign() * foot.knee_out;
    world_from_pelvis * swing * DQuat::from_rotation_y(twist)
}

/// Bend at the first joint (between the first bone and the line to the end) and at the second, for two bones whose
/// ends are `distance` apart. Beyond reach both are zero.
pub(crate) fn two_bone(upper: f64, lower: f64, distance: f64) -> (f64, f64) {
    let reach = upper + lower;
    let distance = distance.clamp((upper - lower).abs() + 1e-6 * reach, reach);
    let first = (upper * upper + distance * distance - lower * lower) / (2.0 * upper * distance);
    let inner = (upper * upper + lower * lower - distance * distance) / (2.0 * upper * lower);
    (libm::acos(first.clamp(-1.0, 1.0)), std::f64::consts::PI - libm::acos(inner.clamp(-1.0, 1.0)))
}

/// The distance between the ends of two bones bent by `bend` at the joint between them.
pub(crate) fn bent_length(upper: f64, lower: f64, bend: f64) -> f64 {
    libm::sqrt(upper * upper + lower * lower + 2.0 * upper * lower * libm::cos(bend))
}

/// How high the pelvis rides over an ankle when the leg between them is bent by `knee`; `over_floor` is the pelvis
/// without its height. Where the leg cannot reach that far sideways the height is left to the engine's own lowering.
pub(crate) fn pelvis_height(
    actor: &Actor,
    side: Side,
    knee: f64,
    ankle: DVec3,
    (over_floor, turn): (DVec3, Turn),
) -> f64 {
    let [_, _, shank, foot, _] = joint::leg(side);
    let length = bent_length(-actor.offset(shank).y, -actor.offset(foot).y, knee);
    let hip = turn.rotation() * actor.hip(side);
    let away = over_floor + hip - ankle;
    let across = away.x * away.x + away.z * away.z;
    ankle.y + libm::sqrt((length * length - across).max(0.25 * length * length)) - hip.y
}

/// An angle brought into −π..=π.
pub(crate) fn wrapped(angle: f64) -> f64 {
    use std::f64::consts::{PI, TAU};
    angle - TAU * libm::floor((angle + PI) / TAU)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn bending_and_measuring_agree(upper in 0.2..0.6f64, lower in 0.2..0.6f64, bend in 0.01..2.0f64) {
            let (_, found) = two_bone(upper, lower, bent_length(upper, lower, bend));
            prop_assert!((found - bend).abs() < 1e-9);
        }

        #[test]
        fn wrapping_keeps_the_direction(angle in -40.0..40.0f64) {
            let wrapped = wrapped(angle);
            prop_assert!(wrapped.abs() <= std::f64::consts::PI + 1e-9);
            prop_assert!((libm::sin(wrapped) - libm::sin(angle)).abs() < 1e-9);
        }
    }
}
