//! Queries against an enumeration of every match sequence, and the laws of match graphs.
#![allow(clippy::unwrap_used, reason = "tests")]

use std::collections::{BTreeMap, BTreeSet};

use crate::common::{figure_clip_at, index, raised_arm, settings};
use segue_actors::{Locomotion, Pace};
use segue_motion::{ClipId, FrameRange};
use segue_search::{Extended, Index, MatchVerdict, SearchError, SearchSettings, Segment, Web};

/// The cells after each cell on some path, with D, and the cells where sequences begin and end.
#[derive(Default)]
struct Steps {
    after: BTreeMap<[u32; 2], BTreeSet<[u32; 2]>>,
    value: BTreeMap<[u32; 2], f32>,
    begins: BTreeSet<[u32; 2]>,
    ends: BTreeSet<[u32; 2]>,
}

impl Steps {
    fn new(web: &Web, transposed: bool) -> Self {
        let mut all = Self::default();
        for path in web.paths() {
            let turn = |[r, c]: [u32; 2]| if transposed { [c, r] } else { [r, c] };
            let cells: Vec<_> = path.cells().map(|(at, value)| (turn(at), value)).collect();
            for &(at, value) in &cells {
                all.value.insert(at, value);
                let row: Vec<_> = cells.iter().filter(|cell| cell.0[0] == at[0]).collect();
                all.begins.insert(row[0].0);
                all.ends.insert(row[row.len() - 1].0);
            }
            for pair in cells.windows(2) {
                all.after.entry(pair[0].0).or_default().insert(pair[1].0);
            }
        }
        all
    }

    /// The least mean of every sequence from row `first` to row `last`, by columns of its ends.
    fn sequences(&self, first: u32, last: u32) -> BTreeMap<[u32; 2], f32> {
        let mut best = BTreeMap::new();
        for &start in self.begins.iter().filter(|at| at[0] == first) {
            self.follow(start, start, last, (0.0, 0), &mut best);
        }
        best
    }

    fn follow(
        &self,
        start: [u32; 2],
        at: [u32; 2],
        last: u32,
        (sum, length): (f32, u32),
        best: &mut BTreeMap<[u32; 2], f32>,
    ) {
        let (sum, length) = (sum + self.value[&at], length + 1);
        if at[0] == last && self.ends.contains(&at) {
            let mean = sum / length as f32;
            let least = best.entry([start[1], at[1]]).or_insert(mean);
            *least = least.min(mean);
        }
        for &next in self.after.get(&at).into_iter().flatten().filter(|next| next[0] <= last) {
            self.follow(start, next, last, (sum, length), best);
        }
    }
}

#[test]
fn matches_are_the_best_of_all_match_sequences() {
    let index = index(&[7], 150);
    let web = &*index.web([ClipId::FIRST, ClipId::FIRST]).unwrap();
    let mut compared = 0;
    for first in (0..110).step_by(10) {
        let query = Segment { clip: ClipId::FIRST, first, last: first + 11 };
        let look =
            SearchSettings { same: 1.0, shortest_secs: 0.0, longest: 100.0, ..SearchSettings::default() };
        let found = index.matches(query, &look).unwrap();
        let mut expected: BTreeMap<[u32; 2], f32> = BTreeMap::new();
        for transposed in [false, true] {
            let all = Steps::new(web, transposed).sequences(query.first as u32, query.last as u32);
            for (ends, mean) in
                all.into_iter().filter(|(_, mean)| f64::from(*mean).sqrt() <= look.epsilon_metres)
            {
                expected.insert(ends, mean);
            }
        }
        for found in &found {
            let mean = expected.remove(&[found.segment.first as u32, found.segment.last as u32]);
            assert!((mean.unwrap() - found.mean).abs() < 1e-6, "{mean:?} {}", found.mean);
            check_alignment(web, query, found.segment, &found.alignment, found.mean);
            compared += 1;
        }
        assert!(expected.is_empty(), "not found: {expected:?}");
    }
    assert!(compared > 50, "{compared}");
}

fn check_alignment(web: &Web, query: Segment, found: Segment, alignment: &[[u32; 2]], mean: f32) {
    assert_eq!(alignment[0], [query.first as u32, found.first as u32]);
    assert_eq!(*alignment.last().unwrap(), [query.last as u32, found.last as u32]);
    let values = Steps::new(web, found.first < query.first).value;
    let sum: f32 = alignment.iter().map(|at| values[at]).sum();
    assert!((sum / alignment.len() as f32 - mean).abs() < 1e-6);
}

