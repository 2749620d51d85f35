//! Feet where the source's are, on heel and ball.

use glam::{Quat, Vec3};

use super::drive::SourceFrame;
use super::even::even;
use super::figures::Figures;
use super::leg_goal::LegGoal;
use super::pace::{self, Pace};
use super::plan::{Plan, Segment};
use super::stage::Frame;
use super::stands::Stand;
use crate::{Clip, JointId, Role, Side};

/// What standing on the ball adds to the way of the ankle is averaged under a bell of this width, in seconds: the noise of
/// captured feet would come out larger on a long foot.
const EVEN_SECS: f64 = 0.03;

/// What the goal of a foot that stands nowhere asks beyond the captured turns is averaged under a bell of this width, in seconds: there
/// the turns count more than the place, whose noise would shake a bent leg.
const FREE_EVEN_SECS: f64 = 0.05;

/// The legs of the target with what they follow.
pub(super) struct Feet {
    legs: [Option<LegGoal>; 2],
    scale: f32,
}

impl Feet {
    pub(super) fn new(figures: &Figures<'_>, plan: &Plan, stands: [Option<Stand>; 2]) -> Self {
        let [left, right] = stands;
        let legs = [
            left.and_then(|stand| LegGoal::of(figures, plan, Side::Left, stand)),
            right.and_then(|stand| LegGoal::of(figures, plan, Side::Right, stand)),
        ];
        Self { legs, scale: figures.scale }
    }

    /// What the hips are lifted by so that feet stand on the floor as they do in the rest pose.
    pub(super) fn lift(&self, figures: &Figures<'_>) -> f32 {
        let lifts: Vec<f32> = self
            .legs
            .iter()
            .flatten()
            .map(|leg| leg.foot.ankle_height - self.scale * leg.ankle_stands)
            .collect();
        if !lifts.is_empty() {
            return lifts.iter().sum::<f32>() / lifts.len() as f32;
        }
        let (target, source) = (&figures.target, &figures.source);
        let hips = target.middle(Role::Hip).zip(source.middle(Role::Hip)).filter(|_| !figures.posed);
        hips.map_or(0.0, |(own, theirs)| own.y - target.floor - self.scale * (theirs.y - source.floor))
    }

    /// Goes through the clip once, to see what standing on the ball asks of the ankles.
    pub(super) fn rehearse(&mut self, clip: &Clip, segments: &[Segment], rest: &[Quat]) {
        let mut world = Vec::new();
        for (number, pose) in clip.frames().enumerate() {
            pose.world_from_joints(clip.skeleton(), &mut world);
            let source = SourceFrame { world: &world, rest };
            for leg in self.legs.iter_mut().flatten() {
                let turn = leg.foot_turn(segments, &source);
                let rolled = leg.rolling(self.scale, number, &source, turn);
                let turn = Quat::from_scaled_axis(rolled) * turn;
                leg.on_ball.push(leg.added_on_ball(self.scale, number, &source, turn));
                leg.rolled.push(rolled);
            }
        }
        for leg in self.legs.iter_mut().flatten() {
            leg.on_ball = even(&leg.on_ball, EVEN_SECS * clip.rate());
        }
    }

    /// What the goals of both feet ask beyond where the legs end by the captured turns alone.
    pub(super) fn asked(&self, number: usize, source: &SourceFrame<'_>, frame: &Frame) -> [Vec3; 2] {
        let asked = |leg: &LegGoal| leg.goal(self.scale, number, source) - leg.end(frame);
        self.legs.each_ref().map(|leg| leg.as_ref().map_or(Vec3::ZERO, asked))
    }

    /// Evens out what is asked of free feet, in each frame as [`asked`](Self::asked) gave it.
    pub(super) fn calm(&mut self, asked: &[[Vec3; 2]], rate: f64) {
        for (side, leg) in self.legs.iter_mut().enumerate() {
            let Some(leg) = leg else { continue };
            let raw: Vec<Vec3> = asked.iter().map(|both| both[side]).collect();
            let changes =
                even(&raw, FREE_EVEN_SECS * rate).into_iter().zip(raw).map(|(even, raw)| even - raw);
            leg.calmed = changes.zip(&leg.stand.free).map(|(change, &free)| free * change).collect();
        }
    }

    /// The turn of a joint that follows the source's, as a foot of another length makes it.
    pub(super) fn rolled(&self, number: usize, joint: JointId, turn: Quat) -> Quat {
        let leg = self.legs.iter().flatten().find(|leg| leg.ankle == Some(joint));
        let rolled = leg.and_then(|leg| leg.rolled.get(number));
        rolled.map_or(turn, |&rolled| (Quat::from_scaled_axis(rolled) * turn).normalize())
    }

    /// How far the hips have to sink so that no leg is straighter than the source's.
    pub(super) fn sinks(&self, number: usize, source: &SourceFrame<'_>, frame: &Frame) -> f32 {
        let legs = self.legs.iter().flatten().filter(|leg| leg.knee.is_some());
        legs.map(|leg| leg.sinks(self.scale, number, source, frame)).fold(0.0, f32::max)
    }

    /// Once the last joint of a leg is placed: turns its bones so that it ends at its goal.
    pub(super) fn reach(&self, number: usize, joint: JointId, source: &SourceFrame<'_>, frame: &mut Frame) {
        for leg in self.legs.iter().flatten() {
            let last = leg.ankle.or(leg.knee);
            if last == Some(joint) {
                leg.reach(self.scale, number, source, frame);
                leg.keep_pace(number, frame);
            }
        }
    }

    /// Gives legs that would be too fast their time, where `frames` are those that they would have.
    pub(super) fn calm_bones(&mut self, clip: &Clip, rest: &[Quat], frames: &[[Option<pace::Bones>; 2]]) {
        for (side, leg) in self.legs.iter_mut().enumerate() {
            let Some(leg) = leg else { continue };
            let bones: Option<Vec<pace::Bones>> = frames.iter().map(|both| both[side]).collect();
            let limits = leg.source_bones.map(|joint| pace::limit(clip, joint, rest));
            leg.pace = bones.and_then(|bones| Pace::of(bones, limits, &leg.stand.free, clip.rate()));
        }
    }

    /// How thighs and shins are turned.
    pub(super) fn bones(&self, frame: &Frame) -> [Option<pace::Bones>; 2] {
        let turns = |leg: &LegGoal| Some([leg.hip, leg.knee?].map(|joint| frame.turns[joint.index()]));
        self.legs.each_ref().map(|leg| leg.as_ref().and_then(turns))
    }

    /// The lower foot of the source above where it stands, in metres of the target.
    pub(super) fn lowest(&self, source: &SourceFrame<'_>) -> f32 {
        let height = |leg: &LegGoal| self.scale * (source.at(leg.stand.ankle).y - leg.ankle_stands);
        self.legs.iter().flatten().map(height).min_by(f32::total_cmp).unwrap_or(0.0)
    }
}
