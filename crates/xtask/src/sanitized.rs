//! `cargo xtask fuzz --sanitized`: the one reader that is written in C, under the sanitizers of the C compiler.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, ensure};
use serde_json::Value;

use crate::step::Step;
use crate::workspace;

/// Files that are changed when none is named.
const SEEDS: [&str; 2] = ["crates/assay/seeds", "fuzz/seeds/fbx"];

/// Builds ufbx as Cargo.lock fixes it with the address and undefined-behaviour sanitizers, and reads changed files with it for so
/// long. Any finding ends the run with an error.
///
/// `UFBX_UBSAN` leaves out shifts by more than the width of a word, which its unpacking counts on where the processor defines them.
pub(crate) fn run(seconds: u64, files: &[&str]) -> Result<()> {
    let (driver, place) = (workspace::root().join("crates/assay/sanitized/fbx.c"), place()?);
    let (ufbx, program) = (ufbx()?, place.join("fbx"));
    let compiler = std::env::var("CC").unwrap_or_else(|_| "cc".to_owned());
    Step::new("ufbx with sanitizers", &format!("{compiler} -g -O1 -fno-omit-frame-pointer -DUFBX_UBSAN"))
        .arg("-fsanitize=address,undefined")
        .arg("-fno-sanitize-recover=all")
        .arg(format!("-I{}", ufbx.display()))
        .arg(driver)
        .arg(ufbx.join("ufbx.c"))
        .arg("-lm")
        .arg("-o")
        .arg(&program)
        .run()?;
    let mut step = Step::new("changed files", &program.to_string_lossy()).arg(seconds.to_string()).arg("1");
    for file in files.iter().map(PathBuf::from).map(Ok).chain(seeds()) {
        step = step.arg(file?);
    }
    step.run()
}

/// Where the program is built.
fn place() -> Result<PathBuf> {
    let place = workspace::root().join("target/sanitized");
    fs::create_dir_all(&place).with_context(|| format!("cannot make {}", place.display()))?;
    Ok(place)
}

/// The files that the repository brings.
fn seeds() -> impl Iterator<Item = Result<PathBuf>> {
    SEEDS.into_iter().flat_map(|folder| {
        let folder = workspace::root().join(folder);
        match fs::read_dir(&folder) {
            Ok(files) => files.map(|file| Ok(file?.path())).collect(),
            Err(error) => vec![Err(error).with_context(|| format!("no seeds in {}", folder.display()))],
        }
    })
}

/// Where the sources of ufbx lie.
fn ufbx() -> Result<PathBuf> {
    let output = Command::new("cargo")
        .args(["metadata", "--format-version", "1", "--locked"])
        .current_dir(workspace::root())
        .output()
        .context("starting cargo metadata")?;
    ensure!(output.status.success(), "cargo metadata: {}", String::from_utf8_lossy(&output.stderr));
    let metadata: Value = serde_json::from_slice(&output.stdout)?;
    let packages = metadata["packages"].as_array().into_iter().flatten();
    let manifest = packages
        .filter(|package| package["name"] == "ufbx")
        .find_map(|package| package["manifest_path"].as_str());
    let manifest = manifest.context("ufbx is no dependency")?;
    Ok(Path::new(manifest).with_file_name("ufbx"))
}
