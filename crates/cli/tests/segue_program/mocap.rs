//! Real captures, where they are at hand: what `segue info` says must be what their index says.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use serde_json::Value;

use crate::place::Place;

/// The folder of captures, as `segue info` prints it.
fn mocap() -> Option<PathBuf> {
    Some(segue_captures::folder()?.canonicalize().unwrap())
}

/// A row of the index.
struct Truth {
    frames: usize,
    joints: usize,
}

/// The files of one folder as the index describes them, by name.
fn index(mocap: &Path, folder: &str) -> BTreeMap<String, Truth> {
    let text = fs::read_to_string(mocap.join("INDEX.md")).unwrap();
    let rows = text.lines().filter(|line| line.starts_with(&format!("| {folder}/")));
    let parse = |line: &str| {
        let cells: Vec<&str> = line.split('|').map(str::trim).collect();
        let file = cells[1].split_whitespace().next().unwrap().to_owned();
        (file, Truth { frames: cells[7].parse().unwrap(), joints: cells[10].parse().unwrap() })
    };
    rows.map(parse).collect()
}

/// What `segue info` says about a folder, by the names of the index.
fn info(mocap: &Path, folder: &str) -> BTreeMap<String, Value> {
    let path = mocap.join(folder);
    let json = Place::new().segue_args(&["info", "--json", path.to_str().unwrap()]).code(0).json();
    let name = |file: &Value| {
        let path = Path::new(file["input"].as_str().unwrap()).strip_prefix(mocap).unwrap().to_owned();
        (path.to_str().unwrap().to_owned(), file.clone())
    };
    json["files"].as_array().unwrap().iter().map(name).collect()
}

fn joints(file: &Value) -> usize {
    file["skeleton"]["joints"].as_array().unwrap().len()
}

fn has_warning(file: &Value, part: &str) -> bool {
    let notes = file["notes"].as_array().unwrap();
    notes.iter().any(|note| note["level"] == "warning" && note["text"].as_str().unwrap().contains(part))
}

#[test]
fn every_cmu_bvh_has_the_frames_joints_and_unit_of_the_index() {
    let Some(mocap) = mocap() else { return };
    let (files, truths) = (info(&mocap, "cmu_bvh"), index(&mocap, "cmu_bvh"));
    assert_eq!(files.keys().collect::<Vec<_>>(), truths.keys().collect::<Vec<_>>());
    for (name, truth) in truths {
        let file = &files[&name];
        // The first frame is an inserted rest pose.
        assert_eq!(file["clips"][0]["frames"], truth.frames - 1, "{name}");
        assert_eq!(joints(file), truth.joints, "{name}");
        assert_eq!(file["conversion"]["rest_frame_dropped"], true, "{name}");
        let unit = file["conversion"]["metres_per_unit"]["value"].as_f64().unwrap();
        assert!((unit - 0.0254 / 0.45).abs() < 1e-12, "{name}: {unit}");
        assert_eq!(file["conversion"]["up"]["value"], "Y", "{name}");
    }
}

#[test]
fn captures_at_half_the_stated_rate_are_known_by_flights_and_steps() {
    let Some(mocap) = mocap() else { return };
    let files = info(&mocap, "cmu_bvh");
    for (name, file) in &files {
        let at_60 = ["143_05", "143_06", "143_10", "143_41"].iter().any(|clip| name.contains(clip));
        assert_eq!(has_warning(file, "(--fps 60)"), at_60, "{name}");
    }
    // The sneak at 60 fps never leaves the floor; its steps give it away.
    assert_eq!(files["cmu_bvh/143_41.bvh"]["clips"][0]["gravity"]["verdict"], "unknown");
}

#[test]
fn every_acclaim_pair_has_the_frames_and_joints_of_the_index() {
    let Some(mocap) = mocap() else { return };
    let (files, truths) = (info(&mocap, "cmu_asfamc"), index(&mocap, "cmu_asfamc"));
    assert_eq!(files.keys().collect::<Vec<_>>(), truths.keys().collect::<Vec<_>>());
    for (name, truth) in truths {
        assert_eq!(files[&name]["clips"][0]["frames"], truth.frames, "{name}");
        assert_eq!(joints(&files[&name]), truth.joints, "{name}");
    }
}

#[test]
fn every_glb_has_the_joints_and_animations_of_the_index() {
    let Some(mocap) = mocap() else { return };
    let (files, truths) = (info(&mocap, "glb"), index(&mocap, "glb"));
    assert_eq!(files.keys().collect::<Vec<_>>(), truths.keys().collect::<Vec<_>>());
    for (name, truth) in truths {
        assert_eq!(joints(&files[&name]), truth.joints, "{name}");
    }
    assert_eq!(files["glb/human-base-animations.glb"]["clips"].as_array().unwrap().len(), 50);
    assert_eq!(files["glb/RobotExpressive.glb"]["clips"][0]["name"], "RobotExpressive/Dance");
}

#[test]
fn every_fbx_has_the_limbs_and_stacks_of_the_index() {
    let Some(mocap) = mocap() else { return };
    let (files, truths) = (info(&mocap, "fbx"), index(&mocap, "fbx"));
    assert_eq!(files.keys().collect::<Vec<_>>(), truths.keys().collect::<Vec<_>>());
    for (name, truth) in truths {
        // The index counts the tips of last bones as limbs.
        let tips = files[&name]["skeleton"]["end_sites"].as_u64().unwrap() as usize;
        assert_eq!(joints(&files[&name]) + tips, truth.joints, "{name}");
    }
    assert_eq!(files["fbx/07_01_cmu.fbx"]["clips"][0]["frames"], 316);
    let stacks = files["fbx/locomotions.fbx"]["clips"].as_array().unwrap();
    let names: Vec<_> = stacks.iter().map(|clip| clip["name"].as_str().unwrap()).collect();
    assert_eq!(names, ["locomotions/jog", "locomotions/run", "locomotions/walk"]);
}

