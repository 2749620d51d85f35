//! One clip while it is carried over.

use glam::{Quat, Vec3};

use super::drive::{Drive, SourceFrame};
use super::even::{even, widened};
use super::feet::Feet;
use super::figures::Figures;
use super::hands::Hands;
use super::one_joint_legs::OneJointLegs;
use super::pace;
use super::pelvis::Pelvis;
use super::plan::{Plan, Segment, carried_turn};
use super::stands::{Stand, stands};
use crate::{Clip, JointId, Pose, PoseRef, Rigid, Role, Side};

/// Hips sink under a bell of this width, in seconds.
const SINKING_SECS: f64 = 0.08;

/// A clip of the source on its way to the target.
pub(super) struct Stage<'a> {
    figures: &'a Figures<'a>,
    plan: &'a Plan,
    clip: &'a Clip,
    segments: Vec<Segment>,
    /// The segment of each joint of the target.
    segment_of: Vec<Option<usize>>,
    source_rest: Vec<Quat>,
    feet: Feet,
    pelvis: Option<Pelvis>,
    hands: Option<Hands>,
    one_joint_legs: Option<OneJointLegs>,
    /// Added to the scaled height of the source's hips.
    lift: f32,
    /// How far the hips sink in each frame.
    sunk: Vec<f32>,
    tracks: Vec<JointId>,
}

/// Turns since the rest pose and places of the joints that are driven.
pub(super) struct Frame {
    pub(super) turns: Vec<Quat>,
    pub(super) places: Vec<Vec3>,
}

impl<'a> Stage<'a> {
    pub(super) fn new(figures: &'a Figures<'a>, plan: &'a Plan, clip: &'a Clip) -> Self {
        let stands = stands(clip, &figures.source, figures.posed);
        let segments: Vec<Segment> =
            plan.segments.iter().map(|segment| leveled(segment, figures, &stands)).collect();
        let mut segment_of = vec![None; figures.target.skeleton.len()];
        for (index, segment) in segments.iter().enumerate() {
            segment_of[segment.joint.index()] = Some(index);
        }
        let source_rest: Vec<Quat> = figures.source.world.iter().map(|joint| joint.rotation).collect();
        let mut feet = Feet::new(figures, plan, stands);
        feet.rehearse(clip, &segments, &source_rest);
        let shifted =
            |segment: &&Segment| segment.shift.is_some_and(|joint| clip.translated().contains(&joint));
        let mut tracks = plan.loose();
        tracks.extend(segments.iter().filter(shifted).map(|segment| segment.joint));
        tracks.sort();
        tracks.dedup();
        let mut stage = Self {
            lift: feet.lift(figures),
            sunk: Vec::new(),
            pelvis: Pelvis::of(figures, clip, &source_rest),
            hands: Hands::of(figures),
            one_joint_legs: OneJointLegs::of(figures),
            source_rest,
            figures,
            plan,
            clip,
            segments,
            segment_of,
            feet,
            tracks,
        };
        let asked = stage.rehearsed(|number, source, frame| stage.feet.asked(number, source, frame));
        stage.feet.calm(&asked, clip.rate());
        stage.sunk = stage.sinking();
        let bones = stage.bones();
        stage.feet.calm_bones(clip, &stage.source_rest, &bones);
        stage
    }

    /// How far the hips sink in each frame, evenly over time, so that no leg is straighter than the source's.
    fn sinking(&self) -> Vec<f32> {
        let asked = self.rehearsed(|number, source, frame| self.feet.sinks(number, source, frame));
        let width = SINKING_SECS * self.clip.rate();
        even(&widened(&asked, (2.0 * width).round() as usize), width)
    }

    /// How thighs and shins are turned in each frame with the feet at their goals.
    fn bones(&self) -> Vec<[Option<pace::Bones>; 2]> {
        let mut world = Vec::new();
        let frames = self.clip.frames().enumerate();
        frames
            .map(|(number, pose)| {
                pose.world_from_joints(self.clip.skeleton(), &mut world);
                let source = SourceFrame { world: &world, rest: &self.source_rest };
                self.feet.bones(&self.stood(number, pose, &source))
            })
            .collect()
    }

