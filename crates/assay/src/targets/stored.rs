//! What Segue stores itself.

use std::path::Path;
use std::sync::Arc;

use rusqlite::Connection;
use segue::blend::{Ensemble, InterpolateSettings, interpolate};
use segue::library::{ClipSource, Library, Packed, read_clip, write_clip};
use segue::motion::ClipSet;
use segue::parametric::Parametric;
use segue::register::{RegisterSettings, Registration, level_floors, played};
use segue::search::{Web, WebSettings};
use segue::stance::{ExtractSettings, decode_stances, encode_stances, extract};
use segue::verbs::parametric::Controls;
use segue::verbs::{ClipsRequest, ParametricBuildRequest, Silent, Verb as _};
use segue::{Cast, files};
use segue_store::{FileKind, Reader, Writer};

use super::Folder;
use super::figure::{leg, walker};
use crate::Target;

const KIND: FileKind =
    FileKind { tag: *b"TST", name: "a test", version: 1, largest: 1 << 24, remedy: "write it again" };

/// Containers from the outside: nothing that was changed is taken for whole.
pub(super) fn container() -> Target {
    let seed = KIND.pack(&(0..40).collect::<Vec<u8>>());
    let whole = seed.clone();
    Target::plain("container", vec![seed], move |bytes| {
        let read = KIND.unpack(bytes).is_ok();
        assert!(!read || bytes == whole, "a changed container is taken for whole");
        read
    })
}

/// Whole libraries: open, check, read every clip, rescue.
pub(super) fn library() -> Target {
    let folder = Folder::new("library");
    let seed = small_library(&folder.0.join("seed.segue"));
    Target::plain("library", vec![seed], move |bytes| {
        let path = folder.file("a.segue", bytes);
        let read = read_library(&path);
        if let Ok(Some(rescue)) = Library::open_to_rescue(&path)
            && let Ok(survey) = rescue.survey()
        {
            survey.whole.iter().for_each(|(id, _)| drop(rescue.clip(*id)));
        }
        // Only what was changed to say so has files beside it.
        if has_log(bytes) {
            for beside in ["a.segue-wal", "a.segue-shm"] {
                let _ = std::fs::remove_file(folder.0.join(beside));
            }
        }
        read
    })
}

/// A library of small pages, without a log beside it: it takes a fifth of the bytes and of the calls of the system.
fn small_library(path: &Path) -> Vec<u8> {
    let mut library = Library::create(path).expect("a library");
    for name in ["a", "b"] {
        let packed = Packed::of(&leg(2));
        library.put(&ClipSource::new(name, b"1"), &[packed]).expect("a library takes a sample");
    }
    drop(library);
    let connection = Connection::open(path).expect("the library that was made");
    let pragmas = "PRAGMA journal_mode = DELETE; PRAGMA page_size = 512; VACUUM;";
    connection.execute_batch(pragmas).expect("a library can be compacted");
    drop(connection);
    std::fs::read(path).expect("the library that was made")
}

/// Whether the head of an `SQLite` file says that there is a log beside it.
fn has_log(bytes: &[u8]) -> bool {
    bytes.get(18..20).is_some_and(|versions| versions.contains(&2))
}

/// Clips as a library and a parameterized motion hold them, without the checksum around them.
pub(super) fn clip() -> Target {
    let stored = |frames| {
        let mut out = Writer::default();
        write_clip(&walker("a", frames, 0.9), &mut out);
        out.0
    };
    Target::plain("clip", vec![stored(2), stored(6)], |bytes| {
        let Some(clip) = read_clip(&mut Reader(bytes)) else { return false };
        assert!(clip.is_within_bounds() && clip.skeleton().is_within_bounds(), "no reader takes this");
        let mut again = Writer::default();
        write_clip(&clip, &mut again);
        assert_eq!(read_clip(&mut Reader(&again.0)).as_ref(), Some(&clip), "it comes back");
        true
    })
}

fn read_library(path: &Path) -> bool {
    let Ok(library) = Library::open(path) else { return false };
    let sound = library.check(|_, _| ()).is_ok_and(|check| check.faults.is_empty());
    let Ok(entries) = library.entries() else { return false };
    entries.iter().all(|entry| library.clip(&entry.name).is_ok()) && sound
}

pub(super) fn registration() -> Target {
    let set = ClipSet::of([walker("a", 24, 0.9), walker("b", 20, 1.0)]).expect("one skeleton");
    let settings = RegisterSettings { force: true, ..RegisterSettings::default() };
    let cast = Cast::register(&set, &settings).expect("walks go together");
    // As `Cast::decode` does, except that the clips need not be put on one floor each time.
    let level = level_floors(&set);
    Target::container("registration", vec![cast.encode()], move |bytes| {
        let Ok(registration) = Registration::decode(bytes, &level) else { return false };
        let clips = played(&level, registration.uses());
        // What is read can be played.
        Ensemble::new(&clips, registration).is_ok_and(|ensemble| {
            interpolate(&Arc::new(ensemble), &[0.5, 0.5], &InterpolateSettings::default()).is_ok()
        })
    })
}

pub(super) fn parametric() -> Target {
    let clips =
        ClipsRequest::of(&["sample:kick", "sample:kick-low", "sample:kick-high"]).expect("samples").inputs;
    let controls = Controls { measure: "ankle.r.y @apex".to_owned(), tries: 20, ..Controls::default() };
    let request = ParametricBuildRequest { clips, controls, ..ParametricBuildRequest::default() };
    let built = request.run(&Silent).expect("kicks are controlled by their height").work;
    let folder = Folder::new("parametric");
    let path = folder.0.join("seed.segue-param");
    built.store(&files::ParamPlace::File(path.clone())).expect("there is room");
    let parametric: Parametric = files::read_parametric(&path).expect("what was written");
    let examples = parametric.examples().clone();
    Target::container("parametric", vec![parametric.encode()], move |bytes| {
        let Ok(read) = Parametric::decode(bytes, examples.clone()) else { return false };
        let _ = read.at(&[0.8]);
        true
    })
}

pub(super) fn stances() -> Target {
    let clip = segue::actors::sample("jog").expect("a sample").clip;
    let found = extract(&clip, &ExtractSettings::default()).expect("a jog has flights");
    let stances: Vec<_> = found.stances.into_iter().take(1).map(|found| found.stance).collect();
    Target::container("stances", vec![encode_stances(&stances)], |bytes| decode_stances(bytes).is_ok())
}

pub(super) fn web() -> Target {
    let settings = WebSettings::default();
    let cloud = |cycles| settings.cloud(&walker("a", 60, cycles)).expect("a walk is long enough");
    let seeds = vec![
        Web::between(&cloud(0.9), &cloud(1.0), &settings).encode(),
        Web::within(&cloud(0.9), &settings).encode(),
    ];
    Target::container("web", seeds, |bytes| Web::decode(bytes).is_ok())
}
