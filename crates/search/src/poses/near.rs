//! What bounds say about blocks and windows of two leaves, in the widest vectors of the machine.
#![expect(clippy::inline_always, reason = "compiled for the vectors it is dispatched to")]

use pulp::{Simd, WithSimd};

use super::join::bits;
use super::leaf::Bits;
use super::pairs::{Pairs, Sums, below};
use super::row::{OF_BLOCK, OF_WINDOW, Row, STAGES};
use super::{BLOCK, LANES};

/// Which blocks of a leaf may have windows closer than a distance to some of another leaf, as bits.
pub(super) struct NearHub<'a> {
    pub(super) leaf: &'a Row<OF_BLOCK>,
    pub(super) other: (&'a Row<OF_BLOCK>, usize),
    pub(super) metres: f32,
}

impl WithSimd for NearHub<'_> {
    type Output = u16;

    #[inline(always)]
    fn with_simd<S: Simd>(self, simd: S) -> u16 {
        let ((first, lane), mut near) = (self.other, 0);
        for vector in 0..LANES / S::F32_LANES {
            let pairs = Pairs { first, lanes: [lane], second: self.leaf, vector };
            let [beyond] = pairs.beyond_reach(simd, self.metres);
            near |= below::<S>(beyond, 0.0) << (vector * S::F32_LANES);
        }
        near
    }
}

/// Which blocks of two leaves may have windows closer than a distance.
pub(super) struct NearBlocks<'a> {
    pub(super) first: &'a Row<OF_BLOCK>,
    /// The blocks of the first that are looked at, as bits.
    pub(super) of_first: u16,
    pub(super) second: &'a Row<OF_BLOCK>,
    pub(super) metres: f32,
}

impl WithSimd for NearBlocks<'_> {
    type Output = [u16; LANES];

    #[inline(always)]
    fn with_simd<S: Simd>(self, simd: S) -> [u16; LANES] {
        let Self { first, of_first, second, metres } = self;
        let mut near = [0; LANES];
        let mut rest = bits(of_first);
        while let Some(lane) = rest.next() {
            // What is too few for a step is done twice.
            let lanes = [Some(lane), rest.next(), rest.next(), rest.next()].map(|next| next.unwrap_or(lane));
            for vector in 0..LANES / S::F32_LANES {
                let beyond = Pairs { first, lanes, second, vector }.beyond_reach(simd, metres);
                if simd.reduce_min_f32s(least(simd, &beyond)) < 0.0 {
                    for (lane, beyond) in lanes.into_iter().zip(beyond) {
                        near[lane] |= below::<S>(beyond, 0.0) << (vector * S::F32_LANES);
                    }
                }
            }
        }
        near
    }
}

/// Which windows of a block and of a quad are closer than a distance, and which may be.
pub(super) struct CloseWindows<'a> {
    pub(super) first: &'a Row<OF_WINDOW>,
    /// Where in the row the block begins.
    pub(super) from: usize,
    pub(super) second: &'a Row<OF_WINDOW>,
    pub(super) squared: f32,
}

impl WithSimd for CloseWindows<'_> {
    type Output = [Bits; 2];

    #[inline(always)]
    fn with_simd<S: Simd>(self, simd: S) -> [Bits; 2] {
        let Self { first, from, second, squared } = self;
        let mut bits = [[0; BLOCK]; 2];
        for vector in 0..LANES / S::F32_LANES {
            let pairs = Pairs { first, lanes: [from, from + 1, from + 2, from + 3], second, vector };
            let mut sums = Sums::<_, BLOCK>::new(simd);
            for stage in 0..STAGES.len() {
                pairs.add(simd, stage, &mut sums);
                let [nearest, farthest] = pairs.bounds(simd, stage, &sums);
                if simd.reduce_min_f32s(least(simd, &nearest)) >= squared {
                    break;
                }
                if stage == 0 {
                    continue;
                }
                let (mut inside, mut open) = ([0; BLOCK], [0; BLOCK]);
                for m in 0..BLOCK {
                    inside[m] = below::<S>(farthest[m], squared);
                    open[m] = below::<S>(nearest[m], squared) & !inside[m];
                }
                if stage + 1 == STAGES.len() || open == [0; BLOCK] {
                    let shift = vector * S::F32_LANES;
                    bits[0].iter_mut().zip(inside).for_each(|(bits, row)| *bits |= row << shift);
                    bits[1].iter_mut().zip(open).for_each(|(bits, row)| *bits |= row << shift);
                    break;
                }
            }
        }
        bits
    }
}

/// The least of some vectors, lane by lane.
#[inline(always)]
fn least<S: Simd, const M: usize>(simd: S, rows: &[S::f32s; M]) -> S::f32s {
    let mut least = rows[0];
    for &row in rows {
        least = simd.min_f32s(least, row);
    }
    least
}
