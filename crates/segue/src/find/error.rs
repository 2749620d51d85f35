//! Why a library cannot be searched so.

use std::path::PathBuf;

use segue_library::LibraryError;
use segue_motion::ClipError;
use segue_search::SearchError;
use segue_store::ContainerError;

use crate::files::{InputError, LoadError, list};

/// Why a library cannot be indexed or searched as was asked.
#[derive(Debug, thiserror::Error)]
pub enum FindError {
    /// The library cannot be used, or has no such clip.
    #[error(transparent)]
    Library(#[from] LibraryError),
    /// A setting that makes no sense, or frames outside a clip.
    #[error(transparent)]
    Search(#[from] SearchError),
    /// The file of a query cannot be read.
    #[error(transparent)]
    Load(#[from] LoadError),
    /// A query whose range of frames is none.
    #[error(transparent)]
    Input(#[from] InputError),
    /// A clip whose mirror image cannot be made.
    #[error(transparent)]
    Clip(#[from] ClipError),
    /// A query that is neither in the library nor anywhere else.
    #[error("`{query}` is neither a clip of the library, which has {}, nor a file: {}", list(found), library.display())]
    NoSuchQuery {
        /// What was asked for.
        query: String,
        /// Clips that are there.
        found: Vec<String>,
        /// The library.
        library: PathBuf,
    },
    /// A segment of no clip.
    #[error(
        "`{text}` names no segment of a clip that is searched, as CLIP@first-last; there are {}",
        list(found)
    )]
    NoSuchSegment {
        /// What was asked for.
        text: String,
        /// The clips that are searched.
        found: Vec<String>,
    },
    /// Something that looks at motions, which were not read.
    #[error("{what} looks at the motion of all clips; ask for it when the query is made (`with_motion`)")]
    WithoutMotion {
        /// What was asked for.
        what: &'static str,
    },
    /// A query that is several clips.
    #[error("a query is one clip, but `{query}` has {}; name one as {query}#CLIP", list(found))]
    SeveralClips {
        /// What was asked for.
        query: String,
        /// The clips.
        found: Vec<String>,
    },
    /// A query that no clip of the library can be compared with.
    #[error(
        "`{query}` has other joints than every clip that is searched; carry it over first: segue convert {query} \
         carried.bvh --onto CLIP"
    )]
    OtherFigure {
        /// The query.
        query: String,
    },
    /// A clip without webs.
    #[error("clip `{clip}` is not indexed; run: segue index {}", library.display())]
    NotIndexed {
        /// The clip.
        clip: String,
        /// The library.
        library: PathBuf,
    },
    /// A distance the webs do not reach.
    #[error(
        "ε is {wanted_cm:.1} cm, but the index is made for up to {largest_cm:.1} cm; run: segue index {} --epsilon {wanted_cm}",
        library.display()
    )]
    Epsilon {
        /// ε.
        wanted_cm: f64,
        /// How far the webs reach.
        largest_cm: f64,
        /// The library.
        library: PathBuf,
    },
    /// No clip is left to be searched.
    #[error("no clip has the label {}: {}", labels.join(" and "), library.display())]
    NoLabel {
        /// The labels.
        labels: Vec<String>,
        /// The library.
        library: PathBuf,
    },
    /// There is no clip at all.
    #[error("the library is empty; `segue library add` adds motion to it: {}", library.display())]
    Empty {
        /// The library.
        library: PathBuf,
    },
    /// A search that is not there.
    #[error("no search is saved as `{name}`; there are {}: {}", list(found), library.display())]
    NoSuchSearch {
        /// The name.
        name: String,
        /// Those that are there.
        found: Vec<String>,
        /// The library.
        library: PathBuf,
    },
    /// The settings of an index that cannot be read.
    #[error("{problem}: {}", library.display())]
    Choices {
        /// What is wrong.
        problem: ContainerError,
        /// The library.
        library: PathBuf,
    },
    /// Bytes that are no tile of webs, or one of another version.
    #[error(transparent)]
    Tile(ContainerError),
    /// Bytes that are no saved search, or one of another version.
    #[error("the saved search `{name}` cannot be read: {problem}")]
    Unreadable {
        /// The search.
        name: String,
        /// What is wrong.
        problem: ContainerError,
    },
    /// A search from outside the library cannot be kept in it.
    #[error("only a search for a clip of the library can be saved in it; add {query} to the library first")]
    QueryOutside {
        /// The query.
        query: String,
    },
}
