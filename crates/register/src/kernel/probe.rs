//! The peak of the machine, for benchmarks to divide by.

use super::{Isa, Simd, avx2, avx512, portable};

/// Independent sums: twice the latency times the throughput of a fused multiply-add on current machines.
const CHAINS: usize = 12;

/// Does `rounds` rounds of fused multiply-adds that never leave the registers, and returns how many floating-point
/// operations those were.
///
/// # Panics
/// When this machine does not have the instruction set.
pub fn burn(isa: Isa, rounds: usize) -> f64 {
    assert!(isa.is_available(), "the instruction set was detected before it is used");
    let (lanes, sum) = match isa {
        Isa::Avx512 => (16, avx512::burn(rounds)),
        Isa::Avx2 => (8, avx2::burn(rounds)),
        Isa::Portable => (4, chains::<portable::Lanes>(rounds)),
    };
    std::hint::black_box(sum);
    (2 * lanes * CHAINS * rounds) as f64
}

#[inline(always)]
pub(super) fn chains<S: Simd>(rounds: usize) -> f32 {
    let mut sums = [S::splat(1.5); CHAINS];
    let (factor, term) = (S::splat(std::hint::black_box(0.5)), S::splat(std::hint::black_box(1.0)));
    for _ in 0..rounds {
        for sum in &mut sums {
            *sum = sum.mul_add(factor, term);
        }
    }
    let mut total = S::splat(0.0);
    for sum in &sums {
        total = total.add(*sum);
    }
    let mut first = [0.0; 16];
    total.store(&mut first);
    first[0]
}
