//! One row of slope-limited timewarping. No step stays inside its row, so all its cells are entered at once.

use super::rows::Numbers;
use super::{Isa, Simd, avx2, avx512, portable};

/// Numbers before the first column and after the last of every row, so that vectors may run over both ends.
pub(crate) const PAD: usize = 128;

/// Costs of cells that no path reaches. Sums of it stay finite, so no arithmetic makes a NaN of it.
pub(crate) const UNREACHED: f32 = 1e30;

/// Columns are entered in groups of this many, from a multiple of it on: as wide as the widest vector.
pub(crate) const GROUP: usize = 16;

/// A row whose cells are to be entered from the row above and from runs that end in it.
///
/// `above`, `here` and `runs` have [`PAD`] numbers before column 0 and after the last, and start on a cache line.
pub(crate) struct Row<'a> {
    /// Frames of one clip that may go with one of the other, at most [`PAD`].
    pub(crate) limit: usize,
    /// The columns to be entered, from a multiple of [`GROUP`] on; up to a group more of them are.
    pub(crate) columns: std::ops::Range<usize>,
    /// The distance of each column is `distances[origin + column]`; `limit` more on the left and a group on the right
    /// can be read.
    pub(crate) distances: &'a [f32],
    pub(crate) origin: usize,
    /// The distances of the same columns in the row after this, as far as they lie in memory already.
    pub(crate) next: &'a [f32],
    pub(crate) above: Costs<&'a [f32]>,
    pub(crate) here: Costs<&'a mut [f32]>,
    /// `runs[r]`: entering by a run of r + 1 rows, for r below limit − 1; of the row above before, of this row after.
    pub(crate) runs: &'a mut [Costs<Numbers>],
    /// The best steps of each group of columns, as [`step`] reads them; all bits are zero before.
    pub(crate) steps: &'a mut [u16],
    /// Whether lengths are wanted as well.
    pub(crate) with_lengths: bool,
}

/// Optimal costs and the number of cells of the paths that have them.
#[derive(Clone, Debug)]
pub(crate) struct Costs<T> {
    pub(crate) cost: T,
    pub(crate) length: T,
}

/// Steps other than the diagonal by which a cell can be entered.
pub(crate) fn ways(limit: usize) -> usize {
    2 * (limit - 1)
}

/// The best step into the column that lies `column` columns after the first of a row: 0 is the diagonal, r a run of
/// r + 1 rows, limit + r − 1 one of r + 1 columns.
///
/// Each group of columns has one word a way, whose bits say where that way is better than all before it.
pub(crate) fn step(steps: &[u16], limit: usize, column: usize) -> usize {
    let ways = ways(limit);
    let words = &steps[column / GROUP * ways..][..ways];
    words.iter().rposition(|word| word >> (column % GROUP) & 1 == 1).map_or(0, |way| way + 1)
}

/// Enters all cells of a row.
pub(crate) fn enter_row(isa: Isa, row: &mut Row<'_>) {
    match isa {
        Isa::Avx512 => avx512::warp(row),
        Isa::Avx2 => avx2::warp(row),
        Isa::Portable => enter::<portable::Lanes>(row),
    }
}

#[inline(always)]
pub(super) fn enter<S: Simd>(row: &mut Row<'_>) {
    // The default limit is compiled by itself: its loops unroll.
    match (row.limit, row.with_lengths) {
        (3, false) => enter_three::<S>(row),
        (3, true) => enter_with::<S, 3, true>(row, 3),
        (limit, false) => enter_with::<S, 0, false>(row, limit),
        (limit, true) => enter_with::<S, 0, true>(row, limit),
    }
}

#[inline(always)]
fn enter_with<S: Simd, const LIMIT: usize, const LENGTHS: bool>(row: &mut Row<'_>, limit: usize) {
    let limit = if LIMIT == 0 { limit } else { LIMIT };
    let mut column = row.columns.start;
    while column < row.columns.end {
        enter_vector::<S, LENGTHS>(row, limit, column);
        column += S::LANES;
    }
}