#[test]
fn fbx_in_a_folder_becomes_glb() {
    let Some(mocap) = mocap() else { return };
    let place = Place::new();
    let file = mocap.join("fbx/locomotions.fbx");
    place.segue(&format!("convert {} out/", file.display())).code(0).says(&["out/locomotions.glb"]);
    assert!(place.has("out/locomotions.glb"));
}

#[test]
fn figures_of_other_files_are_as_tall_as_people() {
    let Some(mocap) = mocap() else { return };
    let (files, truths) = (info(&mocap, "other_bvh"), index(&mocap, "other_bvh"));
    for (name, truth) in truths {
        let file = &files[&name];
        let dropped = usize::from(file["conversion"]["rest_frame_dropped"] == true);
        assert_eq!(file["clips"][0]["frames"], truth.frames - dropped, "{name}");
        assert_eq!(joints(file), truth.joints, "{name}");
        let leg = chain_length(file, |joint| {
            ["foot", "ankle"].iter().any(|word| joint.to_lowercase().contains(word))
        });
        assert!((0.7..1.1).contains(&leg), "the leg of {name} is {leg} m long");
    }
}

/// Metres from the root to the farthest joint of such a name.
fn chain_length(file: &Value, is_end: impl Fn(&str) -> bool) -> f64 {
    let mut reach: BTreeMap<&str, f64> = BTreeMap::new();
    for joint in file["skeleton"]["joints"].as_array().unwrap() {
        let offset: Vec<f64> =
            joint["offset_metres"].as_array().unwrap().iter().map(|x| x.as_f64().unwrap()).collect();
        let length = offset.iter().map(|x| x * x).sum::<f64>().sqrt();
        let above = joint["parent"].as_str().map(|parent| reach[parent]);
        reach.insert(joint["name"].as_str().unwrap(), above.map_or(0.0, |above| above + length));
    }
    reach.iter().filter(|(name, _)| is_end(name)).map(|(_, &reach)| reach).fold(0.0, f64::max)
}

#[test]
fn a_capture_converted_to_glb_keeps_its_length() {
    let Some(mocap) = mocap() else { return };
    let place = Place::new();
    let file = mocap.join("cmu_bvh/16_15.bvh");
    place.segue_args(&["convert", file.to_str().unwrap(), "walk.glb"]).code(0);
    let json = place.segue("info --json walk.glb").code(0).json();
    let clip = &json["files"][0]["clips"][0];
    assert_eq!(clip["frames"], 471);
    assert!((clip["rate_hz"].as_f64().unwrap() - 120.0).abs() < 0.01);
}

#[test]
fn captured_turns_to_either_side_walk_straight_on_halfway() {
    let Some(mocap) = mocap() else { return };
    let place = Place::new();
    let [left, right] = ["16_17", "16_19"].map(|name| mocap.join(format!("cmu_bvh/{name}.bvh")));
    let (left, right) = (left.to_str().unwrap(), right.to_str().unwrap());
    let json = place.segue_args(&["inspect", left, right, "--weights", "1,1", "--json"]).code(0).json();
    let number = |name: &str, key: &str| {
        let motions = json["motions"].as_array().unwrap();
        let motion = motions.iter().find(|motion| motion["name"] == name).unwrap();
        motion["quality"][key].as_f64().unwrap()
    };
    let held = "registered, feet held";
    assert!(number(held, "straightness") >= 0.99 && number(held, "facing_turn_degrees").abs() < 5.0);
    assert!(number(held, "worst_drift_mm") < 10.0);
    assert!(number(held, "skate_cm_per_sec") < 0.5 * number("registered", "skate_cm_per_sec"));
    // The linear blend averages headings that come to be opposite: the figure spins and its way collapses.
    assert!(number("linear, stretched", "facing_turn_degrees").abs() > 150.0);
    assert!(number("linear, stretched", "path_metres") < 0.9 * number(held, "path_metres"));
    assert!(number("linear, stretched", "skate_cm_per_sec") > 3.0 * number("registered", "skate_cm_per_sec"));
}

/// One captured kick leads to a kick with controls: all kicks of the capture and nothing else are its examples, requests that
/// can be met are met, and the ankle is as high as in the captures.
#[test]
fn a_captured_kick_becomes_one_that_goes_where_it_is_told() {
    let Some(mocap) = mocap() else { return };
    let place = Place::new();
    place.segue("library new moves.segue").code(0);
    for clip in ["144_05", "144_13"] {
        let file = mocap.join(format!("cmu_bvh/{clip}.bvh"));
        place.segue_args(&["library", "add", "moves.segue", file.to_str().unwrap()]).code(0);
    }
    let from =
        "parametric from moves.segue --query 144_05@83-231 --measure ankle.r@apex -o kick.segue-param --json";
    let built = place.segue(from).code(0).json();
    assert_eq!(built["examples"], 12, "{built}");
    let mm = |name: &str| built["evaluation"]["after_mm"][name].as_f64().unwrap();
    assert!(mm("median") < 1.0 && mm("percentile_99") < 5.0, "{built}");
    let shares = ["rest", "examples"].map(|part| built["bytes"][part].as_f64().unwrap());
    assert!(shares[0] < 0.05 * shares[1], "{built}");
    let heights = ["from", "to"].map(|end| built["parameters"][1][end].as_f64().unwrap());
    assert!(heights[0] > 0.4 && heights[1] < 1.5, "{heights:?}");
}
