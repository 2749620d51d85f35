//! Paths whose ends are free, for costs that may be gains.

use std::ops::Range;

use super::Path;

/// A step that has no predecessor.
const START: u8 = u8::MAX;

/// Costs of a table of rows and columns, cell by cell, negative where frames are alike. They are asked for a few times each and
/// never stored: long clips have millions.
#[derive(Clone, Debug)]
pub(crate) struct Costs<F> {
    /// At least one.
    pub(crate) rows: usize,
    /// At least one.
    pub(crate) columns: usize,
    /// The columns of each row that a path may go through; all of them when empty.
    pub(crate) bands: Vec<Range<usize>>,
    /// The cost of a row and a column; infinite outside the bands.
    pub(crate) at: F,
}

impl<F> Costs<F> {
    fn band(&self, row: usize) -> Range<usize> {
        self.bands.get(row).cloned().unwrap_or(0..self.columns)
    }
}

/// The path of least cost from any cell of the first row or column to any cell of the last row or column, on which at most
/// `limit` frames of one clip go with one of the other.
///
/// A step of r cells costs their mean times (r + 1) / 2, as much as the time it takes in both clips, so that diagonals have no
/// advantage. Unlike cells cost and like cells gain, so the ends are where the clips begin and cease to be alike.
pub(crate) fn free<F: Fn(usize, usize) -> f64>(costs: &Costs<F>, limit: usize) -> Path {
    let (rows, columns) = (costs.rows, costs.columns);
    let mut recent = Recent::new(limit + 1, columns);
    let mut steps = Steps::of(costs);
    let mut end = (f64::INFINITY, [0, 0]);
    for row in 0..rows {
        let band = costs.band(row);
        recent.begin(row, band.clone());
        for column in band {
            let (cost, step) = arrive(costs, &recent, [row, column], limit);
            recent.set(row, column, cost);
            steps.taken.push(step);
            let border = row + 1 == rows || column + 1 == columns;
            if border && cost < end.0 {
                end = (cost, [row, column]);
            }
        }
    }
    Path::through(&steps.nodes(end.1, limit))
}

/// The least costs of the last few rows: steps reach back by no more.
struct Recent {
    rows: usize,
    columns: usize,
    best: Vec<f64>,
    /// The columns of each that are not infinite.
    bands: Vec<Range<usize>>,
}

impl Recent {
    fn new(rows: usize, columns: usize) -> Self {
        Self { rows, columns, best: vec![f64::INFINITY; rows * columns], bands: vec![0..0; rows] }
    }

    /// Forgets the row whose place the next one takes.
    fn begin(&mut self, row: usize, band: Range<usize>) {
        let slot = row % self.rows;
        let old = std::mem::replace(&mut self.bands[slot], band);
        self.best[slot * self.columns..][old].fill(f64::INFINITY);
    }

    fn at(&self, row: usize, column: usize) -> f64 {
        self.best[row % self.rows * self.columns + column]
    }

    fn set(&mut self, row: usize, column: usize, cost: f64) {
        self.best[row % self.rows * self.columns + column] = cost;
    }
}

/// The last step of the best path to each cell, band after band.
struct Steps {
    taken: Vec<u8>,
    /// For each row where its band begins, and in which column.
    rows: Vec<[usize; 2]>,
}

impl Steps {
    fn of<F>(costs: &Costs<F>) -> Self {
        let mut count = 0;
        let row = |row: usize| {
            let (band, start) = (costs.band(row), count);
            count += band.len();
            [start, band.start]
        };
        let rows = (0..costs.rows).map(row).collect();
        Self { rows, taken: Vec::with_capacity(count) }
    }

    /// The nodes of the path that ends in a cell, in order of time.
    fn nodes(&self, end: [usize; 2], limit: usize) -> Vec<[usize; 2]> {
        let mut nodes = vec![end];
        let [mut row, mut column] = end;
        loop {
            let [start, first] = self.rows[row];
            let step = self.taken[start + column - first];
            if step == START {
                break;
            }
            let step = usize::from(step);
            if step < limit {
                (row, column) = (row - step - 1, column - 1);
            } else {
                (row, column) = (row - 1, column - (step - limit + 2));
            }
            nodes.push([row, column]);
        }
        nodes.reverse();
        nodes
    }
}

