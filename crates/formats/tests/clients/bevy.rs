//! Bevy loads rigs that carry a changed clip, plays it, and has the nodes where the clip has them.

use std::path::{Path, PathBuf};
use std::process::Command;

use segue_formats::{Format, ReadOptions, read_file};
use segue_motion::Clip;
use serde_json::Value;

use super::rigs::{TOLERANCE, all_rigs, changed, tools, worst, write};

/// Rigs of all families; one whose textures Bevy was built without is listed as not run.
const RIGS: [&str; 9] = [
    "Knight.glb",
    "Rig_Medium_MovementBasic.glb",
    "platformer_player.glb",
    "boxman.glb",
    "Xbot.glb",
    "m2m-wrong-bone-names.glb",
    "kaiju-animations.glb",
    "Fox.glb",
    "CesiumMan.glb",
];

/// The program that `cargo xtask clients` builds.
fn player() -> PathBuf {
    tools().join("clients/bevy/target/debug/segue-bevy-check")
}

/// Where Bevy has the nodes of a file at some frames; `Err` with what it said where it cannot load the file.
fn bevy(file: &Path, clip: &Clip, frames: &[usize]) -> Result<Value, String> {
    // Keys lie at 32-bit times.
    let times: Vec<String> =
        frames.iter().map(|&frame| f64::from((frame as f64 / clip.rate()) as f32).to_string()).collect();
    let run = Command::new(player())
        .arg(file)
        .args([clip.name(), &times.join(",")])
        .output()
        .expect("the player starts; `cargo xtask clients` builds it");
    let told = String::from_utf8_lossy(&run.stdout).into_owned();
    let line = told.lines().find(|line| line.starts_with('{'));
    let failed = || {
        let said = String::from_utf8_lossy(&run.stderr).into_owned();
        said.lines()
            .find(|line| line.contains("rror") || line.contains("panicked"))
            .unwrap_or(&said)
            .to_owned()
    };
    line.and_then(|line| serde_json::from_str(line).ok()).ok_or_else(failed)
}

#[test]
#[ignore = "needs Bevy, which takes half an hour to build"]
fn rigs_play_in_bevy() {
    let Some(files) = all_rigs() else { return };
    let chosen = |path: &&PathBuf| path.file_name().is_some_and(|name| RIGS.iter().any(|one| name == *one));
    let (mut played, mut faults) = (0, Vec::new());
    for path in files.iter().filter(chosen) {
        let import = read_file(path, &ReadOptions::default()).unwrap();
        let (clip, folder) = (changed(&import.clips[0]), tempfile::tempdir().unwrap());
        let file = write(&import, &clip, Format::Glb, folder.path());
        // At its very end Bevy starts a clip anew.
        let frames = [0, clip.len() / 3, clip.len() / 2, clip.last_frame().saturating_sub(1)];
        let name = path.file_name().unwrap().to_string_lossy();
        match bevy(&file, &clip, &frames) {
            Err(said) => println!("{name}: not run in Bevy: {said}"),
            Ok(found) => {
                let worst = worst(&clip, &frames, &found);
                let joints = clip.skeleton().joints().iter();
                let known = joints.filter(|joint| found["joints"][&joint.name].is_array()).count();
                println!(
                    "{name}: Bevy has {known} of {} joints, within {worst:.5} of the height",
                    clip.skeleton().len()
                );
                played += 1;
                if worst > TOLERANCE || 2 * known < clip.skeleton().len() {
                    faults.push(format!("{name}: {worst}, {known} joints"));
                }
            }
        }
    }
    println!("{played} rigs played in Bevy");
    assert!(faults.is_empty() && played >= 6, "{faults:#?}");
}
