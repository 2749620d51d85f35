//! `segue library`, as a person runs it, and as the power fails.

use std::fs;
use std::process::Stdio;
use std::thread::sleep;
use std::time::Duration;

use serde_json::Value;

use crate::place::{Place, command, walk};

/// A folder `captures` with this many files of different lengths, in two folders.
fn captures(files: usize, frames: usize) -> Place {
    let place = Place::new();
    for file in 0..files {
        let folder = if file % 2 == 0 { "kicks" } else { "walks" };
        place.write(&format!("captures/{folder}/take_{file:02}.bvh"), &walk(frames + file));
    }
    place.segue("library new moves.segue").code(0).says(&["made moves.segue"]);
    place
}

fn names(place: &Place, more: &str) -> Vec<String> {
    let list = place.segue(&format!("library list moves.segue --json {more}")).json();
    let name = |clip: &Value| clip["name"].as_str().unwrap().to_owned();
    list["clips"].as_array().unwrap().iter().map(name).collect()
}

#[test]
fn a_library_lives() {
    let place = captures(3, 20);
    place.segue("library new moves.segue").code(2).says(&["already a file"]);
    place.segue("library new moves").code(2).says(&["moves.segue"]);
    let added = place.segue("library add moves.segue captures sample:walk").code(0);
    assert!(added.err.contains("4 clips added"), "{}", added.err);
    assert_eq!(names(&place, ""), ["take_00", "take_01", "take_02", "walk"]);
    assert_eq!(names(&place, "--label kicks"), ["take_00", "take_02"]);

    place.segue_args(&["library", "label", "moves.segue", "take_00", "take_01", "--add", "Left Leg"]).code(0);
    let left = place.segue_args(&["library", "list", "moves.segue", "-q", "--label", "left leg"]).code(0).out;
    assert!(left.contains("take_00") && left.contains("take_01") && !left.contains("take_02"), "{left}");
    let clip = &place.segue("info --json moves.segue#take_01@3-12").code(0).json()["files"][0]["clips"][0];
    assert_eq!((&clip["name"], &clip["frames"]), (&Value::from("take_01"), &Value::from(10)));
    place.segue("convert moves.segue#take_01 one.bvh").code(0);
    let [from_library, from_file] = ["one.bvh", "captures/walks/take_01.bvh"]
        .map(|file| place.segue(&format!("info --json {file}")).json()["files"][0]["clips"][0].clone());
    assert_eq!(from_library["frames"], from_file["frames"]);

    place.segue("library export moves.segue out --label kicks").code(0).says(&["wrote 2 of 2 clips"]);
    assert!(place.has("out/take_02.bvh") && place.has("out/take_02.bvh.plants.json"));
    place.segue("library remove moves.segue take_00").code(0);
    place
        .segue("library remove moves.segue take_00")
        .code(2)
        .says(&["no clip called `take_00`; there are take_01"]);
    place.segue("info moves.segue#take_9").code(1).says(&["no clip called `take_9`"]);
    let check = place.segue("library check moves.segue").code(0);
    assert!(check.err.contains("sound: 3 clips"), "{}", check.err);
}

#[test]
fn a_figure_without_motion_is_kept_in_its_rest_pose_and_motion_can_be_made_on_it() {
    let place = captures(2, 30);
    let text = walk(30);
    let (figure, _) = text.split_once("Frames").unwrap();
    place.write("hero.bvh", &format!("{figure}Frames: 0\nFrame Time: 0.02\n"));
    let added = place.segue("library add moves.segue captures hero.bvh").code(0);
    assert!(
        added.err.contains("`hero` is a figure without motion: one frame, in its rest pose"),
        "{}",
        added.err
    );
    let hero = &place.segue("info --json moves.segue#hero").code(0).json()["files"][0]["clips"][0];
    assert_eq!((&hero["name"], &hero["frames"]), (&Value::from("hero"), &Value::from(1)));
    place.segue("convert moves.segue#take_00 worn.bvh --onto moves.segue#hero").code(0);
    place.segue("index moves.segue").says(&["clip `hero` has 1 frame"]);
    place.segue("library check moves.segue").code(0);
    let again = place.segue("library add moves.segue hero.bvh").code(0);
    assert!(!again.err.contains("figure without"), "{}", again.err);
}

