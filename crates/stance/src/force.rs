//! The force of the ground as a short cosine series.

use std::f64::consts::{FRAC_PI_2, TAU};

use glam::DVec3;
use serde::{Deserialize, Serialize};

/// One term of a [`Force`]: `cosine · cos(ω τ) + sine · sin(ω τ)`, in newtons.
///
/// The two amplitudes per axis are the real and the negative imaginary part of one complex coefficient: blending them
/// linearly blends size and phase without tearing.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Term {
    /// ω, in radians per contact.
    pub frequency: f64,
    /// Amplitude of the cosine along heading, vertical and perpendicular.
    pub cosine: [f64; 3],
    /// Amplitude of the sine.
    pub sine: [f64; 3],
}

/// Frequencies nearer than this are the same.
const SAME_FREQUENCY: f64 = 1e-9;

/// The force of the ground on the body over a contact, in newtons: heading, vertical and perpendicular as x, y, z.
///
/// Time τ runs from 0 at touch down to 1 at lift off. Terms are in order of frequency, no two alike.
///
/// ```
/// use segue_stance::{Force, Term};
///
/// // A push that begins and ends with nothing.
/// let push = Force::new(vec![
///     Term { frequency: 0.0, cosine: [0.0, 700.0, 0.0], sine: [0.0; 3] },
///     Term { frequency: std::f64::consts::TAU, cosine: [0.0, -700.0, 0.0], sine: [0.0; 3] },
/// ]);
/// assert!(push.at(0.0).y.abs() < 1e-9 && (push.at(0.5).y - 1400.0).abs() < 1e-9);
/// assert!((push.impulse(1.0).y - 700.0).abs() < 1e-9);
/// ```
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Force {
    terms: Vec<Term>,
}

impl Force {
    /// A force from its terms; terms of one frequency are added up.
    pub fn new(terms: Vec<Term>) -> Self {
        Self::default().plus(1.0, &Self { terms }, 1.0)
    }

    /// The terms, in order of frequency.
    pub fn terms(&self) -> &[Term] {
        &self.terms
    }

    /// The force at a moment of the contact.
    pub fn at(&self, tau: f64) -> DVec3 {
        self.sum(|omega| [(omega * tau).cos(), (omega * tau).sin()])
    }

    /// ∫₀^τ f: what the force has done to the velocity, for a contact of 1 s and a mass of 1 kg.
    pub fn impulse(&self, tau: f64) -> DVec3 {
        self.sum(|omega| once(omega, tau))
    }

    /// ∫₀^τ ∫₀^σ f: what it has done to the position. At τ = 1 this is K of the source, ∫ (1−τ) f.
    pub fn shift(&self, tau: f64) -> DVec3 {
        self.sum(|omega| twice(omega, tau))
    }

    fn sum(&self, basis: impl Fn(f64) -> [f64; 2]) -> DVec3 {
        let term = |term: &Term| {
            let [c, s] = basis(term.frequency);
            DVec3::from(term.cosine) * c + DVec3::from(term.sine) * s
        };
        self.terms.iter().map(term).sum()
    }

    /// `a · self + b · other`: terms of equal frequency are mixed as complex coefficients, a missing one counts as
    /// zero \[BPBM\] §4.2.2.
    #[must_use]
    pub fn plus(&self, a: f64, other: &Self, b: f64) -> Self {
        let mut terms: Vec<Term> = Vec::new();
        for (share, term) in
            self.terms.iter().map(|term| (a, term)).chain(other.terms.iter().map(|term| (b, term)))
        {
            let add = |into: &mut [f64; 3], from: [f64; 3]| {
                into.iter_mut().zip(from).for_each(|(into, from)| *into += share * from);
            };
            let known =
                terms.iter().position(|known| (known.frequency - term.frequency).abs() < SAME_FREQUENCY);
            let place = known.unwrap_or_else(|| {
                terms.push(Term { frequency: term.frequency, cosine: [0.0; 3], sine: [0.0; 3] });
                terms.len() - 1
            });
            add(&mut terms[place].cosine, term.cosine);
            add(&mut terms[place].sine, term.sine);
        }
        terms.sort_by(|a, b| a.frequency.total_cmp(&b.frequency));
        Self { terms }
    }

    /// Every amplitude passed through a map that is linear in the vector.
    #[must_use]
    pub fn map(&self, f: impl Fn(DVec3) -> DVec3) -> Self {
        let mapped = |term: &Term| Term {
            frequency: term.frequency,
            cosine: f(DVec3::from(term.cosine)).to_array(),
            sine: f(DVec3::from(term.sine)).to_array(),
        };
        Self { terms: self.terms.iter().map(mapped).collect() }
    }
}

