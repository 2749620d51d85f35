//! What a glTF file may contain, against what the format says about it.

use glam::{Quat, Vec3};
use segue_formats::{Confidence, Import, NoteLevel, ReadOptions, Up, read_file};
use segue_motion::JointId;
use serde_json::json;

use super::support::{Sketch, positions, read_bytes};

fn read(sketch: &Sketch) -> Import {
    read_bytes("sketch.glb", &sketch.glb()).unwrap()
}

fn close(a: Vec3, b: Vec3) -> bool {
    a.distance(b) < 1e-5
}

/// Hips and knee, one metre apart.
fn two_joints() -> Sketch {
    let mut sketch = Sketch::new(&json!([
        {"name": "hips", "children": [1]},
        {"name": "knee", "translation": [0.0, -1.0, 0.0]},
    ]));
    sketch.json["skins"] = json!([{"joints": [0, 1]}]);
    sketch
}

#[test]
fn all_interpolations_meet_their_keys_and_the_middle() {
    // Two keys one second apart, sampled at 24 frames: the middle is frame 12.
    let mut sketch = two_joints();
    let times = sketch.floats("SCALAR", 2, &[0.0, 1.0]);
    let straight = sketch.floats("VEC3", 2, &[0.0, 0.0, 0.0, 4.0, 0.0, 0.0]);
    for (interpolation, middle) in [("LINEAR", 2.0), ("STEP", 0.0)] {
        let mut sketch = sketch.clone();
        sketch.channel(0, "translation", times, straight, interpolation);
        let clip = &read(&sketch).clips[0];
        assert_eq!(clip.len(), 25);
        assert!(close(clip.frame(12).root, Vec3::X * middle), "{interpolation}");
        assert!(close(clip.frame(24).root, Vec3::X * 4.0), "{interpolation}");
    }
    // Arriving tangent, value, leaving tangent for each key: leaves at 8 m/s, arrives at rest.
    let cubic = [0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 8.0, 0.0, 0.0, 0.0, 0.0, 0.0, 4.0, 0.0, 0.0, 0.0, 0.0, 0.0];
    let cubic = sketch.floats("VEC3", 6, &cubic);
    sketch.channel(0, "translation", times, cubic, "CUBICSPLINE");
    let clip = &read(&sketch).clips[0];
    // Half of 4 m plus an eighth of the leaving tangent.
    assert!(close(clip.frame(12).root, Vec3::X * 3.0), "{}", clip.frame(12).root);
}

#[test]
fn quantised_rotations_are_rotations() {
    let mut sketch = two_joints();
    let times = sketch.floats("SCALAR", 2, &[0.0, 1.0]);
    let short = |value: f32| ((value * 32767.0).round() as i16).to_le_bytes();
    let turn = Quat::from_rotation_x(1.0);
    let values: Vec<u8> =
        [Quat::IDENTITY, turn].into_iter().flat_map(<[f32; 4]>::from).flat_map(short).collect();
    let accessor = json!({"componentType": 5122, "normalized": true, "count": 2, "type": "VEC4"});
    let output = sketch.table(&values, accessor);
    sketch.channel(0, "rotation", times, output, "LINEAR");
    let clip = &read(&sketch).clips[0];
    assert!(clip.frame(24).rotations[0].angle_between(turn) < 1e-3);
    assert!(clip.frame(12).rotations[0].angle_between(Quat::from_rotation_x(0.5)) < 1e-3);
}

#[test]
fn ancestors_turn_scale_and_move_the_figure() {
    // Z up, in centimetres, on a moving platform: what exporters put above a skeleton.
    let turn = Quat::from_rotation_x(-std::f32::consts::FRAC_PI_2);
    let mut sketch = Sketch::new(&json!([
        {"name": "platform", "children": [1]},
        {"name": "armature", "children": [2], "rotation": turn.to_array(), "scale": [0.01, 0.01, 0.01]},
        {"name": "hips", "children": [3], "translation": [0.0, 0.0, 100.0]},
        {"name": "spacer", "children": [4], "translation": [0.0, 0.0, 10.0]},
        {"name": "head", "children": [5], "translation": [0.0, 0.0, 50.0]},
        {"name": "head_end", "translation": [0.0, 0.0, 20.0]},
    ]));
    sketch.json["skins"] = json!([{"joints": [2, 4]}]);
    let times = sketch.floats("SCALAR", 2, &[0.0, 1.0]);
    let values = sketch.floats("VEC3", 2, &[0.0, 0.0, 0.0, 1.0, 0.0, 0.0]);
    sketch.channel(0, "translation", times, values, "LINEAR");
    let clip = &read(&sketch).clips[0];
    assert_eq!(clip.skeleton().to_string(), "hips\n  head *\n");
    let end = positions(clip, clip.last_frame());
    let expected = [Vec3::new(1.0, 1.0, 0.0), Vec3::new(1.0, 1.6, 0.0), Vec3::new(1.0, 1.8, 0.0)];
    assert!(end.iter().zip(expected).all(|(&a, b)| close(a, b)), "{end:?}");
    assert!(clip.translated().is_empty());
}

