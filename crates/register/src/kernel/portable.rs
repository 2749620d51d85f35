//! The kernel on any machine: arrays of four numbers, which compilers turn into vectors.

use super::Simd;

/// Four numbers: the vector of the oldest 64-bit machines.
#[derive(Clone, Copy)]
pub(super) struct Lanes([f32; 4]);

impl Lanes {
    #[inline(always)]
    fn zip(self, other: Self, f: impl Fn(f32, f32) -> f32) -> Self {
        Self(std::array::from_fn(|n| f(self.0[n], other.0[n])))
    }
}

impl Simd for Lanes {
    type Mask = [bool; 4];
    const LANES: usize = 4;

    #[inline(always)]
    fn splat(value: f32) -> Self {
        Self([value; 4])
    }

    #[inline(always)]
    fn load(from: &[f32]) -> Self {
        Self(std::array::from_fn(|n| from[..4][n]))
    }

    #[inline(always)]
    fn expect(_: &[f32]) {}

    #[inline(always)]
    fn store(self, to: &mut [f32]) {
        to[..4].copy_from_slice(&self.0);
    }

    #[inline(always)]
    fn add(self, other: Self) -> Self {
        self.zip(other, |a, b| a + b)
    }

    #[inline(always)]
    fn sub(self, other: Self) -> Self {
        self.zip(other, |a, b| a - b)
    }

    // Not `f32::mul_add`: without the instruction it is a slow call.
    #[inline(always)]
    fn mul_add(self, factor: Self, term: Self) -> Self {
        self.zip(factor, |a, b| a * b).add(term)
    }

    #[inline(always)]
    fn neg_mul_add(self, factor: Self, term: Self) -> Self {
        term.sub(self.zip(factor, |a, b| a * b))
    }

    #[inline(always)]
    fn max(self, other: Self) -> Self {
        self.zip(other, |a, b| if a > b { a } else { b })
    }

    #[inline(always)]
    fn sqrt(self) -> Self {
        Self(self.0.map(f32::sqrt))
    }

    #[inline(always)]
    fn less(self, other: Self) -> Self::Mask {
        std::array::from_fn(|n| self.0[n] < other.0[n])
    }

    #[inline(always)]
    fn select(self, mask: Self::Mask, other: Self) -> Self {
        Self(std::array::from_fn(|n| if mask[n] { self.0[n] } else { other.0[n] }))
    }

    #[inline(always)]
    fn bits(mask: Self::Mask) -> u16 {
        (0..4).map(|n| u16::from(mask[n]) << n).sum()
    }
}
