//! Blocks of frames, each as one frame and how far the others are from it.

use std::sync::OnceLock;

use segue_register::{Cloud, Columns, TileScratch, Tiles};

use super::basis::Basis;
use super::sketch::Sketches;

/// Columns of a strip: with the frames of its windows one panel of the kernel.
const STRIP: usize = 60;

/// What single precision loses of D at most, in m².
const LOST: f32 = 2e-6;

/// The frames of a clip in blocks of [`Tiles::BLOCK`], each as its middle frame and how far the others are from it.
#[derive(Clone, Debug)]
pub struct Blocks {
    /// The frames as columns of a grid; made again after they were let go.
    columns: OnceLock<Columns>,
    sketches: Sketches,
}

impl Blocks {
    /// The blocks of a clip, in a basis that serves all clips it is compared with.
    ///
    /// # Panics
    /// When the basis was made from clips with other settings.
    pub fn new(cloud: &Cloud, basis: &Basis) -> Self {
        let columns = Columns::new(cloud, STRIP);
        let sketches = Sketches::new(cloud, basis, &centres(cloud, &columns));
        Self { columns: columns.into(), sketches }
    }

    /// Lets go of what makes the clip the columns of grids: most of the memory. It is made again when it is needed.
    pub fn let_go(&mut self) {
        self.columns = OnceLock::new();
    }

    pub(crate) fn columns(&self, cloud: &Cloud) -> &Columns {
        self.columns.get_or_init(|| Columns::new(cloud, STRIP))
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

/// Per block its middle frame and how far the others are from it, at most.
fn centres(cloud: &Cloud, columns: &Columns) -> Vec<(usize, f32)> {
    let block = |first: usize| (first + (cloud.len() - first).min(Tiles::BLOCK) / 2, 0.0f32);
    let mut centres: Vec<(usize, f32)> = (0..cloud.len()).step_by(Tiles::BLOCK).map(block).collect();
    // The distances are cells near the diagonal of the clip's grid with itself.
    let tiles = Tiles::new(cloud, cloud, columns);
    let mut scratch = TileScratch::new(cloud.window());
    for (strip, frames) in tiles.strips().enumerate() {
        let blocks = frames.start / Tiles::BLOCK..frames.end.div_ceil(Tiles::BLOCK);
        tiles.compute(strip, blocks, &mut scratch, &mut |stretch| {
            let (middle, radius) = &mut centres[stretch.row / Tiles::BLOCK];
            if stretch.row == *middle {
                let first = stretch.row / Tiles::BLOCK * Tiles::BLOCK;
                let own = first.max(stretch.column)..(first + Tiles::BLOCK).min(frames.end);
                for frame in own {
                    *radius = radius.max((stretch.distances[frame - stretch.column] + LOST).sqrt());
                }
            }
        });
    }
    centres
}
