//! All pairs of frames that are close to each other.

use rayon::prelude::*;
use segue_register::{TileScratch, Tiles};

use super::{Chart, Prepared};

/// Frames of two clips that are close to each other.
#[derive(Clone, Debug, PartialEq)]
pub struct CloseFrames {
    /// Per frame of the first clip the close frames of the second, in order, with D in m².
    pub rows: Vec<Vec<(u32, f32)>>,
    /// Cells of the grid that had to be computed.
    pub computed: usize,
}

/// Blocks of rows a thread takes at once.
const BLOCKS_PER_TASK: usize = 64;

/// Cells skipped at once when none is close.
const CHUNK: usize = 16;

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
    let chart = Chart::new(first.blocks, second.blocks, metres as f32, nearest.is_some());
    let tiles = Tiles::new(first.cloud, second.cloud, second.blocks.columns(second.cloud));
    let strips: Vec<_> = tiles.strips().collect();
    let cap = (metres * metres) as f32;
    let skip = |row: usize| nearest.map_or(0, |nearest| row + nearest);
    let blocks = first.cloud.len().div_ceil(Tiles::BLOCK);
    let tasks: Vec<usize> = (0..blocks).step_by(BLOCKS_PER_TASK).collect();
    let find = |begin: usize| {
        let range = begin..blocks.min(begin + BLOCKS_PER_TASK);
        let (begin, end) = (begin * Tiles::BLOCK, first.cloud.len().min(range.end * Tiles::BLOCK));
        let mut found = CloseFrames { rows: vec![Vec::new(); end - begin], computed: 0 };
        let mut scratch = TileScratch::new(first.cloud.window());
        for (strip, blocks) in chart.runs(&range, &strips) {
            tiles.compute(strip, blocks, &mut scratch, &mut |stretch| {
                let skipped = skip(stretch.row).saturating_sub(stretch.column).min(stretch.distances.len());
                let row = &mut found.rows[stretch.row - begin];
                push_below(row, stretch.column + skipped, &stretch.distances[skipped..], cap);
                found.computed += stretch.distances.len();
            });
        }
        found
    };
    join(tasks.into_par_iter().map(find).collect())
}

/// Puts the rows of all tasks together.
fn join(parts: Vec<CloseFrames>) -> CloseFrames {
    let computed = parts.iter().map(|part| part.computed).sum();
    CloseFrames { rows: parts.into_iter().flat_map(|part| part.rows).collect(), computed }
}

/// Appends the distances below `cap`; the first is that of `column`.
fn push_below(to: &mut Vec<(u32, f32)>, column: usize, distances: &[f32], cap: f32) {
    for (n, chunk) in distances.chunks(CHUNK).enumerate() {
        if chunk.iter().fold(f32::INFINITY, |least, &d| least.min(d)) < cap {
            let column = column + n * CHUNK;
            let below = chunk.iter().enumerate().filter(|(_, d)| **d < cap);
            to.extend(below.map(|(k, &d)| ((column + k) as u32, d)));
        }
    }
}
