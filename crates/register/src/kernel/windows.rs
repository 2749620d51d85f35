//! Sums of products over windows, and the distances.

use super::products::Ring;
use super::rows::{BLOCK, Rows, STRIDE};
use super::{MARGIN, MAX_HALF_WINDOW, ROWS, Simd, Task};

/// Rows of products under a block of windows, at most, and the blocks they lie in.
const MOST_ROWS: usize = ROWS + 2 * MAX_HALF_WINDOW;
const MOST_BLOCKS: usize = MOST_ROWS.div_ceil(ROWS);

/// Columns that are summed before their distances are computed: their sums stay in the first-level cache.
const STRETCH: usize = 128;

/// Sums of one block of rows and the distances made of them.
pub(super) struct Sums {
    /// A, B and C of each row.
    products: [Rows; 3],
    distances: Rows,
}

impl Sums {
    pub(super) fn new() -> Self {
        Self { products: std::array::from_fn(|_| Rows::new(ROWS)), distances: Rows::new(ROWS) }
    }

    /// The distances of a row of the block, [`MARGIN`] before the first column.
    pub(super) fn distances(&self, row: usize) -> &[f32] {
        self.distances.row(row)
    }
}

/// The distances of one block of rows to all columns of the strip.
#[inline(always)]
pub(super) fn sum<S: Simd>(task: &Task<'_>, block: usize, ring: &Ring, sums: &mut Sums) {
    match (task.left.half_window(), task.left.has_equal_weights()) {
        (2, true) => sum_window::<S, 5, true>(task, block, ring, sums),
        (0, _) => sum_window::<S, 1, false>(task, block, ring, sums),
        (1, _) => sum_window::<S, 3, false>(task, block, ring, sums),
        (2, _) => sum_window::<S, 5, false>(task, block, ring, sums),
        (3, _) => sum_window::<S, 7, false>(task, block, ring, sums),
        (4, true) => sum_window::<S, 9, true>(task, block, ring, sums),
        (4, _) => sum_window::<S, 9, false>(task, block, ring, sums),
        _ => unreachable!("clouds have windows of at most MAX_HALF_WINDOW frames either side"),
    }
}

#[inline(always)]
fn sum_window<S: Simd, const N: usize, const EQUAL: bool>(
    task: &Task<'_>,
    block: usize,
    ring: &Ring,
    sums: &mut Sums,
) {
    let mut weights = [S::splat(1.0); N];
    for l in 0..N {
        weights[l] = S::splat(task.left.window_weights()[l]);
    }
    let end = MARGIN + task.strip.len().next_multiple_of(2 * S::LANES);
    // A vector before the first column: the last row of the block lags ROWS − 1 columns behind the first.
    let mut diagonal = MARGIN - S::LANES.max(8);
    let mut column = MARGIN;
    while column < end {
        let until = end.min(column + STRETCH);
        while diagonal < until {
            for product in 0..3 {
                let blocks = ring.blocks(product, block);
                let to = sums.products[product].block_mut(0);
                along_diagonal::<S, N, EQUAL>(&blocks, &weights, diagonal, to);
            }
            diagonal += S::LANES;
        }
        while column < until {
            distances::<S, N>(task, block, column, sums);
            column += 2 * S::LANES;
        }
    }
}

/// For each row of the block, the weighted sums of N products along a vector of diagonals.
///
/// Row m is summed at columns shifted by m, so that all rows add along the same diagonals and each product is loaded
/// once.
#[inline(always)]
fn along_diagonal<S: Simd, const N: usize, const EQUAL: bool>(
    blocks: &[&[f32; BLOCK]; MOST_BLOCKS],
    weights: &[S; N],
    diagonal: usize,
    to: &mut [f32; BLOCK],
) {
    assert!(diagonal + MOST_ROWS + S::LANES <= STRIDE, "rows have a margin for diagonals");
    let mut products = [S::splat(0.0); MOST_ROWS];
    for r in 0..ROWS + N - 1 {
        products[r] = S::load(&blocks[r / ROWS][r % ROWS * STRIDE + diagonal + r..]);
    }
    let mut sums = [S::splat(0.0); ROWS];
    if EQUAL {
        add_in_pairs::<S, N>(&products, &mut sums);
    } else {
        for m in 0..ROWS {
            for l in 0..N {
                sums[m] = weights[l].mul_add(products[m + l], sums[m]);
            }
        }
    }
    for m in 0..ROWS {
        sums[m].store(&mut to[m * STRIDE + diagonal + m..]);
    }
}

/// Sums of N neighbours, N odd: pairs are added once and used by two sums. The products are weighted already.
#[inline(always)]
fn add_in_pairs<S: Simd, const N: usize>(products: &[S; MOST_ROWS], sums: &mut [S; ROWS]) {
    let mut pairs = [S::splat(0.0); MOST_ROWS];
    for r in 0..ROWS + N - 2 {
        pairs[r] = products[r].add(products[r + 1]);
    }
    for m in 0..ROWS {
        sums[m] = products[m + N - 1];
        for pair in 0..N / 2 {
            sums[m] = sums[m].add(pairs[m + 2 * pair]);
        }
    }
}

/// D of all rows of the block at two vectors of columns: adds the products of the centroids' paths to A and B and
/// puts everything together.
#[inline(always)]
fn distances<S: Simd, const N: usize>(task: &Task<'_>, block: usize, column: usize, sums: &mut Sums) {
    assert!(column + 2 * S::LANES <= STRIDE, "columns end before the margin");
    let norms = task.strip.norms(N / 2);
    let left_norms = task.left.norms(block);
    let [along, across, height] = &sums.products;
    for m in 0..ROWS {
        let (along, across, height) = (along.row(m), across.row(m), height.row(m));
        let mut a = [S::load(&along[column..]), S::load(&along[column + S::LANES..])];
        let mut b = [S::load(&across[column..]), S::load(&across[column + S::LANES..])];
        for coordinate in 0..N - 1 {
            let (right_x, right_z) = task.strip.bends(coordinate);
            let left = task.left.bends(block, coordinate);
            let (x, z) = (S::splat(left[0][m]), S::splat(left[1][m]));
            for v in 0..2 {
                let at = column + v * S::LANES;
                let (right_x, right_z) = (S::load(&right_x[at..]), S::load(&right_z[at..]));
                a[v] = z.mul_add(right_z, x.mul_add(right_x, a[v]));
                b[v] = z.neg_mul_add(right_x, x.mul_add(right_z, b[v]));
            }
        }
        for v in 0..2 {
            let at = column + v * S::LANES;
            let turned = a[v].mul_add(a[v], b[v].mul_add(b[v], S::splat(0.0))).sqrt();
            let norms = S::load(&norms[at..]).add(S::splat(left_norms[m]));
            let similar = turned.add(S::load(&height[at..]));
            let found = S::splat(2.0).neg_mul_add(similar, norms).max(S::splat(0.0));
            found.store(&mut sums.distances.row_mut(m)[at..]);
        }
    }
}
