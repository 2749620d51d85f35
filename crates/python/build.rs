//! Builds the viewport for notebooks from the page of the Studio, inside `OUT_DIR`.
//!
//! Without Node, or when the packages cannot be fetched, the build goes on with a warning, and `clip.view()` raises an error with
//! the reason.

#[path = "../studio/build/npm.rs"]
mod npm;

use std::env;
use std::error::Error;
use std::fs;
use std::path::PathBuf;

fn main() -> Result<(), Box<dyn Error>> {
    let out = PathBuf::from(env::var("OUT_DIR")?);
    let web = PathBuf::from(env::var("CARGO_MANIFEST_DIR")?).join("../studio/web");
    npm::watch(&web);
    println!("cargo:rerun-if-changed=build.rs");
    println!("cargo:rerun-if-changed=../studio/build/npm.rs");
    let page = out.join("view.html");
    let made = match npm::bundle(&web, &out, "viewer.mjs", &page) {
        Ok(()) => format!("Ok(include_str!({:?}))", page.to_string_lossy()),
        Err(reason) => {
            println!("cargo:warning=the viewport for notebooks was not built: {reason}");
            format!("Err({:?})", reason.to_string())
        }
    };
    fs::write(out.join("view.rs"), format!("const PAGE: Result<&str, &str> = {made};\n"))?;
    Ok(())
}
