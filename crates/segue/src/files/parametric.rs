//! Parameterized motions on disk, and their examples from libraries.

use std::fmt;
use std::io;
use std::path::{Path, PathBuf};

use segue_library::{Artifact, Library, LibraryError, LibraryProblem};
use segue_motion::{Clip, ClipId, ClipSet, ClipSetError, FrameRange, Mirror};
use segue_parametric::{Function, Parametric, ParametricFileError};
use segue_store::{ContainerError, FileKind, read_regular};

use super::{InFile, SaveError, bundle, save};
use crate::find::SavedSearch;

const KIND: FileKind = FileKind {
    tag: *b"PRM",
    name: "a parameterized motion",
    version: 2,
    largest: bundle::LARGEST,
    remedy: "build it again with `segue parametric build`",
};

/// What parameterized motions are called among the things of a library.
const ARTIFACT: &str = "parametric";

/// Where a parameterized motion is kept.
///
/// ```
/// use segue::files::ParamPlace;
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
    /// When it is not there, is something else, of another version, or damaged.
    pub fn read(&self) -> Result<Parametric, InFile<ParamProblem>> {
        self.read_with(&[])
    }

    /// Reads a motion that is controlled by functions of one's own, which are not kept with it.
    ///
    /// # Errors
    /// As [`ParamPlace::read`], and when a function is missing or one too many.
    pub fn read_with(&self, functions: &[Function]) -> Result<Parametric, InFile<ParamProblem>> {
        match self {
            Self::File(path) => {
                let bytes = read_regular(path).map_err(InFile::at(path))?;
                decode(&bytes, functions).map_err(InFile::at(path))
            }
            Self::Library { library, name } => {
                let library = Library::open(library).map_err(InFile::<ParamProblem>::from)?;
                load(&library, name, functions)
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

impl From<LibraryError> for InFile<ParamProblem> {
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
    /// Not a parameterized motion, of another version, cut off or damaged.
    #[error(transparent)]
    Stored(#[from] ContainerError),
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
    File(Box<ParametricFileError>),
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
    let (kind, name) = (ARTIFACT.to_owned(), name.to_owned());
    let hash = blake3::hash(&bytes).as_bytes().to_vec();
    let thing = Artifact { kind, name, hash, bytes };
    library.put_artifacts([(&thing, made_of)])?;
    Ok(size)
}

/// The names of all that [`store_parametric`] wrote, in order.
///
/// # Errors
/// When the library cannot be read.
pub fn parametric_names(library: &Library) -> Result<Vec<String>, LibraryError> {
    Ok(library.artifacts(ARTIFACT)?.into_iter().map(|entry| entry.name).collect())
}

/// Reads what [`store_parametric`] wrote.
///
/// # Errors
/// When there is none of that name, or it is of another version, or damaged.
pub fn load_parametric(library: &Library, name: &str) -> Result<Parametric, InFile<ParamProblem>> {
    load(library, name, &[])
}

fn load(library: &Library, name: &str, functions: &[Function]) -> Result<Parametric, InFile<ParamProblem>> {
    let Some(thing) = library.artifact(ARTIFACT, name)? else {
        let found = parametric_names(library)?;
        return Err(InFile::new(library.path(), ParamProblem::NoSuch { name: name.to_owned(), found }));
    };
    decode(&thing.bytes, functions).map_err(InFile::at(library.path()))
}

/// What a parameterized motion takes on disk.
pub fn parametric_size(parametric: &Parametric) -> ParamSize {
    encode(parametric).1
}

fn encode(parametric: &Parametric) -> (Vec<u8>, ParamSize) {
    let made = parametric.encode();
    let bytes = bundle::pack(&KIND, parametric.examples().clips(), &made);
    let size = ParamSize { examples: bytes.len() - made.len(), rest: made.len() };
    (bytes, size)
}

/// Reads what [`write_parametric`] wrote.
///
/// # Errors
/// When it cannot be opened, is something else, of another version, or damaged.
pub fn read_parametric(path: &Path) -> Result<Parametric, InFile<ParamProblem>> {
    ParamPlace::File(path.to_owned()).read()
}

fn decode(bytes: &[u8], functions: &[Function]) -> Result<Parametric, ParamProblem> {
    let (examples, motion) = bundle::unpack(&KIND, bytes)?;
    Parametric::decode_with(&motion, ClipSet::of(examples)?, functions)
        .map_err(|error| ParamProblem::File(Box::new(error)))
}

/// The mirror image of a clip.
fn mirrored(clip: &Clip) -> Clip {
    Mirror::of(clip.skeleton()).clip(clip).expect("a clip fits the mirror of its own skeleton")
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
            let name = format!("{}@{}", segment.clip, range);
            let part = clip.slice(range).renamed(name.clone());
            clips.push(if segment.mirrored {
                mirrored(&part).renamed(format!("{name} (mirrored)"))
            } else {
                part
            });
        }
        Ok((clips, self.edges.iter().map(|&(from, to, _)| [from, to].map(ClipId::new)).collect()))
    }
}
