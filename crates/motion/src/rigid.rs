//! Rigid transforms in space.

use std::ops::Mul;

use glam::{Quat, Vec3};

/// A rotation followed by a translation.
///
/// Names say what it does: `world_from_hand * point_in_hand` is a point in the world.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rigid {
    /// Applied first; unit length.
    pub rotation: Quat,
    /// Applied second, in metres.
    pub translation: Vec3,
}

impl Rigid {
    /// Leaves everything in place.
    pub const IDENTITY: Self = Self { rotation: Quat::IDENTITY, translation: Vec3::ZERO };

    /// A transform from its two parts.
    pub fn new(rotation: Quat, translation: Vec3) -> Self {
        Self { rotation, translation }
    }

    /// The transform that undoes this one: `t.inverse() * t ≈ Rigid::IDENTITY`.
    #[must_use]
    pub fn inverse(self) -> Self {
        let rotation = self.rotation.conjugate();
        Self { rotation, translation: -(rotation * self.translation) }
    }
}

impl Mul for Rigid {
    type Output = Self;
    fn mul(self, inner: Self) -> Self {
        Self { rotation: self.rotation * inner.rotation, translation: self * inner.translation }
    }
}

impl Mul<Vec3> for Rigid {
    type Output = Vec3;
    fn mul(self, point: Vec3) -> Vec3 {
        self.rotation * point + self.translation
    }
}
