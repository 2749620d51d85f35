//! Poses found by where a hand is.

use std::sync::Arc;

use glam::{Quat, Vec3};
use segue_blend::{PoseSpace, PoseSpaceError, PoseSpaceSettings};
use segue_motion::{Clip, ClipSet, Joint, JointId, PointId, Pose, Skeleton};

const HAND: usize = 3;

fn skeleton() -> Arc<Skeleton> {
    let joint = |name: &str, parent: Option<usize>, offset: [f32; 3]| Joint {
        name: name.into(),
        parent: parent.map(JointId::new),
        offset: offset.into(),
        rest: Quat::IDENTITY,
    };
    let joints = vec![
        joint("Hips", None, [0.0, 1.0, 0.0]),
        joint("Arm", Some(0), [0.2, 0.4, 0.0]),
        joint("ForeArm", Some(1), [0.3, 0.0, 0.0]),
        joint("Hand", Some(2), [0.3, 0.0, 0.0]),
    ];
    Arc::new(Skeleton::new(joints, vec![]).expect("the skeleton is valid"))
}

fn hand(pose: &Pose) -> Vec3 {
    let mut world = Vec::new();
    pose.world_from_joints(&skeleton(), &mut world);
    world[HAND].translation - Vec3::new(pose.root.x, 0.0, pose.root.z)
}

/// Reaches all over a quarter of what the arm can, by a figure that stands anywhere and looks anywhere.
fn reaches() -> Clip {
    let skeleton = skeleton();
    let mut frames = Clip::builder("reaches", skeleton.clone(), 30.0, &[]);
    for n in 0..4096 {
        let [lift, swing, bend] = [n % 16, n / 16 % 16, n / 256].map(|n| n as f32 / 15.0);
        let mut pose = Pose::rest(&skeleton);
        let turn = Quat::from_rotation_y(0.01 * n as f32);
        pose.root += Vec3::new(0.3 * n as f32, 0.0, 5.0);
        pose.rotations[0] = turn;
        pose.rotations[1] = Quat::from_rotation_z(lift - 0.5) * Quat::from_rotation_y(-1.2 * swing);
        pose.rotations[2] = Quat::from_rotation_y(-1.5 * bend);
        frames.push(&pose).expect("the pose is valid");
    }
    frames.finish().expect("there are frames")
}

#[test]
fn the_hand_is_near_where_it_should_be() {
    let clip = reaches();
    let space = PoseSpace::new(
        &ClipSet::of([clip.clone()]).unwrap(),
        PointId::joint(JointId::new(HAND)),
        &PoseSpaceSettings::default(),
    )
    .expect("reaches fill the space");
    let mut errors = Vec::new();
    for n in (0..4096).step_by(37) {
        let mut truth = clip.frame(n).to_pose();
        truth.rotations[0] = Quat::IDENTITY;
        let wanted = hand(&truth);
        errors.push(hand(&space.pose(wanted)).distance(wanted));
    }
    errors.sort_by(f32::total_cmp);
    assert!(errors[errors.len() / 2] < 0.03, "median {}", errors[errors.len() / 2]);
    assert!(errors[errors.len() - 1] < 0.12, "worst {}", errors[errors.len() - 1]);
}

#[test]
fn neighbouring_places_have_neighbouring_poses() {
    let clip = reaches();
    let space = PoseSpace::new(
        &ClipSet::of([clip.clone()]).unwrap(),
        PointId::joint(JointId::new(HAND)),
        &PoseSpaceSettings::default(),
    )
    .expect("reaches fill the space");
    let [low, high] = space.bounds();
    let at = |t: f32| hand(&space.pose(low.lerp(high, t)));
    let steps = (0..1000).map(|n| at(n as f32 / 1000.0).distance(at((n + 1) as f32 / 1000.0)));
    assert!(steps.fold(0.0, f32::max) < 0.02);
    assert!(hand(&space.pose(high + 9.0)).distance(hand(&space.pose(high))) < 1e-6, "outside is the border");
}

#[test]
fn a_blend_that_falls_short_asks_for_more() {
    let clip = reaches();
    let space = PoseSpace::new(
        &ClipSet::of([clip.clone()]).unwrap(),
        PointId::joint(JointId::new(HAND)),
        &PoseSpaceSettings::default(),
    )
    .expect("reaches fill the space");
    for n in (0..4096).step_by(37) {
        let mut truth = clip.frame(n).to_pose();
        truth.rotations[0] = Quat::IDENTITY;
        let wanted = hand(&truth);
        let reached = space.reach(wanted);
        assert!((reached.place.distance(hand(&reached.pose))) < 1e-5);
        assert!(
            (reached.off_metres - reached.place.distance(wanted)).abs() < 1e-6,
            "it says how far off it is"
        );
        let once = hand(&space.pose(wanted)).distance(wanted);
        assert!(reached.off_metres <= once + 1e-6, "{} after {once}", reached.off_metres);
        let nearest = space.nearest(wanted).distance_metres;
        assert!(nearest < 3e-4, "it was captured: {nearest}");
    }
}

#[test]
fn what_cannot_be_told_apart_is_refused() {
    let skeleton = skeleton();
    let mut frames = Clip::builder("still", skeleton.clone(), 30.0, &[]);
    for _ in 0..9 {
        frames.push(&Pose::rest(&skeleton)).expect("the pose is valid");
    }
    let still = frames.finish().expect("there are frames");
    let make = |settings| {
        PoseSpace::new(&ClipSet::of([still.clone()]).unwrap(), PointId::joint(JointId::new(HAND)), &settings)
            .err()
    };
    let usual = PoseSpaceSettings::default();
    assert!(matches!(make(usual), Some(PoseSpaceError::Flat { axis: 'x', .. })));
    assert!(matches!(
        make(PoseSpaceSettings { neighbours: 10, ..usual }),
        Some(PoseSpaceError::TooFew { .. })
    ));
    assert!(matches!(make(PoseSpaceSettings { cells: 0, ..usual }), Some(PoseSpaceError::Settings { .. })));
}
