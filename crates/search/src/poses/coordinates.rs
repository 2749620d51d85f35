//! Windows in the coordinates of a basis.
#![expect(clippy::inline_always, reason = "compiled for the vectors it is dispatched to")]

use pulp::{Simd, WithSimd};

use super::basis::Basis;
use super::frames::{Frames, products};
use super::{BLOCK, NOWHERE};

/// Complex directions of places, and directions of heights. The first tell most pairs apart; the last decide about those
/// that are as far apart as was asked, whose noise lies in many directions.
pub(super) const DIRECTIONS: usize = 32;

/// Single precision loses this share of the norms at most, several times over.
pub(super) const ROUNDING: f32 = 1e-5;

/// The coordinates of a window.
#[derive(Clone, Copy, Debug)]
pub(super) struct Coordinates {
    pub(super) re: [f32; DIRECTIONS],
    pub(super) im: [f32; DIRECTIONS],
    /// Of heights less the mean ones.
    pub(super) heights: [f32; DIRECTIONS],
    /// The squared norms of places and of heights.
    squares: [f32; 2],
}

impl Coordinates {
    const ZERO: Self =
        Self { re: [0.0; DIRECTIONS], im: [0.0; DIRECTIONS], heights: [0.0; DIRECTIONS], squares: [0.0; 2] };

    /// The squared norm of the window.
    pub(super) fn norm(&self) -> f32 {
        self.squares[0] + self.squares[1]
    }

    /// The norms ρ and ς of what the first directions leave out of the places and of the heights; never too small.
    pub(super) fn rest(&self, directions: usize) -> [f32; 2] {
        let kept = |part: &[f32; DIRECTIONS]| part[..directions].iter().map(|c| c * c).sum::<f32>();
        let [places, heights] = self.squares;
        let left = |whole: f32, kept: f32| (whole - kept + ROUNDING * whole).max(0.0).sqrt();
        [left(places, kept(&self.re) + kept(&self.im)), left(heights, kept(&self.heights))]
    }
}

/// How windows get coordinates: the directions of a basis in the layout of [`Frames`].
pub(super) struct Projection {
    /// Per direction a window of its places and heights, and its part of the paths of centroids.
    directions: Vec<(Vec<f32>, Vec<[f32; 2]>)>,
    /// The product of each direction of heights with the mean heights.
    means: Vec<f32>,
    mean_heights: Vec<f32>,
    mean_square: f32,
}

impl Projection {
    pub(super) fn new(basis: &Basis, frames: &Frames) -> Self {
        let root_weights: Vec<f32> = frames.weights().iter().map(|weight| weight.sqrt()).collect();
        let bends = root_weights.len() - 1;
        let no_places = vec![[0.0; 2]; bends + basis.mean_heights.len()];
        let no_heights = vec![[0.0; 2]; basis.mean_heights.len()];
        let mean: Vec<[f32; 2]> = basis.mean_heights.iter().map(|&height| [height, 0.0]).collect();
        let laid_out = |places: &[[f32; 2]], heights: &[[f32; 2]]| {
            laid_out(&places[bends..], heights, frames.lanes(), &root_weights)
        };
        let direction = |k: usize| {
            // Clips that never differ have fewer directions.
            let places = basis.places.get(k).unwrap_or(&no_places);
            let heights = basis.heights.get(k).unwrap_or(&no_heights);
            (laid_out(places, heights), places[..bends].to_vec())
        };
        let product = |k: usize| {
            let heights = basis.heights.get(k).unwrap_or(&no_heights);
            heights.iter().zip(&mean).map(|(a, b)| a[0] * b[0]).sum()
        };
        let count = basis.places.len().max(basis.heights.len());
        Self {
            directions: (0..count).map(direction).collect(),
            means: (0..count).map(product).collect(),
            mean_square: mean.iter().map(|m| m[0] * m[0]).sum(),
            mean_heights: laid_out(&no_places, &mean),
        }
    }

