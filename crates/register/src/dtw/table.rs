//! The optimal costs of all cells that matter, row by row.

use crate::Grid;

/// Costs of cells that no path reaches. Sums of it stay finite, so no arithmetic makes a NaN of it.
const UNREACHED: f32 = 1e30;

/// A stretch of a grid to be crossed from its first corner.
#[derive(Clone, Copy)]
pub(super) struct View<'a> {
    pub(super) grid: &'a Grid,
    /// The first corner.
    pub(super) corner: [usize; 2],
    /// Rows and columns, at least 1 each.
    pub(super) size: [usize; 2],
    /// Whether rows and columns run backwards from the corner.
    pub(super) backwards: bool,
}

impl View<'_> {
    /// The cell of the grid that lies `row` rows and `column` columns from the corner.
    pub(super) fn cell(&self, [row, column]: [usize; 2]) -> [usize; 2] {
        let [i, j] = self.corner;
        if self.backwards { [i - row, j - column] } else { [i + row, j + column] }
    }

    /// Copies the distances of one row.
    fn copy_row(&self, row: usize, distances: &mut [f32]) {
        let [i, j] = self.cell([row, 0]);
        let columns = self.size[1];
        if self.backwards {
            let source = self.grid.row(i)[j + 1 - columns..=j].iter().rev();
            distances.iter_mut().zip(source).for_each(|(to, from)| *to = *from);
        } else {
            distances.copy_from_slice(&self.grid.row(i)[j..][..columns]);
        }
    }
}

/// How a crossing may start and must end.
#[derive(Clone, Copy)]
pub(super) struct Rules {
    /// Frames of one clip that may go with one of the other.
    pub(super) limit: usize,
    /// Whether a run may stand at the very start.
    pub(super) starting_run: bool,
    /// Whether only paths to the last corner matter.
    pub(super) pinned: bool,
}

impl Rules {
    /// Columns of a row that can lie on a path; empty where none can.
    ///
    /// Cells inside a run count, which reach one run further than the cells where a step ends.
    fn band(&self, [rows, columns]: [usize; 2], row: usize) -> std::ops::Range<usize> {
        let (w, last_row, last_column) = (self.limit, rows - 1, columns - 1);
        let fewest = |steps: usize| steps.saturating_sub(w - 1).div_ceil(w);
        let (mut first, mut last) = (fewest(row), last_column.min(w * row + w - 1));
        if self.pinned {
            let left = last_row - row;
            first = first.max(last_column.saturating_sub(w * left));
            last = last.min(last_column.saturating_sub(fewest(left)));
        }
        first..(last + 1).max(first)
    }
}

/// For every cell the step by which the best path enters it, and its cost and length along the borders.
pub(super) struct Table {
    limit: usize,
    columns: usize,
    /// 0 is the diagonal, r a run of r + 1 rows, and limit + r − 1 a run of r + 1 columns.
    steps: Vec<u8>,
    /// Cost and number of cells of the best path to the last column of each row.
    last_column: Vec<(f32, u32)>,
    /// The same for each column of the last row.
    last_row: Vec<(f32, u32)>,
}

impl Table {
    /// Finds the best path from the corner of `view` to every cell, by the recursion of [K04] Eq. 5.2.
    pub(super) fn new(view: &View<'_>, rules: Rules) -> Self {
        let [rows, columns] = view.size;
        let mut table = Self {
            limit: rules.limit,
            columns,
            steps: vec![0; rows * columns],
            last_column: Vec::with_capacity(rows),
            last_row: Vec::new(),
        };
        let mut front = Front::new(rules.limit, columns);
        for row in 0..rows {
            let band = rules.band(view.size, row);
            view.copy_row(row, &mut front.distances);
            let steps = &mut table.steps[row * columns..][..columns];
            if row == 0 {
                front.start(rules, band);
            } else {
                front.advance(row, rules, band, steps);
            }
            table.last_column.push((front.costs[columns - 1], front.lengths[columns - 1]));
        }
        table.last_row = front.costs.iter().copied().zip(front.lengths.iter().copied()).collect();
        table
    }

    /// The cells where steps end on the best path to `end`, from the corner on.
    pub(super) fn nodes(&self, end: [usize; 2]) -> Vec<[usize; 2]> {
        let mut nodes = vec![end];
        let [mut row, mut column] = end;
        while row + column > 0 {
            let step = usize::from(self.steps[row * self.columns + column]);
            (row, column) = match (row, column) {
                (_, 0) | (0, _) => (0, 0),
                _ if step < self.limit => (row - step - 1, column - 1),
                _ => (row - 1, column - (step - self.limit) - 2),
            };
            nodes.push([row, column]);
        }
        nodes.reverse();
        nodes
    }

