//! `cargo xtask deny`: licences, advisories and duplicates of everything that is built in.

use anyhow::Result;

use crate::step::{Step, succeeds};

/// Checks `deny.toml`. Advisories need a database that cargo-deny fetches; where it cannot be had, the other checks run and the run
/// says that advisories were not looked at.
pub(crate) fn run() -> Result<()> {
    if !succeeds("cargo deny --version") {
        Step::new("cargo-deny", "cargo install cargo-deny --locked").run()?;
    }
    Step::new("licences, duplicates and sources", "cargo deny --offline check licenses bans sources")
        .run()?;
    if succeeds("cargo deny fetch db") || succeeds("cargo deny --offline check advisories") {
        Step::new("advisories", "cargo deny --offline check advisories").run()
    } else {
        println!("\nadvisories were NOT checked: the database of advisories cannot be fetched from here");
        Ok(())
    }
}
