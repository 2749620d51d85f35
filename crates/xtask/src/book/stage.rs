//! The files that the commands of the book name: samples under the names of captures.

use std::fs;
use std::path::Path;
use std::process::Command;

use anyhow::{Context, Result, ensure};

use crate::workspace;

/// What the files are made with.
const SCRIPT: &str = include_str!("stage.sh");

/// Makes every file in a folder that is empty.
pub(super) fn set(folder: &Path, program: &Path) -> Result<()> {
    fs::create_dir_all(folder.join("docs"))?;
    copy(&workspace::root().join("docs/sketches"), &folder.join("docs/sketches"))?;
    let output = shell(folder, program, SCRIPT).output().context("starting sh")?;
    ensure!(output.status.success(), "the files of the book: {}", String::from_utf8_lossy(&output.stderr));
    Ok(())
}

/// Lines for the shell, where `segue` is the program.
pub(super) fn shell(folder: &Path, program: &Path, lines: &str) -> Command {
    let mut command = Command::new("sh");
    let own = program.parent().unwrap_or(Path::new("")).display().to_string();
    let path = format!("{own}:{}", std::env::var("PATH").unwrap_or_default());
    command.args(["-euc", lines]).current_dir(folder).env("PATH", path).stdin(std::process::Stdio::null());
    command
}

/// Copies a folder with all that is in it.
pub(super) fn copy(from: &Path, to: &Path) -> Result<()> {
    fs::create_dir_all(to)?;
    for entry in fs::read_dir(from).with_context(|| format!("reading {}", from.display()))? {
        let path = entry?.path();
        let target = to.join(path.file_name().unwrap_or_default());
        if path.is_dir() {
            copy(&path, &target)?;
        } else {
            fs::copy(&path, &target)?;
        }
    }
    Ok(())
}
