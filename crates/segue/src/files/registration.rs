//! Registrations on disk.

use std::io;
use std::path::Path;

use segue_motion::ClipSet;
use segue_register::RegistrationFileError;
use segue_store::read_regular;

use super::{InFile, SaveError, save};
use crate::Cast;

/// What is wrong with a file of a registration.
#[derive(Debug, thiserror::Error)]
pub enum RegistrationProblem {
    /// It cannot be opened.
    #[error("cannot read the registration: {0}")]
    Io(#[from] io::Error),
    /// It is no registration, or one of other clips.
    #[error("{0}")]
    File(Box<RegistrationFileError>),
}

impl From<RegistrationFileError> for RegistrationProblem {
    fn from(error: RegistrationFileError) -> Self {
        Self::File(Box::new(error))
    }
}

/// Reads a registration, a file `*.segue-reg`, for the clips it was made of, in the same order.
///
/// # Errors
/// When it cannot be opened, is no registration, or one of other clips or of another skeleton.
pub fn read_registration(path: &Path, clips: &ClipSet) -> Result<Cast, InFile<RegistrationProblem>> {
    let bytes = read_regular(path).map_err(InFile::at(path))?;
    Cast::decode(clips, &bytes).map_err(InFile::at(path))
}

/// Writes the registration of clips, by convention `*.segue-reg`, and returns how many bytes it takes.
///
/// # Errors
/// When the file cannot be written.
pub fn write_registration(path: &Path, cast: &Cast) -> Result<usize, SaveError> {
    let bytes = cast.encode();
    save(path, &bytes)?;
    Ok(bytes.len())
}
