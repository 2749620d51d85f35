//! The frames of some clips, laid out so that any two windows can be compared.

use pulp::{Simd, WithSimd};
use segue_register::Cloud;

/// Markers are made up to a multiple of this: the widest vectors.
const LANES: usize = 16;

/// Centred markers frame by frame, with the ends of clips repeated for their windows.
///
/// A window is named by the frame it begins at; each clip takes `2 · half` more frames than it has windows.
#[derive(Clone, Debug, Default)]
pub(super) struct Frames {
    /// Numbers of a frame: x of all markers, then z, then y.
    stride: usize,
    coordinates: Vec<f32>,
    /// Weights of the frames of a window.
    weights: Vec<f32>,
    /// The paths of the centroid, window by window.
    bends: Vec<[f32; 2]>,
    /// Per window the sum of the squares of all its numbers.
    norms: Vec<f32>,
}

impl Frames {
    /// The frames of a clip, with heights above `floor`.
    pub(super) fn of(cloud: &Cloud, floor: f64) -> Self {
        let half = cloud.window().half();
        let mut frames = Self {
            stride: 3 * cloud.markers().next_multiple_of(LANES),
            weights: cloud.window().weights().iter().map(|&weight| weight as f32).collect(),
            ..Self::default()
        };
        for padded in 0..cloud.len() + 2 * half {
            frames.push_frame(cloud, padded.saturating_sub(half).min(cloud.len() - 1), floor);
        }
        for frame in 0..cloud.len() {
            frames.bends.extend(cloud.bends(frame));
            frames.norms.push(frames.norm(frame));
        }
        // Windows that would reach into the next clip.
        frames.bends.resize((cloud.len() + 2 * half) * 2 * half, [0.0; 2]);
        frames.norms.resize(cloud.len() + 2 * half, f32::INFINITY);
        frames
    }

    /// Adds the frames of another clip and returns its first window.
    ///
    /// # Panics
    /// When it has other markers or another window than those before.
    pub(super) fn append(&mut self, mut other: Self) -> usize {
        let first = self.norms.len();
        if first == 0 {
            *self = other;
            return first;
        }
        let same = self.stride == other.stride && self.weights == other.weights;
        assert!(same, "clips are compared that were made with the same markers and window");
        self.coordinates.append(&mut other.coordinates);
        self.bends.append(&mut other.bends);
        self.norms.append(&mut other.norms);
        first
    }

    fn push_frame(&mut self, cloud: &Cloud, frame: usize, floor: f64) {
        let (places, heights) = cloud.frame_vector(frame, floor);
        let from = self.coordinates.len();
        self.coordinates.resize(from + self.stride, 0.0);
        let (x, rest) = self.coordinates[from..].split_at_mut(self.stride / 3);
        let (z, y) = rest.split_at_mut(self.stride / 3);
        for (marker, ([px, pz], height)) in places.iter().zip(&heights).enumerate() {
            (x[marker], z[marker], y[marker]) = (*px, *pz, *height);
        }
    }

    fn norm(&self, window: usize) -> f32 {
        let square = |row: &[f32]| row.iter().map(|&value| f64::from(value).powi(2)).sum::<f64>();
        let rows = self.window(window).chunks(self.stride).zip(&self.weights);
        let markers: f64 = rows.map(|(row, &weight)| f64::from(weight) * square(row)).sum();
        let bends: f64 = self.bends(window).iter().map(|bend| square(bend)).sum();
        (markers + bends) as f32
    }

    /// D of a window and one of others, in m²; single precision loses at most about 5·10⁻⁷ of it.
    pub(super) fn distance(&self, own: usize, others: &Self, other: usize) -> f32 {
        let [mut along, mut across, straight] =
            products(self.window(own), others.window(other), &self.weights);
        for ([x, z], [u, v]) in self.bends(own).iter().zip(others.bends(other)) {
            along += x * u + z * v;
            across += x * v - z * u;
        }
        let turned = (along * along + across * across).sqrt();
        (self.norms[own] + others.norms[other] - 2.0 * (turned + straight)).max(0.0)
    }

    /// All numbers of a window but its bends, frame by frame.
    pub(super) fn window(&self, window: usize) -> &[f32] {
        &self.coordinates[window * self.stride..][..self.weights.len() * self.stride]
    }

    pub(super) fn bends(&self, window: usize) -> &[[f32; 2]] {
        let count = self.weights.len() - 1;
        &self.bends[window * count..][..count]
    }

    /// Frames of all clips, with those that were added.
    pub(super) fn len(&self) -> usize {
        self.norms.len()
    }

    /// Markers of a frame, with those that were added.
    pub(super) fn lanes(&self) -> usize {
        self.stride / 3
    }

    pub(super) fn weights(&self) -> &[f32] {
        &self.weights
    }
}

/// Σ (xX + zZ), Σ (xZ − zX) and Σ yY of two windows, frames weighted.
pub(super) fn products(first: &[f32], second: &[f32], weights: &[f32]) -> [f32; 3] {
    pulp::Arch::new().dispatch(Products { first, second, weights })
}

struct Products<'a> {
    first: &'a [f32],
    second: &'a [f32],
    weights: &'a [f32],
}

impl WithSimd for Products<'_> {
    type Output = [f32; 3];

    #[inline(always)]
    #[expect(clippy::inline_always, reason = "compiled for the vectors it is dispatched to")]
    fn with_simd<S: Simd>(self, simd: S) -> [f32; 3] {
        let Self { first, second, weights } = self;
        let stride = first.len() / weights.len();
        let (third, zero) = (stride / 3 / S::F32_LANES, simd.splat_f32s(0.0));
        // Five sums that do not wait for each other.
        let mut sums = [zero; 5];
        for ((first, second), &weight) in
            first.chunks_exact(stride).zip(second.chunks_exact(stride)).zip(weights)
        {
            let weight = simd.splat_f32s(weight);
            let (first, second) = (S::as_simd_f32s(first).0, S::as_simd_f32s(second).0);
            let [(x, rest), (u, other)] = [first.split_at(third), second.split_at(third)];
            let [(z, y), (v, w)] = [rest.split_at(third), other.split_at(third)];
            for k in 0..third {
                let (x, z) = (simd.mul_f32s(x[k], weight), simd.mul_f32s(z[k], weight));
                let y = simd.mul_f32s(y[k], weight);
                sums[0] = simd.mul_add_e_f32s(x, u[k], sums[0]);
                sums[1] = simd.mul_add_e_f32s(z, v[k], sums[1]);
                sums[2] = simd.mul_add_e_f32s(x, v[k], sums[2]);
                sums[3] = simd.mul_add_e_f32s(z, u[k], sums[3]);
                sums[4] = simd.mul_add_e_f32s(y, w[k], sums[4]);
            }
        }
        let mut totals = [0.0; 5];
        for (total, sum) in totals.iter_mut().zip(sums) {
            *total = simd.reduce_sum_f32s(sum);
        }
        let [xu, zv, xv, zu, yw] = totals;
        [xu + zv, xv - zu, yw]
    }
}
