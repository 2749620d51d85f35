//! A clip seen as a sequence of point clouds.

use glam::Vec3;
use segue_motion::{Clip, Ground, Pose, Rigid, Skeleton};

use crate::kernel::Packed;
use crate::placement::{Placement, Sums, carrying};
use crate::{Markers, Window};

/// The marker clouds of one clip at the registration rate, ready to be compared.
///
/// Every frame is centred on its own centroid on the floor and the centroids are kept apart, so neither the place
/// of a clip nor its speed costs digits: single precision is enough even 100 m from the origin. Windows clamp at
/// the ends, which is done here by repeating the first and last frame.
///
/// There are at least two frames. The first lies on the clip's first frame and the last on its last, so the
/// spacing may differ from the rate asked for by half a frame over the whole clip.
#[derive(Clone, Debug)]
pub struct Cloud {
    frames: usize,
    spacing_secs: f64,
    window: Window,
    /// √w of each marker.
    root_weights: Vec<f32>,
    /// Mean height of the clip in metres; `padded` holds heights above it.
    height: f64,
    padded: Coordinates,
    /// Centroid of each frame on the floor.
    centroids: Vec<[f64; 2]>,
    /// Centroid of each window on the floor.
    window_centroids: Vec<[f64; 2]>,
    /// Paths of the centroids through each window, `2 · half` complex coordinates a window.
    bends: Vec<[f32; 2]>,
    /// Per window: Σ w (x² + z²) about its centroid, plus Σ w y².
    norms: Vec<f32>,
    /// Per window: Σ w y.
    mean_heights: Vec<f32>,
    /// The same as the kernel reads it.
    packed: Packed,
}

/// Coordinates of centred markers times √w, marker by marker, with the ends repeated for the windows.
#[derive(Clone, Debug, PartialEq)]
struct Coordinates {
    frames: usize,
    x: Vec<f32>,
    y: Vec<f32>,
    z: Vec<f32>,
}

/// Why a clip has no cloud.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[error("clip `{clip}` has {frames} frame; registration needs at least two")]
pub struct TooShort {
    /// The clip.
    pub clip: String,
    /// Its frames.
    pub frames: usize,
}

impl Cloud {
    /// The clouds of `clip` at about `rate` frames per second.
    ///
    /// # Errors
    /// When the clip has fewer than two frames.
    pub fn new(clip: &Clip, markers: &Markers, window: &Window, rate: f64) -> Result<Self, TooShort> {
        Self::of_frames(clip, markers, window, Self::len_at(clip.duration_secs(), rate))
    }

    /// The clouds of `clip` at so many moments, at least two: the first frame, the last, and evenly between.
    ///
    /// # Errors
    /// When the clip has fewer than two frames.
    pub fn of_frames(
        clip: &Clip,
        markers: &Markers,
        window: &Window,
        frames: usize,
    ) -> Result<Self, TooShort> {
        if clip.len() < 2 {
            return Err(TooShort { clip: clip.name().to_owned(), frames: clip.len() });
        }
        let mut raw = Raw::sample(clip, markers, frames);
        let height = raw.lower();
        let mut cloud = Self {
            frames,
            spacing_secs: clip.duration_secs() / (frames - 1) as f64,
            window: window.clone(),
            root_weights: markers.weights().iter().map(|weight| weight.sqrt() as f32).collect(),
            height,
            padded: raw.pad(window.half(), markers.weights()),
            centroids: raw.centroids,
            window_centroids: Vec::new(),
            bends: Vec::new(),
            norms: Vec::new(),
            mean_heights: Vec::new(),
            packed: Packed::default(),
        };
        cloud.sum_windows();
        Ok(cloud)
    }

    /// How many frames the clouds of a clip of this duration have at about `rate` frames per second.
    pub fn len_at(duration_secs: f64, rate: f64) -> usize {
        ((duration_secs * rate).round() as usize + 1).max(2)
    }

    /// Whether there is memory for the clouds of a clip.
    ///
    /// # Errors
    /// When the clip is so long that there is not.
    pub fn check_memory(clip: &Clip, markers: usize, rate: f64) -> Result<(), segue_store::OverBudget> {
        // Three coordinates of every marker, as they are sampled, padded and packed for both sides of a comparison.
        let bytes = Self::len_at(clip.duration_secs(), rate) as u64 * markers as u64 * 3 * 4 * 4;
        segue_store::Budget::allow(format_args!("comparing `{}`", clip.name()), bytes)
    }

