//! Removing clips from a library.

use std::path::PathBuf;

use segue_library::Library;
use serde::{Deserialize, Serialize};

use crate::verbs::{Done, Verb, VerbError, Watch};

/// Remove clips from a library, with all results made from them.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct LibraryRemoveRequest {
    /// The library.
    pub library: PathBuf,
    /// The names of the clips.
    pub clips: Vec<String>,
}

/// The answer to [`LibraryRemoveRequest`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LibraryRemoveAnswer {
    /// The clips that were removed.
    pub removed: Vec<String>,
}

impl Verb for LibraryRemoveRequest {
    const NAME: &'static str = "library remove";
    type Answer = LibraryRemoveAnswer;
    type Work = ();

    fn run(&self, _: &dyn Watch) -> Result<Done<Self>, VerbError> {
        Library::open_to_write(&self.library)?.remove(&self.clips)?;
        Ok(Done { answer: LibraryRemoveAnswer { removed: self.clips.clone() }, work: () })
    }
}
