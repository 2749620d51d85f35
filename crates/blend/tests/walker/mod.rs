//! A synthetic walker whose phase is known at every moment.
#![allow(dead_code, reason = "each test uses its own part")]
#![expect(clippy::unwrap_used, reason = "a helper of tests")]

use std::f64::consts::TAU;
use std::sync::Arc;

use glam::{Quat, Vec3};
use proptest::prelude::*;
use segue_motion::{Anatomy, Clip, Ground, Joint, JointId, PlantSettings, Pose, Skeleton, find_plants};

/// How the walker walks.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Gait {
    /// Metres per second.
    pub speed: f64,
    /// Radians per second to the left.
    pub turn: f64,
    /// Strides per second.
    pub cadence: f64,
    /// How unevenly the phase runs, below 1.
    pub unevenness: f64,
    /// Lift of the arms in radians.
    pub arms: f64,
    pub strides: f64,
    pub rate: f64,
}

impl Gait {
    pub(crate) const STEADY: Self =
        Self { speed: 1.2, turn: 0.0, cadence: 0.9, unevenness: 0.0, arms: 0.3, strides: 3.0, rate: 60.0 };

    pub(crate) fn secs(&self) -> f64 {
        self.strides / self.cadence
    }

    /// Phase in strides at a moment.
    pub(crate) fn phase(&self, secs: f64) -> f64 {
        let even = secs * self.cadence;
        even + self.unevenness * (TAU * even / self.strides).sin() / TAU
    }

    pub(crate) fn clip(&self) -> Clip {
        let skeleton = skeleton();
        let mut frames = Clip::builder("walker", skeleton.clone(), self.rate, &[]);
        let (mut place, mut heading) = ([0.0, 0.0], 0.0);
        let steps = (self.secs() * self.rate).round() as usize;
        for step in 0..=steps {
            frames.push(&self.pose(&skeleton, self.phase(step as f64 / self.rate), place, heading)).unwrap();
            heading += self.turn / self.rate;
            let [x, z] = Ground::new(heading, 0.0, 0.0).apply([0.0, self.speed / self.rate]);
            place = [place[0] + x, place[1] + z];
        }
        let clip = frames.finish().unwrap();
        let plants = find_plants(&clip, &Anatomy::of(&skeleton), &PlantSettings::default());
        clip.with_constraints(plants).unwrap()
    }

    fn pose(&self, skeleton: &Skeleton, phase: f64, [x, z]: [f64; 2], heading: f64) -> Pose {
        let mut pose = Pose::rest(skeleton);
        let wave = |shift: f64| (TAU * (phase + shift)).sin() as f32;
        pose.root = Vec3::new(x as f32, 0.93 + 0.015 * (2.0 * TAU * phase).cos() as f32, z as f32);
        pose.rotations[0] = Quat::from_rotation_y(heading as f32 + 0.05 * wave(0.1));
        let swing = 0.25 * (self.speed / self.cadence) as f32;
        for (leg, shift) in [(1, 0.0), (5, 0.5)] {
            let lift = (0.5 - 0.5 * (TAU * (phase + shift + 0.35)).cos()).powi(2) as f32;
            pose.rotations[leg] = Quat::from_rotation_x(-swing * wave(shift) - 0.35 * lift);
            pose.rotations[leg + 1] = Quat::from_rotation_x(0.12 + 0.9 * lift);
            pose.rotations[leg + 2] = Quat::from_rotation_x(-0.12 + 0.2 * wave(shift) - 0.3 * lift);
        }
        for (arm, shift, side) in [(10, 0.5, 1.0), (13, 0.0, -1.0)] {
            pose.rotations[arm] = Quat::from_rotation_x(-0.4 * wave(shift))
                * Quat::from_rotation_z(side * (self.arms as f32 - 1.3));
            pose.rotations[arm + 1] = Quat::from_rotation_y(-side * (0.5 + 0.2 * wave(shift)));
        }
        pose
    }
}

/// Hips, two legs with toes, spine and two arms; 17 joints, so that one lies beyond the first group of lanes.
pub(crate) fn skeleton() -> Arc<Skeleton> {
    let joint = |name: &str, parent: Option<usize>, offset: [f32; 3]| Joint {
        name: name.into(),
        parent: parent.map(JointId::new),
        offset: offset.into(),
        rest: Quat::IDENTITY,
    };
    let joints = vec![
        joint("Hips", None, [0.0, 0.93, 0.0]),
        joint("LeftUpLeg", Some(0), [0.09, 0.0, 0.0]),
        joint("LeftLeg", Some(1), [0.0, -0.43, 0.0]),
        joint("LeftFoot", Some(2), [0.0, -0.43, 0.0]),
        joint("LeftToeBase", Some(3), [0.0, -0.06, 0.14]),
        joint("RightUpLeg", Some(0), [-0.09, 0.0, 0.0]),
        joint("RightLeg", Some(5), [0.0, -0.43, 0.0]),
        joint("RightFoot", Some(6), [0.0, -0.43, 0.0]),
        joint("RightToeBase", Some(7), [0.0, -0.06, 0.14]),
        joint("Spine", Some(0), [0.0, 0.25, 0.0]),
        joint("LeftArm", Some(9), [0.18, 0.25, 0.0]),
        joint("LeftForeArm", Some(10), [0.28, 0.0, 0.0]),
        joint("LeftHand", Some(11), [0.25, 0.0, 0.0]),
        joint("RightArm", Some(9), [-0.18, 0.25, 0.0]),
        joint("RightForeArm", Some(13), [-0.28, 0.0, 0.0]),
        joint("RightHand", Some(14), [-0.25, 0.0, 0.0]),
        joint("Head", Some(9), [0.0, 0.4, 0.0]),
    ];
    Arc::new(Skeleton::new(joints, vec![]).unwrap())
}

/// Walkers that are alike enough to be blended.
pub(crate) fn gait() -> impl Strategy<Value = Gait> {
    (
        0.9..1.5f64,
        -0.5..0.5f64,
        0.8..1.1f64,
        -0.4..0.4f64,
        0.0..0.6f64,
        prop::sample::select(vec![30.0, 60.0, 120.0]),
    )
        .prop_map(|(speed, turn, cadence, unevenness, arms, rate)| Gait {
            speed,
            turn,
            cadence,
            unevenness,
            arms,
            strides: 2.0,
            rate,
        })
}

pub(crate) fn ground() -> impl Strategy<Value = Ground> {
    (-7.0..7.0f64, -50.0..50.0f64, -50.0..50.0f64).prop_map(|(angle, x, z)| Ground::new(angle, x, z))
}

/// The largest distance between corresponding joints of two poses, in metres.
pub(crate) fn apart(skeleton: &Skeleton, a: &Pose, b: &Pose) -> f32 {
    let world = |pose: &Pose| {
        let mut world = Vec::new();
        pose.world_from_joints(skeleton, &mut world);
        world
    };
    let pairs = world(a).into_iter().zip(world(b));
    pairs.map(|(a, b)| a.translation.distance(b.translation)).fold(0.0, f32::max)
}

/// The transform on the floor that carries the root of `from` onto that of `to`.
pub(crate) fn carrying(from: &Pose, to: &Pose) -> Ground {
    let turn = to.rotations[0] * from.rotations[0].conjugate();
    let angle = 2.0 * f64::from(turn.y).atan2(f64::from(turn.w));
    let turned = Ground::new(angle, 0.0, 0.0) * from.root;
    Ground::new(angle, f64::from(to.root.x - turned.x), f64::from(to.root.z - turned.z))
}
