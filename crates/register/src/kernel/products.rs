//! Per-frame inner products, a block of rows at a time.

use std::ops::Range;

use super::rows::{BLOCK, Panel, Rows, STRIDE};
use super::{MARGIN, ROWS, Simd, Task};

/// Blocks of rows that are multiplied with a panel of columns while it lies in the first-level cache. The strip is read
/// from the second-level cache once for all of them.
pub(super) const GROUP: usize = 4;

/// Blocks after its own that a window needs the products of.
pub(super) fn ahead(half_window: usize) -> usize {
    (2 * half_window).div_ceil(ROWS)
}

/// The products of the latest blocks of rows with all frames of a strip: A, B and C of each pair of frames.
pub(super) struct Ring {
    blocks: usize,
    products: [Rows; 3],
}

impl Ring {
    pub(super) fn new(half_window: usize) -> Self {
        let blocks = GROUP + ahead(half_window);
        Self { blocks, products: std::array::from_fn(|_| Rows::new(blocks * ROWS)) }
    }

    /// A (0), B (1) or C (2) of a block of rows and those after it, with [`MARGIN`] before the first frame of the
    /// strip. Blocks that are not kept repeat others.
    #[inline(always)]
    pub(super) fn blocks<const B: usize>(&self, product: usize, block: usize) -> [&[f32; BLOCK]; B] {
        std::array::from_fn(|n| self.products[product].block((block + n) % self.blocks))
    }

    #[inline(always)]
    fn block_mut(&mut self, product: usize, block: usize) -> &mut [f32; BLOCK] {
        self.products[product].block_mut(block % self.blocks)
    }
}

/// Computes the products of some blocks of rows with the whole strip.
#[inline(always)]
pub(super) fn fill<S: Simd, const V: usize>(task: &Task<'_>, blocks: Range<usize>, ring: &mut Ring) {
    let blocks = blocks.start..blocks.end.min(task.left.blocks());
    let frames = task.strip.frames();
    let mut column = 0;
    while column < frames {
        // Panels are padded with zeros, so the last tile may be wider than what is left.
        let vectors = (frames - column).div_ceil(S::LANES).min(V);
        for block in blocks.clone() {
            match vectors {
                1 => tile::<S, 1>(task, block, column, ring),
                2 => tile::<S, 2>(task, block, column, ring),
                3 => tile::<S, 3>(task, block, column, ring),
                _ => tile::<S, V>(task, block, column, ring),
            }
        }
        column += V * S::LANES;
    }
}

/// [`ROWS`] × `V` vectors of products, with three multiplications for the complex number A + iB:
/// A = xX + zZ and B = xZ − zX = (x − z)(X + Z) − xX + zZ.
#[inline(always)]
fn tile<S: Simd, const V: usize>(task: &Task<'_>, block: usize, column: usize, ring: &mut Ring) {
    let mut sums = [[S::splat(0.0); V]; ROWS];
    accumulate(&mut sums, task, block, column, 1);
    store(&sums, ring, 1, block, column);
    accumulate(&mut sums, task, block, column, 0);
    store(&sums, ring, 0, block, column);
    // 2 zZ − A = zZ − xX: what B lacks once (x − z)(X + Z) is added.
    let zz = ring.block_mut(1, block);
    for m in 0..ROWS {
        for v in 0..V {
            let zz = S::load(&zz[m * STRIDE + MARGIN + column + v * S::LANES..]);
            sums[m][v] = zz.add(zz).sub(sums[m][v]);
        }
    }
    accumulate(&mut sums, task, block, column, 2);
    store(&sums, ring, 1, block, column);
    let mut sums = [[S::splat(0.0); V]; ROWS];
    accumulate(&mut sums, task, block, column, 3);
    store(&sums, ring, 2, block, column);
}

/// Adds the products of one family over all markers.
#[inline(always)]
fn accumulate<S: Simd, const V: usize>(
    sums: &mut [[S; V]; ROWS],
    task: &Task<'_>,
    block: usize,
    column: usize,
    family: usize,
) {
    let offset = column % Panel::WIDTH;
    assert!(offset + V * S::LANES <= Panel::WIDTH, "tiles do not straddle panels");
    // By value, so that the sums stay in registers.
    let mut kept = *sums;
    for (left, right) in
        task.left.family(block, family).iter().zip(task.strip.family(column / Panel::WIDTH, family))
    {
        let mut columns = [S::splat(0.0); V];
        for v in 0..V {
            columns[v] = S::load(&right.0[offset + v * S::LANES..]);
        }
        for m in 0..ROWS {
            let left = S::splat(left[m]);
            for v in 0..V {
                kept[m][v] = left.mul_add(columns[v], kept[m][v]);
            }
        }
    }
    *sums = kept;
}

#[inline(always)]
fn store<S: Simd, const V: usize>(
    sums: &[[S; V]; ROWS],
    ring: &mut Ring,
    product: usize,
    block: usize,
    column: usize,
) {
    assert!(MARGIN + column + V * S::LANES <= STRIDE, "frames end before the margin");
    let to = ring.block_mut(product, block);
    for m in 0..ROWS {
        for v in 0..V {
            sums[m][v].store(&mut to[m * STRIDE + MARGIN + column + v * S::LANES..]);
        }
    }
}
