//! Made-up takes: twenty actions, each done twenty ways, with transitions and noise.
//!
//! Numbers were chosen on every other action of the takes of one person. The other actions, and all actions of takes of people
//! of different sizes, only report.

mod score;
mod takes;
mod truth;

use std::ops::Range;

use segue_actors::Figure;
use segue_search::{Extended, Index, WebSettings};

use crate::peers::processor_secs;
use crate::sureness::{Separations, Sureness};
use score::{Outcome, outcome};
use truth::Action;

/// Takes unless another number is asked for, each with every action of the repertoire once.
pub(crate) const TAKES: u64 = 20;

/// The first of the takes that only report.
const OTHERS: u64 = 1000;

/// What precision and recall should be; where they are not, what failed is listed.
const GOAL: f64 = 0.95;

/// Precision and recall of each action with the settings that people get: of the actions that are named, or of all.
pub(crate) fn run(takes: u64, wanted: &[String]) {
    let mut told = (Sureness::default(), Separations::default());
    report("one person", &[Figure::default()], 0..takes, wanted, &mut told);
    report("people of four sizes", &Figure::presets(), OTHERS..OTHERS + takes, wanted, &mut told);
    told.0.print();
    told.1.print();
}

/// Every action of takes of some people, with both modes.
fn report(
    title: &str,
    people: &[Figure],
    seeds: Range<u64>,
    wanted: &[String],
    (sureness, separations): &mut (Sureness, Separations),
) {
    let mut index = Index::new(WebSettings::default()).unwrap();
    let actions = truth::library(&mut index, people, seeds);
    let started = processor_secs();
    index.build_missing();
    let built = processor_secs() - started;
    let frames: usize = index.ids().map(|clip| index.cloud(clip).len()).sum();
    println!(
        "\n{title}: {} takes, {frames} frames, webs built in {built:.0} s of processor time",
        index.len()
    );
    println!(
        "half      action                       to find  mode            ε, cm  precision  recall    ms  precision in the group of the query"
    );
    let is_wanted = |name: &String| wanted.is_empty() || wanted.contains(name);
    for (place, (name, action)) in actions.iter().enumerate().filter(|(_, (name, _))| is_wanted(name)) {
        let is_tuned = people.len() == 1 && place.is_multiple_of(2);
        let half = if is_tuned { "developed" } else { "untouched" };
        for (mode, extended) in [("automatic ε", None), ("extended", Some(Extended::default()))] {
            let started = processor_secs();
            let outcome = outcome(&index, action, extended);
            let spent = 1e3 * (processor_secs() - started) / outcome.searches() as f64;
            let epsilon = 100.0 * outcome.mean_epsilon_metres();
            let (count, score) = (action.instances.len(), outcome.score);
            let own =
                extended.map_or_else(String::new, |_| format!("{:>6.3}", outcome.own_group.precision()));
            println!(
                "{half:<9} {name:<28} {count:>7}  {mode:<12} {epsilon:>8.2}  {score} {spent:>5.0}  {own}"
            );
            if extended.is_some() {
                fail(&outcome, &actions);
                outcome.separations.iter().for_each(|&(separation, [right, wrong])| {
                    separations.count(is_tuned, separation, [right, wrong]);
                });
                outcome
                    .sure
                    .iter()
                    .for_each(|&(support, is_right)| sureness.count(is_tuned, support, is_right));
            }
        }
    }
}

/// What failed, where that is much.
fn fail(outcome: &Outcome, actions: &std::collections::BTreeMap<String, Action>) {
    if outcome.score.worse() < GOAL {
        outcome.print_failures(actions);
    }
}
