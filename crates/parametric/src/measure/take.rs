//! Reading the numbers off a motion that was played.

use super::part::Extreme;
use super::resolve::{Course, Reading, Spot, coordinate};
use crate::{Frame, MeasuredBlend};

/// Appends the numbers of a reading of a blend with these weights.
pub(super) fn take(reading: &Reading, take: &MeasuredBlend<'_>, weights: &[f64], values: &mut Vec<f64>) {
    let frames = take.frames();
    let (start, end) = (&frames[0], &frames[frames.len() - 1]);
    match reading {
        Reading::At { spot, axis, u } => {
            let place = take.start_from_world() * spot.at(&at(frames, *u).points);
            match axis {
                Some(axis) => values.push(coordinate(place, *axis)),
                None => values.extend(place.to_array().map(f64::from)),
            }
        }
        Reading::Turn { joint, axis, u } => {
            let turn = take.turn(at(frames, *u), *joint);
            match axis {
                Some(axis) => values.push(coordinate(turn, *axis)),
                None => values.extend(turn.to_array().map(f64::from)),
            }
        }
        Reading::Final(axis) => {
            let place = take.start_from_world() * end.root;
            match axis {
                Some(axis) => values.push(coordinate(place, *axis)),
                None => values.extend([place.x, place.z].map(f64::from)),
            }
        }
        Reading::Facing => values.push((end.heading - start.heading).to_degrees()),
        Reading::Extreme { extreme, course, span } => values.push(extreme_of(*extreme, course, *span, take)),
        Reading::Speed => values.push(way(frames) / (end.secs - start.secs)),
        Reading::Curvature => values.push((end.heading - start.heading).to_degrees() / way(frames)),
        Reading::Duration => values.push(end.secs - start.secs),
        Reading::Given(given) => values.push(given.of(weights)),
        Reading::Function(run) => values.push(run(take)),
    }
}

/// Moments nearer to each other than this are one.
const SAME_U: f64 = 1e-9;

/// The moment that was played at `u`.
fn at(frames: &[Frame], u: f64) -> &Frame {
    &frames[frames.partition_point(|frame| frame.u < u - SAME_U).min(frames.len() - 1)]
}

/// Length of the root's way over the floor.
fn way(frames: &[Frame]) -> f64 {
    let step = |pair: &[Frame]| f64::from((pair[1].root - pair[0].root).with_y(0.0).length());
    frames.windows(2).map(step).sum()
}

fn extreme_of(extreme: Extreme, course: &Course, [from, to]: [f64; 2], take: &MeasuredBlend<'_>) -> f64 {
    let frames = take.frames();
    let first = frames.partition_point(|frame| frame.u < from - SAME_U);
    let end = frames.partition_point(|frame| frame.u <= to + SAME_U);
    let values = course_of(course, take, &frames[first.min(end)..end]);
    match extreme {
        Extreme::Max => values.iter().copied().fold(f64::NEG_INFINITY, f64::max),
        Extreme::Min => values.iter().copied().fold(f64::INFINITY, f64::min),
        Extreme::Mean => values.iter().sum::<f64>() / values.len() as f64,
    }
}

fn course_of(course: &Course, take: &MeasuredBlend<'_>, frames: &[Frame]) -> Vec<f64> {
    let at = |spot: &Spot, frame: &Frame| spot.at(&frame.points);
    match course {
        Course::Coordinate(spot, axis) => {
            let start = take.start_from_world();
            frames.iter().map(|frame| coordinate(start * at(spot, frame), *axis)).collect()
        }
        Course::Speed(spot) => {
            let speed = |pair: &[Frame]| {
                let way = f64::from(at(spot, &pair[0]).distance(at(spot, &pair[1])));
                way / (pair[1].secs - pair[0].secs)
            };
            frames.windows(2).map(speed).collect()
        }
        Course::Spin(joint) => {
            let spin = |pair: &[Frame]| {
                let [before, after] = [0, 1].map(|n: usize| pair[n].rotations[joint.index()]);
                f64::from(before.angle_between(after)).to_degrees() / (pair[1].secs - pair[0].secs)
            };
            frames.windows(2).map(spin).collect()
        }
    }
}
