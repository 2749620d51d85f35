//! Functions of Python that measure motion.

use std::sync::{Arc, Mutex, PoisonError};

use pyo3::prelude::*;
use segue::parametric::{Function, MeasuredBlend, Unit};
use segue::verbs::HeldClip;

use crate::clip::{Clip, named};
use crate::errors::malformed;

/// A function by its name, with its unit.
pub(crate) type Own = (String, String, Py<PyAny>);

/// The first exception that a function raised; nothing is called after it.
#[derive(Clone, Default)]
pub(crate) struct Raised(Arc<Mutex<Option<PyErr>>>);

impl Raised {
    /// The exception, if there was one, else what the work came to.
    pub(crate) fn or<T>(&self, result: PyResult<T>) -> PyResult<T> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).take().map_or(result, Err)
    }

    fn is_some(&self) -> bool {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).is_some()
    }

    fn keep(&self, error: PyErr) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(error);
    }
}

/// Functions as requests hold them. What a function raises goes to `raised`, and its value is undefined.
pub(crate) fn functions(all: Vec<Own>, raised: &Raised) -> PyResult<Vec<Function>> {
    all.into_iter().map(|own| function(own, raised.clone())).collect()
}

fn function((name, unit, call): Own, raised: Raised) -> PyResult<Function> {
    let unit = Unit::from_text(&unit).ok_or_else(|| malformed(format!("there is no unit `{unit}`")))?;
    Ok(Function::new(name, unit, move |blend: &MeasuredBlend<'_>| {
        if raised.is_some() {
            return f64::NAN;
        }
        let measured = Python::attach(|py| measure(py, &call, blend));
        measured.unwrap_or_else(|error| {
            raised.keep(error);
            f64::NAN
        })
    }))
}

fn measure(py: Python<'_>, call: &Py<PyAny>, blend: &MeasuredBlend<'_>) -> PyResult<f64> {
    let clip = blend.clip();
    let held = HeldClip { input: named(clip.name()), clip, origin: None };
    call.call1(py, (Clip::new(held),))?.extract(py)
}