    /// The coordinates of the windows of a block, of which the first is there; those of missing ones are of no account.
    pub(super) fn block(&self, frames: &Frames, windows: &[u32; BLOCK]) -> [Coordinates; BLOCK] {
        let numbers = windows.map(|window| if window == NOWHERE { windows[0] } else { window } as usize);
        let own = numbers.map(|number| frames.window(number));
        let mut block = [Coordinates::ZERO; BLOCK];
        for (k, (direction, bends)) in self.directions.iter().enumerate() {
            let products =
                pulp::Arch::new().dispatch(Along { direction, windows: own, lanes: frames.lanes() });
            for ((to, [mut re, mut im, height]), &number) in block.iter_mut().zip(products).zip(&numbers) {
                for ([x, z], [u, v]) in bends.iter().zip(frames.bends(number)) {
                    re += x * u + z * v;
                    im += x * v - z * u;
                }
                (to.re[k], to.im[k], to.heights[k]) = (re, im, height - self.means[k]);
            }
        }
        for ((to, &number), window) in block.iter_mut().zip(&numbers).zip(own) {
            to.squares = self.squares(frames, number, window);
        }
        block
    }

    /// The squared norms of the places of a window and of its heights less the mean ones.
    fn squares(&self, frames: &Frames, number: usize, window: &[f32]) -> [f32; 2] {
        let [places, _, heights] = products(window, window, frames.weights());
        let bends: f32 = frames.bends(number).iter().flatten().map(|value| value * value).sum();
        let along = Along { direction: &self.mean_heights, windows: [window; BLOCK], lanes: frames.lanes() };
        let [[.., mean], ..] = pulp::Arch::new().dispatch(along);
        [places + bends, (heights - 2.0 * mean + self.mean_square).max(0.0)]
    }
}

/// A vector over markers and, for each, frames, in the layout of [`Frames`] and with the weights of frames.
fn laid_out(places: &[[f32; 2]], heights: &[[f32; 2]], lanes: usize, root_weights: &[f32]) -> Vec<f32> {
    let length = root_weights.len();
    let mut window = vec![0.0; 3 * lanes * length];
    for (n, ([x, z], [y, _])) in places.iter().zip(heights).enumerate() {
        let (frame, at) = (n % length, n % length * 3 * lanes + n / length);
        for (part, value) in [x, z, y].into_iter().enumerate() {
            window[at + part * lanes] = value * root_weights[frame];
        }
    }
    window
}

/// Σ (xX + zZ), Σ (xZ − zX) and Σ yY of a direction with some windows.
struct Along<'a> {
    direction: &'a [f32],
    windows: [&'a [f32]; BLOCK],
    /// Markers of a frame.
    lanes: usize,
}

impl WithSimd for Along<'_> {
    type Output = [[f32; 3]; BLOCK];

    #[inline(always)]
    fn with_simd<S: Simd>(self, simd: S) -> [[f32; 3]; BLOCK] {
        let Self { direction, windows, lanes } = self;
        let third = lanes / S::F32_LANES;
        let mut sums = [[simd.splat_f32s(0.0); 5]; BLOCK];
        let direction = S::as_simd_f32s(direction).0;
        let mut vectors = [direction; BLOCK];
        for (vectors, window) in vectors.iter_mut().zip(windows) {
            *vectors = &S::as_simd_f32s(window).0[..direction.len()];
        }
        for frame in (0..direction.len()).step_by(3 * third) {
            for k in frame..frame + third {
                let [x, z, y] = [direction[k], direction[k + third], direction[k + 2 * third]];
                for m in 0..BLOCK {
                    let [u, v, w] = [vectors[m][k], vectors[m][k + third], vectors[m][k + 2 * third]];
                    sums[m][0] = simd.mul_add_e_f32s(x, u, sums[m][0]);
                    sums[m][1] = simd.mul_add_e_f32s(z, v, sums[m][1]);
                    sums[m][2] = simd.mul_add_e_f32s(x, v, sums[m][2]);
                    sums[m][3] = simd.mul_add_e_f32s(z, u, sums[m][3]);
                    sums[m][4] = simd.mul_add_e_f32s(y, w, sums[m][4]);
                }
            }
        }
        let mut products = [[0.0; 3]; BLOCK];
        for (products, sums) in products.iter_mut().zip(sums) {
            let mut totals = [0.0; 5];
            for (total, sum) in totals.iter_mut().zip(sums) {
                *total = simd.reduce_sum_f32s(sum);
            }
            let [xu, zv, xv, zu, yw] = totals;
            *products = [xu + zv, xv - zu, yw];
        }
        products
    }
}
