//! Searches beyond ε.
#![allow(clippy::unwrap_used, reason = "tests")]

use std::collections::BTreeSet;

use segue_actors::{BoxStep, Locomotion, Pace, Performance, Reach, TurnInPlace};
use segue_motion::ClipId;
use segue_search::{
    Extended, Index, MatchGraph, MatchVerdict, SearchError, SearchSettings, Segment, WebSettings,
};

use crate::common::{figure_clip, index, settings};

#[test]
fn extended_searches_keep_what_is_within_epsilon_and_add_variants() {
    let index = index(&[7, 8, 9], 240);
    let query = Segment { clip: ClipId::FIRST, first: 30, last: 59 };
    let strict = SearchSettings { epsilon_metres: 0.03, ..SearchSettings::default() };
    let extended = |extended| SearchSettings { extended: Some(extended), ..strict.clone() };
    let segments = |graph: &MatchGraph| graph.nodes().iter().map(|node| node.segment).collect::<Vec<_>>();
    let near = segments(&index.search(query, &strict).unwrap());
    let both = index.search(query, &extended(Extended::default())).unwrap();
    assert_eq!(near[..], segments(&both)[..near.len()], "those within epsilon come first");
    assert!(both.nodes().len() > near.len(), "{} {}", both.nodes().len(), near.len());
    for (node, variant) in both.nodes().iter().enumerate().skip(near.len()) {
        let edge = both.edges().iter().find(|edge| edge.to == node).unwrap();
        let from = both.nodes()[edge.from].segment;
        assert_eq!(edge.alignment[0], [from.first as u32, variant.segment.first as u32]);
        assert_eq!(*edge.alignment.last().unwrap(), [from.last as u32, variant.segment.last as u32]);
        let steps = edge.alignment.windows(2).map(|pair| [pair[1][0] - pair[0][0], pair[1][1] - pair[0][1]]);
        steps.for_each(|step| assert!([[0, 1], [1, 0], [1, 1]].contains(&step), "{step:?}"));
        assert!(variant.support.unwrap().half >= Extended::default().keep);
    }
    let surest = Extended { grow: 20.0, keep: 20.0, ..Extended::default() };
    assert_eq!(segments(&index.search(query, &extended(surest)).unwrap()), near, "whatever the thresholds");
    let refused = Extended { longest: 0.5, ..Extended::default() };
    assert!(matches!(
        index.search(query, &extended(refused)),
        Err(SearchError::Setting { name: "extended.longest", .. })
    ));
}

#[test]
fn a_higher_limit_in_the_end_only_removes() {
    let index = index(&[7, 8, 9, 10], 240);
    let query = Segment { clip: ClipId::FIRST, first: 30, last: 59 };
    let kept = |keep: f64| {
        let extended = Some(Extended { keep, ..Extended::default() });
        let look = SearchSettings { epsilon_metres: 0.02, extended, ..SearchSettings::default() };
        let graph = index.search(query, &look).unwrap();
        graph.nodes().iter().map(|node| node.segment).collect::<BTreeSet<_>>()
    };
    for pair in [1.5, 2.0, 3.0, 5.0, 8.0].windows(2) {
        assert!(kept(pair[1]).is_subset(&kept(pair[0])), "{pair:?}");
    }
}

#[test]
fn an_extended_search_explains_how_a_stretch_moves() {
    let mut index = Index::new(settings()).unwrap();
    index.add(&figure_clip(7, 90)).unwrap();
    index.add(&figure_clip(8, 90)).unwrap();
    index.build_missing();
    let [query, other] = [ClipId::FIRST, ClipId::SECOND].map(|clip| Segment { clip, first: 30, last: 59 });
    let extended = Some(Extended::default());
    let look = SearchSettings { epsilon_metres: 1e-4, extended, ..SearchSettings::default() };
    match index.explain(query, other, &look).unwrap() {
        MatchVerdict::Moves { evidence, needed, .. } => {
            assert!(evidence.best > 0.0 && evidence.length.abs() < 1e-12);
            assert!((needed - 2.0).abs() < 1e-12);
        }
        other => panic!("{other:?}"),
    }
}

/// The arms of [`figure_clip`] in another stance: the chest is bent all the time.
fn bent(clip: &segue_motion::Clip, angle: f32) -> segue_motion::Clip {
    let mut builder =
        segue_motion::Clip::builder("bent".to_owned(), clip.skeleton().clone(), clip.rate(), &[]);
    for frame in clip.frames() {
        let mut pose = frame.to_pose();
        pose.rotations[1] = glam::Quat::from_rotation_x(angle);
        builder.push(&pose).unwrap();
    }
    builder.finish().unwrap()
}

#[test]
fn the_same_movement_in_another_stance_is_a_variant() {
    let mut index = Index::new(settings()).unwrap();
    let clip = figure_clip(7, 90);
    index.add(&clip).unwrap();
    index.add(&bent(&clip, 0.5)).unwrap();
    index.build_missing();
    let query = Segment { clip: ClipId::FIRST, first: 30, last: 59 };
    let twin = Segment { clip: ClipId::SECOND, ..query };
    let only = SearchSettings { within: Some(BTreeSet::from([ClipId::SECOND])), ..SearchSettings::default() };
    let is_found = |look: &SearchSettings| {
        index.search(query, look).unwrap().nodes().iter().any(|node| node.segment.overlap(&twin) > 0.8)
    };
    assert!(!is_found(&only), "it is farther than epsilon");
    assert!(is_found(&SearchSettings { extended: Some(Extended::default()), ..only }));
}

