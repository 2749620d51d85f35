//! Curves evened out over time.

use std::ops::{Add, Mul};

/// Values averaged under a bell of `width` frames; beyond the ends they stay as they are there.
pub(super) fn even<T>(values: &[T], width: f64) -> Vec<T>
where
    T: Copy + Add<Output = T> + Mul<f32, Output = T>,
{
    let reach = (3.0 * width).ceil().max(0.0) as isize;
    let bell: Vec<f32> =
        (-reach..=reach).map(|n| libm::exp(-0.5 * (n as f64 / width.max(1e-9)).powi(2)) as f32).collect();
    let sum: f32 = bell.iter().sum();
    let last = values.len().cast_signed() - 1;
    let at = |frame: isize, n: isize| {
        values[(frame + n).clamp(0, last).cast_unsigned()] * (bell[(n + reach).cast_unsigned()] / sum)
    };
    (0..=last)
        .map(|frame| (1 - reach..=reach).fold(at(frame, -reach), |mean, n| mean + at(frame, n)))
        .collect()
}

/// A share that begins and ends evenly.
pub(super) fn smooth(share: f32) -> f32 {
    let share = share.clamp(0.0, 1.0);
    share * share * (3.0 - 2.0 * share)
}

/// The largest value within `reach` frames.
pub(super) fn widened(values: &[f32], reach: usize) -> Vec<f32> {
    let around = |frame: usize| &values[frame.saturating_sub(reach)..(frame + reach + 1).min(values.len())];
    (0..values.len()).map(|frame| around(frame).iter().copied().fold(f32::MIN, f32::max)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn even_curves_keep_their_mean_and_lose_their_noise() {
        let noisy: Vec<f32> = (0..200).map(|n| 1.0 + if n % 2 == 0 { 0.5 } else { -0.5 }).collect();
        assert!(even(&noisy, 3.0).iter().skip(10).take(180).all(|value| (value - 1.0).abs() < 0.01));
        assert_eq!(even(&noisy, 0.0), noisy, "a bell of no width changes nothing");
        assert!(even::<f32>(&[], 3.0).is_empty());
    }

    #[test]
    fn widened_curves_are_never_below_themselves() {
        let bump: Vec<f32> = (0..20).map(|n| if n == 10 { 1.0 } else { 0.0 }).collect();
        let wide = widened(&bump, 3);
        assert!((0..20).all(|n| (wide[n] - if (7..=13).contains(&n) { 1.0 } else { 0.0 }).abs() < 1e-6));
    }
}
