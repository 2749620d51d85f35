//! Every instance of an action, from one example.

mod answer;
mod cut;
mod epsilon;
mod explain;
mod families;
mod saved;

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use segue_formats::{Note, ReadOptions};
use segue_library::Library;
use segue_motion::{ClipId, FrameRange};
use segue_search::{ChosenEpsilon, Extended, SearchSettings, Slider};
use serde::{Deserialize, Serialize};

use super::index::left_out;
use super::{Done, Picture, Progress, Verb, VerbError, Warm, Watch};
use crate::find::{Finder, Hit, IndexChoices, Query, SavedSearch, SearchFound};
use crate::plots::{Canvas, graph_plot, web_plot};

pub use answer::{EpsilonCount, EpsilonWhy, MatchFacts, QueryRange, RepeatFacts, SearchAnswer};
pub use cut::{ALIGNMENTS, CutMatch, CutMatches};
pub use explain::{FoundAs, SearchExplainAnswer, SearchExplainRequest};
pub use families::FamilyFacts;
pub use saved::SearchSavedRequest;

/// Find every instance of an action from one example.
///
/// Finds the stretches of clips that are like the query, then those that are like them, until nothing new is
/// found. Distances are root-mean-square distances of markers on the bodies.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct SearchRequest {
    /// The library, which has been indexed.
    pub library: PathBuf,
    /// The example: a clip of the library, a file or a sample, with `@first-last` for some of its frames.
    pub query: String,
    /// Further examples of the same action: what is like any of them is found.
    pub also: Vec<String>,
    /// How far apart two stretches may be on average (ε); without it the largest below which unrelated motion does not begin
    /// to match, and that the index is made for. Any value works with the same index.
    pub epsilon_cm: Option<f64>,
    /// Also find variants beyond ε, by how the limbs move; this is slower.
    pub extended: bool,
    /// Also find what is like the mirror image of the query.
    pub mirrored: bool,
    /// Find matches in at most so many steps from the query.
    pub tiers: Option<usize>,
    /// Merge matches that overlap by more than this share (σ).
    pub same: f64,
    /// Count a match as new if it overlaps every other by less than this share (σ̂); raise it for queries of several periods.
    pub apart: f64,
    /// Stretches `CLIP@first-last` that are no match. What is more like them than like the matches is none either.
    pub reject: Vec<String>,
    /// Only clips with all of these labels are searched.
    pub labels: Vec<String>,
    /// Save the result in the library under this name.
    pub save: Option<String>,
    /// How the file of the query is read.
    pub read: ReadOptions,
}

impl Default for SearchRequest {
    fn default() -> Self {
        let SearchSettings { same, apart, .. } = SearchSettings::default();
        Self {
            library: PathBuf::new(),
            query: String::new(),
            also: Vec::new(),
            epsilon_cm: None,
            extended: false,
            mirrored: false,
            tiers: None,
            same,
            apart,
            reject: Vec::new(),
            labels: Vec::new(),
            save: None,
            read: ReadOptions::default(),
        }
    }
}

/// A search that was made.
#[derive(Debug)]
pub struct SearchWork {
    /// The query and everything it was compared with.
    pub finder: Arc<Finder>,
    /// How it was looked for.
    pub look: SearchSettings,
    /// The matches, and how they are connected.
    pub found: SearchFound,
    /// What was found, nearest first.
    pub hits: Vec<Hit>,
    slider: Slider,
    why: EpsilonWhy,
    library: PathBuf,
    query: Query,
}

/// A query with all that is found out before an ε is chosen.
#[derive(Debug)]
pub struct SearchReady {
    finder: Arc<Finder>,
    slider: Slider,
    /// The ε that is taken where none is asked for.
    chosen: ChosenEpsilon,
    library: PathBuf,
    query: Query,
}

impl Verb for SearchRequest {
    const NAME: &'static str = "search";
    type Answer = SearchAnswer;
    type Work = SearchWork;

    fn run(&self, watch: &dyn Watch) -> Result<Done<Self>, VerbError> {
        let done = self.run_on(&self.ready(watch)?, watch)?;
        keep_made(&done.work.finder, &self.library);
        Ok(done)
    }
}

impl Warm for SearchRequest {
    type Ready = SearchReady;
    /// Each holds what every clip of the library looks like.
    const MOST: usize = 2;

    fn basis(&self) -> Self {
        Self { epsilon_cm: None, save: None, ..self.clone() }
    }

