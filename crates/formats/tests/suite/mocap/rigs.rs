//! Game rigs keep their meshes, and clips move their own nodes.

use std::hash::{Hash, Hasher};
use std::path::{Path, PathBuf};

use glam::Quat;
use segue_formats::{Document, Format, Import, ReadOptions, WriteOptions, encode, read_file};
use segue_motion::Clip;
use serde_json::Value;

use super::glb::positions;

/// Files of these kinds anywhere below a folder.
fn below(folder: &Path, extensions: &[&str], found: &mut Vec<PathBuf>) {
    let mut entries: Vec<PathBuf> =
        std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    entries.sort();
    for path in entries {
        if path.is_dir() {
            below(&path, extensions, found);
        } else if path.extension().is_some_and(|e| extensions.iter().any(|x| e.eq_ignore_ascii_case(x))) {
            found.push(path);
        }
    }
}

fn rigs(extensions: &[&str]) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for folder in ["rigs", "glb"] {
        if let Some(folder) = segue_captures::file(folder) {
            below(&folder, extensions, &mut found);
        }
    }
    found
}

fn json_of(bytes: &[u8]) -> Value {
    if !bytes.starts_with(b"glTF") {
        return serde_json::from_slice(bytes).unwrap();
    }
    let length = u32::from_le_bytes(bytes[12..16].try_into().unwrap()) as usize;
    serde_json::from_slice(&bytes[20..20 + length]).unwrap()
}

/// The joints of a clip turned a little more in every frame, so that nothing of it is as it was.
fn turned(clip: &Clip) -> Clip {
    let turn = |frame: usize, pose: &mut segue_motion::Pose| {
        for rotation in &mut pose.rotations {
            *rotation *= Quat::from_rotation_z(0.05 + 0.001 * (frame % 30) as f32);
        }
        pose.root.x += 0.02 * (frame % 50) as f32;
    };
    clip.map_poses(turn).unwrap()
}

fn written(clips: &[Clip], import: &Import, add: bool) -> Vec<u8> {
    let options = WriteOptions { add, ..WriteOptions::default() };
    encode(Format::Glb, clips, Some(&import.origin), &options).unwrap().files.remove(0).bytes
}

fn read_back(name: &str, bytes: &[u8]) -> Import {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join(name);
    std::fs::write(&path, bytes).unwrap();
    read_file(&path, &ReadOptions::default()).unwrap()
}

#[test]
fn every_file_is_read_with_its_figure() {
    for path in rigs(&["glb", "gltf", "vrma", "fbx", "bvh"]) {
        let import = read_file(&path, &ReadOptions::default()).unwrap_or_else(|error| panic!("{error}"));
        assert!(import.figure.skeleton.len() > 1 || path.ends_with("InterpolationTest.glb"), "{path:?}");
        assert!(!import.figure.rests.is_empty(), "{path:?}");
    }
}

/// Meshes and skins of a file, with what their accessors hold in place of the numbers of accessors.
fn shapes(json: &Value, buffers: &[Vec<u8>]) -> [Value; 2] {
    let number = |value: &Value, key: &str| value[key].as_u64().unwrap_or(0) as usize;
    let table = |accessor: &mut Value| {
        let mut found = json["accessors"][accessor.as_u64().unwrap() as usize].clone();
        if let Some(view) = found.get("bufferView").and_then(Value::as_u64) {
            let mut view = json["bufferViews"][view as usize].clone();
            let data = &buffers[number(&view, "buffer")][number(&view, "byteOffset")..];
            let mut hash = std::hash::DefaultHasher::new();
            data[..number(&view, "byteLength")].hash(&mut hash);
            view["byteOffset"] = Value::Null;
            found["bufferView"] = serde_json::json!([view, hash.finish()]);
        }
        *accessor = found;
    };
    let (mut meshes, mut skins) = (json["meshes"].clone(), json["skins"].clone());
    for primitive in meshes
        .as_array_mut()
        .into_iter()
        .flatten()
        .flat_map(|mesh| mesh["primitives"].as_array_mut().unwrap())
    {
        let targets = primitive.get_mut("targets").and_then(Value::as_array_mut);
        let lists = targets.into_iter().flatten();
        lists.flat_map(|list| list.as_object_mut().unwrap().values_mut()).for_each(table);
        primitive["attributes"].as_object_mut().unwrap().values_mut().for_each(table);
        primitive.get_mut("indices").into_iter().for_each(table);
    }
    let skinned = skins.as_array_mut().into_iter().flatten();
    skinned.filter_map(|skin| skin.get_mut("inverseBindMatrices")).for_each(table);
    [meshes, skins]
}

