//! Small differences from step to step.

use super::steps::Goal;
use segue_numeric::Random;

/// Small differences from step to step.
pub(crate) struct Variation {
    length: Vec<f64>,
    secs: Vec<f64>,
    wider: Vec<f64>,
}

impl Variation {
    pub(crate) fn free(seed: u64, count: usize) -> Self {
        let draw = |channel: &str| {
            let mut random = Random::channel(seed, channel);
            (0..count).map(|_| random.bell()).collect::<Vec<_>>()
        };
        Self { length: draw("step length"), secs: draw("step time"), wider: draw("step width") }
    }

    /// Sums to nothing over `count` steps, and repeats.
    pub(crate) fn looped(seed: u64, count: usize) -> Self {
        let centred = |values: Vec<f64>| {
            let mean = values.iter().sum::<f64>() / values.len() as f64;
            values.into_iter().map(|value| value - mean).collect()
        };
        let Self { length, secs, wider } = Self::free(seed, count);
        Self { length: centred(length), secs: centred(secs), wider: centred(wider) }
    }

    pub(crate) fn applied(&self, goal: &Goal, i: usize) -> Goal {
        let i = i % self.length.len();
        Goal {
            length: goal.length * (1.0 + 0.012 * self.length[i]),
            secs: goal.secs * (1.0 + 0.008 * self.secs[i]),
            wider: goal.wider + 0.006 * self.wider[i],
            ..goal.clone()
        }
    }
}
