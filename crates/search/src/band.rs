//! Some rows of a distance grid, with their minima and valid region.
#![allow(clippy::needless_bitwise_bool, reason = "no branches, so that the loops become vectors")]

use std::ops::Range;

use pulp::{Simd, WithSimd};

use crate::cells::{ACROSS, ALONG, OPEN, VALID};
use crate::settings::Rules;

/// Columns that are looked at together.
const LANES: usize = 16;

/// Rows of a grid that lie next to each other, one above and one below them, and marks of each cell.
///
/// Only some columns are looked at, in *spans* of whole vectors. Of all other cells nothing is known: they are below 0, so
/// that none beside them is a minimum. Between grids every cell is unknown. A row has [`LANES`] cells before its first
/// column and at least as many after its last.
#[derive(Default)]
pub(crate) struct Band {
    columns: usize,
    stride: usize,
    /// Rows in work, the one below them first and the one above last.
    values: Vec<f32>,
    /// Marks of the rows in work.
    marks: Vec<u8>,
    /// Per column the limit of the walk that goes upwards, carried from band to band; 0 for none.
    rising: Vec<f32>,
    /// Per column the limit of the walk that goes downwards, and what it marks.
    falling: Vec<f32>,
    kinds: Vec<u8>,
    cap: f32,
    factor: f32,
}

/// Of a cell nothing is known.
const UNKNOWN: f32 = f32::NEG_INFINITY;

impl Band {
    /// Columns that are looked at together: spans begin and end at multiples.
    pub(crate) const LANES: usize = LANES;

    /// Makes room for rows of so many columns, `height` of them in work at a time.
    pub(crate) fn prepare(&mut self, columns: usize, height: usize, rules: &Rules) {
        let stride = columns.next_multiple_of(LANES) + 2 * LANES;
        let grow = |length: usize, wanted: usize| length.max(wanted);
        self.values.resize(grow(self.values.len(), (height + 2) * stride), UNKNOWN);
        self.marks.resize(grow(self.marks.len(), height * stride), 0);
        self.rising.resize(grow(self.rising.len(), stride), 0.0);
        self.falling.resize(grow(self.falling.len(), stride), 0.0);
        self.kinds.resize(grow(self.kinds.len(), stride), 0);
        (self.columns, self.stride) = (columns, stride);
        (self.cap, self.factor) = (rules.cap, 1.0 + rules.rise);
    }

    /// Sets the distances of some columns of a row; 0 is the one below those in work. Beyond the first and last column all
    /// is infinite.
    pub(crate) fn set(&mut self, row: usize, column: usize, distances: &[f32]) {
        let from = row * self.stride + LANES + column;
        self.values[from..from + distances.len()].copy_from_slice(distances);
        if column == 0 {
            self.values[from - 1] = f32::INFINITY;
        }
        if column + distances.len() == self.columns {
            self.values[from + distances.len()] = f32::INFINITY;
        }
    }

    /// Makes a row infinite: the one before the first of the grid, or after the last.
    pub(crate) fn end(&mut self, row: usize, spans: &[Range<usize>]) {
        for span in spans {
            self.values[row * self.stride + LANES..][span.clone()].fill(f32::INFINITY);
        }
    }

    /// Moves the two topmost of `rows` rows in work and their neighbours to the bottom: the row below those in work next,
    /// and the first of these. Nothing is known of the others then.
    pub(crate) fn advance(&mut self, rows: usize, spans: &[Range<usize>]) {
        for span in spans {
            let place = |row: usize| row * self.stride + LANES + span.start - 1;
            let length = span.len() + 2;
            for row in 0..2 {
                self.values.copy_within(place(rows + row)..place(rows + row) + length, place(row));
            }
            (2..rows + 2).for_each(|row| self.values[place(row)..][..length].fill(UNKNOWN));
        }
    }

    /// Forgets the two rows at the bottom and all walks.
    pub(crate) fn forget(&mut self, spans: &[Range<usize>]) {
        for span in spans {
            for row in 0..2 {
                self.values[row * self.stride + LANES + span.start - 1..][..span.len() + 2].fill(UNKNOWN);
            }
            self.rising[LANES..][span.clone()].fill(0.0);
        }
    }