/// The buffers of a file: the binary chunk of a GLB, or what lies beside.
fn buffers(path: &Path, bytes: &[u8]) -> Vec<Vec<u8>> {
    let json = json_of(bytes);
    let read = |buffer: &Value| match buffer.get("uri").and_then(Value::as_str) {
        Some(uri) => std::fs::read(path.with_file_name(uri)).unwrap(),
        None => bytes[28 + u32::from_le_bytes(bytes[12..16].try_into().unwrap()) as usize..].to_vec(),
    };
    json["buffers"].as_array().into_iter().flatten().map(read).collect()
}

/// A changed clip, put into the file, read again: same joint positions within a tenth of a millimetre on a person, and every
/// node, mesh, skin, material and image as it was.
#[test]
fn changed_clips_move_the_nodes_of_their_file() {
    for path in rigs(&["glb", "gltf"]) {
        let import = read_file(&path, &ReadOptions::default()).unwrap();
        if import.clips.is_empty() {
            continue;
        }
        // Of half an hour at 32-bit times nothing can be said to a tenth of a millimetre.
        let short = |clip: &&Clip| clip.duration_secs() < 100.0;
        let clips: Vec<Clip> = import.clips.iter().filter(short).take(2).map(turned).collect();
        let bytes = written(&clips, &import, false);
        let again = read_back("hero.glb", &bytes);
        let height = positions(&import.clips[0], 0).iter().map(|p| p.y.abs()).fold(0.0, f32::max).max(1e-3);
        let mut worst = 0.0_f32;
        for (before, after) in clips.iter().zip(&again.clips) {
            assert_eq!(before.len(), after.len(), "{path:?} {}", before.name());
            for frame in 0..before.len() {
                for (a, b) in positions(before, frame).iter().zip(positions(after, frame)) {
                    worst = worst.max(a.distance(b));
                }
            }
        }
        assert!(worst < 1e-4 * (height / 1.7).max(1.0), "{path:?}: {worst} m");
        let (original, new) = (json_of(&std::fs::read(&path).unwrap()), json_of(&bytes));
        for key in ["materials", "textures", "cameras", "scenes", "extensions"] {
            assert_eq!(original.get(key), new.get(key), "{path:?} {key}");
        }
        let before = shapes(&original, &buffers(&path, &std::fs::read(&path).unwrap()));
        assert_eq!(before, shapes(&new, &buffers(&path, &bytes)), "{path:?}");
        let count = |json: &Value, key: &str| json.get(key).and_then(Value::as_array).map(Vec::len);
        assert_eq!(count(&original, "images"), count(&new, "images"), "{path:?}");
        let nodes = |json: &Value| json["nodes"].as_array().unwrap().clone();
        for (a, b) in nodes(&original).iter().zip(nodes(&new)) {
            assert!(a == &b || a.get("matrix").is_some(), "{path:?}: {a} {b}");
        }
        assert_eq!(again.clips.len(), clips.len(), "{path:?}");
    }
}

/// Accessors that nothing names: neither a mesh nor a skin nor an animation.
fn unused_accessors(json: &Value) -> usize {
    fn collect(value: &Value, names: bool, found: &mut std::collections::BTreeSet<u64>) {
        let accessors =
            ["attributes", "targets", "indices", "inverseBindMatrices", "input", "output", "extensions"];
        match value {
            Value::Number(number) if names => found.extend(number.as_u64()),
            Value::Array(items) => items.iter().for_each(|item| collect(item, names, found)),
            Value::Object(members) => members
                .iter()
                .for_each(|(key, member)| collect(member, names || accessors.contains(&key.as_str()), found)),
            _ => {}
        }
    }
    let mut found = std::collections::BTreeSet::new();
    for key in ["meshes", "skins", "animations", "nodes"] {
        collect(&json[key], false, &mut found);
    }
    let count = json["accessors"].as_array().map_or(0, Vec::len) as u64;
    (0..count).filter(|number| !found.contains(number)).count()
}

