//! Captured poses, seen from the figure.

use glam::{Quat, Vec3};
use segue_motion::{Anatomy, Clip, ClipSet, JointId, PointId, PointTable, PoseRef, facing};

use super::{PoseSpaceError, face_first};
use crate::{Lanes, average};

/// A hand has to move by this much, in metres, along every axis.
const FLAT: f32 = 0.02;

/// A captured pose with the point that finds it.
pub(super) struct Example {
    pub(super) place: Vec3,
    rotations: Vec<Quat>,
    height: f32,
}

/// Every pose of the clips, turned and moved so that the root stands above the origin and the figure looks along z.
pub(super) fn examples(clips: &ClipSet, point: PointId) -> Vec<Vec<Example>> {
    let skeleton = clips.skeleton();
    let rest_facing = Anatomy::of(skeleton).rest_facing(skeleton);
    let rest = skeleton.joint(JointId::ROOT).rest;
    let of_clip = |clip: &Clip| {
        let table = PointTable::new(clip);
        let example = |(frame, pose): (usize, PoseRef<'_>)| {
            let ahead = facing(pose.rotations[0], rest, rest_facing);
            let figure_from_world = turned_ahead(ahead);
            let mut rotations = pose.rotations.to_vec();
            rotations[0] = figure_from_world * rotations[0];
            let below_root = Vec3::new(pose.root.x, 0.0, pose.root.z);
            let place = figure_from_world * (table.at(frame, point) - below_root);
            Example { place, rotations, height: pose.root.y }
        };
        clip.frames().enumerate().map(example).collect()
    };
    clips.clips().map(of_clip).collect()
}

/// The turn about the vertical axis that takes a horizontal direction to z.
fn turned_ahead(direction: Vec3) -> Quat {
    // Cosine and sine of half the angle; the larger first, so that nothing cancels.
    let half = |cosine: f32| (0.5 * (1.0 + cosine)).sqrt();
    let (sine, cosine) = (-direction.x, direction.z);
    let (y, w) = if cosine >= 0.0 {
        (0.5 * sine / half(cosine), half(cosine))
    } else {
        (half(-cosine), 0.5 * sine / half(-cosine))
    };
    Quat::from_xyzw(0.0, y, 0.0, w)
}

pub(super) fn bounds(examples: &[&Example]) -> Result<(Vec3, Vec3), PoseSpaceError> {
    let places = || examples.iter().map(|example| example.place);
    let low = places().fold(Vec3::INFINITY, Vec3::min);
    let high = places().fold(Vec3::NEG_INFINITY, Vec3::max);
    let sides = (high - low).to_array().into_iter().zip(['x', 'y', 'z']);
    match sides.into_iter().find(|(side, _)| *side < FLAT) {
        Some((_, axis)) => Err(PoseSpaceError::Flat { axis, limit_cm: 100.0 * FLAT }),
        None => Ok((low, high)),
    }
}

/// The mean of the examples nearest to a place, nearer ones counting more: rotations, and the height of the root.
pub(super) fn near(examples: &[&Example], place: Vec3, neighbours: usize) -> (Vec<Lanes>, f32) {
    let mut nearest: Vec<(f32, &Example)> =
        examples.iter().map(|example| (example.place.distance_squared(place), *example)).collect();
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
