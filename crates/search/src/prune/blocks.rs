//! Blocks of frames, and which pairs of them can hold close frames.

use std::ops::Range;

use segue_register::{Cloud, Columns, Tiles};

use super::basis::{Basis, inner, norm};
use super::sketch::Sketches;

/// Columns of a strip: with the frames of its windows one panel of the kernel.
const STRIP: usize = 60;

/// Added to radii, in metres, for what single precision loses.
const SLACK: f32 = 3e-4;

/// The frames of a clip in blocks of [`Tiles::BLOCK`], each as its middle frame and how far the others are from it.
#[derive(Clone, Debug)]
pub struct Blocks {
    columns: Columns,
    sketches: Sketches,
}

impl Blocks {
    /// The blocks of a clip, in a basis that serves all clips it is compared with.
    ///
    /// # Panics
    /// When the basis was made from clips with other settings.
    pub fn new(cloud: &Cloud, basis: &Basis) -> Self {
        let count = cloud.len().div_ceil(Tiles::BLOCK);
        let centre = |block: usize| {
            let frames = block * Tiles::BLOCK..cloud.len().min((block + 1) * Tiles::BLOCK);
            let middle = frames.start + frames.len() / 2;
            (middle, radius(cloud, middle, frames, basis.floor))
        };
        let centres: Vec<(usize, f32)> = (0..count).map(centre).collect();
        let sketches = Sketches::new(cloud, basis, &centres);
        Self { columns: Columns::new(cloud, STRIP), sketches }
    }

    pub(crate) fn columns(&self) -> &Columns {
        &self.columns
    }

    /// Number of blocks, up to whole vectors.
    pub(super) fn len_padded(&self) -> usize {
        self.sketches.len()
    }

    /// For each block of another clip, a number below 0 if it may have a frame closer than `metres` to one of this block.
    pub(super) fn bounds(&self, block: usize, other: &Self, metres: f32, out: &mut [f32]) {
        self.sketches.bounds(block, &other.sketches, metres, out);
    }
}

/// How far the frames of a block are from one of them, at most.
fn radius(cloud: &Cloud, middle: usize, frames: Range<usize>, floor: f64) -> f32 {
    let centre = cloud.window_vector(middle, floor);
    let distance = |frame: usize| distance(&centre, &cloud.window_vector(frame, floor));
    frames.map(distance).fold(0.0, f32::max) + SLACK
}

/// √D of two window vectors.
fn distance(
    (places, heights): &(Vec<[f32; 2]>, Vec<f32>),
    (others, high): &(Vec<[f32; 2]>, Vec<f32>),
) -> f32 {
    let [re, im] = inner(places, others);
    let apart: f32 = heights.iter().zip(high).map(|(y, other)| (y - other).powi(2)).sum();
    let squared = norm(places).powi(2) + norm(others).powi(2) + apart - 2.0 * re.hypot(im);
    squared.max(0.0).sqrt()
}
