//! Gaps: bridges over a few pairs of frames that are near no minimum.
//!
//! One bad pair of frames would otherwise end a path in the middle of an action: no way inside the valid region leads from
//! the end of one chain to the beginning of the next, right behind it.

use std::collections::{BTreeMap, BTreeSet};

use crate::bridges::Bridge;
use crate::cells::Cells;
use crate::settings::Rules;

/// A straight way from the last cell of one chain to the first of another.
pub(crate) struct Gap {
    /// The chain it leaves, by number.
    pub(crate) from: u32,
    /// The chain it reaches.
    pub(crate) to: u32,
    /// Rows and columns, both ends included.
    pub(crate) cells: Vec<[usize; 2]>,
    pub(crate) values: Vec<f32>,
}

/// The gaps between chains that no bridge joins, of at most `rules.gap` pairs of frames that are all below the cap;
/// `distance` gives D of a pair. Those whose mean is above the limit are left out.
pub(crate) fn gaps(
    cells: &Cells,
    chains: &[Vec<u32>],
    bridges: &[Bridge],
    rules: &Rules,
    distance: impl Fn([usize; 2]) -> f32,
) -> Vec<Gap> {
    let place = |cell: u32| [cells.row_of(cell), cells.column(cell)];
    let bridged: BTreeSet<[u32; 2]> = bridges.iter().map(|bridge| [bridge.from, bridge.to]).collect();
    let mut starts: BTreeMap<[usize; 2], u32> = BTreeMap::new();
    for (number, chain) in chains.iter().enumerate() {
        starts.insert(place(chain[0]), number as u32);
    }
    let mut found = Vec::new();
    for (from, chain) in chains.iter().enumerate() {
        let end = place(chain[chain.len() - 1]);
        for (start, to) in ahead(&starts, end, rules.gap) {
            let way = straight(end, start);
            let values: Vec<f32> = way.iter().map(|&cell| distance(cell)).collect();
            let mean = values.iter().sum::<f32>() / values.len() as f32;
            let is_below = values.iter().all(|&value| value < rules.cap) && mean <= rules.keep;
            if is_below && !bridged.contains(&[from as u32, to]) {
                found.push(Gap { from: from as u32, to, cells: way, values });
            }
        }
    }
    found
}

/// The starts of chains behind a gap after a cell, row by row.
fn ahead(
    starts: &BTreeMap<[usize; 2], u32>,
    [row, column]: [usize; 2],
    gap: usize,
) -> impl Iterator<Item = ([usize; 2], u32)> {
    (1..=gap + 1).flat_map(move |rows| {
        let columns = [row + rows, column + 1]..=[row + rows, column + gap + 1];
        let is_ahead = move |start: &[usize; 2]| {
            let columns = start[1] - column;
            rows.max(columns) > 1 && rows.abs_diff(columns) <= 1
        };
        starts.range(columns).map(|(&start, &chain)| (start, chain)).filter(move |(start, _)| is_ahead(start))
    })
}

/// The cells from one to another: both frames advance as long as they can.
fn straight([row, column]: [usize; 2], [last_row, last_column]: [usize; 2]) -> Vec<[usize; 2]> {
    let steps = (last_row - row).max(last_column - column);
    (0..=steps).map(|step| [(row + step).min(last_row), (column + step).min(last_column)]).collect()
}
