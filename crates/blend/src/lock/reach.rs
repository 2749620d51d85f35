//! The smallest shift of the root with which all legs reach.

use glam::DVec3;

/// Rounds of projecting onto the reach of each leg in turn; two legs agree after a few.
const PROJECTIONS: usize = 30;

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

    }
}
