//! The closed form: how a cloud of points must be turned and shifted on the floor to lie best on another.

use segue_motion::Ground;

/// How one cloud of points lies best on another.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Placement {
    /// Carries the second cloud onto the first.
    pub first_from_second: Ground,
    /// What remains: Σ w ‖p − T p'‖² in m², never negative.
    pub distance: f64,
    /// How certain the turn is: 0 when every turn is as good as every other, 1 when the clouds agree on the floor.
    pub certainty: f64,
}

impl Placement {
    /// The root-mean-square distance of the points in metres.
    pub fn rms_metres(&self) -> f64 {
        self.distance.sqrt()
    }
}

/// The best floor transform of `second` onto `first` and the distance that remains, for points that correspond and
/// `weights` that sum to 1. \[KG03\] §4.1, \[K04\] Eq. 5.1.
///
/// When every turn is as good as every other (all points of a cloud on one vertical line) the angle is 0.
///
/// ```
/// use segue_motion::Ground;
/// use segue_register::place;
///
/// let first = [[0.0, 1.0, 0.0], [1.0, 0.5, 0.0], [0.0, 0.0, 2.0]];
/// let second_from_first = Ground::new(2.5, 30.0, -4.0);
/// let second = first.map(|[x, y, z]| {
///     let [x, z] = second_from_first.apply([x, z]);
///     [x, y, z]
/// });
/// let placement = place(&first, &second, &[1.0 / 3.0; 3]);
/// assert!((placement.first_from_second.angle + 2.5).abs() < 1e-12);
/// assert!(placement.rms_metres() < 1e-6);
/// ```
///
/// # Panics
/// When the three slices differ in length.
pub fn place(first: &[[f64; 3]], second: &[[f64; 3]], weights: &[f64]) -> Placement {
    assert!(first.len() == second.len() && first.len() == weights.len(), "points and weights correspond");
    let (c, d) = (centroid(first, weights), centroid(second, weights));
    let mut sums = Sums::default();
    for ((p, q), &weight) in first.iter().zip(second).zip(weights) {
        sums.add(weight, [p[0] - c[0], p[1], p[2] - c[1]], [q[0] - d[0], q[1], q[2] - d[1]]);
    }
    sums.placement(c, d)
}

fn centroid(points: &[[f64; 3]], weights: &[f64]) -> [f64; 2] {
    let sum = |axis: usize| points.iter().zip(weights).map(|(point, weight)| weight * point[axis]).sum();
    [sum(0), sum(2)]
}

/// Weighted sums over pairs of points that are already centred on the floor.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Sums {
    /// A = Σ w (xX + zZ).
    along: f64,
    /// B = Σ w (xZ − zX).
    across: f64,
    /// var(x, z) + var(X, Z).
    spread: f64,
    /// Σ w (y − Y)².
    height: f64,
}

impl Sums {
    pub(crate) fn add(&mut self, weight: f64, [x, y, z]: [f64; 3], [x2, y2, z2]: [f64; 3]) {
        self.along += weight * (x * x2 + z * z2);
        self.across += weight * (x * z2 - z * x2);
        self.spread += weight * (x * x + z * z + x2 * x2 + z2 * z2);
        self.height += weight * (y - y2) * (y - y2);
    }

    /// θ = atan2(B, A); the shift carries the second centroid onto the first.
    pub(crate) fn placement(self, first: [f64; 2], second: [f64; 2]) -> Placement {
        let angle = self.across.atan2(self.along);
        let together = self.along.hypot(self.across);
        let distance = (self.spread + self.height - 2.0 * together).max(0.0);
        // Clouds of one size reach 1; those of different sizes a little less.
        let certainty = if self.spread > 0.0 { (2.0 * together / self.spread).min(1.0) } else { 0.0 };
        Placement { first_from_second: carrying(angle, second, first), distance, certainty }
    }
}

