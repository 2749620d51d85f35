//! Clouds laid out as the kernel reads them.

use std::sync::OnceLock;

use bytemuck::Zeroable;

use super::rows::{Panel, Rows, STRIDE};
use super::{MARGIN, ROWS};
use crate::Cloud;

/// Columns whose packed form, 0.4 MB with 40 markers, stays in a second-level cache with the rows in work.
const WIDEST_STRIP: usize = 640;

/// What is multiplied on either side: x·X, z·Z, (x − z)·(X + Z) and y·Y.
pub(super) const FAMILIES: usize = 4;

/// A cloud as rows and as columns of grids, each made when it is first needed: a clip is compared with many.
#[derive(Clone, Debug, Default)]
pub(crate) struct Packed {
    left: OnceLock<Box<Left>>,
    right: OnceLock<Box<Right>>,
}

impl Packed {
    pub(crate) fn left(&self, cloud: &Cloud) -> &Left {
        self.left.get_or_init(|| Box::new(Left::new(cloud)))
    }

    pub(crate) fn right(&self, cloud: &Cloud) -> &Right {
        self.right.get_or_init(|| Box::new(Right::new(cloud)))
    }
}

/// The rows of a grid: frames in blocks of [`ROWS`], each block family by family, marker by marker.
#[derive(Clone, Debug)]
pub(crate) struct Left {
    markers: usize,
    /// What is left to weigh the frames of a window by: 1 where equal weights went into the factors.
    window_weights: Vec<f32>,
    equal: bool,
    blocks: Vec<[f32; ROWS]>,
    /// Per block and coordinate the x and z of the centroids' paths.
    bends: Vec<[[f32; ROWS]; 2]>,
}

impl Left {
    pub(super) fn new(cloud: &Cloud) -> Self {
        let (markers, half) = (cloud.markers(), cloud.window().half());
        let weights = cloud.window().weights();
        let equal = weights.windows(2).all(|pair| pair[0].to_bits() == pair[1].to_bits());
        // Equal weights go into the factors, so that windows are plain sums.
        let scale = if equal { weights[0] as f32 } else { 1.0 };
        let mut bends = vec![[[0.0; ROWS]; 2]; cloud.len().div_ceil(ROWS) * 2 * half];
        for window in 0..cloud.len() {
            let (block, row) = (window / ROWS, window % ROWS);
            for (coordinate, [x, z]) in cloud.bends(window).iter().enumerate() {
                let to = &mut bends[block * 2 * half + coordinate];
                (to[0][row], to[1][row]) = (*x, *z);
            }
        }
        let left_over = |&weight: &f64| if equal { 1.0 } else { weight as f32 };
        let window_weights = weights.iter().map(left_over).collect();
        Self { markers, window_weights, equal, blocks: blocks(cloud, scale), bends }
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

    /// How many blocks there are.
    pub(super) fn blocks(&self) -> usize {
        self.blocks.len() / (FAMILIES * self.markers)
    }

    /// One coordinate of the centroids' paths through the windows of a block: x, then z.
    #[inline(always)]
    pub(super) fn bends(&self, block: usize, coordinate: usize) -> &[[f32; ROWS]; 2] {
        &self.bends[block * 2 * self.half_window() + coordinate]
    }
}

/// All families of all frames, with a block of zeros after the last.
fn blocks(cloud: &Cloud, scale: f32) -> Vec<[f32; ROWS]> {
    let (markers, frames) = (cloud.markers(), cloud.len() + 2 * cloud.window().half());
    let mut blocks = vec![[0.0; ROWS]; (frames.div_ceil(ROWS) + 1) * FAMILIES * markers];
    for k in 0..markers {
        let [x, y, z] = cloud.padded(k);
        for (block, start) in (0..frames).step_by(ROWS).enumerate() {
            let to = &mut blocks[block * FAMILIES * markers..][..FAMILIES * markers];
            let within = start..frames.min(start + ROWS);
            let rows = x[within.clone()].iter().zip(&y[within.clone()]).zip(&z[within]);
            for (row, ((x, y), z)) in rows.enumerate() {
                let (x, y, z) = (scale * x, scale * y, scale * z);
                to[k][row] = x;
                to[markers + k][row] = z;
                to[2 * markers + k][row] = x - z;
                to[3 * markers + k][row] = y;
            }
        }
    }
    blocks
}

/// The columns of a grid, strip by strip.
#[derive(Clone, Debug)]
pub(crate) struct Right {
    pub(crate) strips: Vec<Strip>,
}

/// Neighbouring columns whose packed form stays in the second-level cache.
#[derive(Clone, Debug)]
pub(crate) struct Strip {
    first: usize,
    columns: usize,
    frames: usize,
    markers: usize,
    panels: Vec<Panel>,
    /// Coordinate by coordinate, x and z.
    windows: Rows,
}

impl Right {
    /// Strips of about equal width: a fixed width would leave a narrow one at the end.
    fn new(cloud: &Cloud) -> Self {
        Self::in_strips(cloud, WIDEST_STRIP)
    }