/// The least cost of a path that ends in a cell, and its last step.
fn arrive<F: Fn(usize, usize) -> f64>(
    costs: &Costs<F>,
    recent: &Recent,
    [row, column]: [usize; 2],
    limit: usize,
) -> (f64, u8) {
    let here = (costs.at)(row, column);
    if row == 0 || column == 0 {
        return (here, START);
    }
    // The diagonal is the step of one row and one column, and comes first among equals.
    let mut found = (recent.at(row - 1, column - 1) + here, 0);
    let (mut down, mut across) = (here, here);
    for run in 2..=limit {
        let share = (run + 1) as f64 / 2.0 / run as f64;
        if run <= row {
            down += (costs.at)(row + 1 - run, column);
            let cost = recent.at(row - run, column - 1) + down * share;
            if cost < found.0 {
                found = (cost, (run - 1) as u8);
            }
        }
        if run <= column {
            across += (costs.at)(row, column + 1 - run);
            let cost = recent.at(row - 1, column - run) + across * share;
            if cost < found.0 {
                found = (cost, (limit + run - 2) as u8);
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Costs that lie in memory, row by row.
    type Table<'a> = Costs<Box<dyn Fn(usize, usize) -> f64 + 'a>>;

    fn table(columns: usize, cells: &[f32]) -> Table<'_> {
        let at = move |row: usize, column: usize| f64::from(cells[row * columns + column]);
        Costs { rows: cells.len() / columns, columns, bands: Vec::new(), at: Box::new(at) }
    }

    /// Every path, by trying all steps from all starts.
    fn naive(costs: &Table<'_>, limit: usize) -> f64 {
        fn from(costs: &Table<'_>, limit: usize, [row, column]: [usize; 2], spent: f64, best: &mut f64) {
            if row + 1 == costs.rows || column + 1 == costs.columns {
                *best = best.min(spent);
            }
            for run in 1..=limit {
                let share = (run + 1) as f64 / 2.0 / run as f64;
                if row + run < costs.rows && column + 1 < costs.columns {
                    let sum: f64 = (1..=run).map(|k| (costs.at)(row + k, column + 1)).sum();
                    from(costs, limit, [row + run, column + 1], spent + sum * share, best);
                }
                if run > 1 && column + run < costs.columns && row + 1 < costs.rows {
                    let sum: f64 = (1..=run).map(|k| (costs.at)(row + 1, column + k)).sum();
                    from(costs, limit, [row + 1, column + run], spent + sum * share, best);
                }
            }
        }
        let mut best = f64::INFINITY;
        let starts = (0..costs.columns).map(|column| [0, column]).chain((1..costs.rows).map(|row| [row, 0]));
        for start in starts {
            from(costs, limit, start, (costs.at)(start[0], start[1]), &mut best);
        }
        best
    }

    fn cost_of(costs: &Table<'_>, path: &Path, limit: usize) -> f64 {
        // Of all ways to read the cells as steps the cheapest.
        let cells = path.cells();
        let mut best = vec![f64::INFINITY; cells.len()];
        best[0] = (costs.at)(cells[0][0], cells[0][1]);
        for n in 1..cells.len() {
            for run in 1..=limit.min(n) {
                let (from, to) = (cells[n - run], cells[n]);
                let (down, across) = (to[0] - from[0], to[1] - from[1]);
                let inside = &cells[n + 1 - run..=n];
                let falls = (down, across) == (run, 1) && inside.iter().all(|cell| cell[1] == to[1]);
                let runs = (down, across) == (1, run) && inside.iter().all(|cell| cell[0] == to[0]);
                if !falls && !runs {
                    continue;
                }
                let sum: f64 = cells[n + 1 - run..=n].iter().map(|cell| (costs.at)(cell[0], cell[1])).sum();
                best[n] = best[n].min(best[n - run] + sum * (run + 1) as f64 / 2.0 / run as f64);
            }
        }
        best[cells.len() - 1]
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(64))]
        #[test]
        fn no_path_is_cheaper(columns in 1..6usize, cells in prop::collection::vec(-1.0..1.0f32, 30)) {
            let rows = 30 / columns;
            let rows = rows.min(6);
            let costs = table(columns, &cells[..rows * columns]);
            let path = free(&costs, 3);
            let (found, naive) = (cost_of(&costs, &path, 3), naive(&costs, 3));
            prop_assert!((found - naive).abs() < 1e-5, "{found} {naive} {path:?}");
        }
    }

    proptest! {
        #[test]
        fn a_band_around_the_best_path_keeps_it(cells in prop::collection::vec(-1.0..1.0f32, 12 * 15), reach in 0..4usize) {
            let costs = table(15, &cells);
            let best = free(&costs, 3);
            let bands = (0..costs.rows).map(|row| {
                let on = best.cells().iter().filter(|cell| cell[0] == row).map(|cell| cell[1]);
                let (low, high) = on.fold((usize::MAX, 0), |(low, high), column| (low.min(column), high.max(column)));
                if low > high { 0..0 } else { low.saturating_sub(reach)..(high + 1 + reach).min(15) }
            });
            let bands: Vec<Range<usize>> = bands.collect();
            let within = |row: usize, column: usize| {
                if bands[row].contains(&column) { f64::from(cells[row * 15 + column]) } else { f64::INFINITY }
            };
            let found = free(&Costs { rows: 12, columns: 15, bands: bands.clone(), at: within }, 3);
            prop_assert_eq!(found, best);
        }
    }

    #[test]
    fn alike_stretches_are_found_wherever_they_are() {
        // Frames 4 to 11 of the second clip are the first clip.
        let cells =
            (0..8).flat_map(|row| (0..20).map(move |column| if column == row + 4 { -1.0 } else { 1.0 }));
        let cells: Vec<f32> = cells.collect();
        let path = free(&table(20, &cells), 3);
        assert_eq!((path.first(), path.last()), ([0, 4], [7, 11]));
    }
}
