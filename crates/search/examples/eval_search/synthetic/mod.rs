//! Made-up takes: twenty actions, each done twenty ways, with transitions and noise.

mod score;
mod takes;
mod truth;

use std::time::Instant;

use segue_search::{Extended, Index, SearchSettings, WebSettings};

use score::{Outcome, outcome};
use truth::Action;

/// Takes unless another number is asked for, each with every action of the repertoire once.
pub(crate) const TAKES: u64 = 20;

/// What precision and recall should be.
const GOAL: f64 = 0.98;

/// The distances that are tried, in metres.
const EPSILONS: [f64; 18] = [
    0.015, 0.02, 0.0225, 0.025, 0.0275, 0.03, 0.0325, 0.035, 0.04, 0.045, 0.05, 0.055, 0.06, 0.065, 0.07,
    0.08, 0.1, 0.12,
];

/// The differences of movements that are tried in extended mode.
const DIFFERENCES: [f64; 6] = [0.15, 0.2, 0.25, 0.3, 0.35, 0.4];

/// ε in extended mode, in metres: where nothing unrelated is found in these takes yet.
const EXTENDED_EPSILON: f64 = 0.04;

/// Precision and recall of each action at its best single limit: of the actions that are named, or of all.
pub(crate) fn run(takes: u64, wanted: &[String]) {
    let mut index = Index::new(WebSettings::default()).unwrap();
    let mut actions = truth::library(&mut index, takes);
    actions.retain(|name, _| wanted.is_empty() || wanted.contains(name));
    let started = Instant::now();
    index.build_missing();
    let frames: usize = index.ids().map(|clip| index.cloud(clip).len()).sum();
    println!(
        "{} takes, {frames} frames, webs built in {:.0} s",
        index.len(),
        started.elapsed().as_secs_f64()
    );
    println!("action                       to find  mode         limit  precision  recall");
    let started = Instant::now();
    for (name, action) in &actions {
        report(&index, name, action);
    }
    println!("searched in {:.0} s", started.elapsed().as_secs_f64());
}

/// An action at its best: within ε if that does, else also beyond it. What fails then is listed.
fn report(index: &Index, name: &str, action: &Action) {
    let head = format!("{name:<28} {:>7}", action.instances.len());
    let tried_within = tried(&EPSILONS, |epsilon| outcome(index, action, &plain(epsilon)));
    let (epsilon, within) = best(&tried_within);
    println!("{head}  reference {:>4.2} cm  {}", 100.0 * epsilon, within.score);
    if within.score.worse() >= GOAL {
        return;
    }
    for (epsilon, outcome) in &tried_within {
        println!("    {:>4.2} cm {}", 100.0 * epsilon, outcome.score);
    }
    let tried_beyond = tried(&DIFFERENCES, |difference| outcome(index, action, &extended(difference)));
    let (difference, beyond) = best(&tried_beyond);
    println!("{head}  extended  {difference:>7.2}  {}", beyond.score);
    if beyond.score.worse() >= GOAL {
        return;
    }
    for (difference, outcome) in &tried_beyond {
        println!("    {difference:>7.2} {}", outcome.score);
    }
    let (outcome, look) = if beyond.score.worse() > within.score.worse() {
        (beyond, extended(difference))
    } else {
        (within, plain(epsilon))
    };
    outcome.print_failures(index, &look);
}

/// One limit after the other, until half of what is found is wrong: it is not going to get better.
fn tried(limits: &[f64], outcome: impl Fn(f64) -> Outcome) -> Vec<(f64, Outcome)> {
    let mut tried = Vec::new();
    for &limit in limits {
        let outcome = outcome(limit);
        let is_enough = outcome.score.precision() < 0.5;
        tried.push((limit, outcome));
        if is_enough {
            break;
        }
    }
    tried
}

/// The limit with the best score, the smallest of equally good ones.
fn best(tried: &[(f64, Outcome)]) -> (f64, &Outcome) {
    let worse = |(_, outcome): &(f64, Outcome)| outcome.score.worse();
    let (limit, outcome) = tried.iter().rev().max_by(|a, b| worse(a).total_cmp(&worse(b))).unwrap();
    (*limit, outcome)
}

fn plain(epsilon_metres: f64) -> SearchSettings {
    SearchSettings { epsilon_metres, ..SearchSettings::default() }
}

fn extended(difference: f64) -> SearchSettings {
    // Few witnesses: the time of the evaluation grows with them.
    let extended = Extended { difference, witnesses: 8, ..Extended::default() };
    SearchSettings { epsilon_metres: EXTENDED_EPSILON, extended: Some(extended), ..SearchSettings::default() }
}