#[test]
fn a_matrix_says_the_same_as_its_parts() {
    let turn = Quat::from_rotation_y(0.7);
    let matrix =
        glam::Mat4::from_scale_rotation_translation(Vec3::splat(2.0), turn, Vec3::new(1.0, 2.0, 3.0));
    let parts = json!({"name": "top", "children": [1], "translation": [1, 2, 3], "rotation": turn.to_array(), "scale": [2, 2, 2]});
    let whole = json!({"name": "top", "children": [1], "matrix": matrix.to_cols_array()});
    let read_below = |top: serde_json::Value| {
        let mut sketch = Sketch::new(&json!([top, {"name": "hips", "translation": [0.0, 1.0, 0.5]}]));
        sketch.json["skins"] = json!([{"joints": [1]}]);
        let times = sketch.floats("SCALAR", 2, &[0.0, 0.5]);
        let values = sketch.floats("VEC4", 2, &[0.0, 0.0, 0.0, 1.0, 0.6, 0.0, 0.0, 0.8]);
        sketch.channel(1, "rotation", times, values, "LINEAR");
        read(&sketch).clips.remove(0)
    };
    let (a, b) = (read_below(parts), read_below(whole));
    for frame in 0..a.len() {
        assert!(close(a.frame(frame).root, b.frame(frame).root));
        assert!(a.frame(frame).rotations[0].angle_between(b.frame(frame).rotations[0]) < 1e-3);
    }
}

#[test]
fn joints_that_slide_get_tracks() {
    let mut sketch = two_joints();
    let times = sketch.floats("SCALAR", 2, &[0.0, 1.0]);
    let slide = sketch.floats("VEC3", 2, &[0.0, -1.0, 0.0, 0.0, -1.5, 0.0]);
    sketch.channel(1, "translation", times, slide, "LINEAR");
    let clip = &read(&sketch).clips[0];
    assert_eq!(clip.translated(), [JointId::new(1)]);
    assert!(close(positions(clip, 12)[1], Vec3::Y * -1.25));
}

#[test]
fn growing_nodes_put_joints_where_the_file_has_them() {
    let mut sketch = two_joints();
    let times = sketch.floats("SCALAR", 2, &[0.0, 1.0]);
    let grow = sketch.floats("VEC3", 2, &[1.0, 1.0, 1.0, 2.0, 2.0, 2.0]);
    sketch.channel(0, "scale", times, grow, "LINEAR");
    let import = read(&sketch);
    assert!(close(positions(&import.clips[0], 24)[1], Vec3::Y * -2.0));
    assert!(import.notes.iter().any(|note| note.text.contains("the size of nodes")), "{:?}", import.notes);
}

#[test]
fn a_buffer_may_lie_beside_or_inside() {
    let mut sketch = two_joints();
    let times = sketch.floats("SCALAR", 2, &[0.0, 1.0]);
    let values = sketch.floats("VEC3", 2, &[0.0, 0.0, 0.0, 4.0, 0.0, 0.0]);
    sketch.channel(0, "translation", times, values, "LINEAR");
    let folder = tempfile::tempdir().unwrap();
    std::fs::create_dir(folder.path().join("data")).unwrap();
    std::fs::write(folder.path().join("data/my keys.bin"), &sketch.bin).unwrap();
    let mut json = sketch.json.clone();
    json["buffers"] = json!([{"uri": "data/my%20keys.bin", "byteLength": sketch.bin.len()}]);
    let path = folder.path().join("beside.gltf");
    std::fs::write(&path, serde_json::to_vec_pretty(&json).unwrap()).unwrap();
    let clip = &read_file(&path, &ReadOptions::default()).unwrap().clips[0];
    assert_eq!((clip.name(), clip.len()), ("beside", 25));
    assert!(close(clip.frame(24).root, Vec3::X * 4.0));
}

