//! Sines and cosines of several angles at once.

use std::f64::consts::FRAC_2_PI;

/// Sine and cosine of half of each angle, in radians; the same bits for every number of lanes and on every machine.
#[inline(always)]
pub(super) fn half_turns<const N: usize>(angles: &[f64; N]) -> ([f64; N], [f64; N]) {
    let (mut sines, mut cosines) = ([0.0; N], [1.0; N]);
    for lane in 0..N {
        (sines[lane], cosines[lane]) = sin_cos(0.5 * angles[lane]);
    }
    let mut largest = 0.0_f64;
    for angle in angles {
        largest = largest.max(angle.abs());
    }
    // Few files have any; mending them afterwards keeps the first loop free of branches.
    if largest > 2.0 * LARGEST {
        mend_large(angles, &mut sines, &mut cosines);
    }
    (sines, cosines)
}

#[cold]
fn mend_large(angles: &[f64], sines: &mut [f64], cosines: &mut [f64]) {
    for (lane, &angle) in angles.iter().enumerate().filter(|(_, angle)| angle.abs() > 2.0 * LARGEST) {
        (sines[lane], cosines[lane]) = (libm::sin(0.5 * angle), libm::cos(0.5 * angle));
    }
}

/// Beyond it the number of quarter turns has too many bits for the reduction in [`sin_cos`].
const LARGEST: f64 = 1e5;

/// Sine and cosine to within 2e-16 for angles up to [`LARGEST`], the same on every machine, and without a branch, so
/// that loops over it become vector instructions: reading a file is mostly this.
#[inline(always)]
fn sin_cos(angle: f64) -> (f64, f64) {
    /// A quarter turn in two parts; the first has 33 bits, so that whole multiples of it are exact.
    const QUARTER: [f64; 2] = [1.570_796_326_734_125_6, 6.077_100_506_506_192e-11];
    /// Adding it rounds to a whole number, which the lowest bits of the sum then hold.
    const ROUND: f64 = 6_755_399_441_055_744.0;
    let rounded = angle * FRAC_2_PI + ROUND;
    let (quadrant, quarters) = (rounded.to_bits(), rounded - ROUND);
    let x = (angle - quarters * QUARTER[0]) - quarters * QUARTER[1];
    let (sine, cosine) = (sine_series(x).to_bits(), cosine_series(x).to_bits());
    // An odd number of quarter turns swaps them; the sine is negative in quadrants 2 and 3, the cosine in 1 and 2.
    let swapped = (sine ^ cosine) & 0_u64.wrapping_sub(quadrant & 1);
    let sine = (sine ^ swapped) ^ (quadrant & 2) << 62;
    let cosine = (cosine ^ swapped) ^ (quadrant.wrapping_add(1) & 2) << 62;
    (f64::from_bits(sine), f64::from_bits(cosine))
}

/// The power series up to x¹⁷, for an eighth of a turn at most.
#[inline(always)]
fn sine_series(x: f64) -> f64 {
    const TERMS: [f64; 8] = terms(17);
    x + x * polynomial(x * x, &TERMS)
}

/// The power series up to x¹⁶, for an eighth of a turn at most.
#[inline(always)]
fn cosine_series(x: f64) -> f64 {
    const TERMS: [f64; 8] = terms(16);
    1.0 + polynomial(x * x, &TERMS)
}

/// `terms[0]·x⁸ + … + terms[7]·x`.
#[inline(always)]
fn polynomial(x: f64, terms: &[f64; 8]) -> f64 {
    let mut sum = terms[0];
    for term in &terms[1..] {
        sum = sum * x + term;
    }
    sum * x
}

/// ±1/n! for every second n from `highest` down to 2 or 3, the last of them negative.
const fn terms(highest: u32) -> [f64; 8] {
    let mut terms = [0.0; 8];
    let mut index = 0;
    while index < terms.len() {
        let (mut factorial, mut n) = (1.0, highest - 2 * index as u32);
        while n > 1 {
            factorial *= n as f64;
            n -= 1;
        }
        terms[index] = if index % 2 == 0 { 1.0 / factorial } else { -1.0 / factorial };
        index += 1;
    }
    terms
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn angle() -> impl Strategy<Value = f64> {
        prop_oneof![-10.0..10.0f64, -4e5..4e5f64, -1e12..1e12f64, Just(0.0)]
    }

    proptest! {
        #[test]
        fn sine_and_cosine_agree_with_the_general_ones(angles in prop::array::uniform5(angle())) {
            let (sines, cosines) = half_turns(&angles);
            for (angle, (sine, cosine)) in angles.iter().zip(sines.into_iter().zip(cosines)) {
                let (true_sine, true_cosine) = (libm::sin(0.5 * angle), libm::cos(0.5 * angle));
                prop_assert!((sine - true_sine).abs() < 3e-16, "{} instead of {}", sine, true_sine);
                prop_assert!((cosine - true_cosine).abs() < 3e-16, "{} instead of {}", cosine, true_cosine);
                prop_assert_eq!(half_turns(&[*angle]), ([sine], [cosine]));
            }
        }
    }
}
