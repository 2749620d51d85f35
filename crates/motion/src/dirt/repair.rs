//! Repairing what is certainly wrong.

use std::collections::BTreeMap;

use glam::{Quat, Vec3};

use super::{Certainty, Dirt, DirtKind};
use crate::{Clip, FrameRange, JointId, Pose, Rigid, Skeleton};

/// Longest stretch that is interpolated, in seconds; beyond it nobody knows what happened.
const LONGEST_SECS: f64 = 0.1;

/// Longest end that is extrapolated, in seconds.
const LONGEST_END_SECS: f64 = 0.04;

/// Frames on either side that give the speed of a joint.
const AROUND: usize = 2;

/// A clip in which everything that is certainly wrong and short was repaired.
#[derive(Clone, Debug)]
pub struct Repaired {
    /// The clip, as long as before.
    pub clip: Clip,
    /// What was repaired.
    pub mended: Vec<Dirt>,
    /// What was left as it is: doubtful, too long to fill, a jump, or part of something larger.
    pub left: Vec<Dirt>,
}

/// Repairs the findings of a clip that are certain and short. Joints follow a cubic from the good frame before to the good
/// frame after, ends continue as the frames next to them do, and shifted stretches are shifted back. No other frame and no
/// other joint changes, and the clip keeps its length.
pub fn repaired(clip: Clip, dirt: &[Dirt]) -> Repaired {
    let (promising, mut left): (Vec<Dirt>, Vec<Dirt>) =
        dirt.iter().cloned().partition(|dirt| can_be_mended(&clip, dirt));
    let mut changed = BTreeMap::new();
    let (mended, undone): (Vec<Dirt>, Vec<Dirt>) =
        promising.into_iter().partition(|dirt| try_to_mend(&clip, &mut changed, dirt));
    left.extend(undone);
    if mended.is_empty() {
        return Repaired { clip, mended, left };
    }
    let clip = clip.map_poses(|frame, pose| {
        if let Some(mended) = changed.get(&frame) {
            pose.clone_from(mended);
        }
    });
    let clip = clip.expect("what is between finite poses is finite");
    Repaired { clip, mended, left }
}

fn can_be_mended(clip: &Clip, dirt: &Dirt) -> bool {
    let longest = |secs: f64| dirt.frames.len() as f64 <= (secs * clip.rate()).max(1.0);
    dirt.certainty == Certainty::Certain
        && match dirt.kind {
            DirtKind::Pop | DirtKind::Frozen => longest(LONGEST_SECS),
            DirtKind::BadStart | DirtKind::BadEnd | DirtKind::RestPose => longest(LONGEST_END_SECS),
            DirtKind::Shifted => true,
            DirtKind::Jump => false,
        }
}

/// Repairs a finding unless the tips of the body would then travel farther: a shank that flips together with its thigh
/// leaves the foot in place, and repairing one of them alone would throw it.
fn try_to_mend(clip: &Clip, changed: &mut BTreeMap<usize, Pose>, dirt: &Dirt) -> bool {
    let FrameRange { first, last } = dirt.frames;
    let start = first.saturating_sub(AROUND);
    let around = start..=(last + AROUND).min(clip.last_frame());
    let pose = |frame| changed.get(&frame).cloned().unwrap_or_else(|| clip.frame(frame).to_pose());
    let before: Vec<Pose> = around.map(pose).collect();
    let mut after = before.clone();
    let frames = FrameRange { first: first - start, last: last - start };
    mend(&mut after, frames, dirt);
    // A frozen body catches up in a straight line; no path is shorter.
    let better = dirt.kind == DirtKind::Frozen
        || way_of_tips(clip.skeleton(), &after) <= way_of_tips(clip.skeleton(), &before);
    if better {
        changed.extend((first..=last).zip(after.into_iter().skip(frames.first)));
    }
    better
}

/// The distance that all joints and tips travel, summed.
fn way_of_tips(skeleton: &Skeleton, poses: &[Pose]) -> f64 {
    let mut world = Vec::new();
    let places = |pose: &Pose, world: &mut Vec<Rigid>| -> Vec<Vec3> {
        pose.world_from_joints(skeleton, world);
        let tips = skeleton.end_sites().iter().map(|site| world[site.parent.index()] * site.offset);
        world.iter().map(|joint| joint.translation).chain(tips).collect()
    };
    let places: Vec<Vec<Vec3>> = poses.iter().map(|pose| places(pose, &mut world)).collect();
    let steps = places.windows(2).flat_map(|pair| pair[0].iter().zip(&pair[1]));
    steps.map(|(from, to)| f64::from(from.distance(*to))).sum()
}

fn mend(poses: &mut [Pose], frames: FrameRange, dirt: &Dirt) {
    let FrameRange { first, last } = frames;
    if dirt.kind == DirtKind::Shifted {
        for &joint in &dirt.joints {
            shift_back(poses, frames, joint);
        }
        return;
    }
    for &joint in &dirt.joints {
        match (first.checked_sub(1), (last + 1 < poses.len()).then_some(last + 1)) {
            (Some(before), Some(after)) => fill(poses, before, after, joint),
            (Some(before), None) => go_on(poses, before, (first..=last).collect(), joint),
            (None, Some(after)) => go_on(poses, after, (first..=last).rev().collect(), joint),
            (None, None) => {}
        }
    }
}

