//! Windows as points of a space of a few dimensions in which none is farther from another than it is.
#![expect(clippy::inline_always, reason = "compiled for the vectors it is used with")]

use pulp::{Simd, WithSimd};

use super::coordinates::Coordinates;
use super::tree::Block;

/// Directions of the space: fewer than windows have, since clusters are wider than what the others tell apart.
pub(super) const DIRECTIONS: usize = 16;

/// Numbers of a point.
const NUMBERS: usize = 4 * DIRECTIONS;

/// Where the norms of what the directions leave out stand, of places and of heights.
pub(super) const REST: usize = 3 * DIRECTIONS;

/// The first [`Coordinates`] of a window: real parts, imaginary parts and heights, then the norms ρ and ς of what they
/// leave out of the places and of the heights.
///
/// With `d² = |P|² + |P'|² − 2 |⟨P, P'⟩| + |Q − Q'|² + (ρ − ρ')² + (ς − ς')²`, `d² ≤ D ≤ d² + 4ρρ' + 4ςς'`. d is a metric,
/// as √D is: the distance of two points when one may be turned.
#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(align(64))]
pub(super) struct Point(pub(super) [f32; NUMBERS]);

impl Point {
    pub(super) const ZERO: Self = Self([0.0; NUMBERS]);

    pub(super) fn of(window: &Coordinates) -> Self {
        let mut point = Self::ZERO;
        for (n, part) in [&window.re, &window.im, &window.heights].into_iter().enumerate() {
            point.0[n * DIRECTIONS..][..DIRECTIONS].copy_from_slice(&part[..DIRECTIONS]);
        }
        point.0[REST..REST + 2].copy_from_slice(&window.rest(DIRECTIONS));
        point
    }

    /// ρ and ς.
    pub(super) fn rest(&self) -> [f32; 2] {
        [self.0[REST], self.0[REST + 1]]
    }

    pub(super) fn norm(&self) -> f32 {
        self.0.iter().map(|value| value * value).sum()
    }

    /// ⟨self, other⟩ of the places, and the product of all else.
    #[inline(always)]
    fn products(&self, other: &Self) -> [f32; 3] {
        const N: usize = DIRECTIONS;
        let (mut along, mut across, mut straight) = ([0.0; N], [0.0; N], [0.0; N]);
        let (a, b) = (&self.0, &other.0);
        for k in 0..N {
            along[k] = a[k] * b[k] + a[N + k] * b[N + k];
            across[k] = a[k] * b[N + k] - a[N + k] * b[k];
            straight[k] = a[2 * N + k] * b[2 * N + k] + a[3 * N + k] * b[3 * N + k];
        }
        [halved(along), halved(across), halved(straight)]
    }

    /// d², to within [`ROUNDING`](super::coordinates::ROUNDING) of the norms; `norms` is their sum.
    #[inline(always)]
    pub(super) fn squared_distance(&self, other: &Self, norms: f32) -> f32 {
        let [along, across, straight] = self.products(other);
        norms - 2.0 * ((along * along + across * across).sqrt() + straight)
    }

    /// Adds another point, turned to lie as near as it can.
    #[inline(always)]
    fn add_turned(&mut self, model: &Self, other: &Self) {
        const N: usize = DIRECTIONS;
        let [along, across, _] = model.products(other);
        let size = (along * along + across * across).sqrt();
        let (cos, sin) = if size > 0.0 { (along / size, across / size) } else { (1.0, 0.0) };
        let (to, from) = (&mut self.0, &other.0);
        for k in 0..N {
            to[k] += from[k] * cos + from[N + k] * sin;
            to[N + k] += from[N + k] * cos - from[k] * sin;
            to[2 * N + k] += from[2 * N + k];
            to[3 * N + k] += from[3 * N + k];
        }
    }
}

/// Sums in a fixed order that vectors can follow.
#[inline(always)]
fn halved(mut values: [f32; DIRECTIONS]) -> f32 {
    let mut width = DIRECTIONS / 2;
    while width > 0 {
        for k in 0..width {
            values[k] += values[k + width];
        }
        width /= 2;
    }
    values[0]
}

/// d² from a point to the centres of some blocks, which are named by number.
pub(super) struct Distances<'a> {
    pub(super) from: &'a Point,
    pub(super) blocks: &'a [Block],
    pub(super) to: &'a [u32],
    pub(super) out: &'a mut [f32],
}

impl WithSimd for Distances<'_> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self, _: S) {
        let norm = self.from.norm();
        for (&number, out) in self.to.iter().zip(self.out) {
            let block = &self.blocks[number as usize];
            *out = self.from.squared_distance(&block.centre, norm + block.norm);
        }
    }
}

/// The mean of some points, each turned to lie as near to a model as it can.
pub(super) struct Mean<'a, F> {
    pub(super) model: &'a Point,
    pub(super) points: F,
    pub(super) of: &'a [u32],
}

impl<'a, F: Fn(usize) -> &'a Point> WithSimd for Mean<'_, F> {
    type Output = Point;

    #[inline(always)]
    fn with_simd<S: Simd>(self, _: S) -> Point {
        let mut sum = Point::ZERO;
        for &number in self.of {
            sum.add_turned(self.model, (self.points)(number as usize));
        }
        for value in &mut sum.0 {
            *value /= self.of.len() as f32;
        }
        sum
    }
}
