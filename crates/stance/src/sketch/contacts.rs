//! Where a drawn path touches down.

use glam::DVec2;

/// A dip counts when it is this deep, as a share of the height of the whole curve.
const PROMINENCE: f64 = 0.15;

/// Points of the path at which it is lowest: on the screen, and above its shadow; and its ends. In order.
///
/// Screen minima alone find nothing for a run seen from above, the gap alone is poor from a low camera.
pub(super) fn found(path: &[DVec2], shadow: &[DVec2]) -> Vec<usize> {
    // Pixels count downwards.
    let height: Vec<f64> = path.iter().map(|point| -point.y).collect();
    let gap: Vec<f64> = path.iter().map(|point| above(shadow, point.x) - point.y).collect();
    let by_screen = dips(&height);
    let by_gap = dips(&gap);
    // Both see the same contacts; the one that sees more of them sees better.
    let inner = if by_gap.len() > by_screen.len() { by_gap } else { by_screen };
    let mut all: Vec<usize> = std::iter::once(0).chain(inner).chain([path.len() - 1]).collect();
    all.dedup();
    all
}

/// The shadow's pixel row under a column.
fn above(shadow: &[DVec2], x: f64) -> f64 {
    let nearest = shadow.iter().min_by(|a, b| (a.x - x).abs().total_cmp(&(b.x - x).abs()));
    nearest.map_or(0.0, |point| point.y)
}

/// Local minima inside a curve from which it rises on both sides by [`PROMINENCE`].
fn dips(curve: &[f64]) -> Vec<usize> {
    let (low, high) = curve.iter().fold((f64::MAX, f64::MIN), |(low, high), &x| (low.min(x), high.max(x)));
    let least = PROMINENCE * (high - low);
    let mut found = Vec::new();
    let (mut peak, mut dip, mut at) = (curve[0], f64::INFINITY, 0);
    for (i, &value) in curve.iter().enumerate() {
        if value < dip && peak - value >= least {
            (dip, at) = (value, i);
        }
        if dip.is_finite() && value - dip >= least {
            found.push(at);
            (peak, dip) = (value, f64::INFINITY);
        }
        if dip.is_infinite() {
            peak = peak.max(value);
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dips_are_counted_by_their_depth() {
        let wave: Vec<f64> = (0..200).map(|i| (f64::from(i) * 0.1).sin()).collect();
        assert_eq!(dips(&wave).len(), 3);
        let ripple: Vec<f64> = (0..200).map(|i| f64::from(i) + (f64::from(i) * 0.7).sin()).collect();
        assert!(dips(&ripple).is_empty());
    }
}
