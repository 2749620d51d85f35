//! Godot imports rigs that carry a changed clip, and has the joints where the clip has them.

use std::collections::HashMap;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use segue_formats::{Format, ReadOptions, read_file};
use segue_motion::Clip;
use serde_json::Value;

use super::rigs::{TOLERANCE, all_rigs, changed, tools, worst, write};

/// Rigs that Godot opens: skinned ones of several families.
const RIGS: [&str; 6] = [
    "Rig_Medium_General.glb",
    "Xbot.glb",
    "boxman.glb",
    "Push.glb",
    "platformer_player.glb",
    "viverse_walk.glb",
];

/// How long an import may take; each took a few seconds.
const LONGEST: Duration = Duration::from_mins(5);

/// What Godot makes of a name keeps its letters and digits.
fn plain(name: &str) -> String {
    name.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

fn program(project: &Path, arguments: &[&str]) -> Command {
    let mut program = Command::new("godot3-server");
    program.arg("--path").arg(project).args(arguments);
    program
}

/// Imports the rig of a project. The editor of Godot 3.2 may never quit without a window, so it is ended once the last file of the
/// import is there.
fn import_in_editor(project: &Path) {
    let mut editor = program(project, &["--editor", "--quit"])
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .expect("godot3-server starts; `cargo xtask clients` installs it");
    let is_last = |entry: std::fs::DirEntry| entry.path().extension().is_some_and(|e| e == "md5");
    let is_done = || {
        let entries = std::fs::read_dir(project.join(".import")).into_iter().flatten();
        entries.flatten().any(is_last)
    };
    let start = Instant::now();
    while !is_done() && editor.try_wait().unwrap().is_none() {
        assert!(start.elapsed() < LONGEST, "the import takes longer than {LONGEST:?}");
        std::thread::sleep(Duration::from_millis(100));
    }
    editor.kill().unwrap();
    editor.wait().unwrap();
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
    import_in_editor(project);
    let times: Vec<String> = frames.iter().map(|&frame| (frame as f64 / clip.rate()).to_string()).collect();
    let mut player = program(project, &["-s", "godot_check.gd"]);
    let played = player.env("CLIP", clip.name()).env("TIMES", times.join(",")).output().unwrap();
    let told = String::from_utf8_lossy(&played.stdout).into_owned();
    let line = told.lines().find(|line| line.starts_with('{')).unwrap_or_else(|| panic!("{told}"));
    let report: Value = serde_json::from_str(line).unwrap();
    let found = report["joints"].as_object().unwrap_or_else(|| panic!("{report}"));
    let by_plain: HashMap<String, &Value> =
        found.iter().map(|(name, places)| (plain(name), places)).collect();
    let names = || clip.skeleton().joints().iter().map(|joint| &joint.name);
    // Joints that Godot calls alike cannot be told apart.
    let is_alone = |name: &&String| names().filter(|other| plain(other) == plain(name)).count() == 1;
    let joints: serde_json::Map<String, Value> = names()
        .filter(is_alone)
        .filter_map(|name| Some((name.clone(), (*by_plain.get(&plain(name))?).clone())))
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
        write(&import, &clip, Format::Glb, project.path());
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
