//! A query and everything it is compared with.

use std::collections::BTreeSet;
use std::path::PathBuf;

use segue_formats::{Note, ReadOptions};
use segue_library::Library;
use segue_motion::{ClipId, FrameRange};
use segue_search::{
    ChosenEpsilon, Index, MatchGraph, MatchVerdict, Pair, Repeats, SearchSettings, Segment, Slider,
};

use super::FindError;
use super::named::{Named, chosen, enter, mirrors, named};
use super::{Hit, IndexChoices, LeftOut, LibraryIndex, SearchFound};
use crate::files::parse_range;

/// A query against the clips of a library that have its joints, with their webs.
///
/// ```
/// use segue::actors::Sample;
/// use segue::find::{FindError, Finder, IndexChoices, LibraryIndex, Query};
/// use segue::library::{ClipSource, Library, Packed};
/// use segue::search::SearchSettings;
///
/// # let folder = tempfile::tempdir()?;
/// let mut library = Library::create(folder.path().join("moves.segue"))?;
/// for name in ["walk", "walk-left"] {
///     let clip = Sample::find(name).unwrap().clip();
///     library.put(&ClipSource::new(name, b"1"), &[Packed::of(&clip)])?;
/// }
/// let choices = IndexChoices::default();
/// let index = LibraryIndex::open(&library, &choices)?;
/// let clips = index.index().ids().collect();
/// index.cast(&mut library, &clips, |_, _, _| Ok::<(), FindError>(()))?;
///
/// let query = Query { text: "walk@60-120".to_owned(), ..Query::default() };
/// let finder = Finder::open(&library, &query, &choices, |_| ())?;
/// let look = SearchSettings::default();
/// let hits = finder.hits(&finder.search(&look)?, &look);
/// assert!(hits.iter().any(|hit| hit.clip == "walk-left"), "a step is a step");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Finder {
    library: PathBuf,
    ready: LibraryIndex,
    /// The examples of one action.
    queries: Vec<Segment>,
    /// Their mirror images, where these are looked for too.
    mirrors: Vec<Segment>,
    /// The frames of the queries as they were asked for; at the rate of the index they may lie up to half a step beside.
    asked: Vec<Option<FrameRange>>,
    /// Whether all queries are clips of the library.
    is_stored: bool,
    /// Whether clips were read for their motion.
    with_motion: bool,
    /// The clips that are searched, by their numbers in the index.
    within: BTreeSet<ClipId>,
    /// How many others would be if they had the query's joints.
    outside: usize,
    notes: Vec<Note>,
}

/// What is looked for, and where.
#[derive(Clone, Debug, Default)]
pub struct Query {
    /// A clip of the library, or a file or sample as [`Input`](crate::files::Input) has it, each with an optional `@first-last`.
    pub text: String,
    /// Further examples of the same action.
    pub also: Vec<String>,
    /// Whether the mirror image of the action is looked for too.
    pub mirrored: bool,
    /// Only clips with all of these labels are searched.
    pub labels: Vec<String>,
    /// How a file is read.
    pub read: ReadOptions,
    /// Whether the motion of all clips is looked at: in extended mode, to explain a verdict, and to draw webs. Without it
    /// few clips are read, which is much faster.
    pub with_motion: bool,
}

