//! Giving back the room that removed clips took.

use std::fs;
use std::path::PathBuf;

use segue_library::Library;
use serde::{Deserialize, Serialize};

use crate::verbs::{Done, Verb, VerbError, Watch};

/// Write a library anew, without the room that removed clips and results took. It needs as much free space on the disk as the
/// library takes.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct LibraryCompactRequest {
    /// The library.
    pub library: PathBuf,
}

/// The answer to [`LibraryCompactRequest`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LibraryCompactAnswer {
    /// The size of the file before.
    pub bytes_before: u64,
    /// Its size now.
    pub bytes_after: u64,
}

impl Verb for LibraryCompactRequest {
    const NAME: &'static str = "library compact";
    type Answer = LibraryCompactAnswer;
    type Work = ();

    fn run(&self, _: &dyn Watch) -> Result<Done<Self>, VerbError> {
        let size = || fs::metadata(&self.library).map_or(0, |found| found.len());
        let bytes_before = size();
        let library = Library::open_to_write(&self.library)?;
        library.compact()?;
        drop(library);
        Ok(Done { answer: LibraryCompactAnswer { bytes_before, bytes_after: size() }, work: () })
    }
}
