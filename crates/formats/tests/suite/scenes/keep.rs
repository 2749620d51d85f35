//! A glTF file keeps everything but its animations when clips are put into it.

use glam::{Quat, Vec3};
use segue_formats::{Document, Format, Import, WriteOptions, encode};
use segue_motion::{Clip, JointId};
use serde_json::{Value, json};

use super::support::{Sketch, parts, positions, read_bytes};

/// A figure in centimetres, Z up, on a turned platform, with a face that blinks, a camera, and words of unknown extensions.
fn hero() -> Sketch {
    let turn = Quat::from_rotation_x(-std::f32::consts::FRAC_PI_2);
    let mut hero = Sketch::new(&json!([
        {"name": "scene", "children": [1, 5, 6], "rotation": Quat::from_rotation_y(0.4).to_array()},
        {"name": "armature", "children": [2], "rotation": turn.to_array(), "scale": [0.01, 0.01, 0.01]},
        {"name": "hips", "children": [3], "translation": [0.0, 0.0, 100.0], "extras": {"kept": [1, 2]}},
        {"name": "spacer", "children": [4], "matrix":
            [1.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 10.0, 1.0]},
        {"name": "head", "matrix":
            [0.0, 1.0, 0.0, 0.0, -1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 50.0, 1.0]},
        {"name": "face", "mesh": 0},
        {"name": "eye", "camera": 0},
    ]));
    let vertices = hero.floats("VEC3", 3, &[0.0; 9]);
    hero.json["meshes"] = json!([{"primitives": [{"attributes": {"POSITION": vertices},
        "targets": [{"POSITION": vertices}]}], "weights": [0.0]}]);
    hero.json["cameras"] = json!([{"type": "perspective", "perspective": {"yfov": 1.0, "znear": 0.1}}]);
    hero.json["skins"] = json!([{"joints": [2, 4]}]);
    hero.json["scenes"] = json!([{"nodes": [0]}]);
    hero.json["extensionsUsed"] = json!(["EXT_never_heard_of"]);
    hero.json["extensions"] = json!({"EXT_never_heard_of": {"number": 1.5e-3, "text": "a,b]}"}});
    let times = hero.floats("SCALAR", 2, &[0.0, 1.0]);
    let turns: Vec<f32> =
        [Quat::IDENTITY, Quat::from_rotation_z(1.0)].into_iter().flat_map(<[f32; 4]>::from).collect();
    let turns = hero.floats("VEC4", 2, &turns);
    let moves = hero.floats("VEC3", 2, &[0.0, 0.0, 100.0, 30.0, 0.0, 90.0]);
    let sizes = hero.floats("VEC3", 2, &[1.0, 1.0, 1.0, 2.0, 2.0, 2.0]);
    let blinks = hero.floats("SCALAR", 2, &[0.0, 1.0]);
    hero.channel(2, "rotation", times, turns, "LINEAR");
    hero.channel(2, "translation", times, moves, "LINEAR");
    hero.channel(2, "scale", times, sizes, "LINEAR");
    hero.channel(5, "weights", times, blinks, "LINEAR");
    hero.json["animations"].as_array_mut().unwrap().push(json!({"name": "blink only",
        "channels": [{"sampler": 0, "target": {"node": 5, "path": "weights"}}],
        "samplers": [{"input": times, "output": blinks}]}));
    hero
}

fn read(file: &[u8]) -> Import {
    read_bytes("hero.glb", file).unwrap()
}

fn put(clips: &[Clip], import: &Import, add: bool) -> (Value, Vec<u8>, Vec<String>) {
    let options = WriteOptions { add, ..WriteOptions::default() };
    let encoded = encode(Format::Glb, clips, Some(&import.origin), &options).unwrap();
    let bytes = encoded.files[0].bytes.clone();
    (parts(&bytes).0, bytes, encoded.notes.into_iter().map(|note| note.text).collect())
}

fn nodding(clip: &Clip) -> Clip {
    let nod = |frame: usize, pose: &mut segue_motion::Pose| {
        pose.rotations[1] *= Quat::from_rotation_x(0.02 * frame as f32);
        pose.root += Vec3::new(0.1, 0.02, 0.0);
    };
    clip.map_poses(nod).unwrap()
}

fn assert_same_motion(a: &Clip, b: &Clip) {
    assert_eq!((a.len(), a.rate()), (b.len(), b.rate()));
    for frame in 0..a.len() {
        for (a, b) in positions(a, frame).iter().zip(positions(b, frame)) {
            assert!(a.distance(b) < 1e-4, "frame {frame}: {a} {b}");
        }
    }
}