impl Finder {
    /// Finds the query, and lets searches draw on the library: the webs that they need are fetched, or made of the clips. All
    /// clips are read only where the query asks for their motion; `told` gets the name of each.
    ///
    /// # Errors
    /// One variant of [`FindError`] for each thing that can be wrong.
    pub fn open(
        library: &Library,
        query: &Query,
        choices: &IndexChoices,
        mut told: impl FnMut(&str),
    ) -> Result<Self, FindError> {
        let entries = library.entries()?;
        let chosen = chosen(library, &entries, &query.labels)?;
        let texts = || std::iter::once(&query.text).chain(&query.also);
        let named = texts().map(|text| named(library, &entries, text, &query.read));
        let named = named.collect::<Result<Vec<Named>, FindError>>()?;
        let is_queried = |name: &str| {
            named.iter().any(|named| matches!(named, Named::Stored(stored, _) if stored == name))
        };
        let mut ready = LibraryIndex::of(library, entries.clone(), choices)?;
        let mut within: BTreeSet<ClipId> =
            ready.index.ids().filter(|&clip| chosen.contains(ready.index.name(clip))).collect();
        let wanted: BTreeSet<ClipId> = ready
            .index
            .ids()
            .filter(|clip| within.contains(clip) || is_queried(ready.index.name(*clip)))
            .collect();
        ready.draw_on(library, &wanted)?;
        let is_stored = named.iter().all(|named| matches!(named, Named::Stored(..)));
        let asked = named.iter().map(Named::range).collect();
        let notes = named.iter().flat_map(Named::notes).collect();
        let mirrors = if query.mirrored { mirrors(&mut ready, library, &named)? } else { Vec::new() };
        let queries = named.into_iter().map(|named| enter(&mut ready, named));
        let queries = queries.collect::<Result<Vec<Segment>, FindError>>()?;
        let first = queries[0].clip;
        let akin = akin(&ready, first);
        let with_motion = query.with_motion;
        if with_motion {
            ready.read(library, wanted.intersection(&akin).copied(), &mut told)?;
        }
        let outside = within.iter().filter(|clip| !akin.contains(clip)).count();
        within.retain(|clip| akin.contains(clip));
        if within.is_empty() {
            return Err(FindError::OtherFigure { query: ready.index.name(first).to_owned() });
        }
        if query.labels.is_empty() {
            within.extend(queries.iter().map(|query| query.clip));
        }
        let library = library.path().to_owned();
        let finder =
            Self { library, ready, queries, mirrors, asked, is_stored, with_motion, within, outside, notes };
        finder.check_indexed()?;
        Ok(finder)
    }

    /// A clip that was compared with none can match nothing, and that would look as if nothing were there.
    fn check_indexed(&self) -> Result<(), FindError> {
        let clip = self.query().clip;
        if self.index().is_compared([clip; 2]) {
            return Ok(());
        }
        Err(FindError::NotIndexed { clip: self.name(clip).to_owned(), library: self.library.clone() })
    }

    /// The clips that the query is compared with, and the webs between them.
    pub fn index(&self) -> &Index {
        &self.ready.index
    }

    /// The query; the first of several.
    pub fn query(&self) -> Segment {
        self.queries[0]
    }

    /// All queries, at least one.
    pub fn queries(&self) -> &[Segment] {
        &self.queries
    }

    /// Whether all queries are clips of the library.
    pub fn is_stored(&self) -> bool {
        self.is_stored
    }

    /// Whether the motion of the clips that are searched was read: extended searches, explanations and pictures of webs
    /// look at it.
    pub fn has_motion(&self) -> bool {
        self.with_motion
    }

    /// How many clips are searched.
    pub fn searched(&self) -> usize {
        self.within.len()
    }

    /// How many clips are not searched because they have other joints than the query.
    pub fn other_joints(&self) -> usize {
        self.outside
    }

    /// Clips that cannot be compared.
    pub fn left_out(&self) -> &[LeftOut] {
        self.ready.left_out()
    }

    /// What was inferred about the file of a query, and what was done to it so that it can be compared.
    pub fn notes(&self) -> impl Iterator<Item = &str> {
        self.notes.iter().map(|note| note.text.as_str()).chain(self.index().note(self.query().clip))
    }

    /// How many of the clips that are searched are not indexed: nothing is found in them.
    pub fn missing(&self) -> usize {
        self.within.iter().filter(|&&clip| !self.index().is_compared([clip; 2])).count()
    }

