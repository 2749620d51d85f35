//! The order in which strokes are drawn.

use serde::{Deserialize, Serialize};

use super::{Camera, Scene, Sketch, SketchReading, is_scribble_over, overdrawn};
use crate::StanceError;

/// What is waited for: a path, its shadow, more or the end, then stances are fitted and played \[BPBM\] figure 5.4.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Phase {
    /// A path is to be drawn.
    Path,
    /// Its shadow is to be drawn.
    Shadow,
    /// Both are there: another path, a change, or done.
    Ready,
    /// Stances are being found.
    Fitting,
    /// The motion is played.
    Playing,
    /// It stands still.
    Stopped,
}

/// What a stroke did.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Reply {
    /// It is the path.
    Path,
    /// It is the shadow.
    Shadow,
    /// It deleted the stroke before it.
    Deleted,
    /// It replaced a part of the path.
    Replaced,
}

/// Strokes on one view of a scene, one after the other.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Session {
    sketch: Sketch,
    phase: Phase,
}

impl Session {
    /// Nothing is drawn yet.
    pub fn new(camera: Camera, scene: Scene) -> Self {
        Self { sketch: Sketch { camera, scene, path: Vec::new(), shadow: Vec::new() }, phase: Phase::Path }
    }

    /// What is waited for.
    pub fn phase(&self) -> Phase {
        self.phase
    }

    /// What is drawn.
    pub fn sketch(&self) -> &Sketch {
        &self.sketch
    }

    /// Takes a stroke: the path, its shadow, a scribble that deletes the last one, or a part drawn anew.
    ///
    /// # Errors
    /// When the shadow misses the scene or makes no sense of the path: it is not taken, and nothing else is lost. When
    /// nothing can be drawn at this moment.
    pub fn draw(&mut self, stroke: Vec<[f64; 2]>) -> Result<Reply, StanceError> {
        let last = if self.phase == Phase::Ready { &self.sketch.shadow } else { &self.sketch.path };
        if self.phase != Phase::Path && is_scribble_over(&stroke, last) {
            return Ok(self.delete());
        }
        match self.phase {
            Phase::Path => {
                self.sketch.path = stroke;
                self.phase = Phase::Shadow;
                Ok(Reply::Path)
            }
            Phase::Shadow => {
                let tried = Sketch { shadow: stroke, ..self.sketch.clone() };
                tried.read()?;
                (self.sketch, self.phase) = (tried, Phase::Ready);
                Ok(Reply::Shadow)
            }
            Phase::Ready => self.redraw(&stroke),
            Phase::Fitting | Phase::Playing | Phase::Stopped => {
                Err(super::said("stop the motion and go back before drawing on".to_owned()))
            }
        }
    }

    fn redraw(&mut self, stroke: &[[f64; 2]]) -> Result<Reply, StanceError> {
        let Some(path) = overdrawn(&self.sketch.path, stroke) else {
            return Err(super::said("begin and end on the path to draw a part of it anew".to_owned()));
        };
        let tried = Sketch { path, ..self.sketch.clone() };
        tried.read()?;
        self.sketch = tried;
        Ok(Reply::Replaced)
    }

    fn delete(&mut self) -> Reply {
        if self.phase == Phase::Ready {
            self.sketch.shadow.clear();
            self.phase = Phase::Shadow;
        } else {
            self.sketch.path.clear();
            self.phase = Phase::Path;
        }
        Reply::Deleted
    }

    /// Drawing is over: what the sketch means.
    ///
    /// # Errors
    /// When path or shadow are missing.
    pub fn done(&mut self) -> Result<SketchReading, StanceError> {
        if self.phase != Phase::Ready {
            return Err(super::said("draw a path and its shadow first".to_owned()));
        }
        let reading = self.sketch.read()?;
        self.phase = Phase::Fitting;
        Ok(reading)
    }

    /// Starts or stops playing once stances are found; `false` goes back to drawing.
    pub fn fitted(&mut self, found: bool) {
        self.phase = if found { Phase::Playing } else { Phase::Ready };
    }

    /// Stops, or plays on.
    pub fn toggle(&mut self) {
        self.phase = match self.phase {
            Phase::Playing => Phase::Stopped,
            Phase::Stopped => Phase::Playing,
            other => other,
        };
    }

    /// Back to drawing.
    pub fn back(&mut self) {
        if matches!(self.phase, Phase::Playing | Phase::Stopped | Phase::Fitting) {
            self.phase = Phase::Ready;
        }
    }
}
