//! Tables of numbers whose rows start on a cache line.

use bytemuck::{Pod, Zeroable};

/// A cache line. Vectors that lie on one are loaded and stored at twice the speed of those that straddle two.
#[derive(Clone, Copy, Pod, Zeroable)]
#[repr(C, align(64))]
struct Line([f32; 16]);

/// Columns that are packed together, four of the widest vectors, on cache lines.
#[derive(Clone, Copy, Pod, Zeroable)]
#[repr(C, align(64))]
pub(super) struct Panel(pub(super) [f32; Panel::WIDTH]);

impl Panel {
    pub(super) const WIDTH: usize = 64;
}

/// Rows of equal length.
pub(super) struct Rows {
    stride: usize,
    lines: Vec<Line>,
}

impl Rows {
    /// `rows` rows of zeros; the length of one is a whole number of cache lines.
    pub(super) fn new(rows: usize, stride: usize) -> Self {
        assert_eq!(stride % 16, 0, "rows are whole cache lines");
        Self { stride, lines: vec![Line::zeroed(); rows * stride / 16] }
    }

    #[inline(always)]
    pub(super) fn row(&self, row: usize) -> &[f32] {
        &bytemuck::cast_slice(&self.lines)[row * self.stride..][..self.stride]
    }

    #[inline(always)]
    pub(super) fn row_mut(&mut self, row: usize) -> &mut [f32] {
        &mut bytemuck::cast_slice_mut(&mut self.lines)[row * self.stride..][..self.stride]
    }
}
