//! Clips seen from afar: what all searches look at first.

use std::ops::Range;

use pulp::{Simd, WithSimd};
use segue_register::Cloud;
use segue_store::{ContainerError, FileKind, Reader, Writer};

use super::coordinates::{Projection, ROUNDING};
use super::frames::Frames;
use super::point::{DIRECTIONS, Point, REST};
use super::row::{OF_BLOCK, of_block};
use super::{BLOCK, LANES, NOWHERE, Screen};

/// Numbers of a window.
const NUMBERS: usize = REST + 2;

/// What all windows of a clip look like in the directions of a [`Screen`], in 100 bytes each.
///
/// No two windows are nearer to each other than their shadows, up to what the rounding of the shadows loses ([`Shadow::lost`]).
#[derive(Clone, Debug, PartialEq)]
pub struct Shadow {
    len: usize,
    /// Metres of a step of the numbers.
    step: f32,
    /// [`LANES`] windows side by side, number by number.
    rows: Vec<[[i16; LANES]; NUMBERS]>,
}

const KIND: FileKind = FileKind {
    tag: *b"SHA",
    name: "the shadow of a clip",
    version: 1,
    largest: 1 << 31,
    remedy: "index the library again",
};

impl Shadow {
    /// The shadow of a clip on a screen.
    ///
    /// # Panics
    /// When the screen was made for clips with other markers or another window.
    pub fn of(cloud: &Cloud, screen: &Screen) -> Self {
        let frames = Frames::of(cloud, screen.basis.floor);
        let projection = Projection::new(&screen.basis, &frames);
        let points: Vec<Point> = (0..cloud.len())
            .step_by(BLOCK)
            .flat_map(|first| {
                let window = |n: usize| if n < cloud.len() { n as u32 } else { NOWHERE };
                let windows = std::array::from_fn(|n| window(first + n));
                projection.block(&frames, &windows).map(|window| Point::of(&window))
            })
            .take(cloud.len())
            .collect();
        Self::rounded(&points)
    }

    fn rounded(points: &[Point]) -> Self {
        let most =
            points.iter().flat_map(|point| point.0).fold(f32::MIN_POSITIVE, |most, n| most.max(n.abs()));
        let step = most / f32::from(i16::MAX);
        let mut rows = vec![[[0; LANES]; NUMBERS]; points.len().div_ceil(LANES)];
        for (n, point) in points.iter().enumerate() {
            for (number, value) in point.0[..NUMBERS].iter().enumerate() {
                rows[n / LANES][number][n % LANES] = (value / step).round() as i16;
            }
        }
        Self { len: points.len(), step, rows }
    }

    /// Number of windows: the frames of the clip at the rate of the index.
    #[expect(clippy::len_without_is_empty, reason = "a clip has frames")]
    pub fn len(&self) -> usize {
        self.len
    }

    /// How far a window may be from where its shadow says, in metres.
    pub fn lost(&self) -> f32 {
        // Half a step in each number, and what single precision loses.
        0.51 * self.step * (NUMBERS as f32).sqrt()
    }

    /// How far windows are from what the directions of the screen show of them, in metres: the root of the mean square.
    pub fn left_out_metres(&self) -> f64 {
        let squares = (0..self.len).flat_map(|window| self.point(window).rest()).map(|rest| rest * rest);
        (f64::from(squares.sum::<f32>()) / self.len as f64).sqrt()
    }

    fn point(&self, window: usize) -> Point {
        let mut point = Point::ZERO;
        for (to, row) in point.0.iter_mut().zip(&self.rows[window / LANES]) {
            *to = f32::from(row[window % LANES]) * self.step;
        }
        point
    }

    /// All windows in blocks, as rows of leaves have them.
    pub(super) fn blocks(&self) -> Vec<[f32; OF_BLOCK]> {
        self.blocks_of(0..self.len)
    }

    /// Some windows in blocks, the first of which begins with the first of them.
    fn blocks_of(&self, all: Range<usize>) -> Vec<[f32; OF_BLOCK]> {
        let block = |first: usize| {
            let windows = first..all.end.min(first + BLOCK);
            let centre = self.point(windows.start.midpoint(windows.end));
            let reach = windows.map(|window| {
                let (window, norm) = (self.point(window), centre.norm());
                let norms = norm + window.norm();
                (centre.squared_distance(&window, norms) + ROUNDING * norms).max(0.0).sqrt()
            });
            of_block(&centre, reach.fold(0.0, f32::max) + self.lost())
        };
        all.clone().step_by(BLOCK).map(block).collect()
    }

