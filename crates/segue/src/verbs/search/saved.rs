//! Searches that are kept in a library.

use std::path::PathBuf;

use segue_library::Library;
use serde::{Deserialize, Serialize};

use crate::find::SavedSearch;
use crate::verbs::{Done, Verb, VerbError, Watch};

/// Show the matches of a saved search.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct SearchSavedRequest {
    /// The library.
    pub library: PathBuf,
    /// The name under which it was saved.
    pub name: String,
}

impl Verb for SearchSavedRequest {
    const NAME: &'static str = "search saved";
    type Answer = SavedSearch;
    type Work = ();

    fn run(&self, _: &dyn Watch) -> Result<Done<Self>, VerbError> {
        let answer = SavedSearch::load(&Library::open(&self.library)?, &self.name)?;
        Ok(Done { answer, work: () })
    }
}
