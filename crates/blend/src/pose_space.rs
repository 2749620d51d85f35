//! Poses by where a hand is: data-driven inverse kinematics.

use glam::{Quat, Vec3};
use segue_motion::{ClipSet, PointId, PointTable, Pose};

use crate::{Lanes, average};

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
        "the point moves by less than {limit_cm} cm along {axis}, so poses cannot be told apart by where it is"
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

/// A hand has to move by this much, in metres, along every axis.
const FLAT: f32 = 0.02;

/// Captured poses resampled on a regular grid over where one point of the body is relative to the root; between the
/// corners poses are interpolated tri-linearly (\[WH97\]).
///
/// [`PoseSpace::pose`] gives a pose whose point is near the one asked for and which looks like the captured ones: a
/// start for inverse kinematics, or all of it.
#[derive(Clone, Debug)]
pub struct PoseSpace {
    low: Vec3,
    cell: Vec3,
    cells: usize,
    joints: usize,
    /// One row of lanes per corner, x fastest.
    corners: Vec<Lanes>,
    /// Root heights of the corners.
    heights: Vec<f32>,
}

/// A captured pose with the point that finds it.
struct Example {
    place: Vec3,
    rotations: Vec<Quat>,
    height: f32,
}

impl PoseSpace {
    /// Resamples the poses of all `clips` by where `point` is, seen from the root and its heading.
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
        let examples = examples(clips, point);
        if examples.len() < neighbours.max(2) {
            return Err(PoseSpaceError::TooFew { found: examples.len(), needed: neighbours.max(2) });
        }
        let (low, high) = bounds(&examples)?;
        let joints = examples[0].rotations.len();
        let mut space = Self {
            low,
            cell: (high - low) / cells as f32,
            cells,
            joints,
            corners: Vec::new(),
            heights: Vec::new(),
        };
        for corner in 0..(cells + 1).pow(3) {
            let place = space.place(corner);
            let (row, height) = near(&examples, place, neighbours);
            space.corners.extend(row);
            space.heights.push(height);
        }
        Ok(space)
    }

    /// The box that the point reaches, relative to the root: lowest and highest corner.
    pub fn bounds(&self) -> [Vec3; 2] {
        [self.low, self.low + self.cell * self.cells as f32]
    }

    /// A pose whose point is near `place`, seen from the root; places outside the box are taken to its border. The root
    /// stands at the origin, facing as in the rest pose.
    pub fn pose(&self, place: Vec3) -> Pose {
        let groups = Lanes::groups(self.joints);
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
        let mut rotations = vec![Quat::IDENTITY; self.joints];
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

/// Every pose of the clips, turned and moved so that the root stands at the origin and looks ahead.
fn examples(clips: &ClipSet, point: PointId) -> Vec<Example> {
    let mut examples = Vec::new();
    for clip in clips.clips() {
        let table = PointTable::new(clip);
        for (frame, pose) in clip.frames().enumerate() {
            let heading = heading(pose.rotations[0]);
            let mut rotations = pose.rotations.to_vec();
            rotations[0] = heading.conjugate() * rotations[0];
            let place = heading.conjugate() * (table.at(frame, point) - pose.root);
            examples.push(Example { place, rotations, height: pose.root.y });
        }
    }
    examples
}

/// The part of a rotation about the vertical axis.
fn heading(rotation: Quat) -> Quat {
    let twist = Quat::from_xyzw(0.0, rotation.y, 0.0, rotation.w);
    if twist.length() > 1e-6 { twist.normalize() } else { Quat::IDENTITY }
}

fn bounds(examples: &[Example]) -> Result<(Vec3, Vec3), PoseSpaceError> {
    let places = || examples.iter().map(|example| example.place);
    let low = places().fold(Vec3::INFINITY, Vec3::min);
    let high = places().fold(Vec3::NEG_INFINITY, Vec3::max);
    let sides = (high - low).to_array().into_iter().zip(['x', 'y', 'z']);
    match sides.into_iter().find(|(side, _)| *side < FLAT) {
        Some((_, axis)) => Err(PoseSpaceError::Flat { axis, limit_cm: 100.0 * FLAT }),
        None => Ok((low, high)),
    }
}

/// The mean of the examples nearest to a place, nearer ones counting more.
fn near(examples: &[Example], place: Vec3, neighbours: usize) -> (Vec<Lanes>, f32) {
    let mut nearest: Vec<(f32, &Example)> =
        examples.iter().map(|example| (example.place.distance_squared(place), example)).collect();
    nearest.sort_by(|a, b| a.0.total_cmp(&b.0));
    nearest.truncate(neighbours);
    // A millimetre away counts all there is: nothing is divided by zero.
    let weights: Vec<f32> = nearest.iter().map(|(distance, _)| 1.0 / (distance + 1e-6)).collect();
    let groups = Lanes::groups(nearest[0].1.rotations.len());
    let mut rows = vec![Lanes::IDENTITY; groups * nearest.len()];
    for (row, (_, example)) in rows.chunks_mut(groups).zip(&nearest) {
        Lanes::load(&example.rotations, row);
    }
    face_first(&mut rows, groups);
    let mut mean = vec![Lanes::IDENTITY; groups];
    average(&rows, &weights, &mut mean);
    let total: f32 = weights.iter().sum();
    let height =
        nearest.iter().zip(&weights).map(|((_, example), weight)| weight * example.height).sum::<f32>();
    (mean, height / total)
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