    /// The border cell whose path has the smallest mean cost, of those that `allowed` lets through.
    pub(super) fn best_border(&self, allowed: impl Fn([usize; 2]) -> bool) -> Option<[usize; 2]> {
        let last_row = self.last_column.len() - 1;
        let right = self.last_column.iter().enumerate().map(|(row, &found)| ([row, self.columns - 1], found));
        let below = self.last_row.iter().enumerate().map(|(column, &found)| ([last_row, column], found));
        right
            .chain(below)
            .filter(|&(cell, (cost, _))| cost < UNREACHED && allowed(cell))
            .map(|(cell, (cost, length))| (cell, cost / length as f32))
            .min_by(|a, b| a.1.total_cmp(&b.1))
            .map(|(cell, _)| cell)
    }
}

/// The latest row: its optimal costs and those of the runs that end in it.
struct Front {
    limit: usize,
    distances: Vec<f32>,
    costs: Vec<f32>,
    lengths: Vec<u32>,
    above: Vec<f32>,
    lengths_above: Vec<u32>,
    /// `runs[r]`: cost of entering a cell by a run of r + 1 rows, for r below limit − 1.
    runs: Vec<Vec<f32>>,
    run_lengths: Vec<Vec<u32>>,
}

/// The best way found so far into one cell.
struct Best {
    cost: f32,
    length: u32,
    step: u8,
}

impl Best {
    fn or(&mut self, cost: f32, length: u32, step: usize) {
        if cost < self.cost {
            *self = Self { cost, length, step: step as u8 };
        }
    }
}

impl Front {
    fn new(limit: usize, columns: usize) -> Self {
        Self {
            limit,
            distances: vec![0.0; columns],
            costs: vec![UNREACHED; columns],
            lengths: vec![1; columns],
            above: vec![UNREACHED; columns],
            lengths_above: vec![1; columns],
            runs: vec![vec![UNREACHED; columns]; limit - 1],
            run_lengths: vec![vec![1; columns]; limit - 1],
        }
    }

    fn start(&mut self, rules: Rules, band: std::ops::Range<usize>) {
        let most = if rules.starting_run { self.limit } else { 1 };
        let mut sum = 0.0;
        for column in band.start..band.end.min(most) {
            sum += self.distances[column];
            self.costs[column] = sum;
            self.lengths[column] = column as u32 + 1;
        }
    }

    fn advance(&mut self, row: usize, rules: Rules, band: std::ops::Range<usize>, steps: &mut [u8]) {
        std::mem::swap(&mut self.costs, &mut self.above);
        std::mem::swap(&mut self.lengths, &mut self.lengths_above);
        self.costs.fill(UNREACHED);
        self.runs
            .iter_mut()
            .flat_map(|run| &mut run[..band.start.min(self.distances.len())])
            .for_each(|c| *c = UNREACHED);
        // Right to left: a column reads what the row above left in its own place of `runs`.
        for column in band.clone().rev() {
            let best = self.enter(column);
            (self.costs[column], self.lengths[column]) = (best.cost.min(UNREACHED), best.length);
            steps[column] = best.step;
        }
        self.runs.iter_mut().flat_map(|run| run.iter_mut().skip(band.end)).for_each(|c| *c = UNREACHED);
        if band.start == 0 && rules.starting_run && row < self.limit {
            (self.costs[0], self.lengths[0]) = (self.above[0] + self.distances[0], row as u32 + 1);
        }
    }

    fn enter(&mut self, column: usize) -> Best {
        let here = self.distances[column];
        let diagonal = if column > 0 { self.above[column - 1] + here } else { UNREACHED };
        let diagonal_length = if column > 0 { self.lengths_above[column - 1] + 1 } else { 1 };
        let mut best = Best { cost: diagonal, length: diagonal_length, step: 0 };
        let (mut run, mut length) = (diagonal, diagonal_length);
        for r in 1..self.limit {
            std::mem::swap(&mut run, &mut self.runs[r - 1][column]);
            std::mem::swap(&mut length, &mut self.run_lengths[r - 1][column]);
            (run, length) = (run + here, length + 1);
            best.or(run, length, r);
        }
        let mut sum = here;
        for r in 1..self.limit.min(column) {
            sum += self.distances[column - r];
            let from = column - r - 1;
            best.or(self.above[from] + sum, self.lengths_above[from] + r as u32 + 1, self.limit + r - 1);
        }
        best
    }
}
