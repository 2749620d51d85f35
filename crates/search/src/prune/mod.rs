//! Cells below the cap without looking at every cell.
//!
//! √D is a metric: it is the distance of two windows when one may be moved by any of a group of isometries. So all cells
//! of a block of frames by another are at least `√D(centres) − radius − radius'`, and what is above the cap need not
//! be computed. `√D(centres)` itself is bounded from below by a few coordinates of each window (`sketch`) in a basis
//! that fits the clips (`basis`). What is left is computed by the kernel that computes whole grids, so the cells have
//! the same bits as those found by looking at every cell.

mod basis;
mod blocks;
mod sketch;

pub use basis::Basis;
pub use blocks::Blocks;

use rayon::prelude::*;
use segue_register::{Cloud, TileScratch, Tiles};

use crate::cells::Cells;
use crate::gather::{Rows, first_column, push_below};
use blocks::Needed;

/// A clip with what it takes to leave out most of its grid with another.
#[derive(Clone, Copy)]
pub struct Prepared<'a> {
    /// The clip.
    pub cloud: &'a Cloud,
    /// Its frames in blocks, in the basis of the other's.
    pub blocks: &'a Blocks,
}

/// Frames of two clips that are close to each other.
#[derive(Clone, Debug, PartialEq)]
pub struct CloseFrames {
    /// Per frame of the first clip the close frames of the second, in order, with D in m².
    pub rows: Vec<Vec<(u32, f32)>>,
    /// Cells of the grid that had to be computed.
    pub computed: usize,
}

/// All pairs of frames of two clips closer than `metres`. Of a clip with itself those above the diagonal, `nearest`
/// frames apart or more; `nearest` is `None` for two clips.
///
/// # Panics
/// When the clips were prepared with different bases or settings.
pub fn close_frames(
    first: Prepared<'_>,
    second: Prepared<'_>,
    metres: f64,
    nearest: Option<usize>,
) -> CloseFrames {
    let needed = Needed::new(first.blocks, second.blocks, metres as f32, nearest.is_some());
    let tiles = Tiles::new(first.cloud, second.cloud, second.blocks.columns());
    let cap = (metres * metres) as f32;
    let skip = |row: usize| nearest.map_or(0, |nearest| row + nearest);
    let strips: Vec<_> = tiles.strips().enumerate().collect();
    let found: Vec<(Rows, usize)> = strips
        .into_par_iter()
        .map(|(strip, columns)| {
            let mut rows: Rows = Vec::new();
            let (mut scratch, mut computed) = (TileScratch::new(first.cloud.window()), 0);
            for blocks in needed.runs(&columns) {
                tiles.compute(strip, blocks, &mut scratch, &mut |stretch| {
                    let skipped =
                        skip(stretch.row).saturating_sub(stretch.column).min(stretch.distances.len());
                    rows.resize_with(rows.len().max(stretch.row + 1), Vec::new);
                    let row = &mut rows[stretch.row];
                    push_below(row, stretch.column + skipped, &stretch.distances[skipped..], cap);
                    computed += stretch.distances.len();
                });
            }
            (rows, computed)
        })
        .collect();
    join(found, first.cloud.len())
}

/// Puts the rows of all strips together, strip by strip.
fn join(strips: Vec<(Rows, usize)>, rows: usize) -> CloseFrames {
    let mut all = CloseFrames { rows: vec![Vec::new(); rows], computed: 0 };
    for (found, computed) in strips {
        all.computed += computed;
        for (row, cells) in all.rows.iter_mut().zip(found) {
            row.extend(cells);
        }
    }
    all
}

/// The cells of two clips below the cap.
pub(crate) fn between(first: Prepared<'_>, second: Prepared<'_>, cap_metres: f64) -> Cells {
    Cells::new(&close_frames(first, second, cap_metres, None).rows, 0)
}

/// The cells of a clip with itself below the cap, at least `nearest` columns from the diagonal, and their margin.
pub(crate) fn within(clip: Prepared<'_>, nearest: usize, cap_metres: f64) -> Cells {
    Cells::new(&close_frames(clip, clip, cap_metres, Some(first_column(0, nearest))).rows, nearest)
}
