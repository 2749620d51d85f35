//! Made-up figures for the tests of this crate.
#![allow(
    dead_code,
    missing_docs,
    unreachable_pub,
    clippy::unwrap_used,
    reason = "each test file uses its part"
)]

use std::collections::BTreeMap;
use std::f64::consts::TAU;
use std::sync::Arc;

use glam::{EulerRot, Quat, Vec3};
use segue_motion::{Clip, ClipSet, EndSite, Joint, JointId, Pose, Skeleton};
use segue_register::{Cloud, Markers, Window};

/// The clips on the skeleton of the first.
pub fn set<'a>(clips: impl IntoIterator<Item = &'a Clip>) -> ClipSet {
    ClipSet::of(clips.into_iter().cloned()).unwrap()
}

/// Pelvis, spine, head, two arms and two legs of three joints each.
pub fn figure() -> Arc<Skeleton> {
    let bones: [(&str, usize, [f32; 3]); 13] = [
        ("Spine", 0, [0.0, 0.25, 0.0]),
        ("Head", 1, [0.0, 0.3, 0.0]),
        ("LeftArm", 1, [0.2, 0.2, 0.0]),
        ("LeftForeArm", 3, [0.28, 0.0, 0.0]),
        ("LeftHand", 4, [0.26, 0.0, 0.0]),
        ("RightArm", 1, [-0.2, 0.2, 0.0]),
        ("RightForeArm", 6, [-0.28, 0.0, 0.0]),
        ("RightHand", 7, [-0.26, 0.0, 0.0]),
        ("LeftUpLeg", 0, [0.1, -0.02, 0.0]),
        ("LeftLeg", 9, [0.0, -0.42, 0.0]),
        ("LeftFoot", 10, [0.0, -0.42, 0.0]),
        ("RightUpLeg", 0, [-0.1, -0.02, 0.0]),
        ("RightLeg", 12, [0.0, -0.42, 0.0]),
    ];
    let joint = |name: &str, parent: Option<usize>, offset: [f32; 3]| Joint {
        name: name.into(),
        parent: parent.map(JointId::new),
        offset: offset.into(),
        rest: Quat::IDENTITY,
    };
    let mut joints = vec![joint("Hips", None, [0.0, 0.95, 0.0])];
    joints.extend(bones.iter().map(|&(name, parent, offset)| joint(name, Some(parent), offset)));
    joints.push(joint("RightFoot", Some(13), [0.0, -0.42, 0.0]));
    let toe = |parent| EndSite { parent: JointId::new(parent), offset: Vec3::new(0.0, -0.05, 0.15) };
    Arc::new(Skeleton::new(joints, vec![toe(11), toe(14)]).unwrap())
}

/// A figure that swings its limbs around a cycle while it walks along a curve.
#[derive(Clone, Copy, Debug)]
pub struct Stroll {
    /// Cycles per second.
    pub cadence: f64,
    /// Metres per second.
    pub speed: f64,
    /// Radians per second.
    pub turn: f64,
    /// How far limbs swing, in radians.
    pub swing: f64,
    /// Where in the cycle the clip starts.
    pub phase: f64,
}

impl Default for Stroll {
    fn default() -> Self {
        Self { cadence: 0.9, speed: 1.3, turn: 0.0, swing: 0.5, phase: 0.0 }
    }
}

impl Stroll {
    pub fn clip(self, name: &str, frames: usize, rate: f64) -> Clip {
        self.warped(name, frames, rate, |t| t)
    }

    /// The figure at times `time(t)` instead of `t`, in seconds.
    pub fn warped(self, name: &str, frames: usize, rate: f64, time: impl Fn(f64) -> f64) -> Clip {
        let skeleton = figure();
        let mut builder = Clip::builder(name, skeleton.clone(), rate, &[]);
        for frame in 0..frames {
            builder.push(&self.pose(&skeleton, time(frame as f64 / rate))).unwrap();
        }
        builder.finish().unwrap()
    }

    fn pose(self, skeleton: &Skeleton, t: f64) -> Pose {
        let mut pose = Pose::rest(skeleton);
        let cycle = TAU * (self.cadence * t + self.phase);
        let heading = self.turn * t;
        let (x, z) = if self.turn.abs() < 1e-9 {
            (0.0, self.speed * t)
        } else {
            let radius = self.speed / self.turn;
            (radius * (1.0 - heading.cos()), radius * heading.sin())
        };
        pose.root = Vec3::new(x as f32, (0.93 + 0.02 * (2.0 * cycle).cos()) as f32, z as f32);
        pose.rotations[0] = Quat::from_rotation_y(heading as f32);
        let swing = (self.swing * cycle.sin()) as f32;
        let knee = (self.swing * (1.0 - (cycle + 0.6).cos()) * 0.6) as f32;
        let other = (self.swing * (1.0 + (cycle + 0.6).cos()) * 0.6) as f32;
        for (joint, angle) in [(3, swing), (6, -swing), (9, -swing), (12, swing), (10, knee), (13, other)] {
            pose.rotations[joint] = Quat::from_rotation_x(angle);
        }
        pose.rotations[1] = Quat::from_euler(EulerRot::XYZ, 0.05, swing * 0.3, 0.03 * (cycle.cos() as f32));
        pose
    }
}

/// Numbers that look random and are the same every time.
pub struct Dice(pub u64);

impl Dice {
    /// Between −1 and 1.
    pub fn next(&mut self) -> f64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let mut bits = self.0;
        bits ^= bits >> 33;
        bits = bits.wrapping_mul(0xff51_afd7_ed55_8ccd);
        bits ^= bits >> 29;
        (bits >> 11) as f64 / (1u64 << 52) as f64 - 1.0
    }
}

/// A figure every joint of which wanders about.
pub fn wander(name: &str, seed: u64, frames: usize, rate: f64) -> Clip {
    wander_on(&figure(), name, seed, frames, rate)
}

pub fn wander_on(skeleton: &Arc<Skeleton>, name: &str, seed: u64, frames: usize, rate: f64) -> Clip {
    let mut dice = Dice(seed);
    let mut builder = Clip::builder(name, skeleton.clone(), rate, &[]);
    let mut pose = Pose::rest(skeleton);
    for _ in 0..frames {
        let mut next = |size: f64| (dice.next() * size) as f32;
        pose.root += Vec3::new(next(0.05), next(0.01), next(0.05));
        for rotation in &mut pose.rotations {
            *rotation =
                (*rotation * Quat::from_scaled_axis(Vec3::new(next(0.1), next(0.1), next(0.1)))).normalize();
        }
        builder.push(&pose).unwrap();
    }
    builder.finish().unwrap()
}

pub fn markers(count: usize) -> Markers {
    Markers::new(&figure(), count, &BTreeMap::new()).unwrap()
}

/// The cloud of a clip at its own rate with 40 markers and a window of 5.
pub fn cloud(clip: &Clip) -> Cloud {
    let markers = Markers::new(clip.skeleton(), 40, &BTreeMap::new()).unwrap();
    Cloud::new(clip, &markers, &Window::equal(2), clip.rate()).unwrap()
}