#[test]
fn the_graph_of_a_repeated_swing_is_connected_and_its_nodes_lie_apart() {
    let index = index(&[7, 7, 8], 240);
    let query = Segment { clip: ClipId::FIRST, first: 30, last: 59 };
    let look = SearchSettings::default();
    let graph = index.search(query, &look).unwrap();
    assert!(graph.is_complete() && graph.nodes().len() > 3, "{}", graph.nodes().len());
    assert_eq!(graph.nodes()[0].segment, query);
    let twin = Segment { clip: ClipId::SECOND, ..query };
    assert!(graph.nodes().iter().any(|node| node.segment.overlap(&twin) > 0.9), "the same clip is found");
    let ranking = graph.ranking();
    assert_eq!(ranking.len(), graph.nodes().len() - 1);
    assert!(ranking.iter().all(|ranked| ranked.graph_metres.is_finite()));
    assert!(ranking.windows(2).all(|pair| pair[0].graph_metres <= pair[1].graph_metres));
    for ranked in &ranking {
        if let Some(direct) = ranked.direct_metres {
            assert!(ranked.graph_metres <= direct + 1e-9);
            assert!(direct <= look.epsilon_metres + 1e-6);
        }
    }
}

#[test]
fn clips_left_out_and_segments_refused_are_not_found() {
    let index = index(&[7, 7, 8], 240);
    let query = Segment { clip: ClipId::FIRST, first: 30, last: 59 };
    let only = SearchSettings { within: Some(BTreeSet::from([ClipId::SECOND])), ..SearchSettings::default() };
    let graph = index.search(query, &only).unwrap();
    assert!(
        graph.nodes().len() > 1 && graph.nodes()[1..].iter().all(|node| node.segment.clip == ClipId::SECOND)
    );
    let refused = graph.nodes()[1].segment;
    let look = SearchSettings { rejected: vec![refused], ..only };
    let graph = index.search(query, &look).unwrap();
    assert!(graph.nodes()[1..].iter().all(|node| node.segment.overlap(&refused) < look.apart));
}

#[test]
fn a_smaller_epsilon_needs_no_other_web() {
    let index = index(&[7, 8], 240);
    let query = Segment { clip: ClipId::FIRST, first: 30, last: 59 };
    let count = |epsilon_metres| {
        index
            .matches(query, &SearchSettings { epsilon_metres, ..SearchSettings::default() })
            .unwrap()
            .iter()
            .filter(|m| m.metres() <= 0.02)
            .count()
    };
    assert_eq!(
        index
            .matches(query, &SearchSettings { epsilon_metres: 0.0, ..SearchSettings::default() })
            .unwrap()
            .len(),
        0
    );
    assert!(count(0.02) >= count(0.08), "nearest matches stay");
    assert!(
        index
            .search(query, &SearchSettings { epsilon_metres: 0.02, ..SearchSettings::default() })
            .unwrap()
            .nodes()
            .len()
            <= index.search(query, &SearchSettings::default()).unwrap().nodes().len()
    );
}

#[test]
fn queries_outside_their_clip_are_refused_by_name() {
    let index = index(&[1], 60);
    let refused = index.segment(ClipId::FIRST, FrameRange { first: 10, last: 60 }).unwrap_err();
    assert_eq!(refused.to_string(), "frames 10 to 60 of clip `clip 1` were asked for; it has frames 0 to 59");
    assert!(matches!(
        index.segment(ClipId::SECOND, FrameRange { first: 0, last: 1 }),
        Err(SearchError::NoClip { .. })
    ));
    let outside = Segment { clip: ClipId::FIRST, first: 0, last: 60 };
    assert!(matches!(index.search(outside, &SearchSettings::default()), Err(SearchError::Range { .. })));
    let look = SearchSettings { apart: 0.9, ..SearchSettings::default() };
    let query = Segment { clip: ClipId::FIRST, first: 0, last: 20 };
    assert!(matches!(index.search(query, &look), Err(SearchError::Setting { name: "apart", .. })));
}

#[test]
fn a_segment_that_is_no_match_is_explained() {
    let index = index(&[7, 7, 8], 240);
    let query = Segment { clip: ClipId::FIRST, first: 30, last: 59 };
    let look = SearchSettings::default();
    let explain = |candidate| index.explain(query, candidate, &look).unwrap();
    let twin = Segment { clip: ClipId::SECOND, ..query };
    assert!(matches!(explain(twin), MatchVerdict::Match { mean_metres } if mean_metres < 1e-3));
    let long = Segment { clip: ClipId::new(2), first: 0, last: 200 };
    assert!(matches!(explain(long), MatchVerdict::Lengths(_)), "{}", explain(long));
    let strict = SearchSettings { epsilon_metres: 1e-4, ..SearchSettings::default() };
    let shifted = Segment { clip: ClipId::new(2), first: 40, last: 69 };
    let verdict = index.explain(query, shifted, &strict).unwrap();
    assert!(matches!(verdict, MatchVerdict::TooFar { mean_metres, .. } if mean_metres > 1e-4), "{verdict}");
    assert!(verdict.to_string().starts_with("not similar:"), "{verdict}");
    let outside = Segment { clip: ClipId::new(2), first: 40, last: 240 };
    assert!(matches!(index.explain(query, outside, &look), Err(SearchError::Range { .. })));
}

