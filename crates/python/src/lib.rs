//! The native half of the Python package `segue`: requests in, answers out, clips as numbers.
//!
//! The package itself is Python (`python/segue`): it names arguments and documents them. Here a request becomes one of
//! [`segue::verbs`], runs while Python does other things, and its answer goes back as JSON.

#![allow(clippy::needless_pass_by_value, reason = "Python hands arguments over by value")]

mod clip;
mod errors;
mod function;
mod listener;
mod outcome;
mod run;
mod tiles;
mod view;
mod work;

use pyo3::prelude::*;
use pyo3::types::PyTuple;

/// The module `segue._segue`.
#[pymodule]
fn _segue(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    module.add("VERBS", PyTuple::new(module.py(), run::VERBS)?)?;
    module.add_class::<clip::Clip>()?;
    module.add_class::<outcome::Outcome>()?;
    module.add_function(wrap_pyfunction!(clip::load, module)?)?;
    module.add_function(wrap_pyfunction!(clip::build, module)?)?;
    module.add_function(wrap_pyfunction!(run::run, module)?)?;
    module.add_function(wrap_pyfunction!(tiles::plan, module)?)?;
    module.add_function(wrap_pyfunction!(tiles::build_tile, module)?)?;
    module.add_function(wrap_pyfunction!(tiles::merge_tile, module)?)?;
    module.add_function(wrap_pyfunction!(view::view_page, module)?)?;
    errors::register(module)
}
