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
    count: usize,
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
        Self { count, columns: Columns::new(cloud, STRIP), sketches }
    }

    pub(super) fn columns(&self) -> &Columns {
        &self.columns
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

/// Which blocks of two clips have to be compared frame by frame.
pub(super) struct Needed {
    /// Per block of the first clip the blocks of the second, in order.
    blocks: Vec<Vec<u32>>,
}

impl Needed {
    /// The pairs of blocks with frames that may be closer than `metres`; of a clip with itself those with a cell above
    /// the diagonal.
    pub(super) fn new(first: &Blocks, second: &Blocks, metres: f32, with_itself: bool) -> Self {
        let mut bounds = vec![0.0; second.sketches.len()];
        let row = |block: usize| {
            first.sketches.bounds(block, &second.sketches, metres, &mut bounds);
            let from = if with_itself { block } else { 0 };
            (from..second.count).filter(|&other| bounds[other] < 0.0).map(|other| other as u32).collect()
        };
        Self { blocks: (0..first.count).map(row).collect() }
    }

    /// Runs of blocks of the first clip that have to be compared with some of these columns.
    pub(super) fn runs(&self, columns: &Range<usize>) -> Vec<Range<usize>> {
        let (from, to) = (columns.start / Tiles::BLOCK, columns.end.div_ceil(Tiles::BLOCK));
        let mut runs: Vec<Range<usize>> = Vec::new();
        for (block, others) in self.blocks.iter().enumerate() {
            let at = others.partition_point(|&other| (other as usize) < from);
            if others.get(at).is_none_or(|&other| other as usize >= to) {
                continue;
            }
            match runs.last_mut() {
                Some(last) if last.end == block => last.end = block + 1,
                _ => runs.push(block..block + 1),
            }
        }
        runs
    }
}
