//! `segue inspect`, `segue plants`, `segue sync` and `--plot` as a person runs them.

use std::fs;

use crate::place::Place;
use crate::register::CURVES;

#[test]
fn the_table_shows_what_registration_gains() {
    let place = Place::new();
    let run = place.segue(&format!("inspect {CURVES} --weights 1,1")).code(0);
    for part in ["walk-left", "linear, stretched", "registered, feet held", "skate cm/s", "knee °"] {
        assert!(run.out.contains(part), "{part:?} is not in\n{}", run.out);
    }
    let json = place.segue(&format!("inspect {CURVES} --weights 1,1 --json")).code(0).json();
    let number = |name: &str, key: &str| {
        let motions = json["motions"].as_array().unwrap();
        let motion = motions.iter().find(|motion| motion["name"] == name).unwrap();
        motion["quality"][key].as_f64().unwrap()
    };
    assert!(number("linear", "skate_cm_per_sec") > 5.0 * number("registered", "skate_cm_per_sec"));
    assert!(number("registered, feet held", "worst_drift_mm") < 1.0);
    assert!(number("linear, stretched", "path_metres") < 0.9 * number("registered", "path_metres"));
    place.segue(&format!("inspect {CURVES} --weights 1")).code(2).says(&["1 weights for 2 clips"]);
}

#[test]
fn a_transition_is_judged_next_to_a_cross_fade() {
    let place = Place::new();
    let json = place.segue("inspect sample:walk sample:sneak --transition --json").code(0).json();
    let motions = json["motions"].as_array().unwrap();
    let names: Vec<&str> = motions.iter().map(|motion| motion["name"].as_str().unwrap()).collect();
    assert_eq!(names, ["walk", "sneak", "cross-fade", "transition", "transition, feet held"]);
    assert!(motions[0]["seam_jerk_mm"].is_null() && motions[3]["seam_jerk_mm"].as_f64().unwrap() > 0.0);
    let run = place.segue("inspect sample:walk sample:jog sample:sneak --transition").code(2);
    run.says(&["between two clips, but 3 were named"]);
    place.segue("inspect sample:walk --at 1,1").code(2).says(&["--transition"]);
    place.segue("inspect missing.bvh").code(1).says(&["no such file"]);
}

