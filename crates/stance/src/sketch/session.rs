//! A sketch that is drawn and edited, stroke by stroke.

use super::aim::{AimSettings, AimedPath, aim};
use super::camera::Camera;
use super::change::{EditOutcome, SketchEdit};
use super::document::{Sketch, SketchFigure};
use super::plan::PathPlan;
use super::read::PathReading;
use super::scene::Scene;
use super::state::{Past, no_path};
use crate::StanceError;
use crate::library::StanceLibrary;

/// A sketch with what was read and planned of it. An edit reads and plans again only the paths that it touches; one that
/// makes no sense changes nothing.
///
/// ```
/// use segue_stance::{Camera, Scene, Session, SketchEdit};
///
/// let camera = Camera::new([6.0, 2.0, 2.5], [0.0, 0.8, 2.5], 50.0, [1200.0, 800.0]);
/// let mut session = Session::new(camera, Scene::default());
/// let points = vec![[100.0, 300.0], [400.0, 250.0], [700.0, 300.0]];
/// session.edit(&SketchEdit::Stroke { points, view: None })?;
/// assert!(session.is_shadow_next());
/// assert!(session.undo() && !session.is_shadow_next());
/// # Ok::<(), segue_stance::StanceError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Session {
    now: Past,
    undone: Vec<Past>,
    done: Vec<Past>,
}

/// Edits that can be undone.
const MOST_UNDONE: usize = 200;

impl Session {
    /// Nothing is drawn yet.
    pub fn new(camera: Camera, scene: Scene) -> Self {
        let sketch = Sketch::new(camera, scene, Vec::new());
        let now = Past { sketch, waiting: None, known: Vec::new(), figure: SketchFigure::default() };
        Self { now, undone: Vec::new(), done: Vec::new() }
    }

    /// Goes on with a recorded sketch. A last path without a shadow waits for it.
    ///
    /// # Errors
    /// When a path cannot be read or planned.
    pub fn open(sketch: Sketch) -> Result<Self, StanceError> {
        Self::open_for(sketch, SketchFigure::default())
    }

    /// [`Session::open`] of a sketch that a figure will do, such as that of the stances to choose from; it counts where the
    /// sketch names none.
    ///
    /// # Errors
    /// As [`Session::open`].
    pub fn open_for(mut sketch: Sketch, figure: SketchFigure) -> Result<Self, StanceError> {
        sketch.checked()?;
        let waiting = sketch.paths.pop_if(|drawing| drawing.shadow.is_empty());
        let mut now = Past { sketch, waiting, known: Vec::new(), figure };
        for path in 0..now.sketch.paths.len() {
            let known = now.read(path)?;
            now.known.push(known);
        }
        Ok(Self { now, undone: Vec::new(), done: Vec::new() })
    }

    /// What is drawn, and what is wished for. A path whose shadow is to come is the last.
    pub fn sketch(&self) -> Sketch {
        let mut sketch = self.now.sketch.clone();
        sketch.paths.extend(self.now.waiting.clone());
        sketch
    }

    /// How many paths have a shadow.
    pub fn len(&self) -> usize {
        self.now.known.len()
    }

    /// Whether no path has a shadow.
    pub fn is_empty(&self) -> bool {
        self.now.known.is_empty()
    }

    /// Whether a path was drawn whose shadow is to come.
    pub fn is_shadow_next(&self) -> bool {
        self.now.waiting.is_some()
    }

    /// What was read of a path.
    pub fn reading(&self, path: usize) -> Option<&PathReading> {
        self.now.known.get(path).map(|known| &known.reading)
    }

    /// What is planned for a path.
    pub fn plan(&self, path: usize) -> Option<&PathPlan> {
        self.now.known.get(path).map(|known| &known.plan)
    }

    /// Makes a change.
    ///
    /// # Errors
    /// When it makes no sense: nothing has changed then.
    pub fn edit(&mut self, edit: &SketchEdit) -> Result<EditOutcome, StanceError> {
        let mut next = self.now.clone();
        let outcome = next.apply(edit)?;
        self.take(next);
        Ok(outcome)
    }

    /// Changes the scene while paths stand; gives the paths that were read again: those near to what changed.
    ///
    /// # Errors
    /// When the scene makes no sense, or a path cannot be read in it: nothing has changed then.
    pub fn set_scene(&mut self, scene: Scene) -> Result<Vec<usize>, StanceError> {
        scene.checked()?;
        let mut next = self.now.clone();
        let touched: Vec<usize> = (0..next.known.len()).filter(|&path| next.feels(path, &scene)).collect();
        next.sketch.scene = scene;
        for &path in &touched {
            next.read_again(path)?;
        }
        self.take(next);
        Ok(touched)
    }

    fn take(&mut self, next: Past) {
        self.done.push(std::mem::replace(&mut self.now, next));
        self.undone.clear();
        if self.done.len() > MOST_UNDONE {
            self.done.remove(0);
        }
    }

    /// Takes back the last change; `false` when there is none.
    pub fn undo(&mut self) -> bool {
        let Some(before) = self.done.pop() else { return false };
        self.undone.push(std::mem::replace(&mut self.now, before));
        true
    }

    /// Makes a change again that was taken back; `false` when there is none.
    pub fn redo(&mut self) -> bool {
        let Some(after) = self.undone.pop() else { return false };
        self.done.push(std::mem::replace(&mut self.now, after));
        true
    }

    /// Captured stances along a path: what [`compose_in`](crate::compose_in) plays, and
    /// [`Playback`](crate::Playback) shows as a rigid body.
    ///
    /// # Errors
    /// When there is no such path, or no stance for a contact of it.
    pub fn stances(
        &self,
        path: usize,
        library: &StanceLibrary,
        settings: &AimSettings,
    ) -> Result<AimedPath, StanceError> {
        let known = self.now.known.get(path).ok_or_else(|| no_path(path, self.now.known.len()))?;
        aim(library, &known.reading, &known.plan, &self.now.sketch.paths[path].wishes, settings)
    }
}