    /// Number of frames at the registration rate, at least 2.
    #[expect(clippy::len_without_is_empty, reason = "there are always two frames")]
    pub fn len(&self) -> usize {
        self.frames
    }

    /// Number of markers.
    pub fn markers(&self) -> usize {
        self.root_weights.len()
    }

    /// Seconds from frame to frame.
    pub fn spacing_secs(&self) -> f64 {
        self.spacing_secs
    }

    /// The window around each frame.
    pub fn window(&self) -> &Window {
        &self.window
    }

    /// Where the window around `frame`, whole or not, has its centroid on the floor.
    pub fn window_centroid(&self, frame: f64) -> [f64; 2] {
        let (before, fraction) = self.split(frame);
        lerp(self.window_centroids[before], self.window_centroids[self.next(before)], fraction)
    }

    /// How the window around frame `frame_of_other` of another cloud lies best on the one around `frame` of this;
    /// frames need not be whole.
    pub fn place(&self, frame: f64, other: &Self, frame_of_other: f64) -> Placement {
        self.assert_alike(other);
        let (first, second) = (self.window_centroid(frame), other.window_centroid(frame_of_other));
        let (i, j) = (self.split(frame), other.split(frame_of_other));
        let mut sums = Sums::default();
        for (marker, &root_weight) in self.root_weights.iter().enumerate() {
            let raise = other.height_above(self) * f64::from(root_weight);
            let (here, there) = (self.through_window(i, marker), other.through_window(j, marker));
            for (l, &weight) in self.window.weights().iter().enumerate() {
                let [x, y, z] = there.at(l);
                sums.add(weight, here.at(l), [x, y + raise, z]);
            }
        }
        for (l, &weight) in self.window.weights().iter().enumerate() {
            let shift = l as f64 - self.window.half() as f64;
            let path = |cloud: &Self, frame: f64, origin: [f64; 2]| {
                let (before, fraction) = cloud.split(frame + shift);
                let [x, z] = lerp(cloud.centroids[before], cloud.centroids[cloud.next(before)], fraction);
                [x - origin[0], 0.0, z - origin[1]]
            };
            sums.add(weight, path(self, frame, first), path(other, frame_of_other, second));
        }
        sums.placement(first, second)
    }

    /// The transform that turns `other` by `angle` and carries the centroid of its window exactly onto this one's.
    pub fn carrying(&self, frame: f64, other: &Self, frame_of_other: f64, angle: f64) -> Ground {
        carrying(angle, other.window_centroid(frame_of_other), self.window_centroid(frame))
    }

    /// The mean height of the clip, in metres.
    pub fn mean_height(&self) -> f64 {
        self.height
    }

    /// The window around a frame as one vector: places on the floor as pairs (x, z), then heights above `floor` metres.
    ///
    /// With p and y of one window and p' and y' of another, `D = |p|² + |p'|² + |y − y'|² − 2 |Σ p̄ₖ p'ₖ|`, pairs being
    /// complex numbers.
    pub fn window_vector(&self, frame: usize, floor: f64) -> (Vec<[f32; 2]>, Vec<f32>) {
        let weights: Vec<f32> = self.window.weights().iter().map(|weight| weight.sqrt() as f32).collect();
        let raise = (self.height - floor) as f32;
        let (mut places, mut heights) = (self.bends(frame).to_vec(), Vec::new());
        for (marker, &root_weight) in self.root_weights.iter().enumerate() {
            let [x, y, z] = self.padded(marker).map(|values| &values[frame..]);
            for (l, weight) in weights.iter().enumerate() {
                places.push([weight * x[l], weight * z[l]]);
                heights.push(weight * (y[l] + raise * root_weight));
            }
        }
        (places, heights)
    }

    /// The markers of one frame times √w: places on the floor about their centroid as pairs (x, z), then heights above
    /// `floor` metres.
    pub fn frame_vector(&self, frame: usize, floor: f64) -> (Vec<[f32; 2]>, Vec<f32>) {
        let (at, raise) = (frame + self.window.half(), (self.height - floor) as f32);
        let marker = |(marker, root_weight): (usize, &f32)| {
            let [x, y, z] = self.padded(marker).map(|values| values[at]);
            ([x, z], y + raise * root_weight)
        };
        self.root_weights.iter().enumerate().map(marker).unzip()
    }

