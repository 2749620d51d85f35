//! What a library promises.
#![allow(clippy::unwrap_used, reason = "tests stop at the first surprise")]

mod damage;

use std::path::PathBuf;
use std::sync::Arc;

use glam::{Quat, Vec3};
use proptest::prelude::*;
use segue_library::{Artifact, ClipSource, Label, LabelOrigin, Library, LibraryProblem, Packed};
use segue_motion::{Clip, ConstraintKind, Constraints, EndSite, FrameRange, Joint, JointId, Pose, Skeleton};

/// A figure of three joints with a track, moving a little differently for every seed.
fn clip(name: &str, frames: usize, seed: f32) -> Clip {
    let joint = |name: &str, parent: Option<usize>| Joint {
        name: name.into(),
        parent: parent.map(JointId::new),
        offset: Vec3::new(0.1, 0.5, seed),
        rest: Quat::from_rotation_x(0.25),
    };
    let joints = vec![joint("Hips", None), joint("Spine", Some(0)), joint("Größe", Some(1))];
    let site = EndSite { parent: JointId::new(2), offset: Vec3::Y };
    let skeleton = Arc::new(Skeleton::new(joints, vec![site]).unwrap());
    let mut pose = Pose::rest(&skeleton);
    pose.translations = vec![(JointId::new(1), Vec3::ZERO)];
    let mut builder = Clip::builder(name, skeleton, 59.94, &[JointId::new(1)]);
    for frame in 0..frames {
        let t = frame as f32 * 0.1;
        pose.root = Vec3::new(t, seed.mul_add(0.1, t.sin()), -t);
        pose.rotations[1] = Quat::from_rotation_y(t + seed);
        pose.translations[0].1 = Vec3::new(0.0, t, seed);
        builder.push(&pose).unwrap();
    }
    let mut plants = Constraints::default();
    plants.set(ConstraintKind::LeftToe, vec![FrameRange { first: 0, last: frames / 2 }]).unwrap();
    builder.finish().unwrap().with_constraints(plants).unwrap()
}

struct Place {
    _folder: tempfile::TempDir,
    path: PathBuf,
}

impl Place {
    fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("moves.segue");
        Self { _folder: folder, path }
    }
}

fn put(library: &mut Library, path: &str, version: &str, clips: &[Clip]) -> segue_library::Put {
    let packed: Vec<Packed> = clips.iter().map(Packed::of).collect();
    library.put(&ClipSource::new(path, version.as_bytes()), &packed).unwrap()
}

fn names(library: &Library) -> Vec<String> {
    library.entries().unwrap().into_iter().map(|entry| entry.name).collect()
}

fn artifact(kind: &str, name: &str, bytes: &[u8]) -> Artifact {
    Artifact { kind: kind.into(), name: name.into(), hash: vec![7], bytes: bytes.to_vec() }
}

#[test]
fn clips_come_back_to_the_last_bit() {
    let place = Place::new();
    let mut library = Library::create(&place.path).unwrap();
    let clips = [clip("short", 1, 0.5), clip("moves/Long", 5000, 1.5)];
    let done = put(&mut library, "a.glb", "1", &clips);
    assert_eq!(done.added, ["short", "moves/Long"]);
    for clip in &clips {
        assert_eq!(library.clip(clip.name()).unwrap(), *clip);
    }
    let entry = &library.entries().unwrap()[0];
    assert_eq!((entry.frames, entry.joints, entry.source.as_str()), (5000, 3, "a.glb"));
    assert_eq!(library.entry(&entry.name).unwrap(), *entry);
    assert!(library.entry("none").unwrap_err().to_string().contains("none"));
    assert!(library.check(|_, _| ()).unwrap().faults.is_empty());
}

