//! Strokes, sampled evenly.

use glam::DVec2;

use super::said;
use crate::StanceError;

/// Points of an even stroke are about this far apart, in pixels, ….
const SPACING: f64 = 3.0;
/// … but no fewer and no more than this.
const COUNTS: [usize; 2] = [200, 780];

/// Columns of two strokes that are compared, and how far apart they have to be on the mean, in pixels, to tell anything.
const COLUMNS: usize = 33;
const CLEARLY: f64 = 20.0;

/// A stroke with its points evenly apart on the screen.
#[derive(Clone, Debug)]
pub(super) struct Even {
    pub(super) points: Vec<DVec2>,
    /// Pixels between neighbours.
    pub(super) spacing: f64,
}

impl Even {
    /// Samples a drawn stroke with `count` points and smooths what the hand shakes, over `sigma` pixels; ends stay.
    pub(super) fn of(drawn: &[DVec2], count: usize, sigma: f64) -> Self {
        let (points, spacing) = resampled(drawn, count);
        let samples = (sigma / spacing.max(1e-6)).min(count as f64 / 6.0);
        Self { points: smoothed(&points, samples), spacing }
    }

    /// The point at a place between samples.
    pub(super) fn at(&self, index: f64) -> DVec2 {
        let (i, share) = split(index, self.points.len());
        self.points[i].lerp(self.points[i + 1], share)
    }

    /// The same stroke, drawn from its other end.
    pub(super) fn turned(mut self) -> Self {
        self.points.reverse();
        self
    }

    /// Whether a shadow was drawn from the other end: turned round its columns are much nearer to those of its path.
    pub(super) fn is_turned(&self, path: &Self) -> bool {
        let column = |stroke: &Self, share: f64| stroke.at(share * (stroke.points.len() - 1) as f64).x;
        let apart = |from: fn(f64) -> f64| {
            let shares = (0..COLUMNS).map(|k| k as f64 / (COLUMNS - 1) as f64);
            let all = shares.map(|share| (column(path, share) - column(self, from(share))).abs());
            all.sum::<f64>() / COLUMNS as f64
        };
        let (drawn, turned) = (apart(|share| share), apart(|share| 1.0 - share));
        drawn > CLEARLY && 2.0 * turned < drawn
    }

    /// The direction of the stroke at a place between samples, over two samples on either side.
    pub(super) fn along(&self, index: f64) -> DVec2 {
        let last = (self.points.len() - 1) as f64;
        (self.at((index + 1.5).min(last)) - self.at((index - 1.5).max(0.0))).normalize_or(DVec2::X)
    }
}

/// The sample before a place between samples, and how far beyond it.
pub(super) fn split(index: f64, count: usize) -> (usize, f64) {
    let index = index.clamp(0.0, (count - 1) as f64);
    let i = (index as usize).min(count.saturating_sub(2));
    (i, index - i as f64)
}

/// How many samples a stroke gets.
pub(super) fn count_of(drawn: &[DVec2]) -> usize {
    ((length(drawn) / SPACING) as usize).clamp(COUNTS[0], COUNTS[1])
}

fn length(drawn: &[DVec2]) -> f64 {
    drawn.windows(2).map(|pair| pair[0].distance(pair[1])).sum()
}

fn resampled(drawn: &[DVec2], count: usize) -> (Vec<DVec2>, f64) {
    let spacing = length(drawn) / (count - 1) as f64;
    let mut points = Vec::with_capacity(count);
    let (mut at, mut done) = (0, 0.0);
    for i in 0..count {
        let wanted = i as f64 * spacing;
        while at + 2 < drawn.len() && done + drawn[at].distance(drawn[at + 1]) < wanted {
            done += drawn[at].distance(drawn[at + 1]);
            at += 1;
        }
        let step = drawn[at].distance(drawn[at + 1]).max(1e-9);
        points.push(drawn[at].lerp(drawn[at + 1], ((wanted - done) / step).clamp(0.0, 1.0)));
    }
    (points, spacing)
}

/// A Gaussian mean over `sigma` samples. Beyond the ends the stroke goes on as its point reflection, which keeps them.
fn smoothed(points: &[DVec2], sigma: f64) -> Vec<DVec2> {
    let reach = (3.0 * sigma).ceil() as isize;
    let (first, last) = (points[0], points[points.len() - 1]);
    let count = points.len().cast_signed();
    let at = |i: isize| {
        if i < 0 {
            first * 2.0 - points[(-i).min(count - 1) as usize]
        } else if i >= count {
            last * 2.0 - points[(2 * count - 2 - i).max(0) as usize]
        } else {
            points[i as usize]
        }
    };
    let weight = |k: isize| (-0.5 * (k as f64 / sigma.max(1e-6)).powi(2)).exp();
    let total: f64 = (-reach..=reach).map(weight).sum();
    (0..count).map(|i| (-reach..=reach).map(|k| at(i + k) * weight(k)).sum::<DVec2>() / total).collect()
}

/// Points of a stroke, at least three, finite.
pub(super) fn checked(points: &[[f64; 2]], what: &str) -> Result<Vec<DVec2>, StanceError> {
    if points.len() < 3 {
        let text = format!("{what}: {} points; draw it in one stroke of at least three", points.len());
        return Err(said(text));
    }
    if let Some(i) = points.iter().position(|point| !point.iter().all(|x| x.is_finite() && x.abs() < 1e6)) {
        return Err(said(format!("{what}[{i}]: not a place on the screen")));
    }
    Ok(points.iter().copied().map(DVec2::from).collect())
}

/// An error for a stroke that is no more than a dot.
pub(super) fn long_enough(points: &[DVec2], what: &str) -> Result<(), StanceError> {
    if length(points) < 10.0 {
        return Err(said(format!("{what}: it is shorter than ten pixels; draw it larger")));
    }
    Ok(())
}

/// Whether a stroke goes up and down rather than anywhere: the shadow of that may be a dot.
pub(super) fn is_upright(points: &[DVec2]) -> bool {
    let (low, high) = points.iter().fold((DVec2::MAX, DVec2::MIN), |(a, b), p| (a.min(*p), b.max(*p)));
    2.0 * (high.x - low.x) < high.y - low.y
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn even_strokes_keep_ends_and_straight_lines(x in -50.0..50.0f64, y in 20.0..400.0f64, sigma in 0.5..8.0f64) {
            let drawn = [DVec2::ZERO, DVec2::new(x, y) * 0.1, DVec2::new(x, y)];
            let even = Even::of(&drawn, 60, sigma);
            prop_assert!(even.points[0].length() < 1e-9 && even.points[59].distance(drawn[2]) < 1e-6);
            for (i, point) in even.points.iter().enumerate() {
                prop_assert!(point.distance(drawn[2] * (i as f64 / 59.0)) < 1e-6);
            }
        }
    }
}
