//! `segue index` and `segue search`, as a person runs them, and as the power fails.

use std::fs;
use std::process::Stdio;
use std::thread::sleep;
use std::time::Duration;

use segue::actors::{Performance, Sample};
use segue::motion::FrameRange;
use serde_json::Value;

use crate::place::{Place, command, walk};

fn take() -> Performance {
    Sample::find("take-kicks").unwrap().perform()
}

/// The kicks of the take, in order of time.
fn kicks() -> Vec<FrameRange> {
    take().truth.segments.iter().filter(|act| act.action == "kick").map(|act| act.frames).collect()
}

/// A take of kicks, a walk and a reach, indexed.
fn library() -> Place {
    let place = Place::new();
    place.segue("library new moves.segue").code(0);
    place.segue("library add moves.segue sample:take-kicks sample:walk sample:reach").code(0);
    place.segue("index moves.segue").code(0).says(&["3 clips indexed, 0 were there", "30 Hz", "8.0 cm"]);
    place
}

fn query() -> String {
    // One of middling height.
    format!("take-kicks@{}", kicks()[1])
}

fn matches(json: &Value) -> Vec<(String, FrameRange)> {
    let found = |found: &Value| {
        let [first, last] = [0, 1].map(|n| found["range"][n].as_u64().unwrap() as usize);
        (found["clip"].as_str().unwrap().to_owned(), FrameRange { first, last })
    };
    json["matches"].as_array().unwrap().iter().map(found).collect()
}

fn overlap(a: FrameRange, b: FrameRange) -> f64 {
    let common = (a.last.min(b.last) + 1).saturating_sub(a.first.max(b.first));
    common as f64 / a.len().max(b.len()) as f64
}

#[test]
fn one_kick_finds_the_kicks_and_nothing_else() {
    let place = library();
    let found = place.segue(&format!("search moves.segue --query {} --json", query())).code(0).json();
    let (found, kicks) = (matches(&found), kicks());
    assert!(found.len() >= 5, "{found:?}");
    for (clip, range) in &found {
        assert_eq!(clip, "take-kicks");
        assert!(kicks.iter().any(|kick| overlap(*kick, *range) >= 0.5), "{range} is no kick of {kicks:?}");
    }
    let table = place.segue(&format!("search moves.segue --query {}", query())).code(0);
    assert!(table.out.starts_with("rank  clip"), "{}", table.out);
    assert_eq!(table.out.lines().count(), found.len() + 1);
    assert!(table.err.contains("cm; ε chosen: ") && table.err.contains("explode"), "{}", table.err);
}

#[test]
fn matches_are_rejected_saved_cut_drawn_and_explained() {
    let place = library();
    let search = |more: &str| place.segue(&format!("search moves.segue --query {} {more}", query()));
    let all = matches(&search("--json --save kicks --plot kicks.svg").code(0).json());
    assert!(
        fs::read_to_string(place.path("kicks.svg"))
            .unwrap()
            .contains("Where the query is like the rest of its clip")
    );
    let saved = place.segue("search moves.segue --saved kicks --json").code(0).json();
    assert_eq!(saved["segments"].as_array().unwrap().len(), all.len() + 1);
    place
        .segue("search moves.segue --saved kick")
        .code(2)
        .says(&["no search is saved as `kick`; there are kicks"]);

    let (clip, first) = &all[0];
    let rejected = matches(&search(&format!("--json --reject {clip}@{first}")).code(0).json());
    assert!(rejected.iter().all(|(_, range)| overlap(*range, *first) < 0.2), "{rejected:?}");

    search("--cut out --to bvh").code(0).says(&["matches and alignments.json to out"]);
    let alignments: Value =
        serde_json::from_str(&fs::read_to_string(place.path("out/alignments.json")).unwrap()).unwrap();
    let files = alignments["matches"].as_array().unwrap();
    assert_eq!(files.len(), all.len());
    for (file, (_, range)) in files.iter().zip(&all) {
        let name = file["file"].as_str().unwrap();
        let clip = place.segue(&format!("info --json out/{name}")).json()["files"][0]["clips"][0].clone();
        assert_eq!(clip["frames"], range.len());
        let secs: Vec<[f64; 2]> = serde_json::from_value(file["secs"].clone()).unwrap();
        assert!(secs.windows(2).all(|pair| pair[0][0] < pair[1][0] && pair[0][1] <= pair[1][1]), "{secs:?}");
        assert!((0.0..=range.len() as f64 / 60.0).contains(&secs[secs.len() - 1][1]));
    }

    search(&format!("--explain {clip}@{first}")).code(0);
    let long = search("--explain take-kicks").code(1);
    assert!(long.out.contains("times as long as the other"), "{}", long.out);
    let why = search("--explain walk@60-130").code(1);
    assert!(why.out.contains("not similar") && why.out.contains("farthest at frames"), "{}", why.out);
}