#[test]
fn an_unchanged_source_changes_nothing_and_a_changed_one_only_its_own() {
    let place = Place::new();
    let mut library = Library::create(&place.path).unwrap();
    put(&mut library, "a.bvh", "1", &[clip("a", 50, 1.0)]);
    put(&mut library, "b.bvh", "1", &[clip("b", 50, 2.0), clip("b/2", 20, 2.0)]);
    put(&mut library, "c.bvh", "1", &[clip("c", 50, 3.0)]);
    let web =
        |a: &str, b: &str| (artifact("web", &format!("{a}|{b}"), b"web"), vec![a.to_owned(), b.to_owned()]);
    let webs = [web("a", "b"), web("a", "c"), web("b", "b"), web("c", "c")];
    library.put_artifacts(webs.iter().map(|(thing, clips)| (thing, clips.as_slice()))).unwrap();
    library.label("b", &["Hand Made".to_owned()], &[]).unwrap();

    assert!(library.has(&ClipSource::new("b.bvh", b"1")).unwrap());
    assert_eq!(put(&mut library, "b.bvh", "1", &[clip("b", 9, 9.0)]), segue_library::Put::default());
    let webs = |library: &Library| -> Vec<String> {
        library.artifacts("web").unwrap().into_iter().map(|entry| entry.name).collect()
    };
    assert_eq!(webs(&library), ["a|b", "a|c", "b|b", "c|c"]);

    // The same motion read in another way keeps what was made of it.
    let done = put(&mut library, "b.bvh", "2", &[clip("b", 50, 2.0), clip("b/2", 20, 2.0)]);
    assert_eq!(done.kept, ["b", "b/2"]);
    assert_eq!(webs(&library).len(), 4);

    let done = put(&mut library, "b.bvh", "3", &[clip("b", 60, 2.5), clip("b/3", 20, 2.0)]);
    assert_eq!(
        (done.changed, done.added, done.removed),
        (vec!["b".into()], vec!["b/3".into()], vec!["b/2".into()])
    );
    assert_eq!(webs(&library), ["a|c", "c|c"]);
    assert_eq!(library.clip("b").unwrap().labels, ["hand made"]);
    assert_eq!(names(&library), ["a", "b", "b/3", "c"]);
    assert!(library.check(|_, _| ()).unwrap().faults.is_empty());
}

#[test]
fn nothing_is_left_beside_a_library_that_nobody_uses() {
    let place = Place::new();
    put(&mut Library::create(&place.path).unwrap(), "a", "1", &[clip("a", 5, 1.0)]);
    let library = Library::open(&place.path).unwrap();
    assert_eq!(library.entries().unwrap().len(), 1);
    drop(library);
    let files: Vec<_> =
        std::fs::read_dir(place.path.parent().unwrap()).unwrap().map(|file| file.unwrap()).collect();
    assert_eq!(files.len(), 1, "{files:?}");
}

#[test]
fn who_only_reads_cannot_change_anything() {
    let place = Place::new();
    drop(Library::create(&place.path).unwrap());
    let mut library = Library::open(&place.path).unwrap();
    let error = library.put(&ClipSource::new("a", b"1"), &[Packed::of(&clip("a", 5, 1.0))]).unwrap_err();
    assert!(matches!(error.problem, LibraryProblem::ReadOnly(_)), "{error}");
}

#[test]
fn clips_of_one_name_get_their_folders() {
    let place = Place::new();
    let mut library = Library::create(&place.path).unwrap();
    for path in ["one/walk.bvh", "two/walk.bvh", "x/two/walk.bvh", "walk.bvh", "other/walk.amc"] {
        put(&mut library, path, "1", &[clip("walk", 4, 1.0)]);
    }
    let expected = ["other/walk", "two/walk", "walk", "walk 2", "x/two/walk"];
    assert_eq!(names(&library), expected);
    // A clip that is read again keeps the name it got.
    put(&mut library, "x/two/walk.bvh", "2", &[clip("walk", 5, 1.0)]);
    assert_eq!(names(&library), expected);
}

#[test]
fn corrected_plants_hold_and_detected_ones_stay() {
    let place = Place::new();
    let mut library = Library::create(&place.path).unwrap();
    put(&mut library, "a.bvh", "1", &[clip("a", 50, 1.0)]);
    let hash = library.entries().unwrap()[0].hash;
    let range = |first, last| FrameRange { first, last };
    library.correct("a", ConstraintKind::LeftToe, Some(&[range(2, 5), range(8, 9)])).unwrap();
    library.correct("a", ConstraintKind::RightToe, Some(&[])).unwrap();
    let toe =
        |library: &Library| library.clip("a").unwrap().constraints().of(ConstraintKind::LeftToe).to_vec();
    assert_eq!(toe(&library), [range(2, 5), range(8, 9)]);
    assert_eq!(library.detected_plants("a").unwrap().of(ConstraintKind::LeftToe), [range(0, 25)]);
    assert_eq!(library.corrections("a").unwrap().len(), 2);
    assert_eq!(library.entries().unwrap()[0].hash, hash, "plants are no part of the motion");

    for wrong in [vec![range(40, 50)], vec![range(5, 9), range(9, 12)], vec![range(7, 9), range(2, 4)]] {
        let refused = library.correct("a", ConstraintKind::LeftToe, Some(&wrong));
        // Intervals are kept in order, so only what overlaps or reaches beyond is wrong.
        if wrong[0] != range(7, 9) {
            refused.unwrap_err();
            assert_eq!(toe(&library), [range(2, 5), range(8, 9)], "a refused change changes nothing");
        }
    }
    library.correct("a", ConstraintKind::LeftToe, Some(&[range(2, 5)])).unwrap();
    let done = put(&mut library, "a.bvh", "2", &[clip("a", 50, 2.0)]);
    assert!(done.uncorrected.is_empty() && toe(&library) == [range(2, 5)]);
    let done = put(&mut library, "a.bvh", "3", &[clip("a", 40, 2.0)]);
    assert_eq!((done.uncorrected, toe(&library)), (vec!["a".to_owned()], vec![range(0, 20)]));
    library.correct("a", ConstraintKind::LeftToe, Some(&[])).unwrap();
    assert!(toe(&library).is_empty());
    library.correct("a", ConstraintKind::LeftToe, None).unwrap();
    assert_eq!(toe(&library), [range(0, 20)]);
}

