//! Real motion capture, where it is at hand: `SEGUE_MOCAP`, or `shared/mocap` beside the workspace.

mod bvh;

use std::path::{Path, PathBuf};

/// The folder of real files, or `None` with a word about it.
fn mocap() -> Option<PathBuf> {
    let beside = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/mocap");
    let folder = std::env::var_os("SEGUE_MOCAP").map_or(beside, PathBuf::from);
    if folder.is_dir() {
        return Some(folder);
    }
    println!("skipped: no mocap");
    None
}

/// The files of a folder with an extension, in order.
fn files(folder: &Path, extension: &str) -> Vec<PathBuf> {
    let mut files: Vec<PathBuf> =
        std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.retain(|path| path.extension().is_some_and(|found| found == extension));
    files.sort();
    files
}
