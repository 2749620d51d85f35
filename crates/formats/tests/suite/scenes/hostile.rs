//! Files that no reader should trust: an error that says what is wrong, never a panic or an endless read.

use std::sync::OnceLock;

use proptest::prelude::*;
use segue_formats::Format;
use serde_json::{Value, json};

use super::support::{Sketch, bytes, glb, march, parts, read_bytes};

fn valid() -> Vec<u8> {
    static FILE: OnceLock<Vec<u8>> = OnceLock::new();
    FILE.get_or_init(|| bytes(Format::Glb, &[march("march", 8, 30.0)])).clone()
}

/// The error for a valid file after a change to its document.
fn refusal(change: impl FnOnce(&mut Value)) -> String {
    let (mut json, bin) = parts(&valid());
    change(&mut json);
    read_bytes("bad.glb", &glb(&json, &bin)).unwrap_err().to_string()
}

fn assert_refused(change: impl FnOnce(&mut Value), words: &[&str]) {
    let error = refusal(change);
    for word in words.iter().chain(&["bad.glb"]) {
        assert!(error.contains(word), "`{word}` is missing in: {error}");
    }
}

#[test]
fn a_number_in_the_document_buys_no_memory() {
    assert_refused(
        |json| json["accessors"][1]["count"] = (1u64 << 30).into(),
        &["are more than the", "accessor 1"],
    );
    assert_refused(|json| json["accessors"][1]["count"] = json!(u64::MAX), &["are more than the"]);
    assert_refused(
        |json| json["bufferViews"][1]["byteLength"] = (1u64 << 32).into(),
        &["buffer view within the"],
    );
    assert_refused(
        |json| json["buffers"][0]["byteLength"] = (1u64 << 32).into(),
        &["expected 4294967296 bytes"],
    );
    assert_refused(|json| json["accessors"][1]["byteOffset"] = json!(u64::MAX), &["accessor 1"]);
}

#[test]
fn keys_years_apart_are_not_sampled() {
    let mut sketch = Sketch::new(&json!([{"name": "hips"}]));
    let times = sketch.floats("SCALAR", 2, &[0.0, 1e9]);
    let values = sketch.floats("VEC3", 2, &[0.0; 6]);
    sketch.channel(0, "translation", times, values, "LINEAR");
    let error = read_bytes("years.glb", &sketch.glb()).unwrap_err().to_string();
    assert!(error.contains("joint rotations"), "{error}");
}

/// A megabyte that thousands of accessors all point at would unpack to gigabytes.
#[test]
fn aliased_accessors_are_bounded() {
    const BYTES: usize = 1 << 20;
    let mut sketch = Sketch::new(&json!([{"name": "hips"}]));
    let byte = |count: usize, shape: &str| json!({"componentType": 5120, "normalized": true, "count": count, "type": shape});
    let times = sketch.table(&vec![0; BYTES], byte(BYTES / 4, "SCALAR"));
    for _ in 0..2000 {
        let mut accessor = byte(BYTES / 4, "VEC4");
        accessor["bufferView"] = 0.into();
        let accessors = sketch.json["accessors"].as_array_mut().unwrap();
        accessors.push(accessor);
        let values = accessors.len() - 1;
        sketch.channel(0, "rotation", times, values, "LINEAR");
    }
    let error = read_bytes("alias.glb", &sketch.glb()).unwrap_err().to_string();
    assert!(error.contains("values are more than the"), "{error}");
}

#[test]
fn node_graphs_must_be_trees() {
    assert_refused(|json| json["nodes"][3]["children"] = json!([0]), &["its own ancestor"]);
    assert_refused(|json| json["nodes"][1]["children"] = json!([1]), &["parent"]);
    assert_refused(|json| json["nodes"][0]["children"] = json!([999]), &["node 999", "`Hips`"]);
    assert_refused(|json| json["skins"][0]["joints"] = json!([999]), &["node 999", "skin 0"]);
}

