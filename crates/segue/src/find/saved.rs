//! Searches that are kept in a library.

use std::collections::BTreeSet;

use segue_library::{Artifact, Library, LibraryError};
use segue_motion::FrameRange;
use segue_search::{MatchGraph, SearchSettings};
use segue_store::{ContainerError, FileKind};
use serde::{Deserialize, Serialize};

use super::FindError;
use super::Finder;

const KIND: FileKind = FileKind {
    tag: *b"SRC",
    name: "a saved search",
    version: 1,
    // A million matches.
    largest: 1 << 28,
    remedy: "search again and save it",
};

/// What searches are called among the things of a library.
const SEARCH: &str = "search";

/// A search as it is kept in a library: what was looked for, what was found and how the findings hang together.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SavedSearch {
    /// ε, in metres.
    pub epsilon_metres: f64,
    /// Whether clear matches beyond ε were accepted.
    pub extended: bool,
    /// The query, then all matches, nearest first.
    pub segments: Vec<SavedMatch>,
    /// Pairs of segments that are numerically similar, by their places in `segments`, with the mean of D in m².
    pub edges: Vec<(usize, usize, f32)>,
}

/// A segment that was found.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SavedMatch {
    /// The clip of the library.
    pub clip: String,
    /// Its first and last frame, at its own rate.
    pub frames: [usize; 2],
    /// How many steps from the query it was found; 0 for the query.
    pub tier: usize,
    /// The distance from the query along the edges, in metres.
    pub graph_metres: f64,
}

impl SavedMatch {
    /// Its frames.
    pub fn range(&self) -> FrameRange {
        let [first, last] = self.frames;
        FrameRange { first, last }
    }
}

impl SavedSearch {
    /// What a search found.
    ///
    /// # Errors
    /// When the query is not a clip of the library.
    pub fn of(finder: &Finder, graph: &MatchGraph, look: &SearchSettings) -> Result<Self, FindError> {
        let query = finder.query();
        let clip = finder.name(query.clip).to_owned();
        if !finder.is_stored() {
            return Err(FindError::QueryOutside { query: clip });
        }
        let FrameRange { first, last } = finder.frames(query);
        let mut segments = vec![SavedMatch { clip, frames: [first, last], tier: 0, graph_metres: 0.0 }];
        let mut places = vec![0; graph.nodes().len()];
        for hit in finder.hits(graph) {
            places[hit.node] = segments.len();
            let frames = [hit.range.first, hit.range.last];
            let (clip, tier, graph_metres) = (hit.clip, hit.tier, hit.graph_metres);
            segments.push(SavedMatch { clip, frames, tier, graph_metres });
        }
        let edges = graph.edges().iter().map(|edge| (places[edge.from], places[edge.to], edge.mean));
        let (edges, extended) = (edges.collect(), look.extended.is_some());
        Ok(Self { epsilon_metres: look.epsilon_metres, extended, segments, edges })
    }

    /// Keeps the search in the library, in place of one of the same name; it goes when one of its clips does.
    ///
    /// # Errors
    /// When the library cannot be changed.
    pub fn store(&self, library: &mut Library, name: &str) -> Result<(), LibraryError> {
        let bytes = KIND.pack(&serde_json::to_vec(self).expect("names and finite numbers can be written"));
        let clips: BTreeSet<String> = self.segments.iter().map(|segment| segment.clip.clone()).collect();
        let (kind, name) = (SEARCH.to_owned(), name.to_owned());
        let thing = Artifact { kind, name, hash: Vec::new(), bytes };
        library.put_artifacts([(&thing, clips.into_iter().collect::<Vec<_>>().as_slice())])
    }

    /// The search that is kept under a name.
    ///
    /// # Errors
    /// When there is none, or it is damaged or of another version.
    pub fn load(library: &Library, name: &str) -> Result<Self, FindError> {
        let Some(thing) = library.artifact(SEARCH, name)? else {
            let found = library.artifacts(SEARCH)?.into_iter().map(|entry| entry.name).collect();
            let library = library.path().to_owned();
            return Err(FindError::NoSuchSearch { name: name.to_owned(), found, library });
        };
        Self::decode(&thing.bytes).map_err(|problem| FindError::Unreadable { name: name.to_owned(), problem })
    }

    fn decode(bytes: &[u8]) -> Result<Self, ContainerError> {
        let search: Self =
            serde_json::from_slice(&KIND.unpack(bytes)?).map_err(|error| KIND.damaged(error.to_string()))?;
        if search.is_sound() { Ok(search) } else { Err(KIND.damaged("its parts do not fit")) }
    }

    fn is_sound(&self) -> bool {
        let count = self.segments.len();
        let ordered = |found: &SavedMatch| found.frames[0] <= found.frames[1];
        let joined = |&(from, to, mean): &(usize, usize, f32)| from < count && to < count && mean.is_finite();
        count > 0 && self.segments.iter().all(ordered) && self.edges.iter().all(joined)
    }
}
