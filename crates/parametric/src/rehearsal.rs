//! Playing a blend only as far as is needed to measure it.

use std::sync::Arc;

use glam::{Quat, Vec3};
use segue_blend::{Ensemble, Player, PlayerSettings, WeightError};
use segue_motion::{Anatomy, ClipId, Ground, JointId, Pose, Rigid, facing};

use crate::measure::{Needs, Resolved};
use crate::{Frame, MeasuredBlend};

/// Moments that are played per unit of the registration curve: results barely change above.
const STEPS_PER_SEC: f64 = 30.0;

/// Plays blends and measures them; keeps its memory from one to the next.
#[derive(Clone, Debug)]
pub(crate) struct Rehearsal {
    player: Player,
    measure: Arc<Resolved>,
    /// Moments, and whether joints are looked at there.
    grid: Vec<(f64, bool)>,
    frames: Vec<Frame>,
    pose: Pose,
    scratch: Vec<Rigid>,
    rest: Quat,
    rest_facing: Vec3,
    values: Vec<f64>,
}

impl Rehearsal {
    pub(crate) fn new(ensemble: &Arc<Ensemble>, measure: Arc<Resolved>) -> Self {
        let skeleton = ensemble.skeleton();
        let grid = grid(ensemble.registration().range(), measure.needs());
        let frame = |&(u, _): &(f64, bool)| Frame {
            u,
            secs: 0.0,
            root: Vec3::ZERO,
            heading: 0.0,
            points: Vec::new(),
            rotations: Vec::new(),
        };
        let settings = PlayerSettings { looping: false, ..PlayerSettings::default() };
        Self {
            player: Player::new(ensemble.clone(), settings).expect("only what loops can fail to"),
            frames: grid.iter().map(frame).collect(),
            grid,
            measure,
            pose: ensemble.rest_pose(),
            scratch: Vec::new(),
            rest: skeleton.joint(JointId::ROOT).rest,
            rest_facing: Anatomy::of(skeleton).rest_facing(skeleton),
            values: Vec::new(),
        }
    }

    /// What a blend with these weights measures; not finite where it is undefined.
    ///
    /// # Errors
    /// When the weights cannot be used.
    pub(crate) fn measure(&mut self, weights: &[f64]) -> Result<&[f64], WeightError> {
        self.play(weights)?;
        let (measure, mut values) = (self.measure.clone(), std::mem::take(&mut self.values));
        let blend = MeasuredBlend::new(&self.frames, self.player.ensemble().skeleton());
        measure.measure(&blend, weights, &mut values);
        self.values = values;
        Ok(&self.values)
    }

    fn play(&mut self, weights: &[f64]) -> Result<(), WeightError> {
        let start = self.grid[0].0;
        self.player.place(start, Ground::IDENTITY);
        self.player.pose(weights, &mut self.pose)?;
        let mut heading = 0.0;
        for n in 0..self.grid.len() {
            let (u, is_measured) = self.grid[n];
            if n > 0 {
                self.player.step_to(u, weights, &mut self.pose)?;
            }
            heading = self.heading(heading);
            let frame = &mut self.frames[n];
            (frame.root, frame.heading) = (self.pose.root, heading);
            frame.secs = secs_between(self.player.ensemble(), weights, [start, u]);
            if is_measured {
                let skeleton = self.player.ensemble().skeleton();
                self.pose.world_from_joints(skeleton, &mut self.scratch);
                frame.points.clear();
                frame.points.extend(self.scratch.iter().map(|world| world.translation));
                frame.rotations.clear();
                frame.rotations.extend(self.scratch.iter().map(|world| world.rotation));
                let sites = skeleton.end_sites().iter();
                frame.points.extend(sites.map(|site| self.scratch[site.parent.index()] * site.offset));
            }
        }
        Ok(())
    }

    fn heading(&self, before: f64) -> f64 {
        unwound(facing(self.pose.rotations[0], self.rest, self.rest_facing), before)
    }
}

/// The angle of a direction about the vertical, as near as it gets to the one before.
pub(crate) fn unwound(forward: Vec3, before: f64) -> f64 {
    let angle = f64::from(forward.x).atan2(forward.z.into());
    angle + std::f64::consts::TAU * ((before - angle) / std::f64::consts::TAU).round()
}

/// How long a blend takes from one moment to another: the mean of its clips.
pub(crate) fn secs_between(ensemble: &Ensemble, weights: &[f64], [from, to]: [f64; 2]) -> f64 {
    let timewarp = ensemble.registration().timewarp();
    let used = || ClipId::all(weights.len()).zip(weights).filter(|(_, weight)| **weight != 0.0);
    let sizes: f64 = used().map(|(_, weight)| weight.abs()).sum();
    used()
        .map(|(clip, weight)| weight.abs() / sizes * (timewarp.at(clip, to) - timewarp.at(clip, from)))
        .sum()
}

/// The moments that are played: evenly up to the last that matters, and those that are measured.
fn grid([start, end]: [f64; 2], needs: &Needs) -> Vec<(f64, bool)> {
    let last = if needs.whole { end } else { needs.moments.last().copied().unwrap_or(start) };
    let steps = ((last - start) * STEPS_PER_SEC).ceil().max(1.0) as usize;
    let even = (0..=steps).map(|step| (start + (last - start) * step as f64 / steps as f64, needs.joints));
    let mut grid: Vec<(f64, bool)> = even.chain(needs.moments.iter().map(|&u| (u, true))).collect();
    grid.sort_by(|a, b| a.0.total_cmp(&b.0));
    grid.dedup_by(|later, kept| {
        let same = later.0 - kept.0 < 1e-9;
        kept.1 |= same && later.1;
        same
    });
    // Turns are counted from the start.
    grid[0].1 = true;
    grid
}
