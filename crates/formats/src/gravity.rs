//! Whether things fall as they should at the rate a file states.

use segue_motion::{Anatomy, Clip, RateVerdict, check_rate};

use crate::Note;
use crate::number::NumberStyle;

/// A warning when flights of the clip fall far faster than gravity lets them, with the rate that would fit. Clips without
/// a clear flight (a sneak, a walk) cannot tell, and neither can figures without a centre of mass.
pub(crate) fn rate_warning(clip: &Clip) -> Option<Note> {
    let check = check_rate(clip, &Anatomy::of(clip.skeleton())).ok()?;
    if check.verdict() != RateVerdict::Contradicts {
        return None;
    }
    let (stated, fitting) = (shown(check.stated), shown(check.likely_rate()?));
    Some(Note::warning(format!(
        "at {stated} frames per second {} flights of `{}` fall with {:.1} m/s² instead of 9.8; {fitting} frames per \
         second would fit (--fps {fitting})",
        check.flights.len(),
        clip.name(),
        check.gravity?,
    )))
}

/// A rate to four decimals, without those that are zero.
fn shown(rate: f64) -> f64 {
    NumberStyle { decimals: 4, padded: false }.round(rate)
}
