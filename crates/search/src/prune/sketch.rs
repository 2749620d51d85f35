//! A few numbers about each window from which distances are bounded.

use pulp::{Simd, WithSimd};
use segue_register::Cloud;

use super::basis::{Basis, inner, norm};

/// Windows bounded at once.
pub(super) const LANES: usize = 16;

/// Single precision loses this share of the norms at most, several times over.
const ROUNDING: f32 = 1e-5;

/// Windows as coordinates in a [`Basis`] and what these leave out.
///
/// With P and Q the coordinates, ρ and ς the norms of the rest and n the norm of the whole, Cauchy and Schwarz give
/// `D ≥ n + n' − 2 (|⟨P, P'⟩| + ⟨Q, Q'⟩ + ρρ' + ςς')`. Windows stand for all within their reach.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Sketches {
    /// How many coordinates are complex.
    places: usize,
    /// Coordinate by coordinate the values of all windows: real and imaginary parts, then heights, ρ, ς and the reach.
    rows: Vec<Vec<f32>>,
    norms: Vec<f32>,
}

impl Sketches {
    /// The sketches of some frames of a clip, each standing for all frames within a reach in metres.
    pub(super) fn new(cloud: &Cloud, basis: &Basis, frames: &[(usize, f32)]) -> Self {
        let places = basis.places.len();
        let mut sketches = Self { places, ..Self::default() };
        sketches.rows = vec![Vec::new(); 2 * places + basis.heights.len() + 3];
        for &(frame, reach) in frames {
            sketches.push(&cloud.window_vector(frame, basis.floor), basis, reach);
        }
        // Whole vectors; what is added is farther than anything.
        let padded = sketches.norms.len().next_multiple_of(LANES);
        sketches.norms.resize(padded, f32::INFINITY);
        sketches.rows.iter_mut().for_each(|row| row.resize(padded, 0.0));
        sketches
    }

    fn push(&mut self, (places, heights): &(Vec<[f32; 2]>, Vec<f32>), basis: &Basis, reach: f32) {
        let heights: Vec<[f32; 2]> =
            heights.iter().zip(&basis.mean_heights).map(|(y, mean)| [y - mean, 0.0]).collect();
        let mut values = Vec::with_capacity(self.rows.len());
        basis.places.iter().for_each(|direction| values.extend(inner(direction, places)));
        let rest = residual(norm(places), &values);
        let high: Vec<f32> = basis.heights.iter().map(|direction| inner(direction, &heights)[0]).collect();
        let rest_of_heights = residual(norm(&heights), &high);
        values.extend(&high);
        values.extend([rest, rest_of_heights, reach]);
        for (row, value) in self.rows.iter_mut().zip(values) {
            row.push(value);
        }
        self.norms.push((norm(places).powi(2) + norm(&heights).powi(2)) * (1.0 - ROUNDING));
    }

    pub(super) fn len(&self) -> usize {
        self.norms.len()
    }

    /// For each window of `others`, a number below 0 if some frame within its reach may be closer than `metres` to a
    /// frame within the reach of window `own`.
    pub(super) fn bounds(&self, own: usize, others: &Self, metres: f32, out: &mut [f32]) {
        let mut values: Vec<f32> = self.rows.iter().map(|row| row[own]).collect();
        // (metres + reach + reach')² = α² + α'² + 2αα' with α = metres / 2 + reach: one more coordinate.
        let reach = values.len() - 1;
        let alpha = metres / 2.0 + values[reach];
        values[reach] = alpha;
        let norm = self.norms[own] - alpha * alpha;
        pulp::Arch::new().dispatch(Bound { values: &values, norm, half: metres / 2.0, others, out });
    }
}

/// What coordinates leave of a norm; never too small.
fn residual(norm: f32, coordinates: &[f32]) -> f32 {
    let kept: f32 = coordinates.iter().map(|c| c * c).sum();
    (norm * norm - kept + ROUNDING * norm * norm).max(0.0).sqrt()
}

/// The bounds of one window with all others, in the widest vectors of the machine.
struct Bound<'a> {
    values: &'a [f32],
    norm: f32,
    half: f32,
    others: &'a Sketches,
    out: &'a mut [f32],
}

impl WithSimd for Bound<'_> {
    type Output = ();

    #[inline(always)]
    #[expect(clippy::inline_always, reason = "compiled for the vectors it is dispatched to")]
    fn with_simd<S: Simd>(self, _: S) {
        let Self { values, norm, half, others, out } = self;
        let (chunks, _) = out.as_chunks_mut::<LANES>();
        for (n, out) in chunks.iter_mut().enumerate() {
            let lanes = |row: usize| -> &[f32; LANES] { &others.rows[row].as_chunks::<LANES>().0[n] };
            let (mut along, mut across, mut straight) = ([0f32; LANES], [0f32; LANES], [0f32; LANES]);
            for k in 0..others.places {
                let (x, z) = (values[2 * k], values[2 * k + 1]);
                let (re, im) = (lanes(2 * k), lanes(2 * k + 1));
                for l in 0..LANES {
                    along[l] += x * re[l] + z * im[l];
                    across[l] += x * im[l] - z * re[l];
                }
            }
            let reach = values.len() - 1;
            for (k, y) in values.iter().enumerate().take(reach).skip(2 * others.places) {
                let row = lanes(k);
                for l in 0..LANES {
                    straight[l] += y * row[l];
                }
            }
            let (reaches, norms) = (lanes(reach), &others.norms.as_chunks::<LANES>().0[n]);
            for l in 0..LANES {
                let alpha = half + reaches[l];
                let turned = (along[l] * along[l] + across[l] * across[l]).sqrt();
                out[l] =
                    norm + norms[l] - alpha * alpha - 2.0 * (turned + straight[l] + values[reach] * alpha);
            }
        }
    }
}
