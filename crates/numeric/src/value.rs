//! What splines and systems of equations can carry.

use std::ops::{Add, Mul, Sub};

use glam::DVec3;

/// A number, or numbers side by side, that can be added and scaled.
pub trait Value: Copy + Add<Output = Self> + Sub<Output = Self> + Mul<f64, Output = Self> {
    /// Nothing.
    const ZERO: Self;
}

impl Value for f64 {
    const ZERO: Self = 0.0;
}

impl Value for DVec3 {
    const ZERO: Self = Self::ZERO;
}
