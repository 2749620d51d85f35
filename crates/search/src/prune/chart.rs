//! Which parts of a grid can hold cells below the cap.

use std::ops::Range;

use segue_register::Tiles;

use super::Blocks;

/// Gaps of so many blocks in a run are computed: starting anew costs as much.
const GAP: usize = 2;

/// Two clips in blocks, and the distance from which on their frames need not be compared.
pub(crate) struct Chart<'a> {
    first: &'a Blocks,
    second: &'a Blocks,
    metres: f32,
    with_itself: bool,
}

impl<'a> Chart<'a> {
    /// Of a clip with itself only what is above the diagonal is charted.
    pub(crate) fn new(first: &'a Blocks, second: &'a Blocks, metres: f32, with_itself: bool) -> Self {
        Self { first, second, metres, with_itself }
    }

    /// The tiles with cells that may be closer than the distance, among some blocks of rows: strips of columns, in
    /// order, with runs of blocks.
    pub(crate) fn runs(&self, rows: &Range<usize>, strips: &[Range<usize>]) -> Vec<(usize, Range<usize>)> {
        let mut runs: Vec<Vec<Range<usize>>> = vec![Vec::new(); strips.len()];
        let mut bounds = vec![0.0; self.second.len_padded()];
        for block in rows.clone() {
            self.first.bounds(block, self.second, self.metres, &mut bounds);
            // The row above a block may need the cell below the diagonal that is its neighbour.
            let from = if self.with_itself { block.saturating_sub(1) } else { 0 };
            bounds[..from].fill(f32::INFINITY);
            for (columns, runs) in strips.iter().zip(&mut runs) {
                let blocks = columns.start / Tiles::BLOCK..columns.end.div_ceil(Tiles::BLOCK);
                if least(&bounds[blocks]) >= 0.0 {
                    continue;
                }
                match runs.last_mut() {
                    Some(last) if last.end + GAP >= block => last.end = block + 1,
                    _ => runs.push(block..block + 1),
                }
            }
        }
        runs.into_iter()
            .enumerate()
            .flat_map(|(strip, runs)| runs.into_iter().map(move |run| (strip, run)))
            .collect()
    }
}

/// All tiles.
pub(crate) fn all_runs(rows: &Range<usize>, strips: usize) -> Vec<(usize, Range<usize>)> {
    (0..strips).map(|strip| (strip, rows.clone())).collect()
}

fn least(bounds: &[f32]) -> f32 {
    bounds.iter().fold(f32::INFINITY, |least, &bound| least.min(bound))
}