    /// Stores the webs that were made, so that the next search need not make them; says how many.
    ///
    /// # Errors
    /// When the library cannot be changed; nothing is lost by that.
    pub fn keep_made(&self, library: &mut Library) -> Result<usize, FindError> {
        Ok(self.ready.keep_made(library)?)
    }

    /// The name of a clip by its number.
    pub fn name(&self, clip: ClipId) -> &str {
        self.index().name(clip)
    }

    /// The frames of its own rate that a segment covers, both ends included; those of a query are the ones asked for.
    pub fn frames(&self, segment: Segment) -> FrameRange {
        let place = self.queries.iter().position(|query| *query == segment);
        let asked = place.and_then(|place| self.asked[place]);
        asked.unwrap_or_else(|| self.index().frames(segment))
    }

    /// Finds everything that is like the queries, and like their mirror images where those were asked for; `look.within` is
    /// replaced by what is searched.
    ///
    /// # Errors
    /// When a number makes no sense, or the webs do not reach as far.
    pub fn search(&self, look: &SearchSettings) -> Result<SearchFound, FindError> {
        self.check_reach(look)?;
        if look.extended.is_some() {
            self.check_motion("a search in extended mode")?;
        }
        let look = self.within(look);
        let graph = self.index().search_all(&self.queries, &look)?;
        let is_asked = !self.mirrors.is_empty();
        let mirrored = is_asked.then(|| self.index().search_all(&self.mirrors, &look)).transpose()?;
        Ok(SearchFound { graph, mirrored })
    }

    /// How many matches there are for each ε.
    ///
    /// # Errors
    /// When a number makes no sense.
    pub fn slider(&self, look: &SearchSettings) -> Result<Slider, FindError> {
        Ok(self.index().slider(&self.queries, &self.within(look))?)
    }

    /// The largest ε that the index is made for, below the explosion, and below what a body that stands still would match within.
    ///
    /// # Errors
    /// When a query lies outside its clip.
    pub fn automatic_epsilon(&self, slider: &Slider) -> Result<ChosenEpsilon, FindError> {
        Ok(self.index().automatic_epsilon(&self.queries, slider)?)
    }

    /// Whether the query holds several periods of one movement, and what to look with to find each.
    ///
    /// # Errors
    /// When a number makes no sense.
    pub fn repeats(&self, look: &SearchSettings) -> Result<Option<Repeats>, FindError> {
        Ok(self.index().repeats(self.query(), &self.within(look))?)
    }

    /// What was found, the nearest or the surest first. What is like the mirror image too counts once, as it is.
    pub fn hits(&self, found: &SearchFound, look: &SearchSettings) -> Vec<Hit> {
        let all = |graph: &MatchGraph, mirrored: bool| {
            graph.ranking().iter().map(|ranked| Hit::new(self, graph, ranked, mirrored)).collect::<Vec<_>>()
        };
        let mut hits = all(&found.graph, false);
        let mirrored = found.mirrored.as_ref().map_or_else(Vec::new, |graph| all(graph, true));
        let is_new = |hit: &Hit| {
            let known = hits.iter().map(|other| &other.segment).chain(&self.queries);
            known.into_iter().all(|other| other.overlap(&hit.segment) < look.apart)
        };
        let new: Vec<Hit> = mirrored.into_iter().filter(is_new).collect();
        hits.extend(new);
        let doubt = |hit: &Hit| hit.confidence.map_or(0.0, |confidence| 1.0 - confidence);
        hits.sort_by(|a, b| {
            let by_doubt = doubt(a).total_cmp(&doubt(b));
            let by_turn = a.turns_otherwise.cmp(&b.turns_otherwise);
            by_turn.then(by_doubt).then(a.graph_metres.total_cmp(&b.graph_metres))
        });
        hits
    }

