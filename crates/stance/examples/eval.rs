//! `cargo xtask eval stance`: the search by coverage beside the exhaustive search of the source, on the same random
//! requests in the same run.
//!
//! Requests are drawn from the box of the captured stances' parameters, grown by 20 %. The margins of the search were
//! chosen with the requests of seed 7; the other seeds test them. Times are processor time.
//! Without captures beside the workspace the built-in samples are used.
#![allow(clippy::print_stdout, clippy::unwrap_used, reason = "an evaluation that prints its results")]

#[path = "../tests/common/mod.rs"]
mod common;

use std::time::Duration;

use segue_actors::{RUNS_AND_JUMPS, Sample};
use segue_motion::Clip;
use segue_stance::{
    ExtractSettings, FindSettings, Params, Stage, StanceKind, StanceLibrary, TrySettings, gather,
};

/// With these requests the margins of the search were chosen.
const CHOSEN_WITH: u64 = 7;

/// With these they are tested.
const TESTED_WITH: [u64; 2] = [2026, 90_210];

/// Requests of each seed.
const REQUESTS: usize = 1000;

fn main() {
    let library = library();
    println!("{} whole stances, {REQUESTS} requests for each seed", library.stances().len());
    println!(
        "| seed | exhaustive answers | coverage answers of these | and more | by blends | exhaustive | coverage | median | faster | suggestions answered |"
    );
    println!("|---|---|---|---|---|---|---|---|---|---|");
    for seed in std::iter::once(CHOSEN_WITH).chain(TESTED_WITH) {
        println!("{}", Tally::of(&library, seed).row(seed));
    }
}

fn library() -> StanceLibrary {
    let mut clips: Vec<Clip> = common::names().iter().filter_map(|name| common::capture(name)).collect();
    if clips.is_empty() {
        clips = RUNS_AND_JUMPS.iter().filter_map(|name| Sample::find(name)).map(Sample::clip).collect();
    }
    let mut stances = gather(&clips, &ExtractSettings::default(), false).stances;
    stances.retain(|stance| stance.kind() == StanceKind::Whole);
    StanceLibrary::new(stances, &TrySettings::default())
}

/// What came of the requests of one seed.
#[derive(Default)]
struct Tally {
    answered: usize,
    both: usize,
    only_coverage: usize,
    by_blend: usize,
    slow: Vec<Duration>,
    fast: Vec<Duration>,
    suggested: usize,
    suggestions_answered: usize,
}

impl Tally {
    fn of(library: &StanceLibrary, seed: u64) -> Self {
        let settings = FindSettings::default();
        let mut tally = Self::default();
        for wanted in common::requests::drawn(library, seed, REQUESTS) {
            tally.add(library, wanted, &settings);
        }
        tally
    }

    fn add(&mut self, library: &StanceLibrary, wanted: Params, settings: &FindSettings) {
        let (exhaustive, slow) =
            common::requests::timed(|| library.find_exhaustively(wanted, settings).unwrap());
        let (found, fast) = common::requests::timed(|| library.find(wanted, settings).unwrap());
        self.slow.push(slow);
        self.fast.push(fast);
        self.answered += usize::from(exhaustive.is_some());
        self.both += usize::from(exhaustive.is_some() && found.is_some());
        self.only_coverage += usize::from(exhaustive.is_none() && found.is_some());
        self.by_blend += usize::from(found.as_ref().is_some_and(|found| found.stage != Stage::Warp));
        if found.is_none() {
            self.suggested += 1;
            let nearest = library.nearest(wanted, settings).unwrap();
            let answer = nearest.and_then(|nearest| library.find(nearest.params, settings).unwrap());
            self.suggestions_answered +=
                usize::from(answer.is_some_and(|found| found.judgement.is_plausible()));
        }
    }

    fn row(&mut self, seed: u64) -> String {
        let mean = |list: &[Duration]| 1e3 * list.iter().sum::<Duration>().as_secs_f64() / list.len() as f64;
        self.fast.sort();
        let (slow, fast) = (mean(&self.slow), mean(&self.fast));
        format!(
            "| {seed} | {} | {} ({:.1} %) | {} | {} | {slow:.2} ms | {fast:.2} ms | {:.2} ms | {:.1} × | {} of {} |",
            self.answered,
            self.both,
            100.0 * self.both as f64 / self.answered.max(1) as f64,
            self.only_coverage,
            self.by_blend,
            1e3 * self.fast[self.fast.len() / 2].as_secs_f64(),
            slow / fast,
            self.suggestions_answered,
            self.suggested
        )
    }
}
