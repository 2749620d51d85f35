//! The best time alignment of a query with a stretch, wherever it begins and ends.

use pulp::{Simd, WithSimd};

use crate::costs::Costs;

/// The step an alignment takes last, as a choice of three: frame to frame, over a frame of the clip, over one of the
/// query. The frame that is stepped over goes with its neighbour, so no frame is left out.
const STEPS: [[usize; 2]; 3] = [[1, 1], [1, 2], [2, 1]];

/// The best alignments of all rows of a grid with some of its columns: at most two frames of one go with one of the other.
pub(crate) struct Ends {
    /// Per last column the mean cost over the rows.
    pub(crate) costs: Vec<f32>,
    /// Per last column the first one.
    pub(crate) starts: Vec<u32>,
}

impl Ends {
    /// The best alignment that ends in each column.
    pub(crate) fn of(grid: &Costs) -> Self {
        let [rows, columns] = grid.size();
        let Line { mut costs, starts } = last_line(grid, columns, &mut vec![0; columns]);
        for cost in &mut costs {
            *cost /= rows as f32;
        }
        Self { costs, starts }
    }
}

/// The cells of the best alignment that begins within the first `slack` + 1 columns and ends within the last as many, in
/// order. None where rows and columns differ too much in number.
pub(crate) fn path(grid: &Costs, slack: usize) -> Option<Vec<[u32; 2]>> {
    let [rows, columns] = grid.size();
    let mut steps = vec![0; rows * columns];
    let line = last_line(grid, slack + 1, &mut steps);
    let ends = columns.saturating_sub(slack + 1)..columns;
    let last = ends.min_by(|&a, &b| line.costs[a].total_cmp(&line.costs[b]))?;
    line.costs[last].is_finite().then(|| trace(&steps, columns, last))
}

/// What is known of the alignments that begin in one of the first `begin` columns and end in the last row. `steps` has room
/// for a row, or for all.
fn last_line(grid: &Costs, begin: usize, steps: &mut [u8]) -> Line {
    let [rows, columns] = grid.size();
    let mut lines = [Line::first(grid.row(0), begin), Line::nowhere(columns), Line::nowhere(columns)];
    let room = steps.len();
    for n in 1..rows {
        let [one, two, next] = &mut lines;
        let steps = &mut steps[n * columns % room..][..columns];
        pulp::Arch::new().dispatch(Fill {
            rows: [grid.row(n - 1), grid.row(n)],
            from: [one, two],
            next,
            steps,
        });
        lines.rotate_right(1);
    }
    let [last, ..] = lines;
    last
}

/// The cells of the alignment that ends in a column of the last row.
fn trace(steps: &[u8], columns: usize, last: usize) -> Vec<[u32; 2]> {
    let (mut row, mut column) = (steps.len() / columns - 1, last);
    let mut cells = vec![[row as u32, column as u32]];
    while row > 0 {
        let [rows, passed] = STEPS[usize::from(steps[row * columns + column])];
        if rows + passed == 3 {
            cells.push([(row + 1 - rows) as u32, (column + 1 - passed) as u32]);
        }
        (row, column) = (row - rows, column - passed);
        cells.push([row as u32, column as u32]);
    }
    cells.reverse();
    cells
}

/// What is known of the alignments that end in one row.
struct Line {
    costs: Vec<f32>,
    starts: Vec<u32>,
}

impl Line {
    fn first(row: &[f32], begin: usize) -> Self {
        let mut costs = row.to_vec();
        costs.iter_mut().skip(begin).for_each(|cost| *cost = f32::INFINITY);
        Self { costs, starts: (0..row.len() as u32).collect() }
    }

    fn nowhere(columns: usize) -> Self {
        Self { costs: vec![f32::INFINITY; columns], starts: vec![0; columns] }
    }
}

