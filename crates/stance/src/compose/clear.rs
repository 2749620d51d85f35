//! Swinging feet that clear the ground.

use glam::DVec3;
use segue_motion::{PointId, Pose};

use super::Stage;
use super::source::at;
use crate::Scene;
use crate::body::foot_points;
use crate::sketch::Solid;

/// Where the ground is under a chain.
pub(super) struct Clearance {
    /// What stands in the scene; `None` without one.
    solids: Option<Vec<Solid>>,
    /// The points of the foot of each leg.
    soles: Vec<Vec<PointId>>,
}

impl Clearance {
    pub(super) fn new(stage: &Stage<'_>, scene: Option<&Scene>) -> Self {
        Self {
            solids: scene.map(Scene::solids),
            soles: stage
                .legs
                .iter()
                .map(|(_, leg)| foot_points(&stage.sources.skeleton, leg.end()))
                .collect(),
        }
    }

    /// The points of the foot of a leg.
    pub(super) fn sole(&self, leg: usize) -> &[PointId] {
        &self.soles[leg]
    }

    /// The height of the ground under a point of a foot at a time.
    pub(super) fn ground(&self, stage: &Stage<'_>, point: DVec3, secs: f64) -> f64 {
        if let Some(solids) = &self.solids {
            return solids.iter().map(|solid| solid.top_over(point)).fold(f64::NEG_INFINITY, f64::max);
        }
        let (before, after) = stage.track.between(stage.links, secs);
        stage.track.ground(before).min(stage.track.ground(after))
    }

    /// How deep each foot is under the ground in a frame; 0 above it.
    pub(super) fn depths(&self, stage: &Stage<'_>, pose: &Pose, frame: usize) -> Vec<f64> {
        let (points, secs) = (stage.points(pose), frame as f64 / stage.settings.rate);
        let depth = |point: &PointId| {
            let place = at(&points, *point);
            self.ground(stage, place, secs) - place.y
        };
        self.soles.iter().map(|sole| sole.iter().map(depth).fold(0.0, f64::max)).collect()
    }
}
