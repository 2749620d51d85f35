//! The parts of a grid near the paths of a coarser one.

use std::ops::Range;

use segue_register::Tiles;

use crate::{Path, Web};

/// How far from a path of the coarse web is looked, in coarse frames. Two: a chain of the fine grid is within one of its
/// coarse one, and has to have neighbours.
const MARGIN: f64 = 2.0;

/// Per block of rows of a grid the columns near the paths of a web at a lower rate.
pub(crate) struct Guide {
    blocks: Vec<Vec<Range<usize>>>,
}

impl Guide {
    /// The parts of a grid of `frames` that a coarse web of the same clips leads to.
    pub(crate) fn new(coarse: &Web, frames: [usize; 2]) -> Self {
        let scale = [0, 1].map(|n| (frames[n] - 1) as f64 / (coarse.frames()[n] - 1) as f64);
        let around = |at: u32, n: usize| {
            let (middle, reach) = (f64::from(at) * scale[n], MARGIN * scale[n]);
            (middle - reach).max(0.0) as usize..((middle + reach).ceil() as usize + 1).min(frames[n])
        };
        let mut blocks = vec![Vec::new(); frames[0].div_ceil(Tiles::BLOCK)];
        for ([row, column], _) in coarse.paths().flat_map(Path::cells) {
            let (rows, columns) = (around(row, 0), around(column, 1));
            for block in &mut blocks[rows.start / Tiles::BLOCK..rows.end.div_ceil(Tiles::BLOCK)] {
                push(block, columns.clone());
            }
        }
        Self { blocks: blocks.into_iter().map(merged).collect() }
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

/// The same columns in order, none twice.
fn merged(mut ranges: Vec<Range<usize>>) -> Vec<Range<usize>> {
    ranges.sort_unstable_by_key(|range| range.start);
    let mut found = Vec::new();
    for range in ranges {
        push(&mut found, range);
    }
    found
}

/// Adds columns, to those that were added last if they meet: neighbours on a path mostly do.
fn push(ranges: &mut Vec<Range<usize>>, columns: Range<usize>) {
    match ranges.last_mut() {
        Some(last) if columns.start <= last.end && columns.end >= last.start => {
            *last = last.start.min(columns.start)..last.end.max(columns.end);
        }
        _ => ranges.push(columns),
    }
}
