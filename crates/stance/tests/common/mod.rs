//! Real captures; without them nothing is tested.
#![allow(clippy::unwrap_used, reason = "helpers of tests")]
#![allow(dead_code, reason = "each test file takes what it needs")]

pub(crate) mod other;
pub(crate) mod requests;

use std::path::PathBuf;

use segue_formats::{ReadOptions, read_file};
use segue_motion::{Anatomy, Clip, PlantSettings, RateVerdict, check_rate, find_plants};

pub(crate) fn folder() -> Option<PathBuf> {
    segue_captures::file("cmu_bvh")
}

/// A capture with its plants, at the rate that its header states.
pub(crate) fn as_stated(name: &str) -> Option<Clip> {
    let path = segue_captures::file(&format!("cmu_bvh/{name}.bvh"))?;
    let clip = read_file(path, &ReadOptions::default()).unwrap().clips.remove(0);
    Some(planted(clip))
}

fn planted(clip: Clip) -> Clip {
    let plants = find_plants(&clip, &Anatomy::of(clip.skeleton()), &PlantSettings::default());
    clip.with_constraints(plants).unwrap()
}

/// A capture with its plants, at the rate that its flights tell.
pub(crate) fn capture(name: &str) -> Option<Clip> {
    let clip = as_stated(name)?;
    let check = check_rate(&clip, &Anatomy::of(clip.skeleton())).unwrap();
    let rate = check.likely_rate().filter(|_| check.verdict() == RateVerdict::Contradicts);
    Some(match rate {
        Some(rate) => planted(clip.with_rate(rate).unwrap()),
        None => clip,
    })
}

/// The names of all captures.
pub(crate) fn names() -> Vec<String> {
    let Some(folder) = folder() else { return Vec::new() };
    let files = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let bvh = files.filter(|path| path.extension().is_some_and(|kind| kind == "bvh"));
    let mut names: Vec<String> =
        bvh.map(|path| path.file_stem().unwrap().to_string_lossy().into_owned()).collect();
    names.sort();
    names
}