/// The default limit without lengths, which is what whole clips take. All slices have one length, so that it is
/// checked once a vector and not at each access.
#[inline(always)]
fn enter_three<S: Simd>(row: &mut Row<'_>) {
    let count = row.columns.len().next_multiple_of(GROUP);
    let (at, origin) = (PAD + row.columns.start, row.origin + row.columns.start);
    let distances: [&[f32]; 3] = std::array::from_fn(|r| &row.distances[origin - r..][..count]);
    let above: [&[f32]; 3] = std::array::from_fn(|r| &row.above.cost[at - 1 - r..][..count]);
    let (first, second) = row.runs.split_at_mut(1);
    let runs = [&mut first[0].cost[at..][..count], &mut second[0].cost[at..][..count]];
    let here = &mut row.here.cost[at..][..count];
    let steps = row.steps[..count / GROUP * 4].as_chunks_mut::<4>().0;
    let mut n = 0;
    while n + S::LANES <= count {
        if let Some(soon) = row.next.get(n..) {
            S::expect(soon);
        }
        let distance = S::load(&distances[0][n..]);
        let diagonal = S::load(&above[0][n..]).add(distance);
        let mut best = Best { cost: diagonal, length: distance };
        let [one, two] = [S::load(&runs[0][n..]).add(distance), S::load(&runs[1][n..]).add(distance)];
        diagonal.store(&mut runs[0][n..]);
        one.store(&mut runs[1][n..]);
        let pair = distance.add(S::load(&distances[1][n..]));
        let three = pair.add(S::load(&distances[2][n..]));
        let words = &mut steps[n / GROUP];
        mark::<S>(&mut words[0], n, best.or::<false>(one, distance));
        mark::<S>(&mut words[1], n, best.or::<false>(two, distance));
        mark::<S>(&mut words[2], n, best.or::<false>(S::load(&above[1][n..]).add(pair), distance));
        mark::<S>(&mut words[3], n, best.or::<false>(S::load(&above[2][n..]).add(three), distance));
        best.cost.store(&mut here[n..]);
        n += S::LANES;
    }
}

/// Notes where a way is better than those before it, in the word of its group.
#[inline(always)]
fn mark<S: Simd>(word: &mut u16, column: usize, better: S::Mask) {
    let bits = S::bits(better) << (column % GROUP);
    *word = if S::LANES == GROUP { bits } else { *word | bits };
}

/// The best way found so far into a vector of cells.
struct Best<S> {
    cost: S,
    length: S,
}

impl<S: Simd> Best<S> {
    /// Takes another way where it is better, and says where.
    #[inline(always)]
    fn or<const LENGTHS: bool>(&mut self, cost: S, length: S) -> S::Mask {
        let better = cost.less(self.cost);
        self.cost = cost.select(better, self.cost);
        if LENGTHS {
            self.length = length.select(better, self.length);
        }
        better
    }
}

#[inline(always)]
fn enter_vector<S: Simd, const LENGTHS: bool>(row: &mut Row<'_>, limit: usize, column: usize) {
    let (at, here) = (PAD + column, row.origin + column);
    let one = S::splat(1.0);
    let distance = S::load(&row.distances[here..]);
    let diagonal = S::load(&row.above.cost[at - 1..]).add(distance);
    let length = if LENGTHS { S::load(&row.above.length[at - 1..]).add(one) } else { one };
    let mut best = Best { cost: diagonal, length };
    let ways = ways(limit);
    let group = (column - row.columns.start) / GROUP;
    let words = &mut row.steps[group * ways..][..ways];
    let (mut run, mut run_length) = (diagonal, length);
    for r in 1..limit {
        let runs = &mut row.runs[r - 1];
        let before = S::load(&runs.cost[at..]);
        run.store(&mut runs.cost[at..]);
        run = before.add(distance);
        if LENGTHS {
            let before = S::load(&runs.length[at..]);
            run_length.store(&mut runs.length[at..]);
            run_length = before.add(one);
        }
        mark::<S>(&mut words[r - 1], column, best.or::<LENGTHS>(run, run_length));
    }
    let mut sum = distance;
    for r in 1..limit {
        sum = sum.add(S::load(&row.distances[here - r..]));
        let from = at - r - 1;
        let length =
            if LENGTHS { S::load(&row.above.length[from..]).add(S::splat((r + 1) as f32)) } else { one };
        let better = best.or::<LENGTHS>(S::load(&row.above.cost[from..]).add(sum), length);
        mark::<S>(&mut words[limit + r - 2], column, better);
    }
    best.cost.store(&mut row.here.cost[at..]);
    if LENGTHS {
        best.length.store(&mut row.here.length[at..]);
    }
}
