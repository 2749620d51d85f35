//! Which clips no way can lead through, by blocks alone.

use std::ops::Range;

use pulp::{Simd, WithSimd};

use super::pairs::Pairs;
use super::row::{OF_BLOCK, Row};
use super::{BLOCK, LANES};

/// Ways through the grid of a query and a clip, from the first row to the last, seen block by block.
pub(super) struct Ways<'a> {
    /// The windows of the query, and which of a row are there.
    pub(super) queries: &'a [(Row<OF_BLOCK>, u16)],
    pub(super) blocks: &'a [Row<OF_BLOCK>],
    /// The blocks of the clip.
    pub(super) of_clip: Range<usize>,
}

impl Ways<'_> {
    /// Whether some way may have a mean of at most `within`² when distances are `lost` metres less.
    ///
    /// In each row a way has all that is below the mean at best, and where nothing is, what is least.
    pub(super) fn any(&self, within: f32, lost: f32) -> bool {
        let level = within * within;
        let (mut total, mut rows) = (0.0, 0);
        for (first, of_first) in self.queries {
            let mut below = [0.0f32; LANES];
            let mut nearest = [f32::INFINITY; LANES];
            let groups = self.of_clip.start / LANES..self.of_clip.end.div_ceil(LANES);
            for group in groups {
                let second = &self.blocks[group];
                let held = self.held(group);
                let costs = RowCosts { first, second, held, level, lost };
                let (more, least) = pulp::Arch::new().dispatch(costs);
                for lane in 0..LANES {
                    below[lane] += more[lane];
                    nearest[lane] = nearest[lane].min(least[lane]);
                }
            }
            for lane in (0..LANES).filter(|lane| of_first >> lane & 1 == 1) {
                total += if below[lane] < 0.0 { BLOCK as f32 * below[lane] } else { nearest[lane] };
                rows += 1;
            }
        }
        total <= SLACK * level * rows as f32
    }

    /// The blocks of a group that are of the clip: 0, and infinity for others.
    fn held(&self, group: usize) -> [f32; LANES] {
        std::array::from_fn(
            |lane| {
                if self.of_clip.contains(&(group * LANES + lane)) { 0.0 } else { f32::INFINITY }
            },
        )
    }
}

/// Sums in single precision lose this share of the level per row at most.
const SLACK: f32 = 1e-3;

/// By how much blocks exceed a level at least for each window of a query: the sum of what is below it, and the least.
struct RowCosts<'a> {
    first: &'a Row<OF_BLOCK>,
    second: &'a Row<OF_BLOCK>,
    held: [f32; LANES],
    level: f32,
    lost: f32,
}

impl WithSimd for RowCosts<'_> {
    type Output = ([f32; LANES], [f32; LANES]);

    #[inline(always)]
    fn with_simd<S: Simd>(self, simd: S) -> Self::Output {
        const AT_ONCE: usize = 4;
        let Self { first, second, held, level, lost } = self;
        let (mut below, mut nearest) = ([0.0; LANES], [f32::INFINITY; LANES]);
        let zero = simd.splat_f32s(0.0);
        for from in (0..LANES).step_by(AT_ONCE) {
            let lanes: [usize; AT_ONCE] = std::array::from_fn(|n| from + n);
            for vector in 0..LANES / S::F32_LANES {
                let pairs = Pairs { first, lanes, second, vector };
                let far = S::as_simd_f32s(&held[vector * S::F32_LANES..]).0[0];
                let squared = pairs.least_squares(simd, lost);
                for (lane, squared) in lanes.into_iter().zip(squared) {
                    let excess = simd.add_f32s(simd.sub_f32s(squared, simd.splat_f32s(level)), far);
                    below[lane] += simd.reduce_sum_f32s(simd.min_f32s(excess, zero));
                    nearest[lane] = simd.reduce_min_f32s(excess).min(nearest[lane]);
                }
            }
        }
        (below, nearest)
    }
}
