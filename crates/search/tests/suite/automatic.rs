//! The ε that a search takes by itself, and what turns otherwise.
#![allow(clippy::unwrap_used, reason = "tests")]

use segue_actors::TurnInPlace;
use segue_motion::{Clip, ClipId, Pose};
use segue_search::{ChosenEpsilon, EpsilonReason, Index, SearchSettings, Segment, WebSettings};

use crate::common::{figure_clip, settings};

/// The figure in poses of a clip, each for a second; as people do, it sways a little.
fn held(clip: &Clip, frames: impl Iterator<Item = usize>) -> Clip {
    let mut builder = Clip::builder("held".to_owned(), clip.skeleton().clone(), clip.rate(), &[]);
    for frame in frames {
        for n in 0..clip.rate() as usize {
            let mut pose: Pose = clip.frame(frame).to_pose();
            pose.rotations[1] *= glam::Quat::from_rotation_x(0.01 * (0.9 * n as f32).sin());
            builder.push(&pose).unwrap();
        }
    }
    builder.finish().unwrap()
}

/// A library too small for an explosion: the figure moves a little, and stands still.
#[test]
fn who_stands_still_does_not_match_what_moves_within_the_automatic_epsilon() {
    let mut index = Index::new(WebSettings { largest_epsilon_metres: 0.12, ..settings() }).unwrap();
    let clip = figure_clip(7, 90);
    index.add(&clip).unwrap();
    index.add(&held(&clip, (30..60).step_by(3))).unwrap();
    index.build_missing();
    let query = Segment { clip: ClipId::FIRST, first: 30, last: 59 };
    let look =
        |epsilon_metres| SearchSettings { epsilon_metres, tiers: Some(1), ..SearchSettings::default() };
    let standing = |epsilon: f64| {
        let graph = index.search(query, &look(epsilon)).unwrap();
        graph.found().iter().filter(|node| node.segment.clip == ClipId::SECOND).count()
    };
    let largest = index.settings().largest_epsilon_metres;
    let still = index.stillness_metres(query).unwrap().unwrap();
    let slider = index.slider(&[query], &look(largest)).unwrap();
    assert_eq!(slider.explodes_above, None, "there are too few matches");
    let ChosenEpsilon { metres, why } = index.automatic_epsilon(&[query], &slider).unwrap();
    assert_eq!(why, EpsilonReason::Stillness);
    assert!(metres <= 0.9 * still && metres > 0.9 * still - 0.0026, "{metres} of {still}");
    let counts = [largest, metres].map(standing);
    assert!(counts[1] < counts[0], "{counts:?}");
}

/// D aligns each pair of frames by itself, and finds a turn to the right by one to the left.
#[test]
fn what_turns_to_the_other_side_is_marked_and_comes_last() {
    let mut index = Index::new(WebSettings::default()).unwrap();
    let turn = |angle, seed| TurnInPlace { angle, seed, ..TurnInPlace::default() }.perform().unwrap();
    let places: Vec<Segment> = [turn(1.6, 1), turn(1.5, 2), turn(-1.5, 3), turn(-1.6, 4)]
        .iter()
        .map(|one| {
            // The heart of it: at the ends of a clip nothing is found.
            let clip = index.add(&one.clip).unwrap();
            let last = index.frames_of(clip) - 1;
            Segment { clip, first: last / 5, last: last - last / 5 }
        })
        .collect();
    index.build_missing();
    let look = SearchSettings { epsilon_metres: 0.045, ..SearchSettings::default() };
    let graph = index.search(places[0], &look).unwrap();
    let found = |place: &Segment| {
        let node = graph.nodes().iter().position(|node| node.segment.overlap(place) >= 0.5)?;
        Some((graph.turns_otherwise(node), graph.nodes()[node].turn_radians))
    };
    let all: Vec<_> = graph.nodes().iter().map(|node| (node.segment, node.turn_radians)).collect();
    assert!(matches!(found(&places[1]), Some((false, turn)) if turn.abs() < 0.6), "{places:?} {all:?}");
    // From a quarter to the left to one to the right it is half a circle.
    for place in &places[2..] {
        assert!(
            matches!(found(place), Some((true, turn)) if (-3.6..-1.6).contains(&turn)),
            "{:?}",
            found(place)
        );
    }
    let order: Vec<bool> = graph.ranking().iter().map(|ranked| graph.turns_otherwise(ranked.node)).collect();
    assert!(order.is_sorted(), "{order:?}");
}
