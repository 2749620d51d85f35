//! The kernel with 16 numbers at a time.

#[cfg(not(target_arch = "x86_64"))]
pub(super) use super::absent::*;
#[cfg(target_arch = "x86_64")]
pub(super) use here::*;

#[cfg(target_arch = "x86_64")]
#[expect(unsafe_code, reason = "vector instructions, used only after the machine was asked for them")]
#[allow(clippy::wildcard_imports, reason = "a dozen intrinsics with names of their own")]
mod here {
    use std::arch::x86_64::*;

    use super::super::{Scratch, Simd, Task, probe, run_with, warp};

    pub(in super::super) fn is_available() -> bool {
        is_x86_feature_detected!("avx512f")
    }

    pub(in super::super) fn run(
        task: &Task<'_>,
        scratch: &mut Scratch,
        visit: &mut dyn FnMut(usize, &[f32]),
    ) {
        assert!(is_available(), "AVX-512 was detected before it is used");
        // SAFETY: the feature the function is compiled for was just found.
        unsafe { run_avx512(task, scratch, visit) }
    }

    /// 6 × 4 vectors of sums fill 24 of the 32 registers.
    #[target_feature(enable = "avx512f")]
    fn run_avx512(task: &Task<'_>, scratch: &mut Scratch, visit: &mut dyn FnMut(usize, &[f32])) {
        run_with::<Lanes, 4>(task, scratch, visit);
    }

    pub(in super::super) fn warp(row: &mut warp::Row<'_>) {
        assert!(is_available(), "the instructions were detected before they are used");
        // SAFETY: the features the function is compiled for were just found.
        unsafe { warp_avx512(row) }
    }

    #[target_feature(enable = "avx512f")]
    fn warp_avx512(row: &mut warp::Row<'_>) {
        warp::enter::<Lanes>(row);
    }

    pub(in super::super) fn burn(rounds: usize) -> f32 {
        assert!(is_available(), "the instructions were detected before they are used");
        // SAFETY: the features the function is compiled for were just found.
        unsafe { burn_avx512(rounds) }
    }

    #[target_feature(enable = "avx512f")]
    fn burn_avx512(rounds: usize) -> f32 {
        probe::chains::<Lanes>(rounds)
    }

    /// Sixteen numbers. Made only in functions compiled for them, so the instructions exist.
    #[derive(Clone, Copy)]
    struct Lanes(__m512);

    // SAFETY of every block below: the instructions exist (see `Lanes`), and loads and stores go through slices
    // whose length was just checked.
    impl Simd for Lanes {
        type Mask = __mmask16;
        const LANES: usize = 16;

        #[inline(always)]
        fn splat(value: f32) -> Self {
            Self(unsafe { _mm512_set1_ps(value) })
        }

        #[inline(always)]
        fn load(from: &[f32]) -> Self {
            Self(unsafe { _mm512_loadu_ps(from[..Self::LANES].as_ptr()) })
        }

        #[inline(always)]
        fn store(self, to: &mut [f32]) {
            unsafe { _mm512_storeu_ps(to[..Self::LANES].as_mut_ptr(), self.0) }
        }

        #[inline(always)]
        fn add(self, other: Self) -> Self {
            Self(unsafe { _mm512_add_ps(self.0, other.0) })
        }

        #[inline(always)]
        fn sub(self, other: Self) -> Self {
            Self(unsafe { _mm512_sub_ps(self.0, other.0) })
        }

        #[inline(always)]
        fn mul_add(self, factor: Self, term: Self) -> Self {
            Self(unsafe { _mm512_fmadd_ps(self.0, factor.0, term.0) })
        }

        #[inline(always)]
        fn neg_mul_add(self, factor: Self, term: Self) -> Self {
            Self(unsafe { _mm512_fnmadd_ps(self.0, factor.0, term.0) })
        }

        #[inline(always)]
        fn max(self, other: Self) -> Self {
            Self(unsafe { _mm512_max_ps(self.0, other.0) })
        }

        #[inline(always)]
        fn less(self, other: Self) -> Self::Mask {
            unsafe { _mm512_cmp_ps_mask::<_CMP_LT_OQ>(self.0, other.0) }
        }

        #[inline(always)]
        fn select(self, mask: Self::Mask, other: Self) -> Self {
            Self(unsafe { _mm512_mask_blend_ps(mask, other.0, self.0) })
        }

        #[inline(always)]
        fn store_bytes(self, to: &mut [u8]) {
            // Truncation keeps whole numbers as they are.
            let bytes: __m128i = unsafe { _mm512_cvtepi32_epi8(_mm512_cvttps_epi32(self.0)) };
            unsafe { _mm_storeu_si128(to[..Self::LANES].as_mut_ptr().cast(), bytes) }
        }

        /// x · rsqrt(x) with one Newton step: a fifth of the time of the square root instruction, which would
        /// be a sixth of the whole kernel.
        #[inline(always)]
        fn sqrt(self) -> Self {
            unsafe {
                // Below this the square root is under 1e-15: far less than D can resolve, and rsqrt stays finite.
                let x = _mm512_max_ps(self.0, _mm512_set1_ps(1e-30));
                let estimate = _mm512_rsqrt14_ps(x);
                let root = _mm512_mul_ps(x, estimate);
                let error = _mm512_fnmadd_ps(root, estimate, _mm512_set1_ps(1.0));
                Self(_mm512_fmadd_ps(_mm512_mul_ps(root, _mm512_set1_ps(0.5)), error, root))
            }
        }
    }
}
