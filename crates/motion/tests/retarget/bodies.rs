//! Bodies of boxes, animals, and what is none.

use std::sync::Arc;

use crate::common::{carried, walk};
use glam::{Quat, Vec3};
use segue_actors::Figure;
use segue_motion::{
    Anatomy, Clip, Joint, JointId, NotHumanoid, PointTable, Pose, Retarget, RetargetError, Role, Side,
    Skeleton,
};

#[test]
fn a_body_of_boxes_walks() {
    let clip = walk();
    let there = carried(&clip, boxes());
    let (a, b) = (PointTable::new(&clip), PointTable::new(&there));
    let anatomy = Anatomy::of(&boxes());
    let hip = anatomy.joint(Role::Hip(Side::Left)).unwrap().index();
    let travel =
        |table: &PointTable, joint: usize| (table.row(table.len() - 1)[joint] - table.row(0)[joint]).length();
    let source = Anatomy::of(clip.skeleton());
    let leg = source.leg_length(clip.skeleton()).unwrap();
    let ratio =
        travel(&b, hip) / 0.4 / (travel(&a, source.joint(Role::Hip(Side::Left)).unwrap().index()) / leg);
    assert!((0.9..1.2).contains(&ratio), "{ratio}");
    let heights = b.iter().map(|row| row[hip].y);
    let (low, high) = heights.fold((f32::MAX, f32::MIN), |(low, high), y| (low.min(y), high.max(y)));
    assert!(low > 0.3 && high < 0.45, "{low} {high}");
}

/// A body of boxes: a joint for the trunk, the head and each limb.
fn boxes() -> Skeleton {
    let joint = |name: &str, parent: Option<usize>, at: [f32; 3]| Joint {
        name: name.into(),
        parent: parent.map(JointId::new),
        offset: Vec3::from_array(at),
        rest: Quat::IDENTITY,
    };
    let joints = vec![
        joint("root", None, [0.0, 0.0, 0.0]),
        joint("leg-left", Some(0), [0.1, 0.4, 0.0]),
        joint("leg-right", Some(0), [-0.1, 0.4, 0.0]),
        joint("torso", Some(0), [0.0, 0.4, 0.0]),
        joint("arm-left", Some(3), [0.25, 0.3, 0.0]),
        joint("arm-right", Some(3), [-0.25, 0.3, 0.0]),
        joint("head", Some(3), [0.0, 0.4, 0.0]),
    ];
    Skeleton::new(joints, vec![]).unwrap()
}

#[test]
fn animals_are_refused_and_carried_over_to_their_like() {
    let refused = Retarget::guessed(walk().skeleton(), Arc::new(fox(0.7))).unwrap_err();
    assert!(
        matches!(&refused, RetargetError::NotHumanoid { which: "target", reason, .. } if !matches!(reason, NotHumanoid::NoPairs)),
        "{refused}"
    );
    let own = Arc::new(fox(0.7));
    let mut frames = Clip::builder("trot", own.clone(), 30.0, &[]);
    for frame in 0..20 {
        let mut pose = Pose::rest(&own);
        pose.root.z += 0.05 * frame as f32;
        pose.rotations[4] = Quat::from_rotation_x(0.3 * (frame as f32).sin());
        frames.push(&pose).unwrap();
    }
    let trot = frames.finish().unwrap();
    let longer = carried(&trot, fox(0.8));
    for (a, b) in trot.frames().zip(longer.frames()) {
        assert!(a.rotations[4].dot(b.rotations[4]).abs() > 0.999_99);
    }
}

/// An animal: a level trunk on four legs.
fn fox(length: f32) -> Skeleton {
    let mut joints: Vec<Joint> = Vec::new();
    let mut add = |name: &str, parent: Option<usize>, at: [f32; 3]| {
        let offset = Vec3::from_array(at);
        joints.push(Joint {
            name: name.into(),
            parent: parent.map(JointId::new),
            offset,
            rest: Quat::IDENTITY,
        });
        joints.len() - 1
    };
    let hips = add("hips", None, [0.0, 0.5, 0.0]);
    let chest = add("chest", Some(hips), [0.0, 0.05, length]);
    let neck = add("neck", Some(chest), [0.0, 0.1, 0.15]);
    add("head", Some(neck), [0.0, 0.1, 0.1]);
    for (side, x) in [("L", 0.1), ("R", -0.1)] {
        for (place, on) in [("hind", hips), ("front", chest)] {
            let upper = add(&format!("{place}_upper_{side}"), Some(on), [x, 0.0, 0.0]);
            let lower = add(&format!("{place}_lower_{side}"), Some(upper), [0.0, -0.25, 0.0]);
            add(&format!("{place}_paw_{side}"), Some(lower), [0.0, -0.2, 0.0]);
        }
    }
    Skeleton::new(joints, vec![]).unwrap()
}

#[test]
fn every_refusal_says_what_is_missing() {
    let reason = |skeleton: Skeleton| Anatomy::of(&skeleton).humanoid().unwrap_err();
    let chain = |points: &[[f32; 3]]| {
        let joint = |(index, at): (usize, &[f32; 3])| Joint {
            name: format!("j{index}"),
            parent: index.checked_sub(1).map(JointId::new),
            offset: Vec3::from_array(*at),
            rest: Quat::IDENTITY,
        };
        Skeleton::new(points.iter().enumerate().map(joint).collect(), vec![]).unwrap()
    };
    assert_eq!(reason(chain(&[[0.0; 3], [1.0, 0.0, 0.0]])), NotHumanoid::Flat);
    assert_eq!(reason(chain(&[[0.0; 3], [0.0, 1.0, 0.0], [0.0, 1.0, 0.0]])), NotHumanoid::NoPairs);
    let figure = Figure::default().skeleton().unwrap();
    // The trunk and the arms alone.
    let legless = Skeleton::new(
        figure
            .joints()
            .iter()
            .enumerate()
            .filter(|(index, _)| !(1..11).contains(index))
            .map(|(_, joint)| {
                let parent = joint
                    .parent
                    .map(|parent| JointId::new(parent.index().saturating_sub(10).min(parent.index())));
                Joint {
                    parent: parent
                        .map(|id| if joint.parent == Some(JointId::ROOT) { JointId::ROOT } else { id }),
                    ..joint.clone()
                }
            })
            .collect(),
        vec![],
    );
    let refused = reason(legless.unwrap());
    assert!(
        matches!(refused, NotHumanoid::NoLegs | NotHumanoid::PoorLegs { .. } | NotHumanoid::LevelTrunk),
        "{refused}"
    );
    assert!(matches!(reason(fox(0.7)), NotHumanoid::FourLegs { .. } | NotHumanoid::LevelTrunk));
    assert_eq!(Anatomy::of(&figure).humanoid(), Ok(()));
    assert_eq!(Anatomy::of(&boxes()).humanoid(), Ok(()));
}
