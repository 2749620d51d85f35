//! Real GLB files load with what their index says.

use glam::Vec3;
use segue_formats::{Format, Import, ReadOptions, WriteOptions, encode, read_file};
use segue_motion::{Clip, points};

pub(crate) fn positions(clip: &Clip, frame: usize) -> Vec<Vec3> {
    let (mut scratch, mut found) = (Vec::new(), Vec::new());
    points(clip.frame(frame), clip.skeleton(), &mut scratch, &mut found);
    found
}

fn read(name: &str) -> Option<Import> {
    let path = segue_captures::file(&format!("glb/{name}"))?;
    Some(read_file(&path, &ReadOptions::default()).unwrap())
}

/// File, animations, joints, frames of the first clip, rate.
const FILES: [(&str, usize, usize, usize, f64); 9] = [
    ("human-base-animations.glb", 50, 53, 5, 24.0),
    ("RobotExpressive.glb", 14, 43, 81, 24.0),
    ("viverse_idle.glb", 1, 53, 76, 30.0),
    ("viverse_walk.glb", 1, 53, 41, 30.0),
    ("viverse_run.glb", 1, 53, 21, 30.0),
    ("viverse_jump-up.glb", 1, 53, 41, 30.0),
    ("viverse_jump-down.glb", 1, 53, 39, 30.0),
    ("CesiumMan.glb", 1, 19, 48, 24.0),
    ("RiggedFigure.glb", 1, 19, 31, 24.0),
];

#[test]
fn all_files_load_as_indexed() {
    for (name, clips, joints, frames, rate) in FILES {
        let Some(import) = read(name) else { return };
        let first = &import.clips[0];
        assert_eq!(import.clips.len(), clips, "{name}");
        assert_eq!((first.skeleton().len(), first.len()), (joints, frames), "{name}");
        assert!(import.clips.iter().all(|clip| (clip.rate() - rate).abs() < 1e-9), "{name}");
        assert!((import.conversion().rate.value - rate).abs() < 1e-9, "{name}");
    }
}

#[test]
fn animations_keep_their_names_and_lengths() {
    let Some(import) = read("RobotExpressive.glb") else { return };
    let names: Vec<&str> = import.clips.iter().map(|clip| clip.name().rsplit_once('/').unwrap().1).collect();
    let expected =
        "Dance Death Idle Jump No Punch Running Sitting Standing ThumbsUp Walking WalkJump Wave Yes";
    assert_eq!(names.join(" "), expected);
    // Every animation is keyed on every frame: frames are the keys that the index sums up.
    assert_eq!(import.clips.iter().map(Clip::len).sum::<usize>(), 482);
    assert!(import.notes.iter().any(|note| note.text.contains("morph weights")));
}

#[test]
fn only_root_motion_clips_move_the_root() {
    let Some(import) = read("human-base-animations.glb") else { return };
    let travel = |name: &str| {
        let clip = import.clips.iter().find(|clip| clip.name().ends_with(name)).unwrap();
        clip.frame(clip.last_frame()).root.distance(clip.frame(0).root)
    };
    assert!((travel("/Roll_RM") - 5.0).abs() < 0.05, "{}", travel("/Roll_RM"));
    assert!((travel("/Sword_Attack_RM") - 1.5).abs() < 0.05);
    assert!(travel("/Walk_Loop") < 1e-4 && travel("/Roll") < 1e-4);
}

#[test]
fn figures_stand_upright_at_their_height() {
    let heights = [
        ("CesiumMan.glb", 1.0, 1.6),
        ("viverse_walk.glb", 1.4, 1.9),
        ("human-base-animations.glb", 1.4, 1.9),
    ];
    for (name, low, high) in heights {
        let Some(import) = read(name) else { return };
        let points = positions(&import.clips[0], 0);
        let bottom = points.iter().map(|point| point.y).fold(f32::MAX, f32::min);
        let top = points.iter().map(|point| point.y).fold(f32::MIN, f32::max);
        assert!((low..high).contains(&(top - bottom)), "{name}: {}", top - bottom);
        assert!(bottom.abs() < 0.1, "{name} stands at {bottom}");
    }
}

#[test]
fn bones_measured_anew_are_no_motion() {
    let Some(import) = read("CesiumMan.glb") else { return };
    assert!(import.clips[0].translated().is_empty());
}

/// Reading what was written of a real file gives the same positions.
#[test]
fn real_files_survive_a_round_trip() {
    for name in ["RobotExpressive.glb", "viverse_walk.glb", "CesiumMan.glb"] {
        let Some(import) = read(name) else { return };
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join(name);
        std::fs::write(
            &path,
            &encode(Format::Glb, &import.clips, None, &WriteOptions::default()).unwrap().files[0].bytes,
        )
        .unwrap();
        let again = read_file(&path, &ReadOptions::default()).unwrap();
        for (before, after) in import.clips.iter().zip(&again.clips) {
            assert_eq!((before.name(), before.len()), (after.name(), after.len()));
            let names = |clip: &Clip| -> Vec<String> {
                clip.skeleton().joints().iter().map(|joint| joint.name.clone()).collect()
            };
            assert_eq!(names(before), names(after));
            for frame in 0..before.len() {
                for (a, b) in positions(before, frame).iter().zip(positions(after, frame)) {
                    assert!(a.distance(b) < 5e-4, "{name} {} frame {frame}: {a} {b}", before.name());
                }
            }
        }
    }
}