/// Everything but animations and the tables they use.
fn content(json: &Value) -> Value {
    let mut json = json.clone();
    for key in ["animations", "accessors", "bufferViews", "buffers", "nodes"] {
        json.as_object_mut().unwrap().remove(key);
    }
    json
}

#[test]
fn a_file_that_is_not_changed_comes_out_as_it_was() {
    let hero = hero();
    let import = read(&hero.glb());
    let (json, ..) = put(&import.clips, &import, false);
    let (original, _) = parts(&hero.glb());
    assert_eq!(json, original);
}

#[test]
fn a_changed_clip_moves_the_files_own_nodes() {
    let hero = hero();
    let import = read(&hero.glb());
    let changed = nodding(&import.clips[0]);
    let (json, bytes, notes) = put(std::slice::from_ref(&changed), &import, false);
    assert!(notes.is_empty(), "{notes:?}");
    assert_eq!(content(&json), content(&hero.json));
    assert_same_motion(&read(&bytes).clips[0], &changed);
    // Only the matrix of a joint is split, because matrices cannot be animated.
    assert_eq!(json["nodes"].as_array().unwrap().len(), 7);
    for node in [0, 1, 2, 3, 5, 6] {
        assert_eq!(json["nodes"][node], hero.json["nodes"][node]);
    }
    assert!(json["nodes"][4].get("matrix").is_none() && json["nodes"][4].get("rotation").is_some());
    let animations = json["animations"].as_array().unwrap();
    assert_eq!((&animations[0]["name"], &animations[1]["name"]), (&json!("move"), &json!("blink only")));
    let carried = |node: usize, path: &str| {
        let channels = animations[0]["channels"].as_array().unwrap();
        channels.iter().filter(|c| c["target"] == json!({"node": node, "path": path})).count()
    };
    assert_eq!((carried(5, "weights"), carried(2, "scale"), carried(2, "translation")), (1, 1, 1));
    // A joint that stays on its parent gets no translation.
    assert_eq!((carried(4, "rotation"), carried(4, "translation")), (1, 0));
}

#[test]
fn clips_of_another_length_say_what_they_leave() {
    let import = read(&hero().glb());
    let cut = import.clips[0].slice(segue_motion::FrameRange { first: 3, last: 12 }).renamed("new");
    let (json, bytes, notes) = put(std::slice::from_ref(&cut), &import, false);
    assert!(notes.iter().any(|note| note.contains("morph weights")), "{notes:?}");
    assert_eq!(json["animations"][0]["name"], "new");
    assert_same_motion(&read(&bytes).clips[0], &cut);
}

#[test]
fn added_clips_stand_behind_those_of_the_file() {
    let import = read(&hero().glb());
    let changed = nodding(&import.clips[0]);
    let (json, bytes, _) = put(std::slice::from_ref(&changed), &import, true);
    let names: Vec<&Value> = json["animations"].as_array().unwrap().iter().map(|a| &a["name"]).collect();
    assert_eq!(names, ["move", "blink only", "move_2"]);
    let again = read(&bytes);
    assert_same_motion(&again.clips[0], &import.clips[0]);
    assert_same_motion(&again.clips[1], &changed);
    // Adding what is there already changes nothing.
    assert_eq!(put(&import.clips, &import, true).0["animations"].as_array().unwrap().len(), 2);
}

#[test]
fn tables_of_animations_that_are_gone_go_too() {
    let import = read(&hero().glb());
    let changed = nodding(&import.clips[0]);
    let (_, first, _) = put(&[changed.renamed("a")], &import, false);
    let again = read(&first);
    let (json, second, _) = put(&[nodding(&again.clips[0]).renamed("b")], &again, false);
    assert_eq!(first.len(), second.len());
    assert_eq!(
        json["accessors"].as_array().unwrap().len(),
        parts(&first).0["accessors"].as_array().unwrap().len()
    );
}

/// The hero with a mesh whose tables stand behind those of its animations.
fn late_mesh() -> Sketch {
    let mut hero = hero();
    let vertices = hero.floats("VEC3", 3, &[1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0]);
    hero.json["meshes"][0]["primitives"][0]["targets"][0]["POSITION"] = json!(vertices);
    hero
}

