//! Where feet go from stance to stance.
//!
//! A foot stands where its contact is, and comes from and goes to how the clips show it. Where the ground is in its way it
//! swings as smoothly as that can be cleared.

use std::ops::Range;

use glam::{DQuat, DVec3};
use segue_motion::{PointId, Pose};

use super::Stage;
use super::clear::Clearance;
use super::feet::{Feet, short};
use super::legs::Move;
use super::smooth::{eased, smoothest};
use super::source::at;

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

    /// Where it stands; where it does not, as it comes.
    fn stands(&self) -> Move {
        let (place, turn) = self.held.unwrap_or((self.ankle, DQuat::IDENTITY));
        Move { place, turn }
    }

    /// What moves it to where it stands, and turns it.
    fn correction(&self) -> Option<[DVec3; 2]> {
        self.held.map(|(place, turn)| [place - self.ankle, short(turn).to_scaled_axis()])
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
            let mut moves: Vec<Move> = came.iter().map(Came::stands).collect();
            for swing in swings(&came) {
                swung(stage, clearance, &came, swing, &mut moves);
            }
            moves
        })
        .collect();
    (0..natural.len()).map(|frame| legs.iter().map(|leg| leg[frame]).collect()).collect()
}

/// A swing from one stance to the next: what moves and turns the foot in them goes on at its speed and comes to rest.
fn swung(stage: &Stage<'_>, clearance: &Clearance, came: &[Came], swing: Range<usize>, moves: &mut [Move]) {
    let around = swing.start.saturating_sub(MOVING)..(swing.end + MOVING).min(came.len());
    let skipped = swing.start - around.start;
    let corrections: Vec<Option<[DVec3; 2]>> = came[around].iter().map(Came::correction).collect();
    let rate = stage.settings.rate;
    // What is left of the stance before, and what begins for the one after: each is nothing in the other.
    let curve = |part: usize, axis: usize| -> Vec<f64> {
        let side = |is_mine: fn(usize, usize) -> bool, stop: f64| {
            let own = |at: usize, one: [DVec3; 2]| if is_mine(at, skipped) { one[part][axis] } else { 0.0 };
            let given: Vec<Option<f64>> =
                corrections.iter().enumerate().map(|(at, one)| one.map(|one| own(at, one))).collect();
            eased(&given, stop * rate, stage.settings.ease_secs * rate)
        };
        let (left, begun) =
            (side(|at, first| at < first, LEAVING_SECS), side(|at, first| at >= first, COMING_SECS));
        left.iter().zip(begun).map(|(left, begun)| left + begun).collect()
    };
    let [shifts, turns] = [0, 1].map(|part| [0, 1, 2].map(|axis| curve(part, axis)));
    let vector =
        |curves: &[Vec<f64>; 3], at: usize| DVec3::from_array([0, 1, 2].map(|axis| curves[axis][at]));
    for (at, frame) in (skipped..).zip(swing.clone()) {
        let turn = DQuat::from_scaled_axis(vector(&turns, at));
        moves[frame] = Move { place: came[frame].ankle + vector(&shifts, at), turn };
    }
    lift(stage, clearance, came, swing, moves);
}

/// A swing that would pass through the ground goes over it, by the smoothest way that clears it.
fn lift(stage: &Stage<'_>, clearance: &Clearance, came: &[Came], swing: Range<usize>, moves: &mut [Move]) {
    let depth = |frame: usize| {
        let Move { place, turn } = moves[frame];
        let depth = |point: &DVec3| {
            let point = place + turn * *point;
            clearance.ground(stage, point, stage.secs(frame)) - point.y
        };
        came[frame].sole.iter().map(depth).fold(0.0, f64::max)
    };
    let depths: Vec<f64> = swing.clone().map(depth).collect();
    if depths.iter().all(|depth| *depth < 1e-9) {
        return;
    }
    let stance = |is_there: bool| vec![is_there.then_some(0.0); JOINED];
    let given = [stance(swing.start > 0), vec![None; swing.len()], stance(swing.end < came.len())];
    let free = vec![f64::NEG_INFINITY; JOINED];
    let rises =
        smoothest(&given.concat(), &[&free, &depths[..], &free].concat(), BACK_SECS * stage.settings.rate);
    for (frame, rise) in swing.zip(&rises[JOINED..]) {
        moves[frame].place.y += rise;
    }
}

/// Frames of the stances on either side that tell how fast a foot is moved from how it comes, and those to which a rise is
/// joined smoothly.
const MOVING: usize = 2;
const JOINED: usize = 3;
/// The speed by which a foot differs from how it comes goes in about this time, in seconds: while it leaves the ground, where
/// its leg is nearly straight and has no room to follow, and before it lands.
const LEAVING_SECS: f64 = 0.025;
const COMING_SECS: f64 = 0.025;
/// A foot comes back from what was in its way in about this time, in seconds.
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