#[test]
fn a_very_deep_hierarchy_is_read_or_refused_quickly() {
    for (depth, fits) in [(20_000usize, true), (100_000, false)] {
        let nodes: Vec<Value> = (0..depth)
            .map(|node| json!({"translation": [0.0, 0.001, 0.0], "children": if node + 1 < depth { vec![node + 1] } else { vec![] }}))
            .collect();
        let mut sketch = Sketch::new(&json!(nodes));
        sketch.json["skins"] = json!([{"joints": (0..depth).collect::<Vec<_>>()}]);
        let times = sketch.floats("SCALAR", 2, &[0.0, 0.1]);
        let values = sketch.floats("VEC3", 2, &[0.0; 6]);
        sketch.channel(0, "translation", times, values, "LINEAR");
        let read = read_bytes("deep.glb", &sketch.glb());
        assert_eq!(read.is_ok(), fits, "{depth}: {:?}", read.err());
    }
}

#[test]
fn one_name_for_many_joints_is_read_quickly() {
    let mut nodes: Vec<Value> = (0..20_000).map(|_| json!({"name": "bone"})).collect();
    nodes[0]["children"] = json!((1..20_000).collect::<Vec<_>>());
    let mut sketch = Sketch::new(&json!(nodes));
    sketch.json["skins"] = json!([{"joints": (0..20_000).collect::<Vec<_>>()}]);
    let times = sketch.floats("SCALAR", 1, &[0.0]);
    let values = sketch.floats("VEC3", 1, &[0.0; 3]);
    sketch.channel(0, "translation", times, values, "LINEAR");
    let import = read_bytes("names.glb", &sketch.glb()).unwrap();
    assert!(import.notes.len() < 20, "{} notes", import.notes.len());
}

/// Tables of nodes × animations would need gigabytes for a file of a megabyte.
#[test]
fn many_nodes_and_many_empty_animations_cost_little() {
    let mut sketch = Sketch::new(&json!(vec![json!({}); 50_000]));
    let times = sketch.floats("SCALAR", 1, &[0.0]);
    let values = sketch.floats("VEC3", 1, &[0.0; 3]);
    sketch.channel(0, "translation", times, values, "LINEAR");
    sketch.json["animations"].as_array_mut().unwrap().extend(vec![json!({}); 50_000]);
    let import = read_bytes("grid.glb", &sketch.glb()).unwrap();
    assert_eq!(import.clips.len(), 1);
    assert!(import.notes.len() < 20, "{} notes", import.notes.len());
}

/// Thousands of curves on one long list of times.
#[test]
fn shared_key_times_are_looked_at_once() {
    const KEYS: usize = 200_000;
    let mut sketch = Sketch::new(&json!(vec![json!({}); 3000]));
    let times: Vec<f32> = (0..KEYS).map(|key| key as f32 / 1e6).collect();
    let times = sketch.floats("SCALAR", KEYS, &times);
    let values = sketch.floats("VEC3", KEYS, &vec![0.0; 3 * KEYS]);
    for node in 0..3000 {
        sketch.channel(node, "translation", times, values, "LINEAR");
    }
    assert!(read_bytes("shared.glb", &sketch.glb()).is_ok());
}

#[test]
fn numbers_that_are_not_finite_stop_at_the_door() {
    let (json, bin) = parts(&valid());
    let first_keys = json["animations"][0]["samplers"][0]["output"].as_u64().unwrap() as usize;
    let accessor = &json["accessors"][first_keys];
    let view = &json["bufferViews"][accessor["bufferView"].as_u64().unwrap() as usize];
    let at = view["byteOffset"].as_u64().unwrap_or(0) + accessor["byteOffset"].as_u64().unwrap_or(0);
    for bad in [f32::NAN, f32::INFINITY] {
        let mut bin = bin.clone();
        bin[at as usize..][..4].copy_from_slice(&bad.to_le_bytes());
        let error = read_bytes("bad.glb", &glb(&json, &bin)).unwrap_err().to_string();
        assert!(error.contains("must be finite") && error.contains("accessor"), "{error}");
    }
    let (mut json, bin) = parts(&valid());
    json["nodes"][0]["translation"] = json!([1e39, 0.0, 0.0]);
    let error = read_bytes("bad.glb", &glb(&json, &bin)).unwrap_err().to_string();
    // With its feature `float_roundtrip`, which other crates of a build may ask for, serde_json itself refuses.
    let (by_us, by_json) = (error.contains("must be finite"), error.contains("number out of range"));
    assert!((by_us && error.contains("`Hips`")) || (by_json && error.contains("line 1")), "{error}");
    // Finite numbers whose product is not.
    assert_refused(
        |json| {
            for node in 0..3 {
                json["nodes"][node]["scale"] = json!([3e38, 3e38, 3e38]);
                json["nodes"][node]["translation"] = json!([3e38, 3e38, 3e38]);
            }
        },
        &["unusable"],
    );
}

