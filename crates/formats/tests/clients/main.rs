//! Other people's programs open what is written and see the same motion.
//!
//! Ignored in the ordinary run, since Blender is large: `cargo xtask clients`, or
//! `cargo test -p segue-formats --test clients -- --ignored --nocapture`.
#![allow(
    clippy::unwrap_used,
    clippy::print_stdout,
    reason = "tests stop at the first surprise and say what they measured"
)]

mod bevy;
mod godot;
mod rigs;

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;

use glam::{Quat, Vec3};
use segue_formats::{Format, ReadOptions, WriteOptions, encode, read_file};
use segue_motion::{Clip, EndSite, Joint, JointId, Pose, Skeleton, points};

/// How far a joint may be from where Blender has it, in metres.
const TOLERANCE: f32 = 1e-3;

/// Every how many frames positions are compared.
const STEP: usize = 10;

/// Metres per unit in the BVH files that are written afresh.
const BVH_UNIT: f64 = 0.01;

/// Positions by joint name, one per compared frame.
type Places = HashMap<String, Vec<Vec3>>;

fn blender(file: &Path, clip: &Clip, extra: &[&str]) -> Places {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tools/clients/blender_check.py");
    let out = file.with_extension("json");
    let frames: Vec<String> = (0..clip.len()).step_by(STEP).map(|frame| frame.to_string()).collect();
    let run = Command::new("blender")
        .args(["--background", "--python-exit-code", "1", "--python"])
        .args([&script, Path::new("--"), file, &out])
        .args(["--rate", &clip.rate().to_string(), "--frames", &frames.join(",")])
        .args(extra)
        .output()
        .expect("blender starts; `cargo xtask clients` installs it");
    let told = [run.stdout, run.stderr].concat();
    assert!(run.status.success(), "{}", String::from_utf8_lossy(&told));
    let json: serde_json::Value = serde_json::from_slice(&std::fs::read(out).unwrap()).unwrap();
    let place = |point: &serde_json::Value| {
        Vec3::from_array([0, 1, 2].map(|axis: usize| point[axis].as_f64().unwrap() as f32))
    };
    let joints = json["joints"].as_object().unwrap().iter();
    joints
        .map(|(name, points)| (name.clone(), points.as_array().unwrap().iter().map(place).collect()))
        .collect()
}

/// Asserts that every joint is where Blender has it; gives the largest distance.
fn compare(clip: &Clip, found: &Places, what: &str) -> f32 {
    let (mut scratch, mut ours, mut worst) = (Vec::new(), Vec::new(), 0.0f32);
    for (row, frame) in (0..clip.len()).step_by(STEP).enumerate() {
        points(clip.frame(frame), clip.skeleton(), &mut scratch, &mut ours);
        for joint in clip.skeleton().ids() {
            let name = clip.skeleton().name(joint);
            let theirs =
                found.get(name).unwrap_or_else(|| panic!("{what}: Blender has no joint `{name}`"))[row];
            let distance = theirs.distance(ours[joint.index()]);
            assert!(distance < TOLERANCE, "{what}, frame {frame}, {name}: {theirs} is {distance} m off");
            worst = worst.max(distance);
        }
    }
    println!("{what}: {} joints within {:.4} mm", clip.skeleton().len(), 1000.0 * worst);
    worst
}

fn write(folder: &Path, name: &str, format: Format, clips: &[Clip]) -> PathBuf {
    let file = encode(format, clips, None, &WriteOptions::default()).unwrap().files.remove(0);
    let path = folder.join(name).with_extension(file.extension);
    std::fs::write(&path, file.bytes).unwrap();
    path
}

fn check_glb(name: &str, clips: &[Clip]) {
    let folder = tempfile::tempdir().unwrap();
    let path = write(folder.path(), name, Format::Glb, clips);
    for clip in clips {
        let short = clip.name().rsplit_once('/').map_or(clip.name(), |(_, name)| name);
        compare(clip, &blender(&path, clip, &["--clip", short]), &format!("{name}.glb, {short}"));
    }
}

fn check_bvh(name: &str, clip: &Clip) {
    let folder = tempfile::tempdir().unwrap();
    let path = write(folder.path(), name, Format::Bvh, std::slice::from_ref(clip));
    let found = blender(&path, clip, &["--scale", &BVH_UNIT.to_string()]);
    compare(clip, &found, &format!("{name}.bvh"));
}

/// A branching figure with rest rotations and a joint that slides on its parent.
fn wriggle(name: &str, rate: f64) -> Clip {
    let joint = |name: &str, parent: Option<usize>, offset: [f32; 3], turn: f32| Joint {
        name: name.into(),
        parent: parent.map(JointId::new),
        offset: Vec3::from_array(offset),
        rest: Quat::from_rotation_x(turn) * Quat::from_rotation_z(0.5 * turn),
    };
    let joints = vec![
        joint("trunk", None, [0.1, 1.0, -0.2], 0.3),
        joint("branch", Some(0), [0.2, 0.5, 0.0], -0.7),
        joint("twig", Some(1), [0.0, 0.4, 0.1], 1.1),
        joint("leaf", Some(1), [-0.2, 0.3, 0.0], 0.0),
        joint("slider", Some(0), [0.0, 0.1, 0.4], 0.2),
    ];
    let tip = EndSite { parent: JointId::new(2), offset: Vec3::new(0.0, 0.2, 0.0) };
    let skeleton = Arc::new(Skeleton::new(joints, vec![tip]).unwrap());
    let slider = JointId::new(4);
    let mut builder = Clip::builder(name, skeleton.clone(), rate, &[slider]);
    for frame in 0..61 {
        let phase = frame as f32 / 10.0;
        let mut pose = Pose::rest(&skeleton);
        pose.root += Vec3::new(phase.sin(), 0.1 * phase, phase.cos());
        for (index, rotation) in pose.rotations.iter_mut().enumerate() {
            let axis = Vec3::new(1.0, index as f32, -0.5).normalize_or_zero();
            *rotation = Quat::from_axis_angle(axis, 2.5 * (phase + index as f32).sin()) * *rotation;
        }
        pose.translations.push((slider, Vec3::new(0.0, 0.1, 0.4 + 0.3 * phase.sin())));
        builder.push(&pose).unwrap();
    }
    builder.finish().unwrap()
}

#[test]
#[ignore = "needs Blender"]
fn blender_agrees_on_made_up_clips() {
    check_glb("wriggle", &[wriggle("calm", 30.0), wriggle("quick", 120.0), wriggle("odd", 71.5)]);
}

#[test]
#[ignore = "needs Blender"]
fn blender_agrees_on_real_clips() {
    for file in ["cmu_bvh/07_01.bvh", "cmu_bvh/49_08.bvh", "fbx/locomotions.fbx", "glb/CesiumMan.glb"] {
        let Some(path) = segue_captures::file(file) else { return };
        let import = read_file(path, &ReadOptions::default()).unwrap();
        let name = Path::new(file).file_stem().unwrap().to_str().unwrap();
        check_glb(name, &import.clips);
        check_bvh(name, &import.clips[0]);
    }
}
