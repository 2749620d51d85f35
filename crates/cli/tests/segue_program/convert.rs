//! `segue convert` as a person runs it.

use crate::place::{self, Place};
use std::fs;

/// The frames of a BVH text as numbers.
fn rows(text: &str) -> Vec<Vec<f64>> {
    let (_, motion) = text.split_once("Frame Time:").unwrap();
    let row = |line: &str| line.split_whitespace().map(|word| word.parse().unwrap()).collect();
    motion.lines().skip(1).filter(|line| !line.trim().is_empty()).map(row).collect()
}

#[test]
fn a_file_written_back_keeps_every_value() {
    let place = Place::new();
    place.segue("convert walk.bvh copy.bvh").code(0).says(&["wrote copy.bvh: 30 frames"]);
    let copy = fs::read_to_string(place.path("copy.bvh")).unwrap();
    assert_eq!(rows(&copy), rows(&place::walk(30)));
}

#[test]
fn frames_are_chosen_by_at_or_by_range() {
    let place = Place::new();
    place.segue("convert walk.bvh@5-14 at.bvh").code(0);
    place.segue("convert walk.bvh range.bvh --range 5-14").code(0);
    let at = fs::read_to_string(place.path("at.bvh")).unwrap();
    assert_eq!(at, fs::read_to_string(place.path("range.bvh")).unwrap());
    assert_eq!(rows(&at), rows(&place::walk(30))[5..15]);
    place.segue("convert walk.bvh@5-14 x.bvh --range 1-2").code(2).says(&["given twice"]);
    place.segue("convert walk.bvh x.bvh --range 14-5").code(2).says(&["first-last"]);
    place.segue("convert walk.bvh x.bvh --range 5-99").code(1).says(&["which has 30 frames"]);
    assert!(!place.has("x.bvh"));
}

#[test]
fn a_folder_keeps_its_shape() {
    let place = Place::new();
    place.write("in/a.bvh", &place::walk(3));
    place.write("in/deep/b.bvh", &place::walk(4));
    place.write("in/deep/bad.bvh", "HIERARCHY");
    place.segue("convert in out").code(1).says(&["bad.bvh"]);
    assert_eq!(place.names("out"), ["a.bvh", "deep"]);
    assert_eq!(place.names("out/deep"), ["b.bvh"]);
}

#[test]
fn two_inputs_never_share_a_file() {
    let place = Place::new();
    place.write("a/walk.bvh", &place::walk(3));
    place
        .segue("convert walk.bvh a/walk.bvh out")
        .code(1)
        .says(&["another input has already been written there"]);
    assert_eq!(rows(&fs::read_to_string(place.path("out/walk.bvh")).unwrap()).len(), 30);
}

#[test]
fn a_bvh_holds_one_clip() {
    let place = Place::new();
    place.write("run.bvh", &place::walk(3));
    place
        .segue("convert walk.bvh run.bvh both.bvh")
        .code(1)
        .says(&["holds one clip, there are 2", "both.bvh"]);
    assert!(!place.has("both.bvh"));
}

#[test]
fn an_unknown_clip_is_told_from_those_there_are() {
    let run = Place::new().segue("convert walk.bvh x.bvh --clip Fly").code(1);
    run.says(&["no clip is called `Fly`; there are walk: walk.bvh"]);
}

#[test]
fn a_declared_rate_overrides_the_file() {
    let place = Place::new();
    place.segue("convert walk.bvh fast.bvh --fps 60").code(0);
    let json = place.segue("info --json fast.bvh").code(0).json();
    let clip = &json["files"][0]["clips"][0];
    assert_eq!(clip["frames"], 30);
    assert!((clip["rate_hz"].as_f64().unwrap() - 60.0).abs() < 0.01);
    place.segue("convert walk.bvh fast.bvh --fps 0").code(2).says(&["must be positive"]);
}

#[test]
fn what_cannot_be_written_ends_the_run() {
    let place = Place::new();
    place.write("file", "in the way");
    place.segue("convert walk.bvh file").code(2).says(&["ends in .bvh, .amc, .gltf, .glb", "/: file"]);
    place.segue("convert walk.bvh walk.bvh/out").code(2).says(&["it is not a folder"]);
    place.segue("convert walk.bvh walk.bvh/out.glb").code(2).says(&["it is not a folder"]);
    place.segue("convert walk.bvh out.bvh --to glb").code(2).says(&["`to` asks for another format"]);
    place.segue("convert walk.bvh walk.fbx").code(2).says(&["read only"]);
}

#[test]
fn an_unknown_extension_is_no_folder() {
    let place = Place::new();
    place.segue("convert walk.bvh out.xyz").code(2).says(&["ends in .bvh, .amc, .gltf, .glb", "out.xyz"]);
    assert!(!place.has("out.xyz"));
    place.segue("convert walk.bvh v1.2/").code(0);
    assert!(place.has("v1.2/walk.bvh"), "a slash marks a folder");
    place.segue("convert walk.bvh v1.2").code(0);
}

