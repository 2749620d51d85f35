//! Chosen parts of a distance grid.

use std::ops::Range;

use crate::grid::Stretch;
use crate::kernel::{self, Comparison, Isa, ROWS, Right, Scratch};
use crate::{Cloud, Window};

/// A clip prepared to be the columns of [`Tiles`].
#[derive(Clone, Debug)]
pub struct Columns(Right);

impl Columns {
    /// The frames of a clip in strips of at most about `widest`.
    pub fn new(cloud: &Cloud, widest: usize) -> Self {
        Self(Right::in_strips(cloud, widest))
    }
}

/// Two clips prepared, so that any tiles of their grid can be computed in any order, and the others left out.
///
/// A tile is a strip of columns by whole blocks of [`Tiles::BLOCK`] rows. Its distances have the same bits as those of
/// the whole [`Grid`](crate::Grid).
pub struct Tiles<'a> {
    comparison: Comparison<'a>,
    columns: &'a Columns,
    rows: usize,
    isa: Isa,
}

/// Memory that is used from tile to tile.
pub struct TileScratch(Scratch);

impl TileScratch {
    /// For clouds with this window.
    pub fn new(window: &Window) -> Self {
        Self(Scratch::new(window.half()))
    }
}

impl<'a> Tiles<'a> {
    /// Rows that are computed together.
    pub const BLOCK: usize = ROWS;

    /// The grid of two clips, the second also as columns.
    ///
    /// # Panics
    /// When the clouds were made with different markers or windows.
    pub fn new(first: &'a Cloud, second: &Cloud, columns: &'a Columns) -> Self {
        let comparison = Comparison::with_columns(first, second, &columns.0);
        Self { comparison, columns, rows: first.len(), isa: Isa::best() }
    }

    /// The columns of each strip.
    pub fn strips(&self) -> impl ExactSizeIterator<Item = Range<usize>> {
        self.columns.0.strips.iter().map(|strip| strip.first()..strip.first() + strip.len())
    }

    /// Calls `visit` with the rows of some blocks of a strip, in order.
    ///
    /// # Panics
    /// When there is no such strip, or the blocks lie outside the grid.
    pub fn compute(
        &self,
        strip: usize,
        blocks: Range<usize>,
        scratch: &mut TileScratch,
        visit: &mut dyn FnMut(Stretch<'_>),
    ) {
        assert!(blocks.start * ROWS < self.rows, "blocks lie on the grid");
        let task = self.comparison.task(strip, blocks.start * ROWS..self.rows.min(blocks.end * ROWS));
        let column = task.first_column();
        kernel::run(self.isa, &task, &mut scratch.0, &mut |row, distances| {
            visit(Stretch { row, column, distances });
        });
    }
}
