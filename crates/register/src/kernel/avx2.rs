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

    use super::super::{Scratch, Simd, Task, run_with};

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

    /// Eight numbers. Made only inside `run_avx2`, so the instructions exist.
    #[derive(Clone, Copy)]
    struct Lanes(__m256);

    // SAFETY of every block below: the instructions exist (see `Lanes`), and loads and stores go through slices
    // whose length was just checked.
    impl Simd for Lanes {
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
        fn sqrt(self) -> Self {
            Self(unsafe { _mm256_sqrt_ps(self.0) })
        }
    }
}