#[test]
fn missing_folders_are_made() {
    let place = Place::new();
    place.segue("convert walk.bvh new/deep/walk.bvh").code(0);
    place.segue("blend sample:walk@0-60 sample:jog@0-60 --weights 1,1 -o made/half.glb").code(0);
    assert!(place.has("new/deep/walk.bvh") && place.has("made/half.glb"));
}

#[test]
fn files_are_not_replaced_against_the_word() {
    let place = Place::new();
    place.segue("convert walk.bvh copy.bvh").code(0);
    place.segue("convert walk.bvh copy.bvh --no-clobber").code(2).says(&["there already", "copy.bvh"]);
    place.segue("convert walk.bvh out --no-clobber").code(0);
    place.segue("convert walk.bvh out --no-clobber").code(1).says(&["there already"]);
    place.segue("blend walk.bvh copy.bvh --weights 1,1 -o copy.bvh").code(2).says(&["--in-place"]);
}

#[test]
fn the_unit_of_a_bvh_can_be_chosen() {
    let place = Place::new();
    let height = |line: &str| {
        place.segue(line).code(0);
        rows(&fs::read_to_string(place.path("u.bvh")).unwrap())[0][1]
    };
    let metres = height("convert sample:walk u.bvh --units m");
    assert!((height("convert sample:walk u.bvh --units cm") - 100.0 * metres).abs() < 1e-3);
    assert!((height("convert sample:walk u.bvh --units in") * 0.0254 - metres).abs() < 1e-5);
    place.segue("convert sample:walk u.glb --units in").code(2).says(&["only BVH"]);
}

#[test]
fn content_decides_where_the_name_says_another_format() {
    let place = Place::new();
    place.write("walk.glb", &place::walk(5));
    place.write("walk", &place::walk(5));
    place.segue("info walk.glb").code(0).shows(&["5 frames", "the content is BVH"]);
    place.segue("convert walk out.bvh").code(0).says(&["the content is BVH"]);
    place.write("nothing.glb", "nothing");
    place.segue("info nothing.txt nothing.glb").code(1);
}

#[test]
fn a_figure_without_motion_is_shown_and_taken() {
    let place = Place::new();
    let text = place::walk(1);
    let (head, _) = text.split_once("Frames:").unwrap();
    place.write("figure.bvh", &format!("{head}Frames: 0\nFrame Time: 0.03\n"));
    place.segue("info figure.bvh").code(0).shows(&["no motion", "joints"]);
    place.segue("map walk.bvh figure.bvh").code(0);
    place.segue("convert walk.bvh out.bvh --onto figure.bvh").code(0);
    assert_eq!(rows(&fs::read_to_string(place.path("out.bvh")).unwrap()).len(), 30);
    place.segue("convert figure.bvh x.bvh").code(1).says(&["a figure of", "no motion"]);
    place.segue("blend walk.bvh figure.bvh --weights 1,1 -o x.bvh").code(1).says(&["no motion"]);
}

#[test]
fn a_file_is_replaced_by_itself_only_when_told() {
    let place = Place::new();
    place.segue("convert walk.bvh@0-9 walk.bvh").code(2).says(&["one of the inputs", "--in-place"]);
    place.segue("convert walk.bvh@0-9 walk.bvh --in-place").code(0);
    assert_eq!(rows(&fs::read_to_string(place.path("walk.bvh")).unwrap()).len(), 10);
    assert_eq!(place.names("."), ["walk.bvh"]);
}

#[test]
fn neither_the_character_nor_a_folder_of_inputs_is_replaced_by_mistake() {
    let place = Place::new();
    let kept = |name: &str| fs::read(place.path(name)).unwrap();
    place.segue("convert sample:walk hero.glb").code(0);
    let hero = kept("hero.glb");
    place
        .segue("convert walk.bvh hero.glb --onto hero.glb")
        .code(2)
        .says(&["one of the inputs", "--in-place"]);
    place.segue("blend sample:walk sample:jog --skeleton hero.glb -o hero.glb").code(2).says(&["--in-place"]);
    assert_eq!(kept("hero.glb"), hero);
    place.segue("convert walk.bvh hero.glb --onto hero.glb --in-place").code(0);
    place.write("in/a.bvh", &place::walk(20));
    place.segue("convert in in --range 0-9").code(1).says(&["one of the inputs", "in/a.bvh"]);
    place.segue("convert in in/a.bvh --range 0-9").code(2).says(&["one of the inputs"]);
    assert_eq!(rows(&fs::read_to_string(place.path("in/a.bvh")).unwrap()).len(), 20);
    place.segue("convert in in --to glb").code(0);
    assert_eq!(place.names("in"), ["a.bvh", "a.glb"]);
    place.segue("convert in/a.bvh in --range 0-9 --in-place").code(0);
    assert_eq!(rows(&fs::read_to_string(place.path("in/a.bvh")).unwrap()).len(), 10);
}

