//! The smallest smooth shift of the root with which all legs reach.

use glam::DVec3;
use segue_motion::{Clip, PointTable};

use super::CleanUp;
use super::limb::{Correction, Limb, Reaching};

/// Rounds of asking for the shift that is still missing and smoothing it. Legs lengthen for what is left.
const ROUNDS: usize = 6;

/// Rounds of projecting onto the reach of each leg in turn; two legs agree after a few.
const PROJECTIONS: usize = 30;

/// A shift smaller than this is not worth smoothing over time, in metres.
const ENOUGH: f64 = 1e-4;

/// The shift of the root in every frame.
pub(super) fn shifts(
    clip: &Clip,
    limbs: &[Limb],
    corrections: &[Vec<Correction>],
    reaches: &[Vec<Reaching>],
    table: &PointTable,
    settings: &CleanUp,
) -> Vec<DVec3> {
    let half = (settings.root_smooth_secs * clip.rate()).round() as usize;
    let mut shifts = vec![DVec3::ZERO; clip.len()];
    for _ in 0..ROUNDS {
        let missing = |frame: usize| {
            let balls = limbs.iter().enumerate().filter(|(_, limb)| limb.carries).map(|(n, limb)| {
                let target = table.at(frame, limb.end()).as_dvec3() + corrections[n][frame].shift;
                Ball { centre: target - reaches[n][frame].start, radius: reaches[n][frame].distance }
            });
            nearest(&balls.collect::<Vec<_>>(), shifts[frame]) - shifts[frame]
        };
        let missing: Vec<DVec3> = (0..clip.len()).map(missing).collect();
        if missing.iter().all(|shift| shift.length() < ENOUGH) {
            break;
        }
        for (shift, more) in shifts.iter_mut().zip(smoothed(&missing, half)) {
            *shift += more;
        }
    }
    shifts
}

/// The shifts with which one leg reaches.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ball {
    pub(super) centre: DVec3,
    pub(super) radius: f64,
}

impl Ball {
    fn project(self, point: DVec3) -> DVec3 {
        let away = point - self.centre;
        if away.length() <= self.radius {
            point
        } else {
            self.centre + away.normalize_or_zero() * self.radius
        }
    }
}

/// The point of all balls that is nearest to `from` (Dykstra's projections); between them when they do not meet.
pub(super) fn nearest(balls: &[Ball], from: DVec3) -> DVec3 {
    let mut point = from;
    let mut pulls = [DVec3::ZERO; 2];
    for _ in 0..PROJECTIONS {
        let mut moved = 0.0f64;
        for (ball, pull) in balls.iter().zip(&mut pulls) {
            let pulled = point + *pull;
            let next = ball.project(pulled);
            *pull = pulled - next;
            moved = moved.max(next.distance(point));
            point = next;
        }
        if moved < 1e-9 {
            break;
        }
    }
    point
}

/// Means over a window, three times: nearly a bell.
fn smoothed(values: &[DVec3], half: usize) -> Vec<DVec3> {
    let third = half.div_ceil(3);
    (0..3).fold(values.to_vec(), |values, _| mean_over(&values, third))
}

/// Means over `half` frames to either side; the ends are held beyond the ends.
fn mean_over(values: &[DVec3], half: usize) -> Vec<DVec3> {
    let last = values.len() - 1;
    let held = |n: isize| values[n.clamp(0, last.cast_signed()) as usize];
    let half = half.cast_signed();
    let mut sum: DVec3 = (-half..=half).map(held).sum();
    let mut means = Vec::with_capacity(values.len());
    for n in 0..values.len().cast_signed() {
        means.push(sum / (2 * half + 1) as f64);
        sum += held(n + half + 1) - held(n - half);
    }
    means
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn point() -> impl Strategy<Value = DVec3> {
        prop::array::uniform3(-1.0..1.0f64).prop_map(DVec3::from)
    }

    proptest! {
        #[test]
        fn the_nearest_point_lies_in_both_balls_and_none_is_nearer(a in point(), b in point(), from in point(), other in point()) {
            let balls = [Ball { centre: a, radius: 1.2 }, Ball { centre: b, radius: 1.2 }];
            let within = |point: DVec3| balls.iter().all(|ball| point.distance(ball.centre) <= ball.radius + 1e-3);
            prop_assume!(a.distance(b) < 2.0);
            let found = nearest(&balls, from);
            prop_assert!(within(found));
            if within(other) {
                prop_assert!(found.distance(from) <= other.distance(from) + 2e-2);
            }
        }

        #[test]
        fn a_constant_stays_as_it_is(value in point(), half in 0..9usize) {
            prop_assert!(smoothed(&[value; 20], half).iter().all(|mean| mean.distance(value) < 1e-12));
        }
    }
}