#[test]
fn labels_of_a_person_outlive_the_file() {
    let place = Place::new();
    let mut library = Library::create(&place.path).unwrap();
    let label = |word: &str, origin| Label { word: word.into(), origin };
    let packed = Packed::of(&clip("a", 5, 1.0))
        .with_labels([label("kick", LabelOrigin::Name), label("slow", LabelOrigin::Index)]);
    library.put(&ClipSource::new("a", b"1"), std::slice::from_ref(&packed)).unwrap();
    library
        .label("a", &["  KICK ".to_owned(), "left  leg".to_owned(), " ".to_owned()], &["slow".to_owned()])
        .unwrap();
    let expected = [label("kick", LabelOrigin::Hand), label("left leg", LabelOrigin::Hand)];
    assert_eq!(library.entries().unwrap()[0].labels, expected);
    let packed = Packed::of(&clip("a", 5, 2.0)).with_labels([label("punch", LabelOrigin::Name)]);
    library.put(&ClipSource::new("a", b"2"), &[packed]).unwrap();
    let words: Vec<String> = library.clip("a").unwrap().labels;
    assert_eq!(words, ["kick", "left leg", "punch"]);
    assert!(library.entries().unwrap()[0].has_labels(&["kick".to_owned(), "punch".to_owned()]));
    let error = library.label("A", &[], &[]).unwrap_err();
    assert!(error.to_string().contains("no clip called `A`; there are a"), "{error}");
}

#[test]
fn removed_clips_take_along_what_was_made_of_them() {
    let place = Place::new();
    let mut library = Library::create(&place.path).unwrap();
    put(&mut library, "a", "1", &[clip("a", 5, 1.0)]);
    put(&mut library, "b", "1", &[clip("b", 5, 2.0)]);
    let search = artifact("search", "kicks", b"1");
    library.put_artifacts([(&search, &["b".to_owned()][..]), (&artifact("note", "x", b""), &[])]).unwrap();
    assert_eq!(library.artifact("search", "kicks").unwrap(), Some(search));
    assert!(library.remove(&["b".to_owned(), "none".to_owned()]).is_err());
    assert_eq!(names(&library), ["a", "b"], "all or none");
    library.remove(&["b".to_owned()]).unwrap();
    assert_eq!(library.artifact("search", "kicks").unwrap(), None);
    assert!(library.remove_thing("note", "x").unwrap() && !library.remove_thing("note", "x").unwrap());
    // The source is forgotten with its last clip, so that adding the file again brings it back.
    assert!(!library.has(&ClipSource::new("b", b"1")).unwrap());
}

/// Pages that two libraries of the same content may differ by.
const ROOM: u64 = 2 * 4096;

#[test]
fn a_library_gives_back_the_room_that_removed_clips_took() {
    let place = Place::new();
    let mut library = Library::create(&place.path).unwrap();
    let many: Vec<Clip> = (0..20).map(|n| clip(&format!("clip-{n}"), 500, n as f32)).collect();
    put(&mut library, "a.bvh", "1", &many);
    let (kept, gone): (Vec<String>, Vec<String>) =
        names(&library).into_iter().partition(|name| name == "clip-3");
    library.remove(&gone).unwrap();
    drop(library);
    let size = || std::fs::metadata(&place.path).unwrap().len();
    let other = Place::new();
    put(&mut Library::create(&other.path).unwrap(), "a.bvh", "1", &many[3..4]);
    let as_small_as = std::fs::metadata(&other.path).unwrap().len();
    assert!(size() > as_small_as + ROOM, "{} bytes leave no room to give back", size());
    let library = Library::open_to_write(&place.path).unwrap();
    library.compact().unwrap();
    assert_eq!(names(&library), kept);
    assert!(library.check(|_, _| ()).unwrap().faults.is_empty());
    drop(library);
    assert!(size() <= as_small_as + ROOM, "{} bytes, not {as_small_as}", size());
}

