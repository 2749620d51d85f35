//! Whether a motion starts with a rest pose that someone put before it.

use glam::Vec3;
use segue_motion::{Anatomy, Clip, PoseRef, Role, Side};

use crate::RestFrame;
use crate::landmarks::{positions, span};

/// Frames that are looked at.
pub(crate) const HEAD: usize = 12;

/// How many times further from its neighbour an inserted pose is than captured frames are from theirs.
const JUMP: f32 = 4.0;

/// Mean turn of a joint, in radians, that is more than captured motion does in one frame: 3°.
const SMALLEST_JUMP: f32 = 0.05;

/// Turn, in radians, that counts as none.
const NO_TURN: f32 = 1e-4;

/// How far limbs of a T-pose are from straight, as the cosine of 10°.
const STRAIGHT: f32 = 0.985;

/// Whether the first of the first frames of a motion is taken for its rest pose.
pub(crate) fn is_dropped(head: &Clip, rest: RestFrame) -> bool {
    match rest {
        RestFrame::Infer => starts_with_rest_pose(head),
        RestFrame::Keep => false,
        RestFrame::Drop => head.len() > 1,
    }
}

/// Whether the first of the first frames of a motion is an inserted rest pose: the root is where the next frame has it,
/// the joints jump to the next frame as they do nowhere else, and nothing is turned, or at most the figure as a whole.
fn starts_with_rest_pose(head: &Clip) -> bool {
    if head.len() < 4 {
        return false;
    }
    let (first, second) = (head.frame(0), head.frame(1));
    let still = 1e-3 * span(head.skeleton()) as f32;
    if first.root.distance(second.root) > still {
        return false;
    }
    let unturned = first.rotations[0].angle_between(glam::Quat::IDENTITY) <= NO_TURN;
    if !(unturned || is_at_rest(head) || is_t_pose(head)) {
        return false;
    }
    let jump = mean_turn(first, second);
    let mut others: Vec<f32> =
        (1..head.len() - 1).map(|frame| mean_turn(head.frame(frame), head.frame(frame + 1))).collect();
    others.sort_by(f32::total_cmp);
    jump > SMALLEST_JUMP && jump > JUMP * others[others.len() / 2]
}

fn mean_turn(a: PoseRef<'_>, b: PoseRef<'_>) -> f32 {
    let turns = a.rotations.iter().zip(b.rotations).map(|(a, b)| a.angle_between(*b));
    turns.sum::<f32>() / a.rotations.len() as f32
}

/// Whether no joint but the root is turned on its parent in the first frame, as only a made pose has it.
fn is_at_rest(head: &Clip) -> bool {
    /// Fewer joints may all be at rest by chance.
    const FEWEST: usize = 8;
    let joints = head.skeleton().joints().iter().zip(head.frame(0).rotations).skip(1);
    joints.len() >= FEWEST && joints.clone().all(|(joint, turn)| turn.angle_between(joint.rest) <= NO_TURN)
}

/// Whether the figure of the first frame stands straight with both arms stretched sideways, whichever way it faces.
fn is_t_pose(head: &Clip) -> bool {
    let anatomy = Anatomy::of(head.skeleton());
    let places = positions(head, 0);
    let limb = |roles: [Role; 3]| -> Option<Vec3> {
        let [a, b, c] = roles.map(|role| anatomy.joint(role).map(|joint| places[joint.index()]));
        let (upper, lower) = ((b? - a?).try_normalize()?, (c? - b?).try_normalize()?);
        (upper.dot(lower) > STRAIGHT).then(|| (upper + lower).normalize_or_zero())
    };
    let arm = |side| limb([Role::Shoulder(side), Role::Elbow(side), Role::Wrist(side)]);
    let leg = |side| limb([Role::Hip(side), Role::Knee(side), Role::Ankle(side)]);
    let [Some(left), Some(right)] = Side::BOTH.map(arm) else { return false };
    let [Some(left_leg), Some(right_leg)] = Side::BOTH.map(leg) else { return false };
    let across = left.dot(right) < -STRAIGHT;
    let along = left_leg.dot(right_leg) > STRAIGHT;
    across && along && left.dot(left_leg).abs() < (1.0 - STRAIGHT * STRAIGHT).sqrt()
}
