//! Where feet go from stance to stance.
//!
//! A foot stands where its contact is, and comes from and goes to how the clips show it. Where the ground is in its way it
//! swings as smoothly as that can be cleared.

use std::ops::Range;

use glam::{DQuat, DVec3};
use segue_motion::{PointId, Pose};

use super::Stage;
use super::clear::Clearance;
use super::feet::{Feet, Move, short};
use super::smooth::smoothest;
use super::source::at;
use super::track::smooth;

/// How a foot comes in a frame, and where it stands if it is planted then.
struct Came {
    ankle: DVec3,
    /// The points of the foot from the ankle.
    sole: Vec<DVec3>,
    held: Option<(DVec3, DQuat)>,
}

impl Came {
    fn new(
        stage: &Stage<'_>,
        feet: &Feet,
        clearance: &Clearance,
        (frame, pose): (usize, &Pose),
        leg: usize,
    ) -> Self {
        let points = stage.points(pose);
        let ankle = at(&points, PointId::joint(stage.legs[leg].1.end()));
        let sole = clearance.sole(leg).iter().map(|&point| at(&points, point) - ankle).collect();
        Self { ankle, sole, held: feet.held(stage, leg, frame, pose) }
    }

    /// What moves it to where it stands, and turns it.
    fn correction(&self) -> Option<(DVec3, DVec3)> {
        self.held.map(|(place, turn)| (place - self.ankle, short(turn).to_scaled_axis()))
    }
}

/// Where both legs go in each frame, given the poses as they come.
pub(super) fn moves(
    stage: &Stage<'_>,
    feet: &Feet,
    clearance: &Clearance,
    natural: &[Pose],
) -> Vec<Vec<Move>> {
    let legs: Vec<Vec<Move>> = (0..stage.legs.len())
        .map(|leg| {
            let frames = natural.iter().enumerate();
            let came: Vec<Came> = frames.map(|frame| Came::new(stage, feet, clearance, frame, leg)).collect();
            let mut moves: Vec<Move> = (0..came.len()).map(|frame| eased(stage, &came, frame)).collect();
            clear(stage, clearance, &came, &mut moves);
            moves
        })
        .collect();
    (0..natural.len()).map(|frame| legs.iter().map(|leg| leg[frame]).collect()).collect()
}

/// Where a foot goes that has nothing in its way: what is left of the corrections of the stances before and after.
fn eased(stage: &Stage<'_>, came: &[Came], frame: usize) -> Move {
    let foot = &came[frame];
    if let Some((place, turn)) = foot.held {
        return Move { place, turn };
    }
    let before = (0..frame).rev().find(|&at| came[at].held.is_some());
    let after = (frame..came.len()).find(|&at| came[at].held.is_some());
    let gap = before.zip(after).map_or(f64::INFINITY, |(a, b)| stage.secs(b - a));
    let window = stage.settings.ease_secs.min(gap);
    let (mut shift, mut turn) = (DVec3::ZERO, DVec3::ZERO);
    for near in [before, after].into_iter().flatten() {
        let fade = 1.0 - smooth(stage.secs(near.abs_diff(frame)) / window);
        let (by, turned) = came[near].correction().unwrap_or_default();
        shift += by * fade;
        turn += turned * fade;
    }
    Move { place: foot.ankle + shift, turn: DQuat::from_scaled_axis(turn) }
}

/// Swings that would pass through the ground go over it: raised from how they come by the smoothest way that clears it and
/// that leads from the stance before to the one after.
fn clear(stage: &Stage<'_>, clearance: &Clearance, came: &[Came], moves: &mut [Move]) {
    let rise = |frame: usize| moves[frame].place.y - came[frame].ankle.y;
    let least: Vec<f64> = (0..came.len())
        .map(|frame| {
            let Move { place, turn } = moves[frame];
            let depth = |point: &DVec3| {
                let point = place + turn * *point;
                clearance.ground(stage, point, stage.secs(frame)) - point.y
            };
            rise(frame) + came[frame].sole.iter().map(depth).fold(f64::NEG_INFINITY, f64::max)
        })
        .collect();
    // A foot is lifted, not lowered.
    let least: Vec<f64> = (0..came.len()).map(|frame| least[frame].max(rise(frame))).collect();
    let mut cleared: Vec<(usize, f64)> = Vec::new();
    for swing in swings(came) {
        if swing.clone().all(|frame| rise(frame) > least[frame] - 1e-9) {
            continue;
        }
        let stance = |frame: Option<usize>| vec![frame.filter(|&at| at < came.len()).map(rise); JOINED];
        let given = [stance(swing.start.checked_sub(1)), vec![None; swing.len()], stance(Some(swing.end))];
        let free = vec![f64::NEG_INFINITY; JOINED];
        let least = [&free, &least[swing.clone()], &free].concat();
        let rises = smoothest(&given.concat(), &least, BACK_SECS * stage.settings.rate);
        cleared.extend(swing.zip(rises.into_iter().skip(JOINED)));
    }
    for (frame, rise) in cleared {
        moves[frame].place.y = came[frame].ankle.y + rise;
    }
}

/// Frames of the stances on either side to which a swing is joined smoothly.
const JOINED: usize = 3;
/// Away from stances and from what is in its way a foot comes back to how the clips show it, in about this time, in seconds.
const BACK_SECS: f64 = 0.15;

/// The stretches in which a foot does not stand.
fn swings(came: &[Came]) -> Vec<Range<usize>> {
    let mut all: Vec<Range<usize>> = Vec::new();
    for frame in (0..came.len()).filter(|&frame| came[frame].held.is_none()) {
        match all.last_mut() {
            Some(swing) if swing.end == frame => swing.end += 1,
            _ => all.push(frame..frame + 1),
        }
    }
    all
}
