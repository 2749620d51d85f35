//! Long work that is cancelled keeps what is done, and goes on from there.
#![allow(clippy::unwrap_used, reason = "helpers of tests")]

use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};

use segue::verbs::{
    ClipsRequest, IndexRequest, LibraryAddRequest, LibraryCheckRequest, LibraryListRequest,
    LibraryNewRequest, Measured, Progress, Silent, Verb as _, VerbError, Watch,
};

/// Cancels after the first report of progress of one kind.
struct Once {
    measured: Measured,
    reports: AtomicUsize,
}

impl Once {
    fn new(measured: Measured) -> Self {
        Self { measured, reports: AtomicUsize::new(0) }
    }
}

impl Watch for Once {
    fn progress(&self, progress: Progress<'_>) {
        if progress.measured == self.measured {
            self.reports.fetch_add(1, Ordering::Relaxed);
        }
    }

    fn is_cancelled(&self) -> bool {
        self.reports.load(Ordering::Relaxed) > 0
    }
}

const SAMPLES: [&str; 4] = ["sample:walk", "sample:walk-left", "sample:walk-right", "sample:jog"];

fn adding(library: PathBuf) -> LibraryAddRequest {
    let inputs = ClipsRequest::of(&SAMPLES).unwrap().inputs;
    LibraryAddRequest { library, inputs, ..LibraryAddRequest::default() }
}

#[test]
fn clips_that_were_added_before_the_work_was_cancelled_stay() {
    let folder = tempfile::tempdir().unwrap();
    let library = folder.path().join("moves.segue");
    LibraryNewRequest { library: library.clone() }.run(&Silent).unwrap();
    let error = adding(library.clone()).run(&Once::new(Measured::Steps)).unwrap_err();
    assert!(matches!(error, VerbError::Cancelled), "{error}");
    let list = LibraryListRequest { library: library.clone(), labels: Vec::new() };
    assert_eq!(list.run(&Silent).unwrap().answer.clips.len(), 1);
    let again = adding(library).run(&Silent).unwrap().answer;
    assert_eq!(again.added.len(), SAMPLES.len() - 1);
    assert_eq!(list.run(&Silent).unwrap().answer.clips.len(), SAMPLES.len());
}

#[test]
fn webs_that_were_built_before_the_work_was_cancelled_stay() {
    let folder = tempfile::tempdir().unwrap();
    let library = folder.path().join("moves.segue");
    LibraryNewRequest { library: library.clone() }.run(&Silent).unwrap();
    adding(library.clone()).run(&Silent).unwrap();
    let index = IndexRequest { library: library.clone(), webs: true, ..IndexRequest::default() };
    let error = index.run(&Once::new(Measured::Share)).unwrap_err();
    assert!(matches!(error, VerbError::Cancelled), "{error}");
    let check = LibraryCheckRequest { library }.run(&Silent).unwrap().answer;
    assert!(check.faults.is_empty(), "{check:?}");
    let pairs = SAMPLES.len() * (SAMPLES.len() + 1) / 2;
    let again = index.run(&Silent).unwrap().answer;
    // The first web was stored before its progress was told.
    assert!(again.webs == Some(pairs) && again.built.is_some_and(|built| built < pairs), "{again:?}");
    assert_eq!(index.run(&Silent).unwrap().answer.built, Some(0));
}
