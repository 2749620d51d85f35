use glam::{Quat, Vec3};

use super::*;
use crate::testing::{moving, person, walk};
use crate::{ConstraintKind, EndSite, Joint, PlantSettings, PointTable, Pose, Rigid, find_plants};

fn furthest(a: &Clip, b: &Clip) -> f32 {
    let (a, b) = (PointTable::new(a), PointTable::new(b));
    a.iter().flatten().zip(b.iter().flatten()).map(|(x, y)| x.distance(*y)).fold(0.0, f32::max)
}

fn carried(clip: &Clip, target: Skeleton) -> Clip {
    let map = SkeletonMap::guess(clip.skeleton(), &target);
    Retarget::new(clip.skeleton(), Arc::new(target), &map).unwrap().clip(clip).unwrap()
}

/// A skeleton with the same rest pose in the world (scaled, turned about the vertical) but other local axes.
fn disguised(skeleton: &Skeleton, scale: f32, turn: f32) -> Skeleton {
    let mut world = Vec::new();
    Pose::rest(skeleton).world_from_joints(skeleton, &mut world);
    let turn = Quat::from_rotation_y(turn);
    let axes = |i: usize| {
        Quat::from_scaled_axis(Vec3::new((i as f32).sin(), (2.0 * i as f32).cos(), 0.3 * i as f32))
    };
    let frames: Vec<Rigid> = world
        .iter()
        .enumerate()
        .map(|(i, w)| Rigid::new((turn * w.rotation * axes(i)).normalize(), turn * w.translation * scale))
        .collect();
    let joints = skeleton.joints().iter().enumerate().map(|(i, joint)| {
        let outer = joint.parent.map_or(Rigid::IDENTITY, |parent| frames[parent.index()]);
        let local = outer.inverse() * frames[i];
        Joint {
            name: format!("rig:{}", joint.name),
            offset: local.translation,
            rest: local.rotation.normalize(),
            ..joint.clone()
        }
    });
    let sites = skeleton.end_sites().iter().map(|site| {
        let i = site.parent.index();
        EndSite { offset: axes(i).conjugate() * site.offset * scale, ..site.clone() }
    });
    Skeleton::new(joints.collect(), sites.collect()).unwrap()
}

/// The person with its arms hanging at 45° in the rest pose, by its offsets.
fn in_a_pose() -> Skeleton {
    let person = person();
    let joints = person.joints().iter().map(|joint| {
        let lowered = |sign: f32| Quat::from_rotation_z(-0.8 * sign) * joint.offset;
        let offset = match joint.name.as_str() {
            "LeftForeArm" | "LeftHand" => lowered(1.0),
            "RightForeArm" | "RightHand" => lowered(-1.0),
            _ => joint.offset,
        };
        Joint { offset, ..joint.clone() }
    });
    Skeleton::new(joints.collect(), vec![]).unwrap()
}

#[test]
fn onto_the_same_skeleton_a_clip_stays_as_it_was() {
    for clip in [moving(30.0), walk(30.0, 1.0)] {
        let same = carried(&clip, clip.skeleton().as_ref().clone());
        assert!(furthest(&clip, &same) < 1e-5);
        assert_eq!(same.len(), clip.len());
    }
}

#[test]
fn other_local_axes_and_another_facing_change_nothing_in_the_world() {
    let clip = moving(30.0);
    for turn in [0.0, 1.0, 3.0] {
        let same = carried(&clip, disguised(clip.skeleton(), 1.0, turn));
        assert!(furthest(&clip, &same) < 1e-3, "{turn}: {}", furthest(&clip, &same));
    }
}

#[test]
fn a_figure_half_as_large_takes_steps_half_as_long_on_the_same_floor() {
    let clip = walk(30.0, 3.0);
    let small = carried(&clip, disguised(clip.skeleton(), 0.5, 0.7));
    let (a, b) = (PointTable::new(&clip), PointTable::new(&small));
    for (x, y) in a.iter().flatten().zip(b.iter().flatten()) {
        assert!((*x * 0.5).distance(*y) < 1e-3);
    }
    let plants = |clip: &Clip| find_plants(clip, &Anatomy::of(clip.skeleton()), &PlantSettings::default());
    assert_eq!(
        plants(&small).of(ConstraintKind::LeftToe).len(),
        plants(&clip).of(ConstraintKind::LeftToe).len()
    );
}

