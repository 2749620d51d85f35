//! A small figure that walks: what is read of it in a moment is read often.

use std::f32::consts::TAU;
use std::sync::Arc;

use glam::{Quat, Vec3};
use segue::motion::{Clip, EndSite, Joint, JointId, Pose, Skeleton};

/// The bones below the hips: name, parent and place on it in metres.
const BONES: [(&str, usize, [f32; 3]); 7] = [
    ("Head", 0, [0.0, 0.6, 0.0]),
    ("LeftUpLeg", 0, [0.1, -0.02, 0.0]),
    ("LeftLeg", 2, [0.0, -0.42, 0.0]),
    ("LeftFoot", 3, [0.0, -0.42, 0.0]),
    ("RightUpLeg", 0, [-0.1, -0.02, 0.0]),
    ("RightLeg", 5, [0.0, -0.42, 0.0]),
    ("RightFoot", 6, [0.0, -0.42, 0.0]),
];

/// Some frames of a walk at 30 Hz, so many steps of both feet in a second.
pub(super) fn walker(name: &str, frames: usize, cycles_per_sec: f32) -> Clip {
    let skeleton = Arc::new(skeleton());
    let mut clip = Clip::builder(name, skeleton.clone(), 30.0, &[]);
    for frame in 0..frames {
        clip.push(&pose(&skeleton, frame as f32 / 30.0, cycles_per_sec)).expect("finite numbers");
    }
    clip.finish().expect("some frames")
}

fn skeleton() -> Skeleton {
    let joint = |name: &str, parent: Option<usize>, offset: [f32; 3]| Joint {
        name: name.to_owned(),
        parent: parent.map(JointId::new),
        offset: offset.into(),
        rest: Quat::IDENTITY,
    };
    let bones = BONES.iter().map(|&(name, parent, offset)| joint(name, Some(parent), offset));
    let joints = std::iter::once(joint("Hips", None, [0.0, 0.95, 0.0])).chain(bones).collect();
    let toe = |foot| EndSite { parent: JointId::new(foot), offset: Vec3::new(0.0, -0.05, 0.15) };
    Skeleton::new(joints, vec![toe(4), toe(7)]).expect("a tree of joints")
}

fn pose(skeleton: &Skeleton, secs: f32, cycles_per_sec: f32) -> Pose {
    let mut pose = Pose::rest(skeleton);
    let phase = TAU * cycles_per_sec * secs;
    let swing = 0.5 * phase.sin();
    pose.root = Vec3::new(0.0, 0.93 + 0.02 * (2.0 * phase).cos(), 1.3 * secs);
    let knees = [0.3 * (1.0 - (phase + 0.6).cos()), 0.3 * (1.0 + (phase + 0.6).cos())];
    for (joint, angle) in [(2, -swing), (5, swing), (3, knees[0]), (6, knees[1])] {
        pose.rotations[joint] = Quat::from_rotation_x(angle);
    }
    pose
}
