//! The ordinary recursion without a slope limit: steps left, down and diagonal.

use crate::Grid;

const DIAGONAL: u8 = 0;
const DOWN: u8 = 1;
const RIGHT: u8 = 2;

/// The cells of the best path from the first corner to the last, \[Lee\].
pub(super) fn cells(grid: &Grid) -> Vec<[usize; 2]> {
    let (rows, columns) = (grid.rows(), grid.columns());
    let mut steps = vec![DIAGONAL; rows * columns];
    let mut above = vec![f64::INFINITY; columns];
    for row in 0..rows {
        let steps = &mut steps[row * columns..][..columns];
        let mut diagonal = if row == 0 { 0.0 } else { f64::INFINITY };
        let mut left = f64::INFINITY;
        for (column, &distance) in grid.row(row).iter().enumerate() {
            let mut best = (diagonal, DIAGONAL);
            for (cost, step) in [(above[column], DOWN), (left, RIGHT)] {
                if cost < best.0 {
                    best = (cost, step);
                }
            }
            diagonal = above[column];
            left = best.0 + f64::from(distance);
            above[column] = left;
            steps[column] = best.1;
        }
    }
    walk(&steps, rows, columns)
}

fn walk(steps: &[u8], rows: usize, columns: usize) -> Vec<[usize; 2]> {
    let (mut row, mut column) = (rows - 1, columns - 1);
    let mut cells = vec![[row, column]];
    while row + column > 0 {
        let step = steps[row * columns + column];
        row -= usize::from(step != RIGHT);
        column -= usize::from(step != DOWN);
        cells.push([row, column]);
    }
    cells.reverse();
    cells
}
