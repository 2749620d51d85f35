//! The frame-distance kernel: all cells of a grid at close to the machine's peak.
//!
//! Between two windows of frames, `D = nᵢ + nⱼ − 2 (√(A² + B²) + C)` with the inner products
//! `A = Σ xX + zZ`, `B = Σ xZ − zX`, `C = Σ yY`. As every frame is centred on its own centroid, the sums over a
//! window are sums of per-frame products along a diagonal plus a term of the centroids' paths. So:
//!
//! 1. `products`: per-frame products of 6 rows at a time against a strip of columns, as a register-tiled matrix
//!    product with three multiplications for the complex number `A + iB`;
//! 2. `windows`: sums along diagonals, the centroid term, and D.
//!
//! Both are written once over a vector type ([`Simd`]); `x86` and `portable` provide it and the choice
//! is made at run time. Functions over the vector type are always inlined and pass vectors through no closure or
//! iterator: only then are they compiled with the instructions of the function that chose the type.
#![expect(clippy::inline_always, reason = "see above: compiled with the instructions of the caller")]
#![allow(clippy::needless_range_loop, reason = "see above: vectors go through no iterator")]

#[cfg(not(target_arch = "x86_64"))]
mod absent;
mod pack;
mod portable;
pub(crate) mod probe;
mod products;
pub(crate) mod rows;
pub(crate) mod warp;
mod windows;
#[cfg(target_arch = "x86_64")]
mod x86;

use std::ops::Range;

#[cfg(not(target_arch = "x86_64"))]
use absent::{avx2, avx512};
#[cfg(target_arch = "x86_64")]
use x86::{avx2, avx512};

use pack::Norms;
pub(crate) use pack::{Packed, Right};

use crate::Cloud;
use pack::{Left, Strip};
use products::Ring;
use rows::Rows;

/// Rows of the register tile: with 2 or 4 vectors of columns it fills the registers of AVX2 and AVX-512.
pub(crate) const ROWS: usize = 6;

/// Room before and after the columns of a strip, so that diagonals may run over its ends.
pub(crate) const MARGIN: usize = 32;

/// The widest window the kernel is built for: 4 frames either side.
pub(crate) const MAX_HALF_WINDOW: usize = 4;

/// A vector of numbers, as the machine has it.
pub(crate) trait Simd: Copy {
    /// One truth per lane.
    type Mask: Copy;
    /// How many numbers it holds.
    const LANES: usize;
    /// The same number in all lanes.
    fn splat(value: f32) -> Self;
    /// The first numbers of a slice that is long enough.
    fn load(from: &[f32]) -> Self;
    /// Has the cache line in which numbers begin that are needed soon brought nearer.
    fn expect(soon: &[f32]);
    /// Overwrites the first numbers of a slice that is long enough.
    fn store(self, to: &mut [f32]);
    /// `self + other`.
    fn add(self, other: Self) -> Self;
    /// `self − other`.
    fn sub(self, other: Self) -> Self;
    /// `self · factor + term`, rounded once where the machine can.
    fn mul_add(self, factor: Self, term: Self) -> Self;
    /// `term − self · factor`.
    fn neg_mul_add(self, factor: Self, term: Self) -> Self;
    /// The larger of two numbers.
    fn max(self, other: Self) -> Self;
    /// Which lanes of `self` are smaller.
    fn less(self, other: Self) -> Self::Mask;
    /// `self` where the mask is set, `other` elsewhere.
    fn select(self, mask: Self::Mask, other: Self) -> Self;
    /// The truths as bits, the first lane lowest.
    fn bits(mask: Self::Mask) -> u16;
    /// √self of numbers that are not negative, to 2 units in the last place.
    fn sqrt(self) -> Self;
}

/// An instruction set the kernel is built for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Isa {
    /// 16 numbers at a time.
    Avx512,
    /// 8 numbers at a time with fused multiply-add.
    Avx2,
    /// Whatever the compiler makes of it on any machine.
    Portable,
}

impl Isa {
    /// All of them, fastest first.
    pub const ALL: [Self; 3] = [Self::Avx512, Self::Avx2, Self::Portable];

