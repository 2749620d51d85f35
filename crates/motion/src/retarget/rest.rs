//! Figures whose rest pose is none.

use std::sync::Arc;

use crate::{Anatomy, AnatomyCertainty, Clip, Joint, Skeleton};

/// How much better the first frame must fit a body than the rest pose of the file: a frame of a motion is a worse rest pose
/// than one that was meant to be one.
const MARGIN: f32 = 0.45;

/// The skeleton of a clip in a rest pose that shows its body: its own, or the first frame of the clip where the file has no
/// rest pose worth the name (BVH files of some programs lay every bone along one axis).
///
/// Joints, names and offsets are those of the clip's skeleton, so that poses mean the same on both.
pub fn resting_skeleton(clip: &Clip) -> Arc<Skeleton> {
    let own = Anatomy::of(clip.skeleton());
    if own.humanoid().is_ok() && own.certainty() > AnatomyCertainty::Doubtful {
        return clip.skeleton().clone();
    }
    let first = clip.frame(0);
    let joints = clip.skeleton().joints().iter().zip(first.rotations);
    let mut joints: Vec<Joint> = joints.map(|(joint, &rest)| Joint { rest, ..joint.clone() }).collect();
    joints[0].offset = first.root;
    let Ok(posed) = Skeleton::new(joints, clip.skeleton().end_sites().to_vec()) else {
        return clip.skeleton().clone();
    };
    let anatomy = Anatomy::of(&posed);
    let better = anatomy.humanoid().is_ok() && anatomy.score() > own.score() + MARGIN;
    if better { Arc::new(posed) } else { clip.skeleton().clone() }
}
