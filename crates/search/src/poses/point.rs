//! Windows as points of a space of a few dimensions in which none is farther from another than it is.
#![expect(clippy::inline_always, reason = "compiled for the vectors it is used with")]

use pulp::{Simd, WithSimd};

use super::frames::{Frames, products};
use super::tree::Block;
use super::{BLOCK, NOWHERE};
use crate::prune::Basis;

/// Complex directions of places, and directions of heights.
pub(super) const DIRECTIONS: usize = 16;

/// Numbers of a point.
const NUMBERS: usize = 4 * DIRECTIONS;

/// Where the norms of what the directions leave out stand, of places and of heights.
const REST: usize = 3 * DIRECTIONS;

/// Single precision loses this share of the norms at most, several times over.
pub(super) const ROUNDING: f32 = 1e-5;

/// Coordinates of a window in a [`Basis`]: real parts, imaginary parts and heights, then the norms ρ and ς of what they
/// leave out of the places and of the heights.
///
/// With `d² = |P|² + |P'|² − 2 |⟨P, P'⟩| + |Q − Q'|² + (ρ − ρ')² + (ς − ς')²`, `d² ≤ D ≤ d² + 4ρρ' + 4ςς'`. d is a metric,
/// as √D is: the distance of two points when one may be turned.
#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(align(64))]
pub(super) struct Point(pub(super) [f32; NUMBERS]);

impl Point {
    pub(super) const ZERO: Self = Self([0.0; NUMBERS]);

    /// ρ and ς.
    pub(super) fn rest(&self) -> [f32; 2] {
        [self.0[REST], self.0[REST + 1]]
    }

    pub(super) fn norm(&self) -> f32 {
        self.0.iter().map(|value| value * value).sum()
    }

    /// ⟨self, other⟩ of the places, and the product of all else.
    #[inline(always)]
    fn products(&self, other: &Self) -> [f32; 3] {
        const N: usize = DIRECTIONS;
        let (mut along, mut across, mut straight) = ([0.0; N], [0.0; N], [0.0; N]);
        let (a, b) = (&self.0, &other.0);
        for k in 0..N {
            along[k] = a[k] * b[k] + a[N + k] * b[N + k];
            across[k] = a[k] * b[N + k] - a[N + k] * b[k];
            straight[k] = a[2 * N + k] * b[2 * N + k] + a[3 * N + k] * b[3 * N + k];
        }
        [along, across, straight].map(halved)
    }

    /// d², to within [`ROUNDING`] of the norms; `norms` is their sum.
    #[inline(always)]
    pub(super) fn squared_distance(&self, other: &Self, norms: f32) -> f32 {
        let [along, across, straight] = self.products(other);
        norms - 2.0 * ((along * along + across * across).sqrt() + straight)
    }

    /// Adds another point, turned to lie as near as it can.
    #[inline(always)]
    fn add_turned(&mut self, model: &Self, other: &Self) {
        const N: usize = DIRECTIONS;
        let [along, across, _] = model.products(other);
        let size = (along * along + across * across).sqrt();
        let (cos, sin) = if size > 0.0 { (along / size, across / size) } else { (1.0, 0.0) };
        let (to, from) = (&mut self.0, &other.0);
        for k in 0..N {
            to[k] += from[k] * cos + from[N + k] * sin;
            to[N + k] += from[N + k] * cos - from[k] * sin;
            to[2 * N + k] += from[2 * N + k];
            to[3 * N + k] += from[3 * N + k];
        }
    }
}

/// Sums in a fixed order that vectors can follow.
#[inline(always)]
fn halved(mut values: [f32; DIRECTIONS]) -> f32 {
    let mut width = DIRECTIONS / 2;
    while width > 0 {
        for k in 0..width {
            values[k] += values[k + width];
        }
        width /= 2;
    }
    values[0]
}

/// How windows become points: the directions of a basis in the layout of [`Frames`].
pub(super) struct Projection {
    /// Per direction a window of its places and heights.
    directions: Vec<Vec<f32>>,
    bends: Vec<Vec<[f32; 2]>>,
    /// The product of each direction of heights with the mean heights.
    means: Vec<f32>,
    mean_heights: Vec<f32>,
    mean_norm: f32,
    root_weights: Vec<f32>,
}

