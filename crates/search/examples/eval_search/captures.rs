//! Captures: every repetition of an action is a query, the others are the truth.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use segue_formats::{ReadOptions, read_file};
use segue_motion::{ClipId, FrameRange};
use segue_search::{Extended, Index, SearchSettings, Segment, WebSettings};
use serde_json::Value;

use crate::peers::{self, Points, processor_secs};
use crate::sureness::{Separations, Sureness};

/// Clips on which settings were chosen; the others only report.
const TUNED_ON: [&str; 5] = ["144_05", "144_11", "144_13", "144_15", "144_22"];

/// Clips in which nothing is repeated that is looked for.
const UNLABELLED: [&str; 2] = ["144_03.bvh", "144_33.bvh"];

/// Recall of an independent implementation on a third of the queries.
const REFERENCE: [(&str, f64); 6] = [
    ("kick", 1.0),
    ("cartwheel", 1.0),
    ("punch", 0.59),
    ("reach", 0.46),
    ("spin reach", 0.45),
    ("lunge", 0.45),
];

/// What is missed by so many queries is listed.
const OFTEN: usize = 3;

/// A repetition of an action.
pub(crate) struct Repetition {
    action: String,
    side: String,
    pub(crate) segment: Segment,
}

/// What the searches for one kind of action found.
#[derive(Clone, Copy, Default)]
struct Score {
    present: usize,
    found: usize,
    matches: usize,
    unrelated: usize,
}

/// Scores by action, and by whether settings were chosen on the query's clip.
#[derive(Default)]
pub(crate) struct Table {
    scores: BTreeMap<(String, bool), Score>,
    tuned: BTreeSet<ClipId>,
    /// How often something unrelated was found, by action and place, rounded to a second; and where first.
    unrelated: BTreeMap<(String, ClipId, usize), (Segment, usize)>,
    /// How often a repetition was missed, by action.
    missed: BTreeMap<(String, Segment), usize>,
}

/// Both modes on the captures of subject 144.
pub(crate) fn run() {
    let Some(folder) = segue_captures::folder() else { return };
    let (index, truth, points) = index(&folder, WebSettings::default());
    let extended = SearchSettings { extended: Some(Extended::default()), ..SearchSettings::default() };
    println!("\nreference mode, ε = 8 cm");
    report(&index, &truth, &SearchSettings::default(), Epsilon::Given);
    println!("\nreference mode, automatic ε");
    report(&index, &truth, &SearchSettings::default(), Epsilon::Automatic);
    println!("\nextended mode, automatic ε");
    report(&index, &truth, &extended, Epsilon::Automatic);
    peers::run(&index, &truth, &points);
}

/// Which ε a search takes.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Epsilon {
    Given,
    Automatic,
}

impl Epsilon {
    fn of(self, index: &Index, query: Segment, look: &SearchSettings) -> SearchSettings {
        if self == Self::Given {
            return look.clone();
        }
        let slider = index.slider(&[query], look).unwrap();
        let epsilon_metres = index.automatic_epsilon(&[query], &slider).unwrap().metres;
        SearchSettings { epsilon_metres, ..look.clone() }
    }
}

fn report(index: &Index, truth: &[Repetition], look: &SearchSettings, epsilon: Epsilon) {
    let mut table = Table { tuned: tuned(index), ..Table::default() };
    let (mut sureness, mut separations) = (Sureness::default(), Separations::default());
    let (mut slowest, mut searching, started) = (0.0f64, 0.0, processor_secs());
    for query in truth {
        let before = processor_secs();
        let look = epsilon.of(index, query.segment, look);
        let before_search = processor_secs();
        let graph = index.search(query.segment, &look).unwrap();
        slowest = slowest.max(processor_secs() - before);
        searching += processor_secs() - before_search;
        let found: Vec<Segment> = graph.found().iter().map(|node| node.segment).collect();
        table.add(truth, query, &found);
        let is_tuned = table.tuned.contains(&query.segment.clip);
        if let Some(separation) = graph.separation() {
            let wrong = found.iter().filter(|segment| !is_related(truth, query, segment)).count();
            separations.count(is_tuned, separation, [found.len() - wrong, wrong]);
        }
        for node in graph.found() {
            sureness.add(is_tuned, node, is_related(truth, query, &node.segment));
            if look.extended.is_some() && !is_related(truth, query, &node.segment) {
                let odds = index.evidence(query.segment, node.segment).unwrap();
                println!(
                    "  unrelated: {} {} at {}: {:?}, query alone {:?}",
                    query.action,
                    index.frames(query.segment),
                    index.frames(node.segment),
                    node.support,
                    odds.map(|evidence| evidence.log_odds())
                );
            }
        }
    }
    let spent = processor_secs() - started;
    println!(
        "{} searches, {:.0} ms of processor time each, with the choice of ε {:.0}, {:.0} ms at most",
        truth.len(),
        1e3 * searching / truth.len() as f64,
        1e3 * spent / truth.len() as f64,
        1e3 * slowest
    );
    table.print();
    if look.extended.is_some() {
        table.print_failures(index);
        sureness.print();
        separations.print();
    }
}

/// The numbers of the clips on which settings were chosen.
fn tuned(index: &Index) -> BTreeSet<ClipId> {
    index.ids().filter(|&clip| TUNED_ON.contains(&index.name(clip))).collect()
}

