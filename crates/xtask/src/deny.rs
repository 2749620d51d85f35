//! `cargo xtask deny`: licences, advisories and duplicates of everything that is built in.

use std::process::Command;

use anyhow::{Context, Result};

use crate::step::{Step, succeeds};

/// Checks `deny.toml`. Two things come from elsewhere, and the run says which it had to do without: the crates of other platforms,
/// and the database of advisories.
pub(crate) fn run() -> Result<()> {
    if !succeeds("cargo deny --version") {
        // It runs for seconds; optimising it takes many minutes.
        Step::new("cargo-deny", "cargo install cargo-deny --locked --debug").run()?;
    }
    let reach = if succeeds("cargo fetch --locked") {
        String::new()
    } else {
        println!(
            "\nonly what this platform builds is checked: the crates of others cannot be downloaded from here"
        );
        format!("--offline --target {}", host()?)
    };
    let deny = |checks: &str| format!("cargo deny {reach} check --hide-inclusion-graph {checks}");
    Step::new("licences, duplicates and sources", &deny("licenses bans sources")).run()?;
    if succeeds("cargo deny fetch db") {
        return Step::new("advisories", &deny("advisories")).run();
    }
    println!("\nadvisories were NOT checked: their database cannot be fetched from here");
    Ok(())
}

/// The platform that the compiler builds for.
fn host() -> Result<String> {
    let output = Command::new("rustc").arg("-vV").output().context("starting rustc")?;
    let text = String::from_utf8(output.stdout)?;
    let host = text.lines().find_map(|line| line.strip_prefix("host: "));
    Ok(host.context("rustc does not name its host")?.to_owned())
}