    /// What is found in each frame when every joint turns as captured and no foot is at its goal.
    fn rehearsed<T>(&self, found: impl Fn(usize, &SourceFrame<'_>, &Frame) -> T) -> Vec<T> {
        let mut world = Vec::new();
        let frames = self.clip.frames().enumerate();
        frames
            .map(|(number, pose)| {
                pose.world_from_joints(self.clip.skeleton(), &mut world);
                let source = SourceFrame { world: &world, rest: &self.source_rest };
                found(number, &source, &self.placed(number, pose, &source, self.centre(&source), false))
            })
            .collect()
    }

    /// Joints that get a translation track, in order.
    pub(super) fn tracks(&self) -> &[JointId] {
        &self.tracks
    }

    /// One frame on the target.
    pub(super) fn pose(&self, number: usize, pose: PoseRef<'_>) -> Pose {
        let mut world = Vec::with_capacity(self.figures.source.skeleton.len());
        pose.world_from_joints(self.clip.skeleton(), &mut world);
        let source = SourceFrame { world: &world, rest: &self.source_rest };
        let mut frame = self.stood(number, pose, &source);
        let mut ground = self.sunken(number, &source);
        if let Some(legs) = &self.one_joint_legs {
            let rise = Vec3::Y * legs.rise(&self.feet, &source, &frame);
            frame.places.iter_mut().for_each(|place| *place += rise);
            ground += rise;
        }
        self.local(&frame, ground)
    }

    /// All driven joints with feet and hands at their goals and the hips where legs reach.
    fn stood(&self, number: usize, pose: PoseRef<'_>, source: &SourceFrame<'_>) -> Frame {
        self.placed(number, pose, source, self.sunken(number, source), true)
    }

    fn sunken(&self, number: usize, source: &SourceFrame<'_>) -> Vec3 {
        self.centre(source) - Vec3::Y * self.sunk[number]
    }

    /// Where the middle of the hips is.
    fn centre(&self, source: &SourceFrame<'_>) -> Vec3 {
        let figure = &self.figures.source;
        let hips = Side::BOTH.map(|side| figure.joint(Role::Hip(side)));
        let at = match hips {
            [Some(left), Some(right)] if self.figures.target.middle(Role::Hip).is_some() => {
                (source.at(left) + source.at(right)) / 2.0
            }
            _ => source.at(self.body_driver()),
        };
        self.figures.scale * at + Vec3::Y * self.lift
    }

    fn body_driver(&self) -> JointId {
        match self.segment_of[self.plan.body.index()].and_then(|index| self.segments[index].drive) {
            Some(Drive::Follow { source, .. }) => source,
            _ => JointId::ROOT,
        }
    }

    /// The middle of the hips in the rest pose.
    fn rest_centre(&self) -> Vec3 {
        let target = &self.figures.target;
        let hips = target.middle(Role::Hip).filter(|_| self.figures.source.middle(Role::Hip).is_some());
        hips.unwrap_or_else(|| target.at(self.plan.body))
    }

    /// All driven joints, from the hips outwards, with feet and hands at their goals or where the captured turns have them.
    fn placed(
        &self,
        number: usize,
        pose: PoseRef<'_>,
        source: &SourceFrame<'_>,
        centre: Vec3,
        at_goals: bool,
    ) -> Frame {
        let joints = self.figures.target.skeleton.len();
        let mut frame = Frame { turns: vec![Quat::IDENTITY; joints], places: vec![Vec3::ZERO; joints] };
        for segment in &self.segments {
            let turn = segment.drive.map(|drive| self.turn(number, segment.joint, drive, source));
            let turn = turn.unwrap_or_else(|| carried_turn(segment, &frame.turns));
            let place = match segment.hangs_on {
                Some((on, from_there)) => frame.places[on.index()] + frame.turns[on.index()] * from_there,
                None => centre + turn * (self.figures.target.at(segment.joint) - self.rest_centre()),
            };
            let index = segment.joint.index();
            frame.turns[index] = turn;
            frame.places[index] = place + self.shift(segment, pose, source);
            if !at_goals {
                continue;
            }
            self.feet.reach(number, segment.joint, source, &mut frame);
            if let Some(hands) = &self.hands {
                hands.reach(segment.joint, source, &mut frame);
            }
        }
        frame
    }

    /// How a driven joint is turned, a wide pelvis and long feet in their own way.
    fn turn(&self, number: usize, joint: JointId, drive: Drive, source: &SourceFrame<'_>) -> Quat {
        let turn = drive.turn(source);
        match (&self.pelvis, drive) {
            (Some(pelvis), Drive::Follow { source: driver, .. }) => {
                self.feet.rolled(number, joint, pelvis.leveled(number, driver, turn, source))
            }
            _ => self.feet.rolled(number, joint, turn),
        }
    }

    /// How far a joint of the source has left its place on its parent.
    fn shift(&self, segment: &Segment, pose: PoseRef<'_>, source: &SourceFrame<'_>) -> Vec3 {
        let shifted = segment.shift.and_then(|joint| {
            let (_, place) = pose.translations().find(|&(moved, _)| moved == joint)?;
            let parent = self.figures.source.skeleton.parent(joint)?;
            let by = place - self.figures.source.skeleton.joint(joint).offset;
            Some(self.figures.scale * (source.world[parent.index()].rotation * by))
        });
        shifted.unwrap_or(Vec3::ZERO)
    }

    /// The pose with local rotations, and translations where the tree does not put a joint at its place.
    fn local(&self, frame: &Frame, centre: Vec3) -> Pose {
        let target = &self.figures.target;
        let mut world: Vec<Rigid> = Vec::with_capacity(target.skeleton.len());
        let mut rotations = Vec::with_capacity(target.skeleton.len());
        let mut translations = Vec::with_capacity(self.tracks.len());
        for (id, joint) in target.skeleton.ids().zip(target.skeleton.joints()) {
            let index = id.index();
            let driven = self.segment_of[index].is_some();
            let wanted = Rigid::new(
                (frame.turns[index] * target.world[index].rotation).normalize(),
                frame.places[index],
            );
            let Some(parent) = joint.parent else {
                world.push(if driven { wanted } else { self.root(centre) });
                rotations.push(world[0].rotation);
                continue;
            };
            let on = world[parent.index()];
            let rotation =
                if driven { (on.rotation.conjugate() * wanted.rotation).normalize() } else { joint.rest };
            let tracked = self.tracks.binary_search(&id).is_ok();
            let place = if tracked { on.inverse() * wanted.translation } else { joint.offset };
            if tracked {
                translations.push((id, place));
            }
            rotations.push(rotation);
            world.push(on * Rigid::new(rotation, place));
        }
        Pose { root: world[0].translation, rotations, translations }
    }

    /// A root that is no part of the body travels below it on the floor.
    fn root(&self, centre: Vec3) -> Rigid {
        let target = &self.figures.target;
        let rest = target.world[0];
        let below = centre + rest.translation - self.rest_centre();
        Rigid::new(rest.rotation, below.with_y(rest.translation.y - target.floor))
    }
}

/// A foot stands flat when the source's does, whatever rest pose that has.
fn leveled(segment: &Segment, figures: &Figures<'_>, stands: &[Option<Stand>; 2]) -> Segment {
    let mut segment = *segment;
    for (side, stand) in Side::BOTH.into_iter().zip(stands) {
        let foot = [Role::Ankle(side), Role::Toe(side)].map(|role| figures.target.joint(role));
        if let (Some(stand), Some(Drive::Follow { laid, .. })) = (stand, &mut segment.drive)
            && foot.contains(&Some(segment.joint))
        {
            *laid = (stand.level * *laid).normalize();
        }
    }
    segment
}