/// Goes on from the row before and the one before that.
struct Fill<'a> {
    /// The costs of the row before and of this.
    rows: [&'a [f32]; 2],
    from: [&'a Line; 2],
    next: &'a mut Line,
    steps: &'a mut [u8],
}

impl WithSimd for Fill<'_> {
    type Output = ();

    #[inline(always)]
    #[expect(clippy::inline_always, reason = "compiled for the vectors it is dispatched to")]
    fn with_simd<S: Simd>(self, _: S) {
        let Self { rows: [before, here], from: [one, two], next, steps } = self;
        let count = here.len().saturating_sub(2);
        next.costs.iter_mut().take(2).for_each(|cost| *cost = f32::INFINITY);
        if here.len() > 1 {
            let (straight, over_row) = (one.costs[0] + here[1], two.costs[0] + before[1] + here[1]);
            let is_over = over_row < straight;
            next.costs[1] = if is_over { over_row } else { straight };
            (next.starts[1], steps[1]) = if is_over { (two.starts[0], 2) } else { (one.starts[0], 0) };
        }
        if count == 0 {
            return;
        }
        let [near, far] = [1, 0].map(|at| (&one.costs[at..][..count], &one.starts[at..][..count]));
        let above = (&two.costs[1..][..count], &two.starts[1..][..count]);
        let (passed, over, here) = (&before[2..][..count], &here[1..][..count], &here[2..][..count]);
        let (costs, starts) = (&mut next.costs[2..][..count], &mut next.starts[2..][..count]);
        let steps = &mut steps[2..][..count];
        for n in 0..count {
            let straight = near.0[n] + here[n];
            // Rows count alike, however many columns go with them.
            let over_column = far.0[n] + 0.5 * (over[n] + here[n]);
            let over_row = above.0[n] + passed[n] + here[n];
            let is_column = over_column < straight;
            let best = if is_column { over_column } else { straight };
            let start = if is_column { far.1[n] } else { near.1[n] };
            let is_row = over_row < best;
            costs[n] = if is_row { over_row } else { best };
            starts[n] = if is_row { above.1[n] } else { start };
            steps[n] = if is_row { 2 } else { u8::from(is_column) };
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The least cost of an alignment of rows up to `row` that begins before `begin` and ends in `column`, with its first
    /// column.
    fn naive(grid: &Costs, begin: usize, row: usize, column: usize) -> (f32, u32) {
        if row == 0 {
            return (if column < begin { grid.row(0)[column] } else { f32::INFINITY }, column as u32);
        }
        let mut best = (f32::INFINITY, 0);
        for [rows, columns] in STEPS {
            if rows > row || columns > column {
                continue;
            }
            let (before, start) = naive(grid, begin, row - rows, column - columns);
            let passed = match [rows, columns] {
                [1, 2] => 0.5 * (grid.row(row)[column - 1] + grid.row(row)[column]),
                [2, 1] => grid.row(row - 1)[column] + grid.row(row)[column],
                _ => grid.row(row)[column],
            };
            if before + passed < best.0 {
                best = (before + passed, start);
            }
        }
        best
    }

    #[test]
    fn alignments_are_the_cheapest_of_all() {
        let noise = |n: usize| ((n * 2_654_435_761) % 1000) as f32 / 1000.0;
        for (rows, columns) in [(1, 5), (2, 3), (5, 9), (8, 8), (9, 4), (3, 1), (2, 2)] {
            let cells = (0..rows * columns).map(|n| noise(n + rows)).collect();
            let grid = Costs::of_cells([rows, columns], cells);
            let ends = Ends::of(&grid);
            for last in 0..columns {
                let (cost, start) = naive(&grid, columns, rows - 1, last);
                if cost.is_infinite() {
                    assert!(ends.costs[last].is_infinite());
                    continue;
                }
                assert!((ends.costs[last] * rows as f32 - cost).abs() < 1e-4, "{rows} {columns} {last}");
                assert_eq!(ends.starts[last], start);
            }
            let slack = columns / 3;
            let reached = (columns - 1 - slack.min(columns - 1)..columns)
                .map(|last| (naive(&grid, slack + 1, rows - 1, last), last as u32))
                .filter(|((cost, _), _)| cost.is_finite())
                .min_by(|a, b| a.0.0.total_cmp(&b.0.0));
            let expected = reached.map(|((_, start), last)| [[0, start], [rows as u32 - 1, last]]);
            let found = path(&grid, slack).map(|cells| [cells[0], cells[cells.len() - 1]]);
            assert_eq!(found, expected, "{rows} {columns}");
        }
    }
}
