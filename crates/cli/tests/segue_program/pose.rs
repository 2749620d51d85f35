//! `segue pose` as a person runs it.

use std::fs;

use crate::place::Place;

const REACHES: &str =
    "sample:reach sample:reach-high sample:reach-low sample:reach-across sample:reach-aside";

#[test]
fn a_hand_is_put_where_it_should_be() {
    let place = Place::new();
    let json = place
        .segue(&format!(
            "pose {REACHES} --point wrist.r --at=-0.15,1.0,0.4 -o there.bvh --plot there.svg --json"
        ))
        .code(0)
        .json();
    assert!(json["off_mm"].as_f64().unwrap() < 1.0, "{json:#}");
    assert!(json["blend_off_mm"].as_f64().unwrap() < 80.0, "{json:#}");
    assert_eq!(json["written"], serde_json::json!(["there.bvh", "there.bvh.plants.json"]));
    let svg = fs::read_to_string(place.path("there.svg")).unwrap();
    assert!(svg.contains(">wrist.r at -0.15, 1, 0.4 m<") && !svg.contains("NaN"));
    let info = place.segue("info there.bvh --json").code(0).json();
    assert_eq!(info["files"][0]["clips"][0]["frames"], 1);
}

#[test]
fn what_is_out_of_reach_gets_the_nearest_with_a_warning() {
    let place = Place::new();
    let run = place.segue(&format!("pose {REACHES} --at=-0.2,1.2,3")).code(1);
    run.says(&[
        "warning:",
        "wrist.r does not get there; this is the nearest",
        "nearest captured pose is frame",
    ]);
}

#[test]
fn usage_is_checked() {
    let place = Place::new();
    place.segue(&format!("pose {REACHES} --at 1,2")).code(2).says(&["--at takes three numbers"]);
    place.segue(&format!("pose {REACHES} --at 1,2,3 --point wrist")).code(2).says(&["a side, `.l` or `.r`"]);
    place.segue(&format!("pose {REACHES} --at 1,2,3 --point 'Nose'")).code(2).says(&["has no joint `Nose`"]);
    place.segue("pose missing.bvh --at 1,2,3").code(1).says(&["no such file or folder: missing.bvh"]);
}
