//! `segue stance` as a person runs it.

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
    assert!(json["centre_off_metres"].as_f64().unwrap() < 0.01);
    assert_valid(&[place.path("run.glb")]);
    assert!(place.path("run.plants.json").exists());
    place.write("bad.json", r#"{"stances": []}"#);
    place.segue("stance path bad.json -o x.glb --from sample:run").code(2).says(&["at least one stance"]);
    place.write("worse.json", "[]");
    place.segue("stance path worse.json -o x.glb").code(2).says(&["nor a sketch"]);
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

/// A sketch seen from the side: arcs 220 pixels wide and 120 high, above a shadow.
fn sketch(arcs: usize, shadow: &str) -> String {
    let point = |i: usize| {
        let x = i as f64 * 5.0;
        let y = 420.0 - 120.0 * (x / 220.0 * std::f64::consts::PI).sin().abs();
        format!("[{}, {y}]", 300.0 + x)
    };
    let path: Vec<String> = (0..=44 * arcs).map(point).collect();
    format!(
        r#"{{"camera": {{"position": [7, 2.2, 3], "target": [0, 0.8, 3], "fov_degrees": 50, "size": [1600, 900]}},
            "scene": {{"ground": 0.0, "blocks": []}}, "path": [{}], "shadow": {shadow}}}"#,
        path.join(", ")
    )
}

#[test]
fn sketches_that_mean_nothing_say_what_to_draw_again() {
    let place = Place::new();
    let below = "[[300, 600], [600, 600], [1000, 600]]";
    for (arcs, shadow, said) in [
        (1, below, "1 arcs of flight"),
        (3, "[[300, 20], [600, 20], [1000, 20]]", "the shadow misses the scene"),
        (3, "[[600, 600], [600, 600], [600, 600]]", "it lands where it began"),
    ] {
        place.write("sketch.json", &sketch(arcs, shadow));
        place.segue("stance path sketch.json -o x.glb --from sample:run").code(2).says(&[said]);
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
