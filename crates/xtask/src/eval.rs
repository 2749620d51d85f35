//! `cargo xtask eval NAME`: how well an algorithm does on labelled data.

use anyhow::{Result, bail};

use crate::step::Step;

/// Runs the evaluation of that name: the example `eval` of the crate.
pub(crate) fn run(name: &str) -> Result<()> {
    if name != "search" {
        bail!("there is no evaluation `{name}`; there is: search");
    }
    let line = format!("cargo run --locked --release --package segue-{name} --example eval");
    Step::new(format!("evaluate {name}"), &line).run()
}
