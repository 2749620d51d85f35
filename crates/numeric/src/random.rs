//! Numbers that look random and are the same on every machine.

/// Random numbers from a seed (`SplitMix64`, \[SLF14\]): small, well mixed, and any seed is as good as another.
///
/// ```
/// use segue_numeric::Random;
///
/// let (mut one, mut two) = (Random::new(7), Random::new(7));
/// assert_eq!(one.bits(), two.bits());
/// assert!((0.0..1.0).contains(&one.unit()));
/// ```
#[derive(Clone, Debug)]
pub struct Random(u64);

impl Random {
    /// The numbers of a seed.
    pub fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// One of many independent streams of a seed, by name: a random detail that is added to one part leaves the others as
    /// they were.
    pub fn channel(seed: u64, channel: &str) -> Self {
        // FNV-1a of the channel's name.
        let hash = channel.bytes().fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
            (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
        });
        Self::warmed(seed ^ hash)
    }

    /// One of many independent streams of a seed, by number: tries that do not depend on each other can be made at once.
    pub fn numbered(seed: u64, number: u64) -> Self {
        Self::warmed(seed ^ number.wrapping_mul(0xd129_0f2b_9d4c_1a35))
    }

    fn warmed(state: u64) -> Self {
        let mut random = Self(state);
        random.bits();
        random
    }

    /// Sixty-four random bits.
    pub fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// Uniform from 0 up to but not 1.
    pub fn unit(&mut self) -> f64 {
        (self.bits() >> 11) as f64 / (1_u64 << 53) as f64
    }

    /// Uniform from −1 up to but not 1.
    pub fn signed(&mut self) -> f64 {
        2.0 * self.unit() - 1.0
    }

    /// Uniform from `low` to `high`.
    pub fn between(&mut self, low: f64, high: f64) -> f64 {
        low + (high - low) * self.unit()
    }

    /// Bell-shaped within ±2, half of it within about ±0.5: the mean of three uniforms, so nothing is ever far off.
    pub fn bell(&mut self) -> f64 {
        (self.unit() + self.unit() + self.unit()) * 4.0 / 3.0 - 2.0
    }

    /// All numbers below `count`, in random order.
    pub fn order(&mut self, count: usize) -> Vec<usize> {
        let mut order: Vec<usize> = (0..count).collect();
        for last in (1..count).rev() {
            order.swap(last, (self.unit() * (last + 1) as f64) as usize);
        }
        order
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn the_bits_are_those_of_the_published_generator() {
        let mut random = Random::new(1_234_567);
        let found = [random.bits(), random.bits(), random.bits()];
        assert_eq!(found, [6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423]);
    }

    #[test]
    fn channels_and_numbers_make_streams_of_their_own() {
        let named = |seed, channel| Random::channel(seed, channel).bits();
        assert_eq!(named(7, "arm"), named(7, "arm"));
        assert_ne!(named(7, "arm"), named(7, "leg"));
        assert_ne!(named(7, "arm"), named(8, "arm"));
        let numbered = |seed, number| Random::numbered(seed, number).bits();
        assert_eq!(numbered(7, 1), numbered(7, 1));
        assert_ne!(numbered(7, 1), numbered(7, 2));
        assert_ne!(numbered(7, 1), numbered(8, 1));
    }

    #[test]
    fn values_spread_over_their_ranges() {
        let mut random = Random::new(1);
        let bells: Vec<f64> = (0..2000).map(|_| random.bell()).collect();
        assert!(bells.iter().all(|bell| bell.abs() <= 2.0));
        assert!((bells.iter().sum::<f64>() / 2000.0).abs() < 0.05);
        assert!(bells.iter().any(|&bell| bell > 1.2) && bells.iter().any(|&bell| bell < -1.2));
        let signed: Vec<f64> = (0..2000).map(|_| random.signed()).collect();
        assert!(signed.iter().all(|value| (-1.0..1.0).contains(value)));
        assert!(signed.iter().any(|&value| value < -0.9) && signed.iter().any(|&value| value > 0.9));
    }

    proptest! {
        #[test]
        fn an_order_holds_every_number_once(seed in any::<u64>(), count in 0..50usize) {
            let mut order = Random::new(seed).order(count);
            order.sort_unstable();
            prop_assert_eq!(order, (0..count).collect::<Vec<_>>());
        }
    }
}