#[test]
fn tables_behind_those_that_go_move_up() {
    let hero = late_mesh();
    let import = read(&hero.glb());
    let cut = import.clips[0].slice(segue_motion::FrameRange { first: 3, last: 12 }).renamed("new");
    let (json, bytes, _) = put(std::slice::from_ref(&cut), &import, false);
    let floats = |glb: &[u8]| {
        let (json, data) = parts(glb);
        let accessor = &json["meshes"][0]["primitives"][0]["targets"][0]["POSITION"];
        let view = &json["bufferViews"]
            [json["accessors"][accessor.as_u64().unwrap() as usize]["bufferView"].as_u64().unwrap() as usize];
        let start = view["byteOffset"].as_u64().unwrap_or(0) as usize;
        data[start..start + 36].to_vec()
    };
    assert_eq!(floats(&bytes), floats(&hero.glb()));
    assert_same_motion(&read(&bytes).clips[0], &cut);
    let named = json["animations"].as_array().unwrap().iter().flat_map(|a| a["samplers"].as_array().unwrap());
    let named: std::collections::BTreeSet<u64> =
        named.flat_map(|s| [&s["input"], &s["output"]]).map(|number| number.as_u64().unwrap()).collect();
    // Two of the mesh, and all others of animations.
    assert_eq!(json["accessors"].as_array().unwrap().len(), named.len() + 2);
    assert_eq!(json["bufferViews"].as_array().unwrap().len(), named.len() + 2);
}

#[test]
fn an_unknown_extension_keeps_the_numbers_that_it_may_mean() {
    let mut hero = late_mesh();
    let last = hero.json["accessors"].as_array().unwrap().len() - 1;
    hero.json["extensions"]["EXT_never_heard_of"]["table"] = json!(last);
    let import = read(&hero.glb());
    let cut = import.clips[0].slice(segue_motion::FrameRange { first: 3, last: 12 }).renamed("new");
    let (json, ..) = put(&[cut], &import, false);
    assert_eq!(content(&json), content(&hero.json));
    assert_eq!(json["accessors"][last], hero.json["accessors"][last]);
}

#[test]
fn a_gltf_with_files_beside_becomes_one_file() {
    let folder = tempfile::tempdir().unwrap();
    let mut hero = hero();
    hero.json["buffers"] = json!([{"uri": "hero.bin", "byteLength": hero.bin.len()}]);
    hero.json["images"] = json!([{"uri": "skin.png", "name": "skin"}, {"uri": "gone.png"}]);
    std::fs::write(folder.path().join("hero.bin"), &hero.bin).unwrap();
    std::fs::write(folder.path().join("skin.png"), b"\x89PNG and more").unwrap();
    let path = folder.path().join("hero.gltf");
    std::fs::write(&path, hero.json.to_string()).unwrap();
    let import = segue_formats::read_file(&path, &segue_formats::ReadOptions::default()).unwrap();
    let changed = nodding(&import.clips[0]);
    for format in [Format::Glb, Format::Gltf] {
        let encoded =
            encode(format, std::slice::from_ref(&changed), Some(&import.origin), &WriteOptions::default())
                .unwrap();
        let bytes = &encoded.files[0].bytes;
        assert!(encoded.notes.iter().any(|note| note.text.contains("gone.png")), "{:?}", encoded.notes);
        assert_same_motion(&read(bytes).clips[0], &changed);
        let json =
            if format == Format::Glb { parts(bytes).0 } else { serde_json::from_slice(bytes).unwrap() };
        assert_eq!(json["images"][1], json!({"uri": "gone.png"}));
        assert_eq!(json["images"][0]["name"], "skin");
        assert!(json["buffers"][0]["uri"].as_str().is_none_or(|uri| uri.starts_with("data:")));
        match format {
            Format::Glb => assert_eq!(json["images"][0]["mimeType"], "image/png"),
            _ => assert!(json["images"][0]["uri"].as_str().unwrap().starts_with("data:image/png")),
        }
    }
}

#[test]
fn a_rig_without_animation_is_a_figure_and_takes_clips() {
    let mut rig = hero();
    let import = read(&rig.glb());
    rig.json.as_object_mut().unwrap().remove("animations");
    let figure = read(&rig.glb());
    assert!(figure.clips.is_empty());
    assert_eq!(figure.figure.skeleton.to_string(), "hips\n  head\n");
    let (json, bytes, _) = put(&import.clips, &figure, false);
    assert_eq!(content(&json), content(&rig.json));
    let Document::Gltf(source) = &figure.origin.document else { panic!("a glTF file") };
    assert!(source.fits(import.clips[0].skeleton()));
    // Sizes over time are no part of a clip; where the joints are is.
    let (wanted, found) = (&import.clips[0], &read(&bytes).clips[0]);
    let place = |clip: &Clip| clip.frame(clip.last_frame()).root;
    assert!(place(wanted).distance(place(found)) < 1e-4);
}

/// The inverse bind matrix of a joint at this height.
fn inverse_bind(height: f32) -> [f32; 16] {
    let mut columns = glam::Mat4::IDENTITY.to_cols_array();
    columns[13] = -height;
    columns
}

