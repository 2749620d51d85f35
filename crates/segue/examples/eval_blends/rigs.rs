//! Game rigs with loops of walks and runs.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use segue::motion::Clip;

use crate::captures::{folders_in, read};

/// Clips whose names have one of these in them go somewhere …
const GAITS: [&str; 5] = ["walk", "run", "jog", "sprint", "strafe"];

/// … unless they have one of these.
const NOT_GAITS: [&str; 2] = ["jump", "pose"];

/// Files of figures with clips.
const FORMATS: [&str; 5] = ["glb", "gltf", "fbx", "bvh", "vrma"];

/// Loops that move one rig.
pub(crate) struct Rig {
    pub(crate) loops: Vec<Clip>,
}

/// The rigs of a folder of captures that have more than one gait.
pub(crate) fn of(folder: &Path) -> Vec<Rig> {
    let mut folders = folders_in(&folder.join("rigs"));
    folders.push(folder.join("glb"));
    let rigs = folders.iter().flat_map(|folder| rigs_in(folder));
    rigs.filter(|rig| rig.loops.len() > 1).collect()
}

/// Clips of a folder that move the same joints are of one rig.
fn rigs_in(folder: &Path) -> Vec<Rig> {
    let mut rigs: BTreeMap<Vec<String>, Rig> = BTreeMap::new();
    for file in files_in(folder) {
        let stem = file.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        for clip in read(&file).into_iter().filter(|clip| is_gait(clip.name()) || is_gait(&stem)) {
            let joints = clip.skeleton().joints().iter().map(|joint| joint.name.clone()).collect();
            let rig = rigs.entry(joints).or_insert_with(|| Rig { loops: Vec::new() });
            let name = if is_gait(clip.name()) { clip.name().to_owned() } else { stem.clone() };
            rig.loops.push(clip.renamed(name));
        }
    }
    rigs.into_values().collect()
}

fn is_gait(name: &str) -> bool {
    let name = name.to_lowercase();
    GAITS.iter().any(|gait| name.contains(gait)) && !NOT_GAITS.iter().any(|other| name.contains(other))
}

fn files_in(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).into_iter().flatten().filter_map(|entry| Some(entry.ok()?.path()));
    let known =
        |path: &PathBuf| path.extension().is_some_and(|end| FORMATS.iter().any(|known| end == *known));
    let mut files: Vec<PathBuf> = entries.filter(known).collect();
    files.sort();
    files
}
