//! The vectors of x86-64 machines: the one place where instructions are called by name.
//!
//! Both sets are made from one text, so that they cannot drift apart; what differs is in their lists of instructions.
#![expect(unsafe_code, reason = "vector instructions, used only after the machine was asked for them")]
#![allow(clippy::wildcard_imports, reason = "a dozen intrinsics with names of their own")]

/// A module with the kernels for one kind of vector.
macro_rules! instruction_set {
    (
        $(#[$about:meta])* mod $name:ident;
        features: $features:literal = $($detected:tt)and+;
        vector: $register:ident of $lanes:literal, mask: $mask:ident, columns of a tile: $columns:literal;
        $splat:ident, $load:ident, $store:ident, $add:ident, $sub:ident, $mul_add:ident, $neg_mul_add:ident, $max:ident;
        $($own:item)+
    ) => {
        $(#[$about])*
        pub(super) mod $name {
            use std::arch::x86_64::*;

            use super::super::{Scratch, Simd, Task, probe, run_with, warp};

            pub(in super::super) fn is_available() -> bool {
                $(is_x86_feature_detected!($detected))&&+
            }

            pub(in super::super) fn run(
                task: &Task<'_>,
                scratch: &mut Scratch,
                visit: &mut dyn FnMut(usize, &[f32]),
            ) {
                #[target_feature(enable = $features)]
                fn compiled(task: &Task<'_>, scratch: &mut Scratch, visit: &mut dyn FnMut(usize, &[f32])) {
                    run_with::<Lanes, $columns>(task, scratch, visit);
                }
                assert!(is_available(), "instructions were detected before they are used");
                // SAFETY: the features the function is compiled for were just found.
                unsafe { compiled(task, scratch, visit) }
            }

            pub(in super::super) fn warp(row: &mut warp::Row<'_>) {
                #[target_feature(enable = $features)]
                fn compiled(row: &mut warp::Row<'_>) {
                    warp::enter::<Lanes>(row);
                }
                assert!(is_available(), "instructions were detected before they are used");
                // SAFETY: the features the function is compiled for were just found.
                unsafe { compiled(row) }
            }

            pub(in super::super) fn burn(rounds: usize) -> f32 {
                #[target_feature(enable = $features)]
                fn compiled(rounds: usize) -> f32 {
                    probe::chains::<Lanes>(rounds)
                }
                assert!(is_available(), "instructions were detected before they are used");
                // SAFETY: the features the function is compiled for were just found.
                unsafe { compiled(rounds) }
            }

            /// Numbers of one vector. Made only in functions compiled for them, so the instructions exist.
            #[derive(Clone, Copy)]
            struct Lanes($register);

            // SAFETY of every block below: the instructions exist (see `Lanes`), and loads and stores go through
            // slices whose length was just checked.
            impl Simd for Lanes {
                type Mask = $mask;
                const LANES: usize = $lanes;

                #[inline(always)]
                fn splat(value: f32) -> Self {
                    Self(unsafe { $splat(value) })
                }

                #[inline(always)]
                fn load(from: &[f32]) -> Self {
                    Self(unsafe { $load(from[..Self::LANES].as_ptr()) })
                }

                #[inline(always)]
                fn expect(soon: &[f32]) {
                    unsafe { _mm_prefetch::<_MM_HINT_T0>(soon.as_ptr().cast()) }
                }

                #[inline(always)]
                fn store(self, to: &mut [f32]) {
                    unsafe { $store(to[..Self::LANES].as_mut_ptr(), self.0) }
                }

                #[inline(always)]
                fn add(self, other: Self) -> Self {
                    Self(unsafe { $add(self.0, other.0) })
                }

                #[inline(always)]
                fn sub(self, other: Self) -> Self {
                    Self(unsafe { $sub(self.0, other.0) })
                }

                #[inline(always)]
                fn mul_add(self, factor: Self, term: Self) -> Self {
                    Self(unsafe { $mul_add(self.0, factor.0, term.0) })
                }

                #[inline(always)]
                fn neg_mul_add(self, factor: Self, term: Self) -> Self {
                    Self(unsafe { $neg_mul_add(self.0, factor.0, term.0) })
                }

                #[inline(always)]
                fn max(self, other: Self) -> Self {
                    Self(unsafe { $max(self.0, other.0) })
                }

                $($own)+
            }
        }
    };
}

instruction_set! {
    /// 16 numbers at a time; 6 × 4 vectors of sums fill 24 of the 32 registers.
    mod avx512;
    features: "avx512f" = "avx512f";
    vector: __m512 of 16, mask: __mmask16, columns of a tile: 4;
    _mm512_set1_ps, _mm512_loadu_ps, _mm512_storeu_ps, _mm512_add_ps, _mm512_sub_ps, _mm512_fmadd_ps, _mm512_fnmadd_ps,
    _mm512_max_ps;

    #[inline(always)]
    fn less(self, other: Self) -> Self::Mask {
        unsafe { _mm512_cmp_ps_mask::<_CMP_LT_OQ>(self.0, other.0) }
    }

    #[inline(always)]
    fn select(self, mask: Self::Mask, other: Self) -> Self {
        Self(unsafe { _mm512_mask_blend_ps(mask, other.0, self.0) })
    }

    #[inline(always)]
    fn bits(mask: Self::Mask) -> u16 {
        mask
    }

    /// x · rsqrt(x) with one Newton step: a fifth of the time of the square root instruction, which would be a sixth
    /// of the whole kernel.
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

instruction_set! {
    /// 8 numbers at a time with fused multiply-add; 6 × 2 vectors of sums fill 12 of the 16 registers.
    mod avx2;
    features: "avx2,fma" = "avx2" and "fma";
    vector: __m256 of 8, mask: __m256, columns of a tile: 2;
    _mm256_set1_ps, _mm256_loadu_ps, _mm256_storeu_ps, _mm256_add_ps, _mm256_sub_ps, _mm256_fmadd_ps, _mm256_fnmadd_ps,
    _mm256_max_ps;

    #[inline(always)]
    fn less(self, other: Self) -> Self::Mask {
        unsafe { _mm256_cmp_ps::<_CMP_LT_OQ>(self.0, other.0) }
    }

    #[inline(always)]
    fn select(self, mask: Self::Mask, other: Self) -> Self {
        Self(unsafe { _mm256_blendv_ps(other.0, self.0, mask) })
    }

    #[inline(always)]
    fn bits(mask: Self::Mask) -> u16 {
        unsafe { _mm256_movemask_ps(mask) as u16 }
    }

    #[inline(always)]
    fn sqrt(self) -> Self {
        Self(unsafe { _mm256_sqrt_ps(self.0) })
    }
}