#[test]
fn a_t_pose_drives_an_a_pose() {
    let clip = moving(30.0);
    let there = carried(&clip, in_a_pose());
    let (a, b) = (PointTable::new(&clip), PointTable::new(&there));
    for frame in 0..a.len() {
        for joint in clip.skeleton().ids() {
            let apart = a.row(frame)[joint.index()].distance(b.row(frame)[joint.index()]);
            assert!(apart < 1e-4, "{} {apart}", clip.skeleton().name(joint));
        }
    }
    let back = carried(&there, clip.skeleton().as_ref().clone());
    assert!(furthest(&clip, &back) < 1e-4);
}

#[test]
fn a_rest_pose_in_mid_step_drives_a_t_pose() {
    let clip = moving(30.0);
    let skeleton = clip.skeleton();
    let mut joints = skeleton.joints().to_vec();
    for (name, turn) in
        [("LeftUpLeg", -1.0), ("RightLeg", 0.8), ("RightArm", 0.9), ("LeftFoot", 0.5), ("Hips", 0.2)]
    {
        joints[skeleton.find(name).unwrap().index()].rest = Quat::from_rotation_x(turn);
    }
    let stepping = Arc::new(Skeleton::new(joints, skeleton.end_sites().to_vec()).unwrap());
    let mut frames = Clip::builder("stepping", stepping, clip.rate(), &[]);
    clip.frames().for_each(|pose| frames.push(&pose.to_pose()).unwrap());
    let there = carried(&frames.finish().unwrap(), skeleton.as_ref().clone());
    let (a, b) = (PointTable::new(&clip), PointTable::new(&there));
    for frame in 0..a.len() {
        for name in ["LeftFoot", "RightFoot", "LeftHand", "RightHand", "Neck"] {
            let joint = skeleton.find(name).unwrap().index();
            let apart = a.row(frame)[joint].distance(b.row(frame)[joint]);
            assert!(apart < 1e-3, "{name} {apart}");
        }
    }
}

#[test]
fn bones_of_the_target_keep_their_lengths_and_plants_are_carried() {
    let clip = walk(30.0, 2.0);
    let plants = find_plants(&clip, &Anatomy::of(clip.skeleton()), &PlantSettings::default());
    let clip = clip.with_constraints(plants).unwrap();
    let target = disguised(&in_a_pose(), 1.3, 0.0);
    let there = carried(&clip, target.clone());
    assert_eq!(there.constraints(), clip.constraints());
    for row in PointTable::new(&there).iter() {
        for id in target.ids().skip(1) {
            let parent = target.parent(id).unwrap();
            let length = row[id.index()].distance(row[parent.index()]);
            assert!((length - target.joint(id).offset.length()).abs() < 1e-4);
        }
    }
}

#[test]
fn unmapped_joints_stay_at_rest_and_translations_are_carried() {
    let clip = moving(30.0);
    let skeleton = clip.skeleton();
    let mut map = SkeletonMap::guess(skeleton, skeleton);
    map.set("Head", None);
    let head = skeleton.find("Head").unwrap();
    let hand = skeleton.find("LeftHand").unwrap();
    let mut frames = Clip::builder("tracks", skeleton.clone(), 30.0, &[hand]);
    for (frame, pose) in clip.frames().enumerate() {
        let mut pose = pose.to_pose();
        pose.translations = vec![(hand, Vec3::new(0.26, 0.01 * frame as f32, 0.0))];
        frames.push(&pose).unwrap();
    }
    let clip = frames.finish().unwrap();
    let there = Retarget::new(skeleton, skeleton.clone(), &map).unwrap().clip(&clip).unwrap();
    assert_eq!(there.translated(), [hand]);
    for (pose, before) in there.frames().zip(clip.frames()) {
        assert!(pose.rotations[head.index()].dot(skeleton.joint(head).rest).abs() > 1.0 - 1e-6);
        let (_, a) = pose.translations().next().unwrap();
        let (_, b) = before.translations().next().unwrap();
        assert!(a.distance(b) < 1e-5);
    }
}