#[test]
fn replaced_animations_leave_nothing_unused_behind() {
    for path in rigs(&["glb"]) {
        let import = read_file(&path, &ReadOptions::default()).unwrap();
        let Some(first) = import.clips.first().filter(|clip| clip.duration_secs() < 100.0) else { continue };
        let original = json_of(&std::fs::read(&path).unwrap());
        // Under another name nothing is taken over from the animation that it was.
        let clips = [turned(first).renamed("new")];
        let (before, after) =
            (unused_accessors(&original), unused_accessors(&json_of(&written(&clips, &import, false))));
        assert!(after <= before, "{path:?}: {before} unused accessors became {after}");
    }
}

#[test]
fn unchanged_and_added_clips_leave_the_animations_as_they_were() {
    for path in rigs(&["glb", "gltf"]) {
        let import = read_file(&path, &ReadOptions::default()).unwrap();
        let Some(first) = import.clips.first() else { continue };
        let Document::Gltf(source) = &import.origin.document else { panic!("{path:?}") };
        let original = json_of(&std::fs::read(&path).unwrap())["animations"].clone();
        let same = json_of(&written(&import.clips, &import, false))["animations"].clone();
        let mut names: Vec<&Value> = same.as_array().unwrap().iter().map(|a| &a["name"]).collect();
        names.sort_by_key(ToString::to_string);
        let mut own: Vec<&Value> = original.as_array().unwrap().iter().map(|a| &a["name"]).collect();
        own.sort_by_key(ToString::to_string);
        assert_eq!(names, own, "{path:?}");
        let added = json_of(&written(&[turned(first).renamed("new")], &import, true))["animations"].clone();
        let added = added.as_array().unwrap();
        assert_eq!(added.len(), source.document().animations.len() + 1, "{path:?}");
        assert_eq!(&added[..added.len() - 1], &original.as_array().unwrap()[..], "{path:?}");
    }
}

/// Nodes that neither show nor carry nor move anything.
fn empty_nodes(json: &Value) -> Vec<&Value> {
    let joints: Vec<&Value> = json["skins"]
        .as_array()
        .into_iter()
        .flatten()
        .flat_map(|skin| skin["joints"].as_array().unwrap())
        .collect();
    let nodes = json["nodes"].as_array().unwrap().iter().enumerate();
    let empty = nodes.filter(|(index, node)| {
        node.get("mesh").is_none()
            && node.get("children").is_none()
            && !joints.iter().any(|joint| **joint == *index)
    });
    empty.map(|(_, node)| &node["name"]).collect()
}

/// FBX rigs with a mesh come out as GLB with mesh, skin and materials, and joints are where the clip has them.
#[test]
fn fbx_rigs_take_their_meshes_along() {
    let mut shown = 0;
    for path in rigs(&["fbx"]) {
        let import = read_file(&path, &ReadOptions::default()).unwrap();
        let Some(clip) = import.clips.first() else { continue };
        let clip = turned(clip);
        let bytes = written(std::slice::from_ref(&clip), &import, false);
        let json = json_of(&bytes);
        let again = read_back("hero.glb", &bytes);
        let names = |clip: &Clip| -> Vec<String> {
            clip.skeleton().joints().iter().map(|joint| joint.name.clone()).collect()
        };
        let found = &again.clips[0];
        let place = |clip: &Clip, frame: usize, name: &str| {
            let at = names(clip).iter().position(|other| other == name)?;
            Some(positions(clip, frame)[at])
        };
        for frame in [0, clip.len() / 2, clip.last_frame()] {
            for name in names(&clip) {
                let (Some(a), Some(b)) = (place(&clip, frame, &name), place(found, frame, &name)) else {
                    continue;
                };
                assert!(a.distance(b) < 2e-4, "{path:?} {name}: {a} {b}");
            }
        }
        if json["meshes"][0]["name"] != "Figure" {
            shown += 1;
            assert!(json["skins"].as_array().is_some_and(|skins| !skins.is_empty()), "{path:?}");
            assert!(empty_nodes(&json).is_empty(), "{path:?}: {:?}", empty_nodes(&json));
        }
    }
    assert!(shown >= 4 || rigs(&["fbx"]).is_empty(), "{shown} of the FBX rigs have meshes");
}
