//! Made-up clips for the tests of this crate.
#![allow(
    dead_code,
    missing_docs,
    unreachable_pub,
    clippy::unwrap_used,
    reason = "each test file uses its part"
)]

use std::sync::Arc;

use glam::{Quat, Vec3};
use segue_motion::{Clip, Joint, JointId, Pose, Skeleton};
use segue_search::{Index, WebSettings};

/// A spine with two arms that hang from its top.
pub fn figure() -> Arc<Skeleton> {
    let joint = |name: &str, parent: Option<usize>, offset: [f32; 3]| Joint {
        name: name.into(),
        parent: parent.map(JointId::new),
        offset: offset.into(),
        rest: Quat::IDENTITY,
    };
    let joints = vec![
        joint("Hips", None, [0.0, 1.0, 0.0]),
        joint("Chest", Some(0), [0.0, 0.5, 0.0]),
        joint("LeftArm", Some(1), [0.2, 0.0, 0.0]),
        joint("LeftHand", Some(2), [0.0, -0.6, 0.0]),
        joint("RightArm", Some(1), [-0.2, 0.0, 0.0]),
        joint("RightHand", Some(4), [0.0, -0.6, 0.0]),
    ];
    Arc::new(Skeleton::new(joints, Vec::new()).unwrap())
}

/// The arms swing with two frequencies chosen by `seed`, at 30 frames per second, so that a clip repeats itself in part.
pub fn figure_clip(seed: u64, frames: usize) -> Clip {
    figure_clip_at(seed, frames, 1.0)
}

/// Two seconds in which the left arm is raised by so many radians and lowered again.
pub fn raised_arm(radians: f32) -> Clip {
    let skeleton = figure();
    let mut builder = Clip::builder(format!("raised by {radians}"), skeleton.clone(), 30.0, &[]);
    for frame in 0..60u8 {
        let mut pose = Pose::rest(&skeleton);
        let share = (std::f32::consts::PI * f32::from(frame) / 59.0).sin();
        pose.rotations[2] = Quat::from_rotation_x(-radians * share);
        builder.push(&pose).unwrap();
    }
    builder.finish().unwrap()
}

/// [`figure_clip`] played at a speed.
pub fn figure_clip_at(seed: u64, frames: usize, speed: f32) -> Clip {
    let skeleton = figure();
    let mut builder = Clip::builder(format!("clip {seed}"), skeleton.clone(), 30.0, &[]);
    let pick = |n: u64, low: f32, high: f32| {
        let bits = (seed * 4 + n + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 40;
        low + (high - low) * (bits as f32 / (1u64 << 24) as f32)
    };
    let (slow, fast) = (pick(0, 3.0, 5.0), pick(1, 6.0, 9.0));
    let (left, right) = (pick(2, 0.3, 0.6), pick(3, 0.3, 0.6));
    for frame in 0..frames {
        let time = speed * frame as f32 / 30.0;
        let mut pose = Pose::rest(&skeleton);
        pose.root = Vec3::new(0.1 * time, 1.0, 0.0);
        pose.rotations[2] = Quat::from_rotation_x(left * (slow * time).sin());
        pose.rotations[4] = Quat::from_rotation_x(right * (fast * time).sin());
        builder.push(&pose).unwrap();
    }
    builder.finish().unwrap()
}

/// The arms swing and the trunk leans more and more, at 30 frames per second, so a clip repeats itself only for a while.
pub fn drifting_clip(frames: usize) -> Clip {
    let skeleton = figure();
    let mut builder = Clip::builder("drifting", skeleton.clone(), 30.0, &[]);
    for frame in 0..frames {
        let time = frame as f32 / 30.0;
        let mut pose = Pose::rest(&skeleton);
        // Forward and to the side by turns of other lengths, so that no lean comes back soon.
        pose.rotations[1] = Quat::from_rotation_x(1.2 * (0.02 * time).sin())
            * Quat::from_rotation_z(1.2 * (0.0131 * time).sin());
        pose.rotations[2] = Quat::from_rotation_x(0.5 * (5.0 * time).sin());
        pose.rotations[4] = Quat::from_rotation_x(1.2 * (0.0077 * time).cos());
        builder.push(&pose).unwrap();
    }
    builder.finish().unwrap()
}

pub fn settings() -> WebSettings {
    WebSettings::default()
}

/// An index of [`figure_clip`]s with all their webs.
pub fn index(seeds: &[u64], frames: usize) -> Index {
    let mut index = Index::new(settings()).unwrap();
    for &seed in seeds {
        index.add(&figure_clip(seed, frames)).unwrap();
    }
    index.build_missing();
    index
}
