//! Seeded randomness: the same seed gives the same numbers on every machine.

use std::f64::consts::TAU;

/// Random numbers from a seed (`SplitMix64`, \[SLF14\]).
#[derive(Clone, Debug)]
pub(crate) struct Random {
    state: u64,
}

impl Random {
    /// `channel` makes independent streams of one seed, so that adding a random detail to one part of the body
    /// leaves the others as they were.
    pub(crate) fn new(seed: u64, channel: &str) -> Self {
        // FNV-1a of the channel's name.
        let hash = channel.bytes().fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
            (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
        });
        let mut random = Self { state: seed ^ hash };
        random.next();
        random
    }

    fn next(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.state ^ (self.state >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// Sixty-four random bits, to seed something else with.
    pub(crate) fn bits(&mut self) -> u64 {
        self.next()
    }

    /// Uniform in `0..1`.
    pub(crate) fn unit(&mut self) -> f64 {
        (self.next() >> 11) as f64 / (1_u64 << 53) as f64
    }

    /// Uniform in `low..high`.
    pub(crate) fn between(&mut self, low: f64, high: f64) -> f64 {
        low + (high - low) * self.unit()
    }

    /// A bell-shaped value within ±2 of which half lies within about ±0.5: the mean of three uniforms, so no person
    /// ever takes a freak step.
    pub(crate) fn bell(&mut self) -> f64 {
        (self.unit() + self.unit() + self.unit()) * 4.0 / 3.0 - 2.0
    }
}

/// A smooth random function of time with values within ±1: three incommensurate sines.
#[derive(Clone, Debug)]
pub(crate) struct Noise {
    waves: [(f64, f64); 3],
}

impl Noise {
    /// `frequency` in Hz is that of the middle wave.
    pub(crate) fn new(seed: u64, channel: &str, frequency: f64) -> Self {
        let mut random = Random::new(seed, channel);
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
    fn same_seed_same_numbers_and_channels_differ() {
        let draw = |seed, channel| Random::new(seed, channel).unit().to_bits();
        assert_eq!(draw(7, "arm"), draw(7, "arm"));
        assert_ne!(draw(7, "arm"), draw(7, "leg"));
        assert_ne!(draw(7, "arm"), draw(8, "arm"));
    }

    #[test]
    fn values_stay_in_their_ranges_and_spread_over_them() {
        let mut random = Random::new(1, "test");
        let bells: Vec<f64> = (0..2000).map(|_| random.bell()).collect();
        assert!(bells.iter().all(|bell| bell.abs() <= 2.0));
        assert!((bells.iter().sum::<f64>() / 2000.0).abs() < 0.05);
        assert!(bells.iter().any(|&bell| bell > 1.2) && bells.iter().any(|&bell| bell < -1.2));
        let noise = Noise::new(1, "test", 1.0);
        assert!((0..2000).all(|step| noise.at(step as f64 * 0.01).abs() <= 1.0));
    }
}