#[test]
fn scale_up_axis_and_rate_can_be_given() {
    let mut sketch = two_joints();
    let times = sketch.floats("SCALAR", 2, &[0.0, 1.0]);
    let values = sketch.floats("VEC3", 2, &[0.0, 0.0, 100.0, 0.0, 0.0, 200.0]);
    sketch.channel(0, "translation", times, values, "LINEAR");
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("units.glb");
    std::fs::write(&path, sketch.glb()).unwrap();
    let options =
        ReadOptions { scale: Some(0.01), up: Some(Up::Z), fps: Some(10.0), ..ReadOptions::default() };
    let import = read_file(&path, &options).unwrap();
    let clip = &import.clips[0];
    assert_eq!(clip.len(), 11);
    assert!(close(clip.frame(10).root, Vec3::Y * 2.0), "{}", clip.frame(10).root);
    for wrong in [0.0, -1.0, f64::NAN] {
        let scale = ReadOptions { scale: Some(wrong), ..ReadOptions::default() };
        let fps = ReadOptions { fps: Some(wrong), ..ReadOptions::default() };
        assert!(read_file(&path, &scale).is_err() && read_file(&path, &fps).is_err(), "{wrong}");
    }
}

#[test]
fn a_figure_of_a_wild_size_is_reported() {
    let mut sketch = two_joints();
    sketch.json["nodes"][1]["translation"] = json!([0.0, -170.0, 0.0]);
    let times = sketch.floats("SCALAR", 2, &[0.0, 1.0]);
    let values = sketch.floats("VEC3", 2, &[0.0; 6]);
    sketch.channel(0, "translation", times, values, "LINEAR");
    let import = read(&sketch);
    let warning = import.notes.iter().find(|note| note.level == NoteLevel::Warning).unwrap();
    assert!(warning.text.contains("170.0000 m") && warning.text.contains("0.01"), "{warning}");
    assert_eq!(import.conversion().scale.confidence, Confidence::Certain);
}

#[test]
fn channels_of_extensions_and_morph_targets_are_left_alone() {
    let mut sketch = two_joints();
    let times = sketch.floats("SCALAR", 2, &[0.0, 1.0]);
    let values = sketch.floats("VEC3", 2, &[0.0; 6]);
    let weights = sketch.floats("SCALAR", 2, &[0.0, 1.0]);
    sketch.channel(0, "translation", times, values, "LINEAR");
    sketch.channel(0, "weights", times, weights, "LINEAR");
    sketch.channel(0, "pointer", times, weights, "LINEAR");
    let channels = sketch.json["animations"][0]["channels"].as_array_mut().unwrap();
    channels[2]["target"].as_object_mut().unwrap().remove("node");
    let notes: Vec<String> = read(&sketch).notes.into_iter().map(|note| note.text).collect();
    assert!(notes.iter().any(|note| note.contains("morph weights")), "{notes:?}");
    assert!(notes.iter().any(|note| note.contains("pointer")), "{notes:?}");
}

#[test]
fn animations_of_other_things_are_left_out() {
    let mut sketch = two_joints();
    sketch.json["nodes"].as_array_mut().unwrap().push(json!({"name": "camera rig"}));
    let times = sketch.floats("SCALAR", 2, &[0.0, 1.0]);
    let values = sketch.floats("VEC3", 2, &[0.0; 6]);
    sketch.channel(0, "translation", times, values, "LINEAR");
    let mut other = sketch.json["animations"][0].clone();
    other["name"] = "flight".into();
    other["channels"][0]["target"]["node"] = 2.into();
    sketch.json["animations"].as_array_mut().unwrap().push(other);
    let import = read(&sketch);
    assert_eq!(import.clips.len(), 1);
    assert_eq!(import.clips[0].name(), "sketch");
    assert!(
        import.notes.iter().any(|note| note.text.contains("`flight` moves no joint")),
        "{:?}",
        import.notes
    );
}

#[test]
fn the_bones_of_an_avatar_are_joints_whatever_moves() {
    let mut file = Sketch::new(&json!([
        {"name": "hips", "children": [1, 2], "translation": [0.0, 1.0, 0.0]},
        {"name": "spine", "translation": [0.0, 0.2, 0.0]},
        {"name": "leg", "translation": [0.1, -0.1, 0.0]},
        {"name": "smile"},
    ]));
    let times = file.floats("SCALAR", 2, &[0.0, 1.0]);
    let turns = file.floats("VEC4", 2, &[0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 1.0, 0.0]);
    file.channel(1, "rotation", times, turns, "LINEAR");
    file.channel(3, "rotation", times, turns, "LINEAR");
    let bones = json!({"hips": {"node": 0}, "spine": {"node": 1}, "leftUpperLeg": {"node": 2}});
    file.json["extensions"] = json!({"VRMC_vrm_animation": {"humanoid": {"humanBones": bones}}});
    let import = read_bytes("wave.vrma", &file.glb()).unwrap();
    assert_eq!(import.figure.skeleton.to_string(), "hips\n  spine\n  leg\n");
    assert_eq!(import.clips.len(), 1);
}
