//! Everything that reads bytes, and what comes after reading.

mod chains;
mod figure;
mod motion_files;
mod requests;
mod stored;
mod texts;

use std::path::PathBuf;

use crate::Target;

/// All targets, in the order in which they run.
pub const NAMES: [&str; 20] = [
    "bvh",
    "acclaim",
    "gltf",
    "glb",
    "fbx",
    "npz",
    "container",
    "library",
    "clip",
    "registration",
    "parametric",
    "stances",
    "web",
    "plants",
    "weights",
    "map",
    "sketch",
    "requests",
    "blend-chain",
    "search-chain",
];

/// A target with its seeds.
///
/// # Panics
/// When there is no such target.
pub fn make(name: &str) -> Target {
    match name {
        "bvh" => motion_files::bvh(),
        "acclaim" => motion_files::acclaim(),
        "gltf" => motion_files::gltf(),
        "glb" => motion_files::glb(),
        "fbx" => motion_files::fbx(),
        "npz" => motion_files::npz(),
        "container" => stored::container(),
        "library" => stored::library(),
        "clip" => stored::clip(),
        "registration" => stored::registration(),
        "parametric" => stored::parametric(),
        "stances" => stored::stances(),
        "web" => stored::web(),
        "plants" => texts::plants(),
        "weights" => texts::weights(),
        "map" => texts::map(),
        "sketch" => texts::sketch(),
        "requests" => requests::requests(),
        "blend-chain" => chains::blend(),
        "search-chain" => chains::search(),
        _ => panic!("there is no target `{name}`"),
    }
}

/// A folder for a target of this run; in memory where the system has such a place.
fn folder(name: &str) -> PathBuf {
    let memory = PathBuf::from("/dev/shm");
    let place = if memory.is_dir() { memory } else { std::env::temp_dir() };
    let folder = place.join(format!("segue-assay-{}-{name}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder for what is read");
    folder
}

/// A folder that goes with its target.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        Self(folder(name))
    }

    /// A file of it with these bytes.
    fn file(&self, name: &str, bytes: &[u8]) -> PathBuf {
        let path = self.0.join(name);
        std::fs::write(&path, bytes).expect("there is room for what is read");
        path
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        // What cannot be removed lies in a folder for temporary files.
        let _ = std::fs::remove_dir_all(&self.0);
    }
}
