//! Clips of which much is alike keep to the program's budget of memory. One test, since budget and counters are the program's.
#![allow(clippy::unwrap_used, clippy::print_stdout, reason = "tests")]

mod common;

use std::ops::ControlFlow;

use common::figure_clip;
use segue_search::{Index, SearchError, WebSettings};
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
}
