//! `segue info` as a person runs it.

use crate::place::{self, Place};

#[test]
fn one_file_is_described_in_full() {
    let run = Place::new().segue("info walk.bvh").code(0);
    insta::assert_snapshot!(run.out);
    assert_eq!(run.err, "");
}

#[test]
fn several_files_get_a_line_each() {
    let place = Place::new();
    place.write("takes/b/run.bvh", &place::walk(5));
    place.write("takes/a.bvh", &place::walk(7));
    place.write("takes/readme.txt", "not motion");
    let run = place.segue("info walk.bvh takes").code(0);
    insta::assert_snapshot!(run.out);
}

#[test]
fn json_names_clips_by_stem_and_ranges_as_pairs() {
    let place = Place::new();
    place.write("walk.bvh.plants.json", r#"{"left_toe": [[3, 9], [12, 20]]}"#);
    let json = place.segue("info --json walk.bvh@5-14").code(0).json();
    let clip = &json["files"][0]["clips"][0];
    assert_eq!(clip["name"], "walk");
    assert_eq!(clip["frames"], 10);
    assert_eq!(clip["plants"], serde_json::json!({ "left_toe": [[0, 4], [7, 9]] }));
    assert_eq!(json["files"][0]["skeleton"]["joints"][1]["parent"], "Hips");
    assert_eq!(json["files"][0]["conversion"]["up"]["value"], "Y");
}

#[test]
fn a_contact_sheet_is_drawn_as_png_and_svg() {
    let place = Place::new();
    place.segue("info --plot sheet.png walk.bvh").code(0);
    assert!(std::fs::read(place.path("sheet.png")).unwrap().starts_with(b"\x89PNG"));
    place.segue("info --plot sheet.svg --columns 4 walk.bvh").code(0);
    let svg = std::fs::read_to_string(place.path("sheet.svg")).unwrap();
    assert!(svg.starts_with("<svg") && svg.contains(">walk</text>"));
    place
        .segue("info --plot sheet.gif walk.bvh")
        .code(2)
        .says(&["a drawing is a .png or .svg file: sheet.gif"]);
}

#[test]
fn bad_input_is_reported_and_the_rest_goes_on() {
    let place = Place::new();
    place.write("empty/readme.txt", "nothing");
    place.write("cut.bvh", &place::walk(3)[..300]);
    place.write("walk.txt", &place::walk(3));
    let nan = place::walk(3).replacen("0 90", "NaN 90", 1);
    place.write("nan.bvh", &nan);
    let run = place.segue("info missing.bvh empty cut.bvh walk.txt nan.bvh walk.bvh").code(1);
    assert!(run.out.contains("walk") && run.out.contains("walk.txt"), "{}", run.out);
    let line = nan.lines().position(|line| line.contains("NaN")).unwrap() + 1;
    run.says(&[
        "no such file or folder: missing.bvh",
        "there is no .bvh, .amc, .gltf, .glb, .fbx or .npz file in the folder: empty",
        "cut.bvh:",
        &format!("nan.bvh:{line}"),
    ]);
}

#[test]
fn json_lists_what_failed() {
    let json = Place::new().segue("info --json walk.bvh missing.bvh").code(1).json();
    assert_eq!(json["files"][0]["clips"][0]["name"], "walk");
    let failure =
        serde_json::json!({ "input": "missing.bvh", "message": "no such file or folder: missing.bvh" });
    assert_eq!(json["errors"], serde_json::json!([failure]));
}

#[test]
fn a_contact_sheet_shows_one_clip() {
    let place = Place::new();
    place
        .segue("info --plot x.png walk.bvh sample:walk")
        .code(2)
        .says(&["shows one clip, but 2 files were named"]);
    assert!(!place.has("x.png"));
}

#[test]
fn a_range_outside_the_clip_says_how_long_it_is() {
    let run = Place::new().segue("info walk.bvh@20-30").code(1);
    run.says(&["frames 20-30 reach beyond clip `walk`, which has 30 frames, 0-29: walk.bvh@20-30"]);
}

#[test]
fn a_text_that_names_nothing_is_wrong_usage() {
    let place = Place::new();
    place.segue("info walk.bvh@9-3").code(2).says(&["is not a range of frames", "@3-9"]);
    place.segue("info sample:").code(2).says(&["lacks the name after `sample:`"]);
    place.segue("info").code(2).says(&["Usage"]);
}

/// A day of capture may have thousands of jumps.
#[test]
fn of_many_findings_a_person_reads_the_first() {
    let place = Place::new();
    let text = place::walk(900);
    let (head, rows) = text.split_once("0.0333333\n").unwrap();
    let turned = |(n, row): (usize, &str)| {
        let mut words: Vec<&str> = row.split(' ').collect();
        words[6] = if n / 15 % 2 == 0 { "0" } else { "120" };
        words.join(" ") + "\n"
    };
    let rows: String = rows.lines().enumerate().map(turned).collect();
    place.write("jumps.bvh", &format!("{head}0.0333333\n{rows}"));
    let run = place.segue("info jumps.bvh").code(0).shows(&["more; --json lists them all"]);
    assert!(run.out.matches(" jumps by ").count() <= 20, "{}", run.out);
    let json = place.segue("info --json jumps.bvh").code(0).json();
    assert!(json["files"][0]["findings"].as_array().unwrap().len() > 40);
    for (range, found) in [("0-9", 0), ("0-20", 1)] {
        let run = place.segue(&format!("inspect jumps.bvh@{range}")).code(0);
        assert_eq!(
            run.err.matches(" jumps by ").count(),
            found,
            "only what the range shows is said: {}",
            run.err
        );
    }
}

#[test]
fn bad_plants_are_named() {
    let place = Place::new();
    place.write("walk.bvh.plants.json", r#"{"left_toe": [[3, 99]]}"#);
    place.segue("info walk.bvh").code(1).says(&[
        "left_toe",
        "3-99",
        "ends at frame 29",
        "walk.bvh.plants.json",
    ]);
}

#[test]
fn a_library_that_is_not_there_is_told() {
    Place::new().segue("info moves.segue#Walk").code(1).says(&["there is no such library", "moves.segue"]);
}

/// Names in files are data: what they hold must not steer the terminal.
#[test]
fn names_that_steer_a_terminal_are_spelled_out() {
    let place = Place::new();
    place.write(
        "evil.bvh",
        "HIERARCHY\nROOT \u{1b}[2J\u{202e}Hips\n{\n OFFSET 0 0 0\n CHANNELS 3 Xposition Yposition Zposition\n End Site\n {\n  OFFSET 0 1 0\n }\n}\n\
         MOTION\nFrames: 2\nFrame Time: 0.033\n0 1 0\n0 1.1 0\n",
    );
    for command in ["info evil.bvh", "info evil.bvh --json", "map evil.bvh sample:walk"] {
        let run = place.segue(command);
        for said in [&run.out, &run.err] {
            assert!(!said.contains(['\u{1b}', '\u{202e}']), "{command}: {said:?}");
        }
    }
    assert!(place.segue("info evil.bvh").code(0).out.contains("\\u001b[2J\\u202eHips"));
}
