//! Builds the page of the Studio with npm and esbuild inside `OUT_DIR` and lists its files for the program to hold.
//!
//! Without Node, or when the packages cannot be fetched, the build goes on with a warning, and `segue studio` refuses to
//! start with the reason.

#[path = "build/npm.rs"]
mod npm;

use std::env;
use std::error::Error;
use std::ffi::OsStr;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

fn main() -> Result<(), Box<dyn Error>> {
    let out = PathBuf::from(env::var("OUT_DIR")?);
    let web = PathBuf::from(env::var("CARGO_MANIFEST_DIR")?).join("web");
    npm::watch(&web);
    println!("cargo:rerun-if-changed=build.rs");
    println!("cargo:rerun-if-changed=build/npm.rs");
    let dist = out.join("dist");
    if dist.exists() {
        fs::remove_dir_all(&dist)?;
    }
    let missing = npm::bundle(&web, &out, "build.mjs", &dist).err().map(|error| error.to_string());
    if let Some(reason) = &missing {
        println!("cargo:warning=the page of `segue studio` was not built: {reason}");
    }
    fs::write(out.join("assets.rs"), listing(&dist, missing.as_deref())?)?;
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
