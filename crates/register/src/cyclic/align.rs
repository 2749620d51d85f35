//! How two loops go together: the phases at which their steps meet.

use segue_motion::ClipId;

use super::Circle;
use crate::wave::Wave;

/// Harmonics of a warp for each step of a foot, and how stiff it is, as a part of a step's cycle.
const HARMONICS: usize = 3;
const STIFFNESS: f64 = 0.08;

/// Phases at which two loops are compared, for each step.
pub(super) const COMPARED: usize = 24;

/// Constant shifts that are tried where no step is known.
const SHIFTS: usize = 48;

/// Two loops on the circle on which both have as many steps.
pub(super) struct Aligned {
    pub(super) wave: Wave,
    /// Mean √D of corresponding phases in metres.
    pub(super) mean_metres: f64,
    /// The largest miss of a strike, as part of a step's cycle.
    pub(super) worst: f64,
}

impl Circle<'_> {
    /// How two loops go together.
    pub(super) fn align(&self, first: ClipId, second: ClipId) -> Aligned {
        let rounds = [first, second].map(|id| self.one(id).rounds.repeated(self.laps[id.index()]));
        let stepped = (0..self.steps).filter_map(|shift| {
            let meets = rounds[0].meets(&rounds[1], shift);
            let wave = Wave::through(&meets, HARMONICS * self.steps, STIFFNESS / self.steps as f64)?;
            let misses =
                meets.iter().map(|meet| meet.weight.sqrt() * (wave.at(meet.phase) - meet.ahead).abs());
            let worst = misses.fold(0.0, f64::max) * self.steps as f64;
            Some(Aligned { mean_metres: self.mean_metres([first, second], &wave), wave, worst })
        });
        let shifted = || {
            (0..SHIFTS).map(|n| {
                let wave = Wave::constant(n as f64 / SHIFTS as f64);
                Aligned { mean_metres: self.mean_metres([first, second], &wave), wave, worst: 0.0 }
            })
        };
        let cost = |one: &Aligned| one.mean_metres / self.leg + one.worst;
        let better = |a: &Aligned, b: &Aligned| cost(a).total_cmp(&cost(b));
        let best = stepped.min_by(better).or_else(|| shifted().min_by(better));
        best.unwrap_or_else(|| Aligned { wave: Wave::constant(0.0), mean_metres: 0.0, worst: 0.0 })
    }

    /// The phases of two loops, on the whole circle, at the mean of both.
    pub(super) fn phases(wave: &Wave, mean: f64) -> [f64; 2] {
        let half = wave.at(mean) / 2.0;
        [mean - half, mean + half]
    }

    /// The frames of the clouds of two loops at phases of the whole circle.
    pub(super) fn frames(&self, ids: [ClipId; 2], phases: [f64; 2]) -> [f64; 2] {
        [0, 1].map(|n| self.one(ids[n]).cloud_frame(phases[n] * self.laps[ids[n].index()] as f64))
    }

    pub(super) fn mean_metres(&self, ids: [ClipId; 2], wave: &Wave) -> f64 {
        let count = COMPARED * self.steps;
        let at = |n: usize| {
            let frames = self.frames(ids, Self::phases(wave, n as f64 / count as f64));
            self.one(ids[0]).cloud.place(frames[0], &self.one(ids[1]).cloud, frames[1]).rms_metres()
        };
        (0..count).map(at).sum::<f64>() / count as f64
    }

    /// The median √D of phases paired in all ways, in metres.
    pub(super) fn median_metres(&self, ids: [ClipId; 2]) -> f64 {
        let phase = |n: usize| n as f64 / COMPARED as f64;
        let mut all: Vec<f64> = (0..COMPARED * COMPARED)
            .map(|n| {
                let frames = self.frames(ids, [phase(n / COMPARED), phase(n % COMPARED)]);
                self.one(ids[0]).cloud.place(frames[0], &self.one(ids[1]).cloud, frames[1]).rms_metres()
            })
            .collect();
        all.sort_by(f64::total_cmp);
        all[all.len() / 2]
    }
}