#[test]
fn epsilon_is_chosen_and_its_reason_is_in_the_answer() {
    let place = library();
    let search = |more: &str| place.segue(&format!("search moves.segue --query {} --json {more}", query()));
    let chosen = search("").code(0).json();
    let why = chosen["epsilon_why"].as_str().unwrap();
    assert!(["explosion", "stillness", "index", "too_many"].contains(&why), "{why}");
    assert!(chosen["epsilon_cm"].as_f64().unwrap() <= 8.0 + 1e-9);
    assert_eq!(search("--epsilon 3").json()["epsilon_why"], "asked");
    // Who hardly moves is like whoever stands.
    let still =
        |more: &str| place.segue(&format!("search moves.segue --query take-kicks@0-30 --json {more}"));
    assert_eq!(still("").json()["epsilon_why"], "stillness");
    let loud =
        still("--epsilon 8").says(&["a body that stands still may match", "leave out --epsilon"]).json();
    assert_eq!(
        (&loud["epsilon_why"], loud["epsilon_cm"].as_f64()),
        (&Value::from("asked_above_stillness"), Some(8.0))
    );
}

#[test]
fn steps_and_examples_are_chosen_and_sureness_is_told() {
    let place = library();
    let search = |more: &str| place.segue(&format!("search moves.segue --query {} --json {more}", query()));
    let near = search("--tiers 1").json();
    assert!(near["matches"].as_array().unwrap().iter().all(|found| found["tier"] == 1));
    let both = matches(&search(&format!("--query take-kicks@{}", kicks()[0])).code(0).json());
    assert!(!both.is_empty() && both.iter().all(|(_, range)| overlap(*range, kicks()[0]) < 0.5));
    let extended = search("--extended").code(0).json();
    let sure: Vec<f64> = extended["matches"]
        .as_array()
        .unwrap()
        .iter()
        .map(|found| found["confidence"].as_f64().unwrap())
        .collect();
    assert!(
        sure.iter().all(|sure| (0.0..=1.0).contains(sure)) && sure.is_sorted_by(|a, b| a >= b),
        "{sure:?}"
    );
    assert!(extended["clusters"].as_u64().unwrap() >= 1);
}

#[test]
fn mirror_images_are_found_and_marked() {
    let place = library();
    place.segue("convert sample:take-kicks left.bvh --mirror").code(0);
    place.segue("library add moves.segue left.bvh").code(0);
    place.segue("index moves.segue").code(0);
    let found =
        place.segue(&format!("search moves.segue --query {} --json --mirrored", query())).code(0).json();
    let of_left = |mirrored: bool| {
        let all = found["matches"].as_array().unwrap().iter();
        all.filter(|found| found["clip"] == "left" && found["mirrored"] == mirrored).count()
    };
    assert!(of_left(true) >= 5, "{found}");
    assert_eq!(of_left(false), 0, "a left kick is none of a right one: {found}");
}

