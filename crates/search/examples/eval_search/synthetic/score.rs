//! What was found, held against what there is.

use std::collections::BTreeMap;
use std::fmt;

use rayon::prelude::*;
use segue_search::{Extended, Index, SearchSettings, Segment};

use super::Action;

/// Queries of each action, spread over its instances: the time of the evaluation grows with them.
const QUERIES: usize = 5;

/// Numbers of what was found with one setting.
#[derive(Clone, Copy, Default)]
pub(crate) struct Score {
    present: usize,
    found: usize,
    right: usize,
    wrong: usize,
}

impl Score {
    fn recall(&self) -> f64 {
        self.found as f64 / self.present.max(1) as f64
    }

    /// The share of what was found that is right.
    pub(crate) fn precision(&self) -> f64 {
        let matches = self.right + self.wrong;
        if matches == 0 { 1.0 } else { self.right as f64 / matches as f64 }
    }

    /// The lower of precision and recall.
    pub(crate) fn worse(&self) -> f64 {
        self.precision().min(self.recall())
    }
}

impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:>9.3}  {:>6.3}", self.precision(), self.recall())
    }
}

/// What was found with one setting, and how often something was not, or wrongly.
#[derive(Default)]
pub(crate) struct Outcome {
    pub(crate) score: Score,
    epsilons: Vec<f64>,
    missed: BTreeMap<Segment, (Segment, usize)>,
    wrong: BTreeMap<Segment, usize>,
}

/// An instance is found when a match overlaps it by half; a match is right when half of it lies where the action is done. ε is
/// the automatic one of each query.
pub(crate) fn outcome(index: &Index, action: &Action, extended: Option<Extended>) -> Outcome {
    let instances = &action.instances;
    let queries: Vec<&Segment> = instances.iter().step_by(instances.len().div_ceil(QUERIES)).collect();
    let largest = index.settings().largest_epsilon_metres;
    let searched = |query: &&Segment| {
        let look = SearchSettings { extended, ..SearchSettings::default() };
        let epsilon_metres = index.slider(&[**query], &look).unwrap().automatic(largest).metres;
        let graph = index.search(**query, &SearchSettings { epsilon_metres, ..look }).unwrap();
        (epsilon_metres, graph.found().iter().map(|node| node.segment).collect())
    };
    let found: Vec<(f64, Vec<Segment>)> = queries.par_iter().map(searched).collect();
    let mut outcome = Outcome::default();
    for (query, (epsilon_metres, found)) in queries.into_iter().zip(found) {
        outcome.epsilons.push(epsilon_metres);
        for other in instances.iter().filter(|other| *other != query) {
            outcome.take(query, other, found.iter().any(|found| found.overlap(other) >= 0.5));
        }
        for found in found {
            outcome.judge(action, found);
        }
    }
    outcome
}

impl Outcome {
    fn take(&mut self, query: &Segment, instance: &Segment, is_found: bool) {
        self.score.present += 1;
        self.score.found += usize::from(is_found);
        if !is_found {
            self.missed.entry(*instance).or_insert((*query, 0)).1 += 1;
        }
    }

    fn judge(&mut self, action: &Action, found: Segment) {
        let inside = |places: &[Segment]| places.iter().map(|place| common(place, &found)).sum::<usize>();
        let done = inside(&action.done);
        if 2 * done >= found.len() {
            self.score.right += 1;
        } else if 2 * (done + inside(&action.half_done)) < found.len() {
            self.score.wrong += 1;
            *self.wrong.entry(found).or_default() += 1;
        }
    }

    /// The mean of the automatic ε.
    pub(crate) fn mean_epsilon_metres(&self) -> f64 {
        self.epsilons.iter().sum::<f64>() / self.epsilons.len() as f64
    }

    /// Where things were missed and why, or wrongly found, and by how many queries.
    pub(crate) fn print_failures(&self, index: &Index) {
        let look = &SearchSettings { extended: Some(Extended::default()), ..SearchSettings::default() };
        let place = |segment: &Segment| format!("take {} at {}", segment.clip, index.frames(*segment));
        for (missed, (query, count)) in &self.missed {
            let verdict = index.explain(*query, *missed, look).unwrap();
            println!("    missed by {count}: {}; by {}: {verdict}", place(missed), place(query));
        }
        for (wrong, count) in &self.wrong {
            println!("    wrongly found by {count}: {}", place(wrong));
        }
    }
}

/// Frames in common.
fn common(a: &Segment, b: &Segment) -> usize {
    if a.clip == b.clip { (a.last.min(b.last) + 1).saturating_sub(a.first.max(b.first)) } else { 0 }
}
