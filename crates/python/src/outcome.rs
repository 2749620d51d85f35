//! What became of a request, as Python has it.

use std::path::PathBuf;

use pyo3::prelude::*;
use segue::verbs::{HeldClip, VerbError};

use crate::clip::{Clip, named};
use crate::errors::{malformed, raised};
use crate::listener::{Told, watched};
use crate::work::Work;

/// An answer with what was made.
#[pyclass(frozen, module = "segue._segue")]
pub(crate) struct Outcome {
    /// The answer as `--json` prints it.
    #[pyo3(get)]
    answer: String,
    /// What was said on the way.
    #[pyo3(get)]
    notes: Vec<Told>,
    work: Box<dyn Work>,
}

impl Outcome {
    pub(crate) fn new(answer: String, work: Box<dyn Work>, notes: Vec<Told>) -> Self {
        Self { answer, notes, work }
    }
}

#[pymethods]
impl Outcome {
    /// The motions that were made.
    fn clips(&self) -> Vec<Clip> {
        let held = |(clip, origin): (&segue::motion::Clip, Option<&segue::formats::Origin>)| HeldClip {
            clip: clip.clone(),
            input: named(clip.name()),
            origin: origin.cloned(),
        };
        self.work.motions().into_iter().map(held).map(Clip::new).collect()
    }

    /// The picture as SVG, or nothing where there is none.
    fn svg(&self, py: Python<'_>) -> PyResult<Option<String>> {
        let drawn = py.detach(|| Some(self.work.drawing()?.map(|canvas| canvas.to_svg())));
        drawn.transpose().map_err(|error| raised(&error))
    }

    /// The picture as PNG, `scale` pixels for each of the drawing, or nothing where there is none.
    fn png(&self, py: Python<'_>, scale: f64) -> PyResult<Option<Vec<u8>>> {
        let drawn = py.detach(|| self.work.drawing().map(|canvas| Ok(canvas?.to_png(scale))));
        let Some(drawn) = drawn else { return Ok(None) };
        let bytes = drawn.map_err(|error: VerbError| raised(&error))?;
        bytes.map(Some).map_err(|error| malformed(error.to_string()))
    }

    /// Writes what was made to a file; names the files.
    fn save(&self, py: Python<'_>, path: PathBuf) -> PyResult<Vec<PathBuf>> {
        let result = py.detach(|| self.work.store(&path));
        let result = result.ok_or_else(|| malformed("there is nothing of it to save"))?;
        result.map_err(|error| raised(&error))
    }

    /// Writes each match of a search to a folder; says which moments correspond, as JSON.
    fn cut(&self, py: Python<'_>, folder: PathBuf, to: &str) -> PyResult<String> {
        let format = serde_json::from_value(to.into()).map_err(|error| malformed(error.to_string()))?;
        let (cut, _) = watched(py, None, |watch| self.work.cut(&folder, format, watch).transpose())?;
        let cut = cut.ok_or_else(|| malformed("only the matches of a search can be cut"))?;
        serde_json::to_string(&cut).map_err(|error| malformed(error.to_string()))
    }
}
