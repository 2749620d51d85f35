//! `segue register` as a person runs it.

use crate::place::Place;

/// Two walks that curve to either side.
pub(crate) const CURVES: &str = "sample:walk-left sample:walk-right";

#[test]
fn says_reference_distance_speeds_and_matches() {
    let run = Place::new().segue(&format!("register {CURVES}")).code(0);
    for part in ["walk-left", "reference", " cm", "pinned", "left toe", "matches", "°"] {
        assert!(run.out.contains(part), "{part:?} is not in\n{}", run.out);
    }
    let json = Place::new().segue(&format!("register --json {CURVES} --reference walk-right")).code(0).json();
    assert_eq!(json["reference"], "walk-right");
    let clip = &json["clips"][0];
    assert!(clip["mean_distance_cm"].as_f64().unwrap() < 8.0, "{clip}");
    assert!(clip["contrast"].as_f64().unwrap() < 0.5);
    let speed: Vec<f64> = clip["speed"].as_array().unwrap().iter().map(|s| s.as_f64().unwrap()).collect();
    assert!(0.3 < speed[0] && speed[0] <= speed[1] && speed[1] < 3.1, "{speed:?}");
    assert!(json["clips"][1]["mean_distance_cm"].is_null(), "the reference has no distance to itself");
    let plant = &json["matches"][0];
    assert_eq!(plant["secs"].as_array().unwrap().len(), 2, "{plant}");
}

#[test]
fn json_has_the_timewarp_and_the_alignments() {
    let json = Place::new().segue(&format!("register --json {CURVES}")).code(0).json();
    assert_eq!((&json["schema"], &json["verb"]), (&serde_json::json!(1), &serde_json::json!("register")));
    let count = json["u"].as_array().unwrap().len();
    assert!(count > 10, "{count} moments");
    for clip in json["clips"].as_array().unwrap() {
        let moments: Vec<f64> = serde_json::from_value(clip["moments_secs"].clone()).unwrap();
        assert!(moments.len() == count && moments.is_sorted_by(|a, b| a < b), "{moments:?}");
        let in_use: [f64; 2] = serde_json::from_value(clip["in_use_secs"].clone()).unwrap();
        assert!((moments[0] - in_use[0]).abs() < 1e-9 && (moments[count - 1] - in_use[1]).abs() < 1e-9);
        assert!(clip["timewarp"]["controls_secs"].as_array().unwrap().len() >= 3);
        assert_eq!(clip["alignment"].as_array().unwrap().len(), count);
    }
    let turn = |clip: usize, n: usize| json["clips"][clip]["alignment"][n]["turn_degrees"].as_f64().unwrap();
    assert!(turn(0, count / 2).abs() < 1e-9, "the reference stays where it is");
    assert!((turn(1, count - 1) - turn(1, 0)).abs() > 20.0, "the walks curve apart");
}

#[test]
fn a_stored_registration_is_used_and_refuses_other_clips() {
    let place = Place::new();
    place.segue(&format!("register {CURVES} -o curves.segue-reg")).code(0).says(&["wrote curves.segue-reg"]);
    let blend = |clips: &str, out: &str| {
        place.segue(&format!("blend {clips} -w 1,2 --registration curves.segue-reg -o {out}"))
    };
    blend(CURVES, "stored.bvh").code(0);
    place.segue(&format!("blend {CURVES} -w 1,2 -o fresh.bvh")).code(0);
    let read = |name| std::fs::read_to_string(place.path(name)).unwrap();
    assert_eq!(read("stored.bvh"), read("fresh.bvh"));
    blend("sample:walk-right sample:walk-left", "x.bvh").code(2).says(&[
        "was made with `walk-left`",
        "register again",
        "curves.segue-reg",
    ]);
    blend("sample:walk-left", "x.bvh").code(2).says(&["2 weights for 1 clips"]);
    place.write("bad.segue-reg", "not a registration");
    let run = place.segue(&format!("blend {CURVES} -w 1,2 --registration bad.segue-reg -o x.bvh"));
    run.code(2).says(&["not a Segue file", "a registration", "bad.segue-reg"]);
    let run = place.segue(&format!("blend {CURVES} -w 1,2 --registration no.segue-reg -o x.bvh"));
    run.code(2).says(&["cannot read the registration", "no.segue-reg"]);
    assert!(!place.has("x.bvh"));
}

#[test]
fn what_does_not_belong_together_is_refused_with_the_reason() {
    let place = Place::new();
    let pair = "sample:sit-down sample:run";
    place.segue(&format!("register {pair} ")).code(1).says(&["have nothing in common", "make a transition"]);
    place.segue(&format!("register {pair} --ends pinned")).code(1).says(&[
        "do not seem to be the same kind of motion",
        "cm apart on average",
        "Use --force",
    ]);
    place.segue(&format!("register {pair} --ends pinned --force")).code(0);
}

#[test]
fn other_skeletons_are_refused_with_the_command_that_mends_it() {
    let place = Place::new();
    let run = place.segue("register sample:walk walk.bvh").code(1);
    let command = "segue convert walk.bvh walk-retargeted.bvh --onto sample:walk";
    let run = run.says(&["different skeletons", command]);
    assert!(run.err.contains(command));
    // What it says is what helps.
    place.segue(command.strip_prefix("segue ").unwrap()).code(0);
    place.segue("register --force --ends open sample:walk walk-retargeted.bvh").code(0);
}

#[test]
fn foot_strikes_meet_unless_bodies_alone_are_compared() {
    let place = Place::new();
    let speeds = |options: &str| {
        let json = place.segue(&format!("register sample:walk sample:sneak --json {options}")).code(0).json();
        json["clips"][1]["speed"].clone()
    };
    assert_ne!(speeds(""), speeds("--no-strikes"));
}

#[test]
fn lengths_that_do_not_fit_are_told_with_what_would() {
    let run = Place::new().segue("register sample:walk sample:walk@0-44 --ends pinned").code(1);
    run.says(&["differ too much in length", "--ends open or --slope-limit 5"]);
}

#[test]
fn usage_is_checked() {
    let place = Place::new();
    place.segue("register sample:walk").code(1).says(&["at least two clips"]);
    place.segue("register sample:walk missing.bvh").code(1).says(&["no such file or folder: missing.bvh"]);
    let unknown = place.segue(&format!("register {CURVES} --reference jog")).code(2);
    unknown.says(&["no clip is called `jog`; there are walk-left, walk-right"]);
    place
        .segue("register sample:walk sample:walk --reference walk")
        .code(2)
        .says(&["give the number instead"]);
    place.segue(&format!("register {CURVES} --slope-limit 0")).code(2);
    place.write("file", "in the way");
    place
        .segue(&format!("register {CURVES} -o file/x.segue-reg"))
        .code(2)
        .says(&["nothing can be written below it: file"]);
}
