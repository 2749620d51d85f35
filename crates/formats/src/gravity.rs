//! Whether things fall as they should at the rate a file states.

use segue_motion::{Anatomy, Clip, FrameRange, RateCheck, RateVerdict, check_rate};

use crate::Note;
use crate::number::NumberStyle;

/// Seconds of motion that are judged together, at the stated rate. Flights that tell come in bouts, and a piece takes
/// little memory beside a long clip.
const PIECE_SECS: f64 = 8.0;

/// Seconds that pieces share, so that a bout is not torn.
const SHARED_SECS: f64 = 3.0;

/// A warning when flights of the clip fall far faster than gravity lets them, with the rate that would fit. Clips without
/// clear flights (a sneak, a walk) cannot tell, and neither can figures without a centre of mass.
pub(crate) fn rate_warning(clip: &Clip) -> Option<Note> {
    let anatomy = Anatomy::of(clip.skeleton());
    let check = pieces(clip).find_map(|piece| contradiction(&clip.slice(piece), &anatomy))?;
    let (stated, fitting) = (shown(check.stated), shown(check.likely_rate()?));
    Some(Note::warning(format!(
        "at {stated} frames per second {} flights of `{}` fall with {:.1} m/s² instead of 9.8; {fitting} frames per \
         second would fit (--fps {fitting})",
        check.flights.len(),
        clip.name(),
        check.gravity?,
    )))
}

fn pieces(clip: &Clip) -> impl Iterator<Item = FrameRange> {
    let frames = |secs: f64| ((secs * clip.rate()) as usize).max(1);
    let (length, last) = (frames(PIECE_SECS), clip.last_frame());
    let step = frames(PIECE_SECS - SHARED_SECS);
    // The last piece is the one that reaches the end.
    let starts =
        (0..=last).step_by(step).take_while(move |&first| first == 0 || first + length - step <= last);
    starts.filter_map(move |first| FrameRange::new(first, (first + length - 1).min(last)))
}

fn contradiction(piece: &Clip, anatomy: &Anatomy) -> Option<RateCheck> {
    let check = check_rate(piece, anatomy).ok()?;
    (check.verdict() == RateVerdict::Contradicts).then_some(check)
}

/// A rate to four decimals, without those that are zero.
fn shown(rate: f64) -> f64 {
    NumberStyle { decimals: 4, padded: false }.round(rate)
}
