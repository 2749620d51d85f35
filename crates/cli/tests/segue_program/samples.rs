//! `segue samples`, `segue demo` and `sample:NAME`, as a person runs them.

use crate::place::Place;
use crate::validator::assert_valid;

#[test]
fn samples_are_listed_and_taken_everywhere() {
    let place = Place::new();
    let json = place.segue("samples --json").code(0).json();
    let names: Vec<_> =
        json["samples"].as_array().unwrap().iter().map(|s| s["name"].as_str().unwrap()).collect();
    assert!(names.contains(&"walk") && names.contains(&"run"), "{names:?}");
    assert!(place.segue("samples").code(0).out.contains("sample:walk"));
    let info = place.segue("info --json sample:walk@10-29").code(0).json();
    assert_eq!(info["files"][0]["clips"][0]["frames"], 20);
    place.segue("info sample:kik-high").code(1).says(&["no sample `kik-high`", "kick-high", "segue samples"]);
}

#[test]
fn samples_are_written_in_either_format() {
    let place = Place::new();
    let count = place.segue("samples --json").json()["samples"].as_array().unwrap().len();
    place.segue("samples moves").code(0).says(&["files to moves"]);
    assert_eq!(place.names("moves").len(), count);
    place.segue("samples --format glb -q moves").code(0);
    assert_eq!(place.names("moves").len(), 2 * count);
    // A sample that went through a file is the motion it was.
    let [made, read] =
        ["sample:walk", "moves/walk.bvh"].map(|input| place.segue(&format!("info --json {input}")).json());
    assert_eq!(made["files"][0]["clips"][0]["frames"], read["files"][0]["clips"][0]["frames"]);
}

#[test]
fn the_demo_makes_its_scenes_and_says_what_to_do_next() {
    let place = Place::new();
    let run = place.segue("demo").code(0);
    assert!(run.out.contains("Next:"), "{}", run.out);
    let names = place.names("segue-demo");
    assert!(names.contains(&"walk-and-jog-moving.svg".to_owned()), "{names:?}");
    let scenes = [
        "walk-and-jog",
        "walk-to-jog",
        "walk-to-sneak",
        "jab-to-punch",
        "left-and-right",
        "kicks",
        "straight-and-about-face",
        "nine-motions",
        "stand-and-turn",
        "dirty-captures",
        "loops-in-place",
    ];
    for scene in scenes {
        for file in [format!("{scene}.glb"), format!("{scene}.png"), format!("{scene}-sheet.png")] {
            assert!(names.contains(&file), "{file} is not in {names:?}");
        }
        let row = run.out.lines().find(|line| line.starts_with(scene)).unwrap();
        let cell = |column: usize| row.split_whitespace().nth(column).unwrap().parse::<f64>().unwrap();
        assert!(cell(4) < 1.0 && cell(4) <= cell(3), "planted feet stand still, in cm/s: {row}");
        assert!(scene != "dirty-captures" || cell(6) < 20.0, "every pop is mended, in mm: {row}");
    }
    assert_valid(&scenes.map(|scene| place.path(&format!("segue-demo/{scene}.glb"))));
    place.segue("convert segue-demo/walk.bvh again.glb").code(0);
    place.write("file", "in the way");
    place.segue("demo file").code(2).says(&["cannot make the folder file"]);
}
