//! Clips of a library under other names.

use std::path::PathBuf;

use segue_library::Library;
use serde::{Deserialize, Serialize};

use crate::verbs::{Done, Verb, VerbError, Watch};

/// Give a clip of a library another name. It keeps it when its file changes; webs and searches that were made of it are
/// made again.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct LibraryRenameRequest {
    /// The library.
    pub library: PathBuf,
    /// The name of the clip.
    pub clip: String,
    /// Its new name.
    pub name: String,
}

/// The answer to [`LibraryRenameRequest`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LibraryRenameAnswer {
    /// The name that the clip has.
    pub name: String,
}

impl Verb for LibraryRenameRequest {
    const NAME: &'static str = "library rename";
    type Answer = LibraryRenameAnswer;
    type Work = ();

    fn run(&self, _: &dyn Watch) -> Result<Done<Self>, VerbError> {
        if self.name.is_empty() || self.name.chars().any(char::is_control) {
            return Err(VerbError::Request("the name of a clip is a line of text".to_owned()));
        }
        Library::open_to_write(&self.library)?.rename(&self.clip, &self.name)?;
        Ok(Done { answer: LibraryRenameAnswer { name: self.name.clone() }, work: () })
    }
}
