//! Whether a motion starts with a rest pose that someone put before it.

use segue_motion::{Clip, PoseRef};

use crate::figure::span;

/// Frames that are looked at.
pub(crate) const HEAD: usize = 12;

/// How many times further from its neighbour an inserted pose is than captured frames are from theirs.
const JUMP: f32 = 4.0;

/// Mean turn of a joint, in radians, that is more than captured motion does in one frame: 3°.
const SMALLEST_JUMP: f32 = 0.05;

/// Root turn, in radians, that counts as none.
const NO_TURN: f32 = 1e-4;

/// Whether the first of the first frames of a motion is an inserted rest pose: the root is not turned, it is where
/// the next frame has it, and the joints jump to the next frame as they do nowhere else.
pub(crate) fn starts_with_rest_pose(head: &Clip) -> bool {
    if head.len() < 4 {
        return false;
    }
    let (first, second) = (head.frame(0), head.frame(1));
    let still = 1e-3 * span(head.skeleton()) as f32;
    if first.rotations[0].angle_between(glam::Quat::IDENTITY) > NO_TURN
        || first.root.distance(second.root) > still
    {
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
