//! Parameterized motions on disk, and their examples from libraries.

use std::fmt;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use segue_library::{Library, LibraryError, LibraryProblem, Thing};
use segue_motion::{Clip, ClipId, ClipSet, ClipSetError, FrameRange};
use segue_parametric::{FileError, Parametric};

use crate::bundle::{Kind, Spoilt};
use crate::{SaveError, SavedSearch, save};

const FILE: Kind = Kind { magic: b"SEGUEPRM", version: 1 };

/// What parameterized motions are called among the things of a library.
const KIND: &str = "parametric";

/// Where a parameterized motion is kept.
///
/// ```
/// use segue::ParamPlace;
///
/// assert!(matches!(ParamPlace::parse("kick.segue-param"), ParamPlace::File(_)));
/// assert!(matches!(ParamPlace::parse("moves.segue#kick"), ParamPlace::Library { .. }));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ParamPlace {
    /// A file of its own, by convention `*.segue-param`.
    File(PathBuf),
    /// In a motion library, under a name.
    Library {
        /// The library.
        library: PathBuf,
        /// The name of the motion in it.
        name: String,
    },
}

impl ParamPlace {
    /// Reads `FILE` or `LIB.segue#NAME`. A file whose real name contains `#` is found under that name first.
    pub fn parse(text: &str) -> Self {
        match text.rsplit_once(".segue#") {
            Some((stem, name)) if !name.is_empty() && !Path::new(text).is_file() => {
                Self::Library { library: format!("{stem}.segue").into(), name: name.to_owned() }
            }
            _ => Self::File(text.into()),
        }
    }

    /// Reads the motion that is there.
    ///
    /// # Errors
    /// When it is not there, is something else, of a version to come, or damaged.
    pub fn read(&self) -> Result<Parametric, ParamFileError> {
        match self {
            Self::File(path) => read_parametric(path),
            Self::Library { library, name } => {
                let library = Library::open(library).map_err(ParamFileError::from)?;
                load_parametric(&library, name)
            }
        }
    }
}

impl fmt::Display for ParamPlace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::File(path) => path.display().fmt(f),
            Self::Library { library, name } => write!(f, "{}#{name}", library.display()),
        }
    }
}

/// A parameterized motion that cannot be read.
#[derive(Debug, thiserror::Error)]
#[error("{problem}: {}", path.display())]
pub struct ParamFileError {
    /// The file, or the library.
    pub path: PathBuf,
    /// What is wrong with it.
    pub problem: ParamProblem,
}

impl From<LibraryError> for ParamFileError {
    fn from(LibraryError { path, problem }: LibraryError) -> Self {
        Self { path, problem: ParamProblem::Library(Box::new(problem)) }
    }
}

/// What is wrong with a file of a parameterized motion.
#[derive(Debug, thiserror::Error)]
pub enum ParamProblem {
    /// It cannot be opened.
    #[error("cannot read the parameterized motion: {0}")]
    Io(#[from] io::Error),
    /// Something else altogether.
    #[error("this is not a parameterized motion; `segue parametric build` makes one")]
    NotOne,
    /// A version to come.
    #[error(
        "the parameterized motion is of version {found}, this program knows {}; build it again or use a newer Segue",
        FILE.version
    )]
    Version {
        /// Its version.
        found: u8,
    },
    /// Cut short or changed.
    #[error("the parameterized motion is damaged: an example cannot be read. Build it again")]
    Example,
    /// The examples are not on one skeleton.
    #[error("the parameterized motion is damaged: {0}. Build it again")]
    Examples(#[from] ClipSetError),
    /// The library cannot be read.
    #[error("{0}")]
    Library(Box<LibraryProblem>),
    /// No motion of this name.
    #[error(
        "the library has no parameterized motion `{name}`; it has {}",
        if found.is_empty() { "none, `segue parametric build -o LIB.segue#NAME` stores one".to_owned() } else { found.join(", ") }
    )]
    NoSuch {
        /// What was asked for.
        name: String,
        /// Those that are there.
        found: Vec<String>,
    },
    /// The motion does not fit its examples.
    #[error("{0}")]
    File(Box<FileError>),
}

