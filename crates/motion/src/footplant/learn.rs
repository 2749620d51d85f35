//! The speed that parts standing from stepping, learned from a clip.

/// Speeds below this, in m/s, are the noise of capture and count as equal.
const NOISE: f64 = 0.01;

/// How much of the spread of the logarithms two clusters must explain: walks reach 0.79 to 0.82, clips in which feet
/// hardly move or never rest 0.65 to 0.76.
const CLEAR: f64 = 0.78;

/// How much faster the fast cluster must be.
const APART: f64 = 10.0;

/// Learned limits stay between these, in m/s: creeping feet are near the lower one, sliding runners near the upper.
const RANGE: [f64; 2] = [0.15, 0.6];

/// The speed between slow and fast frames, or `None` when the clip has no two clear clusters.
///
/// The split maximises the variance between the two groups of log speeds \[O79\].
pub(super) fn split_of(speeds: &[f64]) -> Option<f64> {
    let mut logs: Vec<f64> = speeds.iter().map(|speed| speed.max(NOISE).ln()).collect();
    logs.sort_by(f64::total_cmp);
    let count = logs.len() as f64;
    let total: f64 = logs.iter().sum();
    let variance = logs.iter().map(|log| (log - total / count).powi(2)).sum::<f64>() / count;
    let mut below = 0.0;
    let mut best = (0.0, 0.0, 0.0);
    for (index, log) in logs.iter().enumerate().take(logs.len() - 1) {
        below += log;
        let n = (index + 1) as f64;
        let gap = (total - below) / (count - n) - below / n;
        let between = n * (count - n) / (count * count) * gap * gap;
        if between > best.0 {
            best = (between, gap, log.exp());
        }
    }
    let (between, gap, split) = best;
    let clear = variance > 0.0 && between / variance >= CLEAR && gap >= APART.ln();
    clear.then(|| split.clamp(RANGE[0], RANGE[1]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_clusters_are_parted_and_one_is_not() {
        let two: Vec<f64> =
            (0..50).map(|i| 0.05 + 0.001 * i as f64).chain((0..50).map(|i| 2.0 + 0.02 * i as f64)).collect();
        let split = split_of(&two).unwrap();
        assert!((0.09..=0.2).contains(&split), "{split}");
        let one: Vec<f64> = (0..100).map(|i| 0.5 + 0.01 * i as f64).collect();
        assert_eq!(split_of(&one), None);
        assert_eq!(split_of(&[0.0; 10]), None);
        assert_eq!(split_of(&[1.0]), None);
    }
}
