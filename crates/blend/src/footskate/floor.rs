//! Feet that are not planted stay above the floor.

use glam::{DQuat, DVec3};
use segue_motion::PointTable;

use super::limb::{Correction, Limb};
use super::plant::Plant;

/// How deep a point may sink, in metres, so that it is slowed down rather than stopped.
const SOFT: f64 = 0.0025;

/// Raises the points of a leg that would sink below where they stand at their lowest, frame by frame: the whole foot as far as all its
/// points sink, then one end about the other. What is planted does not sink and so does not move.
pub(super) fn keep_above(limb: &Limb, plants: &[Plant], table: &PointTable, corrections: &mut [Correction]) {
    let floors: Vec<Option<f64>> = (0..limb.points.len()).map(|point| lowest(plants, point)).collect();
    for (frame, correction) in corrections.iter_mut().enumerate() {
        let end = table.at(frame, limb.end()).as_dvec3();
        let foot: Vec<DVec3> =
            limb.points.iter().map(|(point, _)| table.at(frame, *point).as_dvec3() - end).collect();
        let depth = |turned: &Correction, point: usize| {
            let floor = floors[point].unwrap_or(f64::NEG_INFINITY);
            softened(floor - (end + turned.turned(foot[point]) + turned.shift).y)
        };
        let shared = (0..foot.len()).map(|point| depth(correction, point)).fold(f64::INFINITY, f64::min);
        if shared.is_finite() {
            correction.shift.y += shared;
        }
        if let [heel, toe] = foot[..] {
            let [low_heel, low_toe] = [0, 1].map(|point| depth(correction, point));
            if low_heel > low_toe {
                *correction = correction.raised(heel, toe, low_heel);
            } else if low_toe > low_heel {
                *correction = correction.raised(toe, heel, low_toe);
            }
        }
    }
}

/// The height of the lowest plant of a point.
fn lowest(plants: &[Plant], point: usize) -> Option<f64> {
    plants.iter().filter(|plant| plant.point == point).map(|plant| plant.place.y).min_by(f64::total_cmp)
}

/// By how much to raise what is `deep` below the floor: nothing at the floor, and all but [`SOFT`] of it deeper down, without a kink.
fn softened(deep: f64) -> f64 {
    match deep {
        _ if deep <= 0.0 => 0.0,
        _ if deep < 2.0 * SOFT => deep * deep / (4.0 * SOFT),
        _ => deep - SOFT,
    }
}

impl Correction {
    fn turned(&self, offset: DVec3) -> DVec3 {
        DQuat::from_scaled_axis(self.turn) * offset
    }

    /// Raises one point of the foot by turning it about another; both as offsets from the end joint before any correction.
    fn raised(self, point: DVec3, about: DVec3, height: f64) -> Self {
        let (pivot, arm) = (self.turned(about), self.turned(point) - self.turned(about));
        let level = DVec3::new(arm.x, 0.0, arm.z);
        let Some(axis) = level.cross(DVec3::Y).try_normalize() else { return self };
        // From the pitch the arm has to the one at which its end is higher; straight up is as high as it gets.
        let pitch = |rise: f64| (rise / arm.length()).clamp(-1.0, 1.0).asin();
        let more = DQuat::from_axis_angle(axis, pitch(arm.y + height) - pitch(arm.y));
        let turn = (more * DQuat::from_scaled_axis(self.turn)).to_scaled_axis();
        Self { turn, shift: self.shift + pivot - more * pivot }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn raising_one_end_leaves_the_other(
            turn in prop::array::uniform3(-0.5..0.5f64),
            shift in prop::array::uniform3(-0.1..0.1f64),
            height in 0.0..0.05f64,
        ) {
            let (heel, toe) = (DVec3::new(0.0, -0.06, -0.05), DVec3::new(0.01, -0.05, 0.14));
            let before = Correction { turn: turn.into(), shift: shift.into() };
            let after = before.raised(toe, heel, height);
            let at = |correction: &Correction, point| correction.turned(point) + correction.shift;
            prop_assert!(at(&before, heel).distance(at(&after, heel)) < 1e-12);
            prop_assert!((at(&after, toe).y - at(&before, toe).y - height).abs() < 1e-9);
        }

        #[test]
        fn nothing_sinks_deeper_than_allowed(deep in -0.1..0.1f64) {
            prop_assert!(deep - softened(deep) <= SOFT + 1e-12 && softened(deep) >= 0.0);
        }
    }
}
