//! Seeded noise: the same seed gives the same function of time on every machine.

use std::f64::consts::TAU;

use segue_numeric::Random;

/// A smooth random function of time with values within ±1: three incommensurate sines.
#[derive(Clone, Debug)]
pub(crate) struct Noise {
    waves: [(f64, f64); 3],
}

impl Noise {
    /// `frequency` in Hz is that of the middle wave.
    pub(crate) fn new(seed: u64, channel: &str, frequency: f64) -> Self {
        let mut random = Random::channel(seed, channel);
        let mut wave = |ratio: f64| (TAU * frequency * ratio * random.between(0.9, 1.1), TAU * random.unit());
        Self { waves: [wave(0.53), wave(1.0), wave(1.87)] }
    }

    /// Repeats after `period` seconds, if there is one: its waves are harmonics of it.
    pub(crate) fn looped(seed: u64, channel: &str, frequency: f64, period: Option<f64>) -> Self {
        let mut noise = Self::new(seed, channel, frequency);
        if let Some(period) = period {
            for (rate, _) in &mut noise.waves {
                *rate = TAU * libm::round(*rate * period / TAU).max(1.0) / period;
            }
        }
        noise
    }

    /// The value at `time` in seconds.
    pub(crate) fn at(&self, time: f64) -> f64 {
        let [slow, middle, fast] = self.waves.map(|(rate, phase)| libm::sin(rate * time + phase));
        0.5 * slow + 0.35 * middle + 0.15 * fast
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn noise_stays_within_its_range_and_a_looped_one_repeats() {
        let noise = Noise::new(1, "test", 1.0);
        assert!((0..2000).all(|step| noise.at(step as f64 * 0.01).abs() <= 1.0));
        let looped = Noise::looped(1, "test", 1.0, Some(3.0));
        assert!((0..300).all(|step| {
            let secs = f64::from(step) * 0.01;
            (looped.at(secs) - looped.at(secs + 3.0)).abs() < 1e-9
        }));
    }
}
