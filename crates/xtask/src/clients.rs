//! `cargo xtask clients`: opens what we write in other people's programs.

use anyhow::Result;

use crate::step::{Step, succeeds};

/// Installs Blender, Godot, three.js and the Khronos validator when they are missing, builds Bevy, then compares their joint
/// positions with ours.
pub(crate) fn run() -> Result<()> {
    // The script that Blender runs needs NumPy.
    let numpy = "blender --background --python-exit-code 1 --python-expr __import__('numpy')";
    if !succeeds(numpy) || !succeeds("which godot3-server") {
        Step::new("package list", "apt-get update").run()?;
        let packages = "blender python3-numpy godot3-server";
        let line = format!("apt-get install --yes --no-install-recommends {packages}");
        Step::new("Blender and Godot", &line).run()?;
    }
    Step::new("three.js", "npm ci --prefix tools/clients").run()?;
    Step::new("the Khronos validator", "npm ci --prefix tools/validator").run()?;
    // With one job: Bevy would take all memory and all cores of a small machine.
    Step::new("Bevy", "cargo build --jobs 1 --locked").within("tools/clients/bevy").run()?;
    Step::new("the helper for Bevy", "cargo test --jobs 1 --locked").within("tools/clients/bevy").run()?;
    // The tests are ignored in the ordinary run, since Blender takes 300 MB and minutes.
    Step::new("clients", "cargo test --workspace --locked --test clients -- --ignored --nocapture").run()
}