/// How many bytes of a file are examples, and how many are what was made of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ParamSize {
    /// Packed examples.
    pub examples: usize,
    /// Registration, samples and the rest.
    pub rest: usize,
}

/// Writes a parameterized motion with its examples, so that it needs nothing else; by convention `*.segue-param`.
///
/// # Errors
/// When the file cannot be written.
pub fn write_parametric(path: &Path, parametric: &Parametric) -> Result<ParamSize, SaveError> {
    let (bytes, size) = encode(parametric);
    save(path, &bytes)?;
    Ok(size)
}

/// Keeps a parameterized motion in a library, in place of one of the same name; it goes when one of the clips of the library it
/// is made of does. Its examples come along, so that it reads like a file.
///
/// # Errors
/// When a clip is not there, or the library cannot be changed; it is then as it was.
pub fn store_parametric(
    library: &mut Library,
    name: &str,
    parametric: &Parametric,
    made_of: &[String],
) -> Result<ParamSize, LibraryError> {
    let (bytes, size) = encode(parametric);
    let (kind, name) = (KIND.to_owned(), name.to_owned());
    let hash = blake3::hash(&bytes).as_bytes().to_vec();
    let thing = Thing { kind, name, version: FILE.version.into(), hash, bytes };
    library.put_things([(&thing, made_of)])?;
    Ok(size)
}

/// Reads what [`store_parametric`] wrote.
///
/// # Errors
/// When there is none of that name, or it is of a version to come, or damaged.
pub fn load_parametric(library: &Library, name: &str) -> Result<Parametric, ParamFileError> {
    let fail = |problem| ParamFileError { path: library.path().to_owned(), problem };
    let Some(thing) = library.thing(KIND, name)? else {
        let found = library.things(KIND)?.into_iter().map(|entry| entry.name).collect();
        return Err(fail(ParamProblem::NoSuch { name: name.to_owned(), found }));
    };
    decode(&thing.bytes).map_err(fail)
}

fn encode(parametric: &Parametric) -> (Vec<u8>, ParamSize) {
    let made = parametric.encode();
    let bytes = FILE.encode(parametric.examples().clips(), &made);
    let size = ParamSize { examples: bytes.len() - made.len(), rest: made.len() };
    (bytes, size)
}

/// Reads what [`write_parametric`] wrote.
///
/// # Errors
/// When it cannot be opened, is something else, of a version to come, or damaged.
pub fn read_parametric(path: &Path) -> Result<Parametric, ParamFileError> {
    let fail = |problem| ParamFileError { path: path.to_owned(), problem };
    let bytes = fs::read(path).map_err(|error| fail(error.into()))?;
    decode(&bytes).map_err(fail)
}

fn decode(bytes: &[u8]) -> Result<Parametric, ParamProblem> {
    let (examples, motion) = FILE.decode(bytes)?;
    Parametric::decode(motion, ClipSet::of(examples)?).map_err(|error| ParamProblem::File(Box::new(error)))
}

impl From<Spoilt> for ParamProblem {
    fn from(spoilt: Spoilt) -> Self {
        match spoilt {
            Spoilt::NotOne => Self::NotOne,
            Spoilt::Version(found) => Self::Version { found },
            Spoilt::Damaged => Self::Example,
        }
    }
}

impl SavedSearch {
    /// The segments as clips, the query first, and which of them are alike: what a parameterized motion is built of.
    ///
    /// # Errors
    /// When a clip is not there or damaged.
    pub fn examples(&self, library: &Library) -> Result<(Vec<Clip>, Vec<[ClipId; 2]>), LibraryError> {
        let mut clips = Vec::with_capacity(self.segments.len());
        for segment in &self.segments {
            let clip = library.clip(&segment.clip)?;
            let FrameRange { first, last } = segment.range();
            let range = FrameRange { first: first.min(clip.last_frame()), last: last.min(clip.last_frame()) };
            clips.push(clip.slice(range).renamed(format!("{}@{}", segment.clip, range)));
        }
        Ok((clips, self.edges.iter().map(|&(from, to, _)| [from, to].map(ClipId::new)).collect()))
    }
}