    /// Some windows, ready to be compared with others.
    pub(crate) fn query(&self, windows: Range<usize>) -> Query {
        fn seen<const K: usize>(points: &[Point]) -> Vec<Seen<K>> {
            points.iter().map(Seen::of).collect()
        }
        let blocks = self.blocks_of(windows.clone());
        let points: Vec<Point> = windows.map(|window| self.point(window)).collect();
        let single = |point: &Point| of_block(point, self.lost());
        let windows: Vec<[f32; OF_BLOCK]> = points.iter().map(single).collect();
        let (rough, full) = (seen(&points), seen(&points));
        Query { windows, blocks, rough, full, lost: self.lost() }
    }

    /// The least D that each window of a query can have with each of some of these, in m², as `slack` metres less; by all
    /// directions, or by the first few alone.
    pub(crate) fn least(
        &self,
        query: &Query,
        windows: Range<usize>,
        slack: f32,
        detail: Detail,
    ) -> LeastDistances {
        let slack = slack + self.lost() + query.lost;
        match detail {
            Detail::Rough => self.least_by(&query.rough, windows, slack),
            Detail::Full => self.least_by(&query.full, windows, slack),
        }
    }

    fn least_by<const K: usize>(
        &self,
        rows: &[Seen<K>],
        columns: Range<usize>,
        slack: f32,
    ) -> LeastDistances {
        let groups = columns.start / LANES..columns.end.div_ceil(LANES);
        let stride = groups.len() * LANES;
        let mut values = vec![0.0; rows.len() * stride];
        for (n, group) in self.rows[groups.clone()].iter().enumerate() {
            let values = &mut values[n * LANES..];
            pulp::Arch::new().dispatch(Least { rows, group, step: self.step, slack, values, stride });
        }
        LeastDistances {
            stride,
            skipped: columns.start - groups.start * LANES,
            columns: columns.len(),
            values,
        }
    }

    /// The shadow as bytes.
    pub fn encode(&self) -> Vec<u8> {
        let mut out = Writer::default();
        out.count(self.len);
        out.0.extend(self.step.to_le_bytes());
        // Low and high bytes of differences apart: these are mostly 0.
        let [mut low, mut high] = [Vec::new(), Vec::new()];
        for number in 0..NUMBERS {
            let mut before = 0i16;
            for window in 0..self.len {
                let value = self.rows[window / LANES][number][window % LANES];
                let difference = value.wrapping_sub(std::mem::replace(&mut before, value));
                let [l, h] = ((difference << 1) ^ (difference >> 15)).to_le_bytes();
                low.push(l);
                high.push(h);
            }
        }
        out.0.extend(low);
        out.0.extend(high);
        KIND.pack(&out.0)
    }

    /// Reads what [`Shadow::encode`] wrote.
    ///
    /// # Errors
    /// When the bytes are no shadow.
    pub fn decode(bytes: &[u8]) -> Result<Self, ContainerError> {
        let body = KIND.unpack(bytes)?;
        read(&mut Reader(&body)).ok_or_else(|| KIND.damaged("its numbers"))
    }

    /// Whether the bytes are a whole shadow, without unpacking it.
    ///
    /// # Errors
    /// As [`Shadow::decode`].
    pub fn check(bytes: &[u8]) -> Result<(), ContainerError> {
        KIND.check(bytes)
    }
}

fn read(body: &mut Reader<'_>) -> Option<Shadow> {
    let len = body.length(2 * NUMBERS).filter(|&len| len > 0);
    // The count comes before the step, which takes less than a window.
    let len = len?;
    let [step] = body.singles()?;
    let (low, high) = (body.take(len * NUMBERS)?, body.take(len * NUMBERS)?);
    if !body.0.is_empty() || !step.is_finite() || step <= 0.0 {
        return None;
    }
    let mut rows = vec![[[0; LANES]; NUMBERS]; len.div_ceil(LANES)];
    for (number, (low, high)) in low.chunks(len).zip(high.chunks(len)).enumerate() {
        let mut value = 0i16;
        for (window, (&low, &high)) in low.iter().zip(high).enumerate() {
            let bits = u16::from_le_bytes([low, high]);
            let difference = (bits >> 1).cast_signed() ^ -(bits & 1).cast_signed();
            value = value.wrapping_add(difference);
            rows[window / LANES][number][window % LANES] = value;
        }
    }
    Some(Shadow { len, step, rows })
}

