//! Searches that are kept in a library.

use std::collections::BTreeSet;

use segue_library::{Artifact, Library, LibraryError};
use segue_motion::FrameRange;
use segue_search::{SearchSettings, Segment};
use segue_store::{ContainerError, FileKind};
use serde::{Deserialize, Serialize};

use super::{FindError, Finder, Hit, SearchFound};

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
    /// The queries, then all matches, nearest first.
    pub segments: Vec<SavedMatch>,
    /// How many of them are queries.
    #[serde(default = "one")]
    pub queries: usize,
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
    /// Whether it is like the mirror image of the query.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub mirrored: bool,
    /// How many steps from a query it was found; 0 for the queries.
    pub tier: usize,
    /// The distance from the query along the edges, in metres.
    pub graph_metres: f64,
}

/// Searches that were saved before there could be several queries have one.
fn one() -> usize {
    1
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
    /// When a query is not a clip of the library.
    pub fn of(finder: &Finder, found: &SearchFound, look: &SearchSettings) -> Result<Self, FindError> {
        if !finder.is_stored() {
            return Err(FindError::QueryOutside { query: finder.name(finder.query().clip).to_owned() });
        }
        let of_query = |query: &Segment| {
            let FrameRange { first, last } = finder.frames(*query);
            let clip = finder.name(query.clip).to_owned();
            SavedMatch { clip, frames: [first, last], mirrored: false, tier: 0, graph_metres: 0.0 }
        };
        let mut segments: Vec<SavedMatch> = finder.queries().iter().map(of_query).collect();
        let queries = segments.len();
        let hits = finder.hits(found, look);
        segments.extend(hits.iter().map(|hit| SavedMatch {
            clip: hit.clip.clone(),
            frames: [hit.range.first, hit.range.last],
            mirrored: hit.mirrored,
            tier: hit.tier,
            graph_metres: hit.graph_metres,
        }));
        let edges = edges(found, queries, &hits);
        let (epsilon_metres, extended) = (look.epsilon_metres, look.extended.is_some());
        Ok(Self { epsilon_metres, extended, segments, queries, edges })
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
        (1..=count).contains(&self.queries)
            && self.segments.iter().all(ordered)
            && self.edges.iter().all(joined)
    }
}

/// The edges of what was found, by places: the queries come first, then the hits. The mirror image of a query stands for it.
fn edges(found: &SearchFound, queries: usize, hits: &[Hit]) -> Vec<(usize, usize, f32)> {
    let mut edges = Vec::new();
    for (graph, mirrored) in [(Some(&found.graph), false), (found.mirrored.as_ref(), true)] {
        let Some(graph) = graph else { continue };
        let mut places: Vec<Option<usize>> = vec![None; graph.nodes().len()];
        for (query, place) in places.iter_mut().enumerate().take(queries) {
            *place = Some(query);
        }
        for (n, hit) in hits.iter().enumerate().filter(|(_, hit)| hit.mirrored == mirrored) {
            places[hit.node] = Some(queries + n);
        }
        let joined = graph.edges().iter().map(|edge| (places[edge.from], places[edge.to], edge.mean));
        edges.extend(joined.filter_map(|(from, to, mean)| Some((from?, to?, mean))));
    }
    // A mirror image whose neighbours were found without mirroring hangs on the query.
    for (n, hit) in hits.iter().enumerate().map(|(n, hit)| (queries + n, hit)) {
        if !edges.iter().any(|&(from, to, _)| from == n || to == n) {
            edges.push((0, n, hit.graph_metres.powi(2) as f32));
        }
    }
    edges
}
