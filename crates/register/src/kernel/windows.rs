//! Sums of products over windows, and the distances.

use super::products::Ring;
use super::{MARGIN, MAX_HALF_WINDOW, ROWS, Simd, Task};

/// Rows of products under a block of windows, at most.
const MOST_ROWS: usize = ROWS + 2 * MAX_HALF_WINDOW;

/// The distances of one block of rows to all columns of the strip, [`MARGIN`] before the first.
///
/// Row m of the block is summed at columns shifted by m, so that all rows add along the same diagonals and each
/// product is loaded once.
#[inline(always)]
pub(super) fn sum<S: Simd, const N: usize>(
    task: &Task<'_>,
    block: usize,
    ring: &Ring,
    distances: &mut [f32],
) {
    let weights: [S; N] = std::array::from_fn(|l| S::splat(task.left.window_weights()[l]));
    let rows: [[&[f32]; MOST_ROWS]; 3] = std::array::from_fn(|product| {
        std::array::from_fn(|r| ring.row(product, block * ROWS + r.min(ROWS + N - 2)))
    });
    let stride = task.strip.stride();
    // The last row of the block starts ROWS − 1 columns after the first.
    let mut diagonal = MARGIN + 1 - ROWS;
    while diagonal < MARGIN + task.strip.len() {
        let [along, across, height] = rows.map(|rows| along_diagonals(&rows, &weights, diagonal));
        for m in 0..ROWS {
            let window = Sums { along: along[m], across: across[m], height: height[m] };
            let column = diagonal + m;
            let found = window.distance(task, block * ROWS + m, column);
            found.store(&mut distances[m * stride + column..]);
        }
        diagonal += S::LANES;
    }
}

/// For each row of the block, the weighted sum of N products along the diagonal.
#[inline(always)]
fn along_diagonals<S: Simd, const N: usize>(
    rows: &[&[f32]; MOST_ROWS],
    weights: &[S; N],
    diagonal: usize,
) -> [S; ROWS] {
    let mut products = [S::splat(0.0); MOST_ROWS];
    for (r, product) in products.iter_mut().enumerate().take(ROWS + N - 1) {
        *product = S::load(&rows[r][diagonal + r..]);
    }
    std::array::from_fn(|m| {
        let mut sum = S::splat(0.0);
        for (l, weight) in weights.iter().enumerate() {
            sum = weight.mul_add(products[m + l], sum);
        }
        sum
    })
}

struct Sums<S> {
    along: S,
    across: S,
    height: S,
}

impl<S: Simd> Sums<S> {
    /// D of window `row` and the columns from `column` on.
    #[inline(always)]
    fn distance(self, task: &Task<'_>, row: usize, column: usize) -> S {
        let (mut a, mut b) = (self.along, self.across);
        for (m, &[x, z]) in task.left.bends(row).iter().enumerate() {
            let (right_x, right_z) = task.strip.bends(m);
            let (right_x, right_z) = (S::load(&right_x[column..]), S::load(&right_z[column..]));
            let (x, z) = (S::splat(x), S::splat(z));
            a = z.mul_add(right_z, x.mul_add(right_x, a));
            b = z.neg_mul_add(right_x, x.mul_add(right_z, b));
        }
        let turned = a.mul_add(a, b.mul_add(b, S::splat(0.0))).sqrt();
        let norms = S::load(&task.strip.norms()[column..]).add(S::splat(task.left.norm(row)));
        S::splat(2.0).neg_mul_add(turned.add(self.height), norms).max(S::splat(0.0))
    }
}
