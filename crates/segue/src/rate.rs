//! Warning about a frame rate that contradicts gravity.

use segue_formats::{Confidence, Conversion, Note};
use segue_motion::{Anatomy, Clip, RateCheck, RateVerdict, check_rate};

/// A warning when the flights of a clip fall much faster than anything does on earth: then the frames were captured at
/// another rate than the file says.
pub(crate) fn rate_warning(clip: &Clip, conversion: &Conversion) -> Option<Note> {
    // A figure whose centre of mass is unknown cannot be checked.
    let check = check_rate(clip, &Anatomy::of(clip.skeleton())).ok()?;
    (check.verdict() == RateVerdict::Contradicts).then(|| warning(clip, &check, conversion)).flatten()
}

fn warning(clip: &Clip, check: &RateCheck, conversion: &Conversion) -> Option<Note> {
    let (gravity, likely) = (check.gravity?, rounded(check.likely_rate()?));
    // Gravity measures rate and unit together, so an uncertain unit may as well be the mistake.
    let or_unit = match conversion.scale.confidence {
        Confidence::Certain => "",
        Confidence::Likely | Confidence::Guess => ", unless the unit is wrong (--scale)",
    };
    Some(Note::warning(format!(
        "at {} fps the {} flights of `{}` fall at {gravity:.1} m/s² instead of 9.8; {likely} fps would fit (--fps \
         {likely}){or_unit}",
        rounded(check.stated),
        check.flights.len(),
        clip.name(),
    )))
}

/// Frame times in files have few digits: 0.0083333 s is 120 fps.
fn rounded(rate: f64) -> f64 {
    (rate * 100.0).round() / 100.0
}
