//! The ranges of human joints, in degrees, and how far a pose lies beyond them.

use glam::{Quat, Vec3};

use crate::actor::joint;
use crate::side::Sided;
use segue_motion::{PoseRef, Side};

/// A joint beyond its range.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Beyond {
    pub(crate) what: &'static str,
    pub(crate) side: Side,
    pub(crate) degrees: f32,
    pub(crate) range: (f32, f32),
}

/// Passive ranges of healthy adults after \[AAOS65\], widened by the few degrees that athletes have more.
const KNEE: (f32, f32) = (-1.0, 155.0);
const ELBOW: (f32, f32) = (-1.0, 155.0);
/// Captured cartwheels, with the leg spread, come to 137°.
const HIP_FLEXION: (f32, f32) = (-40.0, 140.0);
const HIP_ABDUCTION: (f32, f32) = (-40.0, 100.0);
const HIP_TWIST: (f32, f32) = (-60.0, 60.0);
/// Positive is dorsiflexion; the upper end is that of a bent knee under the body's weight.
const ANKLE: (f32, f32) = (-65.0, 52.0);
/// Shank and foot together, turned inward or outward; most of it is the shank's turn below a bent knee.
const ANKLE_TURN: (f32, f32) = (-50.0, 50.0);
const TOES: (f32, f32) = (-20.0, 85.0);
/// Any of the three joints that make the spine, and of the three that make the neck.
const SPINE: (f32, f32) = (0.0, 40.0);
const NECK: (f32, f32) = (0.0, 35.0);
/// Upper arm behind the back, from hanging.
const ARM_BACK: (f32, f32) = (0.0, 75.0);

/// Everything in the pose that a person could not do.
pub(crate) fn beyond_limits(pose: PoseRef<'_>) -> Vec<Beyond> {
    let mut found = Vec::new();
    for side in Side::BOTH {
        let mut check = |what, degrees: f32, range: (f32, f32)| {
            if !(range.0..=range.1).contains(&degrees) {
                found.push(Beyond { what, side, degrees, range });
            }
        };
        leg_angles(pose, side, &mut check);
        arm_angles(pose, side, &mut check);
        for (what, chain, range) in [("spine", joint::SPINE, SPINE), ("neck", joint::NECK, NECK)] {
            for joint in chain {
                check(what, pose.rotations[joint].angle_between(Quat::IDENTITY).to_degrees(), range);
            }
        }
    }
    found
}

fn leg_angles(pose: PoseRef<'_>, side: Side, check: &mut impl FnMut(&'static str, f32, (f32, f32))) {
    let [_, thigh, shank, foot, toes] = joint::leg(side).map(|joint| pose.rotations[joint]);
    let outward = side.sign() as f32;
    let along = thigh * Vec3::NEG_Y;
    // Below the horizontal a leg that is spread counts as little bent; above it only the bend to the front is there.
    let below = if along.y < 0.0 { along.y.hypot(along.x) } else { -along.y };
    check("hip flexion", along.z.atan2(below).to_degrees(), HIP_FLEXION);
    check("hip abduction", (outward * along.x).asin().to_degrees(), HIP_ABDUCTION);
    check("hip rotation", (outward * twist(thigh, Vec3::Y)).to_degrees(), HIP_TWIST);
    check("knee", twist(shank, Vec3::X).to_degrees(), KNEE);
    let forward = foot * Vec3::Z;
    check(
        "ankle",
        forward.y.atan2((forward.z * forward.z + forward.x * forward.x).sqrt()).to_degrees(),
        ANKLE,
    );
    check("ankle turn", forward.x.asin().to_degrees(), ANKLE_TURN);
    check("toes", -twist(toes, Vec3::X).to_degrees(), TOES);
}

fn arm_angles(pose: PoseRef<'_>, side: Side, check: &mut impl FnMut(&'static str, f32, (f32, f32))) {
    let [collar, upper, fore, ..] = joint::arm(side).map(|joint| pose.rotations[joint]);
    let outward = side.sign() as f32;
    check("elbow", (-outward * twist(fore, Vec3::Y)).to_degrees(), ELBOW);
    let along = collar * upper * (Vec3::X * outward);
    let back = (-along.z).atan2(-along.y).to_degrees();
    // Raised beyond the horizontal an arm is above the shoulder, not behind the back.
    check("arm behind the back", if along.y < 0.0 { back.max(0.0) } else { 0.0 }, ARM_BACK);
}

/// The part of a rotation that turns about `axis`, in −π..=π.
fn twist(rotation: Quat, axis: Vec3) -> f32 {
    let along = rotation.xyz().dot(axis);
    let angle = 2.0 * along.atan2(rotation.w);
    angle - std::f32::consts::TAU * ((angle + std::f32::consts::PI) / std::f32::consts::TAU).floor()
}
