//! Builds the page of the Studio with npm and esbuild inside `OUT_DIR` and lists its files for the program to hold.
//!
//! Without Node, or when the packages cannot be fetched, the build goes on with a warning, and `segue studio` refuses to
//! start with the reason.

use std::env;
use std::error::Error;
use std::ffi::OsStr;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// What the page is made of. Only what exists is watched: a path that is not there makes every build run this again.
const SOURCES: [&str; 7] =
    ["build.mjs", "favicon.svg", "index.html", "package.json", "package-lock.json", "src", "styles"];

fn main() -> Result<(), Box<dyn Error>> {
    let out = PathBuf::from(env::var("OUT_DIR")?);
    let web = PathBuf::from(env::var("CARGO_MANIFEST_DIR")?).join("web");
    let watched = SOURCES.iter().map(|source| web.join(source)).filter(|path| path.exists());
    for path in watched.chain(["build.rs".into()]) {
        println!("cargo:rerun-if-changed={}", path.display());
    }
    let dist = out.join("dist");
    let missing = bundle(&web, &out, &dist).err().map(|error| error.to_string());
    if let Some(reason) = &missing {
        println!("cargo:warning=the page of `segue studio` was not built: {reason}");
    }
    fs::write(out.join("assets.rs"), listing(&dist, missing.as_deref())?)?;
    Ok(())
}

/// Copies the sources to `OUT_DIR`, since a build may write nowhere else, and bundles them there.
fn bundle(web: &Path, out: &Path, dist: &Path) -> Result<(), Box<dyn Error>> {
    let work = out.join("web");
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
    if dist.exists() {
        fs::remove_dir_all(dist)?;
    }
    run("node", &["build.mjs", &dist.to_string_lossy()], &work)
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

/// Rust text that lists the files of the page with their bytes, or says why there are none.
fn listing(dist: &Path, missing: Option<&str>) -> Result<String, Box<dyn Error>> {
    let mut files: Vec<(String, String)> = Vec::new();
    if missing.is_none() {
        for entry in fs::read_dir(dist)? {
            let entry = entry?;
            if entry.file_type()?.is_file() {
                let text = |name: &OsStr| name.to_string_lossy().into_owned();
                files.push((text(&entry.file_name()), text(entry.path().as_os_str())));
            }
        }
    }
    files.sort();
    let mut text = String::from("const FILES: &[(&str, &[u8])] = &[\n");
    for (name, path) in &files {
        writeln!(text, "    ({name:?}, include_bytes!({path:?})),")?;
    }
    writeln!(text, "];\nconst MISSING: Option<&str> = {missing:?};")?;
    Ok(text)
}
