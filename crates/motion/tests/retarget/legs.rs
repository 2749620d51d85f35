//! Feet that stand and knees that stay calm on legs of other proportions.

use std::sync::Arc;

use crate::common::{carried, other_figure, walk, with_other_legs};
use glam::{Quat, Vec3};
use segue_actors::rigs::posed_as;
use segue_actors::{Figure, Locomotion, Pace};
use segue_motion::{
    Anatomy, Clip, ConstraintKind, Fidelity, JointId, PointTable, Pose, Retarget, Role, Side, Skeleton,
};

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