    /// x, y and z of one marker in all frames, with the ends repeated for the windows.
    pub(crate) fn padded(&self, marker: usize) -> [&[f32]; 3] {
        let Coordinates { frames, x, y, z } = &self.padded;
        [x, y, z].map(|values| &values[marker * frames..][..*frames])
    }

    pub(crate) fn packed(&self) -> &Packed {
        &self.packed
    }

    /// The path of the centroid through the window around a frame, wherever it is: `2 · half` coordinates, of which the
    /// inner product with those of another is that of the paths about their means.
    pub fn bends(&self, frame: usize) -> &[[f32; 2]] {
        let coordinates = 2 * self.window.half();
        &self.bends[frame * coordinates..][..coordinates]
    }

    /// How far this clip's heights are measured above those of `other`, in metres.
    pub(crate) fn height_above(&self, other: &Self) -> f64 {
        self.height - other.height
    }

    /// The norm of window `frame` when its heights are raised by `raise` metres.
    pub(crate) fn norm(&self, frame: usize, raise: f64) -> f32 {
        let mean = f64::from(self.mean_heights[frame]);
        (f64::from(self.norms[frame]) + 2.0 * raise * mean + raise * raise) as f32
    }

    pub(crate) fn assert_alike(&self, other: &Self) {
        assert!(
            self.root_weights == other.root_weights && self.window == other.window,
            "clouds are compared that were made with the same markers and window"
        );
    }

    fn split(&self, frame: f64) -> (usize, f64) {
        let frame = frame.clamp(0.0, (self.frames - 1) as f64);
        (frame as usize, frame.fract())
    }

    fn next(&self, frame: usize) -> usize {
        (frame + 1).min(self.frames - 1)
    }

    /// A centred marker times √w in all frames of the window around a moment between two frames.
    fn through_window(&self, (frame, fraction): (usize, f64), marker: usize) -> Passage<'_> {
        // The ends are repeated, so windows need not be clamped; after the last frame the fraction is 0.
        let (step, length) = (usize::from(fraction > 0.0), self.window.weights().len());
        let rows = self.padded(marker);
        let from = |start: usize| rows.map(|row| &row[start..start + length]);
        Passage { before: from(frame), after: from(frame + step), fraction: fraction as f32 }
    }

    fn sum_windows(&mut self) {
        let sums = self.frame_sums();
        for frame in 0..self.frames {
            let window: Vec<usize> = (0..self.window.weights().len())
                .map(|l| (frame + l).saturating_sub(self.window.half()).min(self.frames - 1))
                .collect();
            self.push_centroids(&window);
            self.push_norms(frame, &sums);
        }
    }

    fn push_centroids(&mut self, window: &[usize]) {
        let path = |axis: usize| window.iter().map(|&n| self.centroids[n][axis]).collect::<Vec<f64>>();
        let (x, z) = (path(0), path(1));
        let mean = |path: &[f64]| -> f64 {
            let start = path[0];
            start + self.window.weights().iter().zip(path).map(|(w, c)| w * (c - start)).sum::<f64>()
        };
        self.window_centroids.push([mean(&x), mean(&z)]);
        let bends = self.window.bends(&x).zip(self.window.bends(&z));
        self.bends.extend(bends.map(|(x, z)| [x as f32, z as f32]));
    }

    /// Per frame, the repeated ends included: Σ w (x² + y² + z²) and Σ w y.
    fn frame_sums(&self) -> Vec<[f64; 2]> {
        let mut sums = vec![[0.0; 2]; self.padded.frames];
        for (marker, &root_weight) in self.root_weights.iter().enumerate() {
            let [x, y, z] = self.padded(marker);
            for (sum, ((&x, &y), &z)) in sums.iter_mut().zip(x.iter().zip(y).zip(z)) {
                let [x, y, z] = [x, y, z].map(f64::from);
                sum[0] += x * x + y * y + z * z;
                sum[1] += f64::from(root_weight) * y;
            }
        }
        sums
    }

    fn push_norms(&mut self, frame: usize, sums: &[[f64; 2]]) {
        let (mut norm, mut mean) = (0.0, 0.0);
        for (weight, [squares, heights]) in self.window.weights().iter().zip(&sums[frame..]) {
            norm += weight * squares;
            mean += weight * heights;
        }
        norm += self.bends(frame).iter().flatten().map(|&bend| f64::from(bend).powi(2)).sum::<f64>();
        self.norms.push(norm as f32);
        self.mean_heights.push(mean as f32);
    }
}

