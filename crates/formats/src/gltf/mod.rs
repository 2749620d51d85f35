//! gltf files.

use std::path::Path;

use crate::error::{Place, Problem};
use crate::{Import, ReadError, ReadOptions};

/// A gltf file as written.
#[derive(Clone, Debug)]
pub struct Document;

pub(crate) fn read(path: &Path, _bytes: &[u8], _options: &ReadOptions) -> Result<Import, ReadError> {
    Err(Problem::Unsupported("gltf files are not supported".to_owned()).at(Place::File).in_file(path))
}

pub(crate) fn encode(
    format: crate::Format,
    _clips: &[segue_motion::Clip],
) -> Result<Vec<crate::EncodedFile>, crate::WriteError> {
    Err(crate::WriteError::ReadOnly { format })
}