#[test]
fn files_that_differ_by_their_extension_have_plants_of_their_own() {
    let place = Place::new();
    place.segue("blend sample:walk-left sample:walk-right -w 0.5,0.5 -o straight.glb").code(0);
    place.segue("convert sample:jog straight.bvh").code(0);
    let own = place.segue("plants straight.bvh --json").code(0).json();
    let read = place.segue("info straight.bvh --json").code(0).json();
    assert_eq!(read["files"][0]["clips"][0]["plants"], own["clips"][0]["plants"]);
    // A file that is called after the stem belongs to nobody, and that is said.
    place.write("straight.plants.json", r#"{"left_toe": [[0, 4]]}"#);
    let run = place.segue("inspect straight.bvh").code(0);
    run.says(&["`straight.plants.json` are not read", "`straight.bvh.plants.json`"]);
}

#[test]
fn plants_are_written_beside_the_clip_and_count_from_then_on() {
    let place = Place::new();
    place.segue("convert sample:walk a/walk.bvh").code(0);
    let run = place.segue("plants a/walk.bvh --write").code(0).says(&["wrote a/walk.bvh.plants.json"]);
    assert!(run.out.contains("left toe") && run.out.contains('%'), "{}", run.out);
    // The same again is no change; something else is not overwritten.
    let again = place.segue("plants a/walk.bvh --write").code(0);
    assert!(!again.err.contains("wrote"), "{}", again.err);
    place.write("a/walk.bvh.plants.json", r#"{"left_toe": [[0, 40], [90, 120]]}"#);
    let refused = place.segue("plants a/walk.bvh --write").code(2);
    refused.says(&["there already and says something else", "--force", "a/walk.bvh.plants.json"]);
    // What is written down counts for every verb.
    let json = place.segue("register a/walk.bvh sample:walk --json").code(0).json();
    assert!(json["matches"].as_array().unwrap().iter().all(|found| found["kind"] == "left_toe"), "{json:#}");
    let json = place.segue("inspect a/walk.bvh --json").code(0).json();
    assert_eq!(json["motions"][0]["quality"]["plants"], 2);
    let json = place.segue("plants a/walk.bvh --write --force --json").code(0).json();
    assert_eq!(json["written"], serde_json::json!(["a/walk.bvh.plants.json"]));
    let json = place.segue("inspect a/walk.bvh --json").code(0).json();
    assert!(json["motions"][0]["quality"]["plants"].as_u64().unwrap() > 8);
}

#[test]
fn plants_of_some_frames_and_of_samples_are_only_printed() {
    let place = Place::new();
    place.segue("plants walk.bvh@3-20 --write").code(2).says(&["for whole clips", "--write"]);
    place.segue("plants walk.bvh@3-20").code(0);
    place.segue("plants sample:walk").code(0);
    place.segue("plants walk.bvh").code(0);
    assert_eq!(place.names("."), ["walk.bvh"]);
}

#[test]
fn every_engine_gets_its_sheet() {
    let place = Place::new();
    let json = place.segue("sync sample:walk sample:sneak --points 9").code(0).json();
    assert_eq!(json["format"], "segue-sync");
    assert_eq!(json["phases"].as_array().unwrap().len(), 9);
    let markers = |clip: usize| json["clips"][clip]["markers"].as_array().unwrap().len();
    assert!(markers(0) >= 8 && markers(0) == markers(1), "{json:#}");
    for (format, parts) in [
        ("bevy", ["version: 2", "looping: true"]),
        ("godot", ["extends EditorScenePostImport", "animation.add_marker("]),
        ("unreal", ["import unreal", "add_animation_sync_marker("]),
    ] {
        let run =
            place.segue(&format!("sync sample:walk sample:sneak -f {format} -o sheet.{format}")).code(0);
        run.says(&["markers for each of 2 clips"]);
        let text = fs::read_to_string(place.path(&format!("sheet.{format}"))).unwrap();
        assert!(parts.iter().all(|part| text.contains(part)) && text.contains("\"sneak\""), "{text}");
    }
    place.segue("sync sample:walk sample:sneak -f unity").code(2).says(&["json, bevy, godot, unreal"]);
    place.segue("sync sample:run sample:sit-down").code(1).says(&["nothing in common"]);
}

#[test]
fn every_verb_draws() {
    let place = Place::new();
    place.write("w.csv", "0,1,0\n2,0,1\n");
    for (verb, words) in [
        ("register", [">Distance between walk-left and walk-right<", ">beyond the slope limit<"]),
        ("blend -w 1,1 -o out.bvh", [">Root trajectory from above<", ">linear blend<"]),
        ("transition -o out.bvh", [">transition<", ">distance, cm<"]),
        ("control --weights-file w.csv -o out.bvh", [">Weight of each clip over time<", ">directed<"]),
        ("inspect -w 1,1", [">How fast planted feet slide<", ">registered, feet held<"]),
        ("sync -o out.json", [">Foot plants<", ">Alignment<"]),
    ] {
        place.segue(&format!("{verb} {CURVES} --plot out.svg")).code(0).says(&["drew out.svg"]);
        let svg = fs::read_to_string(place.path("out.svg")).unwrap();
        assert!(words.iter().all(|word| svg.contains(word)), "{verb}");
        assert!(!svg.contains("NaN") && !svg.contains("inf"), "{verb}");
        assert!(svg.len() < 400_000, "{verb}: {} bytes", svg.len());
    }
    place.segue("plants sample:walk --plot feet.png").code(0).says(&["drew feet.png"]);
    assert!(fs::read(place.path("feet.png")).unwrap().starts_with(b"\x89PNG"));
    let early = place.segue(&format!("blend {CURVES} -w 1,1 -o late.bvh --plot x.gif")).code(2);
    early.says(&["a drawing is a .png or .svg file"]);
    assert!(!place.has("late.bvh"), "the name is checked before the work is done");
}
