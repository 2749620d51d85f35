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
fn the_motion_is_drawn_on_both_figures() {
    let place = Place::new();
    place.write("small.bvh", &small());
    place.segue("convert walk.bvh x.bvh --onto small.bvh --plot same.svg").code(0);
    place.segue("map walk.bvh small.bvh --plot both.svg").code(0);
    assert_eq!(fs::read(place.path("both.svg")).unwrap(), fs::read(place.path("same.svg")).unwrap());
    let drawing = fs::read_to_string(place.path("both.svg")).unwrap();
    assert!(drawing.contains("as captured") && drawing.contains("on the target"));
}

#[test]
fn a_figure_that_is_no_body_is_refused_unless_a_map_is_given() {
    let place = Place::new();
    let crane = "HIERARCHY\nROOT base\n{\nOFFSET 0 0 0\nCHANNELS 6 Xposition Yposition Zposition Zrotation Xrotation \
        Yrotation\nJOINT boom\n{\nOFFSET 0 150 0\nCHANNELS 3 Zrotation Xrotation Yrotation\nEnd Site\n{\nOFFSET 0 80 40\n}\n}\n}\n\
        MOTION\nFrames: 2\nFrame Time: 0.0333333\n0 0 0 0 0 0 0 0 0\n0 0 0 0 0 0 0 5 0\n";
    place.write("crane.bvh", crane);
    let run = place.segue("convert walk.bvh x.bvh --onto crane.bvh").code(1);
    run.says(&["no human body", "nothing in the figure is mirrored", "skeleton map"]);
    place.segue("map walk.bvh crane.bvh").says(&["no human body"]);
    place.write("crane.map.toml", "version = 1\n\n[joints]\nbase = \"Hips\"\nboom = \"Head\"\n");
    place.segue("convert walk.bvh x.bvh --onto crane.bvh --retarget crane.map.toml").code(0);
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

/// The figure of a BVH file with shins three times as long.
fn on_stilts(figure: &str) -> String {
    let (mut joint, mut lines) = ("", Vec::new());
    for line in figure.lines() {
        let mut words = line.split_whitespace();
        match (words.next(), words.next()) {
            (Some("ROOT" | "JOINT"), Some(name)) => joint = name,
            (Some("End"), _) => joint = "",
            _ => {}
        }
        let is_longer = line.trim_start().starts_with("OFFSET") && joint.ends_with("Foot");
        let length = |word: &str| (3.0 * word.parse::<f64>().unwrap()).to_string();
        let longer = || line.split_whitespace().skip(1).map(length).collect::<Vec<_>>().join(" ");
        lines.push(if is_longer { format!("OFFSET {}", longer()) } else { line.to_owned() });
    }
    lines.join("\n") + "\n"
}

#[test]
fn every_verb_that_retargets_warns_of_what_misses_a_number() {
    let place = Place::new();
    place.segue("convert sample:jog jog.bvh").code(0);
    let jog = fs::read_to_string(place.path("jog.bvh")).unwrap();
    place.write("stilts.bvh", &on_stilts(&jog));
    let onto = place.segue("convert sample:jog x.bvh --onto stilts.bvh").code(0);
    onto.says(&[
        "warning: look at it on the other figure: its",
        "turns",
        "bones of these lengths need",
        ": jog\n",
    ]);
    let plain = place.segue("convert sample:jog x.bvh --onto jog.bvh").code(0);
    assert!(!plain.err.contains("look at"), "{}", plain.err);
    for verb in [
        "blend -w 1,1 -o x.bvh",
        "transition -o x.bvh",
        "register",
        "sync",
        "pose --point wrist.r --at=-0.2,1.4,0.5",
    ] {
        let run = place.segue(&format!("{verb} sample:walk sample:jog --skeleton stilts.bvh"));
        let warned = run.says(&["warning: look at `jog` on the given skeleton: its", "turns"]);
        assert_eq!(warned.err.matches("look at `jog`").count(), 1, "{verb}: {}", warned.err);
    }
}
