//! Captures: every repetition of an action is a query, the others are the truth.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::Instant;

use segue_formats::{ReadOptions, read_file};
use segue_motion::FrameRange;
use segue_search::{Extended, Index, Look, Segment, Settings};
use serde_json::Value;

/// Clips on which settings were chosen; the others only report.
const TUNED_ON: [&str; 3] = ["144_05", "144_13", "144_22"];

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

/// A repetition of an action.
struct Repetition {
    action: String,
    side: String,
    segment: Segment,
}

/// What the searches for one kind of action found.
#[derive(Clone, Copy, Default)]
struct Score {
    queries: usize,
    present: usize,
    found: usize,
    matches: usize,
    unrelated: usize,
}

/// Both modes on the captures of subject 144.
pub(crate) fn run() {
    let folder = mocap();
    if !folder.join("truth.json").is_file() {
        println!("skipped: no mocap in {}", folder.display());
        return;
    }
    let (index, truth) = index(&folder, Settings::default());
    println!("\nreference mode, ε = 8 cm");
    report(&index, &truth, &Look::default());
    println!("\nextended mode");
    report(&index, &truth, &Look { extended: Some(Extended::default()), ..Look::default() });
}

fn report(index: &Index, truth: &[Repetition], look: &Look) {
    let mut scores: BTreeMap<(&str, bool), Score> = BTreeMap::new();
    let started = Instant::now();
    for query in truth {
        let tuned = TUNED_ON.contains(&index.name(query.segment.clip));
        let score = judge(index, truth, query, look);
        let entry = scores.entry((&query.action, tuned)).or_default();
        *entry = entry.plus(&score);
    }
    let secs = started.elapsed().as_secs_f64();
    println!("{} searches in {secs:.2} s", truth.len());
    println!(
        "action       reference  all queries            tuned on               others                 matches  unrelated"
    );
    for (action, reference) in REFERENCE {
        let [tuned, others] =
            [true, false].map(|part| scores.get(&(action, part)).copied().unwrap_or_default());
        let all = tuned.plus(&others);
        let [whole, tuned, others] = [&all, &tuned, &others].map(Score::recall);
        println!(
            "{action:<12} {reference:>9.2}  {whole:<22} {tuned:<22} {others:<22} {:>7}  {:>9}",
            all.matches, all.unrelated
        );
    }
}

fn judge(index: &Index, truth: &[Repetition], query: &Repetition, look: &Look) -> Score {
    let graph = index.search(query.segment, look).unwrap();
    let found = &graph.nodes()[1..];
    let others: Vec<&Repetition> = truth
        .iter()
        .filter(|other| other.action == query.action && other.side == query.side)
        .filter(|other| other.segment != query.segment)
        .collect();
    let is_found =
        |other: &&&Repetition| found.iter().any(|node| node.segment.overlap(&other.segment) >= 0.5);
    let is_related = |segment: &Segment| {
        let kin = |other: &&Repetition| family(&other.action) == family(&query.action);
        truth.iter().filter(kin).any(|other| other.segment.overlap(segment) > 0.0)
    };
    Score {
        queries: 1,
        present: others.len(),
        found: others.iter().filter(is_found).count(),
        matches: found.len(),
        unrelated: found.iter().filter(|node| !is_related(&node.segment)).count(),
    }
}

impl Score {
    fn plus(&self, other: &Self) -> Self {
        Self {
            queries: self.queries + other.queries,
            present: self.present + other.present,
            found: self.found + other.found,
            matches: self.matches + other.matches,
            unrelated: self.unrelated + other.unrelated,
        }
    }

    fn recall(&self) -> String {
        if self.queries == 0 {
            return "-".into();
        }
        let share = self.found as f64 / self.present as f64;
        format!("{share:.2} ({}/{})", self.found, self.present)
    }
}

/// Spin reaches are reaches by another name.
fn family(action: &str) -> &str {
    action.strip_prefix("spin ").unwrap_or(action)
}

fn mocap() -> PathBuf {
    let beside = PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared/mocap"));
    std::env::var_os("SEGUE_MOCAP").map_or(beside, PathBuf::from)
}

/// All clips of subject 144 and the repetitions in them.
fn index(folder: &Path, settings: Settings) -> (Index, Vec<Repetition>) {
    let truth: Value = serde_json::from_slice(&std::fs::read(folder.join("truth.json")).unwrap()).unwrap();
    let mut index = Index::new(settings).unwrap();
    let mut repetitions = Vec::new();
    let labelled = truth.as_object().unwrap().keys().map(String::as_str);
    for file in labelled.chain(UNLABELLED) {
        let path = folder.join("cmu_bvh").join(file);
        let clip = read_file(path, &ReadOptions::default()).unwrap().clips.remove(0);
        let number = index.add(&clip).unwrap();
        for entry in truth[file].as_array().into_iter().flatten() {
            let frame = |key: &str| entry[key].as_u64().unwrap() as usize;
            let frames = FrameRange { first: frame("start"), last: frame("end") };
            let segment = index.segment(number, frames).unwrap();
            let word = |key: &str| entry[key].as_str().unwrap().to_owned();
            repetitions.push(Repetition { action: word("action"), side: word("side"), segment });
        }
    }
    let started = Instant::now();
    index.build_missing();
    println!("built in {:.2} s", started.elapsed().as_secs_f64());
    (index, repetitions)
}
