//! All cells below the cap, by looking at every cell of the grid.

use std::ops::Range;

use segue_register::{Cloud, Stretch, stream};

use crate::cells::Cells;

/// Per row the columns and values of some cells, columns increasing.
pub(crate) type Rows = Vec<Vec<(u32, f32)>>;

/// Cells skipped at once when none is below the cap.
const CHUNK: usize = 16;

/// The cells of two clips below `cap` (D in m²); the grid is streamed and never stored.
pub(crate) fn between(first: &Cloud, second: &Cloud, cap: f32) -> Cells {
    Cells::new(&rows_below(first, second, |_| 0, cap), 0)
}

/// The cells of a clip with itself below `cap`, at least `nearest` columns to the right of the diagonal.
pub(crate) fn within(clip: &Cloud, nearest: usize, cap: f32) -> Cells {
    Cells::new(&rows_below(clip, clip, |row| first_column(row, nearest), cap), nearest)
}

/// The first column that matters in a row of a clip with itself: the margin is one cell wide.
pub(crate) fn first_column(row: usize, nearest: usize) -> usize {
    row + nearest.saturating_sub(1)
}

/// Columns and values of the cells below `cap` in each row, from column `first_column(row)` on.
fn rows_below(first: &Cloud, second: &Cloud, first_column: impl Fn(usize) -> usize + Sync, cap: f32) -> Rows {
    let start = |rows: Range<usize>| (rows.start, vec![Vec::new(); rows.len()]);
    let visit = |(begin, rows): &mut (usize, Rows), stretch: Stretch<'_>| {
        let skip = first_column(stretch.row).saturating_sub(stretch.column).min(stretch.distances.len());
        push_below(&mut rows[stretch.row - *begin], stretch.column + skip, &stretch.distances[skip..], cap);
    };
    stream(first, second, start, visit).into_iter().flat_map(|(_, rows)| rows).collect()
}

/// Appends the distances below `cap`; the first is that of `column`.
pub(crate) fn push_below(to: &mut Vec<(u32, f32)>, column: usize, distances: &[f32], cap: f32) {
    for (n, chunk) in distances.chunks(CHUNK).enumerate() {
        if chunk.iter().fold(f32::INFINITY, |least, &d| least.min(d)) < cap {
            let column = column + n * CHUNK;
            let below = chunk.iter().enumerate().filter(|(_, d)| **d < cap);
            to.extend(below.map(|(k, &d)| ((column + k) as u32, d)));
        }
    }
}
