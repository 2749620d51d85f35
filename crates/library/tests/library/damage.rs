//! What is no library, and what is left of one that was damaged.

use std::path::Path;

use segue_library::{ClipSource, Library, LibraryProblem, Packed};
use segue_motion::{Clip, ContentHash};
use segue_store::{FileKind, Writer};

use crate::{Place, clip, put};

fn problem(path: &Path) -> LibraryProblem {
    let (read, write) = (Library::open(path).unwrap_err(), Library::open_to_write(path).unwrap_err());
    assert_eq!(read.to_string(), write.to_string());
    read.problem
}

#[test]
fn every_way_not_to_be_a_library_is_named() {
    let place = Place::new();
    assert!(matches!(problem(&place.path), LibraryProblem::Missing));
    assert!(matches!(problem(place.path.parent().unwrap()), LibraryProblem::NotOne));
    for (bytes, empty) in
        [(&b""[..], true), (b"HIERARCHY\nROOT Hips\n", false), (b"SQLite format 3\0", false)]
    {
        std::fs::write(&place.path, bytes).unwrap();
        let problem = problem(&place.path);
        assert_eq!(matches!(problem, LibraryProblem::Empty), empty, "{problem}");
        assert_eq!(matches!(problem, LibraryProblem::NotOne), !empty, "{problem}");
    }
    assert!(matches!(Library::create(&place.path).unwrap_err().problem, LibraryProblem::Exists));
    // Nothing is replaced, not even an empty file: another program may be about to fill it.
    std::fs::write(&place.path, b"").unwrap();
    assert!(matches!(Library::create(&place.path).unwrap_err().problem, LibraryProblem::Exists));
    std::fs::remove_file(&place.path).unwrap();
    drop(Library::create(&place.path).unwrap());
    assert!(matches!(Library::create(&place.path).unwrap_err().problem, LibraryProblem::Exists));

    let foreign = place.path.with_extension("db");
    rusqlite::Connection::open(&foreign).unwrap().execute_batch("CREATE TABLE a (b)").unwrap();
    assert!(matches!(problem(&foreign), LibraryProblem::NotOne));
    let other = rusqlite::Connection::open(&place.path).unwrap();
    for (version, way_out) in [(99, "newer Segue"), (1, "`segue library new`")] {
        other.pragma_update(None, "user_version", version).unwrap();
        let problem = problem(&place.path).to_string();
        assert!(problem.contains(&format!("version {version}")) && problem.contains(way_out), "{problem}");
    }
}

#[test]
fn damage_is_told_and_the_rest_can_be_read() {
    let place = Place::new();
    let mut library = Library::create(&place.path).unwrap();
    for name in ["a", "b", "c"] {
        put(&mut library, name, "1", &[clip(name, 400, 1.0)]);
    }
    let other = rusqlite::Connection::open(&place.path).unwrap();
    other.execute("UPDATE clip SET poses = substr(poses, 1, 500) WHERE name = 'a'", []).unwrap();
    other.execute("UPDATE clip SET rate = 30 WHERE name = 'b'", []).unwrap();
    let error = library.clip("a").unwrap_err().to_string();
    assert!(
        error.contains("damaged") && error.contains("clip `a`") && error.contains("moves.segue"),
        "{error}"
    );
    library.clip("c").unwrap();
    let health = library.check(|_, _| ()).unwrap();
    assert_eq!((health.clips, health.faults.len()), (3, 2), "{health:?}");
    assert!(health.faults[0].contains("`a`") && health.faults[1].contains("`b`"), "{health:?}");
}

#[test]
fn a_truncated_or_scribbled_file_never_panics() {
    let place = Place::new();
    let mut library = Library::create(&place.path).unwrap();
    for number in 0..8 {
        put(&mut library, &format!("{number}"), "1", &[clip(&format!("c{number}"), 300, number as f32)]);
    }
    drop(library);
    let whole = std::fs::read(&place.path).unwrap();
    let damaged = |bytes: &[u8]| {
        let path = place.path.with_extension("damaged.segue");
        std::fs::write(&path, bytes).unwrap();
        let sound = Library::open(&path).and_then(|library| {
            library.entries()?.iter().try_for_each(|entry| library.clip(&entry.name).map(drop))?;
            library.check(|_, _| ())
        });
        sound.is_ok_and(|health| health.faults.is_empty())
    };
    assert!(damaged(&whole), "the copy itself is sound");
    for length in (0..whole.len()).step_by(whole.len() / 37) {
        assert!(!damaged(&whole[..length]), "cut to {length} of {}", whole.len());
    }
    for at in (100..whole.len() - 64).step_by(whole.len() / 53) {
        let mut scribbled = whole.clone();
        scribbled[at..at + 64].fill(0xa5);
        // Unused bytes of a page may be anything.
        damaged(&scribbled);
    }
}

