//! From raw clips to a motion with controls.

use std::path::PathBuf;
use std::time::Instant;

use segue_library::Library;
use serde::{Deserialize, Serialize};

use super::{BuiltParametric, Controls, Examples, ParametricBuildAnswer};
use crate::find::{IndexChoices, LibraryIndex, SavedSearch};
use crate::verbs::index::make_ready;
use crate::verbs::search::EpsilonWhy;
use crate::verbs::{Done, SearchRequest, Verb, VerbError, Watch};

/// Search a library and build a motion with controls of what is found. The library is indexed first.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct ParametricFromRequest {
    /// The library.
    pub library: PathBuf,
    /// The example: a clip of the library, with `@first-last` for some of its frames.
    pub query: String,
    /// Further examples of the same action.
    pub also: Vec<String>,
    /// How far apart two stretches may be on average (ε); without it as in [`SearchRequest::epsilon_cm`].
    pub epsilon_cm: Option<f64>,
    /// Also find variants beyond ε.
    pub extended: bool,
    /// Also find what is like the mirror image of the query; it is mirrored to be an example.
    pub mirrored: bool,
    /// Find matches in at most so many steps from the query.
    pub tiers: Option<usize>,
    /// Stretches `CLIP@first-last` that are no match, as in [`SearchRequest::reject`].
    pub reject: Vec<String>,
    /// Only clips with all of these labels are searched.
    pub labels: Vec<String>,
    /// What the motion is controlled by.
    pub controls: Controls,
}

/// Examples of which nobody looks through whether they are alike, and with which building takes minutes.
const MOST_EXAMPLES: usize = 200;

impl Verb for ParametricFromRequest {
    const NAME: &'static str = "parametric from";
    type Answer = ParametricBuildAnswer;
    type Work = BuiltParametric;

    fn run(&self, watch: &dyn Watch) -> Result<Done<Self>, VerbError> {
        let started = Instant::now();
        let clips_indexed = self.index(watch)?;
        let work = self.search().look(self.extended, watch)?;
        if work.why() == EpsilonWhy::AskedAboveExplosion || work.hits.len() >= MOST_EXAMPLES {
            return Err(too_many(work.hits.len(), 100.0 * work.look.epsilon_metres));
        }
        let search = SavedSearch::of(&work.finder, &work.found, &work.look)?;
        let examples = Examples::found(&search, &Library::open(&self.library)?)?;
        let (facts, built) = self.controls.build(examples, started, watch)?;
        let answer = ParametricBuildAnswer {
            clips_indexed: Some(clips_indexed),
            matches: Some(work.hits.len()),
            epsilon_cm: Some(100.0 * work.look.epsilon_metres),
            ..facts
        };
        Ok(Done { answer, work: built })
    }
}

/// Examples that are surely not all of one action.
fn too_many(matches: usize, epsilon_cm: f64) -> VerbError {
    VerbError::Request(format!(
        "the search found {matches} matches within ε = {epsilon_cm:.1} cm, too many to be one action; leave out --epsilon or \
         give a smaller one, restrict the search with --tiers or --label, or choose the examples with `segue search --save` \
         and --reject, and build of that"
    ))
}

impl ParametricFromRequest {
    /// The search for the examples.
    fn search(&self) -> SearchRequest {
        SearchRequest {
            library: self.library.clone(),
            query: self.query.clone(),
            also: self.also.clone(),
            epsilon_cm: self.epsilon_cm,
            extended: self.extended,
            mirrored: self.mirrored,
            tiers: self.tiers,
            reject: self.reject.clone(),
            labels: self.labels.clone(),
            ..SearchRequest::default()
        }
    }

    /// Indexes what is not indexed yet.
    fn index(&self, watch: &dyn Watch) -> Result<usize, VerbError> {
        let mut library = Library::open_to_write(&self.library)?;
        let choices = IndexChoices::load(&library)?.unwrap_or_default();
        let index = LibraryIndex::open(&library, &choices)?;
        index.settle(&mut library, &choices)?;
        let wanted = index.index().ids().collect();
        Ok(make_ready(&index, &mut library, &wanted, watch)?.made)
    }
}
