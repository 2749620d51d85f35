//! Making a library.

use std::path::PathBuf;

use segue_library::Library;
use serde::{Deserialize, Serialize};

use crate::files::is_library;
use crate::verbs::{Done, Verb, VerbError, Watch};

/// Make an empty library.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct LibraryNewRequest {
    /// The file that is made; its name ends in `.segue`.
    pub library: PathBuf,
}

/// The answer to [`LibraryNewRequest`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LibraryNewAnswer {
    /// The library that was made.
    pub library: PathBuf,
}

impl Verb for LibraryNewRequest {
    const NAME: &'static str = "library new";
    type Answer = LibraryNewAnswer;
    type Work = ();

    fn run(&self, _: &dyn Watch) -> Result<Done<Self>, VerbError> {
        // Libraries of other names could not be used as inputs.
        if !is_library(&self.library) {
            let path = self.library.display();
            return Err(VerbError::Request(format!("the name of a library ends in .segue: {path}.segue")));
        }
        let library = Library::create(&self.library)?.path().to_owned();
        Ok(Done { answer: LibraryNewAnswer { library }, work: () })
    }
}
