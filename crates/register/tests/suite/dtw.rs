//! Slope-limited timewarping against the recursion written down plainly.

#![allow(clippy::unwrap_used, clippy::float_cmp, reason = "tests")]

use crate::common::Dice;
use proptest::prelude::*;
use segue_register::Grid;
use segue_register::dtw::{self, LookAhead, Path, SlopeLimit};

const INF: f64 = f64::INFINITY;

/// v(i, j) of [K04] Eq. 5.2 for all cells, with a run allowed at the start.
fn naive(grid: &Grid, w: usize) -> Vec<Vec<f64>> {
    let d = |i: usize, j: usize| f64::from(grid.at(i, j));
    let mut v = vec![vec![INF; grid.columns()]; grid.rows()];
    for i in 0..grid.rows() {
        for j in 0..grid.columns() {
            v[i][j] = if j == 0 && i < w {
                (0..=i).map(|k| d(k, 0)).sum()
            } else if i == 0 && j < w {
                (0..=j).map(|k| d(0, k)).sum()
            } else if i == 0 || j == 0 {
                INF
            } else {
                let down = (1..=w.min(i)).map(|r| v[i - r][j - 1] + (0..r).map(|k| d(i - k, j)).sum::<f64>());
                let right =
                    (1..=w.min(j)).map(|r| v[i - 1][j - r] + (0..r).map(|k| d(i, j - k)).sum::<f64>());
                down.chain(right).fold(INF, f64::min)
            };
        }
    }
    v
}

fn noise(rows: usize, columns: usize, seed: u64) -> Grid {
    let mut dice = Dice(seed);
    Grid::from_cells(columns, (0..rows * columns).map(|_| (dice.next() + 1.0) as f32).collect())
}

