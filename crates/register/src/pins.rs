//! Moments that correspond because a person says so.

use segue_motion::ClipId;

use crate::RegisterError;
use crate::feet::Feet;
use crate::lag::{Anchor, Lag, along};
use crate::meeting::{Meeting, inside};

/// A moment of the reference and one of another clip that correspond because a person says so.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pin {
    /// The other clip.
    pub clip: ClipId,
    /// The moment of the reference.
    pub reference_secs: f64,
    /// The moment of the other clip.
    pub secs: f64,
}

/// What a pin counts: a strike counts 1, and a person is always right.
const WEIGHT: f64 = 1e5;

/// How far the curve may miss a pin, in seconds: half a frame of the comparison.
const NEAR_SECS: f64 = 1.0 / 60.0;

/// Seconds between the points of the guide.
const STEP_SECS: f64 = 1.0 / 30.0;

/// The meeting of two clips that passes through the pins, which are in order. In between and beyond them it runs as it did,
/// moved by as much as the nearest pins ask for. Feet that met before may not any more: who pins decides.
///
/// # Errors
/// When the pins ask for more than one clip can be slowed down.
pub(crate) fn hold(
    meeting: Meeting,
    pins: &[Pin],
    feet: [&Feet; 2],
    names: [&str; 2],
) -> Result<Meeting, RegisterError> {
    if pins.is_empty() {
        return Ok(meeting);
    }
    let at = |pin: &Pin| [pin.reference_secs, pin.secs];
    let anchors: Vec<Anchor> = pins.iter().map(|pin| Anchor { at: at(pin), weight: WEIGHT }).collect();
    let moves: Vec<[f64; 2]> =
        anchors.iter().map(|anchor| [anchor.u(), anchor.lag() - meeting.lag.at(anchor.u())]).collect();
    let durations = feet.map(|feet| feet.duration_secs);
    let steps = (f64::midpoint(durations[0], durations[1]) / STEP_SECS).ceil() as usize;
    let guided = |step: usize| {
        let u = step as f64 * STEP_SECS;
        [u, meeting.lag.at(u) + along(&moves, u)]
    };
    let guide: Vec<[f64; 2]> = (0..=steps).map(guided).collect();
    let lag = Lag::through(&anchors, &guide, durations);
    if let Some(missed) = anchors.iter().find(|anchor| (lag.at(anchor.u()) - anchor.lag()).abs() > NEAR_SECS)
    {
        let [first, second] = names.map(str::to_owned);
        return Err(RegisterError::Pinned { first, second, secs: missed.at });
    }
    let range = inside(&lag, feet);
    Ok(Meeting { lag, range, partners: Vec::new(), worst_secs: 0.0, by_steps: false })
}
