//! `cargo xtask clients`: opens what we write in other people's programs.

use anyhow::Result;

use crate::step::{Step, succeeds};

/// Installs Blender, three.js and the Khronos validator when they are missing, then compares their joint positions with ours.
pub(crate) fn run() -> Result<()> {
    if !succeeds("blender --version") {
        Step::new("package list", "apt-get update").run()?;
        Step::new("Blender", "apt-get install --yes --no-install-recommends blender python3-numpy").run()?;
    }
    Step::new("three.js", "npm ci --prefix tools/clients").run()?;
    Step::new("the Khronos validator", "npm ci --prefix tools/validator").run()?;
    // The tests are ignored in the ordinary run, since Blender takes 300 MB and minutes.
    Step::new(
        "clients",
        "cargo test --package segue-formats --locked --test clients -- --ignored --nocapture",
    )
    .run()
}
