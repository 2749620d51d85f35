//! The same queries put to other people's libraries.

use std::path::Path;
use std::process::Command;

use rustix::time::{ClockId, clock_gettime};
use segue_motion::{Clip, ClipId, Pose, Rigid};
use segue_search::{Extended, Index, SearchSettings, Segment};
use serde_json::{Value, json};

use crate::captures::{Repetition, Table, is_related};

/// Every so many repetitions one is a query: the others take minutes for all.
const APART: usize = 4;

/// What the script reads.
#[derive(Default)]
pub(crate) struct Points {
    frames: Vec<usize>,
    values: Vec<f32>,
}

impl Points {
    /// Takes up the joints of a clip relative to its root, at the frames the index compares.
    pub(crate) fn push(&mut self, clip: &Clip, frames: usize) {
        let step = clip.last_frame() as f64 / (frames - 1) as f64;
        let (mut pose, mut world_from_joint) = (Pose::rest(clip.skeleton()), Vec::<Rigid>::new());
        for frame in 0..frames {
            clip.sample_into(frame as f64 * step, &mut pose);
            pose.world_from_joints(clip.skeleton(), &mut world_from_joint);
            let root = world_from_joint[0].translation;
            let joints = world_from_joint[1..].iter().map(|joint| joint.translation - root);
            self.values.extend(joints.flat_map(|place| place.to_array()));
        }
        self.frames.push(frames);
    }

    fn save(&self, folder: &Path, queries: &[&Repetition]) {
        let bytes: Vec<u8> = self.values.iter().flat_map(|value| value.to_le_bytes()).collect();
        std::fs::write(folder.join("points.f32"), bytes).unwrap();
        let values = self.values.len() / self.frames.iter().sum::<usize>();
        let place = |query: &&Repetition| {
            let Segment { clip, first, last } = query.segment;
            [clip.index(), first, last]
        };
        let queries: Vec<[usize; 3]> = queries.iter().map(place).collect();
        let about = json!({ "clips": self.frames, "values": values, "queries": queries });
        std::fs::write(folder.join("clips.json"), about.to_string()).unwrap();
    }
}

/// Time and recall of ours and theirs, if `SEGUE_PEERS` names a Python that has them.
///
/// Theirs have no rule for how near is near enough, so each may stop, for every query, right before its first unrelated
/// match: they are given the best limit there is.
pub(crate) fn run(index: &Index, truth: &[Repetition], points: &Points) {
    let Some(python) = std::env::var_os("SEGUE_PEERS") else {
        println!("\nwithout SEGUE_PEERS nothing is compared with other libraries");
        return;
    };
    let queries: Vec<&Repetition> = truth.iter().step_by(APART).collect();
    println!("\nagainst others, {} queries", queries.len());
    for (name, extended) in [("ours", None), ("ours, extended", Some(Extended::default()))] {
        let look = SearchSettings { extended, ..SearchSettings::default() };
        let started = processor_secs();
        let searched = |query: &&Repetition| {
            let graph = index.search(query.segment, &look).unwrap();
            graph.nodes()[1..].iter().map(|node| node.segment).collect::<Vec<_>>()
        };
        let found: Vec<Vec<Segment>> = queries.iter().map(searched).collect();
        report(name, processor_secs() - started, truth, &queries, &found);
    }
    let folder = std::env::temp_dir().join(format!("segue-peers-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    points.save(&folder, &queries);
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/../../benches/peers/search.py");
    let output = Command::new(python).arg(script).arg(&folder).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    for line in String::from_utf8(output.stdout).unwrap().lines() {
        let theirs: Value = serde_json::from_str(line).unwrap();
        let found: Vec<Vec<[usize; 3]>> = serde_json::from_value(theirs["found"].clone()).unwrap();
        let segment = |&[clip, first, last]: &[usize; 3]| Segment { clip: ClipId::new(clip), first, last };
        let found: Vec<Vec<Segment>> = found
            .iter()
            .zip(&queries)
            .map(|(found, query)| {
                let apart = |found: &Segment| found.overlap(&query.segment) < 0.5;
                let is_related = |found: &Segment| is_related(truth, query, found);
                found.iter().map(segment).filter(apart).take_while(is_related).collect()
            })
            .collect();
        let name = theirs["name"].as_str().unwrap();
        report(name, theirs["seconds"].as_f64().unwrap(), truth, &queries, &found);
    }
    std::fs::remove_dir_all(folder).unwrap();
}

fn report(name: &str, secs: f64, truth: &[Repetition], queries: &[&Repetition], found: &[Vec<Segment>]) {
    let mut table = Table::default();
    for (query, found) in queries.iter().zip(found) {
        table.add(truth, query, found);
    }
    let per_query = 1e3 * secs / queries.len() as f64;
    println!("{name:<26} {per_query:>9.1} ms a query  {}", table.recalls());
}

/// Processor time of all threads.
pub(crate) fn processor_secs() -> f64 {
    let time = clock_gettime(ClockId::ProcessCPUTime);
    time.tv_sec as f64 + 1e-9 * time.tv_nsec as f64
}
