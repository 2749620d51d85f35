//! How well a timewarp agrees with correspondences that are known.

use segue_motion::ClipId;
use segue_register::Timewarp;

/// The error of a timewarp against known correspondences, in seconds.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CorrespondenceError {
    /// Half of all errors are smaller.
    pub median_secs: f64,
    /// 95 of 100 errors are smaller.
    pub p95_secs: f64,
    /// The largest.
    pub worst_secs: f64,
}

/// Compares `timewarp` with pairs of moments of clips `first` and `second` that are known to correspond; those
/// outside the curve do not count. `None` when none is left.
pub fn correspondence_error(
    timewarp: &Timewarp,
    [first, second]: [ClipId; 2],
    known_secs: &[[f64; 2]],
) -> Option<CorrespondenceError> {
    let [start, end] = timewarp.range().map(|u| timewarp.at(first, u));
    let within = known_secs.iter().filter(|known| (start..=end).contains(&known[0]));
    let mut errors: Vec<f64> =
        within.map(|known| (timewarp.at(second, timewarp.u_at(first, known[0])) - known[1]).abs()).collect();
    errors.sort_by(f64::total_cmp);
    let quantile = |q: f64| errors.get(((errors.len().checked_sub(1)?) as f64 * q).round() as usize).copied();
    Some(CorrespondenceError {
        median_secs: quantile(0.5)?,
        p95_secs: quantile(0.95)?,
        worst_secs: quantile(1.0)?,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use segue_register::Spline;

    #[test]
    fn knows_how_far_off_a_curve_is() {
        let one = Spline::new(0.0, 1.0, vec![-0.5, 0.5, 1.5, 2.5]);
        let late = Spline::new(0.0, 1.0, vec![-0.4, 0.6, 1.6, 2.6]);
        let timewarp = Timewarp::new(vec![one, late]);
        let known: Vec<[f64; 2]> = (0..20).map(|n| [n as f64 / 10.0, n as f64 / 10.0]).collect();
        let error = correspondence_error(&timewarp, [ClipId::FIRST, ClipId::SECOND], &known).unwrap();
        assert!((error.median_secs - 0.1).abs() < 1e-9 && (error.worst_secs - 0.1).abs() < 1e-9);
        assert_eq!(correspondence_error(&timewarp, [ClipId::FIRST, ClipId::SECOND], &[[5.0, 5.0]]), None);
    }
}
