//! From raw clips to a motion with controls.

use std::path::PathBuf;
use std::time::Instant;

use segue_library::Library;
use segue_search::SearchSettings;
use serde::{Deserialize, Serialize};

use super::{BuiltParametric, Controls, Examples, ParametricBuildAnswer};
use crate::find::{IndexChoices, LibraryIndex, Query, SavedSearch};
use crate::verbs::index::complete;
use crate::verbs::search::open;
use crate::verbs::{Done, Verb, VerbError, Watch};

/// Search a library and build a motion with controls of what is found. Webs that the library lacks are built first.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct ParametricFromRequest {
    /// The library.
    pub library: PathBuf,
    /// The example: a clip of the library, with `@first-last` for some of its frames.
    pub query: String,
    /// How far apart two stretches may be on average (ε).
    pub epsilon_cm: f64,
    /// Only clips with all of these labels are searched.
    pub labels: Vec<String>,
    /// What the motion is controlled by.
    pub controls: Controls,
}

impl Default for ParametricFromRequest {
    fn default() -> Self {
        Self {
            library: PathBuf::new(),
            query: String::new(),
            epsilon_cm: 100.0 * SearchSettings::default().epsilon_metres,
            labels: Vec::new(),
            controls: Controls::default(),
        }
    }
}

impl Verb for ParametricFromRequest {
    const NAME: &'static str = "parametric from";
    type Answer = ParametricBuildAnswer;
    type Work = BuiltParametric;

    fn run(&self, watch: &dyn Watch) -> Result<Done<Self>, VerbError> {
        let started = Instant::now();
        let webs_built = self.index(watch)?;
        let library = Library::open(&self.library)?;
        let search = self.search(&library, watch)?;
        let examples = Examples::found(&search, &library)?;
        drop(library);
        let (facts, work) = self.controls.build(examples, started, watch)?;
        // The first segment is the query.
        let matches = Some(search.segments.len() - 1);
        Ok(Done { answer: ParametricBuildAnswer { webs_built: Some(webs_built), matches, ..facts }, work })
    }
}

impl ParametricFromRequest {
    /// Builds what is missing of the index.
    fn index(&self, watch: &dyn Watch) -> Result<usize, VerbError> {
        let mut library = Library::open_to_write(&self.library)?;
        let choices = IndexChoices::load(&library)?.unwrap_or_default();
        let mut index = LibraryIndex::open(&library, &choices)?;
        let now = IndexChoices { figures: index.figures(), ..choices.clone() };
        if now != choices {
            now.store(&mut library)?;
        }
        let wanted = index.index().ids().collect();
        Ok(complete(&mut index, &mut library, &wanted, watch)?.built)
    }

    fn search(&self, library: &Library, watch: &dyn Watch) -> Result<SavedSearch, VerbError> {
        let query = Query { text: self.query.clone(), labels: self.labels.clone(), ..Query::default() };
        let finder = open(library, &query, watch)?;
        let look = SearchSettings { epsilon_metres: self.epsilon_cm / 100.0, ..SearchSettings::default() };
        watch.go_on()?;
        let graph = finder.search(&look)?;
        watch.go_on()?;
        Ok(SavedSearch::of(&finder, &graph, &look)?)
    }
}
