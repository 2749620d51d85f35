//! Preparing a library for searching.

use std::collections::BTreeSet;
use std::ops::ControlFlow;
use std::path::PathBuf;

use segue_formats::Note;
use segue_library::{Library, label_word};
use segue_motion::ClipId;
use segue_search::WebSettings;
use serde::{Deserialize, Serialize};

use super::library::labelled;
use super::{Done, Failure, Progress, Verb, VerbError, Watch};
use crate::find::{FindError, IndexChoices, IndexedClips, LeftOut, LibraryIndex, Stored};

/// Prepare a library for searching: store what each clip looks like from afar, so that searches find the few pairs of clips that
/// they have to compare.
///
/// Only what is missing is made, so the same request updates an index after clips were added.
/// It may be cancelled at any time and continued later.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct IndexRequest {
    /// The library.
    pub library: PathBuf,
    /// Frames per second at which clips are compared; by default that of the existing index, or 30.
    pub rate_hz: Option<f64>,
    /// Build webs at this lower rate first (at least 20), then refine only near them; by default as in the existing index,
    /// or not at all when `rate_hz` is given.
    pub coarse_hz: Option<f64>,
    /// The largest ε that searches may use; by default that of the existing index, or 8.
    pub epsilon_cm: Option<f64>,
    /// Use only clips with all of these labels.
    pub labels: Vec<String>,
    /// Also compare every pair of clips now, instead of those that a search needs when it needs them.
    pub webs: bool,
}

/// The answer to [`IndexRequest`].
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct IndexAnswer {
    /// How many of the chosen clips can be searched.
    pub clips: usize,
    /// How many of them this request made ready.
    pub made: usize,
    /// How many webs the chosen clips have, and pairs with nothing in common; null where they were not asked for.
    pub webs: Option<usize>,
    /// How many of them this request built.
    pub built: Option<usize>,
    /// The size of all of these in the library.
    pub bytes: usize,
    /// How many clips each family of clips with the same joints has; families are searched separately.
    pub families: Vec<usize>,
    /// Frames per second at which clips are compared.
    pub rate_hz: f64,
    /// The largest ε that searches may use.
    pub largest_epsilon_cm: f64,
    /// Clips that cannot be compared with anything.
    pub left_out: Vec<Failure>,
}

impl Verb for IndexRequest {
    const NAME: &'static str = "index";
    type Answer = IndexAnswer;
    type Work = ();

    fn run(&self, watch: &dyn Watch) -> Result<Done<Self>, VerbError> {
        let Opened { mut library, mut index, wanted, left_out } = self.open(watch)?;
        let ready = make_ready(&index, &mut library, &wanted, watch)?;
        let tally = self.webs.then(|| complete(&mut index, &mut library, &wanted, watch)).transpose()?;
        let WebSettings { rate_hz, largest_epsilon_metres, .. } = *index.index().settings();
        let answer = IndexAnswer {
            clips: ready.clips,
            made: ready.made,
            webs: tally.as_ref().map(|tally| tally.there + tally.built),
            built: tally.as_ref().map(|tally| tally.built),
            bytes: ready.bytes + tally.as_ref().map_or(0, |tally| tally.bytes),
            families: index.index().families().iter().map(Vec::len).collect(),
            rate_hz,
            largest_epsilon_cm: 100.0 * largest_epsilon_metres,
            left_out,
        };
        Ok(Done { answer, work: () })
    }
}

/// A library that is about to be indexed.
pub(super) struct Opened {
    pub(super) library: Library,
    pub(super) index: LibraryIndex,
    /// The clips that are asked for.
    pub(super) wanted: BTreeSet<ClipId>,
    left_out: Vec<Failure>,
}

impl IndexRequest {
    /// Opens the library and stores what it is indexed with.
    pub(super) fn open(&self, watch: &dyn Watch) -> Result<Opened, VerbError> {
        let mut library = Library::open_to_write(&self.library)?;
        let wanted = self.names(&library)?;
        let choices = self.choices(&library, watch)?;
        let index = LibraryIndex::open(&library, &choices)?;
        tell_retargeted(&index, watch);
        let left_out = left_out(index.left_out(), watch);
        index.settle(&mut library, &choices)?;
        let wanted = wanted.iter().filter_map(|name| index.number_of(name)).collect();
        Ok(Opened { library, index, wanted, left_out })
    }