    fn ready(&self, watch: &dyn Watch) -> Result<SearchReady, VerbError> {
        self.opened(self.extended, watch)
    }

    fn run_on(&self, ready: &SearchReady, watch: &dyn Watch) -> Result<Done<Self>, VerbError> {
        let work = self.look_on(ready, watch)?;
        if let Some(name) = &self.save {
            work.save(name)?;
        }
        let answer = self.answer(&work, watch)?;
        Ok(Done { answer, work })
    }
}

impl SearchRequest {
    /// Searches; the motion of all clips is read only where that is needed.
    pub(in crate::verbs) fn look(
        &self,
        with_motion: bool,
        watch: &dyn Watch,
    ) -> Result<SearchWork, VerbError> {
        let work = self.look_on(&self.opened(with_motion, watch)?, watch)?;
        keep_made(&work.finder, &self.library);
        Ok(work)
    }

    /// Finds the query, and how many matches there are for each ε.
    fn opened(&self, with_motion: bool, watch: &dyn Watch) -> Result<SearchReady, VerbError> {
        let library = Library::open(&self.library)?;
        let query = Query {
            text: self.query.clone(),
            also: self.also.clone(),
            mirrored: self.mirrored,
            labels: self.labels.clone(),
            read: self.read.clone(),
            with_motion,
        };
        let finder = open(&library, &query, watch)?;
        watch.go_on()?;
        let slider = finder.slider(&self.settings(&finder)?)?;
        let chosen = finder.automatic_epsilon(&slider)?;
        let library = library.path().to_owned();
        Ok(SearchReady { finder: Arc::new(finder), slider, chosen, library, query })
    }

    /// How is looked, but for ε.
    fn settings(&self, finder: &Finder) -> Result<SearchSettings, VerbError> {
        let rejected = self.reject.iter().map(|text| finder.segment(text)).collect::<Result<_, _>>()?;
        let extended = self.extended.then(Extended::default);
        let (same, apart, tiers) = (self.same, self.apart, self.tiers);
        Ok(SearchSettings { same, apart, extended, rejected, tiers, ..SearchSettings::default() })
    }

    fn look_on(&self, ready: &SearchReady, watch: &dyn Watch) -> Result<SearchWork, VerbError> {
        let SearchReady { finder, slider, chosen, library, query } = ready;
        report_gaps(finder, library, watch);
        let (epsilon_metres, why) = epsilon::of(self.epsilon_cm, *chosen, watch);
        let look = SearchSettings { epsilon_metres, ..self.settings(finder)? };
        watch.go_on()?;
        let found = finder.search(&look)?;
        watch.go_on()?;
        warn_of_damage(finder, library, watch);
        let hits = finder.hits(&found, &look);
        let (finder, slider) = (finder.clone(), slider.clone());
        Ok(SearchWork {
            finder,
            look,
            found,
            hits,
            slider,
            why,
            library: library.clone(),
            query: query.clone(),
        })
    }

    fn answer(&self, work: &SearchWork, watch: &dyn Watch) -> Result<SearchAnswer, VerbError> {
        let (finder, look, slider) = (&work.finder, &work.look, &work.slider);
        let query = finder.query();
        let count = |&(metres, matches): &(f64, usize)| EpsilonCount { epsilon_cm: 100.0 * metres, matches };
        let repeats = finder.repeats(look)?;
        let clusters = work.hits.iter().map(|hit| (hit.mirrored, hit.cluster)).collect::<BTreeSet<_>>();
        let matches: Vec<MatchFacts> =
            (1..).zip(&work.hits).map(|(rank, hit)| MatchFacts::of(rank, hit, &clusters)).collect();
        Ok(SearchAnswer {
            query: work.asked(),
            query_secs: query.len() as f64 * finder.index().spacing_secs(query.clip),
            shortest_secs: look.shortest_secs,
            epsilon_cm: 100.0 * look.epsilon_metres,
            epsilon_why: work.why,
            extended: self.extended,
            complete: work.found.is_complete(),
            searched_clips: finder.searched(),
            other_joints_clips: finder.other_joints(),
            left_out: left_out(finder.left_out(), watch),
            counts: slider.counts.iter().map(count).collect(),
            explodes_above_cm: slider.explodes_above.map(|metres| 100.0 * metres),
            repeats: repeats.map(|one| RepeatFacts { period_secs: one.period_secs, apart: one.apart }),
            families: families::families(&work.hits, &matches, |hit| {
                finder.index().spacing_secs(hit.segment.clip)
            }),
            matches,
            clusters: clusters.len(),
            separation: work.found.separation(),
            saved_as: self.save.clone(),
        })
    }
}

