//! `segue blend`, `segue transition` and `segue control` as a person runs them.

use crate::place::{Place, Run};
use crate::register::CURVES;
use crate::validator::assert_valid;

fn number(json: &serde_json::Value, path: &str) -> f64 {
    json.pointer(path).and_then(serde_json::Value::as_f64).unwrap_or_else(|| panic!("{path} in {json:#}"))
}

#[test]
fn left_and_right_halfway_walk_straight_on_still_feet() {
    let place = Place::new();
    let json =
        place.segue(&format!("blend {CURVES} --weights 0.5,0.5 -o straight.glb --json")).code(0).json();
    assert!(number(&json, "/quality/straightness") > 0.99, "{json:#}");
    assert!(number(&json, "/quality/worst_drift_mm") < 1.0, "{json:#}");
    assert_eq!(json["clip"], "straight");
    let info = place.segue("info --json straight.glb").code(0).json();
    assert_eq!(info["files"][0]["clips"][0]["frames"], json["frames"]);
    // Extrapolation and the other options, each to be opened by any viewer.
    place.segue(&format!("blend {CURVES} -w 1.4,-0.4 --exact --law rate -o beyond.glb")).code(0);
    place.segue(&format!("blend {CURVES} -w 1,1 --no-cleanup --rate 30 -o raw.gltf")).code(0);
    assert_valid(&["straight.glb", "beyond.glb", "raw.gltf"].map(|name| place.path(name)));
}

#[test]
fn weights_are_one_for_each_clip_and_have_a_sum() {
    let place = Place::new();
    let blend = |weights: &str| place.segue(&format!("blend {CURVES} -w {weights} -o x.glb")).code(2);
    blend("1,2,3").says(&["there are 3 weights for 2 clips (walk-left, walk-right); give one for each"]);
    blend("0.5,-0.5").says(&["cannot be divided"]);
    blend("1,a").says(&["`a` is not a number"]);
    blend("1,inf").says(&["must be finite"]);
    place.segue(&format!("blend {CURVES} -w 1,1 -o x.fbx")).code(2).says(&["read only"]);
    place.segue(&format!("blend {CURVES} -w 1,1 -o x.txt")).code(2).says(&["ends in .bvh"]);
    assert_eq!(place.names("."), ["walk.bvh"]);
}

#[test]
fn without_weights_all_clips_count_alike() {
    let place = Place::new();
    place.segue(&format!("blend {CURVES} -w 1,1 -o given.bvh")).code(0);
    place.segue(&format!("blend {CURVES} -o left-out.bvh --plot blend.svg")).code(0);
    let [given, left_out] = ["given.bvh", "left-out.bvh"].map(|name| std::fs::read(place.path(name)));
    assert_eq!(given.expect("written"), left_out.expect("written"));
}

#[test]
fn strictly_what_may_not_belong_together_is_not_done_and_written_all_the_same() {
    let place = Place::new();
    let unlike = "blend sample:jump sample:sit-down -w 1,1 -o unlike.glb";
    place.segue(unlike).code(0).says(&["warning", "they may not be the same action"]);
    place.segue(&format!("{unlike} --strict")).code(1).says(&["they may not be the same action"]);
    assert!(place.path("unlike.glb").exists());
    place.segue(&format!("blend {CURVES} -w 1,1 -o good.glb --strict")).code(0);
}

#[test]
fn the_result_is_an_input_again() {
    let place = Place::new();
    place.segue(&format!("blend {CURVES} -w 1,1 -o straight.bvh")).code(0);
    // Its plants are written beside it, so that it is known exactly where its feet stand.
    assert_eq!(place.names("."), ["straight.bvh", "straight.bvh.plants.json", "walk.bvh"]);
    let json = place.segue("inspect --json straight.bvh").code(0).json();
    assert!(number(&json, "/motions/0/quality/worst_drift_mm") < 1.0, "{json:#}");
    place.segue("blend straight.bvh sample:walk -w 1,1 -o again.bvh").code(0);
    place.segue("info again.bvh").code(0);
}

#[test]
fn a_transition_says_where_it_is_and_how_much_fits() {
    let place = Place::new();
    let run = place.segue("transition sample:walk sample:sneak -o off.glb").code(0);
    for part in ["from walk at", "to sneak at", "fit", "cm apart"] {
        assert!(run.out.contains(part), "{part:?} is not in\n{}", run.out);
    }
    let given = "transition sample:walk sample:sneak --at 1.5,1.5 --half-width 0.5 --snap --optimal";
    let json = place.segue(&format!("{given} -o at.glb --json")).code(0).json();
    assert_eq!(json.pointer("/transition/at_secs").unwrap(), &serde_json::json!([1.5, 1.5]));
    assert!((number(&json, "/transition/half_width_secs") - 0.5).abs() < 0.01);
    assert_valid(&["off.glb", "at.glb"].map(|name| place.path(name)));
    place.segue("transition sample:walk sample:sneak --keep A -o kept.glb").code(0);
    let wide = place.segue("transition sample:walk sample:sneak --half-width 9 -o x.glb").code(1);
    wide.says(&["do not leave room for a transition of 9.00 s", "at most"]);
    place
        .segue("transition sample:walk sample:sneak --at 1 -o x.glb")
        .code(2)
        .says(&["--at takes two times"]);
    place.segue("transition sample:walk -o x.glb").code(2).says(&["between two clips, but 1 were named"]);
    place.segue("transition sample:walk walk.bvh -o x.glb").code(1).says(&["Run: segue convert walk.bvh"]);
}

fn direct(place: &Place, csv: &str, options: &str) -> Run {
    place.write("w.csv", csv);
    place.segue(&format!("control sample:walk sample:walk-fast --weights-file w.csv {options} -o out.glb"))
}

#[test]
fn weights_in_time_direct_a_loop() {
    let place = Place::new();
    let csv = "time, walk-fast, walk\n0, 0, 1\n4, 1, 0\n8, 1, 0\n";
    let json = direct(&place, csv, "--loop --json").code(0).json();
    let rate = number(&json, "/rate_hz");
    assert!((number(&json, "/frames") - (8.0 * rate + 1.0)).abs() < 1.0, "it goes on to the last line");
    assert!(number(&json, "/quality/worst_drift_mm") < 1.0);
    assert_valid(&[place.path("out.glb")]);
    direct(&place, csv, "").code(0).says(&["before the weights do; --loop"]);
}

#[test]
fn a_bad_table_is_refused_with_line_and_column() {
    let place = Place::new();
    let bad = |csv: &str, part: &str| {
        direct(&place, csv, "").code(2).says(&[part, "w.csv"]);
    };
    bad("0,1,0\n1,x,1\n", "line 2, column 2: `x` is no number");
    bad("0,1,0\n1,1\n", "line 2 has 2 columns; there must be 3: the time and 2 weights");
    bad("0,1,0\n0,1,0\n", "line 2, column 1: 0 s does not come after 0 s");
    bad("time,walk,jog\n0,1,0\n", "line 1, column 3: no clip is called `jog`; there are walk, walk-fast");
    bad("", "no row of weights");
    direct(&place, "0,1,0\n1,1,-1\n2,0,1\n", "").code(2).says(&["at 1.0", "cannot be divided"]);
    place.segue("control sample:walk sample:jog -w no.csv -o x.glb").code(2).says(&["no.csv"]);
    let open =
        place.segue("control sample:walk-there sample:walk-stop -w w.csv --loop --force -o x.glb").code(1);
    open.says(&["not cyclic", "cut it to whole cycles"]);
}
