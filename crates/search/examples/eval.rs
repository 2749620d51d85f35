//! Recall and precision on labelled captures: every repetition of an action is a query, the others are the truth.
//!
//! `cargo xtask eval search` runs it on `../shared/mocap` beside the workspace, or on the folder in `SEGUE_MOCAP`.
#![allow(clippy::unwrap_used, clippy::print_stdout, reason = "a program that reports")]

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use segue_formats::{ReadOptions, read_file};
use segue_motion::FrameRange;
use segue_search::{Index, Look, Segment, Settings};
use serde_json::Value;

/// Clips on which extended searches were tuned; the others only report.
const TUNED_ON: [&str; 3] = ["144_05", "144_13", "144_22"];

/// A repetition of an action.
struct Repetition {
    action: String,
    side: String,
    segment: Segment,
}

/// What the searches for one kind of action found.
#[derive(Default)]
struct Score {
    queries: usize,
    present: usize,
    found: usize,
    nodes: usize,
    unrelated: usize,
}

fn main() {
    let folder = mocap();
    let started = std::time::Instant::now();
    let (index, truth) = index(&folder);
    println!("built in {:.2} s", started.elapsed().as_secs_f64());
    let epsilon_metres = std::env::args().nth(1).map_or(0.08, |cm| cm.parse::<f64>().unwrap() / 100.0);
    let look = Look { epsilon_metres, ..Look::default() };
    let mut scores: BTreeMap<(String, bool), Score> = BTreeMap::new();
    let started = std::time::Instant::now();
    for query in &truth {
        let tuned = TUNED_ON.contains(&index.name(query.segment.clip));
        judge(&index, &truth, query, &look, scores.entry((query.action.clone(), tuned)).or_default());
    }
    println!("{} searches in {:.3} s", truth.len(), started.elapsed().as_secs_f64());
    println!(
        "{:<12} {:>6} {:>8} {:>14} {:>7} {:>6} {:>10}",
        "action", "tuned", "queries", "found/present", "recall", "nodes", "unrelated"
    );
    for ((action, tuned), score) in &scores {
        let recall = score.found as f64 / score.present as f64;
        let part = format!("{}/{}", score.found, score.present);
        println!(
            "{action:<12} {tuned:>6} {:>8} {part:>14} {recall:>7.2} {:>6} {:>10}",
            score.queries, score.nodes, score.unrelated
        );
    }
}

fn judge(index: &Index, truth: &[Repetition], query: &Repetition, look: &Look, score: &mut Score) {
    let graph = index.search(query.segment, look).unwrap();
    let others = || {
        let same = |other: &&Repetition| other.action == query.action && other.side == query.side;
        truth.iter().filter(same).filter(|other| other.segment != query.segment)
    };
    let hit = |other: &&Repetition| {
        graph.nodes()[1..].iter().any(|node| node.segment.overlap(&other.segment) >= 0.5)
    };
    let related = |segment: &Segment| {
        let kin = |other: &&Repetition| family(&other.action) == family(&query.action);
        truth.iter().filter(kin).any(|other| other.segment.overlap(segment) > 0.0)
    };
    score.queries += 1;
    score.present += others().count();
    score.found += others().filter(hit).count();
    score.nodes += graph.nodes().len() - 1;
    score.unrelated += graph.nodes()[1..].iter().filter(|node| !related(&node.segment)).count();
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
fn index(folder: &Path) -> (Index, Vec<Repetition>) {
    let truth: Value = serde_json::from_slice(&std::fs::read(folder.join("truth.json")).unwrap()).unwrap();
    let mut index = Index::new(Settings::default()).unwrap();
    let mut repetitions = Vec::new();
    let mut files: Vec<String> = truth.as_object().unwrap().keys().cloned().collect();
    files.extend(["144_03.bvh", "144_33.bvh"].map(str::to_owned));
    files.sort();
    files.dedup();
    for file in files {
        let path = folder.join("cmu_bvh").join(&file);
        let clip = read_file(path, &ReadOptions::default()).unwrap().clips.remove(0);
        let number = index.add(&clip).unwrap();
        for entry in truth[&file].as_array().into_iter().flatten() {
            let frame = |key: &str| entry[key].as_u64().unwrap() as usize;
            let frames = FrameRange { first: frame("start"), last: frame("end") };
            let segment = index.segment(number, frames).unwrap();
            let word = |key: &str| entry[key].as_str().unwrap().to_owned();
            repetitions.push(Repetition { action: word("action"), side: word("side"), segment });
        }
    }
    index.build_missing();
    (index, repetitions)
}
