//! The distances of all frames of one clip to all frames of another.

use std::ops::Range;

use rayon::prelude::*;

use crate::Cloud;
use crate::kernel::{self, Comparison, Isa, ROWS, Scratch};

/// Rows a thread takes at once; each time a block of rows is computed twice, so not too few.
const ROWS_PER_TASK: usize = 72 * ROWS;

/// The squared distance D in m² of every pair of frames (rows: first clip, columns: second).
///
/// `D(i, j)` is what remains between the windows around frames i and j when the second lies best on the first
/// ([`place`](crate::place)); √D is a root-mean-square distance in metres. It does not depend on where the clips
/// stand on the floor, nor on the number of threads.
#[derive(Clone, Debug, PartialEq)]
pub struct Grid {
    rows: usize,
    columns: usize,
    cells: Vec<f32>,
}

impl Grid {
    /// All distances between the frames of two clips.
    ///
    /// # Panics
    /// When the clouds were made with different markers or windows.
    pub fn new(first: &Cloud, second: &Cloud) -> Self {
        Self::with_isa(first, second, Isa::best())
    }

    /// [`Grid::new`] with a chosen instruction set, for tests and benchmarks.
    ///
    /// # Panics
    /// When this machine does not have it, or the clouds were made with different markers or windows.
    #[doc(hidden)]
    pub fn with_isa(first: &Cloud, second: &Cloud, isa: Isa) -> Self {
        let mut grid = Self::empty();
        grid.fill(first, second, isa);
        grid
    }

    /// Memory for [`Grid::compute`]; nothing else may be asked of it.
    pub(crate) fn empty() -> Self {
        Self { rows: 0, columns: 0, cells: Vec::new() }
    }

    /// Becomes the grid of two other clips, in the memory it has if that is enough.
    ///
    /// # Panics
    /// When the clouds were made with different markers or windows.
    pub fn compute(&mut self, first: &Cloud, second: &Cloud) {
        self.fill(first, second, Isa::best());
    }

    fn fill(&mut self, first: &Cloud, second: &Cloud, isa: Isa) {
        let comparison = Comparison::new(first, second);
        (self.rows, self.columns) = (first.len(), second.len());
        self.cells.resize(self.rows * self.columns, 0.0);
        let (columns, rows_per_task) = (self.columns, rows_per_task(self.rows));
        self.cells.par_chunks_mut(rows_per_task * columns).enumerate().for_each(|(n, cells)| {
            let first = n * rows_per_task;
            let task = first..first + cells.len() / columns;
            each_row(isa, &comparison, task, &mut |row, column, found| {
                let start = (row - first) * columns + column;
                cells[start..][..found.len()].copy_from_slice(found);
            });
        });
    }

    /// A grid of given distances, row by row.
    ///
    /// # Panics
    /// When there are no cells, or `cells` is not a whole number of rows.
    pub fn from_cells(columns: usize, cells: Vec<f32>) -> Self {
        assert!(
            columns > 0 && !cells.is_empty() && cells.len().is_multiple_of(columns),
            "a grid has whole rows"
        );
        Self { rows: cells.len() / columns, columns, cells }
    }

    /// Frames of the first clip.
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// Frames of the second clip.
    pub fn columns(&self) -> usize {
        self.columns
    }

    /// D of frame `row` of the first clip and frame `column` of the second, in m².
    pub fn at(&self, row: usize, column: usize) -> f32 {
        self.row(row)[column]
    }

    /// The distances of one frame of the first clip.
    pub fn row(&self, row: usize) -> &[f32] {
        &self.cells[row * self.columns..][..self.columns]
    }

    /// All distances, row by row.
    pub fn cells(&self) -> &[f32] {
        &self.cells
    }

    /// The median of √D in metres, of at most `1 << 15` cells spread evenly over the grid.
    pub fn median_metres(&self) -> f64 {
        const MOST: usize = 1 << 15;
        let step = self.cells.len().div_ceil(MOST);
        // A step that divides the width of the grid would keep to a few of its columns.
        let step = if step > 1 && self.columns.is_multiple_of(step) { step + 1 } else { step };
        let mut sample: Vec<f32> = self.cells.iter().step_by(step).copied().collect();
        let middle = sample.len() / 2;
        let (_, median, _) = sample.select_nth_unstable_by(middle, f32::total_cmp);
        f64::from(*median).sqrt()
    }
}

/// Distances that have just been computed.
#[derive(Clone, Copy, Debug)]
pub struct Stretch<'a> {
    /// The frame of the first clip.
    pub row: usize,
    /// The frame of the second clip the distances start at.
    pub column: usize,
    /// D in m² of the frames from `column` on.
    pub distances: &'a [f32],
}

/// Computes all distances without storing them: `start` makes a value for each range of rows, `visit` is called
/// with every stretch of it (strip by strip, rows in order), and the values are returned in order of rows.
///
/// The ranges do not depend on the number of threads.
///
/// # Panics
/// When the clouds were made with different markers or windows.
pub fn stream<T: Send>(
    first: &Cloud,
    second: &Cloud,
    start: impl Fn(Range<usize>) -> T + Sync,
    visit: impl Fn(&mut T, Stretch<'_>) + Sync,
) -> Vec<T> {
    let comparison = Comparison::new(first, second);
    let isa = Isa::best();
    let tasks: Vec<usize> = (0..first.len()).step_by(ROWS_PER_TASK).collect();
    let run = |begin: usize| {
        let rows = begin..first.len().min(begin + ROWS_PER_TASK);
        let mut value = start(rows.clone());
        each_row(isa, &comparison, rows, &mut |row, column, distances| {
            visit(&mut value, Stretch { row, column, distances });
        });
        value
    };
    tasks.into_par_iter().map(run).collect()
}

/// Calls `visit` with the row, the first column and the distances of every stretch.
fn each_row(
    isa: Isa,
    comparison: &Comparison<'_>,
    rows: Range<usize>,
    visit: &mut dyn FnMut(usize, usize, &[f32]),
) {
    let mut scratch = Scratch::new(comparison.half_window());
    for task in comparison.tasks(rows) {
        kernel::run(isa, &task, &mut scratch, &mut |row, found| visit(row, task.first_column(), found));
    }
}

/// Rows for each thread to take at once: all of them where there is one thread, whole blocks in any case.
fn rows_per_task(rows: usize) -> usize {
    let share = rows.div_ceil(rayon::current_num_threads()).next_multiple_of(ROWS);
    if rayon::current_num_threads() == 1 { share } else { share.min(ROWS_PER_TASK) }
}
