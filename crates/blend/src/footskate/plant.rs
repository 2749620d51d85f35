//! Where plants are, and how a foot has to move to be there.

use glam::{DQuat, DVec3};
use segue_motion::{Clip, FrameRange, PointId, PointTable};

use super::limb::Limb;

/// A point that moves this fast, in m/s, counts half in the position of its plant: where it rests counts most.
const HALF_SPEED: f64 = 0.1;

/// Rounds in which heels and toes are made consistent. Each round halves what is left; 40 leave nothing.
const ROUNDS: usize = 40;

/// One plant of one of a limb's points.
#[derive(Clone, Debug)]
pub(super) struct Plant {
    /// Number of the point in its limb.
    pub(super) point: usize,
    range: FrameRange,
    pub(super) place: DVec3,
}

/// The plants of a limb with their positions; points that are planted together are as far apart as the foot is long.
pub(super) fn plants(clip: &Clip, limb: &Limb, table: &PointTable) -> Vec<Plant> {
    let mut plants = Vec::new();
    for (n, (point, ranges)) in limb.points.iter().enumerate() {
        let place = |range: FrameRange| resting_place(table, *point, range, clip.rate());
        plants.extend(ranges.iter().map(|&range| Plant { point: n, range, place: place(range) }));
    }
    make_consistent(&mut plants, limb, table);
    plants
}

/// The mean over the plant, in which frames count more the slower the point is.
fn resting_place(table: &PointTable, point: PointId, range: FrameRange, rate: f64) -> DVec3 {
    let at = |frame: usize| table.at(frame, point).as_dvec3();
    let (mut sum, mut weights) = (DVec3::ZERO, 0.0);
    for frame in range.first..=range.last {
        let (before, after) = (frame.max(range.first + 1) - 1, (frame + 1).min(range.last));
        let span = (after - before).max(1) as f64;
        let speed = at(after).distance(at(before)) * rate / span;
        let weight = 1.0 / (speed * speed + HALF_SPEED * HALF_SPEED);
        sum += weight * at(frame);
        weights += weight;
    }
    sum / weights
}

/// Moves plants that overlap in time to the distance their points have on the foot, each by half.
fn make_consistent(plants: &mut [Plant], limb: &Limb, table: &PointTable) {
    let mut pairs = Vec::new();
    for a in 0..plants.len() {
        for b in a + 1..plants.len() {
            if plants[a].point != plants[b].point
                && let Some(shared) = plants[a].range.intersection(plants[b].range)
            {
                pairs.push((a, b, mean_distance(limb, table, [plants[a].point, plants[b].point], shared)));
            }
        }
    }
    for _ in 0..ROUNDS {
        for &(a, b, distance) in &pairs {
            let between = plants[b].place - plants[a].place;
            let apart = between.length();
            if apart > 0.0 {
                let move_each = between * (0.5 * (distance / apart - 1.0));
                plants[a].place -= move_each;
                plants[b].place += move_each;
            }
        }
    }
}

fn mean_distance(limb: &Limb, table: &PointTable, points: [usize; 2], range: FrameRange) -> f64 {
    let at = |frame: usize, n: usize| table.at(frame, limb.points[points[n]].0).as_dvec3();
    let distances = (range.first..=range.last).map(|frame| at(frame, 0).distance(at(frame, 1)));
    distances.sum::<f64>() / range.len() as f64
}

/// The plants that hold at a frame, at most one per point, with where their points are.
fn holding<'a>(
    limb: &'a Limb,
    plants: &'a [Plant],
    table: &'a PointTable,
    frame: usize,
) -> impl Iterator<Item = (DVec3, DVec3)> + 'a {
    let holds = plants.iter().filter(move |plant| plant.range.contains(frame));
    holds.map(move |plant| (table.at(frame, limb.points[plant.point].0).as_dvec3(), plant.place))
}

/// The turn of the foot that brings the line from heel to toe to that between their plants, as axis times angle;
/// `None` unless both are planted.
pub(super) fn turn(limb: &Limb, plants: &[Plant], table: &PointTable, frame: usize) -> Option<DVec3> {
    let mut holding = holding(limb, plants, table, frame);
    let (heel, heel_place) = holding.next()?;
    let (toe, toe_place) = holding.next()?;
    let from = (toe - heel).try_normalize()?;
    let to = (toe_place - heel_place).try_normalize()?;
    Some(DQuat::from_rotation_arc(from, to).to_scaled_axis())
}

/// The shift of the end joint, after its turn, that brings what is planted to its place; `None` when nothing is.
pub(super) fn shift(
    limb: &Limb,
    plants: &[Plant],
    table: &PointTable,
    frame: usize,
    turn: DQuat,
) -> Option<DVec3> {
    let end = table.at(frame, limb.end()).as_dvec3();
    let (mut sum, mut count) = (DVec3::ZERO, 0);
    for (point, place) in holding(limb, plants, table, frame) {
        sum += place - (end + turn * (point - end));
        count += 1;
    }
    (count > 0).then(|| sum / f64::from(count))
}