/// The heights of the joints in the rest pose.
fn heights(skeleton: &segue_motion::Skeleton) -> Vec<f32> {
    let mut world = Vec::new();
    segue_motion::Pose::rest(skeleton).world_from_joints(skeleton, &mut world);
    world.iter().map(|joint| joint.translation.y).collect()
}

/// The rest pose is that of the inverse bind matrices, also where the nodes stand in another pose.
#[test]
fn the_bind_pose_is_the_rest_pose() {
    let posed = Quat::from_rotation_x(0.5);
    let mut rig = Sketch::new(&json!([
        {"name": "armature", "children": [1], "scale": [0.01, 0.01, 0.01]},
        {"name": "hips", "children": [2], "translation": [0.0, 100.0, 0.0], "rotation": posed.to_array()},
        {"name": "spine", "children": [3], "translation": [0.0, 30.0, 0.0]},
        {"name": "head", "translation": [0.0, 40.0, 0.0]},
    ]));
    let matrices: Vec<f32> = [100.0, 130.0, 170.0].into_iter().flat_map(inverse_bind).collect();
    let matrices = rig.floats("MAT4", 3, &matrices);
    rig.json["skins"] = json!([{"joints": [1, 2, 3], "inverseBindMatrices": matrices}]);
    rig.json.as_object_mut().unwrap().remove("animations");
    let figure = read(&rig.glb()).figure;
    let close = |found: Vec<f32>, expected: [f32; 3]| {
        assert!(found.iter().zip(expected).all(|(a, b)| (a - b).abs() < 1e-5), "{found:?}");
    };
    close(heights(&figure.skeleton), [1.0, 1.3, 1.7]);
    assert_eq!(figure.rests.len(), 2);
    let cos = 0.5_f32.cos();
    close(heights(&figure.rests[1].skeleton), [1.0, 1.0 + 0.3 * cos, 1.0 + 0.7 * cos]);
    assert_eq!(figure.skeleton.joint(JointId::ROOT).name, "hips");
}

/// A small skin may hold the root alone, and its matrices may be of a space of their own.
#[test]
fn a_joint_of_another_skin_above_does_not_shift_the_bind_pose() {
    let mut rig = Sketch::new(&json!([
        {"name": "hips", "children": [1], "translation": [0.0, 0.2, 0.0]},
        {"name": "spine", "children": [2], "translation": [0.0, 0.3, 0.0]},
        {"name": "head", "translation": [0.0, 0.4, 0.0]},
    ]));
    let mut skin = |joints: &[usize], heights: &[f32]| {
        let matrices: Vec<f32> = heights.iter().copied().flat_map(inverse_bind).collect();
        let matrices = rig.floats("MAT4", heights.len(), &matrices);
        json!({"joints": joints, "inverseBindMatrices": matrices})
    };
    let skins = [skin(&[0], &[1.0]), skin(&[1, 2], &[1.3, 1.7])];
    rig.json["skins"] = skins.to_vec().into();
    rig.json.as_object_mut().unwrap().remove("animations");
    let found = heights(&read(&rig.glb()).figure.skeleton);
    let wanted = [0.2, 0.5, 0.9];
    assert!(found.iter().zip(wanted).all(|(a, b)| (a - b).abs() < 1e-5), "{found:?}");
}

/// Every part of a figure may have a skin of its own joints: the pose in which all were bound is one pose.
#[test]
fn skins_without_a_common_joint_were_bound_in_one_pose() {
    let posed = Quat::from_rotation_x(0.5);
    let mut rig = Sketch::new(&json!([
        {"name": "hips", "children": [1], "translation": [0.0, 1.0, 0.0]},
        {"name": "spine", "children": [2], "translation": [0.0, 0.3, 0.0], "rotation": posed.to_array()},
        {"name": "neck", "children": [3], "translation": [0.0, 0.4, 0.0], "rotation": posed.to_array()},
        {"name": "head", "translation": [0.0, 0.2, 0.0]},
    ]));
    let mut skin = |joints: &[usize], heights: &[f32]| {
        let matrices: Vec<f32> = heights.iter().copied().flat_map(inverse_bind).collect();
        let matrices = rig.floats("MAT4", heights.len(), &matrices);
        json!({"joints": joints, "inverseBindMatrices": matrices})
    };
    let skins = [skin(&[2, 3], &[1.7, 1.9]), skin(&[0, 1], &[1.0, 1.3])];
    rig.json["skins"] = skins.to_vec().into();
    rig.json.as_object_mut().unwrap().remove("animations");
    let found = heights(&read(&rig.glb()).figure.skeleton);
    let wanted = [1.0, 1.3, 1.7, 1.9];
    assert!(found.iter().zip(wanted).all(|(a, b)| (a - b).abs() < 1e-5), "{found:?}");
}
