//! The rotation that best carries one set of vectors onto another.

use glam::{DQuat, DVec3};

/// Rounds of Jacobi's method; a 4 × 4 matrix needs about five for full precision.
const SWEEPS: usize = 12;

/// The rotation R that minimises `Σ weight · |to − R · from|²` over (from, to, weight) \[H87\].
///
/// Vectors are taken as they are: subtract the centres of mass first where a shift is allowed. With nothing to go by
/// (no vectors, all zero) it is the identity; about a single line, any of the best ones.
///
/// ```
/// use glam::{DQuat, DVec3};
/// use segue_motion::fit_rotation;
///
/// let turn = DQuat::from_rotation_z(0.7);
/// let pairs = [DVec3::X, DVec3::new(0.3, 2.0, -1.0)].map(|v| (v, turn * v, 1.0));
/// assert!(fit_rotation(pairs).angle_between(turn) < 1e-9);
/// ```
pub fn fit_rotation(pairs: impl IntoIterator<Item = (DVec3, DVec3, f64)>) -> DQuat {
    // s[i][j] = Σ weight · from_i · to_j
    let mut s = [[0.0; 3]; 3];
    for (from, to, weight) in pairs {
        for (row, a) in s.iter_mut().zip(from.to_array()) {
            for (cell, b) in row.iter_mut().zip(to.to_array()) {
                *cell += weight * a * b;
            }
        }
    }
    let [w, x, y, z] = greatest_eigenvector(quaternion_matrix(s));
    DQuat::from_xyzw(x, y, z, w).normalize()
}

/// The symmetric matrix whose eigenvector of the greatest eigenvalue is the quaternion (w, x, y, z).
fn quaternion_matrix([[xx, xy, xz], [yx, yy, yz], [zx, zy, zz]]: [[f64; 3]; 3]) -> [[f64; 4]; 4] {
    [
        [xx + yy + zz, yz - zy, zx - xz, xy - yx],
        [yz - zy, xx - yy - zz, xy + yx, zx + xz],
        [zx - xz, xy + yx, yy - xx - zz, yz + zy],
        [xy - yx, zx + xz, yz + zy, zz - xx - yy],
    ]
}

/// By Jacobi's method: rotations in the planes of two axes make one entry off the diagonal zero after the other.
fn greatest_eigenvector(mut m: [[f64; 4]; 4]) -> [f64; 4] {
    let mut vectors =
        [[1.0, 0.0, 0.0, 0.0], [0.0, 1.0, 0.0, 0.0], [0.0, 0.0, 1.0, 0.0], [0.0, 0.0, 0.0, 1.0]];
    for _ in 0..SWEEPS {
        for p in 0..4 {
            for q in p + 1..4 {
                rotate(&mut m, &mut vectors, p, q);
            }
        }
    }
    // The first of equal ones, so that nothing to go by is the identity.
    let greatest = (1..4).fold(0, |best, i| if m[i][i] > m[best][best] { i } else { best });
    vectors.map(|row| row[greatest])
}

fn rotate(m: &mut [[f64; 4]; 4], vectors: &mut [[f64; 4]; 4], p: usize, q: usize) {
    if m[p][q] == 0.0 {
        return;
    }
    let theta = (m[q][q] - m[p][p]) / (2.0 * m[p][q]);
    let t = theta.signum() / (theta.abs() + theta.hypot(1.0));
    let c = 1.0 / t.hypot(1.0);
    let s = t * c;
    for row in m.iter_mut().chain(vectors) {
        (row[p], row[q]) = (c * row[p] - s * row[q], s * row[p] + c * row[q]);
    }
    let (above, below) = m.split_at_mut(q);
    for (x, y) in above[p].iter_mut().zip(&mut below[0]) {
        (*x, *y) = (c * *x - s * *y, s * *x + c * *y);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn vector() -> impl Strategy<Value = DVec3> {
        (-2.0..2.0, -2.0..2.0, -2.0..2.0).prop_map(DVec3::from)
    }

    proptest! {
        #[test]
        fn an_exact_rotation_is_recovered(axis in vector(), points in prop::collection::vec(vector(), 3..9)) {
            let turn = DQuat::from_scaled_axis(axis);
            let found = fit_rotation(points.iter().map(|&p| (p, turn * p, 0.5)));
            for &p in &points {
                prop_assert!((found * p).distance(turn * p) < 1e-6);
            }
        }

        #[test]
        fn no_other_rotation_is_better(pairs in prop::collection::vec((vector(), vector(), 0.1..2.0f64), 1..6), other in vector()) {
            let cost = |turn: DQuat| pairs.iter().map(|&(a, b, w)| w * (turn * a).distance_squared(b)).sum::<f64>();
            let best = fit_rotation(pairs.iter().copied());
            prop_assert!(best.is_normalized());
            prop_assert!(cost(best) <= cost(DQuat::from_scaled_axis(other)) + 1e-9);
        }
    }

    #[test]
    fn nothing_to_go_by_is_the_identity() {
        assert_eq!(fit_rotation([]), DQuat::IDENTITY);
        assert_eq!(fit_rotation([(DVec3::ZERO, DVec3::X, 1.0)]), DQuat::IDENTITY);
    }
}
