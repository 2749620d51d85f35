//! Frames that are repeated in the middle of a movement.

use super::find::Found;
use super::tracks::Tracks;
use super::{Amount, Certainty, DirtKind};
use crate::{FrameRange, JointId};

/// Speed of the fastest tip that counts as moving, in bodies per second: 0.6 m/s of a person.
const MOVING: f64 = 0.3;

/// Steps before and after that say how fast the body moves.
const AROUND: usize = 4;

/// Share of the lost distance that the body has to catch up for the stretch to be certain. Tips move in arcs, and the
/// chord of an arc is shorter.
const CAUGHT_UP: f32 = 0.35;

/// Longest stretch that is looked for, in seconds: a body may hold still for longer.
const LONGEST_SECS: f64 = 0.5;

/// Repeated frames while the body moves before and after.
pub(super) fn frozen(tracks: &Tracks<'_>) -> Vec<Found> {
    runs(tracks).into_iter().filter_map(|run| judged(tracks, run)).collect()
}

/// Frames that are as the one before them, in runs.
fn runs(tracks: &Tracks<'_>) -> Vec<FrameRange> {
    let mut runs: Vec<FrameRange> = Vec::new();
    for frame in (1..tracks.frames).filter(|&frame| tracks.repeats(frame - 1)) {
        match runs.last_mut() {
            Some(run) if run.last + 1 == frame => run.last = frame,
            _ => runs.push(FrameRange { first: frame, last: frame }),
        }
    }
    runs
}

fn judged(tracks: &Tracks<'_>, run: FrameRange) -> Option<Found> {
    // Steps before the frame that is repeated, and after the one that catches up.
    let before = (run.first - 1).checked_sub(AROUND)?..run.first - 1;
    let after = run.last + 1..run.last + 1 + AROUND;
    if run.len() as f64 > LONGEST_SECS * tracks.rate || after.end > tracks.frames - 1 {
        return None;
    }
    let pace = |steps: std::ops::Range<usize>| tracks.pace[steps].iter().sum::<f32>() / AROUND as f32;
    let (before, after) = (pace(before), pace(after));
    if f64::from(before.min(after)) * tracks.rate < MOVING {
        return None;
    }
    let lost = run.len() as f32 * f32::midpoint(before, after);
    let catches_up = tracks.pace[run.last] - f32::midpoint(before, after) > CAUGHT_UP * lost;
    let certainty = match (catches_up, run.len()) {
        (true, _) => Certainty::Certain,
        // A single repeated frame that loses no time may be a rounding.
        (false, 1) => return None,
        (false, _) => Certainty::Doubtful,
    };
    let amount = Amount::Metres(f64::from(lost * tracks.span));
    Some(Found { kind: DirtKind::Frozen, frames: run, joint: JointId::ROOT, certainty, size: lost, amount })
}
