//! `segue map` and carrying motions over, as a person runs them.

use std::fs;

use crate::place::{self, Place};

/// The same figure half as large, with other names.
fn small() -> String {
    let names =
        [("LeftUpLeg", "thigh_l"), ("LeftLeg", "calf_l"), ("LeftFoot", "foot_l"), ("RightUpLeg", "thigh_r")];
    let more = [("RightLeg", "calf_r"), ("RightFoot", "foot_r"), ("Hips", "pelvis"), ("Head", "head")];
    let renamed = names.iter().chain(&more).fold(place::walk(2), |text, (from, to)| text.replace(from, to));
    [("-42", "-21"), ("-40", "-20"), ("0 90", "0 45")]
        .iter()
        .fold(renamed, |text, (from, to)| text.replace(from, to))
}

#[test]
fn a_map_is_guessed_saved_edited_and_used() {
    let place = Place::new();
    place.write("small.bvh", &small());
    let run =
        place.segue("map walk.bvh small.bvh -o small.map.toml").code(0).says(&["9 of 9 joints are driven"]);
    insta::assert_snapshot!(run.out);

    place.segue("convert walk.bvh out.bvh --onto small.bvh --retarget small.map.toml").code(0);
    place.segue("convert walk.bvh guessed.bvh --onto small.bvh").code(0);
    let out = fs::read_to_string(place.path("out.bvh")).unwrap();
    assert!(out.contains("JOINT calf_l"), "{out}");
    assert_eq!(out, fs::read_to_string(place.path("guessed.bvh")).unwrap());

    let map = fs::read_to_string(place.path("small.map.toml")).unwrap();
    place.write("small.map.toml", &map.replace("LeftLeg", "LeftLog"));
    let run = place.segue("convert walk.bvh bad.bvh --onto small.bvh --retarget small.map.toml").code(1);
    run.says(&["LeftLog"]);
}

#[test]
fn json_lists_the_joints() {
    let place = Place::new();
    let json = place.segue("map --json walk.bvh walk.bvh").code(0).json();
    assert_eq!(json["joints"][0], serde_json::json!({ "target": "Hips", "source": "Hips", "by": "by name" }));
}

#[test]
fn what_is_no_map_is_refused() {
    let place = Place::new();
    place.write("bad.map.toml", "this is not a map");
    let run = place.segue("convert walk.bvh x.bvh --onto walk.bvh --retarget bad.map.toml").code(2);
    run.says(&["bad.map.toml"]);
    place
        .segue("convert walk.bvh x.bvh --onto walk.bvh --retarget no.map.toml")
        .code(2)
        .says(&["no.map.toml"]);
    place.segue("convert walk.bvh x.bvh --retarget bad.map.toml").code(2).says(&["--onto"]);
}
