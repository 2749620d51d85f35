//! Where in a clip a segment may be found at all: the best time alignment that ends at each frame.

/// The step an alignment takes last, as a choice of three: frame to frame, over a frame of the clip, over one of the
/// segment. The frame that is stepped over goes with its neighbour, so no frame is left out.
const STEPS: [[usize; 2]; 3] = [[1, 1], [1, 2], [2, 1]];

/// The best alignments of all rows of a grid with some of its columns: at most two frames of one go with one of the other.
pub(crate) struct Scan {
    /// Per last column the mean cost over the rows.
    pub(crate) costs: Vec<f32>,
    /// Per last column the first one.
    pub(crate) starts: Vec<u32>,
    /// The step into each cell, row by row.
    steps: Vec<u8>,
    columns: usize,
}

impl Scan {
    /// Looks through a grid of `rows` rows, at least one, by its rows of costs.
    pub(crate) fn new<'a>(rows: usize, row: impl Fn(usize) -> &'a [f32]) -> Self {
        let columns = row(0).len();
        let mut steps = vec![0; rows * columns];
        let mut lines = [Line::first(row(0)), Line::nowhere(columns), Line::nowhere(columns)];
        for n in 1..rows {
            let [one, two, next] = &mut lines;
            next.fill([row(n - 1), row(n)], [one, two], &mut steps[n * columns..][..columns]);
            lines.rotate_right(1);
        }
        let [Line { mut costs, starts }, ..] = lines;
        for cost in &mut costs {
            *cost /= rows as f32;
        }
        Self { costs, starts, steps, columns }
    }

    /// The cells of the alignment that ends in a column, in order.
    pub(crate) fn alignment(&self, last: usize) -> Vec<[u32; 2]> {
        let (mut row, mut column) = (self.steps.len() / self.columns - 1, last);
        let mut cells = vec![[row as u32, column as u32]];
        while row > 0 {
            let [rows, columns] = STEPS[usize::from(self.steps[row * self.columns + column])];
            if rows + columns == 3 {
                cells.push([(row + 1 - rows) as u32, (column + 1 - columns) as u32]);
            }
            (row, column) = (row - rows, column - columns);
            cells.push([row as u32, column as u32]);
        }
        cells.reverse();
        cells
    }
}

/// What is known of the alignments that end in one row.
struct Line {
    costs: Vec<f32>,
    starts: Vec<u32>,
}

impl Line {
    fn first(row: &[f32]) -> Self {
        Self { costs: row.to_vec(), starts: (0..row.len() as u32).collect() }
    }

    fn nowhere(columns: usize) -> Self {
        Self { costs: vec![f32::INFINITY; columns], starts: vec![0; columns] }
    }

    /// Goes on from the row before and the one before that; `rows` are the costs of the row before and of this.
    fn fill(&mut self, rows: [&[f32]; 2], [one, two]: [&Self; 2], steps: &mut [u8]) {
        let [before, here] = rows;
        self.costs[0] = f32::INFINITY;
        for column in 1..here.len() {
            let straight = one.costs[column - 1] + here[column];
            // Rows count alike, however many columns go with them.
            let over_column = if column < 2 {
                f32::INFINITY
            } else {
                one.costs[column - 2] + 0.5 * (here[column - 1] + here[column])
            };
            let over_row = two.costs[column - 1] + before[column] + here[column];
            let (mut step, mut cost, mut start) = (0, straight, one.starts[column - 1]);
            if over_column < cost {
                (step, cost, start) = (1, over_column, one.starts[column - 2]);
            }
            if over_row < cost {
                (step, cost, start) = (2, over_row, two.starts[column - 1]);
            }
            (steps[column], self.costs[column], self.starts[column]) = (step, cost, start);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The least cost of an alignment of rows up to `row` that ends in `column`, with its first column.
    fn naive(grid: &[Vec<f32>], row: usize, column: usize) -> (f32, u32) {
        if row == 0 {
            return (grid[0][column], column as u32);
        }
        let mut best = (f32::INFINITY, 0);
        for [rows, columns] in STEPS {
            if rows > row || columns > column {
                continue;
            }
            let (before, start) = naive(grid, row - rows, column - columns);
            let passed = match [rows, columns] {
                [1, 2] => 0.5 * (grid[row][column - 1] + grid[row][column]),
                [2, 1] => grid[row - 1][column] + grid[row][column],
                _ => grid[row][column],
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
        for (rows, columns) in [(1, 5), (2, 3), (5, 9), (8, 8), (9, 4)] {
            let grid: Vec<Vec<f32>> =
                (0..rows).map(|r| (0..columns).map(|c| noise(r * columns + c + rows)).collect()).collect();
            let scan = Scan::new(rows, |row| &grid[row]);
            for last in 0..columns {
                let (cost, start) = naive(&grid, rows - 1, last);
                if cost.is_infinite() {
                    assert!(scan.costs[last].is_infinite());
                    continue;
                }
                assert!((scan.costs[last] * rows as f32 - cost).abs() < 1e-4, "{rows} {columns} {last}");
                let cells = scan.alignment(last);
                assert_eq!([cells[0], cells[cells.len() - 1]], [[0, start], [rows as u32 - 1, last as u32]]);
            }
        }
    }
}
