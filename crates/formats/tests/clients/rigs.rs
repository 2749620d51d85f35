//! Game rigs that carry a changed clip: three.js and Blender have the joints where the clip has them, and the Khronos validator
//! has no more to say about them than about the original files.

use std::path::{Path, PathBuf};
use std::process::Command;

use glam::{Quat, Vec3};
use segue_formats::{Format, Import, ReadOptions, WriteOptions, encode, read_file};
use segue_motion::{Clip, points};
use serde_json::Value;

/// How far a joint may be from where three.js has it, as a share of the figure's height: 0.1 mm on a person of 1.7 m.
pub(crate) const TOLERANCE: f32 = 6e-5;

/// The same for Blender, which keeps the rest pose of a bone as a 32-bit matrix of the whole armature.
const IN_BLENDER: f32 = 3e-4;

/// Rigs that Blender opens, which takes seconds each: skinned ones of all families.
const FOR_BLENDER: [&str; 11] = [
    "Knight.glb",
    "Rig_Medium_MovementBasic.glb",
    "platformer_player.glb",
    "boxman.glb",
    "Xbot.glb",
    "m2m-wrong-bone-names.glb",
    "kaiju-animations.glb",
    "Push.glb",
    "Fox.glb",
    "RobotExpressive.glb",
    "CesiumMan.glb",
];

pub(crate) fn tools() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tools")
}

fn below(folder: &Path, found: &mut Vec<PathBuf>) {
    let mut entries: Vec<PathBuf> =
        std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    entries.sort();
    for path in entries {
        let is_rig = |path: &Path| path.extension().is_some_and(|e| e == "glb" || e == "gltf" || e == "fbx");
        if path.is_dir() {
            below(&path, found);
        } else if is_rig(&path) {
            found.push(path);
        }
    }
}

/// A clip that nods and leans, so that every track is new.
pub(crate) fn changed(clip: &Clip) -> Clip {
    let lean = |frame: usize, pose: &mut segue_motion::Pose| {
        for rotation in &mut pose.rotations {
            *rotation *= Quat::from_rotation_z(0.04 + 0.001 * (frame % 30) as f32);
        }
        pose.root.x += 0.01 * (frame % 50) as f32;
    };
    clip.map_poses(lean).unwrap().renamed("changed")
}

pub(crate) fn write(import: &Import, clip: &Clip, format: Format, folder: &Path) -> PathBuf {
    let clips = std::slice::from_ref(clip);
    let file = encode(format, clips, Some(&import.origin), &WriteOptions::default()).unwrap().files.remove(0);
    let path = folder.join("rig").with_extension(file.extension);
    std::fs::write(&path, file.bytes).unwrap();
    path
}

/// Where three.js has the nodes of a file at some frames; `Err` with what it said where it cannot open the file.
fn three(file: &Path, clip: &Clip, frames: &[usize]) -> Result<Value, String> {
    // Keys lie at 32-bit times.
    let times: Vec<String> =
        frames.iter().map(|&frame| f64::from((frame as f64 / clip.rate()) as f32).to_string()).collect();
    let run = Command::new("node")
        .arg(tools().join("clients/three_check.mjs"))
        .arg(file)
        .args(["changed", &times.join(",")])
        .output()
        .expect("node starts");
    if !run.status.success() {
        let said = String::from_utf8_lossy(&run.stderr).into_owned();
        return Err(said.lines().find(|line| line.contains("Error")).unwrap_or(&said).to_owned());
    }
    serde_json::from_slice(&run.stdout).map_err(|error| error.to_string())
}

/// The largest distance of a joint from where the clip has it, as a share of the figure's height.
pub(crate) fn worst(clip: &Clip, frames: &[usize], found: &Value) -> f32 {
    let (mut scratch, mut ours, mut worst, mut height) = (Vec::new(), Vec::new(), 0.0_f32, 1e-6_f32);
    for (row, &frame) in frames.iter().enumerate() {
        points(clip.frame(frame), clip.skeleton(), &mut scratch, &mut ours);
        let (low, high) = ours.iter().fold((f32::MAX, f32::MIN), |(l, h), p| (l.min(p.y), h.max(p.y)));
        height = height.max(high - low);
        for joint in clip.skeleton().ids() {
            let places = found["joints"][clip.skeleton().name(joint)].as_array();
            // The places of nodes that share a name cannot be told apart.
            let own = places.filter(|places| places.len() == frames.len());
            if let Some(place) = own.and_then(|places| places[row].as_array()) {
                let theirs =
                    Vec3::from_array([0, 1, 2].map(|axis: usize| place[axis].as_f64().unwrap() as f32));
                worst = worst.max(theirs.distance(ours[joint.index()]));
            }
        }
    }
    worst / height
}