/// The transform that turns by `angle` and carries the point `from` exactly onto `to`.
pub(crate) fn carrying(angle: f64, from: [f64; 2], to: [f64; 2]) -> Ground {
    let [x, z] = Ground::new(angle, 0.0, 0.0).apply(from);
    Ground::new(angle, to[0] - x, to[1] - z)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn cloud() -> impl Strategy<Value = Vec<[f64; 3]>> {
        prop::collection::vec([-1.0..1.0f64, 0.0..2.0f64, -1.0..1.0f64], 20)
    }

    fn moved(cloud: &[[f64; 3]], ground: Ground) -> Vec<[f64; 3]> {
        let one = |&[x, y, z]: &[f64; 3]| {
            let [x, z] = ground.apply([x, z]);
            [x, y, z]
        };
        cloud.iter().map(one).collect()
    }

    fn remains(first: &[[f64; 3]], second: &[[f64; 3]], first_from_second: Ground) -> f64 {
        let squared =
            |(p, q): (&[f64; 3], &[f64; 3])| -> f64 { (0..3).map(|axis| (p[axis] - q[axis]).powi(2)).sum() };
        first.iter().zip(&moved(second, first_from_second)).map(squared).sum::<f64>() / first.len() as f64
    }

    const EQUAL: [f64; 20] = [0.05; 20];

    proptest! {
        /// anim_utils applies `radians` to an angle in radians (distance 5.47 at 90°); others use `atan` and patch
        /// flips of 180°, or have the sign of z0 wrong. Any of these fails here.
        #[test]
        fn a_cloud_moved_on_the_floor_lies_back_on_itself(
            cloud in cloud(), degrees in -180.0..180.0f64, x in -100.0..100.0f64, z in -100.0..100.0f64,
        ) {
            let second_from_first = Ground::new(degrees.to_radians(), x, z);
            let placement = place(&cloud, &moved(&cloud, second_from_first), &EQUAL);
            prop_assert!(placement.distance < 1e-12);
            let whole = second_from_first * placement.first_from_second;
            prop_assert!(whole.angle.sin().abs() < 1e-9 && whole.angle.cos() > 0.0);
            prop_assert!(whole.x.abs() < 1e-9 && whole.z.abs() < 1e-9);
        }

        #[test]
        fn the_distance_is_what_remains_and_nothing_near_is_better(
            first in cloud(), second in cloud(), turn in -0.3..0.3f64, dx in -0.3..0.3f64, dz in -0.3..0.3f64,
        ) {
            let placement = place(&first, &second, &EQUAL);
            let best = placement.first_from_second;
            prop_assert!((remains(&first, &second, best) - placement.distance).abs() < 1e-12);
            let other = Ground::new(best.angle + turn, best.x + dx, best.z + dz);
            prop_assert!(remains(&first, &second, other) >= placement.distance - 1e-12);
        }

        #[test]
        fn swapping_the_clouds_inverts_the_transform(first in cloud(), second in cloud()) {
            let there = place(&first, &second, &EQUAL);
            let back = place(&second, &first, &EQUAL);
            prop_assert!((there.distance - back.distance).abs() < 1e-12);
            let inverse = back.first_from_second.inverse();
            prop_assert!((inverse.angle - there.first_from_second.angle).sin().abs() < 1e-6);
        }
    }

    #[test]
    fn a_half_turn_is_found_as_one() {
        let cloud = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.5], [-0.2, 2.0, 0.3]];
        for degrees in [0.0f64, 89.9, 90.0, 90.1, 179.9, 180.0, -90.0, -179.9] {
            let second = moved(&cloud, Ground::new(degrees.to_radians(), 0.0, 0.0));
            let placement = place(&cloud, &second, &[1.0 / 3.0; 3]);
            assert!(placement.distance < 1e-15, "{degrees}");
            assert!((placement.first_from_second.angle + degrees.to_radians()).sin().abs() < 1e-12);
        }
    }

    #[test]
    fn points_on_one_vertical_line_have_no_direction() {
        let pole = [[3.0, 0.0, 4.0], [3.0, 1.0, 4.0]];
        let placement = place(&pole, &[[0.0, 0.0, 0.0], [0.0, 1.0, 0.0]], &[0.5, 0.5]);
        assert_eq!(placement.first_from_second, Ground::new(0.0, 3.0, 4.0));
        assert!(placement.distance < f64::EPSILON);
    }
}