#[test]
fn readers_see_one_state_while_a_writer_writes() {
    let place = Place::new();
    let mut writer = Library::create(&place.path).unwrap();
    put(&mut writer, "0", "1", &[clip("c0", 50, 1.0)]);
    std::thread::scope(|scope| {
        let path = &place.path;
        let readers: Vec<_> = (0..2)
            .map(|_| {
                scope.spawn(move || {
                    let library = Library::open(path).unwrap();
                    let mut most = 0;
                    while most < 30 {
                        let entries = library.entries().unwrap();
                        assert!(entries.len() >= most, "clips do not vanish");
                        most = entries.len();
                        library.clip(&entries[most - 1].name).unwrap();
                    }
                })
            })
            .collect();
        for number in 1..30 {
            put(&mut writer, &number.to_string(), "1", &[clip(&format!("c{number:02}"), 50, 1.0)]);
        }
        for reader in readers {
            reader.join().unwrap();
        }
    });
}

#[test]
fn two_writers_take_turns_and_nothing_is_doubled() {
    let place = Place::new();
    drop(Library::create(&place.path).unwrap());
    std::thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| {
                let mut library = Library::open_to_write(&place.path).unwrap();
                for number in 0..20 {
                    put(&mut library, &number.to_string(), "1", &[clip(&format!("c{number}"), 20, 1.0)]);
                }
            });
        }
    });
    let library = Library::open(&place.path).unwrap();
    assert_eq!(library.entries().unwrap().len(), 20);
    assert!(library.check(|_, _| ()).unwrap().faults.is_empty());
}

proptest! {
    /// Any bits that are a clip, not only smooth ones.
    #[test]
    fn any_clip_comes_back(
        frames in prop::collection::vec((prop::array::uniform3(-1e7f32..1e7), prop::array::uniform4(-1f32..1.0)), 1..40),
        rate in 0.1..10_000f64,
    ) {
        let root = Joint { name: "r".into(), parent: None, offset: Vec3::ZERO, rest: Quat::IDENTITY };
        let skeleton = Arc::new(Skeleton::new(vec![root], vec![]).unwrap());
        let mut builder = Clip::builder("c", skeleton, rate, &[]);
        for (root, turn) in frames {
            let turn = Quat::from_array(turn);
            let rotations = vec![if turn.length() > 1e-3 { turn } else { Quat::IDENTITY }];
            builder.push(&Pose { root: Vec3::from_array(root), rotations, translations: vec![] }).unwrap();
        }
        let clip = builder.finish().unwrap();
        let place = Place::new();
        let mut library = Library::create(&place.path).unwrap();
        put(&mut library, "s", "1", std::slice::from_ref(&clip));
        prop_assert_eq!(library.clip("c").unwrap(), clip);
    }

    /// What could not be read again is not taken.
    #[test]
    fn clips_beyond_all_use_are_refused(metres in 1.1e7..1e30f32, rate in prop_oneof![0.001..0.099f64, 10_001.0..1e6]) {
        let place = Place::new();
        let mut library = Library::create(&place.path).unwrap();
        let plain = clip("c", 3, 1.0);
        let far = plain.map_poses(|_, pose| pose.root.x = metres).unwrap();
        for odd in [far, plain.clone().with_rate(rate).unwrap()] {
            let error = library.put(&ClipSource::new("s", b"1"), &[Packed::of(&odd)]).unwrap_err();
            prop_assert!(matches!(error.problem, LibraryProblem::OutOfBounds { .. }), "{}", error);
        }
        prop_assert_eq!(library.entries().unwrap().len(), 0);
    }
}

/// Of programs that make the same library at once, one succeeds and what it adds is kept.
#[test]
fn a_library_is_made_once() {
    let place = Place::new();
    for _ in 0..20 {
        let made: usize = std::thread::scope(|scope| {
            let create = || scope.spawn(|| usize::from(Library::create(&place.path).is_ok()));
            let threads = [create(), create(), create()];
            threads.into_iter().map(|thread| thread.join().unwrap()).sum()
        });
        assert_eq!(made, 1);
        let left = std::fs::read_dir(place.path.parent().unwrap()).unwrap();
        let part = |name: &std::ffi::OsString| name.to_string_lossy().contains("-part");
        assert!(!left.map(|entry| entry.unwrap().file_name()).any(|name| part(&name)));
        std::fs::remove_file(&place.path).unwrap();
    }
}

#[test]
fn a_library_that_is_read_only_says_so() {
    let place = Place::new();
    drop(Library::create(&place.path).unwrap());
    let mut permissions = std::fs::metadata(&place.path).unwrap().permissions();
    permissions.set_readonly(true);
    std::fs::set_permissions(&place.path, permissions).unwrap();
    assert!(Library::open(&place.path).is_ok());
    let error = Library::open_to_write(&place.path).unwrap_err();
    assert!(matches!(error.problem, LibraryProblem::ReadOnly(_)), "{error}");
    assert!(error.to_string().contains("read-only"), "{error}");
}