/// Continuous, never back, at most `w` frames of one to one of the other.
fn check_path(path: &Path, w: usize) {
    for pair in path.cells().windows(2) {
        let step = [pair[1][0] - pair[0][0], pair[1][1] - pair[0][1]];
        assert!(matches!(step, [0 | 1, 1] | [1, 0]), "{step:?}");
    }
    for side in 0..2 {
        let runs = path.cells().chunk_by(|a, b| a[side] == b[side]);
        let longest = runs.map(<[_]>::len).max().unwrap();
        assert!(longest <= w, "a run of {longest}: {path:?}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn the_whole_path_is_optimal(rows in 2..40usize, columns in 2..40usize, w in 1..5u8, seed in 0..u64::MAX) {
        let grid = noise(rows, columns, seed);
        let limit = SlopeLimit::AtMost(w);
        match dtw::whole(&grid, limit) {
            Ok(path) => {
                let expected = naive(&grid, usize::from(w))[rows - 1][columns - 1];
                prop_assert!((path.cost(&grid) - expected).abs() < 1e-5 * expected, "{}", path.cost(&grid));
                prop_assert_eq!((path.first(), path.last()), ([0, 0], [rows - 1, columns - 1]));
                check_path(&path, usize::from(w));
            }
            Err(error) => {
                prop_assert!((rows.max(columns) - 1) > usize::from(w) * (rows.min(columns) - 1));
                prop_assert!(error.needed > usize::from(w));
            }
        }
    }

    #[test]
    fn a_path_from_a_seed_has_the_least_mean_cost_either_way(
        rows in 2..30usize, columns in 2..30usize, w in 1..4u8, seed in 0..u64::MAX,
    ) {
        let grid = noise(rows, columns, seed);
        let cell = [seed as usize % rows, (seed >> 32) as usize % columns];
        let path = dtw::from_seed(&grid, SlopeLimit::AtMost(w), cell);
        check_path(&path, usize::from(w));
        let at = path.cells().iter().position(|&found| found == cell).unwrap();
        let ([_, _], [row, column]) = (path.first(), path.last());
        prop_assert!(row == rows - 1 || column == columns - 1);
        prop_assert!(path.first().contains(&0));
        let mean = |cells: &[[usize; 2]]| {
            cells.iter().map(|&[i, j]| f64::from(grid.at(i, j))).sum::<f64>() / cells.len() as f64
        };
        // The straight diagonal from the seed is one of the ways on.
        let steps = (rows - 1 - cell[0]).min(columns - 1 - cell[1]);
        let diagonal: Vec<_> = (0..=steps).map(|k| [cell[0] + k, cell[1] + k]).collect();
        prop_assert!(mean(&path.cells()[at..]) <= mean(&diagonal) + 1e-6);
    }

    #[test]
    fn the_incremental_path_is_a_path(rows in 2..90usize, columns in 2..90usize, seed in 0..u64::MAX) {
        let grid = noise(rows, columns, seed);
        let cell = [seed as usize % rows, (seed >> 32) as usize % columns];
        let path = dtw::incremental(&grid, SlopeLimit::AtMost(3), cell, LookAhead::default());
        check_path(&path, 3);
        prop_assert!(path.cells().contains(&cell) && path.first().contains(&0));
        prop_assert!(path.last()[0] == rows - 1 || path.last()[1] == columns - 1);
    }

    #[test]
    fn without_a_limit_it_is_the_ordinary_recursion(rows in 1..30usize, columns in 1..30usize, seed in 0..u64::MAX) {
        let grid = noise(rows, columns, seed);
        let mut v = vec![vec![INF; columns]; rows];
        for i in 0..rows {
            for j in 0..columns {
                let before = |back_i: bool, back_j: bool| match (i.checked_sub(back_i.into()), j.checked_sub(back_j.into())) {
                    (Some(i), Some(j)) => v[i][j],
                    _ => INF,
                };
                let best = before(true, true).min(before(true, false)).min(before(false, true));
                v[i][j] = f64::from(grid.at(i, j)) + if i + j == 0 { 0.0 } else { best };
            }
        }
        let path = dtw::whole(&grid, SlopeLimit::None).unwrap();
        prop_assert!((path.cost(&grid) - v[rows - 1][columns - 1]).abs() < 1e-9);
    }
}

#[test]
fn lengths_beyond_the_limit_are_refused_with_the_limit_that_would_do() {
    let limit = SlopeLimit::AtMost(3);
    let error = dtw::whole(&noise(118, 39, 1), limit).unwrap_err();
    assert_eq!((error.rows, error.columns, error.needed), (118, 39, 4));
    assert!(error.to_string().contains("118 frames cannot be matched with 39"));
    assert!(dtw::whole(&noise(118, 40, 1), limit).is_ok());
    assert!(dtw::whole(&noise(40, 118, 1), limit).is_ok());
}

#[test]
fn a_run_may_stand_at_the_very_start() {
    // Free cells down the first column, then along the diagonal.
    let mut cells = vec![1.0; 25];
    for free in [0, 5, 11, 17, 23, 24] {
        cells[free] = 0.0;
    }
    let grid = Grid::from_cells(5, cells);
    let path = dtw::whole(&grid, SlopeLimit::AtMost(3)).unwrap();
    assert_eq!(path.cells(), [[0, 0], [1, 0], [2, 1], [3, 2], [4, 3], [4, 4]]);
}

#[test]
fn ties_prefer_the_diagonal() {
    let grid = Grid::from_cells(9, vec![0.0; 81]);
    for limit in [SlopeLimit::AtMost(3), SlopeLimit::AtMost(1), SlopeLimit::None] {
        let path = dtw::whole(&grid, limit).unwrap();
        assert!(path.cells().iter().all(|[row, column]| row == column), "{limit}");
    }
}

#[test]
fn an_open_path_leaves_out_what_has_no_counterpart() {
    // The second clip starts 10 frames into the first.
    let cell = |n: usize| {
        let (row, column) = ((n / 40) as f32, (n % 40) as f32);
        ((row - column - 10.0) * 0.1).powi(2)
    };
    let grid = Grid::from_cells(40, (0..50 * 40).map(cell).collect());
    let path = dtw::open_ended(&grid, SlopeLimit::AtMost(3));
    assert_eq!((path.first(), path.last()), ([10, 0], [49, 39]));
    assert!(path.cost(&grid) < 1e-9);
}
