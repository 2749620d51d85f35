//! Clips and rigs.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use segue_formats::{ReadOptions, read_file};
use segue_motion::{Anatomy, Clip, FrameRange, Skeleton, resting_skeleton};

/// Walks straight and in turns, runs, jumps, a kick, picking up, sneaking: twelve clips of eight actors.
const CLIPS: [&str; 12] = [
    "07_01", "16_15", "35_01", "16_17", "69_28", "16_35", "09_01", "16_01", "13_11", "10_03", "69_68",
    "120_09",
];

/// Longer clips are cut to as many frames.
const LONGEST: usize = 600;

/// A file with a figure.
pub(crate) struct Rig {
    pub(crate) name: String,
    pub(crate) skeleton: Arc<Skeleton>,
}

pub(crate) struct Captures {
    folder: PathBuf,
    pub(crate) clips: Vec<Clip>,
}

impl Captures {
    pub(crate) fn find(folder: Option<String>) -> Option<Self> {
        let folder = folder.map(PathBuf::from).or_else(segue_captures::folder)?;
        let clip = |name: &&str| {
            let path = folder.join("cmu_bvh").join(format!("{name}.bvh"));
            let clip = read_file(path, &ReadOptions::default()).ok()?.clips.swap_remove(0);
            let range = FrameRange { first: 0, last: clip.last_frame().min(LONGEST - 1) };
            Some(clip.slice(range))
        };
        let clips: Vec<Clip> = CLIPS.iter().filter_map(clip).collect();
        (clips.len() > 1).then_some(Self { folder, clips })
    }

    /// The human figures below the folder, and the files that are none with the reason.
    pub(crate) fn rigs(&self) -> (Vec<Rig>, Vec<(String, String)>) {
        let (mut rigs, mut refused) = (Vec::new(), Vec::new());
        for folder in ["glb", "fbx", "other_bvh", "rigs"] {
            let mut files = Vec::new();
            gather(&self.folder.join(folder), &mut files);
            files.sort();
            for file in files {
                let name = file.strip_prefix(&self.folder).unwrap_or(&file).display().to_string();
                match figure(&file) {
                    Ok(skeleton) => rigs.push(Rig { name, skeleton }),
                    Err(reason) => refused.push((name, reason)),
                }
            }
        }
        (rigs, refused)
    }
}

fn figure(file: &Path) -> Result<Arc<Skeleton>, String> {
    let import = read_file(file, &ReadOptions::default()).map_err(|error| error.to_string())?;
    let skeleton = import.clips.first().map_or_else(|| import.figure.skeleton.clone(), resting_skeleton);
    Anatomy::of(&skeleton).humanoid().map_err(|reason| reason.to_string())?;
    Ok(skeleton)
}

fn gather(folder: &Path, files: &mut Vec<PathBuf>) {
    let Ok(entries) = std::fs::read_dir(folder) else { return };
    for path in entries.filter_map(|entry| Some(entry.ok()?.path())) {
        let extension = path.extension().map(|extension| extension.to_string_lossy().to_lowercase());
        if path.is_dir() {
            gather(&path, files);
        } else if matches!(extension.as_deref(), Some("glb" | "gltf" | "fbx" | "bvh" | "vrma")) {
            files.push(path);
        }
    }
}