#[test]
fn the_periods_of_a_walk_are_listed_as_a_family() {
    let place = Place::new();
    // A period takes 21 of its frames.
    place.write("long.bvh", &walk(1100));
    place.segue("library new moves.segue").code(0);
    place.segue("library add moves.segue long.bvh").code(0);
    place.segue("index moves.segue").code(0);
    let line = "search moves.segue --query long@100-120 --epsilon 4";
    let found = place.segue(&format!("{line} --json")).code(0).json();
    let count = matches(&found).len();
    assert!(count > 45, "{count} of 51 periods");
    let families = found["families"].as_array().unwrap();
    let sizes: Vec<usize> = families.iter().map(|family| family["ranks"].as_array().unwrap().len()).collect();
    assert_eq!(sizes.iter().sum::<usize>(), count);
    assert!(sizes[0] > 30, "all before the query, or after it: {sizes:?}");
    let period = families[0]["period_secs"].as_f64().unwrap();
    assert!((period - std::f64::consts::TAU / 0.3 / 30.0).abs() < 0.01, "{period} s");
    let folded = place.segue(line).code(0).says(&["--each lists every match"]);
    assert_eq!(folded.out.lines().count(), sizes.len() + 1, "{}", folded.out);
    let each = place.segue(&format!("{line} --each")).code(0);
    assert_eq!(each.out.lines().count(), count + 1, "{}", each.out);
}

#[test]
fn what_to_try_is_said_when_nothing_or_too_much_is_found() {
    let place = library();
    place.segue("search moves.segue --query reach --label walk").code(1).says(&[
        "0 matches",
        "--extended",
        "CLIP@first-last",
    ]);
    place
        .segue("search moves.segue --query walk@60-62")
        .code(0)
        .says(&["so short a stretch is like almost anything"]);
}

#[test]
fn a_file_that_is_not_in_the_library_is_a_query_too() {
    let place = library();
    let found = matches(&place.segue("search moves.segue --query sample:kick --json --epsilon 8").json());
    assert!(found.iter().all(|(clip, _)| clip == "take-kicks" || clip == "sample:kick"), "{found:?}");
    let walk = matches(&place.segue("search moves.segue --query sample:walk@60-120 --json").code(0).json());
    assert!(walk.iter().any(|(clip, _)| clip == "walk"), "{walk:?}");
    place
        .segue("search moves.segue --query sample:walk --save mine")
        .code(2)
        .says(&["add sample:walk to the library"]);
    place
        .segue("search moves.segue --query walk.bvh")
        .code(2)
        .says(&["other joints", "segue convert walk.bvh"]);
}

#[test]
fn labels_restrict_and_epsilon_needs_no_new_index() {
    let place = library();
    let search =
        |more: &str| matches(&place.segue(&format!("search moves.segue --json --query {more}")).json());
    let near = search(&format!("{} --epsilon 4", query())).len();
    let far = search(&format!("{} --epsilon 8", query())).len();
    assert!(near <= far);
    assert!(search("walk@60-120 --label reach").iter().all(|(clip, _)| clip == "reach"));
    place.segue("search moves.segue --query walk --label fly").code(2).says(&["no clip has the label fly"]);
    place
        .segue("search moves.segue --query walk --epsilon 9.5")
        .code(2)
        .says(&["up to 8.0 cm", "segue index moves.segue --epsilon 9.5"]);
    place.segue("index moves.segue --epsilon 10 --webs").code(0).says(&[
        "the index is rebuilt",
        "3 clips indexed, 0 were there; 6 webs built, 0 were there",
        "10.0 cm",
    ]);
    place.segue("search moves.segue --query walk@60-120 --epsilon 9.5").code(0);
    place.segue("search moves.segue --query walk@60-120 --extended").code(0).says(&["variants beyond"]);
}

