//! A smooth curve on a circle: by how much the phase of one loop is ahead of that of another.

use std::f64::consts::TAU;

use segue_numeric::least_squares;

/// The steepest slope: one loop then runs at twice the pace of the other for a while.
const STEEPEST: f64 = 0.7;

/// By how much a curve that is too steep is stiffened, and how often at most.
const STIFFEN: f64 = 1.4;
const MOST_ROUNDS: usize = 24;

/// Places at which slopes are looked at, for each harmonic.
const PLACES: usize = 16;

/// An event that both loops have: the mean of its phases, how far the second is ahead there, and how much it counts.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Meet {
    pub(crate) phase: f64,
    pub(crate) ahead: f64,
    pub(crate) weight: f64,
}

/// A function of a phase that is the same at 0 and 1, with all its derivatives: c₀ + Σ aₕ cos 2πhφ + bₕ sin 2πhφ.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Wave {
    /// c₀, then a and b of each harmonic.
    terms: Vec<f64>,
}

impl Wave {
    /// The same value everywhere.
    pub(crate) fn constant(value: f64) -> Self {
        Self { terms: vec![value] }
    }

    /// The curve through events that bends as little as it can, with so many harmonics; `stiffness` is the part of the circle over
    /// which it is stiff. `None` without an event.
    pub(crate) fn through(meets: &[Meet], harmonics: usize, stiffness: f64) -> Option<Self> {
        if meets.is_empty() {
            return None;
        }
        let mut stiffness = stiffness;
        for _ in 0..MOST_ROUNDS {
            let wave = Self::fit(meets, harmonics, stiffness)?;
            if wave.steepest() <= STEEPEST {
                return Some(wave);
            }
            stiffness *= STIFFEN;
        }
        let weights: f64 = meets.iter().map(|meet| meet.weight).sum();
        let mean = meets.iter().map(|meet| meet.weight * meet.ahead).sum::<f64>() / weights;
        Some(Self::constant(mean))
    }

    fn fit(meets: &[Meet], harmonics: usize, stiffness: f64) -> Option<Self> {
        let count = 1 + 2 * harmonics;
        let mut rows: Vec<(Vec<f64>, f64)> = Vec::new();
        for meet in meets {
            let root = meet.weight.sqrt();
            let row = basis(meet.phase, harmonics).map(|term| root * term).collect();
            rows.push((row, root * meet.ahead));
        }
        for harmonic in 1..=harmonics {
            // σ³ ∫ δ'' ² of one harmonic of size 1.
            let bend = (stiffness.powi(3) * 0.5).sqrt() * (TAU * harmonic as f64).powi(2);
            for term in [2 * harmonic - 1, 2 * harmonic] {
                let mut row = vec![0.0; count];
                row[term] = bend;
                rows.push((row, 0.0));
            }
        }
        least_squares(&rows).map(|terms| Self { terms })
    }

    /// Its value at a phase.
    pub(crate) fn at(&self, phase: f64) -> f64 {
        basis(phase, self.harmonics()).zip(&self.terms).map(|(term, size)| term * size).sum()
    }

    fn slope(&self, phase: f64) -> f64 {
        let of = |harmonic: usize| {
            let (sin, cos) = (TAU * harmonic as f64 * phase).sin_cos();
            TAU * harmonic as f64 * (self.terms[2 * harmonic] * cos - self.terms[2 * harmonic - 1] * sin)
        };
        (1..=self.harmonics()).map(of).sum()
    }

    fn steepest(&self) -> f64 {
        let places = PLACES * (self.harmonics() + 1);
        (0..places).map(|n| self.slope(n as f64 / places as f64).abs()).fold(0.0, f64::max)
    }

    fn harmonics(&self) -> usize {
        self.terms.len() / 2
    }
}

fn basis(phase: f64, harmonics: usize) -> impl Iterator<Item = f64> {
    let pair = move |harmonic: usize| {
        let (sin, cos) = (TAU * harmonic as f64 * phase).sin_cos();
        [cos, sin]
    };
    std::iter::once(1.0).chain((1..=harmonics).flat_map(pair))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn it_closes_and_never_turns_back(events in prop::collection::vec((0.0..1.0f64, -0.3..0.3f64), 1..9)) {
            let meets: Vec<Meet> = events.iter().map(|&(phase, ahead)| Meet { phase, ahead, weight: 1.0 }).collect();
            let wave = Wave::through(&meets, 4, 0.08).unwrap();
            prop_assert!((wave.at(0.0) - wave.at(1.0)).abs() < 1e-9);
            for n in 0..200 {
                let phase = f64::from(n) / 200.0;
                for sign in [-0.5, 0.5] {
                    let at = |phase: f64| phase + sign * wave.at(phase);
                    prop_assert!(at(phase + 0.005) > at(phase));
                }
            }
        }
    }

    #[test]
    fn events_that_agree_are_met() {
        let truth = |phase: f64| 0.1 + 0.03 * (TAU * phase).sin();
        let meets: Vec<Meet> = (0..8)
            .map(|n| f64::from(n) / 8.0)
            .map(|phase| Meet { phase, ahead: truth(phase), weight: 1.0 })
            .collect();
        let wave = Wave::through(&meets, 3, 0.08).unwrap();
        for meet in &meets {
            assert!((wave.at(meet.phase) - meet.ahead).abs() < 0.005, "{meet:?} {}", wave.at(meet.phase));
        }
    }
}
