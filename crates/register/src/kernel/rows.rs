//! Tables of numbers whose rows start on a cache line.

use std::ops::{Deref, DerefMut};

use bytemuck::{Pod, Zeroable};

use super::ROWS;

/// Numbers in a row: the widest strip with its margins. The same for all, so that rows are found by constant offsets,
/// and an odd number of cache lines, so that the rows of a column do not fall on the same few sets of a cache.
pub(super) const STRIDE: usize = 49 * 16;

/// Numbers in a block of [`ROWS`] rows.
pub(super) const BLOCK: usize = ROWS * STRIDE;

/// A cache line. Vectors that lie on one are loaded and stored at twice the speed of those that straddle two.
#[derive(Clone, Copy, Debug, Pod, Zeroable)]
#[repr(C, align(64))]
struct Line([f32; 16]);

/// Columns that are packed together, four of the widest vectors, on cache lines.
#[derive(Clone, Copy, Debug, Pod, Zeroable)]
#[repr(C, align(64))]
pub(super) struct Panel(pub(super) [f32; Panel::WIDTH]);

impl Panel {
    pub(super) const WIDTH: usize = 64;
}

/// Rows of [`STRIDE`] numbers.
#[derive(Clone, Debug)]
pub(crate) struct Rows {
    lines: Vec<Line>,
}

impl Rows {
    /// `rows` rows of zeros.
    pub(super) fn new(rows: usize) -> Self {
        Self { lines: vec![Line::zeroed(); rows * STRIDE / 16] }
    }

    #[inline(always)]
    pub(super) fn row(&self, row: usize) -> &[f32; STRIDE] {
        let rows: &[f32] = bytemuck::cast_slice(&self.lines);
        &rows.as_chunks().0[row]
    }

    #[inline(always)]
    pub(super) fn row_mut(&mut self, row: usize) -> &mut [f32; STRIDE] {
        let rows: &mut [f32] = bytemuck::cast_slice_mut(&mut self.lines);
        &mut rows.as_chunks_mut().0[row]
    }

    /// [`ROWS`] rows, from `block` times as many on.
    #[inline(always)]
    pub(super) fn block(&self, block: usize) -> &[f32; BLOCK] {
        let rows: &[f32] = bytemuck::cast_slice(&self.lines);
        &rows.as_chunks().0[block]
    }

    #[inline(always)]
    pub(super) fn block_mut(&mut self, block: usize) -> &mut [f32; BLOCK] {
        let rows: &mut [f32] = bytemuck::cast_slice_mut(&mut self.lines);
        &mut rows.as_chunks_mut().0[block]
    }
}

/// Numbers that start on a cache line.
#[derive(Clone, Debug)]
pub(crate) struct Numbers {
    lines: Vec<Line>,
    count: usize,
}

impl Numbers {
    /// `count` times the same number.
    pub(crate) fn new(count: usize, value: f32) -> Self {
        Self { lines: vec![Line([value; 16]); count.div_ceil(16)], count }
    }
}

impl Deref for Numbers {
    type Target = [f32];

    #[inline(always)]
    fn deref(&self) -> &[f32] {
        &bytemuck::cast_slice(&self.lines)[..self.count]
    }
}

impl DerefMut for Numbers {
    #[inline(always)]
    fn deref_mut(&mut self) -> &mut [f32] {
        &mut bytemuck::cast_slice_mut(&mut self.lines)[..self.count]
    }
}