#[test]
fn an_index_is_brought_up_to_date() {
    let place = library();
    place.segue("index moves.segue").code(0).says(&["0 clips indexed, 3 were there"]);
    place.segue("index moves.segue --webs").code(0).says(&["6 webs built, 0 were there"]);
    place.segue("library add moves.segue sample:jump").code(0);
    place
        .segue("search moves.segue --query jump")
        .code(2)
        .says(&["`jump` is not indexed; run: segue index moves.segue"]);
    place.segue("search moves.segue --query walk@60-120").code(0).says(&["1 clip is not indexed"]);
    // A clip that comes first by name does not rebuild the webs of the others, nor does one of another size.
    place.segue("index moves.segue --label walk").code(0).says(&["0 clips indexed, 1 was there"]);
    place
        .segue("index moves.segue --webs")
        .code(0)
        .says(&["1 clip indexed, 3 were there", "4 webs built, 6 were there"]);
    place.segue("library add moves.segue sample:cartwheel sample:kick-tall-actor").code(0);
    place.segue("index moves.segue --webs").code(0).says(&[
        "2 clips indexed, 4 were there",
        "11 webs built, 10 were there",
        "kick-tall-actor",
    ]);
    place.segue("library remove moves.segue cartwheel kick-tall-actor").code(0);
    let report = place.segue("index moves.segue --rate 15 --webs --json").code(0).json();
    assert_eq!((&report["built"], &report["rate_hz"]), (&Value::from(10), &Value::from(15.0)));
    assert_eq!((&report["clips"], &report["made"]), (&Value::from(4), &Value::from(4)));
    place.segue("index moves.segue --webs").code(0).says(&["0 webs built, 10 were there", "15 Hz"]);
    place.segue("library check moves.segue").code(0).says(&["sound"]);
}

#[test]
fn clips_of_other_joints_are_searched_by_themselves_and_it_is_said() {
    let place = library();
    place.segue("library add moves.segue walk.bvh").code(0);
    place.segue("index moves.segue").code(0).says(&["2 families of clips with different joints"]);
    // The file is called as the sample is, so its folder comes before it.
    let list = place.segue("library list moves.segue --json").json();
    let names: Vec<&str> =
        list["clips"].as_array().unwrap().iter().map(|clip| clip["name"].as_str().unwrap()).collect();
    let other = names.into_iter().find(|name| name.contains('/')).unwrap();
    place
        .segue("search moves.segue --query walk@60-120")
        .code(0)
        .says(&["not searched, since they have other joints than the query: 1 of 4 clips"]);
    place
        .segue(&format!("search moves.segue --query walk@60-120 --explain {other}@0-9"))
        .code(2)
        .says(&["cannot be compared"]);
}

#[test]
fn bad_queries_and_libraries_are_told() {
    let place = Place::new();
    place.segue("search none.segue --query walk").code(2).says(&["no such library"]);
    place.segue("index none.segue").code(2).says(&["no such library"]);
    place.write("text.segue", "HIERARCHY\n");
    place.segue("index text.segue").code(2).says(&["not a motion library"]);
    place.segue("library new empty.segue").code(0);
    for line in ["index empty.segue", "search empty.segue --query walk"] {
        place.segue(line).code(2).says(&["the library is empty", "empty.segue"]);
    }
    let place = library();
    place.segue("search moves.segue").code(2).says(&["--query"]);
    place
        .segue("search moves.segue --query walk@60-99999")
        .code(2)
        .says(&["frames 60 to 99999 of clip `walk`", "it has frames 0 to"]);
    for range in ["130-60", "60"] {
        place
            .segue(&format!("search moves.segue --query walk@{range}"))
            .code(2)
            .says(&["is not a range of frames; write @first-last"]);
    }
    place.segue("search moves.segue --query walk --epsilon -3").code(2).says(&["--epsilon", "-3"]);
    place.segue("search moves.segue --query walk --same 0.1").code(2).says(&["`apart`", "`same`"]);
    place.segue("search moves.segue --query fly").code(2).says(&[
        "neither a clip of the library",
        "take-kicks",
        "fly",
    ]);
    place.segue("search moves.segue --query walk --explain reach@0-99999").code(2).says(&["reach"]);
    place
        .segue("search moves.segue --query walk --reject fly@0-9")
        .code(2)
        .says(&["`fly@0-9` names no segment"]);
    place.segue("library label moves.segue walk --add steps").code(0);
    for verb in ["--reject", "--explain"] {
        place
            .segue(&format!("search moves.segue --query walk --label steps --extended {verb} reach@0-9"))
            .code(2)
            .says(&["`reach@0-9` names no segment of a clip that is searched"]);
    }

    let whole = fs::read(place.path("moves.segue")).unwrap();
    fs::write(place.path("cut.segue"), &whole[..whole.len() / 2]).unwrap();
    place.segue("index cut.segue").code(2).says(&["damaged", "cut.segue"]);
    let mut newer = whole;
    // The user version of an SQLite file.
    newer[60..64].copy_from_slice(&99u32.to_be_bytes());
    fs::write(place.path("newer.segue"), newer).unwrap();
    for line in ["index newer.segue", "search newer.segue --query walk"] {
        place.segue(line).code(2).says(&["version 99", "left as it is"]);
    }
}