/// Stores the webs that the search made, where the library can be changed: the next search takes less time then.
fn keep_made(finder: &Finder, library: &Path) {
    if let Ok(mut library) = Library::open_to_write(library) {
        // Nothing is lost without them.
        let _ = finder.keep_made(&mut library);
    }
}

/// Warns of clips in which nothing could be found.
fn warn_of_damage(finder: &Finder, library: &Path, watch: &dyn Watch) {
    for refused in finder.index().too_alike() {
        watch.note(
            &Note::warning(format!("nothing is found where there is no memory for it: {refused}")),
            None,
        );
    }
    let damaged = finder.index().damaged();
    if damaged > 0 {
        let text = format!(
            "{damaged} of the clips that were needed cannot be compared, and nothing is found in them; run: segue library check \
             {}",
            library.display()
        );
        watch.note(&Note::warning(text), None);
    }
}

/// Opens what a query is compared with, and reports clips as they are read.
pub(super) fn open(library: &Library, query: &Query, watch: &dyn Watch) -> Result<Finder, VerbError> {
    let choices = IndexChoices::load(library)?.unwrap_or_default();
    let (mut done, total) = (0, library.clip_count()?);
    watch.go_on()?;
    Ok(Finder::open(library, query, &choices, |name| {
        done += 1;
        watch.progress(Progress::step(name, done, total));
    })?)
}

/// Reports what was done to the query, and what is not searched.
fn report_gaps(finder: &Finder, library: &Path, watch: &dyn Watch) {
    finder.notes().for_each(|note| watch.note(&Note::info(note), None));
    let (other, missing) = (finder.other_joints(), finder.missing());
    if other > 0 {
        let text = format!(
            "not searched, since they have other joints than the query: {other} of {} clips",
            other + finder.searched()
        );
        watch.note(&Note::info(text), None);
    }
    if missing > 0 {
        let text = format!(
            "{missing} {} not indexed, and nothing is found there; run: segue index {}",
            if missing == 1 { "clip is" } else { "clips are" },
            library.display()
        );
        watch.note(&Note::warning(text), None);
    }
}

impl SearchWork {
    /// The query as it was asked for.
    fn asked(&self) -> QueryRange {
        let query = self.finder.query();
        let FrameRange { first, last } = self.finder.frames(query);
        QueryRange { clip: self.finder.name(query.clip).to_owned(), range: [first, last] }
    }

    /// Why ε was what it was.
    pub(in crate::verbs) fn why(&self) -> EpsilonWhy {
        self.why
    }

    /// Saves the result in the library.
    fn save(&self, name: &str) -> Result<(), VerbError> {
        if self.hits.is_empty() {
            return Err(VerbError::Request(format!("nothing was found, so nothing is saved as `{name}`")));
        }
        let search = SavedSearch::of(&self.finder, &self.found, &self.look)?;
        search.store(&mut Library::open_to_write(&self.library)?, name)?;
        Ok(())
    }

    /// The graph, and the web of the query's clip with the clip that has most matches.
    fn draw(&self, finder: &Finder) -> Canvas {
        let query = finder.query();
        let matches = |clip: ClipId| self.hits.iter().filter(|hit| hit.segment.clip == clip).count();
        let other = self
            .hits
            .iter()
            .filter(|hit| !hit.mirrored)
            .map(|hit| hit.segment.clip)
            .rev()
            .max_by_key(|&clip| matches(clip));
        let other = other.unwrap_or(query.clip);
        let graph = graph_plot(finder.index(), &self.found.graph, finder.frames(query));
        match web_plot(finder.index(), query, other, &self.found.graph) {
            Some(web) => Canvas::column(&[graph, web]),
            None => graph,
        }
    }
}

impl Picture for SearchWork {
    fn picture(&self) -> Result<Canvas, VerbError> {
        if self.finder.has_motion() {
            return Ok(self.draw(&self.finder));
        }
        // A search needs webs alone; their picture needs the motion of the clips too.
        let query = Query { with_motion: true, ..self.query.clone() };
        let finder = open(&Library::open(&self.library)?, &query, &super::Silent)?;
        Ok(self.draw(&finder))
    }
}
