//! Motions of the actors on figures that other hands have built.
#![allow(clippy::unwrap_used, reason = "a test that fails says where")]

use std::sync::Arc;

use glam::{Quat, Vec3};
use proptest::prelude::*;
use segue_actors::rigs::{
    blanked, hung_on_the_root, on_a_turned_root, posed_as, rolled, scaled, with_sides_exchanged,
    with_twist_bones, without,
};
use segue_actors::{Figure, Kick, Locomotion, Pace};
use segue_motion::{
    Anatomy, AnatomyCertainty, Clip, ClipSet, ConstraintKind, Fidelity, Joint, JointId, NotHumanoid,
    PointTable, Pose, Retarget, RetargetError, Role, Side, Skeleton, SkeletonChoice,
};

fn walk() -> Clip {
    Locomotion::new(Pace::Walk).perform().unwrap().clip
}

fn other_figure() -> Arc<Skeleton> {
    Figure::long_legged().skeleton().unwrap()
}

fn carried(clip: &Clip, target: Skeleton) -> Clip {
    Retarget::guessed(clip.skeleton(), Arc::new(target)).unwrap().clip(clip).unwrap()
}

/// The joints that play parts of the body, but for toes and clavicles, which figures without names may lack.
fn body(skeleton: &Skeleton) -> Vec<JointId> {
    let parts = Anatomy::of(skeleton);
    let parts = parts.roles().filter(|(role, _)| !matches!(role, Role::Toe(_) | Role::Clavicle(_)));
    parts.map(|(_, joint)| joint).collect()
}

/// How far the body of an altered figure is from where it is on the figure itself; joints have moved by `extra` places.
fn apart(own: &Clip, altered: &Clip, scale: f32, index: impl Fn(JointId) -> usize) -> f32 {
    let (a, b) = (PointTable::new(own), PointTable::new(altered));
    let joints = body(own.skeleton());
    let far = (0..a.len()).flat_map(|frame| {
        let (a, b) = (a.row(frame), b.row(frame));
        joints
            .iter()
            .map(|joint| (a[joint.index()] * scale).distance(b[index(*joint)]) / scale)
            .collect::<Vec<_>>()
    });
    far.fold(0.0, f32::max)
}

fn feet(skeleton: &Skeleton) -> Vec<JointId> {
    let anatomy = Anatomy::of(skeleton);
    Side::BOTH.into_iter().filter_map(|side| anatomy.joint(Role::Ankle(side))).collect()
}

#[test]
fn names_that_say_nothing_change_nothing() {
    for clip in [walk(), Kick::default().perform().unwrap().clip] {
        let figure = other_figure();
        let own = carried(&clip, figure.as_ref().clone());
        let far = apart(&own, &carried(&clip, blanked(&figure)), 1.0, JointId::index);
        assert!(far < 0.03, "{} {far}", clip.name());
    }
}

#[test]
fn feet_that_hang_on_the_root_follow() {
    let (clip, figure) = (walk(), other_figure());
    let own = carried(&clip, figure.as_ref().clone());
    let loose = hung_on_the_root(&figure, &feet(&figure));
    let altered = carried(&clip, loose.clone());
    assert_eq!(altered.translated(), feet(&figure));
    assert!(apart(&own, &altered, 1.0, JointId::index) < 0.01);
    let nameless = carried(&clip, blanked(&loose));
    assert!(apart(&own, &nameless, 1.0, JointId::index) < 0.03);
}

/// The figure with knees that stand out ahead by so many metres.
fn with_bent_knees(figure: &Skeleton, by: f32) -> Skeleton {
    let anatomy = Anatomy::of(figure);
    let moved = |(id, joint): (JointId, &Joint)| {
        let ahead = match anatomy.role_of(id) {
            Some(Role::Knee(_)) => by,
            Some(Role::Ankle(_)) => -by,
            _ => 0.0,
        };
        Joint { offset: joint.offset + Vec3::Z * ahead, ..joint.clone() }
    };
    let joints = figure.ids().zip(figure.joints()).map(moved).collect();
    Skeleton::new(joints, figure.end_sites().to_vec()).unwrap()
}

