//! The work of an index in pieces, for many machines.

use std::path::PathBuf;

use pyo3::prelude::*;
use pyo3::types::PyBytes;
use segue::verbs::{self, IndexRequest, TilePairs};

use crate::errors::{malformed, raised};
use crate::listener::watched;

/// The tiles that a library lacks.
#[pyfunction]
pub(crate) fn plan(py: Python<'_>, request: &str, frames: usize) -> PyResult<Vec<TilePairs>> {
    let request: IndexRequest =
        serde_json::from_str(request).map_err(|error| malformed(error.to_string()))?;
    Ok(watched(py, None, |watch| request.tiles(frames, watch))?.0)
}

/// Builds a tile.
#[pyfunction]
pub(crate) fn build_tile(py: Python<'_>, library: PathBuf, pairs: TilePairs) -> PyResult<Bound<'_, PyBytes>> {
    let (bytes, _) = watched(py, None, |watch| verbs::build_tile(&library, &pairs, watch))?;
    Ok(PyBytes::new(py, &bytes))
}

/// Stores a tile.
#[pyfunction]
pub(crate) fn merge_tile(py: Python<'_>, library: PathBuf, tile: &[u8]) -> PyResult<usize> {
    py.detach(|| verbs::merge_tile(&library, tile)).map_err(|error| raised(&error))
}
