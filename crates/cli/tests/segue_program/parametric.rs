//! `segue parametric`, as a person runs it.

use std::fs;

use serde_json::Value;

use crate::place::Place;

const KICKS: &str = "--clips sample:kick sample:kick-low sample:kick-high sample:kick-aside";

fn numbers(value: &Value) -> Vec<f64> {
    value.as_array().unwrap().iter().map(|number| number.as_f64().unwrap()).collect()
}

#[test]
fn kicks_become_one_kick_that_goes_where_it_is_told() {
    let place = Place::new();
    let build = format!("parametric build {KICKS} -o kick.segue-param --measure ankle.r.y@apex --json");
    let built = place.segue(&build).code(0).says(&["wrote kick.segue-param"]).json();
    assert_eq!(built["examples"], 4);
    assert!(built["evaluation"]["after_mm"]["median"].as_f64().unwrap() < 1.0, "{built}");
    let shares = ["rest", "examples"].map(|part| built["bytes"][part].as_f64().unwrap());
    assert!(shares[0] < 0.2 * shares[1], "{built}");

    let at = place.segue("parametric at kick.segue-param 0.85 -o out.glb --json").code(0).json();
    assert!((numbers(&at["motions"][0]["reached"])[0] - 0.85).abs() < 0.001, "{at}");
    assert!(place.has("out.glb"));
    let far = place.segue("parametric at kick.segue-param 9 -o far.bvh").code(1);
    assert!(far.out.contains("out of reach, the nearest motion is") && place.has("far.bvh"), "{}", far.out);
    let sweep = place.segue("parametric at kick.segue-param 0.7 --sweep 1.2 --steps 4 -o many.glb").code(0);
    assert_eq!(sweep.out.lines().count(), 4);
    let info = place.segue("info --json many.glb").json();
    assert_eq!(info["files"][0]["clips"].as_array().unwrap().len(), 4);

    let shown = place.segue("parametric show kick.segue-param --plot reach.svg").code(0);
    assert!(shown.out.contains("kick-high") && place.has("reach.svg"), "{}", shown.out);
    let judged = place.segue("parametric eval kick.segue-param --targets 50 --json").code(0).json();
    assert_eq!(judged["all_valid"], true);
}

#[test]
fn one_command_leads_from_clips_to_a_motion_with_controls() {
    let place = Place::new();
    place.segue("library new moves.segue").code(0);
    place.segue("library add moves.segue sample:take-kicks sample:walk").code(0);
    let from = "parametric from moves.segue --query take-kicks@245-340 -o kick.segue-param --json";
    let built = place
        .segue(&format!("{from} --measure max(ankle.r.y)"))
        .code(0)
        .says(&["clips indexed", "matches of"])
        .json();
    assert!(built["examples"].as_u64().unwrap() >= 6, "{built}");
    place.segue("search moves.segue --query take-kicks@245-340 --save kicks").code(0);
    let again =
        "parametric build moves.segue --search kicks --measure max(ankle.r.y) -o two.segue-param --json";
    let again = place.segue(again).code(0).json();
    assert_eq!((&again["examples"], &again["parameters"]), (&built["examples"], &built["parameters"]));
    let pruned = place.segue("parametric build moves.segue --search kicks --measure max(ankle.r.y) --prune 1 -o three.segue-param --json");
    assert!(
        pruned.code(0).says(&["examples are left out"]).json()["examples"].as_u64()
            < again["examples"].as_u64()
    );
    // In the library, until a clip it is made of goes.
    let kept = "parametric build moves.segue --search kicks --measure max(ankle.r.y) -o moves.segue#kick";
    place.segue(kept).code(0).says(&["wrote moves.segue#kick"]);
    place.segue("parametric at moves.segue#kick 1.0 -o kept.bvh").code(0);
    place.segue("parametric show moves.segue#kick").code(0);
    place
        .segue("parametric show moves.segue#punch")
        .code(2)
        .says(&["no parameterized motion `punch`", "it has kick"]);
    // It needs no library.
    fs::remove_file(place.path("moves.segue")).unwrap();
    place.segue("parametric at two.segue-param 1.0 -o out.bvh").code(0);
}

#[test]
fn qualities_are_given_to_the_examples() {
    let place = Place::new();
    let build = |more: &str| place.segue(&format!("parametric build {KICKS} -o mood.segue-param {more}"));
    build("--measure given(mood) --given mood=0,0.3,0.6,1").code(0);
    let at = place.segue("parametric at mood.segue-param 0.5 -o out.bvh --json").code(0).json();
    assert!((numbers(&at["motions"][0]["reached"])[0] - 0.5).abs() < 0.001, "{at}");
    build("--measure given(mood)").code(2).says(&["0 values for 4 examples", "--given mood="]);
    build("--measure given(mood) --given mood=1").code(2).says(&["1 values for 4 examples"]);
    build("--measure duration --given mood=1,2,3,4").code(2).says(&["has no `given(mood)`"]);
    build("--measure given(mood) --given mood").code(2).says(&["NAME=V"]);
    build("--measure function(own)").code(2).says(&["function(own)"]);
}

#[test]
fn bad_requests_are_told() {
    let place = Place::new();
    let build = |more: &str| place.segue(&format!("parametric build -o x.segue-param {more}"));
    build("--measure ankle.r.y").code(2).says(&["examples are missing"]);
    build(&format!("{KICKS} --measure ankel.r.y")).code(2).says(&["no joint `ankel.r`", "ankle.r"]);
    build(&format!("{KICKS} --measure ankle.r.y@never")).code(2).says(&["a moment", "never"]);
    build("--clips sample:kick sample:kick-low --measure ankle.r")
        .code(2)
        .says(&["2 examples are too few for 3"]);
    build("--clips sample:kick sample:kick --measure duration").code(2).says(&["the same `duration`"]);
    build("--clips sample:kick sample:cartwheel --measure ankle.r.y")
        .code(0)
        .says(&["resembles no other example"]);
    build("--clips sample:kick sample:kick-low --measure ankle.r.y").code(0);
    place
        .segue("parametric at x.segue-param 0.8,1 -o o.bvh")
        .code(2)
        .says(&["2 numbers were given for 1 parameters"]);
    place.segue("parametric at x.segue-param nan -o o.bvh").code(2).says(&["must be finite"]);
    place
        .segue("parametric at none.segue-param 1 -o o.bvh")
        .code(2)
        .says(&["cannot read the parameterized motion"]);
    place.segue("parametric show walk.bvh").code(2).says(&["not a Segue file", "a parameterized motion"]);
    let whole = fs::read(place.path("x.segue-param")).unwrap();
    for share in [3, 2] {
        fs::write(place.path("cut.segue-param"), &whole[..whole.len() - whole.len() / share]).unwrap();
        place.segue("parametric show cut.segue-param").code(2).says(&["cut off"]);
    }
    let mut newer = whole;
    newer[8] = 7;
    fs::write(place.path("newer.segue-param"), newer).unwrap();
    place.segue("parametric show newer.segue-param").code(2).says(&["version 7"]);
}