#[test]
fn adding_again_reads_only_what_changed() {
    let place = captures(4, 20);
    place.write("captures/bad.bvh", "HIERARCHY\nnothing");
    let first =
        place.segue("library add moves.segue captures --json").code(1).says(&["bad.bvh", "expected ROOT"]);
    assert_eq!(first.json()["added"].as_array().unwrap().len(), 4);
    fs::remove_file(place.path("captures/bad.bvh")).unwrap();
    place.segue("library add moves.segue captures").code(0).says(&["0 clips added, 4 files unchanged"]);
    // From another folder, and by another name for the same file.
    place.segue("library add moves.segue ./captures/../captures/kicks").code(0).says(&["2 files unchanged"]);

    place.write("captures/walks/take_01.bvh", &walk(50));
    let plants = "{\"left_toe\": [[0, 3]]}";
    place.write("captures/walks/take_03.bvh.plants.json", plants);
    let again = place.segue("library add moves.segue captures --json").code(0).json();
    assert_eq!(again["changed"], serde_json::json!(["take_01"]));
    assert_eq!(again["kept"], serde_json::json!(["take_03"]), "the plants are others, the motion is not");
    assert_eq!(again["unchanged_files"], 2);
    // Another way of reading is another clip.
    let fps = place.segue("library add moves.segue captures --json --fps 60").code(0).json();
    assert_eq!(fps["changed"].as_array().unwrap().len(), 4);
}

#[test]
fn labels_come_from_an_index_and_plants_from_a_file() {
    let place = captures(2, 20);
    place.write("index.txt", "Subject #7 (kicks)\ntake_00\tkick, left leg\n");
    place.segue("library add moves.segue captures --index index.txt").code(0);
    assert_eq!(names(&place, "--label kick"), ["take_00"]);
    place.write("corrected.json", "{\"left_heel\": [[1, 4], [6, 9]]}");
    place.segue("library label moves.segue take_00 --plants corrected.json").code(0);
    let plants = |place: &Place| {
        place.segue("library export moves.segue out --clip take_00").code(0);
        let text = fs::read_to_string(place.path("out/take_00.bvh.plants.json")).unwrap();
        serde_json::from_str::<Value>(&text).unwrap()["left_heel"].clone()
    };
    assert_eq!(plants(&place), serde_json::json!([[1, 4], [6, 9]]));
    place.segue("library label moves.segue take_00 --detected-plants").code(0);
    assert_ne!(plants(&place), serde_json::json!([[1, 4], [6, 9]]));
    place.write("corrected.json", "{\"left_heel\": [[1, 400]]}");
    place
        .segue("library label moves.segue take_00 --plants corrected.json")
        .code(2)
        .says(&["ends at frame 19"]);
    place.segue("library label moves.segue take_00").code(2).says(&["nothing to do"]);
}

#[test]
fn labels_of_an_index_stay_when_a_folder_is_added_again_without_it() {
    let place = captures(2, 20);
    place.write("index.txt", "take_00\tkick, left leg\n");
    place.segue("library add moves.segue captures --index index.txt").code(0);
    place.segue("library add moves.segue captures").code(0).says(&["0 clips added", "2 files unchanged"]);
    assert_eq!(names(&place, "--label kick"), ["take_00"]);
    place.write("index.txt", "take_00\tleft leg\n");
    place.segue("library add moves.segue captures --index index.txt").code(0);
    assert!(names(&place, "--label kick").is_empty(), "a new list replaces the old one");
}

