//! Made-up takes: twenty actions, each done twenty ways, with transitions and noise.

use std::collections::BTreeMap;
use std::time::Instant;

use segue_motion::synth::{Act, Take};
use segue_search::{Index, Look, Segment, Settings};

/// Takes, each with every action of the repertoire once.
const TAKES: u64 = 20;

/// Standard deviation of the joints in degrees: about what is left in cleaned captures.
const NOISE_DEGREES: f64 = 0.5;

/// Every so many instances of an action one is a query.
const APART: usize = 4;

/// The distances that are tried, in metres.
const EPSILONS: [f64; 9] = [0.03, 0.04, 0.05, 0.06, 0.07, 0.08, 0.09, 0.1, 0.12];

/// What was found with one ε.
#[derive(Clone, Copy, Default)]
struct Score {
    present: usize,
    found: usize,
    matches: usize,
    right: usize,
}

impl Score {
    fn recall(&self) -> f64 {
        self.found as f64 / self.present.max(1) as f64
    }

    fn precision(&self) -> f64 {
        if self.matches == 0 { 1.0 } else { self.right as f64 / self.matches as f64 }
    }
}

/// Precision and recall of each action at its best single ε.
pub(crate) fn run() {
    let (index, actions) = library(Settings::default());
    println!("action                       instances  best ε  precision  recall");
    for (action, instances) in &actions {
        let scores = EPSILONS.map(|epsilon| (epsilon, score(&index, instances, epsilon)));
        let worse = |score: &Score| score.precision().min(score.recall());
        // The smallest ε of equally good ones.
        let best = scores.iter().rev().max_by(|a, b| worse(&a.1).total_cmp(&worse(&b.1)));
        let (epsilon, score) = best.unwrap();
        println!(
            "{action:<28} {:>9}  {:>3.0} cm  {:>9.2}  {:>6.2}",
            instances.len(),
            epsilon * 100.0,
            score.precision(),
            score.recall()
        );
    }
}

fn score(index: &Index, instances: &[Segment], epsilon_metres: f64) -> Score {
    let look = Look { epsilon_metres, most: 3 * instances.len(), ..Look::default() };
    let mut total = Score::default();
    for query in instances.iter().step_by(APART) {
        let graph = index.search(*query, &look).unwrap();
        let found = &graph.nodes()[1..];
        let others = instances.iter().filter(|other| *other != query);
        let hit = |other: &&Segment| found.iter().any(|node| node.segment.overlap(other) >= 0.5);
        let right = |segment: &Segment| instances.iter().any(|other| other.overlap(segment) > 0.0);
        total.present += instances.len() - 1;
        total.found += others.filter(hit).count();
        total.matches += found.len();
        total.right += found.iter().filter(|node| right(&node.segment)).count();
    }
    total
}

/// All takes and where each action is in them, by name and side.
fn library(settings: Settings) -> (Index, BTreeMap<String, Vec<Segment>>) {
    let mut index = Index::new(settings).unwrap();
    let mut actions: BTreeMap<String, Vec<Segment>> = BTreeMap::new();
    for seed in 0..TAKES {
        let take = Take { noise: NOISE_DEGREES, ..Take::of_variants(&Act::repertoire(), 1, seed) };
        let performance = take.perform().unwrap();
        let clip = index.add(&performance.clip).unwrap();
        for segment in &performance.truth.segments {
            let side = segment
                .parameters
                .get("side")
                .map_or("", |side| if *side < 0.0 { " right" } else { " left" });
            let place = index.segment(clip, segment.frames).unwrap();
            actions.entry(format!("{}{side}", segment.action)).or_default().push(place);
        }
    }
    let started = Instant::now();
    index.build_missing();
    let frames: usize = (0..index.len()).map(|clip| index.cloud(clip).len()).sum();
    println!(
        "{} takes, {frames} frames, webs built in {:.1} s",
        index.len(),
        started.elapsed().as_secs_f64()
    );
    (index, actions)
}
