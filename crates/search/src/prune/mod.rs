//! Close pairs of frames without looking at every cell.
//!
//! √D is a metric: it is the distance of two windows when one may be moved by any of a group of isometries. So all cells
//! of a block of frames by another are at least `√D(centres) − radius − radius'`, and what is beyond the distance asked for need not
//! be computed. `√D(centres)` itself is bounded from below by a few coordinates of each window (`sketch`) in a basis
//! that fits the clips (`basis`). What is left (`chart`) is computed by the kernel that computes whole grids, so the cells
//! have the same bits as those found by looking at every cell.

mod basis;
mod blocks;
mod chart;
mod sketch;

pub use basis::Basis;
pub use blocks::Blocks;
pub(crate) use chart::Chart;

use segue_register::Cloud;

/// A clip with what it takes to leave out most of its grid with another.
#[derive(Clone, Copy)]
pub struct Prepared<'a> {
    /// The clip.
    pub cloud: &'a Cloud,
    /// Its frames in blocks, in the basis of the other's.
    pub blocks: &'a Blocks,
}
