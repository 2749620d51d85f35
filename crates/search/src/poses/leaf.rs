//! Which pairs of windows of two leaves may be close, by bounds.
#![expect(clippy::inline_always, reason = "compiled for the vectors it is dispatched to")]
#![expect(clippy::needless_range_loop, reason = "rows side by side are one loop for the compiler")]

use pulp::{Simd, WithSimd};
use rayon::prelude::*;
use rayon::slice::ChunksExactMut;

use super::coordinates::{Coordinates, DIRECTIONS, ROUNDING};
use super::join::bits;
use super::point::{self, Point};
use super::tree::{Block, Node};
use super::{BLOCK, LANES, NOWHERE, QUADS};

/// Directions that are tried one after the other, all before included: most pairs are far enough apart by the first.
const STAGES: [usize; 3] = [8, 16, DIRECTIONS];

/// Numbers of a block: the norm, how far its windows reach, and the first stage.
const OF_BLOCK: usize = 2 + of_stage(0);

/// Numbers of a window: the norm, nothing, and all stages.
const OF_WINDOW: usize = 2 + of_stage(0) + of_stage(1) + of_stage(2);

const NORM: usize = 0;
const REACH: usize = 1;

/// Directions that a stage adds.
const fn added(stage: usize) -> usize {
    STAGES[stage] - if stage == 0 { 0 } else { STAGES[stage - 1] }
}

/// Numbers of a stage: real and imaginary parts and heights, then ρ and ς of what all directions so far leave out.
const fn of_stage(stage: usize) -> usize {
    3 * added(stage) + 2
}

/// Where the numbers of a stage begin.
const fn begin(stage: usize) -> usize {
    if stage == 0 { 2 } else { begin(stage - 1) + of_stage(stage - 1) }
}

/// Points side by side, number by number.
type Row<const N: usize> = [[f32; LANES]; N];