#[test]
fn what_is_no_motion_never_replaces_an_input() {
    let place = Place::new();
    place.segue("convert sample:walk a.bvh").code(0);
    place.segue("convert sample:jog b.bvh").code(0);
    let before = [fs::read(place.path("a.bvh")).unwrap(), fs::read(place.path("b.bvh")).unwrap()];
    let lines = [
        "map a.bvh b.bvh -o b.bvh",
        "register a.bvh b.bvh -o b.bvh",
        "sync a.bvh b.bvh -o a.bvh",
        "pose a.bvh --at=-0.2,1,0.3 -o a.bvh",
    ];
    for line in lines {
        place.segue(line).code(2).says(&["one of the inputs", "another name"]);
    }
    let after = [fs::read(place.path("a.bvh")).unwrap(), fs::read(place.path("b.bvh")).unwrap()];
    assert!(before == after);
}

#[test]
fn json_lists_what_was_written() {
    let json = Place::new().segue("convert --json walk.bvh copy.bvh").code(0).json();
    let written = serde_json::json!({
        "schema": 1,
        "verb": "convert",
        "written": [{ "files": ["copy.bvh"], "clips": ["walk"], "frames": 30 }],
        "errors": [],
    });
    assert_eq!(json, written);
}

#[test]
fn resampling_keeps_the_duration() {
    let place = Place::new();
    place.segue("convert walk.bvh dense.bvh --resample 60").code(0).says(&["59 frames"]);
    let dense = rows(&fs::read_to_string(place.path("dense.bvh")).unwrap());
    for (frame, row) in rows(&place::walk(30)).iter().enumerate() {
        let error = row.iter().zip(&dense[2 * frame]).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max);
        assert!(error < 1e-3, "frame {frame} differs by {error}");
    }
}

#[test]
fn mirroring_twice_gives_the_clip_back() {
    let place = Place::new();
    place.segue("convert walk.bvh once.bvh --mirror").code(0);
    place.segue("convert once.bvh twice.bvh --mirror").code(0);
    let [once, twice] =
        ["once.bvh", "twice.bvh"].map(|name| rows(&fs::read_to_string(place.path(name)).unwrap()));
    let walk = rows(&place::walk(30));
    let error = |a: &[Vec<f64>]| {
        let pairs = a.iter().flatten().zip(walk.iter().flatten());
        pairs.map(|(a, b)| (a - b).abs()).fold(0.0, f64::max)
    };
    assert!(error(&twice) < 1e-3, "{}", error(&twice));
    assert!(error(&once) > 1.0, "the mirror image of a step is a step with the other foot");
}

/// A file that starts with an inserted rest pose, as many captures do.
fn with_rest_pose() -> String {
    let walk = place::walk(30).replace("Frames: 30", "Frames: 31");
    let rest = format!("0 90 0{}\n0 90 0", " 0".repeat(27));
    // The steps of the walk start in the middle of a stride, so that the rest pose stands out.
    // It walks beside the origin, so that its mirror image walks elsewhere.
    walk.replacen("0 90 0", &rest, 1).replace(" 5 0 0", " 40 0 0").replace("\n0 90 ", "\n30 90 ")
}

#[test]
fn an_edited_clip_has_no_stray_rest_pose() {
    let place = Place::new();
    place.write("take.bvh", &with_rest_pose());
    let frames = |place: &Place, name: &str| {
        let json = place.segue(&format!("info --json {name}")).code(0).json();
        json["files"][0]["clips"][0]["frames"].as_u64().unwrap()
    };
    assert_eq!(frames(&place, "take.bvh"), 30);
    for (name, edit) in [("copy.bvh", ""), ("cut.bvh", "--range 0-29"), ("mirror.bvh", "--mirror")] {
        place.segue(&format!("convert take.bvh {name} {edit}")).code(0);
        assert_eq!(frames(&place, name), 30, "{name}");
    }
}

#[test]
fn clips_of_figures_that_differ_in_size_share_a_file() {
    let place = Place::new();
    place.write("tall.bvh", &place::walk(9).replace("-42", "-48"));
    place
        .segue("convert walk.bvh tall.bvh both.glb")
        .code(0)
        .says(&["`tall` was retargeted to the skeleton of `walk`"]);
    let json = place.segue("info --json both.glb").code(0).json();
    let names: Vec<_> =
        json["files"][0]["clips"].as_array().unwrap().iter().map(|clip| &clip["name"]).collect();
    assert_eq!(names, ["both/walk", "both/tall"]);
    place.write("other.bvh", &place::walk(9).replace("Spine", "Back"));
    place
        .segue("convert walk.bvh other.bvh none.glb")
        .code(1)
        .says(&["`walk` and `other` have different skeletons"]);
}
