//! Clips of which much is alike keep to the program's budget of memory. One test, since budget and counters are the program's.
#![allow(clippy::unwrap_used, clippy::print_stdout, reason = "tests")]

mod common;

use std::collections::BTreeSet;
use std::ops::ControlFlow;

use common::figure_clip;
use segue_motion::{Clip, ClipId};
use segue_search::poses::Shadow;
use segue_search::{Index, MatchGraph, SearchError, SearchSettings, Segment, Supply, Web, WebSettings};
use segue_store::Budget;

#[global_allocator]
static ALLOCATOR: segue_heap::Counting = segue_heap::Counting;

/// What clips and the tables of their frames take, which the budget does not cover.
const FIXED: usize = 24_000_000;

#[test]
fn a_clip_that_repeats_itself_is_refused_within_the_budget_or_indexed_within_it() {
    let clip = figure_clip(1, 3000);
    let built = |bytes: u64| {
        Budget::of_bytes(bytes).choose();
        let mut index = Index::new(WebSettings::default()).unwrap();
        index.add(&clip).unwrap();
        let missing = index.missing();
        let (flow, most) = segue_heap::most(|| index.build(&missing, &|_| ControlFlow::Continue(())));
        println!("{} MB allowed, {} MB taken: {flow:?}", bytes / 1_000_000, most / 1_000_000);
        assert!(most < bytes as usize + FIXED, "{most} bytes of {bytes}");
        flow
    };
    for bytes in [1_000_000, 4_000_000] {
        let Err(SearchError::OverBudget(refused)) = built(bytes) else { panic!("too much is alike") };
        assert_eq!(refused.allowed.bytes(), bytes);
        // Told from the first rows, so about right.
        let enough = refused.needed.bytes() * 3 / 2;
        assert!(enough > 10_000_000, "{refused}");
        built(enough).unwrap().is_continue().then_some(()).unwrap();
    }
    a_search_without_room_for_a_whole_web_finds_the_same(&clip);
}

/// Hands out one clip.
struct One(Clip, Shadow);

impl Supply for One {
    fn shadow(&mut self, _: ClipId) -> Option<Shadow> {
        Some(self.1.clone())
    }

    fn clip(&mut self, _: ClipId) -> Option<Clip> {
        Some(self.0.clone())
    }

    fn web(&mut self, _: [ClipId; 2]) -> Option<Web> {
        None
    }

    fn made(&mut self, _: [ClipId; 2], _: &Web) {}
}

/// A search in a clip with so much memory, and how many pairs it had too little for.
fn search(clip: &Clip, query: Segment, bytes: u64) -> (MatchGraph, usize) {
    Budget::of_bytes(bytes).choose();
    let mut index = Index::new(WebSettings::default()).unwrap();
    index.add(clip).unwrap();
    let screen = index.screen(&[(ClipId::FIRST, clip.clone())]).unwrap();
    let shadow = index.shadow(ClipId::FIRST, clip, &screen).unwrap();
    index.draw_on(BTreeSet::from([ClipId::FIRST]), vec![Some(screen)], One(clip.clone(), shadow));
    let found = index.search(query, &SearchSettings::default()).unwrap();
    assert_eq!(index.damaged(), 0);
    let webs = index.loaded();
    println!("{} found with {bytes} bytes, {webs} webs", found.found().len());
    (found, index.too_alike().len())
}

fn a_search_without_room_for_a_whole_web_finds_the_same(clip: &Clip) {
    for first in [100, 1900] {
        let query = Segment { clip: ClipId::FIRST, first, last: first + 40 };
        let (whole, refused) = search(clip, query, 100_000_000);
        assert!(refused == 0 && whole.found().len() > 3);
        // A third of what the web takes.
        assert_eq!(search(clip, query, 20_000_000), (whole, 0));
        let (nothing, refused) = search(clip, query, 20_000);
        assert!(refused == 1 && nothing.found().is_empty(), "{refused} {}", nothing.found().len());
    }
}
