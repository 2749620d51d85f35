//! The part of a grid near the paths of a coarser one.

use segue_register::Tiles;

use crate::region::{Region, push};
use crate::{Web, WebPath};

/// How far from a path of the coarse web is looked, in coarse frames. Two: a chain of the fine grid is within one of its
/// coarse one, and has to have neighbours.
const MARGIN: f64 = 2.0;

/// The part of a grid of `frames` that a coarse web of the same clips leads to.
pub(crate) fn near(coarse: &Web, frames: [usize; 2]) -> Region {
    let scale = [0, 1].map(|n| (frames[n] - 1) as f64 / (coarse.frames()[n] - 1) as f64);
    let around = |at: u32, n: usize| {
        let (middle, reach) = (f64::from(at) * scale[n], MARGIN * scale[n]);
        (middle - reach).max(0.0) as usize..((middle + reach).ceil() as usize + 1).min(frames[n])
    };
    let mut blocks = vec![Vec::new(); frames[0].div_ceil(Tiles::BLOCK)];
    for ([row, column], _) in coarse.paths().flat_map(WebPath::cells) {
        let (rows, columns) = (around(row, 0), around(column, 1));
        for block in &mut blocks[rows.start / Tiles::BLOCK..rows.end.div_ceil(Tiles::BLOCK)] {
            push(block, columns.clone());
        }
    }
    Region::new(blocks)
}
