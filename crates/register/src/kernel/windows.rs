//! Sums of products over windows, and the distances.

use super::products::Ring;
use super::rows::{BLOCK, Rows, STRIDE};
use super::{MARGIN, MAX_HALF_WINDOW, ROWS, Simd, Task};

/// Rows of products under a block of windows, at most, and the blocks they lie in.
const MOST_ROWS: usize = ROWS + 2 * MAX_HALF_WINDOW;
const MOST_BLOCKS: usize = MOST_ROWS.div_ceil(ROWS);

/// The distances of one block of rows to all columns of the strip.
#[inline(always)]
pub(super) fn sum<S: Simd>(task: &Task<'_>, block: usize, ring: &Ring, distances: &mut Rows) {
    match (task.left.half_window(), task.left.has_equal_weights()) {
        (2, true) => sum_window::<S, 5, true>(task, block, ring, distances),
        (0, _) => sum_window::<S, 1, false>(task, block, ring, distances),
        (1, _) => sum_window::<S, 3, false>(task, block, ring, distances),
        (2, _) => sum_window::<S, 5, false>(task, block, ring, distances),
        (3, _) => sum_window::<S, 7, false>(task, block, ring, distances),
        (4, true) => sum_window::<S, 9, true>(task, block, ring, distances),
        (4, _) => sum_window::<S, 9, false>(task, block, ring, distances),
        _ => unreachable!("clouds have windows of at most MAX_HALF_WINDOW frames either side"),
    }
}

#[inline(always)]
fn sum_window<S: Simd, const N: usize, const EQUAL: bool>(
    task: &Task<'_>,
    block: usize,
    ring: &Ring,
    distances: &mut Rows,
) {
    let mut weights = [S::splat(1.0); N];
    for l in 0..N {
        weights[l] = S::splat(task.left.window_weights()[l]);
    }
    let products: [[&[f32; BLOCK]; MOST_BLOCKS]; 3] =
        std::array::from_fn(|product| ring.blocks(product, block));
    // The last row of the block starts ROWS − 1 columns after the first.
    let mut diagonal = MARGIN + 1 - ROWS;
    while diagonal < MARGIN + task.strip.len() {
        let mut along = along_diagonal::<S, N, EQUAL>(&products[0], &weights, diagonal);
        let mut across = along_diagonal::<S, N, EQUAL>(&products[1], &weights, diagonal);
        let height = along_diagonal::<S, N, EQUAL>(&products[2], &weights, diagonal);
        add_bends::<S, N>(task, block, diagonal, &mut along, &mut across);
        finish(task, block, diagonal, [&along, &across, &height], distances);
        diagonal += S::LANES;
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
) -> [S; ROWS] {
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
    sums
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

/// Adds the products of the centroids' paths.
#[inline(always)]
fn add_bends<S: Simd, const N: usize>(
    task: &Task<'_>,
    block: usize,
    diagonal: usize,
    along: &mut [S; ROWS],
    across: &mut [S; ROWS],
) {
    assert!(diagonal + ROWS + S::LANES <= STRIDE, "rows have a margin for diagonals");
    for coordinate in 0..N - 1 {
        let (right_x, right_z) = task.strip.bends(coordinate);
        let left = task.left.bends(block, coordinate);
        for m in 0..ROWS {
            let (right_x, right_z) = (S::load(&right_x[diagonal + m..]), S::load(&right_z[diagonal + m..]));
            let (x, z) = (S::splat(left[0][m]), S::splat(left[1][m]));
            along[m] = z.mul_add(right_z, x.mul_add(right_x, along[m]));
            across[m] = z.neg_mul_add(right_x, x.mul_add(right_z, across[m]));
        }
    }
}

/// D from the sums A, B and C.
#[inline(always)]
fn finish<S: Simd>(
    task: &Task<'_>,
    block: usize,
    diagonal: usize,
    [along, across, height]: [&[S; ROWS]; 3],
    distances: &mut Rows,
) {
    assert!(diagonal + ROWS + S::LANES <= STRIDE, "rows have a margin for diagonals");
    let (left, norms) = (task.norms.rows[block], task.norms.of_strip(task.strip_number).row(0));
    let to = distances.block_mut(0);
    for m in 0..ROWS {
        let (a, b) = (along[m], across[m]);
        let turned = a.mul_add(a, b.mul_add(b, S::splat(0.0))).sqrt();
        let norms = S::load(&norms[diagonal + m..]).add(S::splat(left[m]));
        let found = S::splat(2.0).neg_mul_add(turned.add(height[m]), norms).max(S::splat(0.0));
        found.store(&mut to[m * STRIDE + diagonal + m..]);
    }
}
