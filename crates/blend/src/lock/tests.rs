use std::sync::Arc;

use glam::{Quat, Vec3};
use segue_motion::{
    Anatomy, Clip, ConstraintKind, Constraints, FrameRange, Joint, JointId, PointTable, Pose, Skeleton,
};

use super::FootLock;
use crate::quality::Skate;

fn skeleton() -> Arc<Skeleton> {
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
    ];
    Arc::new(Skeleton::new(joints, vec![]).unwrap())
}

/// Frames in which the figure stands, sways, turns and sinks; its feet slide along.
const FRAMES: usize = 120;

fn pose(skeleton: &Skeleton, frame: usize, straight: bool) -> Pose {
    let phase = frame as f32 / 20.0;
    let mut pose = Pose::rest(skeleton);
    pose.root += Vec3::new(0.02 * phase.sin(), 0.0, 0.03 * (0.7 * phase).sin());
    pose.rotations[0] = Quat::from_rotation_y(0.1 * phase.cos());
    let bend = if straight { 0.0 } else { 0.3 + 0.05 * phase.sin() };
    for leg in [1, 5] {
        pose.rotations[leg] = Quat::from_rotation_x(-bend);
        pose.rotations[leg + 1] = Quat::from_rotation_x(2.0 * bend);
        pose.rotations[leg + 2] = Quat::from_rotation_x(-bend + 0.02 * phase.cos());
    }
    pose
}

fn sliding(straight: bool) -> Clip {
    let skeleton = skeleton();
    let mut frames = Clip::builder("sliding", skeleton.clone(), 60.0, &[]);
    for frame in 0..FRAMES {
        frames.push(&pose(&skeleton, frame, straight)).unwrap();
    }
    let range = |first, last| FrameRange::new(first, last).unwrap();
    let mut plants = Constraints::default();
    plants.set(ConstraintKind::LeftHeel, vec![range(0, 30), range(70, 100)]).unwrap();
    plants.set(ConstraintKind::LeftToe, vec![range(10, 50), range(72, 119)]).unwrap();
    plants.set(ConstraintKind::RightHeel, vec![range(40, 60)]).unwrap();
    plants.set(ConstraintKind::RightToe, vec![range(35, 80)]).unwrap();
    frames.finish().unwrap().with_constraints(plants).unwrap()
}

fn worst_drift_mm(clip: &Clip) -> f64 {
    let anatomy = Anatomy::of(clip.skeleton());
    Skate::of(clip, &anatomy).unwrap().worst_drift_mm
}

/// The largest second difference of any joint, in metres.
fn jolt(clip: &Clip) -> f32 {
    let table = PointTable::new(clip);
    let second = |frame: usize, point: usize| {
        let at = |frame: usize| table.row(frame)[point];
        (at(frame + 1) - 2.0 * at(frame) + at(frame - 1)).length()
    };
    let frames = 1..clip.len() - 1;
    frames
        .flat_map(|frame| (0..table.columns()).map(move |point| (frame, point)))
        .map(|(frame, point)| second(frame, point))
        .fold(0.0, f32::max)
}

#[test]
fn a_lock_holds_what_is_played_and_lets_go_smoothly() {
    for straight in [false, true] {
        let clip = sliding(straight);
        let anatomy = Anatomy::of(clip.skeleton());
        let mut lock = FootLock::new(clip.skeleton().clone(), &anatomy, 0.3);
        let plants = clip.constraints().clone();
        let played = clip
            .map_poses(|frame, pose| lock.apply(1.0 / 60.0, |kind| plants.holds(kind, frame), pose))
            .unwrap();
        let after = worst_drift_mm(&played);
        assert!(after < 1.0, "straight {straight}: {after} mm");
        // A leg that is exactly straight moves its knee by centimetres for a millimetre of its foot.
        assert!(straight || jolt(&played) < jolt(&clip) + 0.004, "{} {}", jolt(&played), jolt(&clip));
    }
}

/// The largest second difference of the angle of a knee, in radians.
fn knee_pop(clip: &Clip) -> f32 {
    let table = PointTable::new(clip);
    let angle = |frame: usize, leg: usize| {
        let at = |joint: usize| table.row(frame)[joint];
        (at(leg) - at(leg + 1)).angle_between(at(leg + 2) - at(leg + 1))
    };
    let second = |frame: usize, leg: usize| {
        (angle(frame + 1, leg) - 2.0 * angle(frame, leg) + angle(frame - 1, leg)).abs()
    };
    (1..clip.len() - 1).flat_map(|frame| [second(frame, 1), second(frame, 5)]).fold(0.0, f32::max)
}

#[test]
fn a_lock_that_lengthens_legs_bends_knees_more_gently() {
    let clip = sliding(true);
    let anatomy = Anatomy::of(clip.skeleton());
    let plants = clip.constraints().clone();
    let play = |mut lock: FootLock| {
        let mut frames = Clip::builder("played", clip.skeleton().clone(), clip.rate(), &lock.translated());
        for (frame, pose) in clip.frames().enumerate() {
            let mut pose = pose.to_pose();
            lock.apply(1.0 / 60.0, |kind| plants.holds(kind, frame), &mut pose);
            frames.push(&pose).unwrap();
        }
        frames.finish().unwrap().with_constraints(plants.clone()).unwrap()
    };
    let lock = FootLock::new(clip.skeleton().clone(), &anatomy, 0.3);
    let (stiff, soft) = (play(lock.clone()), play(lock.lengthening(0.04)));
    assert!(stiff.translated().is_empty() && soft.translated().len() == 4);
    assert!(worst_drift_mm(&soft) < 1.0);
    let longest = soft
        .frames()
        .flat_map(|pose| pose.translations().map(|(_, place)| place.length()).collect::<Vec<_>>());
    let longest = longest.fold(0.0, f32::max) / 0.43;
    assert!(longest > 1.0 && longest <= 1.0401, "{longest}");
    assert!(knee_pop(&soft) < 0.7 * knee_pop(&stiff), "{} {}", knee_pop(&soft), knee_pop(&stiff));
}
