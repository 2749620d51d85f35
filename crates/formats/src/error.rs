//! Why a file cannot be read or written.

use std::fmt;
use std::io;
use std::path::{Path, PathBuf};

use segue_motion::{ClipError, SkeletonError};

use crate::Format;

/// A file that cannot be read: what is wrong, and where.
#[derive(Debug, thiserror::Error)]
#[error("{}: {}{}", .fault.problem, .path.display(), .fault.place)]
pub struct ReadError {
    /// The file.
    pub path: PathBuf,
    /// What is wrong with it.
    pub fault: Box<Fault>,
}

/// Something wrong with the content of a file, before anyone knows the file's name.
#[derive(Debug, thiserror::Error)]
#[error("{problem}{place}")]
pub struct Fault {
    /// Where in the file.
    pub place: Place,
    /// What.
    pub problem: Problem,
}

/// Where in a file; prints as what follows the file's name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Place {
    /// The file as a whole.
    File,
    /// A line, counted from 1.
    Line(usize),
    /// A byte, counted from 0.
    Byte(u64),
    /// A node, mesh, animation or the like of a scene file, described: ``node 3 `Hips` ``.
    Item(String),
    /// A joint.
    Joint(String),
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::File => Ok(()),
            Self::Line(line) => write!(f, ":{line}"),
            Self::Byte(byte) => write!(f, ", byte {byte}"),
            Self::Item(item) => write!(f, ", {item}"),
            Self::Joint(joint) => write!(f, ", joint `{joint}`"),
        }
    }
}

/// What is wrong with a file.
#[derive(Debug, thiserror::Error)]
pub enum Problem {
    /// The operating system refused.
    #[error("cannot read the file: {0}")]
    Io(io::Error),
    /// Something else stands where the format asks for something.
    #[error("expected {expected}, found {found}")]
    Unexpected {
        /// What the format asks for.
        expected: String,
        /// What is there.
        found: String,
    },
    /// A number is not finite, or not in the range the format allows.
    #[error("{what} must be {range}, found {found}")]
    OutOfRange {
        /// Which number.
        what: String,
        /// What it may be.
        range: String,
        /// What it is.
        found: String,
    },
    /// More of something than the reader takes; protects from files that would exhaust memory.
    #[error("{found} {what} are more than the {limit} that are read")]
    TooMany {
        /// Of what.
        what: &'static str,
        /// How many.
        found: usize,
        /// The limit.
        limit: usize,
    },
    /// It would take more memory than may be used.
    #[error(transparent)]
    OverBudget(#[from] segue_store::OverBudget),
    /// A name that is not defined.
    #[error("{what} `{name}` is not defined; {hint}")]
    Unknown {
        /// What kind of thing.
        what: &'static str,
        /// The name.
        name: String,
        /// What is defined, or how to mend it.
        hint: String,
    },
    /// A file that belongs to this one is not there.
    #[error("{needed} is needed and was not found; {hint}")]
    MissingCompanion {
        /// Which file.
        needed: String,
        /// Where it was looked for.
        hint: String,
    },
    /// A legal file that holds nothing to read, or a feature that is not read.
    #[error("{0}")]
    Unsupported(String),
    /// The joints do not make a skeleton.
    #[error(transparent)]
    Skeleton(#[from] SkeletonError),
    /// The frames do not make a clip.
    #[error(transparent)]
    Clip(#[from] ClipError),
}

impl Problem {
    /// Something else stands where the format asks for something.
    pub(crate) fn unexpected(expected: impl Into<String>, found: impl Into<String>) -> Self {
        Self::Unexpected { expected: expected.into(), found: found.into() }
    }

    /// The problem, at a place.
    pub(crate) fn at(self, place: Place) -> Fault {
        Fault { place, problem: self }
    }
}

impl<P: Into<Problem>> From<P> for Fault {
    fn from(problem: P) -> Self {
        problem.into().at(Place::File)
    }
}

impl Fault {
    /// The fault, in a file.
    pub(crate) fn in_file(self, path: &Path) -> ReadError {
        ReadError { path: path.to_owned(), fault: Box::new(self) }
    }
}

/// Why clips cannot be written.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum WriteError {
    /// There is no clip.
    #[error("there is no clip to write")]
    NoClip,
    /// The format holds one clip in a file.
    #[error("a {format} file holds one clip, there are {found}: write them one by one, or as glb")]
    SeveralClips {
        /// The format.
        format: Format,
        /// How many clips there are.
        found: usize,
    },
    /// The format is read only.
    #[error("{format} files are read only: write bvh, amc, gltf, glb, npz, csv or json")]
    ReadOnly {
        /// The format.
        format: Format,
    },
    /// The clips of one file share a skeleton.
    #[error("clips `{first}` and `{second}` have different skeletons; one file holds one: retarget first")]
    SeveralSkeletons {
        /// A clip.
        first: String,
        /// A clip on another skeleton.
        second: String,
    },
    /// The clip has something the format cannot say.
    #[error("clip `{clip}` cannot be written as {format}: {reason}")]
    Inexpressible {
        /// The clip.
        clip: String,
        /// The format.
        format: Format,
        /// What, and how to mend it.
        reason: String,
    },
    /// The file takes more memory than there is to be used.
    #[error(transparent)]
    Memory(#[from] segue_store::OverBudget),
}