#[test]
fn every_segment_gets_a_verdict_and_only_matches_are_called_so() {
    let index = index(&[7, 8, 9], 200);
    let query = Segment { clip: ClipId::FIRST, first: 30, last: 59 };
    let look = SearchSettings::default();
    let matches = index.matches(query, &look).unwrap();
    for first in (0..160).step_by(7) {
        let candidate = Segment { clip: ClipId::new(2), first, last: first + 29 };
        let verdict = index.explain(query, candidate, &look).unwrap();
        let is_found = matches.iter().any(|found| found.segment.overlap(&candidate) > look.same);
        assert_eq!(matches!(verdict, MatchVerdict::Match { .. }), is_found, "{candidate:?}: {verdict}");
    }
}

#[test]
fn the_slider_counts_what_searches_find() {
    let index = index(&[7, 8], 240);
    let query = Segment { clip: ClipId::FIRST, first: 30, last: 59 };
    let slider = index.slider(&[query], &SearchSettings::default()).unwrap();
    for &(epsilon_metres, count) in &slider.counts {
        let look = SearchSettings { epsilon_metres, ..SearchSettings::default() };
        assert_eq!(index.search(query, &look).unwrap().nodes().len() - 1, count);
    }
    assert!(slider.counts.windows(2).all(|pair| pair[0].0 < pair[1].0));
}

#[test]
fn the_order_of_clips_does_not_matter() {
    let places = |seeds: &[u64]| {
        let index = index(seeds, 240);
        let clip = index.ids().find(|&clip| index.name(clip) == "clip 7").unwrap();
        // Webs are not the same with rows and columns exchanged; variants alone are.
        let extended = Some(Extended::default());
        let look = SearchSettings { epsilon_metres: 0.0, extended, ..SearchSettings::default() };
        let graph = index.search(Segment { clip, first: 30, last: 59 }, &look).unwrap();
        let place = |node: &segue_search::MatchNode| {
            (index.name(node.segment.clip).to_owned(), node.segment.first, node.segment.last)
        };
        graph.nodes().iter().map(place).collect::<BTreeSet<_>>()
    };
    assert_eq!(places(&[7, 8, 9]), places(&[9, 7, 8]));
}

#[test]
fn several_examples_are_one_query() {
    let index = index(&[7, 8], 240);
    let queries = [30, 90].map(|first| Segment { clip: ClipId::FIRST, first, last: first + 29 });
    let look = SearchSettings { epsilon_metres: 0.04, ..SearchSettings::default() };
    let both = index.search_all(&queries, &look).unwrap();
    assert_eq!((both.queries(), both.nodes()[1].segment), (2, queries[1]));
    for query in queries {
        for node in index.search(query, &look).unwrap().found() {
            let is_found =
                |other: &segue_search::MatchNode| other.segment.overlap(&node.segment) >= look.apart;
            assert!(both.nodes().iter().any(is_found), "{:?}", node.segment);
        }
    }
    assert!(both.ranking().iter().all(|ranked| ranked.node >= 2));
    assert_eq!(index.search_all(&[], &look).unwrap_err(), SearchError::NoQuery);
}

#[test]
fn steps_from_the_query_can_be_limited() {
    let index = index(&[7, 8, 9], 240);
    let query = Segment { clip: ClipId::FIRST, first: 30, last: 59 };
    let found = |tiers| {
        let look = SearchSettings { epsilon_metres: 0.05, tiers, ..SearchSettings::default() };
        index.search(query, &look).unwrap()
    };
    let [one, all] = [found(Some(1)), found(None)];
    assert!(one.found().iter().all(|node| node.tier == 1));
    assert!(all.found().iter().any(|node| node.tier > 1), "some are found from matches only");
    assert!(found(Some(0)).found().is_empty());
}

#[test]
fn what_is_nearer_to_a_counter_example_is_refused() {
    let index = index(&[7, 8, 9], 240);
    let query = Segment { clip: ClipId::FIRST, first: 30, last: 59 };
    // One step only: segments that are found again and again move.
    let look = SearchSettings { tiers: Some(1), ..SearchSettings::default() };
    let all = index.search(query, &look).unwrap();
    let farthest = all.nodes()[all.ranking().last().unwrap().node].segment;
    let taught = SearchSettings { rejected: vec![farthest], ..look.clone() };
    let rest = index.search(query, &taught).unwrap();
    assert!((2..all.nodes().len()).contains(&rest.nodes().len()));
    let near = index.matches(farthest, &look).unwrap();
    for (place, node) in rest.nodes().iter().enumerate().skip(1) {
        let own = rest.edges().iter().find(|edge| edge.to == place).unwrap().mean;
        let is_there = |found: &&segue_search::Match| found.segment.overlap(&node.segment) >= 0.5;
        assert!(near.iter().filter(is_there).all(|refused| refused.mean >= own), "{:?}", node.segment);
    }
}

