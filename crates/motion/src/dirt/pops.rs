//! Joints that leave and return.

use super::find::Found;
use super::tracks::{Track, Tracks};
use super::{Certainty, DirtKind};
use crate::FrameRange;

/// Longest time from the last good frame to the next, in seconds: longer twitches are motion.
const LONGEST_SECS: f64 = 0.05;

/// How many times further than its neighbours' a step has to be.
pub(super) const STANDS_OUT: f32 = 4.0;

/// The same where the acceleration alone would be possible.
pub(super) const STANDS_OUT_FAR: f32 = 12.0;

/// Acceleration that no limb reaches, in bodies (tip to tip, 2.1 m for a person) per second squared: 1000 m/s². Fists that
/// hit stay below.
pub(super) const IMPOSSIBLE: f64 = 480.0;

/// Acceleration that is rare, as a share of the impossible one.
pub(super) const RARE: f64 = 0.25;

/// How much of the excursion may be left after the return.
pub(super) const RETURNED: f32 = 0.5;

/// The pops of one track, in order and apart.
pub(super) fn pops(tracks: &Tracks<'_>, track: &Track) -> Vec<Found> {
    let longest = ((LONGEST_SECS * tracks.rate) as usize).saturating_sub(1).max(1);
    let mut found = Vec::new();
    let mut first = 1;
    while first + 1 < tracks.frames {
        let most = longest.min(tracks.frames - 1 - first);
        let pop = (first..first + most).find_map(|last| pop(tracks, track, FrameRange { first, last }));
        first = pop.as_ref().map_or(first, |pop| pop.frames.last) + 1;
        found.extend(pop);
    }
    // A step that stands out here, but that the joint makes all the time, is its motion.
    let usual = if found.is_empty() { 0.0 } else { track.usual_step() };
    found.retain(|pop| pop.size > usual);
    found
}

fn pop(tracks: &Tracks<'_>, track: &Track, frames: FrameRange) -> Option<Found> {
    let (into, out) = (frames.first - 1, frames.last);
    let size = track.steps[into].min(track.steps[out]);
    let secs = (frames.len() + 1) as f64 / tracks.rate;
    // Out and back by this much takes at least this acceleration, half the time either way.
    let acceleration = 8.0 * f64::from(size) / (secs * secs) / IMPOSSIBLE;
    if acceleration < RARE || track.between(into, out + 1).length() > RETURNED * size {
        return None;
    }
    let certainty = certainty(size / track.pace_around(into, out), acceleration)?;
    let amount = track.amount(size, tracks.span);
    Some(Found { kind: DirtKind::Pop, frames, joint: track.joint, certainty, size, amount })
}

/// How sure an event is that stands out from its neighbours by a factor, at a share of the impossible acceleration.
pub(super) fn certainty(stands_out: f32, acceleration: f64) -> Option<Certainty> {
    if stands_out < STANDS_OUT || acceleration < RARE {
        return None;
    }
    let certain = acceleration >= 1.0 || stands_out >= STANDS_OUT_FAR;
    Some(if certain { Certainty::Certain } else { Certainty::Doubtful })
}
