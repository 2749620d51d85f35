//! Real motion capture, where it is at hand.
#![allow(
    clippy::unwrap_used,
    clippy::print_stdout,
    reason = "tests stop at the first surprise and say what they skip"
)]

mod acclaim;
mod bvh;
mod dirt;
mod fbx;
mod gaits;
mod glb;
mod jumps;
mod motion;
mod rates;
mod rigs;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use segue_captures::folder as mocap;
use segue_formats::ReadOptions;

/// Reading that mends nothing, so that values can be compared with those of the file.
fn as_written() -> ReadOptions {
    ReadOptions { repair: false, ..ReadOptions::default() }
}

/// The files of a folder with an extension, in order.
fn files(folder: &Path, extension: &str) -> Vec<PathBuf> {
    let mut files: Vec<PathBuf> =
        std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.retain(|path| path.extension().is_some_and(|found| found == extension));
    files.sort();
    files
}

/// The rows of the index: file to (frames, joints).
fn index(mocap: &Path) -> BTreeMap<String, (usize, usize)> {
    let text = std::fs::read_to_string(mocap.join("INDEX.md")).unwrap();
    let row = |line: &str| {
        let cells: Vec<&str> = line.split('|').map(str::trim).collect();
        let file = cells.get(1)?.split(" + ").next()?.to_owned();
        Some((file, (cells.get(7)?.parse().ok()?, cells.get(10)?.parse().ok()?)))
    };
    text.lines().filter_map(row).collect()
}
