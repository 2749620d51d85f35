//! Toes that lie on the floor while their heel stands, although they have been lower.

use super::{PlantSettings, Track, runs};
use crate::{ConstraintKind, FrameRange};

/// In push-offs and hard landings the ball of the foot dips below where it is on a flat foot, by 5 cm in captured runs. So
/// it may stand this many times higher than the settings say, …
const DIPS: f64 = 2.0;

/// … when it is slow for at least this long, in seconds: longer than toes take to come down after the heel.
const SECS: f64 = 0.15;

/// Adds plants of toes where the heel of the same foot stands and the toe is slow and not far above its floor.
pub(super) fn add_flat(tracks: &[Track], plants: &mut [Vec<FrameRange>], settings: &PlantSettings) {
    let feet = [
        (ConstraintKind::LeftHeel, ConstraintKind::LeftToe),
        (ConstraintKind::RightHeel, ConstraintKind::RightToe),
    ];
    for (heel, toe) in feet {
        let place = |kind| tracks.iter().position(|track| track.kind == kind);
        let Some((heel, toe)) = place(heel).zip(place(toe)) else { continue };
        let track = &tracks[toe];
        let mut standing = vec![false; track.speeds.len()];
        plants[heel].iter().for_each(|plant| standing[plant.first..=plant.last].fill(true));
        let mut flat = runs(standing.len(), |frame| {
            standing[frame]
                && track.speeds[frame] < track.speed_in
                && track.heights[frame] < DIPS * settings.height_out
        });
        flat.retain(|run| run.len() as f64 >= SECS * track.rate);
        plants[toe].extend(flat);
        plants[toe].sort();
    }
}