    /// Why a segment is, or is not, a match of the query itself; frames in it are those of the clips' own rates.
    ///
    /// # Errors
    /// When a number makes no sense.
    pub fn explain(&self, candidate: Segment, look: &SearchSettings) -> Result<MatchVerdict, FindError> {
        self.check_motion("an explanation")?;
        let verdict = self.index().explain(self.query(), candidate, &self.within(look))?;
        Ok(self.in_own_frames(verdict, candidate.clip))
    }

    /// A segment that a person names as `CLIP@first-last`.
    ///
    /// # Errors
    /// When no clip is called so, or it is left out of the search, or it has no such frames.
    pub fn segment(&self, text: &str) -> Result<Segment, FindError> {
        let akin = akin(&self.ready, self.query().clip);
        let is_queried = |clip: &ClipId| self.queries.iter().any(|query| query.clip == *clip);
        // Clips of other joints stay: whoever compares with them is told why that cannot be done.
        let is_left_out =
            |clip: &ClipId| akin.contains(clip) && !self.within.contains(clip) && !is_queried(clip);
        let number = |name: &str| self.ready.number_of(name).filter(|clip| !is_left_out(clip));
        let whole = number(text).map(|clip| (clip, None));
        let part = || {
            let (name, range) = text.rsplit_once('@')?;
            Some((number(name)?, Some(parse_range(range)?)))
        };
        let Some((clip, range)) = whole.or_else(part) else {
            let found = self.within.iter().map(|&clip| self.name(clip).to_owned()).collect();
            return Err(FindError::NoSuchSegment { text: text.to_owned(), found });
        };
        segment(self.index(), clip, range)
    }

    fn within(&self, look: &SearchSettings) -> SearchSettings {
        SearchSettings { within: Some(self.within.clone()), ..look.clone() }
    }

    fn check_motion(&self, what: &'static str) -> Result<(), FindError> {
        if self.with_motion { Ok(()) } else { Err(FindError::WithoutMotion { what }) }
    }

    fn check_reach(&self, look: &SearchSettings) -> Result<(), FindError> {
        let largest = self.index().settings().largest_epsilon_metres;
        if look.epsilon_metres <= largest + 1e-9 {
            return Ok(());
        }
        let [wanted_cm, largest_cm] = [look.epsilon_metres, largest].map(|metres| 100.0 * metres);
        Err(FindError::Epsilon { wanted_cm, largest_cm, library: self.library.clone() })
    }

    fn in_own_frames(&self, verdict: MatchVerdict, candidate: ClipId) -> MatchVerdict {
        let frame =
            |clip: ClipId, frame: usize| self.frames(Segment { clip, first: frame, last: frame }).first;
        let pair = |pair: Pair| Pair {
            query: frame(self.query().clip, pair.query),
            other: frame(candidate, pair.other),
            ..pair
        };
        match verdict {
            MatchVerdict::TooFar { mean_metres, epsilon_metres, worst } => {
                MatchVerdict::TooFar { mean_metres, epsilon_metres, worst: pair(worst) }
            }
            MatchVerdict::AboveCap { at, cap_metres } => MatchVerdict::AboveCap { at: pair(at), cap_metres },
            MatchVerdict::Unclear { at, outside, cells } => {
                MatchVerdict::Unclear { at: pair(at), outside, cells }
            }
            MatchVerdict::Overlapped { by } => {
                let FrameRange { first, last } = self.frames(by);
                MatchVerdict::Overlapped { by: Segment { first, last, ..by } }
            }
            other => other,
        }
    }
}

/// The clips that can be compared with a clip.
fn akin(ready: &LibraryIndex, clip: ClipId) -> BTreeSet<ClipId> {
    let families = ready.index.families();
    families.into_iter().find(|family| family.contains(&clip)).unwrap_or_default().into_iter().collect()
}

pub(super) fn segment(index: &Index, clip: ClipId, range: Option<FrameRange>) -> Result<Segment, FindError> {
    let whole = Segment { clip, first: 0, last: index.frames_of(clip) - 1 };
    Ok(range.map_or(Ok(whole), |range| index.segment(clip, range))?)
}