/// The blocks of all leaves and their windows.
#[derive(Debug)]
pub(super) struct Leaves {
    /// [`LANES`] blocks each.
    blocks: Vec<Row<OF_BLOCK>>,
    /// All blocks of a leaf as one, [`LANES`] leaves each.
    hubs: Vec<Row<OF_BLOCK>>,
    windows: Windows,
}

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
    fn sort(&mut self, order: &[u32]) {
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

    fn quad(&self, quad: usize) -> &Row<OF_WINDOW> {
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

/// The windows of a block, each with those of a quad as bits.
pub(super) type Bits = [u16; BLOCK];

/// Windows of a block and of a quad of two leaves.
#[derive(Clone, Copy, Debug)]
pub(super) struct Tile {
    /// Where the block and the quad begin.
    pub(super) places: [u32; 2],
    /// Pairs that are closer, however the rest lies.
    pub(super) inside: Bits,
    /// Pairs that may be closer.
    pub(super) open: Bits,
}

impl Leaves {
    /// Of the blocks of a tree in its order.
    pub(super) fn new(blocks: &[Block], mut windows: Windows, order: &[u32], root: &Node) -> Self {
        windows.sort(order);
        let block = |block: &u32| {
            let Block { centre, reach, .. } = &blocks[*block as usize];
            of_block(centre, *reach)
        };
        let mut hubs = Vec::new();
        root.each_leaf(&mut |leaf| hubs.push(of_block(&leaf.centre, leaf.radius)));
        Self {
            blocks: order.chunks(LANES).map(|order| row(order.iter().map(block))).collect(),
            hubs: hubs.chunks(LANES).map(|hubs| row(hubs.iter().copied())).collect(),
            windows,
        }
    }

    fn hub(&self, leaf: usize) -> (&Row<OF_BLOCK>, usize) {
        (&self.hubs[leaf / LANES], leaf % LANES)
    }

    /// Calls `visit` with the parts of two leaves in which pairs may have √D below `metres`.
    pub(super) fn tiles(&self, first: usize, second: usize, metres: f32, visit: &mut dyn FnMut(Tile)) {
        let arch = pulp::Arch::new();
        let [of_first, of_second] = [[first, second], [second, first]].map(|[own, other]| {
            arch.dispatch(NearHub { leaf: &self.blocks[own], other: self.hub(other), metres })
        });
        if of_first == 0 || of_second == 0 {
            return;
        }
        let [blocks, others] = [first, second].map(|leaf| &self.blocks[leaf]);
        let near = arch.dispatch(NearBlocks { first: blocks, of_first, second: others, metres });
        for (n, near) in near.into_iter().enumerate() {
            let near = if first == second { near & (u16::MAX << n) } else { near };
            for quad in (0..QUADS).filter(|quad| near >> (quad * BLOCK) & 0xF != 0) {
                let (block, quad) = (first * LANES + n, second * QUADS + quad);
                let [inside, open] = arch.dispatch(CloseWindows {
                    first: self.windows.quad(block / QUADS),
                    from: block % QUADS * BLOCK,
                    second: self.windows.quad(quad),
                    squared: metres * metres,
                });
                visit(Tile { places: [block * BLOCK, quad * LANES].map(|place| place as u32), inside, open });
            }
        }
    }
}

fn row<const N: usize>(points: impl Iterator<Item = [f32; N]>) -> Row<N> {
    let mut row = [[0.0; LANES]; N];
    // What is missing is farther than anything.
    row[NORM].fill(f32::INFINITY);
    for (lane, values) in points.enumerate() {
        row.iter_mut().zip(values).for_each(|(numbers, value)| numbers[lane] = value);
    }
    row
}

fn of_block(centre: &Point, reach: f32) -> [f32; OF_BLOCK] {
    const N: usize = point::DIRECTIONS;
    let mut values = [0.0; OF_BLOCK];
    let (first, parts) = (added(0), [0, 1, 2].map(|n| &centre.0[n * N..][..N]));
    for (n, part) in parts.iter().enumerate() {
        values[begin(0) + n * first..][..first].copy_from_slice(&part[..first]);
    }
    let squares = |part: &[f32]| part[first..].iter().map(|value| value * value).sum::<f32>();
    let [of_places, of_heights] = centre.rest();
    // Rounded up: norms of what is left out may be too large, never too small.
    let more = |rest: f32, others: f32| ((rest * rest + others) * (1.0 + ROUNDING)).sqrt();
    let rest = begin(0) + 3 * first;
    values[rest] = more(of_places, squares(parts[0]) + squares(parts[1]));
    values[rest + 1] = more(of_heights, squares(parts[2]));
    (values[NORM], values[REACH]) = (centre.norm(), reach);
    values
}

fn of_window(window: &Coordinates) -> [f32; OF_WINDOW] {
    let mut values = [0.0; OF_WINDOW];
    values[NORM] = window.norm();
    for (stage, &end) in STAGES.iter().enumerate() {
        let (count, at) = (added(stage), begin(stage));
        for (n, part) in [&window.re, &window.im, &window.heights].into_iter().enumerate() {
            values[at + n * count..][..count].copy_from_slice(&part[end - count..end]);
        }
        values[at + 3 * count..][..2].copy_from_slice(&window.rest(end));
    }
    values
}

/// Which blocks of a leaf may have windows closer than a distance to some of another leaf, as bits.
struct NearHub<'a> {
    leaf: &'a Row<OF_BLOCK>,
    other: (&'a Row<OF_BLOCK>, usize),
    metres: f32,
}

impl WithSimd for NearHub<'_> {
    type Output = u16;

    #[inline(always)]
    fn with_simd<S: Simd>(self, simd: S) -> u16 {
        let near = |vector: usize| {
            let (first, lane) = self.other;
            let pairs = Pairs { first, lanes: [lane], second: self.leaf, vector };
            let [beyond] = pairs.beyond_reach(simd, self.metres);
            below::<S>(beyond, 0.0) << (vector * S::F32_LANES)
        };
        (0..LANES / S::F32_LANES).fold(0, |bits, vector| bits | near(vector))
    }
}

/// Which blocks of two leaves may have windows closer than a distance.
struct NearBlocks<'a> {
    first: &'a Row<OF_BLOCK>,
    /// The blocks of the first that are looked at, as bits.
    of_first: u16,
    second: &'a Row<OF_BLOCK>,
    metres: f32,
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
                let least = beyond.iter().fold(beyond[0], |all, &row| simd.min_f32s(all, row));
                if simd.reduce_min_f32s(least) < 0.0 {
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
struct CloseWindows<'a> {
    first: &'a Row<OF_WINDOW>,
    /// Where in the row the block begins.
    from: usize,
    second: &'a Row<OF_WINDOW>,
    squared: f32,
}

impl WithSimd for CloseWindows<'_> {
    type Output = [Bits; 2];

    #[inline(always)]
    fn with_simd<S: Simd>(self, simd: S) -> [Bits; 2] {
        let Self { first, from, second, squared } = self;
        let mut bits = [[0; BLOCK]; 2];
        for vector in 0..LANES / S::F32_LANES {
            let pairs = Pairs { first, lanes: std::array::from_fn(|n| from + n), second, vector };
            let mut sums = Sums::<_, BLOCK>::new(simd);
            for stage in 0..STAGES.len() {
                pairs.add(simd, stage, &mut sums);
                let [least, most] = pairs.bounds(simd, stage, &sums);
                let of_all = least.iter().fold(least[0], |all, &row| simd.min_f32s(all, row));
                if simd.reduce_min_f32s(of_all) >= squared {
                    break;
                }
                if stage > 0 {
                    let [inside, near] = [most, least].map(|row| row.map(|row| below::<S>(row, squared)));
                    let open: [u16; BLOCK] = std::array::from_fn(|m| near[m] & !inside[m]);
                    if stage + 1 == STAGES.len() || open == [0; BLOCK] {
                        let shift = vector * S::F32_LANES;
                        bits[0].iter_mut().zip(inside).for_each(|(bits, row)| *bits |= row << shift);
                        bits[1].iter_mut().zip(open).for_each(|(bits, row)| *bits |= row << shift);
                        break;
                    }
                }
            }
        }
        bits
    }
}

