//! Stances on disk, with the clips that they come from.

use std::fs;
use std::io;
use std::path::Path;

use rayon::prelude::*;
use segue_actors::{RUNS_AND_JUMPS, Sample};
use segue_motion::Clip;
use segue_stance::{Stance, StoredError, decode_stances, encode_stances};
use segue_store::{ContainerError, FileKind};

use super::{InFile, SaveError, bundle, save};

const KIND: FileKind = FileKind {
    tag: *b"STN",
    name: "a file of stances",
    version: 2,
    largest: bundle::LARGEST,
    remedy: "extract them again with `segue stance extract`",
};

/// What is wrong with a file of stances.
#[derive(Debug, thiserror::Error)]
pub enum StancesProblem {
    /// It cannot be opened.
    #[error("cannot read the stances: {0}")]
    Io(#[from] io::Error),
    /// Not a file of stances, of another version, cut off or damaged.
    #[error(transparent)]
    Stored(#[from] ContainerError),
    /// The stances themselves.
    #[error(transparent)]
    Stances(#[from] StoredError),
}

/// Writes stances with the clips that they come from, so that they need nothing else; by convention `*.segue-stances`.
///
/// # Errors
/// When the file cannot be written.
pub fn write_stances(path: &Path, clips: &[Clip], stances: &[Stance]) -> Result<(), SaveError> {
    save(path, &bundle::pack(&KIND, clips.iter(), &encode_stances(stances)))
}

/// Reads what [`write_stances`] wrote: the clips and the stances.
///
/// # Errors
/// When it cannot be opened, is something else, of another version, or damaged.
pub fn read_stances(path: &Path) -> Result<(Vec<Clip>, Vec<Stance>), InFile<StancesProblem>> {
    let bytes = fs::read(path).map_err(InFile::at(path))?;
    decode(&bytes).map_err(InFile::at(path))
}

fn decode(bytes: &[u8]) -> Result<(Vec<Clip>, Vec<Stance>), StancesProblem> {
    let (clips, stances) = bundle::unpack(&KIND, bytes)?;
    Ok((clips, decode_stances(&stances)?))
}

/// The clips that stances are taken from when nothing else is named: the synthetic runs, jumps, leaps and hops.
pub fn built_in_stance_clips() -> Vec<Clip> {
    RUNS_AND_JUMPS.par_iter().filter_map(|name| Sample::find(name)).map(Sample::clip).collect()
}
