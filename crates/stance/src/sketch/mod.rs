//! From strokes on a view of a scene to a plan of stances.

mod aim;
mod anchor;
mod best;
mod camera;
mod chain;
mod change;
mod correspond;
mod divide;
mod document;
mod drawn;
mod edit;
mod fields;
mod fit;
mod plan;
mod read;
mod scene;
mod segment;
mod session;
mod shadow;
mod solid;
mod solve;
mod state;
mod stroke;
mod surface;
mod text;
mod verdict;

use glam::{DVec2, DVec3};

use crate::StanceError;

pub use aim::{AimSettings, AimedPath, aim};
pub use camera::Camera;
pub use change::{EditOutcome, SketchEdit};
pub use document::{Drawing, Foot, Sketch, SketchFigure, Which, Wish};
pub use edit::{is_scribble_over, overdrawn};
pub use plan::{BrokenLimit, PathPlan};
pub use read::{GUESS, PathReading, ReadArc, ReadContact};
pub use scene::{Block, Plane, Scene};
pub use segment::StrokeEnd;
pub use session::Session;
pub(crate) use solid::Solid;
pub use surface::Surface;
pub use text::from_json;
pub use verdict::{StepVerdict, summary, verdicts};

fn said(text: String) -> StanceError {
    StanceError::Sketch(text)
}

/// A place on the floor: x and z.
fn flat(point: DVec3) -> DVec2 {
    DVec2::new(point.x, point.z)
}

#[cfg(test)]
mod tests;