impl Table {
    /// Counts what a search found.
    pub(crate) fn add(&mut self, truth: &[Repetition], query: &Repetition, found: &[Segment]) {
        let others: Vec<&Repetition> = truth
            .iter()
            .filter(|other| other.action == query.action && other.side == query.side)
            .filter(|other| other.segment != query.segment)
            .collect();
        let is_found = |other: &&&Repetition| found.iter().any(|found| found.overlap(&other.segment) >= 0.5);
        let score = Score {
            present: others.len(),
            found: others.iter().filter(is_found).count(),
            matches: found.len(),
            unrelated: found.iter().filter(|found| !is_related(truth, query, found)).count(),
        };
        let kind = format!("{} {}", query.action, query.side);
        for found in found.iter().filter(|found| !is_related(truth, query, found)) {
            let place = (kind.clone(), found.clip, found.first / 30);
            self.unrelated.entry(place).or_insert((*found, 0)).1 += 1;
        }
        for other in others.iter().filter(|other| !is_found(other)) {
            *self.missed.entry((kind.clone(), other.segment)).or_default() += 1;
        }
        let key = (query.action.clone(), self.tuned.contains(&query.segment.clip));
        let entry = self.scores.entry(key).or_default();
        *entry = entry.plus(&score);
    }

    fn of(&self, action: &str, tuned: bool) -> Score {
        self.scores.get(&(action.to_owned(), tuned)).copied().unwrap_or_default()
    }

    fn print(&self) {
        println!(
            "action       reference  all queries            tuned on               others                 unrelated: tuned on, others"
        );
        for (action, reference) in REFERENCE {
            let (tuned, others) = (self.of(action, true), self.of(action, false));
            let [whole, of_tuned, of_others] = [&tuned.plus(&others), &tuned, &others].map(Score::recall);
            let [on_tuned, on_others] = [&tuned, &others].map(Score::share_unrelated);
            println!(
                "{action:<12} {reference:>9.2}  {whole:<22} {of_tuned:<22} {of_others:<22} {on_tuned:>10} {on_others:>10}"
            );
        }
        let sum = |part: bool| {
            let parts = self.scores.iter().filter(|((_, tuned), _)| *tuned == part);
            parts.fold(Score::default(), |sum, (_, score)| sum.plus(score))
        };
        let [tuned, others] = [true, false].map(sum);
        println!("unrelated: {} and {}", tuned.share_unrelated(), others.share_unrelated());
    }

    /// What was missed by several queries, and everything unrelated that was found.
    fn print_failures(&self, index: &Index) {
        let place = |segment: &Segment| format!("{} at {}", index.name(segment.clip), index.frames(*segment));
        for ((kind, segment), count) in self.missed.iter().filter(|(_, count)| **count >= OFTEN) {
            println!("{kind} missed by {count} queries: {}", place(segment));
        }
        for ((kind, ..), (segment, count)) in &self.unrelated {
            println!("unrelated to {kind}, {count} times: {}", place(segment));
        }
    }

    /// Recall by action, in one line.
    pub(crate) fn recalls(&self) -> String {
        let one = |(action, _): &(&str, f64)| {
            let score = self.of(action, true).plus(&self.of(action, false));
            format!("{action} {:.2}", score.found as f64 / score.present.max(1) as f64)
        };
        REFERENCE.iter().map(one).collect::<Vec<_>>().join(", ")
    }
}

/// Whether a match touches a repetition of the action on either side.
pub(crate) fn is_related(truth: &[Repetition], query: &Repetition, segment: &Segment) -> bool {
    let kin = |other: &&Repetition| family(&other.action) == family(&query.action);
    truth.iter().filter(kin).any(|other| other.segment.overlap(segment) > 0.0)
}

impl Score {
    fn plus(&self, other: &Self) -> Self {
        Self {
            present: self.present + other.present,
            found: self.found + other.found,
            matches: self.matches + other.matches,
            unrelated: self.unrelated + other.unrelated,
        }
    }

    fn recall(&self) -> String {
        if self.present == 0 {
            return "-".into();
        }
        let share = self.found as f64 / self.present as f64;
        format!("{share:.2} ({}/{})", self.found, self.present)
    }

    fn share_unrelated(&self) -> String {
        format!("{}/{}", self.unrelated, self.matches)
    }
}

/// Spin reaches are reaches by another name.
fn family(action: &str) -> &str {
    action.strip_prefix("spin ").unwrap_or(action)
}

/// All clips of subject 144, the repetitions in them, and what others are given.
fn index(folder: &Path, settings: WebSettings) -> (Index, Vec<Repetition>, Points) {
    let truth: Value = serde_json::from_slice(&std::fs::read(folder.join("truth.json")).unwrap()).unwrap();
    let mut index = Index::new(settings).unwrap();
    let (mut repetitions, mut points) = (Vec::new(), Points::default());
    let labelled = truth.as_object().unwrap().keys().map(String::as_str);
    for file in labelled.chain(UNLABELLED) {
        let path = folder.join("cmu_bvh").join(file);
        let clip = read_file(path, &ReadOptions::default()).unwrap().clips.remove(0);
        let number = index.add(&clip).unwrap();
        points.push(&clip, index.cloud(number).len());
        for entry in truth[file].as_array().into_iter().flatten() {
            let frame = |key: &str| entry[key].as_u64().unwrap() as usize;
            let frames = FrameRange { first: frame("start"), last: frame("end") };
            let segment = index.segment(number, frames).unwrap();
            let word = |key: &str| entry[key].as_str().unwrap().to_owned();
            repetitions.push(Repetition { action: word("action"), side: word("side"), segment });
        }
    }
    let started = processor_secs();
    index.build_missing();
    println!("built in {:.2} s of processor time", processor_secs() - started);
    (index, repetitions, points)
}
