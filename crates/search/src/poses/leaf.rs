//! Which pairs of windows of two leaves may be close, by bounds.
#![expect(clippy::inline_always, reason = "compiled for the vectors it is dispatched to")]
#![expect(clippy::needless_range_loop, reason = "rows side by side are one loop for the compiler")]

use pulp::{Simd, WithSimd};

use super::join::bits;
use super::point::{DIRECTIONS, Point, ROUNDING};
use super::tree::{Block, Node};
use super::{BLOCK, LANES, NOWHERE, QUADS};

/// Directions that are tried before the others: most pairs are far enough apart by these.
const FIRST: usize = 8;

/// Numbers of a point: real and imaginary parts, heights, ρ and ς of the first directions, then those of the others with
/// ρ and ς of all, the norm, and the reach of a block.
const NUMBERS: usize = 3 * DIRECTIONS + 6;
const REST: usize = 3 * FIRST;
const OTHERS: usize = REST + 2;
const REST_OF_ALL: usize = NUMBERS - 4;
const NORM: usize = NUMBERS - 2;
const REACH: usize = NUMBERS - 1;

/// Points side by side, number by number.
type Row = [f32; NUMBERS * LANES];

/// The blocks of all leaves and their windows.
#[derive(Debug)]
pub(super) struct Leaves {
    /// [`LANES`] blocks each.
    blocks: Vec<Row>,
    /// [`LANES`] windows each: four blocks.
    quads: Vec<Row>,
    /// All blocks of a leaf as one point with its reach, [`LANES`] leaves each.
    hubs: Vec<Row>,
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
    /// Of blocks with the points of their windows, in an order.
    pub(super) fn new(
        blocks: &[Block],
        points: &[[Point; BLOCK]],
        windows: &[[u32; BLOCK]],
        order: &[u32],
        root: Option<&Node>,
    ) -> Self {
        let block = |block: &u32| {
            let Block { centre, reach, .. } = blocks[*block as usize];
            Some(numbers(&centre, reach))
        };
        let window = |&block: &u32| {
            let (points, windows) = (&points[block as usize], &windows[block as usize]);
            points
                .iter()
                .zip(windows)
                .map(|(point, &window)| (window != NOWHERE).then(|| numbers(point, 0.0)))
        };
        let quad = |order: &[u32]| row(order.iter().flat_map(window));
        let mut hubs = Vec::new();
        if let Some(root) = root {
            root.each_leaf(&mut |leaf| hubs.push(Some(numbers(&leaf.centre, leaf.radius))));
        }
        Self {
            hubs: hubs.chunks(LANES).map(|hubs| row(hubs.iter().copied())).collect(),
            blocks: order.chunks(LANES).map(|order| row(order.iter().map(block))).collect(),
            quads: order.chunks(LANES / BLOCK).map(quad).collect(),
        }
    }

    fn hub(&self, leaf: usize) -> (&Row, usize) {
        (&self.hubs[leaf / LANES], leaf % LANES)
    }

    /// Calls `visit` with the parts of two leaves in which pairs may have √D below `metres`.
    pub(super) fn tiles(&self, first: usize, second: usize, metres: f32, visit: &mut dyn FnMut(Tile)) {
        let [of_first, of_second] = [[first, second], [second, first]].map(|[own, other]| {
            pulp::Arch::new().dispatch(Hub { leaf: &self.blocks[own], other: self.hub(other), metres })
        });
        if of_first == 0 || of_second == 0 {
            return;
        }
        let blocks = Blocks { first: &self.blocks[first], of_first, second: &self.blocks[second], metres };
        let near = pulp::Arch::new().dispatch(blocks);
        for (n, near) in near.into_iter().enumerate() {
            let near = if first == second { near & (u16::MAX << n) } else { near };
            for quad in (0..QUADS).filter(|quad| near >> (quad * BLOCK) & 0xF != 0) {
                let (block, quad) = (first * LANES + n, second * QUADS + quad);
                let windows = Windows {
                    first: &self.quads[block / BLOCK],
                    from: block % BLOCK * BLOCK,
                    second: &self.quads[quad],
                    squared: metres * metres,
                };
                let [inside, open] = pulp::Arch::new().dispatch(windows);
                visit(Tile { places: [block * BLOCK, quad * LANES].map(|place| place as u32), inside, open });
            }
        }
    }
}

fn row(points: impl Iterator<Item = Option<[f32; NUMBERS]>>) -> Row {
    let mut row = [0.0; NUMBERS * LANES];
    // What is missing is farther than anything.
    row[NORM * LANES..][..LANES].fill(f32::INFINITY);
    for (lane, values) in points.enumerate() {
        values.iter().flatten().enumerate().for_each(|(number, value)| row[number * LANES + lane] = *value);
    }
    row
}