#[test]
fn toes_and_knees_outvote_the_names_of_sides() {
    let clip = walk();
    let bent = with_bent_knees(&other_figure(), 0.03);
    let own = carried(&clip, bent.clone());
    let mirrored = with_sides_exchanged(&bent);
    let doubt = Anatomy::of(&mirrored).doubt().unwrap();
    assert!(doubt.contains("names of left and right are exchanged"), "{doubt}");
    assert!(Anatomy::of(&mirrored).sides_are_exchanged() && !Anatomy::of(&bent).sides_are_exchanged());
    let far = apart(&own, &carried(&clip, mirrored.clone()), 1.0, JointId::index);
    assert!(far < 0.01, "{far}");
    // Those of the capture are outvoted as well, and two figures with exchanged names agree.
    let onto_mirrored = carried(&clip, mirrored);
    let back = carried(&onto_mirrored, bent.clone());
    let twice = carried(&onto_mirrored, with_sides_exchanged(&scaled(&bent, 1.1)));
    assert!(apart(&own, &back, 1.0, JointId::index) < 0.02);
    assert!(apart(&own, &twice, 1.1, JointId::index) < 0.02);
}

#[test]
fn toes_outvote_the_names_of_sides_unless_the_knees_do_not() {
    let clip = walk();
    let straight = other_figure();
    assert_eq!(Anatomy::of(&straight).doubt(), None);
    let own = carried(&clip, straight.as_ref().clone());
    let far = apart(&own, &carried(&clip, with_sides_exchanged(&straight)), 1.0, JointId::index);
    assert!(far < 0.01, "{far}");
    // Of a bird that is called by its true sides, knees would point backwards and toes ahead: nobody knows.
    let birdlike = with_sides_exchanged(&with_bent_knees(&straight, -0.03));
    let anatomy = Anatomy::of(&birdlike);
    assert!(!anatomy.sides_are_exchanged());
    assert!(anatomy.doubt().unwrap().contains("the toes point backwards"), "{:?}", anatomy.doubt());
}

#[test]
fn a_set_of_clips_says_what_is_doubtful_on_its_figure() {
    let given = |figure: Skeleton| {
        let set = ClipSet::new([walk()], &SkeletonChoice::Given(Arc::new(figure))).unwrap();
        set.doubts().map(str::to_owned).collect::<Vec<_>>()
    };
    let figure = other_figure();
    assert_eq!(given(figure.as_ref().clone()), Vec::<String>::new());
    let said = given(with_other_legs(&figure, 3.0, 1.0));
    assert!(
        said[0].contains("on the given skeleton: its") && said[0].contains("as fast as captured"),
        "{said:?}"
    );
    let said = given(with_sides_exchanged(&with_bent_knees(&figure, 0.03)));
    assert!(said[0].contains("the body of the given skeleton is sure: left and right"), "{said:?}");
}

#[test]
fn a_set_knows_its_body_by_the_first_frame_of_its_clip_where_the_rest_pose_is_none() {
    let (clip, figure) = (walk(), other_figure());
    let axes = Arc::new(rolled(&figure, 7));
    let on_axes = Retarget::guessed(clip.skeleton(), axes.clone()).unwrap().clip(&clip).unwrap();
    // The same offsets without any turn: bones that point anywhere.
    let joints = axes.joints().iter().map(|joint| Joint { rest: Quat::IDENTITY, ..joint.clone() }).collect();
    let heap = Arc::new(Skeleton::new(joints, axes.end_sites().to_vec()).unwrap());
    assert_eq!(Anatomy::of(&heap).certainty(), AnatomyCertainty::Doubtful);
    let mut frames = Clip::builder("heap", heap, on_axes.rate(), &[]);
    on_axes.frames().for_each(|pose| frames.push(&pose.to_pose()).unwrap());
    let heap = Arc::new(frames.finish().unwrap());
    let other = Arc::new(clip.clone());
    for (choice, clips) in [
        (SkeletonChoice::First, vec![heap.clone(), other.clone()]),
        (SkeletonChoice::LentBy(heap.clone()), vec![other.clone()]),
    ] {
        let set = ClipSet::new(clips, &choice).unwrap();
        let carried = set.clips().last().unwrap();
        assert_eq!(carried.skeleton(), heap.skeleton());
        let far = apart(&on_axes, carried, 1.0, JointId::index);
        let unseen = ClipSet::new([other.clone()], &SkeletonChoice::Given(heap.skeleton().clone())).unwrap();
        let further = apart(&on_axes, unseen.clips().last().unwrap(), 1.0, JointId::index);
        assert!(far < 0.02 && further > 0.25, "{far} {further}");
    }
}

