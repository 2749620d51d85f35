//! Skeleton maps on disk.

use std::io;
use std::path::Path;

use segue_motion::{MapError, SkeletonMap};
use segue_store::read_regular_text;

use super::{InFile, SaveError, save};

/// What is wrong with a file of a skeleton map.
#[derive(Debug, thiserror::Error)]
pub enum MapProblem {
    /// It cannot be opened.
    #[error("cannot read the skeleton map: {0}")]
    Io(#[from] io::Error),
    /// It is no skeleton map.
    #[error(transparent)]
    Map(#[from] MapError),
}

/// Reads a skeleton map, a file `*.map.toml`.
///
/// # Errors
/// When it cannot be opened or is no skeleton map.
pub fn read_map(path: &Path) -> Result<SkeletonMap, InFile<MapProblem>> {
    let text = read_regular_text(path).map_err(InFile::at(path))?;
    SkeletonMap::from_toml(&text).map_err(InFile::at(path))
}

/// Writes a skeleton map, by convention `*.map.toml`.
///
/// # Errors
/// When the file cannot be written.
pub fn write_map(path: &Path, map: &SkeletonMap) -> Result<(), SaveError> {
    save(path, map.to_toml().as_bytes())
}
