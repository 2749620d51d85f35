//! Captures, cut where `truth.json` says that an action begins and ends.

use std::path::Path;

use segue::formats::{ReadOptions, read_file};
use segue::motion::{Clip, ConstraintKind, FrameRange};
use segue::parametric::Parametric;
use serde_json::Value;

use crate::row;

/// Action, file, side, what is measured.
const ACTIONS: [(&str, &str, &str, &str); 8] = [
    ("kick, right", "144_05", "right", "ankle.r @apex"),
    ("kick, left", "144_09", "left", "ankle.l @apex"),
    ("reach, left", "144_22", "left", "wrist.l @apex"),
    ("reach, right", "144_24", "right", "wrist.r @apex"),
    ("punch, left", "144_13", "left", "wrist.l @apex"),
    ("punch, right", "144_20", "right", "wrist.r @apex"),
    ("lunge", "144_11", "left", "min(hips.y), ankle.l.z @apex"),
    ("cartwheel", "144_01", "right foot first", "root.final"),
];

/// A straight walk and one in figures of eight, of which cycles are taken.
const WALKS: [&str; 2] = ["144_33", "144_03"];

/// The most cycles of a walk: as many as the source had.
const MOST_CYCLES: usize = 96;

/// Seconds from a strike of one foot to its next.
const CYCLE_SECS: std::ops::Range<f64> = 0.85..1.5;

pub(crate) fn run() {
    let Some(folder) = segue_captures::folder() else { return };
    let truth: Value = serde_json::from_slice(&std::fs::read(folder.join("truth.json")).unwrap()).unwrap();
    row::head();
    let mut notes = Vec::new();
    for (action, file, side, measure) in ACTIONS {
        let (clips, apexes) = repetitions(&folder, &truth, file, side);
        let built = row::print(action, &clips, measure);
        notes.push(note(action, &built, &apexes));
    }
    row::print("walk", &cycles(&folder), "root.final");
    println!();
    for note in notes {
        println!("{note}");
    }
}

/// A capture with its plants.
fn capture(folder: &Path, name: &str) -> Clip {
    let file = folder.join(format!("cmu_bvh/{name}.bvh"));
    let clip = read_file(&file, &ReadOptions::default()).unwrap().clips.remove(0);
    let plants = segue::files::detect_plants(&clip);
    clip.with_constraints(plants).unwrap()
}

/// The repetitions of a side, and when each is farthest out, in seconds.
fn repetitions(folder: &Path, truth: &Value, file: &str, side: &str) -> (Vec<Clip>, Vec<f64>) {
    let clip = capture(folder, file);
    let all = truth[format!("{file}.bvh")].as_array().unwrap().iter().filter(|one| one["side"] == side);
    let cut = |one: &Value| {
        let [first, apex, last] = ["start", "apex", "end"].map(|key| one[key].as_u64().unwrap() as usize);
        let range = FrameRange { first, last: last.min(clip.last_frame()) };
        (clip.slice(range).renamed(format!("{file}@{range}")), (apex - first) as f64 / clip.rate())
    };
    all.map(cut).unzip()
}

/// From strike to strike of the right foot.
fn cycles(folder: &Path) -> Vec<Clip> {
    let mut cycles = Vec::new();
    for name in WALKS {
        let clip = capture(folder, name);
        let strikes: Vec<usize> =
            clip.constraints().of(ConstraintKind::RightHeel).iter().map(|range| range.first).collect();
        let ranges = strikes.windows(2).map(|pair| FrameRange { first: pair[0], last: pair[1] });
        let steady = ranges.filter(|range| CYCLE_SECS.contains(&(range.len() as f64 / clip.rate())));
        cycles.extend(steady.map(|range| clip.slice(range).renamed(format!("{name}@{range}"))));
    }
    let step = cycles.len().div_ceil(MOST_CYCLES);
    cycles.into_iter().step_by(step).collect()
}

/// How well apexes meet, and how well examples that are left out are reproduced.
fn note(action: &str, built: &Parametric, apexes: &[f64]) -> String {
    let timewarp = built.ensemble().registration().timewarp();
    let u = timewarp.u_at(0, apexes[0]);
    let mut frames: Vec<f64> =
        (1..apexes.len()).map(|n| (timewarp.at(n, u) - apexes[n]).abs() * 30.0).collect();
    frames.sort_by(f64::total_cmp);
    let middle = |sorted: &[f64]| sorted[sorted.len() / 2];
    let last = frames[frames.len() - 1];
    let apex =
        format!("apexes off by {:.1} frames of 1/30 s in the middle, {last:.1} at most", middle(&frames));
    if built.examples().len() <= built.measures().dimensions() + 1 {
        return format!("{action}: {apex}");
    }
    let offs = row::left_out(built);
    let cm = |metres: f64| 100.0 * metres;
    let within = offs.iter().filter(|off| **off <= 0.015).count();
    format!(
        "{action}: {apex}; left out, the {} others come within {:.2} cm in the middle, {:.1} cm at most, {within} within 1.5 cm",
        offs.len(),
        cm(middle(&offs)),
        cm(offs[offs.len() - 1])
    )
}