#[test]
fn figures_that_other_hands_have_built_are_the_same_bodies() {
    let (clip, figure) = (walk(), other_figure());
    let own = carried(&clip, figure.as_ref().clone());
    let clavicles: Vec<JointId> =
        ["LeftShoulder", "RightShoulder"].iter().filter_map(|name| figure.find(name)).collect();
    let rolls = rolled(&figure, 3);
    let turned =
        on_a_turned_root(&rolled(&hung_on_the_root(&figure, &feet(&figure)), 4), Quat::from_rotation_z(1.2));
    let bare = without(&figure, &clavicles);
    let sword = with_a_sword(&figure);
    for (what, altered) in [("rolls", rolls), ("turned", turned), ("no clavicles", bare), ("sword", sword)] {
        let places: Vec<Option<JointId>> =
            figure.joints().iter().map(|joint| altered.find(&joint.name)).collect();
        let at = |joint: JointId| places[joint.index()].unwrap_or(JointId::ROOT).index();
        for (named, target) in [(true, altered.clone()), (false, blanked(&altered))] {
            let far = apart(&own, &carried(&clip, target), 1.0, at);
            assert!(far < 0.03, "{what}, named {named}: {far}");
        }
    }
}

/// The figure with a joint that stands out on one side.
fn with_a_sword(figure: &Skeleton) -> Skeleton {
    let mut joints = figure.joints().to_vec();
    let hand = figure.find("RightHand");
    joints.push(Joint {
        name: "sword".into(),
        parent: hand,
        offset: Vec3::new(0.0, 0.2, 0.6),
        rest: Quat::IDENTITY,
    });
    Skeleton::new(joints, figure.end_sites().to_vec()).unwrap()
}

#[test]
fn a_figure_posed_in_mid_stride_stands_as_the_source_does() {
    let (clip, figure) = (walk(), other_figure());
    let own = carried(&clip, figure.as_ref().clone());
    for frame in [5, own.len() / 3, own.len() / 2] {
        let posed = Arc::new(posed_as(&own, frame));
        let retarget = Retarget::guessed(clip.skeleton(), posed).unwrap();
        let fidelity = retarget.fidelity(&clip, &retarget.clip(&clip).unwrap()).unwrap();
        assert!(fidelity.skate.unwrap() <= Fidelity::SKATE, "{frame}: {fidelity:?}");
        assert!(fidelity.height.unwrap() <= Fidelity::HEIGHT, "{frame}: {fidelity:?}");
    }
}

#[test]
fn long_feet_turn_no_faster_than_those_of_a_runner() {
    let clip = Locomotion::new(Pace::Run).perform().unwrap().clip;
    for length in [1.3, 1.6, 2.0] {
        let target = Arc::new(with_other_legs(&other_figure(), 1.0, length));
        let retarget = Retarget::guessed(clip.skeleton(), target).unwrap();
        let carried = retarget.clip(&clip).unwrap();
        let [own, long] = [&clip, &carried].map(|clip| fastest(clip, Role::Ankle));
        assert!(long < 1.05 * own, "{length} times as long: {long}, {own} in the source");
    }
}

#[test]
fn short_thighs_take_their_time_where_there_is_some_and_else_that_is_said() {
    let judged = |pace: Pace, shins: f32| {
        let clip = Locomotion::new(pace).perform().unwrap().clip;
        let target = Arc::new(with_other_legs(&other_figure(), shins, 1.0));
        let retarget = Retarget::guessed(clip.skeleton(), target).unwrap();
        retarget.fidelity(&clip, &retarget.clip(&clip).unwrap()).unwrap()
    };
    assert_eq!(judged(Pace::Walk, 1.0).misses(), Vec::<String>::new());
    let walk = judged(Pace::Walk, 3.0);
    assert!(walk.speed <= Fidelity::SPEED && walk.least_speed.unwrap() > Fidelity::SPEED, "{walk:?}");
    assert!(walk.skate.unwrap() < 1.3, "{walk:?}");
    let jog = judged(Pace::Jog, 3.0);
    assert!(jog.speed > Fidelity::SPEED && jog.least_speed.unwrap() > Fidelity::SPEED, "{jog:?}");
    assert!(jog.speed > 0.85 * jog.least_speed.unwrap(), "{jog:?}");
    assert!(jog.skate.unwrap() < 3.2, "{jog:?}");
    let said = jog.misses();
    assert!(said.iter().any(|said| said.contains("bones of these lengths need")), "{said:?}");
}

#[test]
fn twist_bones_ride_along() {
    let (clip, figure) = (walk(), other_figure());
    let own = carried(&clip, figure.as_ref().clone());
    let ends: Vec<JointId> = ["LeftLeg", "RightLeg", "LeftHand", "RightHand", "LeftFoot", "RightFoot"]
        .map(|name| figure.find(name).unwrap())
        .into();
    let twisted = with_twist_bones(&figure, &ends);
    let names: Vec<usize> =
        figure.joints().iter().map(|joint| twisted.find(&joint.name).unwrap().index()).collect();
    let far = apart(&own, &carried(&clip, twisted), 1.0, |joint| names[joint.index()]);
    assert!(far < 0.005, "{far}");
}

