//! Bundles the sources of the page with npm and esbuild.

use std::error::Error;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// What pages are made of. Only what exists is watched: a path that is not there makes every build run this again.
const SOURCES: [&str; 8] = [
    "build.mjs",
    "favicon.svg",
    "index.html",
    "package.json",
    "package-lock.json",
    "src",
    "styles",
    "viewer.mjs",
];

/// Runs a build script again when one of these changes.
pub(crate) fn watch(web: &Path) {
    for path in SOURCES.iter().map(|source| web.join(source)).filter(|path| path.exists()) {
        println!("cargo:rerun-if-changed={}", path.display());
    }
}

/// Copies the sources to `OUT_DIR`, since a build may write nowhere else, and lets a script of theirs make `made` there.
pub(crate) fn bundle(web: &Path, out: &Path, script: &str, made: &Path) -> Result<(), Box<dyn Error>> {
    let work: PathBuf = out.join("web");
    fs::create_dir_all(&work)?;
    let lock = "package-lock.json";
    let installed = work.join("node_modules").exists()
        && fs::read(work.join(lock)).ok() == Some(fs::read(web.join(lock))?);
    for source in SOURCES {
        copy(&web.join(source), &work.join(source))?;
    }
    if !installed {
        let arguments = ["ci", "--omit=dev", "--ignore-scripts", "--no-audit", "--no-fund"];
        run("npm", &arguments, &work).inspect_err(|_| {
            // Half an installation must not count as one.
            let _ = fs::remove_dir_all(work.join("node_modules"));
        })?;
    }
    run("node", &[script, &made.to_string_lossy()], &work)
}

fn run(program: &str, arguments: &[&str], folder: &Path) -> Result<(), Box<dyn Error>> {
    let program = if cfg!(windows) && program == "npm" { "npm.cmd" } else { program };
    let output = Command::new(program).args(arguments).current_dir(folder).output();
    let output =
        output.map_err(|error| format!("cannot run {program} ({error}); install Node 20 or later"))?;
    if output.status.success() {
        return Ok(());
    }
    let text = String::from_utf8_lossy(&output.stderr);
    let last =
        text.lines().rev().take(5).collect::<Vec<_>>().into_iter().rev().collect::<Vec<_>>().join(" | ");
    Err(format!("{program} {} failed: {last}", arguments[0]).into())
}

/// Copies a file or a folder, and removes what the folder no longer has.
fn copy(from: &Path, to: &Path) -> std::io::Result<()> {
    if !from.is_dir() {
        return fs::copy(from, to).map(|_| ());
    }
    if to.exists() {
        fs::remove_dir_all(to)?;
    }
    fs::create_dir_all(to)?;
    for entry in fs::read_dir(from)? {
        let entry = entry?;
        copy(&entry.path(), &to.join(entry.file_name()))?;
    }
    Ok(())
}