/// The program is ended in the middle of its work again and again: the library is sound every time, webs that were built
/// are kept, and the work gets done.
#[test]
fn an_index_survives_being_killed() {
    let place = Place::new();
    place.segue("library new moves.segue").code(0);
    for file in 0..16 {
        place.write(&format!("captures/take_{file:02}.bvh"), &walk(500 + 20 * file));
    }
    place.segue("library add moves.segue captures").code(0);
    let count = |place: &Place| {
        let check = place.segue("library check moves.segue --json").code(0).json();
        check["things"].as_u64().unwrap()
    };
    let mut most = 0;
    for round in 0..10_u64 {
        let mut index = command();
        index.args(["index", "moves.segue", "--webs"]).current_dir(place.path(""));
        let mut index = index.stderr(Stdio::null()).stdout(Stdio::null()).spawn().unwrap();
        sleep(Duration::from_millis(10 + 60 * round));
        index.kill().unwrap();
        index.wait().unwrap();
        let found = count(&place);
        assert!(found >= most, "{most} things were there, {found} are");
        most = found;
    }
    place.segue("index moves.segue --webs").code(0);
    // The webs of all pairs, the shadows of all clips, their screen, what they were built with, and which skeletons are akin.
    assert_eq!(count(&place), 16 * 17 / 2 + 16 + 1 + 1 + 1);
    place
        .segue("index moves.segue --webs")
        .code(0)
        .says(&["0 clips indexed, 16 were there; 0 webs built, 136 were there"]);
}

/// No file may grow beyond 40 kB: what a full disk looks like after the first webs are stored.
#[cfg(unix)]
#[test]
fn an_index_on_a_full_disk_keeps_what_it_has() {
    let place = Place::new();
    place.segue("library new moves.segue").code(0);
    place.segue("library add moves.segue sample:take-kicks sample:walk sample:reach sample:jog").code(0);
    let program = command().get_program().to_owned();
    // The signal that goes with the limit would end the program; ignored, writing fails.
    let script = "trap '' XFSZ; ulimit -f 80; exec \"$0\" index moves.segue";
    let mut limited = std::process::Command::new("sh");
    limited.arg("-c").arg(script).arg(program).current_dir(place.path(""));
    let output = limited.output().unwrap();
    let told = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(2), "{told}");
    assert!(told.contains("moves.segue"), "{told}");
    place.segue("library check moves.segue").code(0);
    let count = |text: &str| place.segue(text).code(0).json()["made"].as_u64().unwrap();
    assert!((1..=4).contains(&count("index moves.segue --json")), "some may have been stored");
    assert_eq!(count("index moves.segue --json"), 0);
}
