//! Standing still before and after jumps.

use glam::DVec3;

use super::ends::End;
use super::scene::Scene;

/// A body is at rest when its centre of mass is slower than this, in m/s. A standing person sways at 2 cm/s; the turning
/// point of a crouch lasts no longer than [`REST_SECS`] below it.
const STILL: f64 = 0.12;

/// How long it has to be at rest, in seconds.
const REST_SECS: f64 = 0.1;

/// A jump is prepared and absorbed within this time, in seconds.
const LONGEST_SECS: f64 = 2.0;

/// The last frame at rest before a take-off, not before `earliest`.
pub(super) fn before(scene: &Scene<'_>, earliest: usize, takeoff: usize) -> Option<usize> {
    let reach = (LONGEST_SECS * scene.rate()) as usize;
    let rest = rest_frames(scene);
    let first = earliest.max(takeoff.saturating_sub(reach)) + rest;
    (first..takeoff).rev().find(|&frame| is_still(scene, frame - rest, frame))
}

/// The first frame at rest after a landing, not after `latest`.
pub(super) fn after(scene: &Scene<'_>, landing: usize, latest: usize) -> Option<usize> {
    let reach = (LONGEST_SECS * scene.rate()) as usize;
    let rest = rest_frames(scene);
    let last = latest.min(landing + reach);
    (landing + 1..=last.saturating_sub(rest)).find(|&frame| is_still(scene, frame, frame + rest))
}

fn rest_frames(scene: &Scene<'_>) -> usize {
    (REST_SECS * scene.rate()).ceil() as usize
}

fn is_still(scene: &Scene<'_>, first: usize, last: usize) -> bool {
    let step = 1.0 / scene.rate();
    scene.path[first..=last].windows(2).all(|pair| pair[0].distance(pair[1]) < STILL * step)
}

/// The still pose as an end of a stance: without velocity.
pub(super) fn end(scene: &Scene<'_>, frame: usize) -> End {
    let secs = frame as f64 / scene.rate();
    End { secs, position: scene.path[frame], velocity: DVec3::ZERO, beyond_secs: secs }
}
