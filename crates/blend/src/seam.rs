//! What is left of the end of a cycle after it has started again.

use glam::{Quat, Vec3};
use segue_motion::Pose;

/// Time in which the difference between the end of a cycle and its start dies away: half a step of a walk.
const EASE_SECS: f64 = 0.25;

/// The difference between the last pose of a cycle and the first, which fades while the new cycle plays, so that ends
/// that do not quite meet are not seen as a jump. Allocates nothing once made.
#[derive(Clone, Debug)]
pub(crate) struct Seam {
    /// Turns each joint of the new cycle, on its parent, to where the old one left it.
    turns: Vec<Quat>,
    shift: Vec3,
    age_secs: f64,
}

impl Seam {
    /// A seam that is nowhere to be seen, for figures of so many joints.
    pub(crate) fn new(joints: usize) -> Self {
        Self { turns: vec![Quat::IDENTITY; joints], shift: Vec3::ZERO, age_secs: EASE_SECS }
    }

    /// Keeps the pose in which a cycle ends; [`Seam::open`] makes the difference of it.
    pub(crate) fn leave(&mut self, end: &Pose) {
        self.turns.copy_from_slice(&end.rotations);
        self.shift = end.root;
        self.age_secs = EASE_SECS;
    }

    /// Begins to fade from the pose that was left to `start`, in which the new cycle begins.
    pub(crate) fn open(&mut self, start: &Pose) {
        for (turn, start) in self.turns.iter_mut().zip(&start.rotations) {
            let difference = *turn * start.conjugate();
            // The shorter way round.
            *turn = if difference.w < 0.0 { -difference } else { difference };
        }
        self.shift -= start.root;
        self.age_secs = 0.0;
    }

    /// Forgets what is left.
    pub(crate) fn close(&mut self) {
        self.age_secs = EASE_SECS;
    }

    pub(crate) fn grow_older(&mut self, secs: f64) {
        self.age_secs += secs.abs();
    }

    /// Adds what is left of the difference.
    pub(crate) fn apply(&self, pose: &mut Pose) {
        let left = left(self.age_secs / EASE_SECS);
        if left <= 0.0 {
            return;
        }
        for (rotation, turn) in pose.rotations.iter_mut().zip(&self.turns) {
            *rotation = (Quat::IDENTITY.lerp(*turn, left) * *rotation).normalize();
        }
        pose.root += left * self.shift;
    }
}

/// 1 at the start, 0 at the end, level with its first two derivatives at both.
fn left(age: f64) -> f32 {
    let t = age.clamp(0.0, 1.0);
    (1.0 - t * t * t * (10.0 - 15.0 * t + 6.0 * t * t)) as f32
}
