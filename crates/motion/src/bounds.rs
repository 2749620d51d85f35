//! What a clip from a file may be, so that everything after reading can rely on it: tables are made by duration, and squares of
//! distances must stay numbers.

use std::ops::RangeInclusive;

use glam::Vec3;

use crate::{Clip, Skeleton};

/// Frames per second: from a slide show to the fastest cameras.
pub const RATES_HZ: RangeInclusive<f64> = 0.1..=10_000.0;

/// The longest clip, in seconds: a week.
pub const LONGEST_SECS: f64 = 7.0 * 24.0 * 3600.0;

/// How far a joint may be from the origin or from its parent, in metres: 10,000 km. Further off, 32-bit numbers do not tell
/// a step.
pub const FARTHEST_METRES: f32 = 1e7;

/// Whether a position is beyond all use.
pub fn is_far(position: Vec3) -> bool {
    position.abs().max_element() > FARTHEST_METRES
}

impl Skeleton {
    /// Whether every joint and end site is within reach of its parent.
    pub fn is_within_bounds(&self) -> bool {
        let offsets = self.joints().iter().map(|joint| joint.offset);
        !offsets.chain(self.end_sites().iter().map(|site| site.offset)).any(is_far)
    }
}

impl Clip {
    /// Whether rate, duration and positions are such that the clip can be worked with.
    pub fn is_within_bounds(&self) -> bool {
        let near = || {
            self.frames()
                .all(|pose| !is_far(pose.root) && !pose.translations().any(|(_, position)| is_far(position)))
        };
        RATES_HZ.contains(&self.rate()) && self.duration_secs() <= LONGEST_SECS && near()
    }
}
