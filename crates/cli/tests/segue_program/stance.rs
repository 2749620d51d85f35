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
        .map(|stance| stance["kind"].as_str().unwrap())
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
    assert_eq!(json["origins"].as_array().unwrap().len(), 2);
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
