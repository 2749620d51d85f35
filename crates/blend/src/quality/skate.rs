//! Sliding and sinking feet.

use std::fmt;

use glam::Vec3;
use segue_motion::{Anatomy, Clip, ConstraintKind, PointPaths};

/// How much planted points slide over the floor while they should not.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Skate {
    /// Horizontal way of all planted points ÷ time they are planted, in cm/s.
    pub cm_per_sec: f64,
    /// Horizontal way per plant, in cm.
    pub cm_per_plant: f64,
    /// The largest distance between two places of one point during one plant, in mm.
    pub worst_drift_mm: f64,
    /// Number of plants.
    pub plants: usize,
}

impl Skate {
    /// Measures a clip whose plants are its constraints; `None` when nothing that the figure has is planted.
    pub fn of(clip: &Clip, anatomy: &Anatomy) -> Option<Self> {
        Self::by(clip, anatomy, &contact_paths(clip, anatomy))
    }

    pub(super) fn by(clip: &Clip, anatomy: &Anatomy, paths: &PointPaths) -> Option<Self> {
        let (mut way, mut secs, mut plants, mut worst) = (0.0, 0.0, 0, 0.0f64);
        for (kind, ranges) in clip.constraints().iter() {
            let Some(point) = anatomy.point(kind) else { continue };
            for range in ranges {
                let places: Vec<Vec3> =
                    (range.first..=range.last).map(|frame| paths.at(frame, point)).collect();
                way += places.windows(2).map(|pair| horizontal(pair[1] - pair[0])).sum::<f64>();
                secs += (range.len() - 1) as f64 / clip.rate();
                worst = worst.max(drift(&places));
                plants += 1;
            }
        }
        (plants > 0).then(|| Self {
            cm_per_sec: if secs > 0.0 { 100.0 * way / secs } else { 0.0 },
            cm_per_plant: 100.0 * way / plants as f64,
            worst_drift_mm: 1000.0 * worst,
            plants,
        })
    }
}

/// The paths of all points of a figure that can be planted.
pub(super) fn contact_paths(clip: &Clip, anatomy: &Anatomy) -> PointPaths {
    PointPaths::of(clip, ConstraintKind::ALL.into_iter().filter_map(|kind| anatomy.point(kind)))
}

fn horizontal(way: Vec3) -> f64 {
    f64::from(way.x).hypot(f64::from(way.z))
}

/// The largest distance between two places, to within 2 %: the widest of a fan of directions. Exact would take the
/// square of a plant's frames.
fn drift(places: &[Vec3]) -> f64 {
    let directions = fan();
    let width = |direction: &Vec3| {
        let along = places.iter().map(|place| (*place - places[0]).dot(*direction));
        let (low, high) = along.fold((0.0f32, 0.0f32), |(low, high), x| (low.min(x), high.max(x)));
        f64::from(high - low)
    };
    directions.iter().map(width).fold(0.0, f64::max)
}

/// Directions over half the sphere, none more than 12° from the next.
fn fan() -> Vec<Vec3> {
    let mut directions = Vec::new();
    for tilt in 0..8 {
        let pitch = std::f32::consts::PI * tilt as f32 / 16.0 - std::f32::consts::FRAC_PI_4;
        for turn in 0..16 {
            let yaw = std::f32::consts::PI * turn as f32 / 16.0;
            directions.push(Vec3::new(pitch.cos() * yaw.cos(), pitch.sin(), pitch.cos() * yaw.sin()));
        }
    }
    directions.push(Vec3::Y);
    directions
}

/// How far the points of the feet sink below the floor.
///
/// The floor of a point is the height below which it is for a twentieth of the time: capture rooms differ in theirs,
/// and a heel and a toe that both stand do not have the same height.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Penetration {
    /// The deepest, in cm.
    pub worst_cm: f64,
    /// Share of frames in which a point is more than 1 cm deep.
    pub share: f64,
}

/// Deeper than this, in metres, is counted; less is the noise of capture.
const DEEP: f32 = 0.01;

/// The share of frames at or below the floor.
const FLOOR_QUANTILE: f64 = 0.05;

impl Penetration {
    /// Measures the points of the feet.
    pub(super) fn by(anatomy: &Anatomy, paths: &PointPaths) -> Self {
        use ConstraintKind::{LeftHeel, LeftToe, RightHeel, RightToe};
        let points =
            [LeftHeel, LeftToe, RightHeel, RightToe].into_iter().filter_map(|kind| anatomy.point(kind));
        let floors: Vec<_> =
            points.map(|point| (point, floor(paths.path(point).map(|place| place.y)))).collect();
        let depth = |frame: usize| {
            floors.iter().map(|&(point, floor)| floor - paths.at(frame, point).y).fold(0.0, f32::max)
        };
        let depths: Vec<f32> = (0..paths.len()).map(depth).collect();
        let deep = depths.iter().filter(|depth| **depth > DEEP).count();
        Self {
            worst_cm: 100.0 * f64::from(depths.iter().copied().fold(0.0, f32::max)),
            share: deep as f64 / depths.len() as f64,
        }
    }
}

fn floor(heights: impl Iterator<Item = f32>) -> f32 {
    let mut heights: Vec<f32> = heights.collect();
    heights.sort_by(f32::total_cmp);
    heights[((heights.len() - 1) as f64 * FLOOR_QUANTILE).round() as usize]
}

impl fmt::Display for Skate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "skate {:.2} cm/s, {:.2} cm a plant, worst drift {:.2} mm",
            self.cm_per_sec, self.cm_per_plant, self.worst_drift_mm
        )
    }
}

impl fmt::Display for Penetration {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "sinks {:.1} cm", self.worst_cm)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn drift_is_the_diameter(points in prop::collection::vec(prop::array::uniform3(-1.0..1.0f32), 1..20)) {
            let points: Vec<Vec3> = points.into_iter().map(Vec3::from).collect();
            let apart = points.iter().flat_map(|a| points.iter().map(|b| a.distance(*b)));
            let truth = f64::from(apart.fold(0.0, f32::max));
            let found = drift(&points);
            prop_assert!(found <= truth * 1.0001 && found >= truth * 0.85, "{found} {truth}");
        }
    }
}