impl Projection {
    pub(super) fn new(basis: &Basis, frames: &Frames) -> Self {
        let (lanes, length) = (frames.lanes(), frames.weights().len());
        let bends = length - 1;
        let no_places = vec![[0.0; 2]; bends + basis.mean_heights.len()];
        let no_heights = vec![[0.0; 2]; basis.mean_heights.len()];
        let direction = |k: usize| {
            let places = basis.places.get(k).unwrap_or(&no_places);
            let heights = basis.heights.get(k).unwrap_or(&no_heights);
            (places[..bends].to_vec(), laid_out(&places[bends..], heights, lanes, length))
        };
        let mean: Vec<[f32; 2]> = basis.mean_heights.iter().map(|&height| [height, 0.0]).collect();
        let product = |k: usize| {
            basis.heights.get(k).map_or(0.0, |h| h.iter().zip(&mean).map(|(a, b)| a[0] * b[0]).sum())
        };
        let (bends, directions) = (0..DIRECTIONS).map(direction).unzip();
        Self {
            directions,
            bends,
            means: (0..DIRECTIONS).map(product).collect(),
            mean_norm: mean.iter().map(|m| m[0] * m[0]).sum(),
            mean_heights: laid_out(&no_places[bends_of(length)..], &mean, lanes, length),
            root_weights: frames.weights().iter().map(|weight| weight.sqrt()).collect(),
        }
    }

    /// The points of the windows of a block.
    pub(super) fn points(&self, frames: &Frames, windows: &[u32; BLOCK]) -> [Point; BLOCK] {
        let point = |window: u32| (window != NOWHERE).then(|| self.point(frames, window as usize));
        windows.map(|window| point(window).unwrap_or(Point::ZERO))
    }

    fn point(&self, frames: &Frames, number: usize) -> Point {
        const N: usize = DIRECTIONS;
        let (window, bends) = (frames.window(number), frames.bends(number));
        let mut point = Point::ZERO;
        for k in 0..N {
            let [mut re, mut im, height] = products(&self.directions[k], window, &self.root_weights);
            for ([x, z], [u, v]) in self.bends[k].iter().zip(bends) {
                re += x * u + z * v;
                im += x * v - z * u;
            }
            (point.0[k], point.0[N + k], point.0[2 * N + k]) = (re, im, height - self.means[k]);
        }
        let [of_places, of_heights] = self.norms(frames, number);
        point.0[REST] = residual(of_places, &point.0[..2 * N]);
        point.0[REST + 1] = residual(of_heights, &point.0[2 * N..3 * N]);
        point
    }

    /// The squared norms of the places of a window and of its heights less the mean ones.
    fn norms(&self, frames: &Frames, number: usize) -> [f32; 2] {
        let window = frames.window(number);
        let [places, _, heights] = products(window, window, frames.weights());
        let bends: f32 = frames.bends(number).iter().flatten().map(|value| value * value).sum();
        let [.., mean] = products(&self.mean_heights, window, &self.root_weights);
        [places + bends, (heights - 2.0 * mean + self.mean_norm).max(0.0)]
    }
}

fn bends_of(window: usize) -> usize {
    window - 1
}

/// A vector over markers and, for each, frames, in the layout of [`Frames`].
fn laid_out(places: &[[f32; 2]], heights: &[[f32; 2]], lanes: usize, length: usize) -> Vec<f32> {
    let mut window = vec![0.0; 3 * lanes * length];
    for (n, ([x, z], [y, _])) in places.iter().zip(heights).enumerate() {
        let at = n % length * 3 * lanes + n / length;
        (window[at], window[at + lanes], window[at + 2 * lanes]) = (*x, *z, *y);
    }
    window
}

/// What coordinates leave of a squared norm; never too small.
fn residual(squared: f32, coordinates: &[f32]) -> f32 {
    let kept: f32 = coordinates.iter().map(|c| c * c).sum();
    (squared - kept + ROUNDING * squared).max(0.0).sqrt()
}

/// d² from a point to the centres of some blocks, which are named by number.
pub(super) struct Distances<'a> {
    pub(super) from: &'a Point,
    pub(super) blocks: &'a [Block],
    pub(super) to: &'a [u32],
    pub(super) out: &'a mut [f32],
}

impl WithSimd for Distances<'_> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self, _: S) {
        let norm = self.from.norm();
        for (&number, out) in self.to.iter().zip(self.out) {
            let block = &self.blocks[number as usize];
            *out = self.from.squared_distance(&block.centre, norm + block.norm);
        }
    }
}

/// The mean of some points, each turned to lie as near to a model as it can.
pub(super) struct Mean<'a, F> {
    pub(super) model: &'a Point,
    pub(super) points: F,
    pub(super) of: &'a [u32],
}

impl<'a, F: Fn(usize) -> &'a Point> WithSimd for Mean<'_, F> {
    type Output = Point;

    #[inline(always)]
    fn with_simd<S: Simd>(self, _: S) -> Point {
        let mut sum = Point::ZERO;
        for &number in self.of {
            sum.add_turned(self.model, (self.points)(number as usize));
        }
        Point(sum.0.map(|value| value / self.of.len() as f32))
    }
}
