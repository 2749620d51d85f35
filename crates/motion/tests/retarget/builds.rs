//! The same body, built by other hands.

use crate::common::{apart, carried, feet, other_figure, walk};
use glam::{Quat, Vec3};
use proptest::prelude::*;
use segue_actors::Kick;
use segue_actors::rigs::{
    blanked, hung_on_the_root, on_a_turned_root, rolled, scaled, with_twist_bones, without,
};
use segue_motion::{Joint, JointId, Skeleton};

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
