//! Clouds laid out as the kernel reads them.

use super::{MARGIN, ROWS};
use crate::Cloud;

/// Columns that are packed together: four of the widest vectors.
pub(super) const PANEL: usize = 64;

/// What is multiplied on either side: x·X, z·Z, (x − z)·(X + Z) and y·Y.
pub(super) const FAMILIES: usize = 4;

/// The rows of a grid: frames in blocks of [`ROWS`], each block family by family, marker by marker.
pub(crate) struct Left {
    markers: usize,
    window_weights: Vec<f32>,
    blocks: Vec<[f32; ROWS]>,
    bends: Vec<[f32; 2]>,
    norms: Vec<f32>,
}

impl Left {
    pub(super) fn new(cloud: &Cloud) -> Self {
        let (markers, half) = (cloud.markers(), cloud.window().half());
        let padded = cloud.padded();
        let rows = (cloud.len() + 2 * half).div_ceil(ROWS) + 1;
        let mut blocks = vec![[0.0; ROWS]; rows * FAMILIES * markers];
        for frame in 0..cloud.len() + 2 * half {
            let block = &mut blocks[frame / ROWS * FAMILIES * markers..][..FAMILIES * markers];
            for k in 0..markers {
                let (x, y, z) = coordinates(padded, frame * markers + k);
                for (family, value) in [x, z, x - z, y].into_iter().enumerate() {
                    block[family * markers + k][frame % ROWS] = value;
                }
            }
        }
        Self {
            markers,
            window_weights: cloud.window().weights().iter().map(|&weight| weight as f32).collect(),
            blocks,
            bends: (0..cloud.len()).flat_map(|frame| cloud.bends(frame)).copied().collect(),
            norms: (0..cloud.len()).map(|frame| cloud.norm(frame, 0.0)).collect(),
        }
    }

    pub(crate) fn half_window(&self) -> usize {
        self.window_weights.len() / 2
    }

    pub(super) fn window_weights(&self) -> &[f32] {
        &self.window_weights
    }

    /// One family of a block of frames, marker by marker; beyond the last frame all are zero.
    #[inline(always)]
    pub(super) fn family(&self, block: usize, family: usize) -> &[[f32; ROWS]] {
        &self.blocks[(block * FAMILIES + family) * self.markers..][..self.markers]
    }

    /// Whether the block holds a frame.
    pub(super) fn has_block(&self, block: usize) -> bool {
        (block + 1) * FAMILIES * self.markers <= self.blocks.len()
    }

    /// The centroid's path through a window. Windows past the last give the last, whose distances are dropped.
    #[inline(always)]
    pub(super) fn bends(&self, window: usize) -> &[[f32; 2]] {
        let coordinates = 2 * self.half_window();
        &self.bends[window.min(self.norms.len() - 1) * coordinates..][..coordinates]
    }

    #[inline(always)]
    pub(super) fn norm(&self, window: usize) -> f32 {
        self.norms[window.min(self.norms.len() - 1)]
    }
}

/// The columns of a grid, strip by strip.
pub(crate) struct Right {
    pub(crate) strips: Vec<Strip>,
}

/// Neighbouring columns whose packed form stays in the second-level cache.
pub(crate) struct Strip {
    first: usize,
    columns: usize,
    frames: usize,
    markers: usize,
    panels: Vec<[f32; PANEL]>,
    bends: Vec<f32>,
    norms: Vec<f32>,
}

impl Right {
    /// Strips of about equal width, at most `widest`: a fixed width would leave a narrow one at the end.
    pub(super) fn new(cloud: &Cloud, raise: f64, widest: usize) -> Self {
        let width = cloud.len().div_ceil(cloud.len().div_ceil(widest));
        let first_columns = (0..cloud.len()).step_by(width);
        let strip = |first| Strip::new(cloud, raise, first, width.min(cloud.len() - first));
        Self { strips: first_columns.map(strip).collect() }
    }

    /// The most columns a strip has.
    pub(crate) fn widest(&self) -> usize {
        self.strips.iter().map(|strip| strip.columns).max().unwrap_or(0)
    }
}

impl Strip {
    fn new(cloud: &Cloud, raise: f64, first: usize, columns: usize) -> Self {
        let (markers, half) = (cloud.markers(), cloud.window().half());
        let frames = columns + 2 * half;
        let stride = stride(frames);
        let mut bends = vec![0.0; 4 * half * stride];
        let mut norms = vec![0.0; stride];
        for column in 0..columns {
            norms[MARGIN + column] = cloud.norm(first + column, raise);
            for (m, [x, z]) in cloud.bends(first + column).iter().enumerate() {
                bends[2 * m * stride + MARGIN + column] = *x;
                bends[(2 * m + 1) * stride + MARGIN + column] = *z;
            }
        }
        Self {
            first,
            columns,
            frames,
            markers,
            panels: panels(cloud, raise as f32, first, frames),
            bends,
            norms,
        }
    }

    /// The first column.
    pub(crate) fn first(&self) -> usize {
        self.first
    }

    /// How many columns there are.
    pub(crate) fn len(&self) -> usize {
        self.columns
    }

    /// Frames under the columns and their windows.
    pub(super) fn frames(&self) -> usize {
        self.frames
    }

    pub(super) fn stride(&self) -> usize {
        stride(self.frames)
    }

    /// One family of [`PANEL`] frames, marker by marker; beyond the last frame all are zero.
    #[inline(always)]
    pub(super) fn family(&self, panel: usize, family: usize) -> &[[f32; PANEL]] {
        &self.panels[(panel * FAMILIES + family) * self.markers..][..self.markers]
    }

    /// Coordinate `m` of the centroids' paths, x and z, with [`MARGIN`] before the first column.
    #[inline(always)]
    pub(super) fn bends(&self, m: usize) -> (&[f32], &[f32]) {
        self.bends[2 * m * self.stride()..][..2 * self.stride()].split_at(self.stride())
    }

    #[inline(always)]
    pub(super) fn norms(&self) -> &[f32] {
        &self.norms
    }
}

/// Length of a row for so many frames, with room for diagonals on either side.
pub(super) fn stride(frames: usize) -> usize {
    MARGIN + frames.next_multiple_of(PANEL) + MARGIN
}

fn panels(cloud: &Cloud, raise: f32, first: usize, frames: usize) -> Vec<[f32; PANEL]> {
    let (markers, padded) = (cloud.markers(), cloud.padded());
    let mut panels = vec![[0.0; PANEL]; frames.div_ceil(PANEL) * FAMILIES * markers];
    for frame in 0..frames {
        let panel = &mut panels[frame / PANEL * FAMILIES * markers..][..FAMILIES * markers];
        for k in 0..markers {
            let (x, y, z) = coordinates(padded, (first + frame) * markers + k);
            let y = y + raise * cloud.root_weights()[k];
            for (family, value) in [x, z, x + z, y].into_iter().enumerate() {
                panel[family * markers + k][frame % PANEL] = value;
            }
        }
    }
    panels
}

fn coordinates(padded: &crate::cloud::Coordinates, n: usize) -> (f32, f32, f32) {
    (padded.x[n], padded.y[n], padded.z[n])
}
