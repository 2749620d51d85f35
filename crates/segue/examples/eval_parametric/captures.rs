//! Captures, cut where `truth.json` says that an action begins and ends.

use std::path::Path;

use segue::formats::{ReadOptions, read_file};
use segue::motion::{Clip, ClipId, ConstraintKind, FrameRange};
use serde_json::Value;

use crate::row::{self, Action, Built};

/// File, action, side, what is measured: in the order of the files, which decides about their halves.
const ACTIONS: [(&str, &str, &str, &str); 11] = [
    ("144_01", "cartwheel", "right foot first", "root.final"),
    ("144_03", "walk in eights", CYCLES, "root.final"),
    ("144_05", "kick, right", "right", "ankle.r @apex"),
    ("144_09", "kick, left", "left", "ankle.l @apex"),
    ("144_11", "lunge", "left", "min(hips.y), ankle.l.z @apex"),
    ("144_13", "punch, left", "left", "wrist.l @apex"),
    ("144_15", "spin and reach", "left", "wrist.l @apex"),
    ("144_20", "punch, right", "right", "wrist.r @apex"),
    ("144_22", "reach, left", "left", "wrist.l @apex"),
    ("144_24", "reach, right", "right", "wrist.r @apex"),
    ("144_33", "walk", CYCLES, "root.final"),
];

/// In place of a side: the walk is cut into its cycles.
const CYCLES: &str = "cycles";

/// Seconds from a strike of one foot to its next.
const CYCLE_SECS: std::ops::Range<f64> = 0.85..1.5;

/// An action of the captures.
pub(crate) struct Captured {
    pub(crate) built: Built,
    /// When each repetition is farthest out, where that is annotated.
    apexes: Vec<f64>,
}

pub(crate) fn run() -> Vec<Captured> {
    let Some(folder) = segue_captures::folder() else { return Vec::new() };
    let truth: Value = serde_json::from_slice(&std::fs::read(folder.join("truth.json")).unwrap()).unwrap();
    let mut all = Vec::new();
    for (place, (file, name, side, measure)) in ACTIONS.into_iter().enumerate() {
        if !crate::is_wanted(name) {
            continue;
        }
        let clip = capture(&folder, file);
        let (clips, apexes) =
            if side == CYCLES { (cycles(&clip), Vec::new()) } else { repetitions(&clip, &truth, file, side) };
        let half = if place.is_multiple_of(2) { "tuned" } else { "untouched" };
        let action = Action { name, half, measure };
        all.push(Captured { built: row::print(action, &clips), apexes });
    }
    all
}

/// A capture with its plants.
fn capture(folder: &Path, name: &str) -> Clip {
    let file = folder.join(format!("cmu_bvh/{name}.bvh"));
    let clip = read_file(&file, &ReadOptions::default()).unwrap().clips.remove(0);
    let plants = segue::files::detect_plants(&clip);
    clip.with_constraints(plants).unwrap()
}

/// The repetitions of a side, and when each is farthest out, in seconds.
fn repetitions(clip: &Clip, truth: &Value, file: &str, side: &str) -> (Vec<Clip>, Vec<f64>) {
    let all = truth[format!("{file}.bvh")].as_array().unwrap().iter().filter(|one| one["side"] == side);
    let cut = |one: &Value| {
        let [first, apex, last] = ["start", "apex", "end"].map(|key| one[key].as_u64().unwrap() as usize);
        let range = FrameRange { first, last: last.min(clip.last_frame()) };
        (clip.slice(range).renamed(format!("{file}@{range}")), (apex - first) as f64 / clip.rate())
    };
    all.map(cut).unzip()
}

/// From strike to strike of the right foot.
fn cycles(clip: &Clip) -> Vec<Clip> {
    let strikes: Vec<usize> =
        clip.constraints().of(ConstraintKind::RightHeel).iter().map(|range| range.first).collect();
    let ranges = strikes.windows(2).map(|pair| FrameRange { first: pair[0], last: pair[1] });
    let steady = ranges.filter(|range| CYCLE_SECS.contains(&(range.len() as f64 / clip.rate())));
    steady.map(|range| clip.slice(range).renamed(format!("{}@{range}", clip.name()))).collect()
}

impl Captured {
    /// A row about how well apexes meet, and how well examples that are left out are reproduced.
    pub(crate) fn print(&self) {
        let Built { action, parametric, .. } = &self.built;
        if self.apexes.is_empty() || parametric.examples().len() <= parametric.measures().dimensions() + 1 {
            return;
        }
        let timewarp = parametric.ensemble().registration().timewarp();
        let u = timewarp.u_at(ClipId::FIRST, self.apexes[0]);
        let mut frames: Vec<f64> = (1..self.apexes.len())
            .map(|n| (timewarp.at(ClipId::new(n), u) - self.apexes[n]).abs() * 30.0)
            .collect();
        frames.sort_by(f64::total_cmp);
        let middle = |sorted: &[f64]| sorted[sorted.len() / 2];
        let offs = row::left_out(parametric);
        let within = offs.iter().filter(|off| **off <= 0.015).count();
        println!(
            "| {} | {} | {:.1}, {:.1} | {:.2}, {:.1} | {within} of {} |",
            action.name,
            action.half,
            middle(&frames),
            frames[frames.len() - 1],
            100.0 * middle(&offs),
            100.0 * offs[offs.len() - 1],
            offs.len()
        );
    }
}
