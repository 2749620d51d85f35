//! Stances on disk, with the clips that they come from.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use segue_library::{pack_clip, unpack_clip};
use segue_motion::Clip;
use segue_stance::{Stance, StoredError, decode_stances, encode_stances};

use crate::{SaveError, save};

const MAGIC: &[u8; 8] = b"SEGUESTN";

/// Changes whenever the bytes do; older versions are read or refused by name.
const VERSION: u8 = 1;

/// A file of stances that cannot be read.
#[derive(Debug, thiserror::Error)]
#[error("{problem}: {}", path.display())]
pub struct StancesFileError {
    /// The file.
    pub path: PathBuf,
    /// What is wrong with it.
    pub problem: StancesProblem,
}

/// What is wrong with a file of stances.
#[derive(Debug, thiserror::Error)]
pub enum StancesProblem {
    /// It cannot be opened.
    #[error("cannot read the stances: {0}")]
    Io(#[from] io::Error),
    /// Something else altogether.
    #[error("these are not stances; `segue stance extract CLIP… -o FILE.segue-stances` makes some")]
    NotOne,
    /// A version to come.
    #[error(
        "the stances are of version {found}, this program knows {VERSION}; extract them again or use a newer Segue"
    )]
    Version {
        /// Its version.
        found: u8,
    },
    /// Cut short or changed.
    #[error("the stances are damaged: a clip cannot be read. Extract them again")]
    Clip,
    /// The stances themselves.
    #[error(transparent)]
    Stances(#[from] StoredError),
}

/// Writes stances with the clips that they come from, so that they need nothing else; by convention `*.segue-stances`.
///
/// # Errors
/// When the file cannot be written.
pub fn write_stances(path: &Path, clips: &[Clip], stances: &[Stance]) -> Result<(), SaveError> {
    let mut bytes = MAGIC.to_vec();
    bytes.push(VERSION);
    let block = |bytes: &mut Vec<u8>, part: &[u8]| {
        bytes.extend_from_slice(&(part.len() as u64).to_le_bytes());
        bytes.extend_from_slice(part);
    };
    bytes.extend_from_slice(&(clips.len() as u64).to_le_bytes());
    for clip in clips {
        block(&mut bytes, &pack_clip(clip));
    }
    block(&mut bytes, &encode_stances(stances));
    save(path, &bytes)
}

/// Reads what [`write_stances`] wrote: the clips and the stances.
///
/// # Errors
/// When it cannot be opened, is something else, of a version to come, or damaged.
pub fn read_stances(path: &Path) -> Result<(Vec<Clip>, Vec<Stance>), StancesFileError> {
    let fail = |problem| StancesFileError { path: path.to_owned(), problem };
    let bytes = fs::read(path).map_err(|error| fail(error.into()))?;
    decode(&bytes).map_err(fail)
}

fn decode(bytes: &[u8]) -> Result<(Vec<Clip>, Vec<Stance>), StancesProblem> {
    let rest = bytes.strip_prefix(MAGIC).ok_or(StancesProblem::NotOne)?;
    let (&version, mut rest) = rest.split_first().ok_or(StancesProblem::NotOne)?;
    if version != VERSION {
        return Err(StancesProblem::Version { found: version });
    }
    let count = number(&mut rest).ok_or(StancesProblem::Clip)?;
    let mut clips = Vec::new();
    for _ in 0..count {
        let clip = block(&mut rest).and_then(unpack_clip);
        clips.push(clip.ok_or(StancesProblem::Clip)?);
    }
    let stances = block(&mut rest).ok_or(StancesProblem::Clip)?;
    Ok((clips, decode_stances(stances)?))
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