/// Which of some performances an extended search of the first finds; each is searched where its action is.
fn found_beside(performances: &[Performance]) -> Vec<usize> {
    let mut index = Index::new(WebSettings::default()).unwrap();
    let places: Vec<Segment> = performances
        .iter()
        .map(|one| {
            let clip = index.add(&one.clip).unwrap();
            index.segment(clip, one.truth.segments[0].frames).unwrap()
        })
        .collect();
    index.build_missing();
    let look = SearchSettings { extended: Some(Extended::default()), ..SearchSettings::default() };
    let graph = index.search(places[0], &look).unwrap();
    let is_found = |place: &Segment| graph.found().iter().any(|node| node.segment.overlap(place) > 0.0);
    (1..places.len()).filter(|&n| is_found(&places[n])).collect()
}

#[test]
fn turns_to_the_other_side_are_no_variants() {
    let turn = |angle, seed| TurnInPlace { angle, seed, ..TurnInPlace::default() }.perform().unwrap();
    assert_eq!(found_beside(&[turn(1.6, 1), turn(1.5, 2), turn(-1.5, 3), turn(-1.6, 4)]), [1]);
}

#[test]
fn who_steps_up_does_not_walk_nor_step_down() {
    let step = |height, seed| BoxStep { height, seed, ..BoxStep::default() }.perform().unwrap();
    let walk = Locomotion { seed: 5, ..Locomotion::new(Pace::Walk) }.perform().unwrap();
    let down = BoxStep { down: true, seed: 6, ..BoxStep::default() }.perform().unwrap();
    assert_eq!(found_beside(&[step(0.2, 1), step(0.16, 2), walk, down]), [1]);
}

#[test]
fn how_far_variants_are_above_what_is_left_out_is_told() {
    let index = index(&[7, 8, 9, 10], 240);
    let query = Segment { clip: ClipId::FIRST, first: 30, last: 59 };
    let search = |keep: f64| {
        let extended = Some(Extended { keep, ..Extended::default() });
        let look = SearchSettings { epsilon_metres: 0.02, extended, ..SearchSettings::default() };
        index.search(query, &look).unwrap()
    };
    let supports = |graph: &MatchGraph| {
        let beyond = graph.nodes().iter().filter_map(|node| node.support).filter(|one| !one.within_epsilon);
        beyond.map(|one| one.half).collect::<Vec<_>>()
    };
    let all = supports(&search(2.0));
    let (least, most) = (all.iter().copied().fold(20.0, f64::min), all.iter().copied().fold(0.0, f64::max));
    assert!(least < most, "{all:?}");
    // Where some of them are kept and some left out, the latter are no farther below than they are in the whole.
    let cut = f64::midpoint(least, most);
    let graph = search(cut);
    let (kept, left) = (supports(&graph), all.iter().filter(|&&half| half < cut));
    let wanted = kept.iter().copied().fold(20.0, f64::min) - left.copied().fold(-20.0, f64::max);
    let told = graph.separation().unwrap();
    assert!((0.0..=wanted + 1e-9).contains(&told), "{told} {wanted}");
    let none = Extended { grow: 20.0, keep: 20.0, ..Extended::default() };
    let look = SearchSettings { extended: Some(none), ..SearchSettings::default() };
    assert_eq!(index.search(query, &look).unwrap().separation(), None, "nothing was taken in");
}

#[test]
fn who_jogs_and_who_runs_are_of_two_groups() {
    let go = |pace, seed| Locomotion { seed, ..Locomotion::new(pace) }.perform().unwrap();
    let takes = [go(Pace::Jog, 1), go(Pace::Jog, 2), go(Pace::Run, 3)];
    let mut index = Index::new(WebSettings::default()).unwrap();
    let clips: Vec<ClipId> = takes.iter().map(|take| index.add(&take.clip).unwrap()).collect();
    index.build_missing();
    // A step and a half in the middle, at full speed.
    let middle = index.frames_of(clips[0]) / 2;
    let query = Segment { clip: clips[0], first: middle - 10, last: middle + 12 };
    let look = SearchSettings { extended: Some(Extended::default()), ..SearchSettings::default() };
    let graph = index.search(query, &look).unwrap();
    let groups = |clip: ClipId| -> BTreeSet<usize> {
        let middle = index.frames_of(clip) / 2;
        let middle = Segment { clip, first: middle - 12, last: middle + 12 };
        let there = graph.nodes().iter().filter(|node| node.segment.overlap(&middle) > 0.3);
        there.map(|node| node.cluster).collect()
    };
    assert_eq!(groups(clips[1]), BTreeSet::from([0]));
    assert!(!groups(clips[2]).contains(&0), "{:?}", groups(clips[2]));
}

#[test]
fn a_counter_example_takes_out_variants_that_are_more_like_it() {
    let reach = |height: f64| {
        let target = [-0.2, height, 0.62];
        Reach { target, ..Reach::default() }.perform().unwrap()
    };
    let mut index = Index::new(settings()).unwrap();
    let reaches = [1.0, 1.1, 1.5, 1.6].map(|height| index.add(&reach(height).clip).unwrap());
    index.build_missing();
    let whole = |clip: ClipId| Segment { clip, first: 0, last: index.frames_of(clip) - 1 };
    let found = |rejected: Vec<Segment>| -> BTreeSet<ClipId> {
        let look = SearchSettings {
            epsilon_metres: 0.02,
            rejected,
            extended: Some(Extended::default()),
            ..SearchSettings::default()
        };
        let graph = index.search(whole(reaches[0]), &look).unwrap();
        graph.found().iter().map(|node| node.segment.clip).collect()
    };
    assert_eq!(found(Vec::new()), reaches[1..].iter().copied().collect(), "all are reaches");
    assert_eq!(found(vec![whole(reaches[3])]), BTreeSet::from([reaches[1]]), "low ones stay, high ones go");
}
