//! Webs of a query's frames alone.
//!
//! In clips of an hour that repeat themselves so much is alike that a whole web has no room, and most of it is of no use to a
//! query. Paths through the frames of a query depend little on what is farther away than a bridge reaches.

use std::ops::Range;

use segue_motion::ClipId;
use segue_store::Budget;

use crate::build::Bench;
use crate::indexed::Entry;
use crate::lattice::{Lattice, Rows};
use crate::sweep::Duo;
use crate::{Index, Segment, Web};

/// Clips whose grids have more cells are compared for the frames of a query alone: nine minutes with nine at 30 Hz.
const MOST_CELLS: usize = 1 << 28;

impl Index {
    /// Whether the web of two clips is too large to be made as a whole.
    pub(crate) fn is_large(&self, pair: [ClipId; 2]) -> bool {
        let [first, second] = pair.map(|clip| self.frames_of(clip));
        first * second > MOST_CELLS
    }

    /// The frames of a query as rows of the web of two clips that is made of them and of what is near them; `None` where no path
    /// goes through them, or the clips cannot be had.
    pub(crate) fn lattice_of_part(&self, query: Segment, pair: [ClipId; 2], side: Rows) -> Option<Lattice> {
        let stock = self.pairs.stock.as_ref()?;
        self.read_for(stock, &[pair]);
        if !pair.iter().all(|&clip| self.has_poses(clip)) {
            return None;
        }
        let (rules, clouds) = (self.settings().rules(), pair.map(|clip| self.cloud(clip)));
        let frames = clouds.map(|cloud| 0..cloud.len());
        let near = query.first.saturating_sub(rules.bridge)..query.last + 1 + rules.bridge;
        let with_itself = pair[0] == pair[1];
        let part: [Range<usize>; 2] = match (side, frames) {
            // Of a clip with itself all is above the diagonal.
            (Rows::First, [_, second]) if with_itself => [near.clone(), near.start..second.end],
            (Rows::Second, [..]) if with_itself => [0..near.end, near],
            (Rows::First, [_, second]) => [near, second],
            (Rows::Second, [first, _]) => [first, near],
        };
        let duo = Duo { clouds, nearest: with_itself.then_some(rules.diagonal) };
        let most_bytes = Budget::of_program().bytes();
        let mut bench = stock.bench();
        let (sweep, columns) = bench.with(pair[1], clouds[1]);
        sweep.most_bytes = Some(most_bytes);
        let web = match Web::part(&part, columns, duo, self.settings(), sweep) {
            Ok(web) => web,
            Err(needed) => {
                *bench = Bench::default();
                let refused = self.over_budget(pair, needed, most_bytes);
                stock.held().refused.insert(pair, refused);
                return None;
            }
        };
        let rows = query.first as u32..query.last as u32 + 1;
        Lattice::window(&Entry::new(web), side, &rows).0
    }
}
