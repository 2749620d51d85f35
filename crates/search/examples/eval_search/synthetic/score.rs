//! What was found, held against what there is.

use std::collections::BTreeMap;
use std::fmt;

use rayon::prelude::*;
use segue_search::{Extended, Index, MatchGraph, MatchNode, MatchSupport, SearchSettings, Segment};

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
    missed: usize,
    wrong: BTreeMap<Segment, usize>,
    /// How sure each match was said to be, and whether it was right.
    pub(crate) sure: Vec<(MatchSupport, bool)>,
    /// The same of the matches in the group of the query.
    pub(crate) own_group: Score,
    /// How far what was taken in was above what was left out, and how many matches were right and wrong.
    pub(crate) separations: Vec<(f64, [usize; 2])>,
}

/// An instance is found when a match overlaps it by half; a match is right when half of it lies where the action is done. ε is
/// the automatic one of each query.
pub(crate) fn outcome(index: &Index, action: &Action, extended: Option<Extended>) -> Outcome {
    let instances = &action.instances;
    let queries: Vec<&Segment> = instances.iter().step_by(instances.len().div_ceil(QUERIES)).collect();
    let searched = |query: &&Segment| {
        let look = SearchSettings { extended, ..SearchSettings::default() };
        let slider = index.slider(&[**query], &look).unwrap();
        let epsilon_metres = index.automatic_epsilon(&[**query], &slider).unwrap().metres;
        (epsilon_metres, index.search(**query, &SearchSettings { epsilon_metres, ..look }).unwrap())
    };
    let found: Vec<(f64, MatchGraph)> = queries.par_iter().map(searched).collect();
    let mut outcome = Outcome::default();
    for (query, (epsilon_metres, graph)) in queries.into_iter().zip(found) {
        outcome.epsilons.push(epsilon_metres);
        // What turns otherwise is listed last and marked.
        let nodes = (graph.queries()..graph.nodes().len()).filter(|&node| !graph.turns_otherwise(node));
        let found: Vec<&MatchNode> = nodes.map(|node| &graph.nodes()[node]).collect();
        let before = outcome.score;
        for other in instances.iter().filter(|other| *other != query) {
            outcome.take(found.iter().any(|found| found.segment.overlap(other) >= 0.5));
        }
        for found in found {
            outcome.judge(action, found);
        }
        let right = outcome.score.right - before.right;
        let wrong = outcome.score.wrong - before.wrong;
        outcome.separations.extend(graph.separation().map(|separation| (separation, [right, wrong])));
    }
    outcome
}

impl Outcome {
    fn take(&mut self, is_found: bool) {
        self.score.present += 1;
        self.score.found += usize::from(is_found);
        self.missed += usize::from(!is_found);
    }

    /// How many queries there were.
    pub(crate) fn searches(&self) -> usize {
        self.epsilons.len()
    }

    fn judge(&mut self, action: &Action, node: &MatchNode) {
        let found = node.segment;
        let inside = |places: &[Segment]| places.iter().map(|place| common(place, &found)).sum::<usize>();
        let done = inside(&action.done);
        let is_right = 2 * done >= found.len();
        if !is_right && 2 * (done + inside(&action.half_done)) >= found.len() {
            return;
        }
        for score in
            [Some(&mut self.score), (node.cluster == 0).then_some(&mut self.own_group)].into_iter().flatten()
        {
            score.right += usize::from(is_right);
            score.wrong += usize::from(!is_right);
        }
        self.sure.extend(node.support.map(|support| (support, is_right)));
        if !is_right {
            *self.wrong.entry(found).or_default() += 1;
        }
    }

    /// The mean of the automatic ε.
    pub(crate) fn mean_epsilon_metres(&self) -> f64 {
        self.epsilons.iter().sum::<f64>() / self.epsilons.len() as f64
    }

    /// How many instances were missed, and how often which other actions were found.
    pub(crate) fn print_failures(&self, actions: &BTreeMap<String, Action>) {
        let done_there = |segment: &Segment| {
            let done = |(_, action): &(&String, &Action)| {
                action.done.iter().any(|place| 2 * common(place, segment) >= segment.len())
            };
            actions.iter().find(done).map_or("nothing", |(name, _)| name.as_str())
        };
        let mut others: BTreeMap<&str, usize> = BTreeMap::new();
        for (segment, count) in &self.wrong {
            *others.entry(done_there(segment)).or_default() += count;
        }
        println!("    missed {}, wrongly found {others:?}", self.missed);
    }
}

/// Frames in common.
fn common(a: &Segment, b: &Segment) -> usize {
    if a.clip == b.clip { (a.last.min(b.last) + 1).saturating_sub(a.first.max(b.first)) } else { 0 }
}
