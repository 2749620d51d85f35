//! Stances on disk, with the clips that they come from.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use segue_motion::Clip;
use segue_stance::{Stance, StoredError, decode_stances, encode_stances};

use crate::bundle::{Kind, Spoilt};
use crate::{SaveError, save};

const FILE: Kind = Kind { magic: b"SEGUESTN", version: 2 };

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
        "the stances are of version {found}, this program knows {}; extract them again or use a newer Segue",
        FILE.version
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
    save(path, &FILE.encode(clips.iter(), &encode_stances(stances)))
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
    let (clips, stances) = FILE.decode(bytes)?;
    Ok((clips, decode_stances(stances)?))
}

impl From<Spoilt> for StancesProblem {
    fn from(spoilt: Spoilt) -> Self {
        match spoilt {
            Spoilt::NotOne => Self::NotOne,
            Spoilt::Version(found) => Self::Version { found },
            Spoilt::Damaged => Self::Clip,
        }
    }
}
