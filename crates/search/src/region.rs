//! The part of a grid that is looked at.

use std::ops::Range;

use segue_register::Tiles;

/// Per block of rows of a grid the columns that are looked at, in order; of all else nothing is known.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Region {
    blocks: Vec<Vec<Range<usize>>>,
}

impl Region {
    /// Each block with its columns, in any order.
    pub(crate) fn new(blocks: Vec<Vec<Range<usize>>>) -> Self {
        Self { blocks: blocks.into_iter().map(merged).collect() }
    }

    /// Whether there is nothing to look at.
    pub(crate) fn is_empty(&self) -> bool {
        self.blocks.iter().all(Vec::is_empty)
    }

    /// The columns of a block of rows.
    pub(crate) fn columns(&self, block: usize) -> &[Range<usize>] {
        &self.blocks[block]
    }

    /// The columns of any of some blocks, in whole vectors of so many.
    pub(crate) fn spans(&self, blocks: Range<usize>, lanes: usize) -> Vec<Range<usize>> {
        let whole =
            |columns: &Range<usize>| columns.start / lanes * lanes..columns.end.next_multiple_of(lanes);
        merged(self.blocks[blocks].iter().flatten().map(whole).collect())
    }

    /// The tiles with any of these columns, among some blocks of rows: strips of columns, in order, with runs of blocks.
    pub(crate) fn runs(&self, rows: &Range<usize>, strips: &[Range<usize>]) -> Vec<(usize, Range<usize>)> {
        let mut runs: Vec<(usize, Range<usize>)> = Vec::new();
        for (strip, columns) in strips.iter().enumerate() {
            for block in rows.clone() {
                let near = &self.blocks[block];
                let next = near.partition_point(|near| near.end <= columns.start);
                if near.get(next).is_none_or(|near| near.start >= columns.end) {
                    continue;
                }
                match runs.last_mut() {
                    Some((last, run)) if *last == strip && run.end == block => run.end = block + 1,
                    _ => runs.push((strip, block..block + 1)),
                }
            }
        }
        runs
    }
}

/// All tiles.
pub(crate) fn all_runs(rows: usize, strips: usize) -> Vec<(usize, Range<usize>)> {
    (0..strips).map(|strip| (strip, 0..rows.div_ceil(Tiles::BLOCK))).collect()
}

/// The same columns in order, none twice.
pub(crate) fn merged(mut ranges: Vec<Range<usize>>) -> Vec<Range<usize>> {
    ranges.sort_unstable_by_key(|range| range.start);
    let mut found = Vec::new();
    for range in ranges {
        push(&mut found, range);
    }
    found
}

/// Adds columns, to those that were added last if they meet: neighbours on a path mostly do.
pub(crate) fn push(ranges: &mut Vec<Range<usize>>, columns: Range<usize>) {
    match ranges.last_mut() {
        Some(last) if columns.start <= last.end && columns.end >= last.start => {
            *last = last.start.min(columns.start)..last.end.max(columns.end);
        }
        _ => ranges.push(columns),
    }
}
