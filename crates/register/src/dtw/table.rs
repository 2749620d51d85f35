//! The optimal costs of all cells that matter, row by row.

use std::ops::Range;

use crate::Grid;
use crate::kernel::Isa;
use crate::kernel::rows::Numbers;
use crate::kernel::warp::{Costs, GROUP, PAD, Row, UNREACHED, enter_row, step, ways};

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

    /// The distances of some columns of a row, with `before` more on the left and a group on the right: in the grid
    /// itself where it goes on to both sides, otherwise in `copy`. What lies outside the row is never on a path.
    fn distances<'b>(
        &'b self,
        row: usize,
        columns: Range<usize>,
        before: usize,
        copy: &'b mut [f32],
    ) -> Distances<'b> {
        let [i, j] = self.cell([row, 0]);
        let cells = self.grid.cells();
        let origin = i * self.grid.columns() + j;
        let fits = origin + columns.start >= before && origin + columns.end + GROUP <= cells.len();
        if !self.backwards && fits {
            let next = cells.get(origin + columns.start + self.grid.columns()..).unwrap_or_default();
            return Distances { cells, origin, next };
        }
        let own = columns.start.saturating_sub(before)..columns.end;
        let to = &mut copy[PAD + own.start..PAD + own.end];
        if self.backwards {
            let source = self.grid.row(i)[j + 1 - own.end..j + 1 - own.start].iter().rev();
            to.iter_mut().zip(source).for_each(|(to, from)| *to = *from);
        } else {
            to.copy_from_slice(&self.grid.row(i)[j..][own]);
        }
        Distances { cells: copy, origin: PAD, next: &[] }
    }
}

/// Where the distances of a row are read: column c at `cells[origin + c]`.
struct Distances<'a> {
    cells: &'a [f32],
    origin: usize,
    /// Those of the row after it, from the first column that is wanted on.
    next: &'a [f32],
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
    fn band(&self, [rows, columns]: [usize; 2], row: usize) -> Range<usize> {
        let (w, last_row, last_column) = (self.limit, rows - 1, columns - 1);
        let fewest = |steps: usize| steps.saturating_sub(w - 1).div_ceil(w);
        let (mut first, mut last) = (fewest(row), last_column.min(w * row + w - 1));
        if self.pinned {
            let left = last_row - row;
            first = first.max(last_column.saturating_sub(w * left));
            last = last.min(last_column.saturating_sub(fewest(left)));
        }
        let first = first.min(columns);
        first..(last + 1).max(first)
    }
}

/// For every cell the step by which the best path enters it, and its cost and length along the borders.
pub(super) struct Table {
    limit: usize,
    columns: usize,
    /// The columns of each row that can lie on a path.
    bands: Vec<Band>,
    /// As in a [`Row`], band after band.
    steps: Vec<u16>,
    /// Cost and number of cells of the best path to the last column of each row.
    last_column: Vec<(f32, f32)>,
    /// The same for each column of the last row.
    last_row: Vec<(f32, f32)>,
}

impl Table {
    /// Finds the best path from the corner of `view` to every cell, by the recursion of \[K04\] Eq. 5.2.
    ///
    /// Lengths are kept only where the end is not pinned, as only then mean costs are compared.
    pub(super) fn new(view: &View<'_>, rules: Rules) -> Self {
        let [rows, columns] = view.size;
        let (bands, words) = bands(view.size, rules);
        let mut steps = Vec::with_capacity(words);
        let mut last_column = Vec::with_capacity(rows);
        let mut front = Front::new(rules, columns);
        let mut copy = vec![0.0; PAD + columns + PAD];
        for (row, band) in bands.iter().enumerate() {
            // Row by row, so that the memory is in the cache when its steps come.
            steps.resize(band.steps + band.words(rules.limit), 0);
            let distances = view.distances(row, band.grouped(), rules.limit, &mut copy);
            if row == 0 {
                front.start(band, &distances);
            } else {
                front.advance(row, band, &distances, &mut steps[band.steps..]);
            }
            last_column.push(front.at(columns - 1));
        }
        let last_row = (0..columns).map(|column| front.at(column)).collect();
        Self { limit: rules.limit, columns, bands, steps, last_column, last_row }
    }

    fn step(&self, row: usize, column: usize) -> usize {
        let band = &self.bands[row];
        step(&self.steps[band.steps..], self.limit, column - band.grouped().start)
    }