    /// Finds minima and the valid region in some columns of `rows` rows. In the row `n` in work paths may use the columns
    /// from `first_column(n)` on, one more with each row or all in each.
    pub(crate) fn mark(
        &mut self,
        rows: usize,
        spans: &[Range<usize>],
        first_column: &dyn Fn(usize) -> usize,
    ) {
        let starts: Vec<usize> = (0..=rows).map(|row| first_column(row).min(self.columns)).collect();
        for span in spans {
            for (row, &start) in starts.iter().enumerate().take(rows) {
                self.mark_upwards(row, start, span);
            }
            for (row, &start) in starts.iter().enumerate().take(rows) {
                self.walk_across(row, start, span);
            }
            self.open(rows, starts[rows], span);
            for (row, &start) in starts.iter().enumerate().take(rows).rev() {
                self.mark_downwards(row, start, span);
            }
        }
    }

    /// The marks of some columns of a row in work, and its distances.
    pub(crate) fn row(&self, row: usize, span: &Range<usize>) -> (&[u8], &[f32]) {
        let columns = span.start..span.end.min(self.columns);
        let marks = &self.marks[row * self.stride + LANES..][columns.clone()];
        (marks, &self.values[(row + 1) * self.stride + LANES..][columns])
    }

    /// How high a cell of a column below the rows in work may be to be near a minimum in them, and what it is then:
    /// [`VALID`], or [`OPEN`] where the column still falls at the top of the band.
    pub(crate) fn reach_below(&self, column: usize) -> (f32, u8) {
        (self.falling[LANES + column], self.kinds[LANES + column])
    }

    /// Marks minima and what can be reached from those of the row or below by walking upwards.
    fn mark_upwards(&mut self, row: usize, start: usize, span: &Range<usize>) {
        let rows = |n: usize| &self.values[(row + n) * self.stride + LANES + span.start..];
        let [below, own, above] = [rows(0), rows(1), rows(2)];
        let left = &self.values[(row + 1) * self.stride + LANES + span.start - 1..];
        let right = &self.values[(row + 1) * self.stride + LANES + span.start + 1..];
        let length = span.len();
        pulp::Arch::new().dispatch(Upwards {
            own: &own[..length],
            sides: [left, right],
            below,
            above,
            limits: &mut self.rising[LANES + span.start..][..length],
            marks: &mut self.marks[row * self.stride + LANES + span.start..][..length],
            cap: self.cap,
            factor: self.factor,
        });
        let unused = span.start..start.clamp(span.start, span.end);
        self.rising[LANES..][unused.clone()].fill(0.0);
        self.marks[row * self.stride + LANES..][unused].fill(0);
    }

    /// Marks what can be reached from a minimum of the row by walking along it (\[KG04\] §3.1): until a cell is too
    /// large, or smaller than the one before: on the far side of a ripple the valid region would flood the grid.
    fn walk_across(&mut self, row: usize, start: usize, span: &Range<usize>) {
        let end = span.end.min(self.columns);
        let values = &self.values[(row + 1) * self.stride + LANES..][..end];
        let marks = &mut self.marks[row * self.stride + LANES..][..end];
        let first = start.max(span.start);
        let mut from = first;
        while let Some(column) = next_marked(marks, from, ACROSS) {
            let limit = (values[column] * self.factor).min(self.cap);
            for at in (first..column).rev() {
                if values[at] >= limit || values[at] < values[at + 1] {
                    break;
                }
                marks[at] |= VALID;
            }
            from = column + 1;
            while from < values.len() && values[from] < limit && values[from] >= values[from - 1] {
                marks[from] |= VALID;
                from += 1;
            }
        }
    }

    /// Starts walks downwards from minima that the row above those in work may turn out to have.
    fn open(&mut self, rows: usize, start: usize, span: &Range<usize>) {
        let above = &self.values[(rows + 1) * self.stride + LANES..][span.clone()];
        self.kinds[LANES..][span.clone()].fill(OPEN);
        let limits = &mut self.falling[LANES..][span.clone()];
        limits.fill(0.0);
        let skipped = start.saturating_sub(span.start);
        for (limit, &value) in limits.iter_mut().zip(above).skip(skipped) {
            let is_low = (0.0..self.cap).contains(&value);
            *limit = if is_low { (value * self.factor).min(self.cap) } else { 0.0 };
        }
    }

