//! The windows of all blocks, in place.

use rayon::prelude::*;
use rayon::slice::ChunksExactMut;

use super::coordinates::Coordinates;
use super::row::{NORM, OF_WINDOW, Row, of_window};
use super::{BLOCK, LANES, NOWHERE, QUADS};

/// The windows of blocks.
///
/// First block by block, [`BLOCK`] windows side by side; once the blocks are [in order](Windows::sort), four blocks side by
/// side, as a [`Row`]. There may be hundreds of megabytes of them, so all is done in place.
#[derive(Debug)]
pub(super) struct Windows(Vec<f32>);

impl Windows {
    /// Room for the windows of so many blocks.
    pub(super) fn new(blocks: usize) -> Self {
        Self(vec![0.0; blocks.next_multiple_of(QUADS) * OF_WINDOW * BLOCK])
    }

    /// The room of each block.
    pub(super) fn blocks_mut(&mut self) -> ChunksExactMut<'_, f32> {
        self.0.par_chunks_exact_mut(OF_WINDOW * BLOCK)
    }

    /// Writes the windows of a block; those that are missing are farther than anything.
    pub(super) fn write(to: &mut [f32], windows: &[u32; BLOCK], coordinates: &[Coordinates; BLOCK]) {
        for (lane, (window, coordinates)) in windows.iter().zip(coordinates).enumerate() {
            for (number, value) in of_window(coordinates).into_iter().enumerate() {
                to[number * BLOCK + lane] = value;
            }
            if *window == NOWHERE {
                to[NORM * BLOCK + lane] = f32::INFINITY;
            }
        }
    }

    /// Puts block `order[n]` at place `n` and makes rows of them.
    pub(super) fn sort(&mut self, order: &[u32]) {
        permute(&mut self.0, OF_WINDOW * BLOCK, order);
        // What is missing of the last row.
        for block in self.0.chunks_exact_mut(OF_WINDOW * BLOCK).skip(order.len()) {
            block[NORM * BLOCK..][..BLOCK].fill(f32::INFINITY);
        }
        self.0.par_chunks_exact_mut(OF_WINDOW * LANES).for_each(|quad| {
            let mut row = [[0.0; LANES]; OF_WINDOW];
            for (n, values) in quad.as_chunks::<BLOCK>().0.iter().enumerate() {
                row[n % OF_WINDOW][n / OF_WINDOW * BLOCK..][..BLOCK].copy_from_slice(values);
            }
            quad.copy_from_slice(row.as_flattened());
        });
    }

    pub(super) fn quad(&self, quad: usize) -> &Row<OF_WINDOW> {
        let (rows, _) = self.0.as_chunks::<LANES>();
        rows[quad * OF_WINDOW..][..OF_WINDOW].try_into().expect("so many numbers are a row")
    }
}

/// Moves the chunk `order[n]` to place `n`, for all n; chunks beyond the order stay.
fn permute(values: &mut [f32], chunk: usize, order: &[u32]) {
    let mut is_done = vec![false; order.len()];
    let mut first = vec![0.0; chunk];
    for start in 0..order.len() {
        if is_done[start] {
            continue;
        }
        first.copy_from_slice(&values[start * chunk..][..chunk]);
        let mut to = start;
        loop {
            is_done[to] = true;
            let from = order[to] as usize;
            if from == start {
                values[to * chunk..][..chunk].copy_from_slice(&first);
                break;
            }
            values.copy_within(from * chunk..(from + 1) * chunk, to * chunk);
            to = from;
        }
    }
}
