//! From two strokes on a view of a scene to wanted parameters.

mod arcs;
mod camera;
mod contacts;
mod edit;
mod session;

use glam::{DVec2, DVec3};
use segue_motion::GRAVITY;
use serde::{Deserialize, Serialize};

use crate::{Params, StanceError};

pub use camera::{Block, Camera, Scene};
pub use edit::{is_scribble_over, overdrawn};
pub use session::{Phase, Reply, Session};

use arcs::Arc;

/// A recorded sketch: what was seen, and what was drawn on it.
///
/// ```
/// use segue_stance::Sketch;
///
/// let text = r#"{"camera": {"position": [4.0, 1.5, 2.0], "target": [0.0, 1.0, 2.0], "fov_degrees": 45.0, "size": [800, 600]},
///     "scene": {"ground": 0.0, "blocks": []}, "path": [], "shadow": []}"#;
/// let sketch: Sketch = serde_json::from_str(text)?;
/// let error = sketch.read().unwrap_err().to_string();
/// assert!(error.contains("path"), "{error}");
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Sketch {
    /// From where the scene is seen.
    pub camera: Camera,
    /// What is seen.
    pub scene: Scene,
    /// The path of the centre of mass, in pixels from the top left.
    pub path: Vec<[f64; 2]>,
    /// Its shadow on the ground.
    pub shadow: Vec<[f64; 2]>,
}

/// What a sketch means.
#[derive(Clone, Debug)]
pub struct SketchReading {
    /// The arcs of flight, redrawn in space: points of each.
    pub arcs: Vec<Vec<DVec3>>,
    /// The highest point of each.
    pub apexes: Vec<DVec3>,
    /// The horizontal velocity in each, in m/s, as the arc tells it; arrows that may be dragged.
    pub velocities: Vec<DVec3>,
    /// How far each speed may be off, in m/s.
    pub doubts: Vec<f64>,
    /// The contacts on the ground.
    pub contacts: Vec<DVec3>,
}

impl Sketch {
    /// Finds contacts, planes, parabolas and apexes.
    ///
    /// # Errors
    /// When a stroke is too short, the path has one arc only, the shadow misses the scene, or two contacts are one above
    /// the other: the error says what to draw again.
    pub fn read(&self) -> Result<SketchReading, StanceError> {
        self.camera.checked()?;
        let (path, shadow) = (stroke(&self.path, "path")?, stroke(&self.shadow, "shadow")?);
        let low = contacts::found(&path, &shadow);
        if low.len() < 3 {
            return Err(said(format!(
                "the path has {} arcs of flight; a stance lies between two, so draw at least two",
                low.len().saturating_sub(1)
            )));
        }
        let grounds = self.grounds(&path, &shadow, &low)?;
        let spans = low.windows(2).zip(grounds.windows(2)).enumerate();
        let arcs: Vec<Arc> = spans
            .map(|(i, (ends, feet))| {
                Arc::fitted(&self.camera, &path[ends[0]..=ends[1]], [feet[0], feet[1]])
                    .map_err(|why| said(format!("arc {} of the path: {why}", i + 1)))
            })
            .collect::<Result<_, _>>()?;
        Ok(SketchReading {
            apexes: arcs.iter().map(Arc::apex).collect(),
            velocities: arcs.iter().map(|arc| arc.direction * arc.speed()).collect(),
            doubts: arcs.iter().map(Arc::doubt).collect(),
            arcs: arcs.iter().map(Arc::redrawn).collect(),
            contacts: grounds,
        })
    }

    /// The points of the scene under the path's lowest points: the nearest points of the shadow, horizontally on the
    /// screen.
    fn grounds(&self, path: &[DVec2], shadow: &[DVec2], low: &[usize]) -> Result<Vec<DVec3>, StanceError> {
        let below = |&i: &usize| {
            let nearest =
                shadow.iter().min_by(|a, b| (a.x - path[i].x).abs().total_cmp(&(b.x - path[i].x).abs()));
            let at = *nearest.unwrap_or(&path[i]);
            self.scene.hit(self.camera.position(), self.camera.ray(at)).ok_or_else(|| {
                said(format!(
                    "the shadow misses the scene at pixel {:.0}, {:.0}; draw the shadow again, the path is kept",
                    at.x, at.y
                ))
            })
        };
        low.iter().map(below).collect()
    }
}

impl SketchReading {
    /// One set of parameters for each contact between two arcs, with all speeds multiplied by `pace`: arcs tell speeds
    /// only so well.
    pub fn params(&self, pace: f64) -> Vec<Params> {
        (0..self.apexes.len().saturating_sub(1)).map(|i| self.stance(i, pace)).collect()
    }

    fn stance(&self, i: usize, pace: f64) -> Params {
        let (from, to) = (self.apexes[i], self.apexes[i + 1]);
        let (v, w) = (self.velocities[i] * pace, self.velocities[i + 1] * pace);
        let heading = v.normalize_or(DVec3::Z);
        let right = heading.cross(DVec3::Y);
        let ground = self.contacts[i + 1].y;
        Params {
            zs: from.y - ground,
            ze: to.y - ground,
            vs: v.length(),
            ve: w.dot(heading),
            vp: w.dot(right),
            x: (to - from).dot(heading),
        }
    }

    /// How far all speeds may be off together, as a share: the least doubt of all arcs counts most.
    pub fn doubt(&self) -> f64 {
        let shares = self.doubts.iter().zip(&self.velocities).map(|(doubt, v)| doubt / v.length().max(0.1));
        shares.fold(f64::INFINITY, f64::min).min(1.0)
    }
}

/// The speed of free fall along an arc `height = a s² + …`: √(g / 2|a|).
fn speed_of(curvature: f64) -> f64 {
    (GRAVITY / (2.0 * curvature.abs())).sqrt()
}

fn said(text: String) -> StanceError {
    StanceError::Sketch(text)
}

/// Points of a stroke, at least three, finite.
fn stroke(points: &[[f64; 2]], what: &str) -> Result<Vec<DVec2>, StanceError> {
    if points.len() < 3 {
        return Err(said(format!("the {what} has {} points; draw it in one stroke", points.len())));
    }
    if let Some(i) = points.iter().position(|point| !point.iter().all(|x| x.is_finite())) {
        return Err(said(format!("point {i} of the {what} is not a place on the screen")));
    }
    Ok(points.iter().copied().map(DVec2::from).collect())
}

#[cfg(test)]
mod tests;
