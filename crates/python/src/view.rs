//! The page that shows a clip in a notebook.

use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;

include!(concat!(env!("OUT_DIR"), "/view.rs"));

/// The page, with `NAME` and `CLIP` where those of a clip belong.
#[pyfunction]
pub(crate) fn view_page() -> PyResult<&'static str> {
    PAGE.map_err(|reason| {
        let text = format!(
            "this build of segue has no viewport: {reason}; build the package again with Node 20 or later"
        );
        PyRuntimeError::new_err(text)
    })
}
