//! Which points of a stroke the points of a chain belong to.

use glam::DVec2;

use super::stroke::Even;

/// Jitter of a hand, in pixels, and over how many pixels it is the same: nearer neighbours are no news.
const JITTER: f64 = 1.5;
const JITTER_LENGTH: f64 = 12.0;

/// A point of a stroke to which a point of the chain belongs.
#[derive(Clone, Copy, Debug)]
pub(super) struct Anchor {
    /// Between samples of the stroke.
    pub(super) index: f64,
    pub(super) at: DVec2,
    pub(super) normal: DVec2,
    pub(super) sigma: f64,
}

/// The nearest points of a stroke, near to where they were, in order.
pub(super) fn anchored(
    stroke: &Even,
    pixels: &[Vec<Option<DVec2>>],
    guesses: &[Vec<f64>],
) -> Vec<Vec<Anchor>> {
    let mut indices: Vec<f64> = Vec::new();
    for (arc, guesses) in pixels.iter().zip(guesses) {
        let width = (guesses[guesses.len() - 1] - guesses[0]).abs();
        let reach = (0.3 * width).clamp(6.0, 40.0);
        let found = arc
            .iter()
            .zip(guesses)
            .map(|(pixel, &guess)| pixel.map_or(guess, |pixel| nearest(stroke, pixel, guess, reach)));
        indices.extend(found);
    }
    let ordered = in_order(&indices);
    let mut next = ordered.into_iter();
    let arcs = pixels.iter().map(|arc| {
        let own: Vec<f64> = next.by_ref().take(arc.len()).collect();
        let seen: Vec<DVec2> = arc.iter().flatten().copied().collect();
        let length: f64 = seen.windows(2).map(|pair| pair[0].distance(pair[1])).sum();
        let spacing = length / (seen.len().max(2) - 1) as f64;
        let sigma = JITTER / (spacing / JITTER_LENGTH).clamp(0.02, 1.0).sqrt();
        own.into_iter()
            .map(|index| Anchor { index, at: stroke.at(index), normal: stroke.along(index).perp(), sigma })
            .collect()
    });
    arcs.collect()
}

/// The place on a stroke, between samples, that is nearest to a pixel within some samples of a guess.
fn nearest(stroke: &Even, pixel: DVec2, guess: f64, reach: f64) -> f64 {
    let last = stroke.points.len() - 1;
    let from = (guess - reach).floor().clamp(0.0, last as f64) as usize;
    let to = (guess + reach).ceil().clamp(0.0, last as f64) as usize;
    let mut best = (f64::INFINITY, guess);
    for i in from..to {
        let (a, b) = (stroke.points[i], stroke.points[i + 1]);
        let along = (b - a).length_squared().max(1e-12);
        let share = ((pixel - a).dot(b - a) / along).clamp(0.0, 1.0);
        let off = a.lerp(b, share).distance_squared(pixel);
        if off < best.0 {
            best = (off, i as f64 + share);
        }
    }
    best.1
}

/// The mean of the running greatest from the start and the running least from the end: a running greatest alone drifts
/// forwards.
fn in_order(indices: &[f64]) -> Vec<f64> {
    let mut forward = indices.to_vec();
    for i in 1..forward.len() {
        forward[i] = forward[i].max(forward[i - 1]);
    }
    let mut backward = indices.to_vec();
    for i in (1..backward.len()).rev() {
        backward[i - 1] = backward[i - 1].min(backward[i]);
    }
    forward.iter().zip(&backward).map(|(a, b)| f64::midpoint(*a, *b)).collect()
}
