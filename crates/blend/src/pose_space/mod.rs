//! Poses by where a hand is: data-driven inverse kinematics.

mod examples;
mod reach;

use std::sync::Arc;

use glam::{Quat, Vec3};
use segue_motion::{ClipSet, PointId, Pose, Skeleton};

use self::examples::{Example, bounds, examples, near};
use self::reach::Limb;
use crate::{Lanes, average};

pub use reach::{NearestExample, Reached};

/// How a pose space is made.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PoseSpaceSettings {
    /// Cells along each side of the box that the hand reaches. 8: for an arm's reach about 15 cm a cell, as dense as a
    /// few captured reaches fill it.
    pub cells: usize,
    /// How many captured poses make up a corner of the grid. 6: fewer show single captures, more blur them.
    pub neighbours: usize,
}

impl Default for PoseSpaceSettings {
    fn default() -> Self {
        Self { cells: 8, neighbours: 6 }
    }
}

/// Why poses do not make a pose space.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum PoseSpaceError {
    /// Too few poses.
    #[error("a pose space needs at least {needed} poses, there are {found}")]
    TooFew {
        /// How many there were.
        found: usize,
        /// How many it needs.
        needed: usize,
    },
    /// A hand that does not move.
    #[error(
        "the point moves by less than {limit_cm} cm along {axis}, so its place does not distinguish poses"
    )]
    Flat {
        /// The axis.
        axis: char,
        /// The least it has to move.
        limit_cm: f32,
    },
    /// Settings that make no sense.
    #[error(
        "a pose space has 1 to {limit} cells a side and at least one neighbour, not {cells} and {neighbours}"
    )]
    Settings {
        /// Cells a side.
        cells: usize,
        /// Poses per corner.
        neighbours: usize,
        /// The most cells a side.
        limit: usize,
    },
}

/// The most cells a side: 32³ poses of 31 joints are 20 MB.
const MOST_CELLS: usize = 32;

/// Captured poses resampled on a regular grid over where one point of the body is; between the corners poses are
/// interpolated tri-linearly (\[WH97\]).
///
/// Places are seen from the figure: the origin is the point of the floor below the root, x points to the figure's left,
/// y up and z ahead. A pose of the space stands in that frame.
///
/// [`PoseSpace::pose`] gives a pose that looks like the captured ones and whose point is near the one asked for;
/// [`PoseSpace::reach`] goes the rest of the way.
#[derive(Clone, Debug)]
pub struct PoseSpace {
    skeleton: Arc<Skeleton>,
    point: PointId,
    limb: Option<Limb>,
    low: Vec3,
    cell: Vec3,
    cells: usize,
    /// One row of lanes per corner, x fastest.
    corners: Vec<Lanes>,
    /// Root heights of the corners.
    heights: Vec<f32>,
    /// Where the point is in each captured pose, clip by clip.
    places: Vec<Vec<Vec3>>,
}

impl PoseSpace {
    /// Resamples the poses of all `clips` by where `point` is, seen from the figure.
    ///
    /// # Errors
    /// One variant of [`PoseSpaceError`] for each reason.
    pub fn new(
        clips: &ClipSet,
        point: PointId,
        settings: &PoseSpaceSettings,
    ) -> Result<Self, PoseSpaceError> {
        let PoseSpaceSettings { cells, neighbours } = *settings;
        if cells == 0 || cells > MOST_CELLS || neighbours == 0 {
            return Err(PoseSpaceError::Settings { cells, neighbours, limit: MOST_CELLS });
        }
        let captured = examples(clips, point);
        let all: Vec<&Example> = captured.iter().flatten().collect();
        let needed = neighbours.max(2);
        if all.len() < needed {
            return Err(PoseSpaceError::TooFew { found: all.len(), needed });
        }
        let skeleton = clips.skeleton();
        let (low, high) = bounds(&all)?;
        let mut space = Self {
            skeleton: skeleton.clone(),
            point,
            limb: Limb::of(skeleton, point),
            low,
            cell: (high - low) / cells as f32,
            cells,
            corners: Vec::new(),
            heights: Vec::new(),
            places: captured.iter().map(|clip| clip.iter().map(|example| example.place).collect()).collect(),
        };
        for corner in 0..(cells + 1).pow(3) {
            let (row, height) = near(&all, space.place(corner), neighbours);
            space.corners.extend(row);
            space.heights.push(height);
        }
        Ok(space)
    }

    /// The box that the captured point keeps within: lowest and highest corner.
    pub fn bounds(&self) -> [Vec3; 2] {
        [self.low, self.low + self.cell * self.cells as f32]
    }

    /// A pose whose point is near `place`; places outside the box are taken to its border. The root stands above the
    /// origin, and the figure looks along z.
    pub fn pose(&self, place: Vec3) -> Pose {
        let groups = Lanes::groups(self.skeleton.len());
        let at = ((place - self.low) / self.cell).clamp(Vec3::ZERO, Vec3::splat(self.cells as f32));
        let cell = at.floor().min(Vec3::splat(self.cells as f32 - 1.0));
        let fraction = at - cell;
        let mut rows = Vec::with_capacity(8 * groups);
        let (mut weights, mut height) = ([0.0; 8], 0.0);
        for (n, weight) in weights.iter_mut().enumerate() {
            let step = Vec3::new((n & 1) as f32, (n >> 1 & 1) as f32, (n >> 2) as f32);
            let each = step * fraction + (1.0 - step) * (1.0 - fraction);
            *weight = each.x * each.y * each.z;
            let corner = self.corner(cell + step);
            rows.extend_from_slice(&self.corners[corner * groups..][..groups]);
            height += *weight * self.heights[corner];
        }
        face_first(&mut rows, groups);
        let mut mean = vec![Lanes::IDENTITY; groups];
        average(&rows, &weights, &mut mean);
        let mut rotations = vec![Quat::IDENTITY; self.skeleton.len()];
        Lanes::store(&mean, &mut rotations);
        Pose { root: Vec3::new(0.0, height, 0.0), rotations, translations: Vec::new() }
    }

    fn corner(&self, cell: Vec3) -> usize {
        let side = self.cells + 1;
        cell.x as usize + side * (cell.y as usize + side * cell.z as usize)
    }

    fn place(&self, corner: usize) -> Vec3 {
        let side = self.cells + 1;
        let [x, y, z] = [corner % side, corner / side % side, corner / side / side].map(|n| n as f32);
        self.low + self.cell * Vec3::new(x, y, z)
    }
}

/// Turns all rows to the hemispheres of the first.
fn face_first(rows: &mut [Lanes], groups: usize) {
    let (first, rest) = rows.split_at_mut(groups);
    for row in rest.chunks_mut(groups) {
        for (lanes, partner) in row.iter_mut().zip(&*first) {
            lanes.face(partner);
        }
    }
}
