//! Frames per second from seconds per frame.

/// The rate of a frame time that was rounded to `decimals` when it was written: the whole number of frames per second,
/// or the television rate (24, 30 or 60 over 1.001), that rounds to it, else its reciprocal. `None` when it is not a
/// positive number.
pub(crate) fn from_frame_time(frame_time: f64, decimals: Option<u8>) -> Option<f64> {
    /// Times with an exponent or very many digits are taken at this precision.
    const USUAL_DECIMALS: u8 = 9;
    let rate = 1.0 / frame_time;
    if !(frame_time > 0.0 && rate.is_finite() && rate > 0.0) {
        return None;
    }
    // One unit in the last place, not half: some writers cut digits off.
    let tolerance = libm::pow(10.0, -f64::from(decimals.unwrap_or(USUAL_DECIMALS)));
    let fits = |candidate: f64| candidate > 0.0 && (1.0 / candidate - frame_time).abs() <= tolerance;
    let television = [24.0, 30.0, 60.0].map(|rate| rate / 1.001);
    let nearest = |candidates: &[f64]| {
        let best = candidates.iter().copied().min_by(|a, b| (a - rate).abs().total_cmp(&(b - rate).abs()));
        best.filter(|&candidate| fits(candidate))
    };
    Some(nearest(&[libm::round(rate)]).or_else(|| nearest(&television)).unwrap_or(rate))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rounded_frame_times_give_whole_rates() {
        let cases = [
            (0.008_333_3, Some(7), 120.0),
            (0.008_333, Some(6), 120.0),
            (0.016_666, Some(6), 60.0),
            (0.033_333_3, Some(7), 30.0),
            (0.013_888_888_888_888_888, None, 72.0),
            (0.033_366_7, Some(7), 30.0 / 1.001),
            (0.01, Some(2), 100.0),
            (0.04, Some(2), 25.0),
        ];
        for (time, decimals, rate) in cases {
            assert_eq!(from_frame_time(time, decimals), Some(rate), "{time}");
        }
        assert_eq!(from_frame_time(0.0371, Some(6)), Some(1.0 / 0.0371));
    }

    #[test]
    fn times_that_are_not_positive_give_none() {
        for time in [0.0, -0.01, f64::NAN, f64::INFINITY, 1e-320] {
            assert_eq!(from_frame_time(time, Some(4)), None, "{time}");
        }
    }
}