/// How many messages of any severity the Khronos validator has about each file.
fn validate(files: &[&Path]) -> Vec<usize> {
    let run = Command::new("node")
        .arg(tools().join("validator/validate.mjs"))
        .args(files)
        .output()
        .expect("node starts");
    let messages = |line: &str| {
        let report: Value = serde_json::from_str(line).unwrap();
        report["messages"].as_array().unwrap().len()
    };
    String::from_utf8_lossy(&run.stdout).lines().map(messages).collect()
}

/// How many messages there are about a written file, and how many about the original, which is of the same format. An FBX file
/// cannot be validated: what is written from it must have none.
fn messages(original: &Path, import: &Import, clip: &Clip, folder: &Path) -> (usize, usize) {
    let format = if original.extension().is_some_and(|e| e == "gltf") { Format::Gltf } else { Format::Glb };
    let written = write(import, clip, format, folder);
    if original.extension().is_some_and(|extension| extension == "fbx") {
        return (validate(&[&written])[0], 0);
    }
    let [before, now] = validate(&[original, &written])[..] else {
        panic!("{}: no report", original.display())
    };
    (now, before)
}

pub(crate) fn all_rigs() -> Option<Vec<PathBuf>> {
    let mut files = Vec::new();
    for folder in ["rigs", "glb"] {
        below(&segue_captures::file(folder)?, &mut files);
    }
    Some(files)
}

#[test]
#[ignore = "needs Blender"]
fn rigs_play_in_blender() {
    let Some(files) = all_rigs() else { return };
    let is_chosen =
        |path: &&PathBuf| path.file_name().is_some_and(|name| FOR_BLENDER.iter().any(|one| name == *one));
    let (mut played, mut faults) = (0, Vec::new());
    for path in files.iter().filter(is_chosen) {
        let import = read_file(path, &ReadOptions::default()).unwrap();
        let (clip, folder) = (changed(&import.clips[0]), tempfile::tempdir().unwrap());
        let file = write(&import, &clip, Format::Glb, folder.path());
        let found = super::blender(&file, &clip, &["--clip", "changed"]);
        let frames: Vec<usize> = (0..clip.len()).step_by(super::STEP).collect();
        let places = serde_json::json!({ "joints": found.iter().map(|(name, places)| {
            (name.clone(), places.iter().map(Vec3::to_array).collect::<Vec<_>>())
        }).collect::<std::collections::HashMap<_, _>>() });
        let known = clip.skeleton().joints().iter().filter(|joint| found.contains_key(&joint.name)).count();
        let (name, worst) = (path.file_name().unwrap().to_string_lossy(), worst(&clip, &frames, &places));
        println!(
            "{name}: Blender has {known} of {} joints, within {worst:.5} of the height",
            clip.skeleton().len()
        );
        played += 1;
        if worst > IN_BLENDER || 2 * known < clip.skeleton().len() {
            faults.push(format!("{name}: {worst}, {known} joints"));
        }
    }
    println!("{played} rigs played in Blender");
    assert!(faults.is_empty() && played >= 8, "{faults:#?}");
}

#[test]
#[ignore = "needs Node with three.js and the Khronos validator"]
fn rigs_play_in_three_and_validate() {
    let Some(files) = all_rigs() else { return };
    let (mut played, mut validated, mut faults) = (0, 0, Vec::new());
    for path in &files {
        let import = read_file(path, &ReadOptions::default()).unwrap();
        let Some(first) = import.clips.first() else { continue };
        let (clip, folder) = (changed(first), tempfile::tempdir().unwrap());
        let file = write(&import, &clip, Format::Glb, folder.path());
        let name = path.file_name().unwrap().to_string_lossy();
        let frames = [0, clip.len() / 3, clip.len() / 2, clip.last_frame()];
        match three(&file, &clip, &frames) {
            Err(said) => println!("{name}: not run in three.js: {said}"),
            Ok(found) => {
                let worst = worst(&clip, &frames, &found);
                println!("{name}: three.js within {worst:.5} of the height");
                played += 1;
                if worst > TOLERANCE {
                    faults.push(format!("{name}: {worst}"));
                }
            }
        }
        let (now, before) = messages(path, &import, &clip, folder.path());
        println!("{name}: the validator has {now} messages, {before} about the original");
        validated += 1;
        if now > before {
            faults.push(format!("{name}: {now} messages, {before} about the original"));
        }
    }
    println!("{played} of {validated} written files played in three.js");
    assert!(faults.is_empty(), "{faults:#?}");
}
