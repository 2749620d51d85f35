//! Made-up takes: twenty actions, each done twenty ways, with transitions and noise.

mod score;
mod takes;
mod truth;

use segue_search::{Extended, Index, WebSettings};

use crate::peers::processor_secs;
use score::outcome;
use truth::Action;

/// Takes unless another number is asked for, each with every action of the repertoire once.
pub(crate) const TAKES: u64 = 20;

/// What precision and recall should be; where they are not, what failed is listed.
const GOAL: f64 = 0.95;

/// Precision and recall of each action with the settings that people get: of the actions that are named, or of all.
pub(crate) fn run(takes: u64, wanted: &[String]) {
    let mut index = Index::new(WebSettings::default()).unwrap();
    let mut actions = truth::library(&mut index, takes);
    actions.retain(|name, _| wanted.is_empty() || wanted.contains(name));
    let started = processor_secs();
    index.build_missing();
    let frames: usize = index.ids().map(|clip| index.cloud(clip).len()).sum();
    println!(
        "{} takes, {frames} frames, webs built in {:.0} s of processor time",
        index.len(),
        processor_secs() - started
    );
    println!("action                       to find  mode            ε, cm  precision  recall");
    for (name, action) in &actions {
        report(&index, name, action);
    }
}

/// An action within the automatic ε, and with variants beyond it.
fn report(index: &Index, name: &str, action: &Action) {
    for (mode, extended) in [("automatic ε", None), ("extended", Some(Extended::default()))] {
        let outcome = outcome(index, action, extended);
        let epsilon = 100.0 * outcome.mean_epsilon_metres();
        println!("{name:<28} {:>7}  {mode:<12} {epsilon:>8.2}  {}", action.instances.len(), outcome.score);
        if extended.is_some() && outcome.score.worse() < GOAL {
            outcome.print_failures(index);
        }
    }
}