#[test]
fn mistakes_in_the_document_are_named() {
    assert_refused(|json| json["asset"]["version"] = "1.0".into(), &["version 2", "`1.0`"]);
    assert_refused(|json| json["nodes"] = json!({"a": 1}), &["invalid type", "line 1"]);
    assert_refused(|json| json["nodes"][0]["children"] = json!([-1]), &["invalid value"]);
    assert_refused(
        |json| json["animations"][0]["channels"][0]["sampler"] = 999.into(),
        &["sampler 999", "`march`"],
    );
    assert_refused(
        |json| json["animations"][0]["samplers"][0]["input"] = 999.into(),
        &["accessor 999", "channel 0"],
    );
    assert_refused(
        |json| json["animations"][0]["samplers"][0]["interpolation"] = "BEZIER".into(),
        &["`BEZIER`"],
    );
    assert_refused(|json| json["buffers"][0]["uri"] = "missing.bin".into(), &["`missing.bin`", "buffer 0"]);
    assert_refused(|json| json["buffers"][0]["uri"] = "../../etc/passwd".into(), &["same folder"]);
}

/// What compressed keys say is unknown, but the figure is there: it can carry other motion.
#[test]
fn animations_with_compressed_keys_are_left_out_with_a_word() {
    let (mut json, bin) = parts(&valid());
    let output = json["animations"][0]["samplers"][0]["output"].as_u64().unwrap() as usize;
    let view = json["accessors"][output]["bufferView"].as_u64().unwrap() as usize;
    json["bufferViews"][view]["extensions"] = json!({"EXT_meshopt_compression": {"buffer": 0}});
    let import = read_bytes("packed.glb", &glb(&json, &bin)).unwrap();
    assert!(import.clips.is_empty() && import.figure.skeleton.len() > 10);
    let words = ["`march`", "EXT_meshopt_compression", "export without compression"];
    assert!(
        import.notes.iter().any(|note| words.iter().all(|word| note.text.contains(word))),
        "{:?}",
        import.notes
    );
}

#[test]
fn every_truncation_is_an_error() {
    let file = valid();
    for length in (0..12_000).step_by(53).chain((12_000..file.len()).step_by(9973)) {
        assert!(read_bytes("short.glb", &file[..length]).is_err(), "{length} bytes");
    }
    for text in ["", "{", "{}", "[]", "null", "{\"asset\":{}}", "{\"asset\":{\"version\":\"2.0\"}}"] {
        assert!(read_bytes("empty.gltf", text.as_bytes()).is_err(), "{text}");
    }
    let nested = "[".repeat(100_000);
    assert!(read_bytes("nested.gltf", nested.as_bytes()).is_err());
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]
    #[test]
    fn damaged_bytes_never_panic(places in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..8)) {
        let mut file = valid();
        // The figure's mesh is never read; damage goes where it matters.
        let end = 28 + 6000.min(file.len() - 28);
        for (place, byte) in places {
            let at = place.index(end);
            file[at] = byte;
        }
        if let Ok(import) = read_bytes("damaged.glb", &file) {
            for clip in &import.clips {
                prop_assert!(clip.frames().all(|pose| pose.root.is_finite()));
            }
        }
    }
}