/// A marker's way through a window between two whole frames.
struct Passage<'a> {
    before: [&'a [f32]; 3],
    after: [&'a [f32]; 3],
    fraction: f32,
}

impl Passage<'_> {
    #[inline]
    fn at(&self, l: usize) -> [f64; 3] {
        let mix = |axis: usize| {
            let (a, b) = (self.before[axis][l], self.after[axis][l]);
            f64::from(a + (b - a) * self.fraction)
        };
        [mix(0), mix(1), mix(2)]
    }
}

fn lerp(a: [f64; 2], b: [f64; 2], fraction: f64) -> [f64; 2] {
    [a[0] + (b[0] - a[0]) * fraction, a[1] + (b[1] - a[1]) * fraction]
}

/// Positions of all joints, then all end sites; `scratch` is reused from frame to frame.
fn points(pose: &Pose, skeleton: &Skeleton, scratch: &mut Vec<Rigid>, points: &mut Vec<Vec3>) {
    pose.world_from_joints(skeleton, scratch);
    points.clear();
    points.extend(scratch.iter().map(|world| world.translation));
    points.extend(skeleton.end_sites().iter().map(|site| scratch[site.parent.index()] * site.offset));
}

/// Centred markers before they are weighted and padded.
struct Raw {
    markers: usize,
    positions: Vec<Vec3>,
    centroids: Vec<[f64; 2]>,
}

impl Raw {
    fn sample(clip: &Clip, markers: &Markers, frames: usize) -> Self {
        let step = clip.last_frame() as f64 / (frames - 1) as f64;
        let (mut pose, mut scratch, mut joints) = (clip.frame(0).to_pose(), Vec::new(), Vec::new());
        let mut raw = Self { markers: markers.len(), positions: Vec::new(), centroids: Vec::new() };
        raw.positions.reserve(frames * markers.len());
        for frame in 0..frames {
            clip.sample_into(frame as f64 * step, &mut pose);
            // The figure is put together around the origin, where single precision has digits to spare.
            let root = [f64::from(pose.root.x), f64::from(pose.root.z)];
            (pose.root.x, pose.root.z) = (0.0, 0.0);
            points(&pose, clip.skeleton(), &mut scratch, &mut joints);
            raw.push(markers, &joints, root);
        }
        raw
    }

    fn push(&mut self, markers: &Markers, joints: &[Vec3], root: [f64; 2]) {
        let start = self.positions.len();
        self.positions.extend(markers.positions(joints));
        let frame = &mut self.positions[start..];
        let mut centre = [0.0; 2];
        for (position, weight) in frame.iter().zip(markers.weights()) {
            centre[0] += weight * f64::from(position.x);
            centre[1] += weight * f64::from(position.z);
        }
        for position in frame {
            position.x = (f64::from(position.x) - centre[0]) as f32;
            position.z = (f64::from(position.z) - centre[1]) as f32;
        }
        self.centroids.push([root[0] + centre[0], root[1] + centre[1]]);
    }

    /// Takes the mean height out of all positions and returns it.
    fn lower(&mut self) -> f64 {
        let sum: f64 = self.positions.iter().map(|position| f64::from(position.y)).sum();
        let height = sum / self.positions.len() as f64;
        self.positions.iter_mut().for_each(|position| position.y = (f64::from(position.y) - height) as f32);
        height
    }

    /// The positions times √w with `half` copies of the first and last frame around them.
    fn pad(&self, half: usize, weights: &[f64]) -> Coordinates {
        let frames = self.centroids.len();
        let padded = frames + 2 * half;
        let zero = vec![0.0; padded * self.markers];
        let mut to = Coordinates { frames: padded, x: zero.clone(), y: zero.clone(), z: zero };
        for frame in 0..padded {
            let source = frame.saturating_sub(half).min(frames - 1);
            let row = &self.positions[source * self.markers..][..self.markers];
            for (marker, (position, weight)) in row.iter().zip(weights).enumerate() {
                let (scaled, n) = (*position * weight.sqrt() as f32, marker * padded + frame);
                (to.x[n], to.y[n], to.z[n]) = (scaled.x, scaled.y, scaled.z);
            }
        }
        to
    }
}