#[test]
fn what_cannot_be_carried_is_named() {
    let person = Arc::new(person());
    let nothing = Retarget::new(&person, person.clone(), &SkeletonMap::default());
    assert!(matches!(nothing, Err(RetargetError::NothingDriven { .. })));
    let map = SkeletonMap::guess(&person, &person);
    let retarget = Retarget::new(&person, person.clone(), &map).unwrap();
    let stump = Arc::new(Skeleton::new(person.joints()[..1].to_vec(), vec![]).unwrap());
    let mut frames = Clip::builder("stump", stump.clone(), 30.0, &[]);
    frames.push(&Pose::rest(&stump)).unwrap();
    let wrong = retarget.clip(&frames.finish().unwrap());
    assert!(matches!(wrong, Err(RetargetError::WrongSource { found: 1, .. })));
}

/// The person with some joints moved to multiples of their offsets.
fn stretched(names: &[&str], factor: Vec3) -> Skeleton {
    let person = person();
    let joints = person.joints().iter().map(|joint| {
        let factor = if names.contains(&joint.name.as_str()) { factor } else { Vec3::ONE };
        Joint { offset: joint.offset * factor, ..joint.clone() }
    });
    Skeleton::new(joints.collect(), person.end_sites().to_vec()).unwrap()
}

/// How far a point of a clip goes over the floor while it is planted.
fn slid(clip: &Clip, plants: &crate::Constraints, kind: ConstraintKind) -> f32 {
    let table = PointTable::new(clip);
    let point = Anatomy::of(clip.skeleton()).point(kind).unwrap().index();
    let path: Vec<Vec3> = (0..table.len()).map(|frame| table.row(frame)[point]).collect();
    let way = |range: &crate::FrameRange| {
        let plant = &path[range.first..=range.last.min(path.len() - 1)];
        plant.windows(2).map(|pair| (pair[1] - pair[0]).with_y(0.0).length()).sum::<f32>()
    };
    plants.of(kind).iter().map(way).sum()
}

/// A walk whose feet roll a little and tremble, as captured feet do.
fn trembling() -> Clip {
    let clip = walk(60.0, 3.0);
    let ankles = ["LeftFoot", "RightFoot"].map(|name| clip.skeleton().find(name).unwrap().index());
    let tremble = |frame: usize, pose: &mut Pose| {
        for ankle in ankles {
            let angle = if frame.is_multiple_of(2) { 0.04 } else { -0.04 };
            pose.rotations[ankle] *= Quat::from_rotation_y(angle);
        }
    };
    clip.map_poses(tremble).unwrap()
}

#[test]
fn toes_of_long_feet_slide_no_more_than_those_of_the_source() {
    let clip = trembling();
    let plants = find_plants(&clip, &Anatomy::of(clip.skeleton()), &PlantSettings::default());
    let long = carried(&clip, long_footed());
    for kind in [ConstraintKind::LeftToe, ConstraintKind::RightToe] {
        assert!(!plants.of(kind).is_empty());
        let [own, long] = [&clip, &long].map(|clip| slid(clip, &plants, kind));
        assert!(long < 1.1 * own, "{kind}: {long} m on long feet, {own} m on those of the source");
    }
}

/// The person with feet twice as long, and hands a little longer.
fn long_footed() -> Skeleton {
    let person = stretched(&["LeftHand", "RightHand"], Vec3::splat(1.02));
    let feet = ["LeftFoot", "RightFoot"].map(|name| person.find(name).unwrap());
    let sites = person.end_sites().iter().map(|site| {
        let factor = if feet.contains(&site.parent) { Vec3::new(1.0, 1.0, 2.0) } else { Vec3::ONE };
        EndSite { offset: site.offset * factor, ..site.clone() }
    });
    Skeleton::new(person.joints().to_vec(), sites.collect()).unwrap()
}

#[test]
fn hip_joints_of_a_wide_pelvis_rise_no_more_than_those_of_the_source() {
    let clip = walk(60.0, 2.0);
    let sway = |frame: usize, pose: &mut Pose| {
        pose.rotations[0] *= Quat::from_rotation_z(0.15 * (frame as f32 / 9.0).sin());
    };
    let clip = clip.map_poses(sway).unwrap();
    let hips = ["LeftUpLeg", "RightUpLeg"];
    let wide = carried(&clip, stretched(&hips, Vec3::new(2.5, 1.0, 1.0)));
    let tilt = |clip: &Clip| {
        let table = PointTable::new(clip);
        let [left, right] = hips.map(|name| clip.skeleton().find(name).unwrap().index());
        (0..table.len()).map(|n| (table.row(n)[left].y - table.row(n)[right].y).abs()).fold(0.0, f32::max)
    };
    assert!(tilt(&wide) < 1.01 * tilt(&clip), "{} {}", tilt(&wide), tilt(&clip));
    // One that turns over does so entirely.
    let over = clip.map_poses(|_, pose| pose.rotations[0] = Quat::from_rotation_z(1.5)).unwrap();
    let turned = carried(&over, stretched(&hips, Vec3::new(2.5, 1.0, 1.0)));
    assert!(tilt(&turned) > 2.4 * tilt(&over), "{} {}", tilt(&turned), tilt(&over));
}