/// Some windows of a shadow that others are compared with.
pub(crate) struct Query {
    /// Each as a block of its own.
    pub(super) windows: Vec<[f32; OF_BLOCK]>,
    /// [`BLOCK`] of them each.
    pub(super) blocks: Vec<[f32; OF_BLOCK]>,
    rough: Vec<Seen<ROUGH>>,
    full: Vec<Seen<DIRECTIONS>>,
    lost: f32,
}

impl Query {
    pub(crate) fn len(&self) -> usize {
        self.windows.len()
    }
}

/// The least that the distances of some windows can be.
pub(crate) struct LeastDistances {
    stride: usize,
    /// Numbers of a row before the first column.
    skipped: usize,
    columns: usize,
    values: Vec<f32>,
}

impl LeastDistances {
    pub(crate) fn columns(&self) -> usize {
        self.columns
    }

    pub(crate) fn rows(&self) -> impl ExactSizeIterator<Item = &[f32]> {
        self.values.chunks(self.stride).map(|row| &row[self.skipped..][..self.columns])
    }
}

/// By how many directions distances are bounded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Detail {
    /// By the first: a quarter of the work, and enough for what is far away.
    Rough,
    /// By all.
    Full,
}

/// Directions of a rough look.
const ROUGH: usize = 4;

/// A window in the first directions.
struct Seen<const K: usize> {
    places: [[f32; 2]; K],
    heights: [f32; K],
    /// The norms of what these leave out, of places and of heights.
    rest: [f32; 2],
    norm: f32,
}

impl<const K: usize> Seen<K> {
    fn of(point: &Point) -> Self {
        const N: usize = DIRECTIONS;
        let squares = |range: Range<usize>| point.0[range].iter().map(|value| value * value).sum::<f32>();
        let [of_places, of_heights] = point.rest();
        let places = squares(K..N) + squares(N + K..2 * N) + of_places * of_places;
        let heights = squares(2 * N + K..3 * N) + of_heights * of_heights;
        Self {
            places: std::array::from_fn(|k| [point.0[k], point.0[N + k]]),
            heights: std::array::from_fn(|k| point.0[2 * N + k]),
            rest: [places.sqrt(), heights.sqrt()],
            norm: point.norm(),
        }
    }
}

/// The least D of some windows with those of a group.
struct Least<'a, const K: usize> {
    rows: &'a [Seen<K>],
    group: &'a [[i16; LANES]; NUMBERS],
    step: f32,
    slack: f32,
    values: &'a mut [f32],
    stride: usize,
}

impl<const K: usize> WithSimd for Least<'_, K> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self, _: S) {
        const N: usize = DIRECTIONS;
        let Self { rows, group, step, slack, values, stride } = self;
        let mut columns = [[0.0; LANES]; NUMBERS];
        // The squares of the first directions, and of what they leave out of places and of heights.
        let mut squares = [[0.0; LANES]; 3];
        for (number, (to, from)) in columns.iter_mut().zip(group).enumerate() {
            let (k, is_rest) = (number % N, number >= REST);
            let sum = match (number < 2 * N || number == REST, is_rest || k >= K) {
                (_, false) => 0,
                (true, true) => 1,
                (false, true) => 2,
            };
            for l in 0..LANES {
                to[l] = f32::from(from[l]) * step;
                squares[sum][l] += to[l] * to[l];
            }
        }
        let mut rests = [[0.0; LANES]; 2];
        let mut norms = [0.0; LANES];
        for l in 0..LANES {
            norms[l] = squares[0][l] + squares[1][l] + squares[2][l];
            rests[0][l] = squares[1][l].sqrt();
            rests[1][l] = squares[2][l].sqrt();
        }
        for (n, row) in rows.iter().enumerate() {
            let (mut along, mut across, mut straight) = ([0.0; LANES], [0.0; LANES], [0.0; LANES]);
            for k in 0..K {
                let ([x, z], y) = (row.places[k], row.heights[k]);
                let (u, v, w) = (&columns[k], &columns[N + k], &columns[2 * N + k]);
                for l in 0..LANES {
                    along[l] += x * u[l] + z * v[l];
                    across[l] += x * v[l] - z * u[l];
                    straight[l] += y * w[l];
                }
            }
            let values = &mut values[n * stride..][..LANES];
            for l in 0..LANES {
                let left_out = row.rest[0] * rests[0][l] + row.rest[1] * rests[1][l];
                let turned = (along[l] * along[l] + across[l] * across[l]).sqrt();
                let squared =
                    (row.norm + norms[l]) * (1.0 - ROUNDING) - 2.0 * (turned + straight[l] + left_out);
                let metres = (squared.max(0.0).sqrt() - slack).max(0.0);
                values[l] = metres * metres;
            }
        }
    }
}
