//! Swinging feet that clear the ground.

use glam::DVec3;
use segue_motion::{PointId, Pose};

use super::Stage;
use super::feet::Feet;
use super::source::at;
use super::swing::{Bound, smoothest};
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

    /// How much each foot is lifted in each frame: enough, as smoothly as its swing allows, and not at all while it is
    /// planted. Lifted legs move the body a little, so what is still missing is added in a few rounds.
    pub(super) fn lifts(&self, stage: &Stage<'_>, feet: &Feet) -> Vec<Vec<f64>> {
        let legs = self.soles.len();
        let mut lifts = vec![vec![0.0; legs]; stage.frames];
        let mut least = lifts.clone();
        for _ in 0..ROUNDS {
            let mut deepest: f64 = 0.0;
            for frame in 0..stage.frames {
                let (pose, _) = stage.solved(feet, frame as f64 / stage.settings.rate, &lifts[frame]);
                for (leg, deep) in self.depths(stage, &pose, frame).into_iter().enumerate() {
                    let is_free = !feet.is_planted(stage, leg, frame);
                    if is_free && deep > 0.0 {
                        least[frame][leg] = lifts[frame][leg] + deep;
                        deepest = deepest.max(deep);
                    }
                }
            }
            if deepest < CLEAR {
                break;
            }
            for leg in 0..legs {
                let bound = |frame: usize| match feet.is_planted(stage, leg, frame) {
                    true => Bound::Planted,
                    false => Bound::AtLeast(least[frame][leg]),
                };
                let bounds: Vec<Bound> = (0..stage.frames).map(bound).collect();
                let smooth = smoothest(&bounds, stage.settings.rate);
                lifts.iter_mut().zip(smooth).for_each(|(frame, lift)| frame[leg] = lift);
            }
        }
        lifts
    }
}

/// A foot that is in the ground by less than this, in metres, is clear of it.
const CLEAR: f64 = 0.001;
/// Rounds in which feet are lifted.
const ROUNDS: usize = 4;
