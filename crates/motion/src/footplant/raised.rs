//! Feet that stand above their floor: on stairs, a stool, or a floor that is not level.

use super::{Track, runs};
use crate::FrameRange;

/// A foot on a step is at least this far below the hips, in metres; the feet of a handstand are not.
const BELOW_HIPS: f64 = 0.3;

/// Adds plants in stretches where nothing stands on the floor: the points that are slow for at least `secs`, and not
/// higher than the lowest such point by more than the settings allow.
pub(super) fn add_raised(
    tracks: &[Track],
    plants: &mut [Vec<FrameRange>],
    secs: f64,
    hips_height: impl Fn(usize) -> f64,
) {
    let Some(frames) = tracks.first().map(|track| track.speeds.len()) else { return };
    let carried: Vec<bool> =
        (0..frames).map(|frame| plants.iter().flatten().any(|plant| plant.contains(frame))).collect();
    let slow = |track: &Track, frame: usize| {
        !carried[frame]
            && track.speeds[frame] < track.speed_in
            && track.floor + track.heights[frame] < hips_height(frame) - BELOW_HIPS
    };
    let lowest: Vec<f64> = (0..frames)
        .map(|frame| {
            tracks.iter().filter(|t| slow(t, frame)).map(|t| t.heights[frame]).fold(f64::MAX, f64::min)
        })
        .collect();
    for (track, plants) in tracks.iter().zip(plants) {
        let candidate = |frame| slow(track, frame) && track.heights[frame] <= lowest[frame] + track.height_in;
        let mut seeds = runs(frames, candidate);
        seeds.retain(|seed| seed.len() as f64 >= secs * track.rate);
        plants.extend(seeds.into_iter().map(|seed| grown(track, seed)));
        plants.sort();
    }
}

/// The seed with the frames on either side in which the point stays slow and at the height of the seed.
fn grown(track: &Track, seed: FrameRange) -> FrameRange {
    let heights = &track.heights[seed.first..=seed.last];
    let floor = heights.iter().sum::<f64>() / heights.len() as f64;
    let stays = |&frame: &usize| {
        track.speeds[frame] < track.speed_out && (track.heights[frame] - floor).abs() < track.height_out
    };
    let first = (0..seed.first).rev().take_while(stays).last().unwrap_or(seed.first);
    let last = (seed.last + 1..track.speeds.len()).take_while(stays).last().unwrap_or(seed.last);
    FrameRange { first, last }
}