/// The largest turn of a joint from one frame to the next, in the world.
fn fastest(clip: &Clip, name: &str) -> f32 {
    let joint = clip.skeleton().find(name).unwrap().index();
    let mut world = Vec::new();
    let turns = clip.frames().map(|pose| {
        pose.world_from_joints(clip.skeleton(), &mut world);
        world[joint].rotation
    });
    let turns: Vec<Quat> = turns.collect();
    turns.windows(2).map(|pair| pair[0].angle_between(pair[1])).fold(0.0, f32::max)
}

#[test]
fn hip_joints_of_a_wide_pelvis_shake_no_more_than_those_of_the_source() {
    let shake = |frame: usize, pose: &mut Pose| {
        let angle = if frame.is_multiple_of(2) { 0.04 } else { -0.04 };
        pose.rotations[0] = Quat::from_rotation_y(angle + 0.02 * frame as f32);
    };
    let clip = walk(60.0, 2.0).map_poses(shake).unwrap();
    let hips = ["LeftUpLeg", "RightUpLeg"];
    let wide = carried(&clip, stretched(&hips, Vec3::new(2.5, 1.0, 1.0)));
    let line = |clip: &Clip, frame: usize| {
        let table = PointTable::new(clip);
        let [left, right] = hips.map(|name| table.row(frame)[clip.skeleton().find(name).unwrap().index()]);
        left - right
    };
    let shaken = |clip: &Clip| (line(clip, 60) - line(clip, 61)).length();
    assert!(shaken(&wide) < 1.2 * shaken(&clip), "{} {}", shaken(&wide), shaken(&clip));
    // It still turns as far.
    let turned = |clip: &Clip| line(clip, 20).angle_between(line(clip, 100));
    assert!((turned(&wide) - turned(&clip)).abs() < 0.01, "{} {}", turned(&wide), turned(&clip));
}

/// The person with arms of one joint.
fn stiff_armed() -> Skeleton {
    let person = person();
    let is_gone = |name: &str| name.ends_with("ForeArm") || name.ends_with("Hand");
    let kept: Vec<JointId> = person.ids().filter(|&joint| !is_gone(person.name(joint))).collect();
    let place = |joint: JointId| kept.iter().position(|&other| other == joint).map(JointId::new);
    let joints = kept
        .iter()
        .map(|&joint| Joint { parent: person.parent(joint).and_then(place), ..person.joint(joint).clone() });
    let sites = person
        .end_sites()
        .iter()
        .filter_map(|site| Some(EndSite { parent: place(site.parent)?, ..site.clone() }));
    let hand = |(arm, sign): (&str, f32)| EndSite {
        parent: place(person.find(arm).unwrap()).unwrap(),
        offset: Vec3::X * 0.5 * sign,
    };
    let hands = [("LeftArm", 1.0), ("RightArm", -1.0)].map(hand);
    Skeleton::new(joints.collect(), sites.chain(hands).collect()).unwrap()
}

#[test]
fn an_arm_of_one_joint_turns_over_the_head_as_calmly_as_the_source() {
    let arm = person().find("LeftArm").unwrap().index();
    let swing = |frame: usize, pose: &mut Pose| {
        // Past the vertical by a tenth of a radian: the smallest turn from hanging down would whirl there.
        pose.rotations[arm] = Quat::from_rotation_x(0.1)
            * Quat::from_rotation_z(0.05 * frame as f32 - 1.0)
            * pose.rotations[arm];
    };
    let clip = walk(60.0, 2.0).map_poses(swing).unwrap();
    let stiff = carried(&clip, stiff_armed());
    let [own, stiff] = [&clip, &stiff].map(|clip| fastest(clip, "LeftArm"));
    assert!(stiff < 1.2 * own, "{stiff} on an arm of one joint, {own} in the source");
}
