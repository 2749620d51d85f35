//! Files of our own with bytes that no program wrote, under checksums that are right.

use std::fs;

use rusqlite::Connection;
use segue::store::{FileKind, Reader, Writer};

use crate::place::Place;

const fn kind(tag: [u8; 3], version: u8) -> FileKind {
    FileKind { tag, name: "", version, largest: usize::MAX, remedy: "" }
}

/// Where the body of a file with clips says what the parent of its first clip's second joint is, and where it counts joints.
fn places(body: &[u8]) -> [usize; 2] {
    let mut bytes = Reader(body);
    let at = |bytes: &Reader<'_>| body.len() - bytes.0.len();
    let mut skip = || {
        bytes.count()?;
        bytes.word()?;
        bytes.number()?;
        let joints = at(&bytes);
        bytes.count()?;
        bytes.word()?;
        bytes.take(4 + 28)?;
        bytes.word()?;
        Some([at(&bytes), joints])
    };
    skip().unwrap()
}

#[test]
fn stored_clips_with_numbers_that_no_skeleton_has_are_refused() {
    let place = Place::new();
    let build =
        "parametric build --clips sample:kick sample:kick-low sample:kick-high --measure ankle.r.y@apex";
    place.segue(&format!("{build} --tries 20 -o kick.segue-param")).code(0);
    place.segue("stance extract sample:jog -o jog.segue-stances").code(0);
    for (kind, file, verb) in [
        (kind(*b"PRM", 2), "kick.segue-param", "parametric show"),
        (kind(*b"STN", 3), "jog.segue-stances", "stance coverage --from"),
    ] {
        let body = kind.unpack(&fs::read(place.path(file)).unwrap()).unwrap();
        place.segue(&format!("{verb} {file}")).code(0);
        let odd = format!("odd-{file}");
        for at in places(&body) {
            for number in [70_000_u32, u32::MAX - 1] {
                let mut damaged = body.clone();
                damaged[at..at + 4].copy_from_slice(&number.to_le_bytes());
                fs::write(place.path(&odd), kind.pack(&damaged)).unwrap();
                place.segue(&format!("{verb} {odd}")).code(2).says(&["damaged", &odd]);
            }
        }
        // Every length and number near the front in turn: whatever they are, the answer is a sentence.
        for at in (0..400).step_by(7) {
            let mut damaged = body.clone();
            damaged[at..at + 4].copy_from_slice(&0xffff_fff0_u32.to_le_bytes());
            fs::write(place.path(&odd), kind.pack(&damaged)).unwrap();
            let run = place.segue(&format!("{verb} {odd}"));
            assert!(run.code <= 2, "{at}: {}", run.err);
        }
    }
}

#[test]
fn a_library_with_such_a_skeleton_is_checked_and_the_rest_is_saved() {
    let place = Place::new();
    place.segue("library new l.segue").code(0);
    place.segue("library add l.segue walk.bvh sample:jog").code(0);
    let mut joints = Writer::default();
    joints.count(2);
    for (name, parent) in [("Hips", u32::MAX as usize), ("Spine", 70_000)] {
        joints.word(name);
        joints.count(parent);
        joints.singles(&[0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 1.0]);
    }
    joints.count(0);
    let library = Connection::open(place.path("l.segue")).unwrap();
    let skeleton = kind(*b"SKL", 2).pack(&joints.0);
    library.execute("INSERT INTO skeleton (id, bytes) VALUES (99, ?1)", [skeleton]).unwrap();
    library.execute("UPDATE clip SET skeleton = 99 WHERE name = 'walk'", []).unwrap();
    drop(library);
    place.segue("library check l.segue").code(1).shows(&["`walk` is damaged"]);
    place.segue("library export l.segue saved").code(1).says(&["walk"]);
    assert_eq!(place.names("saved"), ["jog.bvh", "jog.bvh.plants.json"]);
    place.segue("info l.segue#walk").code(1).says(&["damaged"]);
    place.segue("index l.segue").code(2).says(&["skeleton 99", "library export"]);
}
