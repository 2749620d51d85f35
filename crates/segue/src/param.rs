//! Parameterized motions on disk, and their examples from libraries.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use segue_library::{Library, LibraryError, pack_clip, unpack_clip};
use segue_motion::{Clip, FrameRange};
use segue_parametric::{FileError, Parametric};

use crate::{SaveError, SavedSearch, save};

const MAGIC: &[u8; 8] = b"SEGUEPRM";

/// Changes whenever the bytes do; older versions are read or refused by name.
const VERSION: u8 = 1;

/// A parameterized motion that cannot be read.
#[derive(Debug, thiserror::Error)]
#[error("{problem}: {}", path.display())]
pub struct ParamFileError {
    /// The file.
    pub path: PathBuf,
    /// What is wrong with it.
    pub problem: ParamProblem,
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
        "the parameterized motion is of version {found}, this program knows {VERSION}; build it again or use a newer Segue"
    )]
    Version {
        /// Its version.
        found: u8,
    },
    /// Cut short or changed.
    #[error("the parameterized motion is damaged: an example cannot be read. Build it again")]
    Example,
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
    let mut bytes = MAGIC.to_vec();
    bytes.push(VERSION);
    let block = |bytes: &mut Vec<u8>, part: &[u8]| {
        bytes.extend_from_slice(&(part.len() as u64).to_le_bytes());
        bytes.extend_from_slice(part);
    };
    bytes.extend_from_slice(&(parametric.examples().len() as u64).to_le_bytes());
    parametric.examples().iter().for_each(|clip| block(&mut bytes, &pack_clip(clip)));
    let examples = bytes.len();
    block(&mut bytes, &parametric.encode());
    save(path, &bytes)?;
    Ok(ParamSize { examples, rest: bytes.len() - examples })
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
    let rest = bytes.strip_prefix(MAGIC).ok_or(ParamProblem::NotOne)?;
    let (&version, mut rest) = rest.split_first().ok_or(ParamProblem::NotOne)?;
    if version != VERSION {
        return Err(ParamProblem::Version { found: version });
    }
    let count = number(&mut rest).ok_or(ParamProblem::Example)?;
    let mut examples = Vec::new();
    for _ in 0..count {
        let clip = block(&mut rest).and_then(unpack_clip);
        examples.push(clip.ok_or(ParamProblem::Example)?);
    }
    let motion = block(&mut rest).ok_or(ParamProblem::Example)?;
    Parametric::decode(motion, examples).map_err(|error| ParamProblem::File(Box::new(error)))
}

fn number(bytes: &mut &[u8]) -> Option<usize> {
    let (number, rest) = bytes.split_first_chunk()?;
    *bytes = rest;
    usize::try_from(u64::from_le_bytes(*number)).ok()
}

fn block<'a>(bytes: &mut &'a [u8]) -> Option<&'a [u8]> {
    let length = number(bytes)?;
    let (part, rest) = bytes.split_at_checked(length)?;
    *bytes = rest;
    Some(part)
}

impl SavedSearch {
    /// The segments as clips, the query first, and which of them are alike: what a parameterized motion is built of.
    ///
    /// # Errors
    /// When a clip is not there or damaged.
    pub fn examples(&self, library: &Library) -> Result<(Vec<Clip>, Vec<[usize; 2]>), LibraryError> {
        let mut clips = Vec::with_capacity(self.segments.len());
        for segment in &self.segments {
            let clip = library.clip(&segment.clip)?;
            let FrameRange { first, last } = segment.range();
            let range = FrameRange { first: first.min(clip.last_frame()), last: last.min(clip.last_frame()) };
            clips.push(clip.slice(range).renamed(format!("{}@{}", segment.clip, range)));
        }
        Ok((clips, self.edges.iter().map(|&(from, to, _)| [from, to]).collect()))
    }
}