    /// Marks what can be reached from minima of the row or above by walking downwards.
    fn mark_downwards(&mut self, row: usize, start: usize, span: &Range<usize>) {
        let rows = |n: usize| &self.values[(row + n) * self.stride + LANES + span.start..];
        let length = span.len();
        pulp::Arch::new().dispatch(Downwards {
            own: &rows(1)[..length],
            above: rows(2),
            limits: &mut self.falling[LANES + span.start..][..length],
            kinds: &mut self.kinds[LANES + span.start..][..length],
            marks: &mut self.marks[row * self.stride + LANES + span.start..][..length],
            cap: self.cap,
            factor: self.factor,
        });
        let unused = span.start..start.clamp(span.start, span.end);
        self.falling[LANES..][unused.clone()].fill(0.0);
        self.marks[row * self.stride + LANES..][unused].fill(0);
    }
}

/// The first column from `from` on with one of these marks.
pub(crate) fn next_marked(marks: &[u8], from: usize, wanted: u8) -> Option<usize> {
    let rest = &marks[from.min(marks.len())..];
    let (words, _) = rest.as_chunks::<8>();
    let pattern = u64::from_ne_bytes([wanted; 8]);
    let is_empty = |word: &&[u8; 8]| u64::from_ne_bytes(**word) & pattern == 0;
    let skipped = 8 * words.iter().take_while(is_empty).count();
    rest[skipped..].iter().position(|marks| marks & wanted != 0).map(|n| from + skipped + n)
}

/// A minimum is smaller than the cell before and not larger than the cell after.
struct Upwards<'a> {
    own: &'a [f32],
    sides: [&'a [f32]; 2],
    below: &'a [f32],
    above: &'a [f32],
    limits: &'a mut [f32],
    marks: &'a mut [u8],
    cap: f32,
    factor: f32,
}

impl WithSimd for Upwards<'_> {
    type Output = ();

    #[inline(always)]
    #[expect(clippy::inline_always, reason = "compiled for the vectors it is dispatched to")]
    fn with_simd<S: Simd>(self, _: S) {
        let Self { own, sides: [left, right], below, above, limits, marks, cap, factor } = self;
        let [own, left, right, below, above] =
            [own, left, right, below, above].map(|row| row.as_chunks::<LANES>().0);
        let (limits, marks) = (limits.as_chunks_mut::<LANES>().0, marks.as_chunks_mut::<LANES>().0);
        for (n, (limits, marks)) in limits.iter_mut().zip(marks).enumerate() {
            let (own, left, right, below, above) = (&own[n], &left[n], &right[n], &below[n], &above[n]);
            for l in 0..LANES {
                let v = own[l];
                // Below 0 are cells of which nothing is known.
                let is_known = v >= 0.0;
                let is_low = is_known & (v < cap);
                let is_across = is_low & (v < left[l]) & (v <= right[l]);
                let is_along = is_low & (v < below[l]) & (v <= above[l]);
                let goes_on = is_known & (v >= below[l]) & (v < limits[l]);
                let kept = if goes_on { limits[l] } else { 0.0 };
                limits[l] = if is_along { (v * factor).min(cap) } else { kept };
                let across = if is_across { ACROSS | VALID } else { 0 };
                let along = if is_along { ALONG | VALID } else { 0 };
                marks[l] = across | along | if goes_on { VALID } else { 0 };
            }
        }
    }
}

struct Downwards<'a> {
    own: &'a [f32],
    above: &'a [f32],
    limits: &'a mut [f32],
    kinds: &'a mut [u8],
    marks: &'a mut [u8],
    cap: f32,
    factor: f32,
}

impl WithSimd for Downwards<'_> {
    type Output = ();

    #[inline(always)]
    #[expect(clippy::inline_always, reason = "compiled for the vectors it is dispatched to")]
    fn with_simd<S: Simd>(self, _: S) {
        let Self { own, above, limits, kinds, marks, cap, factor } = self;
        let [own, above] = [own, above].map(|row| row.as_chunks::<LANES>().0);
        let (limits, marks) = (limits.as_chunks_mut::<LANES>().0, marks.as_chunks_mut::<LANES>().0);
        let kinds = kinds.as_chunks_mut::<LANES>().0;
        for (n, ((limits, marks), kinds)) in limits.iter_mut().zip(marks).zip(kinds).enumerate() {
            let (own, above) = (&own[n], &above[n]);
            for l in 0..LANES {
                let v = own[l];
                let goes_on = (v >= 0.0) & (v >= above[l]) & (v < limits[l]);
                let is_along = marks[l] & ALONG != 0;
                marks[l] |= if goes_on { kinds[l] } else { 0 };
                let kept = if goes_on { limits[l] } else { 0.0 };
                limits[l] = if is_along { (v * factor).min(cap) } else { kept };
                kinds[l] = if is_along { VALID } else { kinds[l] };
            }
        }
    }
}
