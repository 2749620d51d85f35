//! bvh files.

use std::path::Path;

use segue_motion::Clip;

use crate::error::{Place, Problem};
use crate::{Conversion, EncodedFile, Import, ReadError, ReadOptions, WriteError};

/// A bvh file as written.
#[derive(Clone, Debug)]
pub struct Document;

pub(crate) fn read(path: &Path, _options: &ReadOptions) -> Result<Import, ReadError> {
    Err(Problem::Unsupported("bvh files are not supported".to_owned()).at(Place::File).in_file(path))
}

pub(crate) fn encode(
    _clip: &Clip,
    _template: Option<(&Document, &Conversion)>,
) -> Result<Vec<EncodedFile>, WriteError> {
    Err(WriteError::NoClip)
}
