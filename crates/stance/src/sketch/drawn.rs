//! A drawing made ready to be explained: its strokes sampled evenly, the path lifted over its shadow.

use super::camera::{Camera, Lens};
use super::correspond::Lifted;
use super::document::{Drawing, SketchFigure};
use super::scene::Scene;
use super::segment::StrokeEnd;
use super::shadow::Shadow;
use super::stroke::{self, Even};
use super::surface::Surface;
use crate::StanceError;

/// Smoothing of path and shadow, in pixels.
const SMOOTH: [f64; 2] = [3.0, 6.0];

/// Everything about a drawing that does not change while its chain is fitted.
#[derive(Clone, Debug)]
pub(super) struct Drawn {
    pub(super) lens: Lens,
    pub(super) path: Even,
    pub(super) lifted: Lifted,
    pub(super) shadow: Shadow,
    /// The shadow on the screen.
    pub(super) seen: Even,
    pub(super) surfaces: Vec<Surface>,
    pub(super) figure: SketchFigure,
    pub(super) ends: [StrokeEnd; 2],
    /// Whether the shadow was drawn from the other end of the path.
    pub(super) is_turned: bool,
}

impl Drawn {
    pub(super) fn new(
        camera: &Camera,
        scene: &Scene,
        drawing: &Drawing,
        figure: SketchFigure,
    ) -> Result<Self, StanceError> {
        let surfaces = scene.surfaces();
        let path = stroke::checked(&drawing.path, "path")?;
        let under = stroke::checked(&drawing.shadow, "shadow")?;
        stroke::long_enough(&path, "path")?;
        if !stroke::is_upright(&path) {
            stroke::long_enough(&under, "shadow")?;
        }
        let path = Even::of(&path, stroke::count_of(&path), SMOOTH[0]);
        let under = Even::of(&under, stroke::count_of(&under), SMOOTH[1]);
        let is_turned = under.is_turned(&path);
        let under = if is_turned { under.turned() } else { under };
        let shadow = Shadow::found(camera, scene, &surfaces, &under)?;
        let lifted = Lifted::over(camera, &path, &shadow, figure.com_height);
        let seen = shadow.seen(camera);
        let (lens, ends) = (camera.lens(), [drawing.begin, drawing.end]);
        Ok(Self { lens, path, lifted, shadow, seen, surfaces, figure, ends, is_turned })
    }
}