/// Which functions of τ a fitted force is made of, the same for all stances of a kind.
#[derive(Clone, Debug)]
pub(crate) struct Basis {
    /// (ω, whether it is the sine).
    functions: Vec<(f64, bool)>,
}

impl Basis {
    /// The constant and `harmonics` cosines and sines of whole periods.
    pub(crate) fn new(harmonics: usize) -> Self {
        let pairs = (1..=harmonics).flat_map(|k| [(TAU * k as f64, false), (TAU * k as f64, true)]);
        Self { functions: std::iter::once((0.0, false)).chain(pairs).collect() }
    }

    pub(crate) fn len(&self) -> usize {
        self.functions.len()
    }

    /// The harmonic of a function: 0 for the constant.
    pub(crate) fn harmonic(&self, i: usize) -> f64 {
        self.functions[i].0 / TAU
    }

    pub(crate) fn at(&self, tau: f64) -> Vec<f64> {
        self.row(|omega| [(omega * tau).cos(), (omega * tau).sin()])
    }

    pub(crate) fn impulse(&self, tau: f64) -> Vec<f64> {
        self.row(|omega| once(omega, tau))
    }

    pub(crate) fn shift(&self, tau: f64) -> Vec<f64> {
        self.row(|omega| twice(omega, tau))
    }

    fn row(&self, f: impl Fn(f64) -> [f64; 2]) -> Vec<f64> {
        self.functions.iter().map(|&(omega, sine)| f(omega)[usize::from(sine)]).collect()
    }

    /// The force with these coefficients along heading, vertical and perpendicular, in units of `unit` newtons.
    pub(crate) fn force(&self, [h, v, p]: [&[f64]; 3], unit: f64) -> Force {
        let term = |(i, &(frequency, sine)): (usize, &(f64, bool))| {
            let amplitude = [h[i] * unit, v[i] * unit, p[i] * unit];
            let none = [0.0; 3];
            let (cosine, sine) = if sine { (none, amplitude) } else { (amplitude, none) };
            Term { frequency, cosine, sine }
        };
        Force::new(self.functions.iter().enumerate().map(term).collect())
    }
}

/// What carries a standing body until it pushes off (`rising`) or from when it has landed: a quarter of a cosine.
pub(crate) fn weight_of_standing(weight: f64, rising: bool) -> Force {
    let (cosine, sine) = if rising { (weight, 0.0) } else { (0.0, weight) };
    let along = |size| [0.0, size, 0.0];
    Force::new(vec![Term { frequency: FRAC_PI_2, cosine: along(cosine), sine: along(sine) }])
}

/// ∫₀^τ of cosine and sine.
fn once(omega: f64, tau: f64) -> [f64; 2] {
    if omega < SAME_FREQUENCY {
        return [tau, 0.0];
    }
    let (sin, cos) = (omega * tau).sin_cos();
    [sin / omega, (1.0 - cos) / omega]
}

/// ∫₀^τ ∫₀^σ of cosine and sine.
fn twice(omega: f64, tau: f64) -> [f64; 2] {
    if omega < SAME_FREQUENCY {
        return [0.5 * tau * tau, 0.0];
    }
    let (sin, cos) = (omega * tau).sin_cos();
    [(1.0 - cos) / (omega * omega), (tau - sin / omega) / omega]
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn force() -> impl Strategy<Value = Force> {
        let term = (0.0..20.0f64, prop::array::uniform3(-9.0..9.0f64), prop::array::uniform3(-9.0..9.0f64));
        let term = term.prop_map(|(frequency, cosine, sine)| Term { frequency, cosine, sine });
        prop::collection::vec(term, 0..6).prop_map(Force::new)
    }

    proptest! {
        #[test]
        fn integrals_are_those_of_small_steps(force in force(), tau in 0.0..1.0f64) {
            let steps = 2000;
            let dt = tau / f64::from(steps);
            let (mut impulse, mut shift) = (DVec3::ZERO, DVec3::ZERO);
            for i in 0..steps {
                let push = force.at((f64::from(i) + 0.5) * dt) * dt;
                shift += (impulse + 0.5 * push) * dt;
                impulse += push;
            }
            prop_assert!(impulse.distance(force.impulse(tau)) < 1e-3);
            prop_assert!(shift.distance(force.shift(tau)) < 1e-3);
        }

        #[test]
        fn mixtures_are_linear_whatever_terms_are_missing(a in force(), b in force(), k in -0.5..1.5f64, tau in 0.0..1.0f64) {
            let mixed = a.plus(k, &b, 1.0 - k);
            prop_assert!(mixed.at(tau).distance(a.at(tau) * k + b.at(tau) * (1.0 - k)) < 1e-9);
            prop_assert!(mixed.terms().windows(2).all(|pair| pair[0].frequency < pair[1].frequency));
        }
    }
}
