//! Clouds laid out as the kernel reads them.

use bytemuck::Zeroable;

use super::rows::{Panel, Rows, STRIDE};
use super::{MARGIN, ROWS};
use crate::Cloud;

/// Columns whose packed form, 0.4 MB with 40 markers, stays in a second-level cache with the rows in work.
const WIDEST_STRIP: usize = 640;

/// What is multiplied on either side: x·X, z·Z, (x − z)·(X + Z) and y·Y.
pub(super) const FAMILIES: usize = 4;

/// The rows of a grid: frames in blocks of [`ROWS`], each block family by family, marker by marker.
pub(crate) struct Left {
    markers: usize,
    /// What is left to weigh the frames of a window by: 1 where equal weights went into the factors.
    window_weights: Vec<f32>,
    equal: bool,
    blocks: Vec<[f32; ROWS]>,
    /// Per block and coordinate the x and z of the centroids' paths.
    bends: Vec<[[f32; ROWS]; 2]>,
    norms: Vec<[f32; ROWS]>,
}

impl Left {
    pub(super) fn new(cloud: &Cloud) -> Self {
        let (markers, half) = (cloud.markers(), cloud.window().half());
        let frames = cloud.len() + 2 * half;
        let weights = cloud.window().weights();
        let equal = weights.windows(2).all(|pair| pair[0].to_bits() == pair[1].to_bits());
        // Equal weights go into the factors, so that windows are plain sums.
        let scale = if equal { weights[0] as f32 } else { 1.0 };
        let mut blocks = vec![[0.0; ROWS]; (frames.div_ceil(ROWS) + 1) * FAMILIES * markers];
        for k in 0..markers {
            let [x, y, z] = cloud.padded(k);
            for frame in 0..frames {
                let (x, y, z) = (scale * x[frame], scale * y[frame], scale * z[frame]);
                for (family, value) in [x, z, x - z, y].into_iter().enumerate() {
                    blocks[(frame / ROWS * FAMILIES + family) * markers + k][frame % ROWS] = value;
                }
            }
        }
        let mut bends = vec![[[0.0; ROWS]; 2]; cloud.len().div_ceil(ROWS) * 2 * half];
        let mut norms = vec![[0.0; ROWS]; cloud.len().div_ceil(ROWS)];
        for window in 0..cloud.len() {
            let (block, row) = (window / ROWS, window % ROWS);
            norms[block][row] = cloud.norm(window, 0.0);
            for (coordinate, [x, z]) in cloud.bends(window).iter().enumerate() {
                let to = &mut bends[block * 2 * half + coordinate];
                (to[0][row], to[1][row]) = (*x, *z);
            }
        }
        let left_over = |&weight: &f64| if equal { 1.0 } else { weight as f32 };
        let window_weights = weights.iter().map(left_over).collect();
        Self { markers, window_weights, equal, blocks, bends, norms }
    }

    pub(crate) fn half_window(&self) -> usize {
        self.window_weights.len() / 2
    }

    pub(super) fn window_weights(&self) -> &[f32] {
        &self.window_weights
    }

    /// Whether all frames of a window weigh the same; their products are weighted already then.
    pub(super) fn has_equal_weights(&self) -> bool {
        self.equal
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

    /// One coordinate of the centroids' paths through the windows of a block: x, then z.
    #[inline(always)]
    pub(super) fn bends(&self, block: usize, coordinate: usize) -> &[[f32; ROWS]; 2] {
        &self.bends[block * 2 * self.half_window() + coordinate]
    }

    #[inline(always)]
    pub(super) fn norms(&self, block: usize) -> &[f32; ROWS] {
        &self.norms[block]
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
    panels: Vec<Panel>,
    /// Coordinate by coordinate, x and z, then the norms.
    windows: Rows,
}

impl Right {
    /// Strips of about equal width: a fixed width would leave a narrow one at the end.
    pub(super) fn new(cloud: &Cloud, raise: f64) -> Self {
        let width = cloud.len().div_ceil(cloud.len().div_ceil(WIDEST_STRIP));
        // With its windows' frames a strip fills whole vectors.
        let width = (width + 2 * cloud.window().half()).next_multiple_of(16) - 2 * cloud.window().half();
        let first_columns = (0..cloud.len()).step_by(width);
        let strip = |first| Strip::new(cloud, raise, first, width.min(cloud.len() - first));
        Self { strips: first_columns.map(strip).collect() }
    }
}

impl Strip {
    fn new(cloud: &Cloud, raise: f64, first: usize, columns: usize) -> Self {
        let (markers, half) = (cloud.markers(), cloud.window().half());
        let frames = columns + 2 * half;
        let mut windows = Rows::new(4 * half + 1);
        for column in 0..columns {
            windows.row_mut(4 * half)[MARGIN + column] = cloud.norm(first + column, raise);
            for (m, [x, z]) in cloud.bends(first + column).iter().enumerate() {
                windows.row_mut(2 * m)[MARGIN + column] = *x;
                windows.row_mut(2 * m + 1)[MARGIN + column] = *z;
            }
        }
        Self { first, columns, frames, markers, panels: panels(cloud, raise as f32, first, frames), windows }
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

    /// One family of the frames of a panel, marker by marker; beyond the last frame all are zero.
    #[inline(always)]
    pub(super) fn family(&self, panel: usize, family: usize) -> &[Panel] {
        &self.panels[(panel * FAMILIES + family) * self.markers..][..self.markers]
    }

    /// Coordinate `m` of the centroids' paths, x and z, with [`MARGIN`] before the first column.
    #[inline(always)]
    pub(super) fn bends(&self, m: usize) -> (&[f32; STRIDE], &[f32; STRIDE]) {
        (self.windows.row(2 * m), self.windows.row(2 * m + 1))
    }

    #[inline(always)]
    pub(super) fn norms(&self, half_window: usize) -> &[f32; STRIDE] {
        self.windows.row(4 * half_window)
    }
}

fn panels(cloud: &Cloud, raise: f32, first: usize, frames: usize) -> Vec<Panel> {
    let markers = cloud.markers();
    let mut panels = vec![Panel::zeroed(); frames.div_ceil(Panel::WIDTH) * FAMILIES * markers];
    for k in 0..markers {
        let raise = raise * cloud.root_weights()[k];
        let [x, y, z] = cloud.padded(k).map(|row| &row[first..first + frames]);
        for (panel, start) in (0..frames).step_by(Panel::WIDTH).enumerate() {
            let lanes = start..frames.min(start + Panel::WIDTH);
            let (x, y, z) = (&x[lanes.clone()], &y[lanes.clone()], &z[lanes]);
            let mut family = |n: usize, value: &dyn Fn(usize) -> f32| {
                let to = &mut panels[(panel * FAMILIES + n) * markers + k].0[..x.len()];
                to.iter_mut().enumerate().for_each(|(lane, to)| *to = value(lane));
            };
            family(0, &|lane| x[lane]);
            family(1, &|lane| z[lane]);
            family(2, &|lane| x[lane] + z[lane]);
            family(3, &|lane| y[lane] + raise);
        }
    }
    panels
}
