//! How much the velocities of two stretches differ, frame by frame.
#![allow(clippy::needless_range_loop, reason = "rows side by side are one loop for the compiler")]

use std::ops::RangeInclusive;

use pulp::{Simd, WithSimd};

use crate::movement::{LANES, View};

/// Rows that are compared together: as many sums as a processor needs in work to be busy all the time.
const ROWS: usize = 8;

/// Frames of a query with weights, ready to be compared with the frames of a view.
struct Rows {
    len: usize,
    size: usize,
    /// Group by group of [`ROWS`] frames, value by value: −2 × weight × velocity, so that a product with a velocity in
    /// mm/s is what a square of a difference has beside the squares of both.
    groups: Vec<[f32; ROWS]>,
    /// Weighted squares of the speeds.
    norms: Vec<f32>,
}

/// A grid of weighted squared differences of velocities in (m/s)²: frames of a query by frames of a clip.
pub(crate) struct Costs {
    rows: usize,
    columns: usize,
    stride: usize,
    /// Where the first column lies in a row.
    offset: usize,
    values: Vec<f32>,
    /// Weighted squares of the speeds of the rows and of the columns.
    pub(crate) norms: [Vec<f32>; 2],
}

/// One side of a comparison.
#[derive(Clone)]
pub(crate) struct Side<'a> {
    pub(crate) view: &'a View,
    pub(crate) frames: RangeInclusive<usize>,
}

impl Costs {
    /// Compares two stretches; each limb counts by its weight.
    pub(crate) fn new(query: &Side<'_>, other: &Side<'_>, limb_of: &[usize], weights: &[f64]) -> Self {
        let rows = Rows::new(query, limb_of, weights);
        let (first, last) = (*other.frames.start(), *other.frames.end());
        let blocks = first / LANES..last / LANES + 1;
        let (start, stride) = (blocks.start * LANES, blocks.len() * LANES);
        let norms: Vec<f32> =
            other.frames.clone().map(|frame| weighted(other.view.norms(frame), weights)).collect();
        let mut values = vec![0.0; rows.len * stride];
        pulp::Arch::new().dispatch(Products {
            rows: &rows,
            view: other.view,
            blocks: blocks.enumerate(),
            values: &mut values,
            stride,
        });
        let (offset, columns) = (first - start, last + 1 - first);
        for (row, norm) in values.chunks_exact_mut(stride).zip(&rows.norms) {
            for (value, other) in row[offset..][..columns].iter_mut().zip(&norms) {
                // Rounding may make the difference of what is the same less than none.
                *value = (*value + norm + other).max(0.0);
            }
        }
        Self { rows: rows.len, columns, stride, offset, values, norms: [rows.norms, norms] }
    }

    #[cfg(test)]
    pub(crate) fn of_cells([rows, columns]: [usize; 2], values: Vec<f32>) -> Self {
        Self { rows, columns, stride: columns, offset: 0, values, norms: [Vec::new(), Vec::new()] }
    }

    /// Frames of the query and of the other.
    pub(crate) fn size(&self) -> [usize; 2] {
        [self.rows, self.columns]
    }

    pub(crate) fn row(&self, row: usize) -> &[f32] {
        &self.values[row * self.stride + self.offset..][..self.columns]
    }
}

impl Rows {
    fn new(side: &Side<'_>, limb_of: &[usize], weights: &[f64]) -> Self {
        let (first, size) = (*side.frames.start(), side.view.size);
        let len = side.frames.end() + 1 - first;
        let mut groups = vec![[0.0; ROWS]; len.div_ceil(ROWS) * size];
        let factors: Vec<f32> = limb_of.iter().map(|&limb| (-2e-3 * weights[limb]) as f32).collect();
        for row in 0..len {
            let group = &mut groups[row / ROWS * size..][..size];
            for ((place, value), factor) in group.iter_mut().zip(side.view.at(first + row)).zip(&factors) {
                place[row % ROWS] = value * factor;
            }
        }
        let norms = side.frames.clone().map(|frame| weighted(side.view.norms(frame), weights)).collect();
        Self { len, size, groups, norms }
    }
}

fn weighted(norms: &[f32], weights: &[f64]) -> f32 {
    norms.iter().zip(weights).map(|(norm, weight)| f64::from(*norm) * weight).sum::<f64>() as f32
}

/// Products of all rows with the frames of some blocks. The widest vectors of the machine: nearly all of a search's time
/// is spent here.
struct Products<'a, B> {
    rows: &'a Rows,
    view: &'a View,
    /// Blocks of the view, each with its place in a row of the grid.
    blocks: B,
    values: &'a mut [f32],
    stride: usize,
}

impl<B: Iterator<Item = (usize, usize)>> WithSimd for Products<'_, B> {
    type Output = ();

    #[inline(always)]
    #[expect(clippy::inline_always, reason = "compiled for the vectors it is dispatched to")]
    fn with_simd<S: Simd>(self, simd: S) {
        let Self { rows, view, blocks, values, stride } = self;
        let mut velocities = vec![[0.0f32; LANES]; rows.size];
        for (place, block) in blocks {
            for (floats, numbers) in velocities.iter_mut().zip(view.block(block)) {
                for lane in 0..LANES {
                    floats[lane] = f32::from(numbers[lane]);
                }
            }
            for (number, group) in rows.groups.chunks_exact(rows.size).enumerate() {
                for first in (0..LANES).step_by(S::F32_LANES) {
                    let mut sums = [simd.splat_f32s(0.0); ROWS];
                    for (own, other) in group.iter().zip(&velocities) {
                        let other = S::as_simd_f32s(&other[first..][..S::F32_LANES]).0[0];
                        for row in 0..ROWS {
                            sums[row] = simd.mul_add_e_f32s(simd.splat_f32s(own[row]), other, sums[row]);
                        }
                    }
                    for (row, sum) in (number * ROWS..rows.len).zip(sums) {
                        let to = &mut values[row * stride + place * LANES + first..][..S::F32_LANES];
                        S::as_mut_simd_f32s(to).0[0] = sum;
                    }
                }
            }
        }
    }
}
