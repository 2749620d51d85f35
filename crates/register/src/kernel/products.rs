//! Per-frame inner products, a block of rows at a time.

use super::pack::PANEL;
use super::{MARGIN, ROWS, Simd, Task};

/// The products of the latest blocks of rows with all frames of a strip: A, B and C of each pair of frames.
pub(super) struct Ring {
    blocks: usize,
    stride: usize,
    rows: [Vec<f32>; 3],
}

impl Ring {
    pub(super) fn new(half_window: usize, stride: usize) -> Self {
        let blocks = 1 + (2 * half_window).div_ceil(ROWS);
        Self { blocks, stride, rows: std::array::from_fn(|_| vec![0.0; blocks * ROWS * stride]) }
    }

    /// A (0), B (1) or C (2) of frame `frame` with the frames of the strip, [`MARGIN`] before the first.
    #[inline(always)]
    pub(super) fn row(&self, product: usize, frame: usize) -> &[f32] {
        &self.rows[product][self.start(frame)..][..self.stride]
    }

    #[inline(always)]
    fn at(&mut self, product: usize, frame: usize, column: usize) -> &mut [f32] {
        let start = self.start(frame) + MARGIN + column;
        &mut self.rows[product][start..]
    }

    #[inline(always)]
    fn start(&self, frame: usize) -> usize {
        frame % (self.blocks * ROWS) * self.stride
    }
}

/// Computes the products of one block of rows with the whole strip.
#[inline(always)]
pub(super) fn fill<S: Simd, const V: usize>(task: &Task<'_>, block: usize, ring: &mut Ring) {
    if !task.left.has_block(block) {
        return;
    }
    let frames = task.strip.frames();
    let mut column = 0;
    while column + V * S::LANES <= frames {
        tile::<S, V>(task, block, column, ring);
        column += V * S::LANES;
    }
    while column < frames {
        tile::<S, 1>(task, block, column, ring);
        column += S::LANES;
    }
}

/// [`ROWS`] × `V` vectors of products, with three multiplications for the complex number A + iB:
/// A = xX + zZ and B = xZ − zX = (x − z)(X + Z) − xX + zZ.
#[inline(always)]
fn tile<S: Simd, const V: usize>(task: &Task<'_>, block: usize, column: usize, ring: &mut Ring) {
    let multiply = |sums: Sums<S, V>, family| {
        let right = task.strip.family(column / PANEL, family);
        accumulate(sums, task.left.family(block, family), right, column % PANEL)
    };
    let zero = [[S::splat(0.0); V]; ROWS];
    let zz = multiply(zero, 1);
    store(zz, ring, 1, block, column);
    let along = multiply(zz, 0);
    store(along, ring, 0, block, column);
    // 2 zZ − A = zZ − xX: what B lacks once (x − z)(X + Z) is added.
    let mut across = along;
    for (m, row) in across.iter_mut().enumerate() {
        for (v, sum) in row.iter_mut().enumerate() {
            let zz = S::load(ring.at(1, block * ROWS + m, column + v * S::LANES));
            *sum = zz.add(zz).sub(*sum);
        }
    }
    store(multiply(across, 2), ring, 1, block, column);
    store(multiply(zero, 3), ring, 2, block, column);
}

type Sums<S, const V: usize> = [[S; V]; ROWS];

#[inline(always)]
fn accumulate<S: Simd, const V: usize>(
    mut sums: Sums<S, V>,
    left: &[[f32; ROWS]],
    right: &[[f32; PANEL]],
    offset: usize,
) -> Sums<S, V> {
    assert!(offset + V * S::LANES <= PANEL, "tiles do not straddle panels");
    for (left, right) in left.iter().zip(right) {
        let columns: [S; V] = std::array::from_fn(|v| S::load(&right[offset + v * S::LANES..]));
        for (sums, &left) in sums.iter_mut().zip(left) {
            let left = S::splat(left);
            for (sum, &column) in sums.iter_mut().zip(&columns) {
                *sum = left.mul_add(column, *sum);
            }
        }
    }
    sums
}

#[inline(always)]
fn store<S: Simd, const V: usize>(
    sums: Sums<S, V>,
    ring: &mut Ring,
    product: usize,
    block: usize,
    column: usize,
) {
    for (m, row) in sums.into_iter().enumerate() {
        for (v, sum) in row.into_iter().enumerate() {
            sum.store(ring.at(product, block * ROWS + m, column + v * S::LANES));
        }
    }
}
