//! Swinging feet that clear the ground.

use glam::DVec3;
use segue_motion::{PointId, Pose};

use super::Stage;
use super::feet::Feet;
use super::source::at;
use super::track::smooth;
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

/// A foot is lifted gently: over this time before and after it would touch, in seconds.
const GENTLE_SECS: f64 = 0.15;

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

    /// The height of the ground under a point of a foot at a time.
    fn ground(&self, stage: &Stage<'_>, point: DVec3, secs: f64) -> f64 {
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

    /// How deep the foot of a leg is in the ground that it stands on, given a point of that and its normal; 0 above it.
    pub(super) fn sunk(
        &self,
        stage: &Stage<'_>,
        pose: &Pose,
        leg: usize,
        [ground, normal]: [DVec3; 2],
    ) -> f64 {
        let points = stage.points(pose);
        let depth = |point: &PointId| -(at(&points, *point) - ground).dot(normal) / normal.y;
        self.soles[leg].iter().map(depth).fold(0.0, f64::max)
    }

    /// How much each foot is lifted in each frame: enough, gently, and not at all while it is planted.
    pub(super) fn lifts(&self, stage: &Stage<'_>, feet: &Feet) -> Vec<Vec<f64>> {
        let none = vec![0.0; self.soles.len()];
        let deep: Vec<Vec<f64>> = (0..stage.frames)
            .map(|frame| {
                let (pose, _) = stage.solved(feet, frame as f64 / stage.settings.rate, &none);
                self.depths(stage, &pose, frame)
            })
            .collect();
        let reach = (GENTLE_SECS * stage.settings.rate).ceil() as usize;
        let gentle = |frame: usize, leg: usize| {
            let near = frame.saturating_sub(reach)..=(frame + reach).min(deep.len() - 1);
            let lift = near.map(|other| {
                let away = other.abs_diff(frame) as f64 / (reach + 1) as f64;
                deep[other][leg] * (1.0 - smooth(away))
            });
            let free = feet.secs_from_plant(stage, leg, frame) / FREE_SECS;
            1.1 * lift.fold(0.0, f64::max) * smooth(free)
        };
        let lift = |frame: usize, leg: usize| {
            let even = EVEN.iter().enumerate().map(|(i, weight)| {
                let near = (frame + i).saturating_sub(EVEN.len() / 2).min(deep.len() - 1);
                weight * gentle(near, leg)
            });
            even.sum::<f64>().max(deep[frame][leg])
        };
        (0..deep.len()).map(|frame| (0..self.soles.len()).map(|leg| lift(frame, leg)).collect()).collect()
    }
}

/// Lifts are evened out over neighbouring frames by these weights.
const EVEN: [f64; 5] = [1.0 / 16.0, 4.0 / 16.0, 6.0 / 16.0, 4.0 / 16.0, 1.0 / 16.0];

/// So long after and before a plant, in seconds, a foot may be lifted as much as it needs.
const FREE_SECS: f64 = 0.08;
