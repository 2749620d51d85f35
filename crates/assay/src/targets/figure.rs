//! Small figures: what is read of them in a moment is read often.

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

/// Some frames of a leg that swings, for what reads files: three joints have all that a file says about a joint.
pub(super) fn leg(frames: usize) -> Clip {
    let joints = [("Hips", None, 0.9), ("LeftLeg", Some(0), -0.45), ("LeftFoot", Some(1), -0.4)];
    let joints = joints.map(|(name, parent, y)| joint(name, parent, [0.0, y, 0.0])).to_vec();
    let toe = EndSite { parent: JointId::new(2), offset: Vec3::new(0.0, -0.05, 0.15) };
    let skeleton = Arc::new(Skeleton::new(joints, vec![toe]).expect("a tree of joints"));
    let mut clip = Clip::builder("a", skeleton.clone(), 30.0, &[]);
    for frame in 0..frames {
        let mut pose = Pose::rest(&skeleton);
        pose.root += Vec3::Z * (0.04 * frame as f32);
        pose.rotations[1] = Quat::from_rotation_x(0.1 * frame as f32);
        clip.push(&pose).expect("finite numbers");
    }
    clip.finish().expect("some frames")
}

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
    let bones = BONES.iter().map(|&(name, parent, offset)| joint(name, Some(parent), offset));
    let joints = std::iter::once(joint("Hips", None, [0.0, 0.95, 0.0])).chain(bones).collect();
    let toe = |foot| EndSite { parent: JointId::new(foot), offset: Vec3::new(0.0, -0.05, 0.15) };
    Skeleton::new(joints, vec![toe(4), toe(7)]).expect("a tree of joints")
}

fn joint(name: &str, parent: Option<usize>, offset: [f32; 3]) -> Joint {
    Joint {
        name: name.to_owned(),
        parent: parent.map(JointId::new),
        offset: offset.into(),
        rest: Quat::IDENTITY,
    }
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