    /// The cells where steps end on the best path to `end`, from the corner on.
    pub(super) fn nodes(&self, end: [usize; 2]) -> Vec<[usize; 2]> {
        let mut nodes = vec![end];
        let [mut row, mut column] = end;
        while row + column > 0 {
            (row, column) = match (row, column) {
                (_, 0) | (0, _) => (0, 0),
                _ => match self.step(row, column) {
                    step if step < self.limit => (row - step - 1, column - 1),
                    step => (row - 1, column - (step - self.limit) - 2),
                },
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
            .map(|(cell, (cost, length))| (cell, cost / length))
            .min_by(|a, b| a.1.total_cmp(&b.1))
            .map(|(cell, _)| cell)
    }
}

/// The columns of a row that can lie on a path.
struct Band {
    columns: Range<usize>,
    /// Where the steps of its groups begin.
    steps: usize,
}

impl Band {
    /// The columns from the start of a group on.
    fn grouped(&self) -> Range<usize> {
        self.columns.start / GROUP * GROUP..self.columns.end
    }

    /// Words that its steps take.
    fn words(&self, limit: usize) -> usize {
        self.grouped().len().div_ceil(GROUP) * ways(limit)
    }
}

/// The band of every row, and the words for all steps.
fn bands(size: [usize; 2], rules: Rules) -> (Vec<Band>, usize) {
    let mut words = 0;
    let place = |row: usize| {
        let band = Band { columns: rules.band(size, row), steps: words };
        words += band.words(rules.limit);
        band
    };
    let bands = (0..size[0]).map(place).collect();
    (bands, words)
}

/// The latest row: its optimal costs and those of the runs that end in it. Cells outside its band are
/// [`UNREACHED`], as far as the next row can see.
struct Front {
    isa: Isa,
    rules: Rules,
    here: Costs<Numbers>,
    above: Costs<Numbers>,
    runs: Vec<Costs<Numbers>>,
}

impl Front {
    fn new(rules: Rules, columns: usize) -> Self {
        let padded = PAD + columns + PAD;
        let row = || Costs { cost: Numbers::new(padded, UNREACHED), length: Numbers::new(padded, 1.0) };
        Self {
            isa: Isa::best(),
            rules,
            here: row(),
            above: row(),
            runs: (1..rules.limit).map(|_| row()).collect(),
        }
    }

    /// Cost and length of the path to a column of the latest row.
    fn at(&self, column: usize) -> (f32, f32) {
        (self.here.cost[PAD + column], self.here.length[PAD + column])
    }

    fn start(&mut self, band: &Band, distances: &Distances<'_>) {
        let most = if self.rules.starting_run { self.rules.limit } else { 1 };
        let mut sum = 0.0;
        for column in band.columns.start..band.columns.end.min(most) {
            sum += distances.cells[distances.origin + column];
            self.here.cost[PAD + column] = sum;
            self.here.length[PAD + column] = (column + 1) as f32;
        }
    }

    fn advance(&mut self, row: usize, band: &Band, distances: &Distances<'_>, steps: &mut [u16]) {
        std::mem::swap(&mut self.here, &mut self.above);
        enter_row(
            self.isa,
            &mut Row {
                limit: self.rules.limit,
                columns: band.grouped(),
                distances: distances.cells,
                origin: distances.origin,
                next: distances.next,
                above: Costs { cost: &self.above.cost, length: &self.above.length },
                here: Costs { cost: &mut self.here.cost, length: &mut self.here.length },
                runs: &mut self.runs,
                steps,
                with_lengths: !self.rules.pinned,
            },
        );
        self.close(&band.columns);
        if band.columns.start == 0 && self.rules.starting_run && row < self.rules.limit {
            self.here.cost[PAD] = self.above.cost[PAD] + distances.cells[distances.origin];
            self.here.length[PAD] = (row + 1) as f32;
        }
    }

    /// Makes the cells beside the band unreachable: what two rows ago or the end of a vector left there.
    fn close(&mut self, band: &Range<usize>) {
        let (before, after) = (PAD + band.start, PAD + band.end);
        // The next band starts no more than `limit` columns later and ends no more than that beyond this one; groups
        // reach beyond a band by less than a group.
        let reach = self.rules.limit.max(GROUP);
        let beyond = after..(after + reach).min(self.here.cost.len());
        self.here.cost[before - reach..before].fill(UNREACHED);
        self.here.cost[beyond.clone()].fill(UNREACHED);
        for run in &mut self.runs {
            run.cost[before - reach..before].fill(UNREACHED);
            run.cost[beyond.clone()].fill(UNREACHED);
        }
    }
}
