//! Where the real captures lie. Tests, benchmarks and evaluations ask here; nothing that users get depends on this crate.
//!
//! The captures are no part of the repository. They are looked for in the folder that the variable `SEGUE_MOCAP` names, or in
//! `shared/mocap` beside the workspace. Where they are missing, [`folder`] and [`file()`] say `skipped: no mocap` and a test
//! returns early:
//!
//! ```
//! fn walks_are_alike() {
//!     let Some(walk) = segue_captures::file("cmu_bvh/16_15.bvh") else { return };
//!     assert!(walk.is_file());
//! }
//! # walks_are_alike();
//! ```
//!
//! A test that returned early has tested nothing. With `SEGUE_MOCAP_REQUIRED=1` a missing folder or file is therefore a failure.
#![allow(clippy::print_stdout, reason = "skipped tests say so")]

use std::path::PathBuf;

/// The folder of captures.
///
/// # Panics
/// When there is none and captures are required.
pub fn folder() -> Option<PathBuf> {
    present(place(), is_required())
}

/// A file or folder among the captures, by its path in their folder.
///
/// # Panics
/// When it is missing and captures are required.
pub fn file(path: &str) -> Option<PathBuf> {
    present(folder()?.join(path), is_required())
}

fn place() -> PathBuf {
    let beside = || PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared/mocap"));
    std::env::var_os("SEGUE_MOCAP").map_or_else(beside, PathBuf::from)
}

fn is_required() -> bool {
    std::env::var_os("SEGUE_MOCAP_REQUIRED").is_some_and(|value| value == "1")
}

fn present(path: PathBuf, is_required: bool) -> Option<PathBuf> {
    if path.exists() {
        return Some(path);
    }
    assert!(!is_required, "SEGUE_MOCAP_REQUIRED is 1, but there is no {}", path.display());
    println!("skipped: no mocap ({})", path.display());
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    fn nowhere() -> PathBuf {
        PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("no such folder")
    }

    #[test]
    fn what_is_there_is_found() {
        let here = PathBuf::from(env!("CARGO_MANIFEST_DIR"));
        for is_required in [false, true] {
            assert_eq!(present(here.clone(), is_required), Some(here.clone()));
        }
    }

    #[test]
    fn what_is_missing_is_skipped() {
        assert_eq!(present(nowhere(), false), None);
    }

    #[test]
    #[should_panic(expected = "SEGUE_MOCAP_REQUIRED is 1, but there is no ")]
    fn what_is_missing_fails_where_it_is_required() {
        present(nowhere(), true);
    }
}
