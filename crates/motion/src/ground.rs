//! Rigid transforms on the floor.

use std::ops::Mul;

use glam::{Quat, Vec3};

use crate::{Clip, Pose};

/// A turn about the vertical axis followed by a shift on the floor:
/// `x' = x cos θ + z sin θ + x0`, `z' = −x sin θ + z cos θ + z0`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ground {
    /// θ in radians, counter-clockwise seen from above.
    pub angle: f64,
    /// x0 in metres.
    pub x: f64,
    /// z0 in metres.
    pub z: f64,
}

impl Ground {
    /// Leaves everything in place.
    pub const IDENTITY: Self = Self { angle: 0.0, x: 0.0, z: 0.0 };

    /// A transform from its three numbers.
    pub fn new(angle: f64, x: f64, z: f64) -> Self {
        Self { angle, x, z }
    }

    /// Where a point of the floor comes to lie.
    pub fn apply(self, [x, z]: [f64; 2]) -> [f64; 2] {
        let (sin, cos) = self.angle.sin_cos();
        [x * cos + z * sin + self.x, z * cos - x * sin + self.z]
    }

    /// The transform that undoes this one.
    #[must_use]
    pub fn inverse(self) -> Self {
        let back = Self::new(-self.angle, 0.0, 0.0);
        let [x, z] = back.apply([self.x, self.z]);
        Self::new(-self.angle, -x, -z)
    }

    /// The turn as a rotation in space.
    pub fn rotation(self) -> Quat {
        Quat::from_rotation_y(self.angle as f32)
    }

    /// Moves a pose: the root is carried along, all other joints keep their local rotations.
    pub fn move_pose(self, pose: &mut Pose) {
        pose.root = self * pose.root;
        pose.rotations[0] = self.rotation() * pose.rotations[0];
    }

    /// Moves a whole clip.
    pub fn move_clip(self, clip: &Clip) -> Clip {
        clip.map_poses(|_, pose| self.move_pose(pose)).expect("a rigid motion keeps poses finite")
    }
}

impl Mul for Ground {
    type Output = Self;
    #[expect(clippy::suspicious_arithmetic_impl, reason = "angles about one axis add up")]
    fn mul(self, inner: Self) -> Self {
        let [x, z] = self.apply([inner.x, inner.z]);
        Self::new(self.angle + inner.angle, x, z)
    }
}

impl Mul<Vec3> for Ground {
    type Output = Vec3;
    fn mul(self, point: Vec3) -> Vec3 {
        let [x, z] = self.apply([f64::from(point.x), f64::from(point.z)]);
        Vec3::new(x as f32, point.y, z as f32)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn agrees_with_the_rotation_in_space(angle in -7.0..7.0f64, x in -9.0..9.0f32, y in -9.0..9.0f32, z in -9.0..9.0f32) {
            let ground = Ground::new(angle, 1.0, -2.0);
            let point = Vec3::new(x, y, z);
            let turned = ground.rotation() * point + Vec3::new(1.0, 0.0, -2.0);
            prop_assert!((ground * point).distance(turned) < 1e-5);
        }

        #[test]
        fn inverse_undoes(angle in -7.0..7.0f64, x in -9.0..9.0f64, z in -9.0..9.0f64) {
            let ground = Ground::new(angle, x, z);
            let [px, pz] = (ground.inverse() * ground).apply([3.0, 4.0]);
            prop_assert!((px - 3.0).abs() < 1e-12 && (pz - 4.0).abs() < 1e-12);
        }
    }
}