/// The figure with other proportions of the leg: shins and feet longer or shorter by factors.
fn with_other_legs(figure: &Skeleton, shins: f32, feet: f32) -> Skeleton {
    let anatomy = Anatomy::of(figure);
    let scaled = |(id, joint): (JointId, &Joint)| {
        let is =
            |role: fn(Side) -> Role| Side::BOTH.into_iter().any(|side| anatomy.joint(role(side)) == Some(id));
        let factor = if is(Role::Ankle) {
            shins
        } else if is(Role::Toe) {
            feet
        } else {
            1.0
        };
        Joint { offset: joint.offset * factor, ..joint.clone() }
    };
    let sites = figure.end_sites().to_vec();
    Skeleton::new(figure.ids().zip(figure.joints()).map(scaled).collect(), sites).unwrap()
}

/// The largest angular speed of the joints of a role in the world, in radians a second.
fn fastest(clip: &Clip, role: fn(Side) -> Role) -> f32 {
    let anatomy = Anatomy::of(clip.skeleton());
    let joints: Vec<JointId> = Side::BOTH.into_iter().filter_map(|side| anatomy.joint(role(side))).collect();
    let mut world = Vec::new();
    let turns = clip.frames().map(|pose| {
        pose.world_from_joints(clip.skeleton(), &mut world);
        joints.iter().map(|joint| world[joint.index()].rotation).collect::<Vec<_>>()
    });
    let turns: Vec<Vec<Quat>> = turns.collect();
    let speeds = turns.windows(2).flat_map(|pair| {
        pair[0]
            .iter()
            .zip(&pair[1])
            .map(|(a, b)| a.angle_between(*b) * clip.rate() as f32)
            .collect::<Vec<_>>()
    });
    speeds.fold(0.0, f32::max)
}

#[test]
fn knees_stay_calm_on_legs_of_other_proportions() {
    for pace in [Pace::Walk, Pace::Jog] {
        let clip = Locomotion::new(pace).perform().unwrap().clip;
        for (shins, feet) in [(1.0, 0.5), (0.8, 1.0), (1.25, 0.6), (0.9, 1.5)] {
            let altered = carried(&clip, with_other_legs(&other_figure(), shins, feet));
            let (before, after) = (fastest(&clip, Role::Knee), fastest(&altered, Role::Knee));
            assert!(after < 1.2 * before, "{pace:?} {shins} {feet}: {before} rad/s becomes {after}");
        }
    }
}

#[test]
fn feet_stand_on_the_floor_and_where_they_stood() {
    let clip = walk();
    for figure in Figure::presets().into_iter().skip(1) {
        let target = figure.skeleton().unwrap();
        let there = carried(&clip, target.as_ref().clone());
        let (table, rest) = (PointTable::new(&there), rest_heights(&target));
        let anatomy = Anatomy::of(&target);
        for kind in [
            ConstraintKind::LeftToe,
            ConstraintKind::RightToe,
            ConstraintKind::LeftHeel,
            ConstraintKind::RightHeel,
        ] {
            let point = anatomy.point(kind).unwrap();
            for plant in clip.constraints().of(kind) {
                let places: Vec<Vec3> =
                    (plant.first..=plant.last).map(|frame| table.at(frame, point)).collect();
                let middle = places[places.len() / 2];
                assert!(
                    (middle.y - rest[point.index()]).abs() < 0.005,
                    "{kind} {} {}",
                    middle.y,
                    rest[point.index()]
                );
                let slip =
                    places.iter().map(|place| (*place - middle).with_y(0.0).length()).fold(0.0, f32::max);
                assert!(slip < 0.015, "{kind} slips by {slip}");
            }
        }
    }
}

fn rest_heights(skeleton: &Arc<Skeleton>) -> Vec<f32> {
    let mut frames = Clip::builder("rest", skeleton.clone(), 30.0, &[]);
    frames.push(&Pose::rest(skeleton)).unwrap();
    PointTable::new(&frames.finish().unwrap()).row(0).iter().map(|point| point.y).collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(12))]

    #[test]
    fn turned_roots_and_sizes_change_nothing(
        x in -1.6_f32..1.6, y in -3.0_f32..3.0, z in -1.6_f32..1.6, scale in prop_oneof![Just(0.01_f32), Just(1.0), Just(100.0)],
    ) {
        let clip = walk().slice(segue_motion::FrameRange { first: 0, last: 20 });
        let figure = other_figure();
        let own = carried(&clip, figure.as_ref().clone());
        let turn = Quat::from_scaled_axis(Vec3::new(x, y, z));
        let altered = carried(&clip, scaled(&on_a_turned_root(&figure, turn), scale));
        let far = apart(&own, &altered, scale, |joint| joint.index() + 1);
        prop_assert!(far < 0.005, "{far}");
    }
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
