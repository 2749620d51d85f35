//! `segue stance` as a person runs it.

use glam::DVec3;
use segue::stance::{Camera, Drawing, Scene, Sketch};
use serde_json::{Value, json};

use crate::place::Place;
use crate::validator::assert_valid;

#[test]
fn the_stances_of_a_clip_are_listed() {
    let place = Place::new();
    let run = place.segue("stance extract sample:jump-again sample:walk").code(1);
    run.says(&["no stance in clip `walk`", "on the ground at all times"]);
    let json = place.segue("stance extract sample:jump-again --json").code(0).json();
    let kinds: Vec<&str> = json["clips"][0]["stances"]
        .as_array()
        .unwrap()
        .iter()
        .map(|stance| stance["stance"]["kind"].as_str().unwrap())
        .collect();
    assert_eq!(kinds, ["from_stand", "whole", "whole", "to_stand"]);
}

#[test]
fn a_stance_is_warped_blended_and_judged() {
    let place = Place::new();
    let warp = place.segue("stance warp sample:jog:4 --ve 2.7 --plot warp.png").code(0);
    assert!(warp.out.contains("VE 2.70") && warp.out.contains("plausible"), "{}", warp.out);
    let slip = place.segue("stance warp sample:jog:4 --ve 0.3").code(1);
    assert!(
        slip.out.contains("not plausible") && slip.out.contains("the body is too near to the foot"),
        "{}",
        slip.out
    );
    place.segue("stance warp sample:run:2 --zs -1").code(2).says(&["ZS is -1"]);
    place.segue("stance judge sample:run:99").code(2).says(&["there is no number 99"]);
    let json =
        place.segue("stance blend sample:jog:4 sample:leap:4 -k 0.5 --json --plot blend.svg").code(0).json();
    assert_eq!(json["stance"]["origins"].as_array().unwrap().len(), 2);
    assert!(place.path("warp.png").exists() && place.path("blend.svg").exists());
}

#[test]
fn what_is_wanted_is_found_or_said_why_not() {
    let place = Place::new();
    let library = "--from sample:run sample:leap --no-mirror";
    let found = place
        .segue(&format!("stance find --zs 0.96 --ze 0.96 --vs 4.2 --ve 4.2 --vp 0.2 --x 1.37 {library}"))
        .code(0);
    assert!(found.out.contains("found by warp"), "{}", found.out);
    let none = place
        .segue(&format!("stance find --zs 0.96 --ze 2.9 --vs 4.2 --ve 4.2 --vp 0 --x 1.4 {library}"))
        .code(1);
    assert!(
        none.out.contains("in the way: ZE") && none.out.contains("the nearest that works"),
        "{}",
        none.out
    );
}