    /// Whether this machine has it.
    pub fn is_available(self) -> bool {
        match self {
            Self::Avx512 => avx512::is_available(),
            Self::Avx2 => avx2::is_available(),
            Self::Portable => true,
        }
    }

    /// The fastest this machine has.
    pub fn best() -> Self {
        Self::ALL.into_iter().find(|isa| isa.is_available()).expect("the portable kernel runs anywhere")
    }
}

/// The window of frames of one clip and the strip of another that are compared.
pub(crate) struct Task<'a> {
    left: &'a Left,
    strip: &'a Strip,
    strip_number: usize,
    norms: &'a Norms,
    /// Windows of the left clip; the first is a multiple of [`ROWS`].
    rows: Range<usize>,
}

/// Two clips prepared to be compared.
pub(crate) struct Comparison<'a> {
    left: &'a Left,
    right: &'a Right,
    norms: Norms,
}

impl<'a> Comparison<'a> {
    pub(crate) fn new(first: &'a Cloud, second: &'a Cloud) -> Self {
        Self::with_columns(first, second, second.packed().right(second))
    }

    /// With the second clip in other strips than usual.
    pub(crate) fn with_columns(first: &'a Cloud, second: &Cloud, right: &'a Right) -> Self {
        first.assert_alike(second);
        Self { left: first.packed().left(first), right, norms: Norms::new(first, second, right) }
    }

    /// One strip of columns and some windows of the left clip; the first is a multiple of [`ROWS`].
    pub(crate) fn task(&self, strip_number: usize, rows: Range<usize>) -> Task<'_> {
        let strip = &self.right.strips[strip_number];
        Task { left: self.left, strip, strip_number, norms: &self.norms, rows }
    }

    /// One task per strip of columns, for some windows of the left clip; the first is a multiple of [`ROWS`].
    pub(crate) fn tasks(&self, rows: Range<usize>) -> impl Iterator<Item = Task<'_>> {
        (0..self.right.strips.len()).map(move |strip| self.task(strip, rows.clone()))
    }

    pub(crate) fn half_window(&self) -> usize {
        self.left.half_window()
    }
}

impl Task<'_> {
    /// The first column.
    pub(crate) fn first_column(&self) -> usize {
        self.strip.first()
    }
}

/// Reusable memory of one thread.
pub(crate) struct Scratch {
    ring: Ring,
    distances: Rows,
}

impl Scratch {
    pub(crate) fn new(half_window: usize) -> Self {
        Self { ring: Ring::new(half_window), distances: Rows::new(ROWS) }
    }
}

/// Calls `visit` with every row of the task, in order: its number and its distances to the columns of the strip.
pub(crate) fn run(isa: Isa, task: &Task<'_>, scratch: &mut Scratch, visit: &mut dyn FnMut(usize, &[f32])) {
    assert!(isa.is_available(), "the instruction set was detected before it is used");
    assert_eq!(task.rows.start % ROWS, 0, "tasks start on a block of rows");
    match isa {
        Isa::Avx512 => avx512::run(task, scratch, visit),
        Isa::Avx2 => avx2::run(task, scratch, visit),
        Isa::Portable => run_with::<portable::Lanes, 2>(task, scratch, visit),
    }
}

/// The whole kernel for vectors `S`, with a register tile of [`ROWS`] × `V` vectors.
///
/// Always inlined, so that it is compiled with the features of the function that calls it.
#[inline(always)]
fn run_with<S: Simd, const V: usize>(
    task: &Task<'_>,
    scratch: &mut Scratch,
    visit: &mut dyn FnMut(usize, &[f32]),
) {
    let Scratch { ring, distances } = scratch;
    let (first, end) = (task.rows.start / ROWS, task.rows.end.div_ceil(ROWS));
    let ahead = products::ahead(task.left.half_window());
    let mut filled = first;
    for group in (first..end).step_by(products::GROUP) {
        let blocks = group..end.min(group + products::GROUP);
        products::fill::<S, V>(task, filled..blocks.end + ahead, ring);
        filled = blocks.end + ahead;
        for block in blocks {
            windows::sum::<S>(task, block, ring, distances);
            for row in block * ROWS..task.rows.end.min((block + 1) * ROWS) {
                visit(row, &distances.row(row % ROWS)[MARGIN..][..task.strip.len()]);
            }
        }
    }
}