#[test]
fn what_would_have_to_be_slowed_down_much_is_no_match() {
    let mut index = Index::new(settings()).unwrap();
    let clip = index.add(&figure_clip_at(7, 240, 1.0)).unwrap();
    let fast = index.add(&figure_clip_at(7, 120, 2.0)).unwrap();
    index.build_missing();
    let query = Segment { clip, first: 40, last: 99 };
    let look = |longest| SearchSettings { longest, ..SearchSettings::default() };
    let lengths = |longest: f64| -> Vec<usize> {
        let matches = index.matches(query, &look(longest)).unwrap();
        matches.iter().map(|found| found.segment.len()).collect()
    };
    let is_long = |length: &usize| *length as f64 >= query.len() as f64 / 1.6;
    assert!(!lengths(100.0).iter().all(is_long), "{:?}", lengths(100.0));
    assert!(lengths(1.6).iter().all(is_long), "{:?}", lengths(1.6));
    let short = Segment { clip: fast, first: 20, last: 49 };
    let verdict = index.explain(query, short, &look(1.6)).unwrap();
    assert!(matches!(verdict, MatchVerdict::TooShort { .. }), "{verdict}");
}

/// Each is so near the next that a search from the first comes to the last, step by step.
#[test]
fn a_counter_example_moves_the_border_to_the_middle() {
    const CLIPS: usize = 6;
    let mut index = Index::new(settings()).unwrap();
    let clips = (0..CLIPS).map(|n| index.add(&raised_arm(0.8 + 0.1 * n as f32)).unwrap());
    let clips: Vec<ClipId> = clips.collect();
    index.build_missing();
    let middle = |clip: ClipId| Segment { clip, first: 5, last: 54 };
    let found = |rejected: &[Segment]| -> BTreeSet<ClipId> {
        let look = SearchSettings { rejected: rejected.to_vec(), ..SearchSettings::default() };
        let graph = index.search(middle(clips[0]), &look).unwrap();
        graph.found().iter().map(|node| node.segment.clip).collect()
    };
    assert_eq!(found(&[]), clips[1..].iter().copied().collect());
    let left = found(&[middle(clips[CLIPS - 1])]);
    assert_eq!(left, clips[1..CLIPS / 2].iter().copied().collect(), "what is like the query stays, no more");
}

#[test]
fn a_query_of_several_periods_is_told_with_a_sigma_that_parts_them() {
    let mut index = Index::new(settings()).unwrap();
    let clip = Locomotion { cycles: 8, ..Locomotion::new(Pace::Walk) }.perform().unwrap().clip;
    let walk = index.add(&clip).unwrap();
    index.build_missing();
    let second = clip.rate() as usize;
    let query = |secs: usize| {
        index.segment(walk, FrameRange { first: 2 * second, last: (2 + secs) * second }).unwrap()
    };
    let look = SearchSettings::default();
    assert_eq!(index.repeats(query(1), &look).unwrap(), None, "about one cycle");
    let repeats = index.repeats(query(3), &look).unwrap().expect("some cycles");
    assert!((0.8..1.4).contains(&repeats.period_secs), "{repeats:?}");
    assert!(repeats.apart > look.apart && repeats.apart <= look.same, "{repeats:?}");
    let count = |look: &SearchSettings| index.search(query(3), look).unwrap().nodes().len();
    assert!(count(&SearchSettings { apart: repeats.apart, ..look.clone() }) > count(&look));
}

#[test]
fn a_copy_of_a_clip_is_at_no_distance() {
    let index = index(&[7, 7, 8], 240);
    for first in (0..200).step_by(7) {
        let query = Segment { clip: ClipId::FIRST, first, last: first + 29 };
        let graph = index.search(query, &SearchSettings::default()).unwrap();
        let ranking = graph.ranking();
        let metres = |direct: Option<f64>, along: f64| direct.unwrap_or(along).min(along);
        let all: Vec<f64> =
            ranking.iter().map(|ranked| metres(ranked.direct_metres, ranked.graph_metres)).collect();
        assert!(all.iter().all(|metres| metres.is_finite()), "{first}: {all:?}");
        assert!(graph.edges().iter().all(|edge| edge.mean >= 0.0), "{first}");
        assert!(all[0] < 1e-3, "the copy comes first: {all:?}");
    }
}
