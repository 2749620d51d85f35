//! Godot imports rigs that carry a changed clip, and has the joints where the clip has them.

use std::collections::HashMap;
use std::path::Path;
use std::process::Command;

use segue_formats::{ReadOptions, read_file};
use segue_motion::Clip;
use serde_json::Value;

use super::rigs::{TOLERANCE, all_rigs, changed, tools, worst, write};

/// Rigs that Godot opens: skinned ones without large textures, whose import takes minutes.
const RIGS: [&str; 2] = ["Rig_Medium_General.glb", "Xbot.glb"];

/// What Godot makes of a name keeps its letters and digits.
fn plain(name: &str) -> String {
    name.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

/// Where Godot has the joints, by the names of the clip.
fn godot(project: &Path, clip: &Clip, frames: &[usize]) -> Value {
    std::fs::write(project.join("project.godot"), "config_version=4\n").unwrap();
    std::fs::copy(tools().join("clients/godot_check.gd"), project.join("godot_check.gd")).unwrap();
    // Godot takes samples of a clip when it imports it: here at the frames themselves.
    let import = format!(
        "[remap]\n\nimporter=\"scene\"\ntype=\"PackedScene\"\n\n[deps]\n\nsource_file=\"res://rig.glb\"\n\n\
         [params]\n\nanimation/fps={:?}\nanimation/optimizer/enabled=false\n",
        clip.rate()
    );
    std::fs::write(project.join("rig.glb.import"), import).unwrap();
    let run = |arguments: &[&str]| {
        let times: Vec<String> =
            frames.iter().map(|&frame| (frame as f64 / clip.rate()).to_string()).collect();
        let mut program = Command::new("godot3-server");
        program.arg("--path").arg(project).args(arguments);
        program.env("CLIP", clip.name()).env("TIMES", times.join(","));
        program.output().expect("godot3-server starts; `cargo xtask clients` installs it")
    };
    run(&["--editor", "--quit"]);
    let played = run(&["-s", "godot_check.gd"]);
    let told = String::from_utf8_lossy(&played.stdout).into_owned();
    let line = told.lines().find(|line| line.starts_with('{')).unwrap_or_else(|| panic!("{told}"));
    let report: Value = serde_json::from_str(line).unwrap();
    let found = report["joints"].as_object().unwrap_or_else(|| panic!("{report}"));
    let by_plain: HashMap<String, &Value> =
        found.iter().map(|(name, places)| (plain(name), places)).collect();
    let joints = clip.skeleton().joints().iter();
    let joints: serde_json::Map<String, Value> = joints
        .filter_map(|joint| Some((joint.name.clone(), (*by_plain.get(&plain(&joint.name))?).clone())))
        .collect();
    serde_json::json!({ "joints": joints })
}

#[test]
#[ignore = "needs Godot 3"]
fn rigs_play_in_godot() {
    let Some(files) = all_rigs() else { return };
    let (mut played, mut faults) = (0, Vec::new());
    let chosen =
        |path: &&std::path::PathBuf| path.file_name().is_some_and(|name| RIGS.iter().any(|one| name == *one));
    for path in files.iter().filter(chosen) {
        let import = read_file(path, &ReadOptions::default()).unwrap();
        let (clip, project) = (changed(&import.clips[0]), tempfile::tempdir().unwrap());
        write(&import, &clip, project.path());
        let frames = [0, clip.len() / 3, clip.len() / 2, clip.last_frame()];
        let found = godot(project.path(), &clip, &frames);
        let (known, joints) = (found["joints"].as_object().unwrap().len(), clip.skeleton().len());
        let (name, worst) = (path.file_name().unwrap().to_string_lossy(), worst(&clip, &frames, &found));
        println!("{name}: Godot has {known} of {joints} joints, within {worst:.5} of the height");
        played += 1;
        if worst > TOLERANCE || 2 * known < joints {
            faults.push(format!("{name}: {worst}, {known} joints"));
        }
    }
    println!("{played} rigs played in Godot");
    assert!(faults.is_empty() && played == RIGS.len(), "{played} played, {faults:#?}");
}
