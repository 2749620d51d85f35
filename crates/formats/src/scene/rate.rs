//! The frame rate that the keys of an animation were made at.

/// Rates that people work at, slowest first.
const USUAL: [f64; 13] = [24.0, 25.0, 30.0, 48.0, 50.0, 60.0, 72.0, 90.0, 100.0, 120.0, 144.0, 200.0, 240.0];

/// Broadcast rates; tried last because short clips fit both these and their whole neighbours.
const BROADCAST: [f64; 3] = [24.0 / 1.001, 30.0 / 1.001, 60.0 / 1.001];

/// How far a key may lie from a whole frame, in frames: exporters round times to milliseconds.
const ON_GRID: f64 = 0.1;

/// Keys this much closer than usual frames are an accident of rounding and not a faster rate, in seconds.
const CLOSEST_KEYS: f64 = 1.0 / 1000.0;

/// The time that an animation covers and the rate to sample it at.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Timing {
    /// The first key, in seconds.
    pub(crate) start: f64,
    /// From the first key to the last, in seconds.
    pub(crate) duration: f64,
    /// Frames per second.
    pub(crate) rate: f64,
    /// How the rate was found.
    pub(crate) source: RateSource,
}

/// How a rate was found, the surest way first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum RateSource {
    /// Written in the file, and the keys agree.
    Declared,
    /// Every key lies on a whole frame of it, and neighbouring frames have keys.
    Keys,
    /// Every key lies on a whole frame of it, but keys are far apart.
    SparseKeys,
    /// No usual rate has all keys on whole frames.
    OffGrid,
}

impl Timing {
    /// The timing of an animation with keys at these times, of which there is at least one; `declared` is the rate
    /// that the file states, `preferred` one to take where the keys allow several.
    pub(crate) fn of(mut keys: Vec<f64>, declared: Option<f64>, preferred: Option<f64>) -> Self {
        keys.sort_by(f64::total_cmp);
        keys.dedup();
        let (start, end) = (keys.first().copied().unwrap_or(0.0), keys.last().copied().unwrap_or(0.0));
        let (rate, source) = rate(&keys, declared, preferred);
        Self { start, duration: end - start, rate, source }
    }

    /// The same time at another rate.
    pub(crate) fn at_rate(self, rate: f64) -> Self {
        Self { rate, ..self }
    }

    /// Number of frames; the last lies on the last key, or after it when that is between two frames.
    pub(crate) fn frames(&self) -> f64 {
        let last = self.duration * self.rate;
        1.0 + if (last - last.round()).abs() < ON_GRID { last.round() } else { last.ceil() }
    }
}

fn rate(keys: &[f64], declared: Option<f64>, preferred: Option<f64>) -> (f64, RateSource) {
    if let Some(rate) = declared.filter(|rate| rate.is_finite() && *rate > 0.0 && fits(keys, *rate)) {
        return (rate, RateSource::Declared);
    }
    let gaps = keys.windows(2).map(|pair| pair[1] - pair[0]);
    let closest = gaps.filter(|&gap| gap > CLOSEST_KEYS).fold(f64::MAX, f64::min);
    let even = closest_even(keys);
    let fast_enough = |rate: &f64| rate * closest > 1.0 - ON_GRID;
    let mut candidates = preferred.into_iter().chain(USUAL).chain(BROADCAST).chain(even).filter(fast_enough);
    match candidates.find(|&rate| fits(keys, rate)) {
        Some(rate) if closest * rate < 1.5 => (rate, RateSource::Keys),
        Some(rate) => (rate, RateSource::SparseKeys),
        None => (
            USUAL.into_iter().find(fast_enough).unwrap_or(USUAL[USUAL.len() - 1]).max(60.0),
            RateSource::OffGrid,
        ),
    }
}

/// The rate of evenly spaced keys, whatever it is.
fn closest_even(keys: &[f64]) -> Option<f64> {
    let span = keys.last()? - keys.first()?;
    let rate = (keys.len() - 1) as f64 / span;
    (rate.is_finite() && rate >= 1.0 && rate * CLOSEST_KEYS <= 1.0).then_some(rate)
}

fn fits(keys: &[f64], rate: f64) -> bool {
    keys.iter().all(|key| {
        let frame = (key - keys[0]) * rate;
        (frame - frame.round()).abs() < ON_GRID
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn even(count: usize, rate: f64) -> Vec<f64> {
        (0..count).map(|frame| f64::from((frame as f64 / rate) as f32)).collect()
    }

    #[test]
    fn evenly_keyed_animations_give_their_rate() {
        for known in USUAL {
            assert_eq!(rate(&even(48, known), None, None), (known, RateSource::Keys));
        }
        let (odd, source) = rate(&even(100, 71.3), None, None);
        assert!((odd - 71.3).abs() < 1e-3 && source == RateSource::Keys, "{odd}");
    }

    #[test]
    fn reduced_keys_lie_on_whole_frames() {
        // Keys at frames 0, 3, 4 and 10 of 30 fps: two neighbours give the rate.
        let keys = [0.0, 0.1, 4.0 / 30.0, 10.0 / 30.0];
        assert_eq!(rate(&keys, None, None), (30.0, RateSource::Keys));
        assert_eq!(rate(&[0.0, 1.25], None, None), (24.0, RateSource::SparseKeys));
        assert_eq!(rate(&[0.0, 1.0], None, Some(30.0)), (30.0, RateSource::SparseKeys));
        assert_eq!(rate(&even(9, 25.0), None, Some(30.0)), (25.0, RateSource::Keys));
        assert_eq!(rate(&[0.5], None, None), (24.0, RateSource::SparseKeys));
        assert_eq!(rate(&[0.0, 0.0137, 0.123, 0.777, 0.8001], None, None).1, RateSource::OffGrid);
    }

    #[test]
    fn a_declared_rate_must_agree_with_the_keys() {
        assert_eq!(rate(&even(10, 71.3), Some(71.3), None), (71.3, RateSource::Declared));
        assert_eq!(rate(&even(10, 30.0), Some(25.0), None), (30.0, RateSource::Keys));
        assert_eq!(rate(&even(10, 30.0), Some(f64::NAN), None), (30.0, RateSource::Keys));
    }

    #[test]
    fn frames_reach_the_last_key() {
        let timing = |duration, rate| {
            Timing { start: 0.0, duration, rate, source: RateSource::Keys }.frames() as usize
        };
        assert_eq!(timing(0.0, 24.0), 1);
        assert_eq!(timing(1.0, 24.0), 25);
        assert_eq!(timing(1.0, 24.4), 26);
    }
}