/// Moves a joint from one good frame to another, with the speeds it has there.
fn fill(poses: &mut [Pose], before: usize, after: usize, joint: JointId) {
    let length = (after - before) as f32;
    let base = Value::of(&poses[before], joint);
    let end = Value::of(&poses[after], joint).seen_from(&base);
    // Without a frame beyond, a straight line.
    let straight = end.scaled(1.0 / length);
    let leaving =
        before.checked_sub(1).map(|earlier| Value::of(&poses[earlier], joint).seen_from(&base).scaled(-1.0));
    let arriving = poses.get(after + 1).map(|later| Value::of(later, joint).seen_from(&base).less(&end));
    let (leaving, arriving) = (leaving.unwrap_or(straight), arriving.unwrap_or(straight));
    for (frame, pose) in poses.iter_mut().enumerate().take(after).skip(before + 1) {
        let t = (frame - before) as f32 / length;
        let (t2, t3) = (t * t, t * t * t);
        let way = end.scaled(3.0 * t2 - 2.0 * t3);
        let way = way.plus(&leaving.scaled((t3 - 2.0 * t2 + t) * length));
        let way = way.plus(&arriving.scaled((t3 - t2) * length));
        base.moved(&way).put(pose, joint);
    }
}

/// Continues the motion of a joint beyond a good frame. `frames` lead away from it.
fn go_on(poses: &mut [Pose], good: usize, frames: Vec<usize>, joint: JointId) {
    let base = Value::of(&poses[good], joint);
    // The frame on the other side of the good one.
    let inner =
        frames.first().and_then(|&next| (2 * good).checked_sub(next)).and_then(|inner| poses.get(inner));
    let inner = inner.map(|pose| Value::of(pose, joint).seen_from(&base));
    for (index, frame) in frames.into_iter().enumerate() {
        let way = inner.map(|inner| inner.scaled(-((index + 1) as f32)));
        way.map_or(base, |way| base.moved(&way)).put(&mut poses[frame], joint);
    }
}

/// Undoes a constant offset: the mean of the step out and the step back, each less the mean of the steps to either side of it.
fn shift_back(poses: &mut [Pose], frames: FrameRange, joint: JointId) {
    let FrameRange { first, last } = frames;
    let place = |frame: usize| Value::of(&poses[frame], joint).place;
    let step = |frame: usize| place(frame + 1) - place(frame);
    let beyond = |frame: usize| {
        let around = [frame.checked_sub(1), Some(frame + 1)].into_iter().flatten();
        let whole = around.filter(|&other| other + 1 < poses.len() && ![first - 1, last].contains(&other));
        let usual: Vec<Vec3> = whole.map(step).collect();
        step(frame) - usual.iter().sum::<Vec3>() / usual.len().max(1) as f32
    };
    let offset = (beyond(first - 1) - beyond(last)) / 2.0;
    for pose in &mut poses[frames.first..=frames.last] {
        let value = Value::of(pose, joint);
        Value { place: value.place - offset, ..value }.put(pose, joint);
    }
}

/// How a joint is turned and where it is.
#[derive(Clone, Copy)]
struct Value {
    turn: Quat,
    place: Vec3,
}

/// The difference between two values, with the turn as a rotation vector.
#[derive(Clone, Copy)]
struct Way {
    turn: Vec3,
    place: Vec3,
}

impl Value {
    fn of(pose: &Pose, joint: JointId) -> Self {
        let moved = pose.translations.iter().find(|&&(id, _)| id == joint).map(|&(_, place)| place);
        let place = if joint == JointId::ROOT { Some(pose.root) } else { moved };
        Self { turn: pose.rotations[joint.index()], place: place.unwrap_or(Vec3::ZERO) }
    }

    fn put(&self, pose: &mut Pose, joint: JointId) {
        pose.rotations[joint.index()] = self.turn;
        if joint == JointId::ROOT {
            pose.root = self.place;
        }
        for (_, place) in pose.translations.iter_mut().filter(|(id, _)| *id == joint) {
            *place = self.place;
        }
    }

    fn seen_from(&self, base: &Self) -> Way {
        let turn = base.turn.inverse() * self.turn;
        let turn = if turn.w < 0.0 { -turn } else { turn };
        Way { turn: turn.to_scaled_axis(), place: self.place - base.place }
    }

    fn moved(&self, way: &Way) -> Self {
        let turn = (self.turn * Quat::from_scaled_axis(way.turn)).normalize();
        Self { turn, place: self.place + way.place }
    }
}

impl Way {
    fn scaled(&self, factor: f32) -> Self {
        Self { turn: self.turn * factor, place: self.place * factor }
    }

    fn plus(&self, other: &Self) -> Self {
        Self { turn: self.turn + other.turn, place: self.place + other.place }
    }

    fn less(&self, other: &Self) -> Self {
        self.plus(&other.scaled(-1.0))
    }
}