/// Cut off at any length, what is whole is saved, what is lost is listed, and nothing is invented.
#[test]
fn of_a_library_that_was_cut_off_whole_clips_are_saved() {
    let place = Place::new();
    let mut library = Library::create(&place.path).unwrap();
    let walk = segue_actors::Sample::find("walk").unwrap().clip();
    for number in 0..24 {
        let clip = walk.clone().renamed(format!("walk {number}"));
        library.put(&ClipSource::new(format!("walk {number}"), b"1"), &[Packed::of(&clip)]).unwrap();
    }
    drop(library);
    assert!(Library::open_to_rescue(&place.path).unwrap().is_none(), "it is whole");
    let bytes = std::fs::read(&place.path).unwrap();
    let mut most = 24;
    for share in [0.9, 0.5] {
        std::fs::write(&place.path, &bytes[..(share * bytes.len() as f64) as usize]).unwrap();
        assert!(matches!(Library::open(&place.path).unwrap_err().problem, LibraryProblem::Damaged { .. }));
        let rescue = Library::open_to_rescue(&place.path).unwrap().unwrap();
        assert_eq!(rescue.shortfall.expected_bytes, bytes.len() as u64);
        let survey = rescue.survey().unwrap();
        for (id, name) in &survey.whole {
            let clip = rescue.clip(*id).unwrap();
            assert_eq!((clip.name(), clip.len()), (name.as_str(), walk.len()));
        }
        assert!((1..=most).contains(&survey.whole.len()), "{} at {share}", survey.whole.len());
        assert!(survey.whole.len() + survey.lost.len() <= 24 && !survey.lost.is_empty());
        most = survey.whole.len();
    }
}

/// Puts clips one after the other, each by a program of its own; how long the file is after each.
fn grown(place: &Place, clips: &[Clip]) -> Vec<usize> {
    drop(Library::create(&place.path).unwrap());
    let grow = |clip: &Clip| {
        let mut library = Library::open_to_write(&place.path).unwrap();
        library.put(&ClipSource::new(clip.name(), b"1"), &[Packed::of(clip)]).unwrap();
        drop(library);
        std::fs::metadata(&place.path).unwrap().len() as usize
    };
    clips.iter().map(grow).collect()
}

/// Wherever a library is cut off, small or large, each clip that was there while the file was no longer than what is left is saved
/// to the last bit.
#[test]
fn every_clip_whose_pages_are_whole_is_saved() {
    let samples: Vec<Clip> = segue_actors::samples().iter().take(12).map(|sample| sample.clip()).collect();
    let short = (0..9).map(|number| clip(&format!("short {number}"), 2 + 40 * number, number as f32));
    for clips in [&samples[..3], &samples[..1], &samples[..], &short.collect::<Vec<_>>()[..]] {
        let place = Place::new();
        let lengths = grown(&place, clips);
        let bytes = std::fs::read(&place.path).unwrap();
        for length in (1..12).map(|part| part * bytes.len() / 12).chain(lengths.iter().copied()) {
            if length == bytes.len() {
                continue;
            }
            std::fs::write(&place.path, &bytes[..length]).unwrap();
            let rescue = Library::open_to_rescue(&place.path).unwrap().unwrap();
            let survey = rescue.survey().unwrap();
            for (clip, _) in clips.iter().zip(&lengths).filter(|(_, needed)| **needed <= length) {
                let saved = survey.whole.iter().find(|(_, name)| name == clip.name());
                let (saved, _) = saved.unwrap_or_else(|| panic!("{} of {length} bytes", clip.name()));
                let saved = rescue.clip(*saved).unwrap();
                assert_eq!(ContentHash::of_motion(&saved), ContentHash::of_motion(clip));
            }
            assert!(survey.whole.iter().all(|(_, name)| clips.iter().any(|clip| clip.name() == name)));
        }
    }
}

/// A clip of which one mark is damaged may not be found; nothing else is found instead.
#[test]
fn a_damaged_mark_harms_no_other_clip() {
    const MARK: &[u8] = b"Segue clip ends\n";
    let place = Place::new();
    let clips: Vec<Clip> = segue_actors::samples().iter().take(4).map(|sample| sample.clip()).collect();
    let lengths = grown(&place, &clips);
    let whole = std::fs::read(&place.path).unwrap()[..lengths[2]].to_vec();
    let marks = whole.windows(MARK.len()).enumerate().filter(|(_, bytes)| *bytes == MARK).map(|(at, _)| at);
    for at in marks {
        let mut bytes = whole.clone();
        bytes[at] = 0;
        std::fs::write(&place.path, &bytes).unwrap();
        let saved = Library::open_to_rescue(&place.path).unwrap().unwrap().survey().unwrap().whole;
        assert!(saved.len() >= 2, "{saved:?}");
        assert!(saved.iter().all(|(_, name)| clips.iter().any(|clip| clip.name() == name)), "{saved:?}");
    }
}

