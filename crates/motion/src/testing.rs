//! Figures and motions for the tests of this crate, with known truth.

use std::sync::Arc;

use glam::{Quat, Vec3};

use crate::{Anatomy, Clip, EndSite, IkSettings, Joint, JointId, Pose, Side, Skeleton, TwoBone};

/// A person of 1.78 m in a T-pose that faces +Z, without toe joints.
pub(crate) fn person() -> Skeleton {
    let mut joints: Vec<Joint> = Vec::new();
    let mut sites = Vec::new();
    let mut add = |name: String, parent: Option<usize>, offset: Vec3| {
        joints.push(Joint { name, parent: parent.map(JointId::new), offset, rest: Quat::IDENTITY });
        joints.len() - 1
    };
    let mut site = |parent: usize, offset: Vec3| sites.push(EndSite { parent: JointId::new(parent), offset });
    let hips = add("Hips".into(), None, Vec3::new(0.0, 0.95, 0.0));
    let spine = add("Spine".into(), Some(hips), Vec3::Y * 0.2);
    let chest = add("Spine1".into(), Some(spine), Vec3::Y * 0.2);
    let neck = add("Neck".into(), Some(chest), Vec3::Y * 0.15);
    let head = add("Head".into(), Some(neck), Vec3::Y * 0.1);
    site(head, Vec3::Y * 0.18);
    for (side, x) in [("Left", 1.0), ("Right", -1.0)] {
        let shoulder = add(format!("{side}Arm"), Some(chest), Vec3::new(0.18 * x, 0.1, 0.0));
        let elbow = add(format!("{side}ForeArm"), Some(shoulder), Vec3::X * 0.28 * x);
        let wrist = add(format!("{side}Hand"), Some(elbow), Vec3::X * 0.26 * x);
        site(wrist, Vec3::X * 0.18 * x);
        let hip = add(format!("{side}UpLeg"), Some(hips), Vec3::new(0.1 * x, 0.0, 0.0));
        let knee = add(format!("{side}Leg"), Some(hip), Vec3::Y * -0.42);
        let ankle = add(format!("{side}Foot"), Some(knee), Vec3::Y * -0.44);
        site(ankle, Vec3::new(0.0, -0.08, 0.2));
    }
    Skeleton::new(joints, sites).unwrap()
}

/// A walk along +Z at 1.2 m/s made by IK: feet are planted for 0.6 s and swing for 0.4 s, half a second apart.
/// The left foot stands in cycles that begin at whole seconds, the right one half a second later.
pub(crate) fn walk(rate: f64, secs: f64) -> Clip {
    let skeleton = Arc::new(person());
    let anatomy = Anatomy::of(&skeleton);
    let legs = Side::BOTH.map(|side| TwoBone::leg(&skeleton, &anatomy, side).expect("a person has legs"));
    let mut frames = Clip::builder("walk", skeleton.clone(), rate, &[]);
    for frame in 0..=(secs * rate).round() as usize {
        let time = frame as f64 / rate;
        let mut pose = Pose::rest(&skeleton);
        pose.root += Vec3::new(0.0, -0.1, 1.2 * time as f32);
        for (leg, (late, x)) in legs.iter().zip([(0.0, 0.1), (0.5, -0.1)]) {
            let ankle = foot(time - late) + Vec3::new(x, 0.09, 1.2 * late as f32);
            leg.solve(&skeleton, &mut pose, ankle, &IkSettings::default());
        }
        frames.push(&pose).expect("a walk is finite");
    }
    frames.finish().expect("a walk has frames")
}

/// Where a foot is that stands from 0 to 0.6 s of every second and covers 1.2 m between two stands.
fn foot(time: f64) -> Vec3 {
    let step = time.floor();
    let swing = (((time - step) - 0.6) / 0.4).clamp(0.0, 1.0);
    let smooth = swing * swing * (3.0 - 2.0 * swing);
    let lift = 0.15 * (swing * std::f64::consts::PI).sin();
    Vec3::new(0.0, lift as f32, (1.2 * (step + smooth) + 0.36) as f32)
}

/// One second of a person that moves every joint smoothly and differently.
pub(crate) fn moving(rate: f64) -> Clip {
    let skeleton = Arc::new(person());
    let mut frames = Clip::builder("moving", skeleton.clone(), rate, &[]);
    for frame in 0..=rate as usize {
        let time = (frame as f64 / rate) as f32;
        let mut pose = Pose::rest(&skeleton);
        pose.root += Vec3::new((3.0 * time).sin(), 0.2 * (5.0 * time).cos(), time * time);
        for (joint, rotation) in pose.rotations.iter_mut().enumerate() {
            let phase = joint as f32;
            let turn = Vec3::new(
                (4.0 * time + phase).sin(),
                (3.0 * time - phase).cos(),
                (2.0 * time + 2.0 * phase).sin(),
            );
            *rotation *= Quat::from_scaled_axis(0.4 * turn);
        }
        frames.push(&pose).expect("sines are finite");
    }
    frames.finish().expect("there are frames")
}
