//! Looking over a whole library.

use std::path::PathBuf;

use segue_library::Library;
use serde::{Deserialize, Serialize};

use crate::find::web_faults;
use crate::verbs::{Done, Progress, Verb, VerbError, Watch};

/// Look over a library: every page, every reference, every clip against its fingerprint, every match web. Nothing is
/// changed.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct LibraryCheckRequest {
    /// The library.
    pub library: PathBuf,
}

/// What came of [`LibraryCheckRequest`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LibraryCheckAnswer {
    /// Clips that were unpacked and compared with their fingerprints.
    pub clips: usize,
    /// How many things were made of them: webs, searches, parameterized motions.
    pub things: usize,
    /// A sentence for each thing that is wrong; empty for a sound library.
    pub faults: Vec<String>,
}

impl Verb for LibraryCheckRequest {
    const NAME: &'static str = "library check";
    type Answer = LibraryCheckAnswer;
    type Work = ();

    fn run(&self, watch: &dyn Watch) -> Result<Done<Self>, VerbError> {
        let library = Library::open(&self.library)?;
        let health = library
            .check(|done, total| watch.progress(Progress::step("comparing clips", done + 1, total)))?;
        watch.go_on()?;
        let mut faults = health.faults;
        faults.extend(web_faults(&library)?);
        let answer = LibraryCheckAnswer { clips: health.clips, things: health.things, faults };
        Ok(Done { answer, work: () })
    }
}