/// What is saved has the name that it had last, and what was removed does not come back.
/// Heads with pages that are no pages: there is nothing to be saved, and nothing that ends the program.
#[test]
fn pages_of_no_size_are_told() {
    let place = Place::new();
    let mut library = Library::create(&place.path).unwrap();
    put(&mut library, "a", "1", &[clip("a", 40, 1.0)]);
    drop(library);
    let whole = std::fs::read(&place.path).unwrap();
    for page in (0..600_u16).chain([1000, 1023, 1025, 40_000, u16::MAX]) {
        let mut bytes = whole.clone();
        bytes[16..18].copy_from_slice(&page.to_be_bytes());
        // As if nearly all of the file were lost.
        bytes[28..32].copy_from_slice(&u32::MAX.to_be_bytes());
        std::fs::write(&place.path, &bytes).unwrap();
        let rescue = Library::open_to_rescue(&place.path).unwrap();
        assert_eq!(rescue.is_some(), page == 1 || page == 512, "pages of {page} bytes");
        assert!(Library::open(&place.path).is_err(), "pages of {page} bytes");
    }
}

#[test]
fn what_was_renamed_or_removed_is_so_in_what_is_saved() {
    let place = Place::new();
    let walk = segue_actors::Sample::find("walk").unwrap().clip();
    let clips = ["first", "gone", "last"].map(|name| walk.clone().renamed(name.to_owned()));
    grown(&place, &clips);
    let mut library = Library::open_to_write(&place.path).unwrap();
    library.rename("first", "renamed").unwrap();
    library.remove(&["gone".to_owned()]).unwrap();
    drop(library);
    let bytes = std::fs::read(&place.path).unwrap();
    let mut saved = 0;
    for part in 1..16 {
        std::fs::write(&place.path, &bytes[..part * bytes.len() / 16]).unwrap();
        let survey = Library::open_to_rescue(&place.path).unwrap().unwrap().survey().unwrap();
        let names = || survey.whole.iter().map(|(_, name)| name.as_str());
        assert!(names().all(|name| ["renamed", "last"].contains(&name)), "{survey:?}");
        saved = saved.max(names().count());
    }
    assert!(saved >= 1);
}

/// A library of the version before is read, and brought up to date by the first who changes it.
#[test]
fn a_library_of_the_version_before_can_be_read_and_changed() {
    let place = Place::new();
    let mut library = Library::create(&place.path).unwrap();
    put(&mut library, "a", "1", &[clip("a", 40, 1.0)]);
    drop(library);
    let other = rusqlite::Connection::open(&place.path).unwrap();
    other.execute_batch("ALTER TABLE clip DROP COLUMN trailer; PRAGMA user_version = 2").unwrap();
    drop(other);
    let before = Library::open(&place.path).unwrap().clip("a").unwrap();
    let mut library = Library::open_to_write(&place.path).unwrap();
    put(&mut library, "b", "1", &[clip("b", 40, 2.0)]);
    library.rename("a", "c").unwrap();
    assert_eq!(library.clip("c").unwrap().len(), before.len());
    assert!(library.check(|_, _| ()).unwrap().faults.is_empty());
}

/// A skeleton whose numbers no program wrote, under a checksum that is right, and poses that unpack to far more than they hold:
/// both are named, and the rest can be read and checked.
#[test]
fn joint_numbers_and_bodies_that_no_program_wrote_are_damage() {
    let place = Place::new();
    let mut library = Library::create(&place.path).unwrap();
    for (name, shift) in [("a", 1.0), ("b", 2.0), ("c", 3.0)] {
        put(&mut library, name, "1", &[clip(name, 40, shift)]);
    }
    let kind = |tag: [u8; 3]| FileKind { tag, name: "", version: 2, largest: usize::MAX, remedy: "" };
    let mut joints = Writer::default();
    joints.count(2);
    for (name, parent) in [("Hips", u32::MAX as usize), ("Spine", 70_000)] {
        joints.word(name);
        joints.count(parent);
        joints.singles(&[0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 1.0]);
    }
    joints.count(0);
    let other = rusqlite::Connection::open(&place.path).unwrap();
    other
        .execute("INSERT INTO skeleton (id, bytes) VALUES (99, ?1)", [kind(*b"SKL").pack(&joints.0)])
        .unwrap();
    other.execute("UPDATE clip SET skeleton = 99 WHERE name = 'a'", []).unwrap();
    let bomb = kind(*b"POS").pack(&vec![0; 200 << 20]);
    assert!(bomb.len() < 100_000, "{}", bomb.len());
    other.execute("UPDATE clip SET poses = ?1 WHERE name = 'b'", [bomb]).unwrap();
    for name in ["a", "b"] {
        let error = library.clip(name).unwrap_err();
        assert!(matches!(error.problem, LibraryProblem::Damaged { .. }), "{error}");
    }
    library.clip("c").unwrap();
    let health = library.check(|_, _| ()).unwrap();
    assert_eq!((health.clips, health.faults.len()), (3, 2), "{health:?}");
}
