//! Checking a whole library.

use std::path::{Path, PathBuf};

use segue_library::{Library, Shortfall, Survey};
use serde::{Deserialize, Serialize};

use crate::find::web_faults;
use crate::verbs::{Done, Progress, Verb, VerbError, Watch};

/// Check a library: every page, reference, clip (against its fingerprint) and match web. Nothing is
/// changed.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct LibraryCheckRequest {
    /// The library.
    pub library: PathBuf,
}

/// The answer to [`LibraryCheckRequest`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LibraryCheckAnswer {
    /// Clips that were unpacked and compared with their fingerprints.
    pub clips: usize,
    /// How many results are made from them: webs, searches, parameterized motions.
    pub things: usize,
    /// What is wrong, one sentence each; empty for a sound library.
    pub faults: Vec<String>,
}

impl Verb for LibraryCheckRequest {
    const NAME: &'static str = "library check";
    type Answer = LibraryCheckAnswer;
    type Work = ();

    fn run(&self, watch: &dyn Watch) -> Result<Done<Self>, VerbError> {
        let library = match Library::open(&self.library) {
            Err(error) => return rescued(&self.library, error.into()),
            Ok(library) => library,
        };
        let health = library
            .check(|done, total| watch.progress(Progress::step("comparing clips", done + 1, total)))?;
        watch.go_on()?;
        let mut faults = health.faults;
        faults.extend(web_faults(&library)?);
        let answer = LibraryCheckAnswer { clips: health.clips, things: health.things, faults };
        Ok(Done { answer, work: () })
    }
}

/// What is left of a library whose file was cut off; the error where it was not.
fn rescued(path: &Path, error: VerbError) -> Result<Done<LibraryCheckRequest>, VerbError> {
    let Ok(Some(rescue)) = Library::open_to_rescue(path) else { return Err(error) };
    let Survey { whole, lost } = rescue.survey()?;
    let Shortfall { found_bytes, expected_bytes, .. } = rescue.shortfall;
    let saved = match whole.len() {
        0 => "nothing, since no clip is whole".to_owned(),
        1 => "the one clip that is whole".to_owned(),
        many => format!("the {many} clips that are whole"),
    };
    let mut faults = vec![format!(
        "the file is cut off: {found_bytes} of {expected_bytes} bytes are there; `segue library export` saves {saved}; match \
         webs, saved searches and motions have to be made again"
    )];
    faults.extend(lost.iter().map(|name| format!("clip `{name}` is lost")));
    let answer = LibraryCheckAnswer { clips: whole.len(), things: 0, faults };
    Ok(Done { answer, work: () })
}
