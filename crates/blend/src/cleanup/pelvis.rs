//! The pelvis goes with what both feet have in common.

use glam::DVec3;
use segue_numeric::{Penalty, smooth};

use super::wish::{Blend, Correction};

/// How fast the pelvis follows the feet on the floor and in height, and what legs leave to it, in Hz.
const FLOOR_HZ: f64 = 1.2;
const HEIGHT_HZ: f64 = 2.5;

/// What a leg that has nothing to do counts in what is left to the pelvis.
const IDLE: f64 = 0.05;

impl Blend<'_> {
    /// By how much the pelvis moves in every frame.
    pub(super) fn pelvis(&self, corrections: &[Correction]) -> Vec<DVec3> {
        let count = corrections.len().max(1) as f64;
        let mean = |frame: usize| corrections.iter().map(|one| one.shifts[frame]).sum::<DVec3>() / count;
        let means: Vec<DVec3> = (0..self.table.len()).map(mean).collect();
        let floor = self.slowly(&means, FLOOR_HZ);
        let height = self.slowly(&means, HEIGHT_HZ);
        floor.into_iter().zip(height).map(|(floor, height)| DVec3::new(floor.x, height.y, floor.z)).collect()
    }

    /// The pelvis with what legs left undone; `weights` says how much that of each leg counts in every frame.
    pub(super) fn with_rest(
        &self,
        pelvis: Vec<DVec3>,
        left: &[Vec<DVec3>],
        weights: &[Vec<f64>],
    ) -> Vec<DVec3> {
        let rest = |frame: usize| {
            let weight = |leg: usize| IDLE + weights[leg][frame];
            let sum: DVec3 = left.iter().enumerate().map(|(leg, left)| weight(leg) * left[frame]).sum();
            let all: f64 = (0..left.len()).map(weight).sum();
            if all > 0.0 { sum / all } else { DVec3::ZERO }
        };
        let rests: Vec<DVec3> = (0..self.table.len()).map(rest).collect();
        let rests = self.slowly(&rests, HEIGHT_HZ);
        pelvis.into_iter().zip(rests).map(|(pelvis, rest)| pelvis + rest).collect()
    }

    /// Low-passed, and nought where one clip is alone.
    fn slowly(&self, values: &[DVec3], hz: f64) -> Vec<DVec3> {
        let trusts: Vec<f64> = (0..values.len()).map(|frame| 1.0 + self.alone(frame)).collect();
        smooth(values, &trusts, &[Penalty::low_pass(2, hz, 1.0 / self.rate)])
    }
}
