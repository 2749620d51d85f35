//! A time alignment: the cells of a path over the grid.

use crate::Grid;

/// Frames that go together, in order: each cell is a frame of the first clip and one of the second.
///
/// There is at least one cell; from one to the next either frame number grows by one, or both do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Path {
    cells: Vec<[usize; 2]>,
}

impl Path {
    /// The path through `nodes`, with the cells of the runs between them: a step of several rows and one column
    /// stands in the new column, a step of several columns and one row in the new row.
    pub(super) fn through(nodes: &[[usize; 2]]) -> Self {
        let mut cells = vec![nodes[0]];
        for pair in nodes.windows(2) {
            let ([i, j], [row, column]) = (pair[0], pair[1]);
            if row - i > 1 {
                cells.extend((i + 1..row).map(|run| [run, column]));
            } else {
                cells.extend((j + 1..column).map(|run| [row, run]));
            }
            cells.push([row, column]);
        }
        Self { cells }
    }

    /// The cells of a path whose nodes were found from its end towards its start, in order of time.
    pub(super) fn through_backwards(nodes: &[[usize; 2]]) -> Vec<[usize; 2]> {
        // Mirrored, the way back is a way on; mirrored again, its cells are those of the grid.
        let [row, column] = nodes[0];
        let mirror = |[i, j]: [usize; 2]| [row - i, column - j];
        let mirrored: Vec<_> = nodes.iter().map(|&node| mirror(node)).collect();
        let mut cells: Vec<_> = Self::through(&mirrored).cells.into_iter().map(mirror).collect();
        cells.reverse();
        cells
    }

    pub(super) fn of_cells(cells: Vec<[usize; 2]>) -> Self {
        Self { cells }
    }

    /// The same path, so many frames later in either clip.
    pub(crate) fn moved_by(self, [rows, columns]: [usize; 2]) -> Self {
        Self { cells: self.cells.into_iter().map(|[row, column]| [row + rows, column + columns]).collect() }
    }

    /// All cells in order.
    pub fn cells(&self) -> &[[usize; 2]] {
        &self.cells
    }

    /// Where it starts.
    pub fn first(&self) -> [usize; 2] {
        self.cells[0]
    }

    /// Where it ends.
    pub fn last(&self) -> [usize; 2] {
        self.cells[self.cells.len() - 1]
    }

    /// The sum of D over the path, in m².
    pub fn cost(&self, grid: &Grid) -> f64 {
        self.distances(grid).sum()
    }

    /// The mean of √D over the path, in metres.
    pub fn mean_metres(&self, grid: &Grid) -> f64 {
        self.distances(grid).map(f64::sqrt).sum::<f64>() / self.cells.len() as f64
    }

    fn distances<'a>(&'a self, grid: &'a Grid) -> impl Iterator<Item = f64> + 'a {
        self.cells.iter().map(|&[row, column]| f64::from(grid.at(row, column)))
    }

    /// The cell with the smallest D, the first of equals.
    pub(crate) fn best_cell(&self, grid: &Grid) -> [usize; 2] {
        let cost = |&[row, column]: &[usize; 2]| grid.at(row, column);
        *self.cells.iter().min_by(|a, b| cost(a).total_cmp(&cost(b))).expect("a path has a cell")
    }
}
