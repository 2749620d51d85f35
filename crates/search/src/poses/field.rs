//! The shadows of many clips, looked through together.

use std::ops::Range;

use rayon::prelude::*;
use segue_motion::ClipId;

use super::near::NearBlocks;
use super::row::{OF_BLOCK, Row, row};
use super::shadow::Query;
use super::ways::Ways;
use super::{BLOCK, LANES, Shadow};

/// The shadows of some clips, with their blocks side by side.
#[derive(Debug, Default)]
pub(crate) struct Field {
    clips: Vec<(ClipId, Shadow)>,
    /// The first block of each clip.
    starts: Vec<usize>,
    rows: Vec<Row<OF_BLOCK>>,
}

/// A clip with windows that may be close to some.
pub(crate) struct NearClip<'f> {
    pub(crate) clip: ClipId,
    pub(crate) shadow: &'f Shadow,
    pub(crate) windows: Vec<Range<usize>>,
}

/// Rows that a thread takes at a time.
const PER_TASK: usize = 256;

/// Points side by side, each row with those that are there as bits.
fn rows(points: &[[f32; OF_BLOCK]]) -> Vec<(Row<OF_BLOCK>, u16)> {
    let row_of =
        |points: &[[f32; OF_BLOCK]]| (row(points.iter().copied()), (u32::MAX >> (32 - points.len())) as u16);
    points.chunks(LANES).map(row_of).collect()
}

impl Field {
    pub(crate) fn of(clips: Vec<(ClipId, Shadow)>) -> Self {
        let blocks: Vec<Vec<[f32; OF_BLOCK]>> = clips.par_iter().map(|(_, shadow)| shadow.blocks()).collect();
        let starts = blocks.iter().scan(0, |next, blocks| {
            let start = *next;
            *next += blocks.len();
            Some(start)
        });
        let starts = starts.collect();
        let rows = blocks.concat().chunks(LANES).map(|blocks| row(blocks.iter().copied())).collect();
        Self { clips, starts, rows }
    }

    pub(crate) fn shadow(&self, clip: ClipId) -> Option<&Shadow> {
        let place = self.clips.binary_search_by_key(&clip, |(clip, _)| *clip).ok()?;
        Some(&self.clips[place].1)
    }

    /// The windows that may be closer than `within` metres to some of a query, as `lost` metres less, for each clip through which
    /// a way may have that mean, in order: all that are, with others in the same blocks.
    pub(crate) fn near<'f>(&'f self, query: &Query, within: f32, lost: f32) -> Vec<NearClip<'f>> {
        let [queries, blocks] = [&query.windows, &query.blocks].map(|points| rows(points));
        let metres = within + lost;
        let near = |second: &Row<OF_BLOCK>| {
            let find = |(first, of_first): (&Row<OF_BLOCK>, u16)| {
                pulp::Arch::new().dispatch(NearBlocks { first, of_first, second, metres })
            };
            let mut near = 0;
            for (n, (first, of_first)) in blocks.iter().enumerate() {
                let found = find((first, *of_first));
                if found == [0; LANES] {
                    continue;
                }
                // One by one, since the reach of a block is as large as what is looked for.
                for (quad, found) in found.chunks(LANES / BLOCK).enumerate() {
                    let Some((first, of_first)) = queries.get(n * BLOCK + quad) else { break };
                    let looked = found.iter().enumerate().fold(0, |looked, (block, &found)| {
                        if found == 0 { looked } else { looked | 0xF << (block * BLOCK) }
                    });
                    near = find((first, of_first & looked)).into_iter().fold(near, |near, row| near | row);
                }
            }
            near
        };
        let near: Vec<u16> = self.rows.par_iter().with_min_len(PER_TASK).map(near).collect();
        let is_near = |block: usize| near[block / LANES] >> (block % LANES) & 1 == 1;
        let of_clip = |((clip, shadow), &start): (&'f (ClipId, Shadow), &usize)| {
            let blocks = shadow.len().div_ceil(BLOCK);
            let mut windows: Vec<Range<usize>> = Vec::new();
            for block in (0..blocks).filter(|block| is_near(start + block)) {
                crate::region::push(&mut windows, block * BLOCK..shadow.len().min((block + 1) * BLOCK));
            }
            let ways = Ways { queries: &queries, blocks: &self.rows, of_clip: start..start + blocks };
            let may_match = !windows.is_empty() && ways.any(within, lost);
            may_match.then_some(NearClip { clip: *clip, shadow, windows })
        };
        self.clips.par_iter().zip(&self.starts).filter_map(of_clip).collect()
    }
}
