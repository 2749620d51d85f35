//! One-dimensional minima of a distance grid, and the valid region around them.

use crate::cells::{Cells, NONE};

/// What is known about each cell.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Marks(Vec<u8>);

/// Smaller than its neighbours in the row.
const ACROSS: u8 = 1;
/// Smaller than its neighbours in the column.
const ALONG: u8 = 2;
/// Near enough to a minimum.
const VALID: u8 = 4;

impl Marks {
    /// Minima and valid region; `rise` is how much larger than its minimum a valid cell may be (0.15 for 15 %).
    pub(crate) fn new(cells: &Cells, rise: f32) -> Self {
        let mut marks = Self(vec![0; cells.len()]);
        for row in 0..cells.rows() {
            cells.row(row).for_each(|cell| marks.find_minimum(cells, row, cell));
        }
        for row in 0..cells.rows() {
            cells.row(row).for_each(|cell| marks.extend(cells, row, cell, 1.0 + rise));
        }
        marks
    }

    /// Whether a cell is a minimum of its row or of its column.
    pub(crate) fn is_minimum(&self, cell: u32) -> bool {
        self.0[cell as usize] & (ACROSS | ALONG) != 0
    }

    /// Whether a cell is near enough to a minimum to be on a path.
    pub(crate) fn is_valid(&self, cell: u32) -> bool {
        self.0[cell as usize] & VALID != 0
    }

    /// A minimum is smaller than the cell before and not larger than the cell after; there may be none.
    fn find_minimum(&mut self, cells: &Cells, row: usize, cell: u32) {
        if !cells.is_inside(cell, row) {
            return;
        }
        let (value, range) = (cells.value(cell), cells.row(row));
        let before = |neighbour| value < cells.value_or_infinity(neighbour);
        let after = |neighbour| value <= cells.value_or_infinity(neighbour);
        if before(cells.left(cell, range.start)) && after(cells.right(cell, range.end)) {
            self.0[cell as usize] |= ACROSS;
        }
        if before(cells.below(cell)) && after(cells.above(cell)) {
            self.0[cell as usize] |= ALONG;
        }
    }

    /// Marks the cells around a minimum, in the directions in which it is one (\[KG04\] §3.1).
    fn extend(&mut self, cells: &Cells, row: usize, cell: u32, factor: f32) {
        let limit = cells.value(cell) * factor;
        if self.0[cell as usize] & ACROSS != 0 {
            let range = cells.row(row);
            self.walk(cells, row, cell, limit, |at, row| (cells.left(at, range.start), row));
            self.walk(cells, row, cell, limit, |at, row| (cells.right(at, range.end), row));
        }
        if self.0[cell as usize] & ALONG != 0 {
            self.walk(cells, row, cell, limit, |at, row| (cells.below(at), row.wrapping_sub(1)));
            self.walk(cells, row, cell, limit, |at, row| (cells.above(at), row + 1));
        }
    }

    /// Marks cells from a minimum on until one reaches `limit`, or is smaller than the one before: on the far side of
    /// a ripple the valid region would flood the grid.
    fn walk(
        &mut self,
        cells: &Cells,
        mut row: usize,
        mut cell: u32,
        limit: f32,
        step: impl Fn(u32, usize) -> (u32, usize),
    ) {
        loop {
            self.0[cell as usize] |= VALID;
            let (next, next_row) = step(cell, row);
            let goes_on = next != NONE
                && cells.value(next) < limit
                && cells.value(next) >= cells.value(cell)
                && cells.is_inside(next, next_row);
            if !goes_on {
                return;
            }
            (cell, row) = (next, next_row);
        }
    }
}