#[test]
fn a_list_of_stances_becomes_a_whole_body() {
    let place = Place::new();
    let stance = r#"{"zs": 0.96, "ze": 0.96, "vs": 4.2, "ve": 4.2, "vp": 0.0, "x": 1.38}"#;
    place.write("run.json", &format!(r#"{{"stances": [{stance}, {stance}]}}"#));
    let json =
        place.segue("stance path run.json -o run.glb --from sample:run --plot run.png --json").code(0).json();
    assert!(json["paths"][0]["centre_off_metres"].as_f64().unwrap() < 0.01);
    assert_valid(&[place.path("run.glb")]);
    assert!(place.path("run.glb.plants.json").exists());
    place.write("bad.json", r#"{"stances": []}"#);
    place.segue("stance path bad.json -o x.glb --from sample:run").code(2).says(&["at least one stance"]);
    place.write("worse.json", "[]");
    place
        .segue("stance path worse.json -o x.glb")
        .code(2)
        .says(&["the sketch: an object is expected, not a list"]);
    place.write("odd.json", r#"{"stances": [], "speed": 1}"#);
    place.segue("stance path odd.json -o x.glb").code(2).says(&["speed: there is no such field", "odd.json"]);
}

#[test]
fn what_nobody_can_do_is_refused_by_name() {
    let place = Place::new();
    let find = |more: &str| place.segue(&format!("stance find --from sample:run {more}")).code(2);
    find("--zs 1 --ze 1 --vs 3 --ve 3 --vp 0 --x 0").says(&["X is 0;", "positive distance"]);
    find("--zs 1 --ze -0.2 --vs 3 --ve 3 --vp 0 --x 1").says(&["ZE is -0.2;", "above the ground"]);
    place.segue("stance judge sample:run --mass 0").code(2).says(&["--mass", "0"]);
    place.segue("stance extract sample:walk").code(1).says(&["no stance in clip `walk`"]);
}

/// A run past a camera, seen from the side, as a sketch of version 2: contacts every 1.3 m along +Z.
fn sketch(arcs: u32, change: impl Fn(&mut Value)) -> String {
    let camera = Camera::new([8.0, 3.0, 3.2], [0.0, 0.8, 3.2], 50.0, [1600.0, 900.0]);
    let (mut path, mut shadow) = (Vec::new(), Vec::new());
    for i in 0..=40 * arcs {
        let (z, share) = (1.3 * f64::from(i) / 40.0, f64::from(i % 40) / 40.0);
        let height = 0.92 + 0.92 * share * (1.0 - share);
        path.push(camera.project(DVec3::new(0.0, height, z)).unwrap().to_array());
        shadow.push(camera.project(DVec3::new(0.0, 0.0, z)).unwrap().to_array());
    }
    let drawing = Drawing { path, shadow, ..Drawing::default() };
    let mut sketch = serde_json::to_value(Sketch::new(camera, Scene::default(), vec![drawing])).unwrap();
    change(&mut sketch);
    sketch.to_string()
}

/// Arcs, a change of the sketch, and what is said about it.
type Case = (u32, fn(&mut Value), &'static str);

#[test]
fn sketches_that_mean_nothing_say_what_to_draw_again() {
    let place = Place::new();
    let cases: [Case; 5] = [
        (1, |_| (), "draw at least two"),
        (
            4,
            |s| s["paths"][0]["shadow"] = json!([[300, 20], [600, 20], [1000, 20]]),
            "paths[0].shadow: it misses the scene",
        ),
        (
            4,
            |s| s["paths"][0]["shadow"] = json!([[600, 600], [600, 600], [600, 600]]),
            "paths[0].shadow: it is shorter",
        ),
        (
            4,
            |s| s["scene"]["blocks"] = json!([{"least": [1, 1, 1], "greatest": [0, 2, 2]}]),
            "scene.blocks[0].least: x 1",
        ),
        (4, |s| s["paths"][0]["foot"] = json!("left"), "paths[0].foot: there is no such field"),
    ];
    for (arcs, change, said) in cases {
        place.write("sketch.json", &sketch(arcs, change));
        place.segue("stance path sketch.json -o x.glb --from sample:run").code(2).says(&[said]);
    }
}

#[test]
fn a_sketch_becomes_a_body_in_its_scene() {
    let place = Place::new();
    let boxed = |sketch: &mut Value| {
        sketch["scene"]["blocks"] =
            json!([{"name": "wall", "least": [1.5, 0.0, 0.0], "greatest": [2.0, 1.0, 3.0]}]);
    };
    place.write("run.json", &sketch(6, boxed));
    let run = place.segue("stance path run.json -o run.glb --plot run.png --json");
    let json = run.json();
    let path = &json["paths"][0];
    assert_eq!(path["reading"]["contacts"].as_array().unwrap().len(), 7);
    for (i, step) in path["verdict"]["steps"].as_array().unwrap().iter().enumerate() {
        let miss = step["miss_metres"].as_f64().unwrap();
        assert!(miss < 0.1, "stance {i} misses by {miss}");
    }
    assert!(path["sunk_metres"].as_f64().unwrap() < 0.02);
    assert_valid(&[place.path("run.glb")]);
    let info = String::from_utf8_lossy(&std::fs::read(place.path("run.glb")).unwrap()).contains("\"wall\"");
    assert!(info && place.path("run.png").exists(), "the scene's blocks are in the file");
}

#[test]
fn a_sketch_is_edited_and_judged() {
    let place = Place::new();
    place.write("run.json", &sketch(6, |_| ()));
    let speed = r#"{"edit": "speed", "path": 0, "arc": 2, "speed": 3.4}"#;
    let step = r#"{"edit": "step", "path": 0, "contact": 3, "foot": "left"}"#;
    place.write("edits.json", &format!("[{speed}, {step}]"));
    let asked = "stance sketch run.json --edits edits.json -o edited.json --json --playback 10";
    let json = place.segue(asked).json();
    assert_eq!(json["outcomes"], json!(["planned", "planned"]));
    let path = &json["paths"][0];
    let steps = path["verdict"]["steps"].as_array().unwrap();
    assert_eq!(steps.len(), 5);
    let third = steps.iter().find(|step| step["contact"] == 3).unwrap();
    assert_eq!(third["stance"]["footing"], "left");
    assert!(path["playback"].as_array().unwrap().len() > 10);
    let edited: Value = serde_json::from_slice(&std::fs::read(place.path("edited.json")).unwrap()).unwrap();
    assert_eq!(edited["paths"][0]["wishes"].as_array().unwrap().len(), 2);
    place.segue("stance sketch edited.json --no-stances").code(0).shows(&["path 1", "the floor"]);
    place.write("bad.json", r#"[{"edit": "delete", "path": 3}]"#);
    place.segue("stance sketch run.json --edits bad.json").code(2).says(&["there is no path 3"]);
    place.write("odd.json", r#"[{"edit": "jump"}]"#);
    place.segue("stance sketch run.json --edits odd.json").code(2).says(&["odd.json", "jump"]);
}

/// The steps of the first path of an answer.
fn steps(answer: &Value) -> Vec<Value> {
    answer["paths"][0]["verdict"]["steps"].as_array().unwrap().clone()
}

#[test]
fn a_path_has_one_verdict_in_plain_words() {
    let place = Place::new();
    let fast = r#"{"edit": "speed", "path": 0, "arc": 2, "speed": 9.0}"#;
    let high = r#"{"edit": "apex", "path": 0, "arc": 3, "height": 2.4}"#;
    for (name, edits) in [("stood", String::new()), ("high", format!("{fast}, {high}"))] {
        let ending = |sketch: &mut Value| {
            sketch["paths"][0]["begin"] = json!("stand");
            sketch["paths"][0]["end"] = json!("stand");
        };
        place.write("plain.json", &sketch(6, ending));
        place.write("edits.json", &format!("[{edits}]"));
        let json = format!("stance sketch plain.json --edits edits.json -o {name}.json --json");
        let sketched = place.segue(&json);
        let made = place.segue(&format!("stance path {name}.json -o {name}.glb --json"));
        let (sketched, path) = (sketched.json(), made.json());
        let (drawn, whole) = (steps(&sketched), steps(&path));
        assert_eq!(drawn.len(), whole.len());
        for (n, (drawn, whole)) in drawn.iter().zip(&whole).enumerate() {
            let [drawn_words, said] = [drawn, whole].map(|step| step["said"].as_str().unwrap());
            // The whole body may show more that is wrong; what is wrong already is said in the same words.
            let same = drawn["good"] == true || said.starts_with(drawn_words.split(';').next().unwrap());
            assert!(same, "{drawn_words} became {said}");
            assert_eq!(whole["good"] == true, said == "a body can do this", "{said}");
            let warned = made.err.contains(&format!("warning: step {}: {said}", n + 1));
            assert_eq!(warned, whole["good"] == false, "{}", made.err);
            assert!(!said.contains("ZS") && !said.contains("VE"), "{said}");
        }
        assert_eq!(made.code == 0, path["paths"][0]["verdict"]["good"] == true);
        assert!(!made.err.contains("nothing does"), "{}", made.err);
    }
}

#[test]
fn stances_are_saved_and_found_again() {
    let place = Place::new();
    place
        .segue("stance extract sample:run sample:jump-again -o own.segue-stances")
        .code(0)
        .says(&["wrote own.segue-stances"]);
    place
        .segue("stance find --from own.segue-stances --zs 0.97 --ze 0.97 --vs 4.2 --ve 4.2 --vp 0 --x 1.4")
        .code(0);
    let stance = r#"{"zs": 0.97, "ze": 0.97, "vs": 4.2, "ve": 4.2, "vp": 0.0, "x": 1.4}"#;
    place.write("run.json", &format!(r#"{{"stances": [{stance}, {stance}]}}"#));
    place.segue("stance path run.json -o run.glb --from own.segue-stances").code(0).says(&["wrote run.glb"]);
    place.write("junk.segue-stances", "no");
    place
        .segue("stance coverage --from junk.segue-stances")
        .code(2)
        .says(&["not a Segue file", "junk.segue-stances"]);
    place
        .segue("stance path run.json -o x.glb --from sample:run --from-stand")
        .code(2)
        .says(&["the path is to begin standing", "none of the"]);
}