#[test]
fn what_is_no_library_is_refused_by_name() {
    let place = Place::new();
    place.write("walk.segue", "HIERARCHY\n");
    place.write("empty.segue", "");
    for verb in ["list", "check", "add", "export"] {
        let more = match verb {
            "add" => "walk.bvh",
            "export" => "out",
            _ => "",
        };
        place
            .segue(&format!("library {verb} none.segue {more}"))
            .code(2)
            .says(&["no such library", "none.segue"]);
        place.segue(&format!("library {verb} walk.segue {more}")).code(2).says(&["not a motion library"]);
        place.segue(&format!("library {verb} empty.segue {more}")).code(2).says(&["file is empty"]);
    }
    place.segue("info walk.segue#a").code(1).says(&["not a motion library: walk.segue"]);
    place.segue("library new empty.segue").code(2).says(&["already a file"]);
    fs::remove_file(place.path("empty.segue")).unwrap();
    place.segue("library new empty.segue").code(0);
    let list = place.segue("library list empty.segue").code(0);
    assert!(list.err.contains("0 clips, 0 s"), "{}", list.err);
    place.segue("info empty.segue").code(1).says(&["library is empty"]);
    place.segue("library add empty.segue none.bvh").code(1).says(&["none.bvh"]);
}

/// The program is ended in the middle of its work again and again: the library is sound every time, nothing is doubled,
/// and the work gets done.
#[test]
fn a_library_survives_being_killed() {
    const FILES: usize = 24;
    let place = captures(FILES, 150);
    let mut most = 0;
    for round in 0..12_u64 {
        let mut add = command();
        add.args(["library", "add", "moves.segue", "captures"]).current_dir(place.path(""));
        let mut add = add.stderr(Stdio::null()).stdout(Stdio::null()).spawn().unwrap();
        sleep(Duration::from_millis(5 + 17 * round));
        add.kill().unwrap();
        add.wait().unwrap();
        place.segue("library check moves.segue").code(0).says(&["sound"]);
        let found = names(&place, "").len();
        assert!(found >= most, "{most} clips were there, {found} are");
        most = found;
    }
    place.segue("library add moves.segue captures").code(0);
    let names = names(&place, "");
    assert_eq!(names.len(), FILES);
    assert!(names.iter().all(|name| name.starts_with("take_")), "{names:?}");
    place.segue("library check moves.segue").code(0).says(&["sound: 24 clips"]);
    let left: Vec<String> = place.names("").into_iter().filter(|name| name.contains("-part")).collect();
    assert!(left.is_empty(), "{left:?}");
}

#[test]
fn two_programs_may_add_the_same_at_once() {
    let place = captures(12, 100);
    let spawn = || {
        let mut add = command();
        add.args(["library", "add", "moves.segue", "captures"]).current_dir(place.path(""));
        add.stderr(Stdio::null()).stdout(Stdio::null()).spawn().unwrap()
    };
    let adding = [spawn(), spawn()];
    // Reading goes on meanwhile.
    for _ in 0..5 {
        names(&place, "");
    }
    for mut add in adding {
        assert!(add.wait().unwrap().success());
    }
    assert_eq!(names(&place, "").len(), 12);
    place.segue("library check moves.segue").code(0);
}

/// A library of which a part was copied: what is lost is listed, and the rest is written.
#[test]
fn a_library_that_was_cut_off_is_rescued() {
    let place = captures(8, 1500);
    place.segue("library add moves.segue captures").code(0);
    let whole = fs::read(place.path("moves.segue")).unwrap();
    fs::write(place.path("half.segue"), &whole[..whole.len() * 3 / 4]).unwrap();
    let check = place.segue("library check half.segue").code(1);
    assert!(check.out.contains("the file is cut off") && check.out.contains("is lost"), "{}", check.out);
    let lost = check.out.lines().filter(|line| line.ends_with("is lost")).count();
    place.segue("library export half.segue saved").code(1).says(&["cut off"]);
    let saved = place.names("saved").into_iter().filter(|name| !name.ends_with(".plants.json")).count();
    assert!(saved > 0 && saved + lost <= 8, "{saved} saved, {lost} lost");
    place.segue("library list half.segue").code(2).says(&["damaged"]);
}