    /// Strips of at most about `widest` columns.
    pub(crate) fn in_strips(cloud: &Cloud, widest: usize) -> Self {
        let width = cloud.len().div_ceil(cloud.len().div_ceil(widest.clamp(1, WIDEST_STRIP)));
        // With its windows' frames a strip fills whole vectors.
        let width = (width + 2 * cloud.window().half()).next_multiple_of(16) - 2 * cloud.window().half();
        let first_columns = (0..cloud.len()).step_by(width);
        let strip = |first| Strip::new(cloud, first, width.min(cloud.len() - first));
        Self { strips: first_columns.map(strip).collect() }
    }
}

impl Strip {
    fn new(cloud: &Cloud, first: usize, columns: usize) -> Self {
        let (markers, half) = (cloud.markers(), cloud.window().half());
        let frames = columns + 2 * half;
        let mut windows = Rows::new(4 * half);
        for column in 0..columns {
            for (m, [x, z]) in cloud.bends(first + column).iter().enumerate() {
                windows.row_mut(2 * m)[MARGIN + column] = *x;
                windows.row_mut(2 * m + 1)[MARGIN + column] = *z;
            }
        }
        Self { first, columns, frames, markers, panels: panels(cloud, first, frames), windows }
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
}

fn panels(cloud: &Cloud, first: usize, frames: usize) -> Vec<Panel> {
    let markers = cloud.markers();
    let mut panels = vec![Panel::zeroed(); frames.div_ceil(Panel::WIDTH) * FAMILIES * markers];
    for k in 0..markers {
        let [x, y, z] = cloud.padded(k).map(|row| &row[first..first + frames]);
        for (panel, start) in (0..frames).step_by(Panel::WIDTH).enumerate() {
            let lanes = start..frames.min(start + Panel::WIDTH);
            let (x, y, z) = (&x[lanes.clone()], &y[lanes.clone()], &z[lanes]);
            let at = |family: usize| (panel * FAMILIES + family) * markers + k;
            panels[at(0)].0[..x.len()].copy_from_slice(x);
            panels[at(1)].0[..x.len()].copy_from_slice(z);
            let sums = x.iter().zip(z).map(|(x, z)| x + z);
            panels[at(2)].0.iter_mut().zip(sums).for_each(|(to, sum)| *to = sum);
            panels[at(3)].0[..x.len()].copy_from_slice(y);
        }
    }
    panels
}

/// What the windows of both clips add to the distances: all that depends on how high one stands above the other.
///
/// Heights are packed as they are above a clip's own mean. Standing `raise` metres higher, a window with the mean
/// height μ has the norm `n + 2 raise μ + raise²`, and its products with one of mean height ν grow by `raise ν`.
pub(crate) struct Norms {
    /// Of the rows, in blocks.
    pub(super) rows: Vec<[f32; ROWS]>,
    /// Of the columns of each strip, with [`MARGIN`] before the first.
    strips: Vec<Rows>,
}

impl Norms {
    pub(crate) fn new(first: &Cloud, second: &Cloud, right: &Right) -> Self {
        let raise = second.height_above(first);
        let mut rows = vec![[0.0; ROWS]; first.len().div_ceil(ROWS)];
        for frame in 0..first.len() {
            rows[frame / ROWS][frame % ROWS] = first.norm(frame, -raise);
        }
        let of_strip = |strip: &Strip| {
            let mut norms = Rows::new(1);
            let to = &mut norms.row_mut(0)[MARGIN..][..strip.columns];
            for (column, to) in to.iter_mut().enumerate() {
                *to = second.norm(strip.first + column, raise) - (raise * raise) as f32;
            }
            norms
        };
        Self { rows, strips: right.strips.iter().map(of_strip).collect() }
    }

    pub(crate) fn of_strip(&self, strip: usize) -> &Rows {
        &self.strips[strip]
    }
}
