//! The kernel with 8 numbers at a time and fused multiply-add.

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
        is_x86_feature_detected!("avx2") && is_x86_feature_detected!("fma")
    }

    pub(in super::super) fn run(
        task: &Task<'_>,
        scratch: &mut Scratch,
        visit: &mut dyn FnMut(usize, &[f32]),
    ) {
        assert!(is_available(), "AVX2 and FMA were detected before it is used");
        // SAFETY: the features the function is compiled for were just found.
        unsafe { run_avx2(task, scratch, visit) }
    }

    /// 6 × 2 vectors of sums fill 12 of the 16 registers.
    #[target_feature(enable = "avx2,fma")]
    fn run_avx2(task: &Task<'_>, scratch: &mut Scratch, visit: &mut dyn FnMut(usize, &[f32])) {
        run_with::<Lanes, 2>(task, scratch, visit);
    }

    pub(in super::super) fn warp(row: &mut warp::Row<'_>) {
        assert!(is_available(), "the instructions were detected before they are used");
        // SAFETY: the features the function is compiled for were just found.
        unsafe { warp_avx2(row) }
    }

    #[target_feature(enable = "avx2,fma")]
    fn warp_avx2(row: &mut warp::Row<'_>) {
        warp::enter::<Lanes>(row);
    }

    pub(in super::super) fn burn(rounds: usize) -> f32 {
        assert!(is_available(), "the instructions were detected before they are used");
        // SAFETY: the features the function is compiled for were just found.
        unsafe { burn_avx2(rounds) }
    }

    #[target_feature(enable = "avx2,fma")]
    fn burn_avx2(rounds: usize) -> f32 {
        probe::chains::<Lanes>(rounds)
    }

    /// Eight numbers. Made only in functions compiled for them, so the instructions exist.
    #[derive(Clone, Copy)]
    struct Lanes(__m256);

    // SAFETY of every block below: the instructions exist (see `Lanes`), and loads and stores go through slices
    // whose length was just checked.
    impl Simd for Lanes {
        type Mask = __m256;
        const LANES: usize = 8;

        #[inline(always)]
        fn splat(value: f32) -> Self {
            Self(unsafe { _mm256_set1_ps(value) })
        }

        #[inline(always)]
        fn load(from: &[f32]) -> Self {
            Self(unsafe { _mm256_loadu_ps(from[..Self::LANES].as_ptr()) })
        }

        #[inline(always)]
        fn store(self, to: &mut [f32]) {
            unsafe { _mm256_storeu_ps(to[..Self::LANES].as_mut_ptr(), self.0) }
        }

        #[inline(always)]
        fn add(self, other: Self) -> Self {
            Self(unsafe { _mm256_add_ps(self.0, other.0) })
        }

        #[inline(always)]
        fn sub(self, other: Self) -> Self {
            Self(unsafe { _mm256_sub_ps(self.0, other.0) })
        }

        #[inline(always)]
        fn mul_add(self, factor: Self, term: Self) -> Self {
            Self(unsafe { _mm256_fmadd_ps(self.0, factor.0, term.0) })
        }

        #[inline(always)]
        fn neg_mul_add(self, factor: Self, term: Self) -> Self {
            Self(unsafe { _mm256_fnmadd_ps(self.0, factor.0, term.0) })
        }

        #[inline(always)]
        fn max(self, other: Self) -> Self {
            Self(unsafe { _mm256_max_ps(self.0, other.0) })
        }

        #[inline(always)]
        fn less(self, other: Self) -> Self::Mask {
            unsafe { _mm256_cmp_ps::<_CMP_LT_OQ>(self.0, other.0) }
        }

        #[inline(always)]
        fn select(self, mask: Self::Mask, other: Self) -> Self {
            Self(unsafe { _mm256_blendv_ps(other.0, self.0, mask) })
        }

        #[inline(always)]
        fn store_bytes(self, to: &mut [u8]) {
            let to = &mut to[..Self::LANES];
            unsafe {
                let whole = _mm256_cvttps_epi32(self.0);
                let (low, high) = (_mm256_castsi256_si128(whole), _mm256_extracti128_si256::<1>(whole));
                let words = _mm_packus_epi32(low, high);
                _mm_storel_epi64(to.as_mut_ptr().cast(), _mm_packus_epi16(words, words));
            }
        }

        #[inline(always)]
        fn sqrt(self) -> Self {
            Self(unsafe { _mm256_sqrt_ps(self.0) })
        }
    }
}