fn numbers(point: &Point, reach: f32) -> [f32; NUMBERS] {
    const N: usize = DIRECTIONS;
    let mut values = [0.0; NUMBERS];
    let (re, rest) = point.0.split_at(N);
    let (im, rest) = rest.split_at(N);
    let heights = &rest[..N];
    for (from, directions) in [(0, 0..FIRST), (OTHERS, FIRST..N)] {
        let count = directions.len();
        for (n, part) in [re, im, heights].iter().enumerate() {
            values[from + n * count..][..count].copy_from_slice(&part[directions.clone()]);
        }
    }
    let squares = |part: &[f32]| part[FIRST..].iter().map(|value| value * value).sum::<f32>();
    let [of_places, of_heights] = point.rest();
    // Rounded up: norms of what is left out may be too large, never too small.
    let more = |rest: f32, others: f32| ((rest * rest + others) * (1.0 + ROUNDING)).sqrt();
    values[REST] = more(of_places, squares(re) + squares(im));
    values[REST + 1] = more(of_heights, squares(heights));
    (values[REST_OF_ALL], values[REST_OF_ALL + 1]) = (of_places, of_heights);
    (values[NORM], values[REACH]) = (point.norm(), reach);
    values
}

/// Which blocks of a leaf may have windows closer than a distance to some of another leaf, as bits.
struct Hub<'a> {
    leaf: &'a Row,
    other: (&'a Row, usize),
    metres: f32,
}

impl WithSimd for Hub<'_> {
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
struct Blocks<'a> {
    first: &'a Row,
    /// The blocks of the first that are looked at, as bits.
    of_first: u16,
    second: &'a Row,
    metres: f32,
}

impl WithSimd for Blocks<'_> {
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
struct Windows<'a> {
    first: &'a Row,
    /// Where in the row the block begins.
    from: usize,
    second: &'a Row,
    squared: f32,
}

impl WithSimd for Windows<'_> {
    type Output = [Bits; 2];

    #[inline(always)]
    fn with_simd<S: Simd>(self, simd: S) -> [Bits; 2] {
        let Self { first, from, second, squared } = self;
        let mut bits = [[0; BLOCK]; 2];
        for vector in 0..LANES / S::F32_LANES {
            let pairs = Pairs { first, lanes: std::array::from_fn(|n| from + n), second, vector };
            let mut sums = Sums::<_, BLOCK>::new(simd);
            pairs.add(simd, 0, FIRST, &mut sums);
            let [least, _] = pairs.bounds(simd, REST, &sums);
            let of_all = least.iter().fold(least[0], |all, &row| simd.min_f32s(all, row));
            if simd.reduce_min_f32s(of_all) >= squared {
                continue;
            }
            pairs.add(simd, OTHERS, DIRECTIONS - FIRST, &mut sums);
            let [least, most] = pairs.bounds(simd, REST_OF_ALL, &sums);
            for m in 0..BLOCK {
                let (shift, inside) = (vector * S::F32_LANES, below::<S>(most[m], squared));
                bits[0][m] |= inside << shift;
                bits[1][m] |= (below::<S>(least[m], squared) & !inside) << shift;
            }
        }
        bits
    }
}

/// Some points of a row, each with a vector of points of another.
struct Pairs<'a, const M: usize> {
    first: &'a Row,
    /// Where in the row they stand.
    lanes: [usize; M],
    second: &'a Row,
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

impl<const M: usize> Pairs<'_, M> {
    /// Adds the products of `count` directions, the first of which stands at `at`.
    #[inline(always)]
    fn add<S: Simd>(&self, simd: S, at: usize, count: usize, sums: &mut Sums<S::f32s, M>) {
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

    /// The least and the most D can be, with the norms of the rest at `rest`.
    #[inline(always)]
    fn bounds<S: Simd>(&self, simd: S, rest: usize, sums: &Sums<S::f32s, M>) -> [[S::f32s; M]; 2] {
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
        self.add(simd, 0, FIRST, &mut sums);
        let [mut beyond, _] = self.bounds(simd, REST, &sums);
        for (m, beyond) in beyond.iter_mut().enumerate() {
            let reach = simd.add_f32s(self.of_first(simd, REACH, m), self.of_second::<S>(REACH));
            let reach = simd.add_f32s(reach, simd.splat_f32s(metres));
            *beyond = simd.sub_f32s(*beyond, simd.mul_f32s(reach, reach));
        }
        beyond
    }

    #[inline(always)]
    fn of_first<S: Simd>(&self, simd: S, number: usize, point: usize) -> S::f32s {
        simd.splat_f32s(self.first[number * LANES + self.lanes[point]])
    }

    #[inline(always)]
    fn of_second<S: Simd>(&self, number: usize) -> S::f32s {
        let lanes = S::F32_LANES;
        S::as_simd_f32s(&self.second[number * LANES + self.vector * lanes..][..lanes]).0[0]
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