/// Some points of a row, each with a vector of points of another.
struct Pairs<'a, const N: usize, const M: usize> {
    first: &'a Row<N>,
    /// Where in the row they stand.
    lanes: [usize; M],
    second: &'a Row<N>,
    vector: usize,
}

/// Sums of products of points.
struct Sums<V, const M: usize> {
    along: [V; M],
    /// What is added to B and what is taken from it.
    across: [[V; M]; 2],
    straight: [V; M],
}

impl<V: Copy, const M: usize> Sums<V, M> {
    #[inline(always)]
    fn new<S: Simd<f32s = V>>(simd: S) -> Self {
        let zero = [simd.splat_f32s(0.0); M];
        Self { along: zero, across: [zero; 2], straight: zero }
    }
}

impl<const N: usize, const M: usize> Pairs<'_, N, M> {
    /// Adds the products of the directions of a stage.
    #[inline(always)]
    fn add<S: Simd>(&self, simd: S, stage: usize, sums: &mut Sums<S::f32s, M>) {
        let (at, count) = (begin(stage), added(stage));
        for k in at..at + count {
            let [re, im, height] = [k, k + count, k + 2 * count].map(|number| self.of_second::<S>(number));
            for m in 0..M {
                let [x, z, y] = [k, k + count, k + 2 * count].map(|number| self.of_first(simd, number, m));
                sums.along[m] = simd.mul_add_e_f32s(x, re, sums.along[m]);
                sums.across[0][m] = simd.mul_add_e_f32s(x, im, sums.across[0][m]);
                sums.across[1][m] = simd.mul_add_e_f32s(z, re, sums.across[1][m]);
                sums.straight[m] = simd.mul_add_e_f32s(y, height, sums.straight[m]);
                sums.along[m] = simd.mul_add_e_f32s(z, im, sums.along[m]);
            }
        }
    }

    /// The least and the most D can be after a stage.
    #[inline(always)]
    fn bounds<S: Simd>(&self, simd: S, stage: usize, sums: &Sums<S::f32s, M>) -> [[S::f32s; M]; 2] {
        let rest = begin(stage) + 3 * added(stage);
        let mut bounds = [sums.along; 2];
        let [places, heights, norms] = [rest, rest + 1, NORM].map(|number| self.of_second::<S>(number));
        for m in 0..M {
            let [of_places, of_heights, norm] =
                [rest, rest + 1, NORM].map(|number| self.of_first(simd, number, m));
            let (along, across) = (sums.along[m], simd.sub_f32s(sums.across[0][m], sums.across[1][m]));
            let turned = simd.sqrt_f32s(simd.mul_add_e_f32s(along, along, simd.mul_f32s(across, across)));
            let known = simd.add_f32s(turned, sums.straight[m]);
            let left_out = simd.mul_add_e_f32s(of_places, places, simd.mul_f32s(of_heights, heights));
            let norms = simd.add_f32s(norm, norms);
            for (bound, product, slack) in [
                (0, simd.add_f32s(known, left_out), 1.0 - ROUNDING),
                (1, simd.sub_f32s(known, left_out), 1.0 + ROUNDING),
            ] {
                let norms = simd.mul_f32s(norms, simd.splat_f32s(slack));
                bounds[bound][m] = simd.mul_add_e_f32s(simd.splat_f32s(-2.0), product, norms);
            }
        }
        bounds
    }

    /// Of blocks by their first directions, how much more D is than it can be if some of their windows are closer than a
    /// distance; below 0 where they may be.
    #[inline(always)]
    fn beyond_reach<S: Simd>(&self, simd: S, metres: f32) -> [S::f32s; M] {
        let mut sums = Sums::new(simd);
        self.add(simd, 0, &mut sums);
        let [mut beyond, _] = self.bounds(simd, 0, &sums);
        for (m, beyond) in beyond.iter_mut().enumerate() {
            let reach = simd.add_f32s(self.of_first(simd, REACH, m), self.of_second::<S>(REACH));
            let reach = simd.add_f32s(reach, simd.splat_f32s(metres));
            *beyond = simd.sub_f32s(*beyond, simd.mul_f32s(reach, reach));
        }
        beyond
    }

    #[inline(always)]
    fn of_first<S: Simd>(&self, simd: S, number: usize, point: usize) -> S::f32s {
        simd.splat_f32s(self.first[number][self.lanes[point]])
    }

    #[inline(always)]
    fn of_second<S: Simd>(&self, number: usize) -> S::f32s {
        let lanes = S::F32_LANES;
        S::as_simd_f32s(&self.second[number][self.vector * lanes..][..lanes]).0[0]
    }
}

/// Which of some values are below a limit, as bits.
#[inline(always)]
fn below<S: Simd>(values: S::f32s, limit: f32) -> u16 {
    let mut row = [0.0; LANES];
    S::as_mut_simd_f32s(&mut row).0[0] = values;
    let row = &row[..S::F32_LANES];
    row.iter().enumerate().fold(0, |bits, (n, &value)| bits | u16::from(value < limit) << n)
}