    fn names(&self, library: &Library) -> Result<Vec<String>, VerbError> {
        let entries = labelled(library, &self.labels)?;
        let path = library.path().to_owned();
        if !entries.is_empty() {
            return Ok(entries.into_iter().map(|entry| entry.name).collect());
        }
        let labels: Vec<String> = self.labels.iter().filter_map(|label| label_word(label)).collect();
        let error = if labels.is_empty() {
            FindError::Empty { library: path }
        } else {
            FindError::NoLabel { labels, library: path }
        };
        Err(error.into())
    }

    /// The settings of the existing index, changed as requested.
    fn choices(&self, library: &Library, watch: &dyn Watch) -> Result<IndexChoices, VerbError> {
        let before = IndexChoices::load(library)?;
        let mut choices = before.clone().unwrap_or_default();
        choices.largest_epsilon_metres =
            self.epsilon_cm.map_or(choices.largest_epsilon_metres, |cm| cm / 100.0);
        choices.rate_hz = self.rate_hz.unwrap_or(choices.rate_hz);
        // A rate lower than another one means nothing by itself.
        choices.coarse_hz = self.coarse_hz.or(choices.coarse_hz.filter(|_| self.rate_hz.is_none()));
        if before.is_some_and(|before| before != choices) {
            let text = "the index is rebuilt: its rates or its largest distance changed";
            watch.note(&Note::info(text), None);
        }
        Ok(choices)
    }
}

/// Tells once what was done to clips so that they can be compared.
fn tell_retargeted(index: &LibraryIndex, watch: &dyn Watch) {
    let mut notes = index.notes();
    let Some(first) = notes.next() else { return };
    let more = match notes.count() {
        0 => String::new(),
        1 => "; another clip likewise".to_owned(),
        more => format!("; {more} other clips likewise"),
    };
    watch.note(&Note::info(format!("{first}{more}")), None);
}

/// Warns of clips that cannot be compared with anything.
pub(super) fn left_out(clips: &[LeftOut], watch: &dyn Watch) -> Vec<Failure> {
    let failure = |left_out: &LeftOut| {
        let (input, message) = (left_out.clip.clone(), left_out.reason.to_string());
        watch.note(&Note::warning(format!("`{input}` is left out: {message}")), None);
        Failure { input, message }
    };
    clips.iter().map(failure).collect()
}

/// Makes clips ready to be searched, as far as they are not, and stores what that takes as it goes.
pub(super) fn make_ready(
    index: &LibraryIndex,
    library: &mut Library,
    wanted: &BTreeSet<ClipId>,
    watch: &dyn Watch,
) -> Result<IndexedClips, VerbError> {
    index.cast(library, wanted, |name, n, total| watch.step(name, n, total))
}

/// What a library has of the webs of some clips.
struct Tally {
    /// Webs that were there.
    there: usize,
    /// Webs that were built.
    built: usize,
    bytes: usize,
}

/// Builds the webs of some clips that the library lacks and stores each as soon as it is done: what is done is kept when
/// the watch cancels.
fn complete(
    index: &mut LibraryIndex,
    library: &mut Library,
    wanted: &BTreeSet<ClipId>,
    watch: &dyn Watch,
) -> Result<Tally, VerbError> {
    let Stored { used, damaged, bytes } = index.load(library, |clip| wanted.contains(&clip))?;
    if damaged > 0 {
        let again = if damaged == 1 { "is damaged and is" } else { "are damaged and are" };
        watch.note(&Note::warning(format!("{} {again} built again", webs(damaged))), None);
    }
    let missing = index.missing(|clip| wanted.contains(&clip));
    read(index, library, &missing, watch)?;
    let what = format!("{} of {} clips", webs(missing.len()), wanted.len());
    let flow = |progress: segue_search::BuildProgress| {
        watch.progress(Progress::share(&what, progress.done, progress.total));
        if watch.is_cancelled() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    };
    let stored = index.build(library, &missing, &flow)?;
    watch.go_on()?;
    Ok(Tally { there: used, built: missing.len(), bytes: bytes + stored })
}

/// Reads the clips of some pairs.
fn read(
    index: &mut LibraryIndex,
    library: &Library,
    pairs: &[[ClipId; 2]],
    watch: &dyn Watch,
) -> Result<(), VerbError> {
    let clips: BTreeSet<ClipId> = pairs.iter().flatten().copied().collect();
    for (n, &clip) in clips.iter().enumerate() {
        watch.step(index.index().name(clip), n + 1, clips.len())?;
        index.read_poses(library, [clip])?;
    }
    Ok(())
}

/// A number of webs in words.
pub(super) fn webs(count: usize) -> String {
    format!("{count} {}", if count == 1 { "web" } else { "webs" })
}
