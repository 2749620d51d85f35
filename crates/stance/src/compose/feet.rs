//! Feet that stand where they land.

use glam::{DQuat, DVec3};
use segue_motion::{ConstraintKind, Constraints, FrameRange, JointId, PointId, Pose, Side};

use super::Stage;
use super::clear::Clearance;
use super::source::{Part, at, frame_of};
use super::track::smooth;

/// A foot may stand so much above the ground throughout, in metres: nobody sees it, but one that rises is seen to drift.
const UNSEEN: f64 = 0.004;

/// A foot is as free as in the middle of its swing so long before and after it stands, in seconds.
const FREE_SECS: f64 = 0.08;

/// All plants of a chain.
pub(super) struct Feet {
    plants: Vec<Plant>,
}

/// One point of a foot that stands, and where.
struct Plant {
    kind: ConstraintKind,
    side: Side,
    point: PointId,
    /// First and last frame of the result.
    frames: FrameRange,
    place: DVec3,
    /// How much it is raised in each of the frames: a captured foot rolls, and its toes must not sink.
    rises: Vec<f64>,
    stance: usize,
}

impl Plant {
    fn place(&self, frame: usize) -> DVec3 {
        self.place + DVec3::Y * self.rises[frame - self.frames.first]
    }
}

pub(super) fn kinds(side: Side) -> [ConstraintKind; 2] {
    match side {
        Side::Left => [ConstraintKind::LeftHeel, ConstraintKind::LeftToe],
        Side::Right => [ConstraintKind::RightHeel, ConstraintKind::RightToe],
    }
}

impl Feet {
    pub(super) fn new(stage: &Stage<'_>) -> Self {
        let mut plants = Vec::new();
        for stance in 0..stage.links.len() {
            plants.extend(planted(stage, stance));
        }
        Self { plants }
    }

    /// When each point is planted in the result.
    pub(super) fn plants(&self, stage: &Stage<'_>) -> Constraints {
        let mut constraints = Constraints::default();
        for kind in Side::BOTH.into_iter().flat_map(kinds) {
            let mut ranges: Vec<FrameRange> = Vec::new();
            for plant in self.plants.iter().filter(|plant| plant.kind == kind) {
                let last = plant.frames.last.min(stage.frames - 1);
                if plant.frames.first <= last
                    && ranges.last().is_none_or(|before| before.last < plant.frames.first)
                {
                    ranges.push(FrameRange { first: plant.frames.first, last });
                }
            }
            constraints.set(kind, ranges).expect("plants of one point are in order and apart");
        }
        constraints
    }

    /// Whether a point of a foot stands in a frame.
    pub(super) fn stands(&self, kind: ConstraintKind, frame: usize) -> bool {
        self.plants.iter().any(|plant| plant.kind == kind && plant.frames.contains(frame))
    }

    /// From 0 where a foot stands to 1 where it does not for [`FREE_SECS`] before and after.
    pub(super) fn free(&self, stage: &Stage<'_>, side: Side, frame: usize) -> f64 {
        let most = FREE_SECS * stage.settings.rate;
        let away = |plant: &Plant| {
            frame.saturating_sub(plant.frames.last).max(plant.frames.first.saturating_sub(frame))
        };
        let nearest = self.plants.iter().filter(|plant| plant.side == side).map(away).min();
        nearest.map_or(1.0, |frames| smooth(frames as f64 / most))
    }

    /// With standing feet raised by as much as a part of them would be in the ground.
    pub(super) fn out_of_the_ground(
        mut self,
        stage: &Stage<'_>,
        clearance: &Clearance,
        natural: &[Pose],
    ) -> Self {
        for (frame, pose) in natural.iter().enumerate() {
            let points = stage.points(pose);
            for (leg, (side, limb)) in stage.legs.iter().enumerate() {
                let Some((ankle, turn)) = self.held(stage, leg, frame, pose) else { continue };
                let came = at(&points, PointId::joint(limb.end()));
                let sole: Vec<DVec3> = clearance
                    .sole(leg)
                    .iter()
                    .map(|&point| ankle + turn * (at(&points, point) - came))
                    .collect();
                let stands = |plant: &&mut Plant| plant.side == *side && plant.frames.contains(frame);
                for plant in self.plants.iter_mut().filter(stands) {
                    let link = &stage.links[plant.stance];
                    let contact = stage.track.place(plant.stance, link.found.warped.stance.contact());
                    let normal = link.place.normal;
                    let depth = |point: &DVec3| -(*point - contact).dot(normal) / normal.y;
                    plant.rises[frame - plant.frames.first] = sole.iter().map(depth).fold(0.0, f64::max);
                }
            }
        }
        for plant in &mut self.plants {
            let most = plant.rises.iter().copied().fold(0.0, f64::max).min(UNSEEN);
            plant.rises.iter_mut().for_each(|rise| *rise = rise.max(most));
        }
        self
    }

    /// Where the ankle is, and how the foot is turned, when its planted points are in their places and it lies as it was
    /// captured.
    pub(super) fn held(
        &self,
        stage: &Stage<'_>,
        leg: usize,
        frame: usize,
        natural: &Pose,
    ) -> Option<(DVec3, DQuat)> {
        let (side, foot) = (stage.legs[leg].0, stage.legs[leg].1.end());
        let standing: Vec<&Plant> =
            self.plants.iter().filter(|plant| plant.side == side && plant.frames.contains(frame)).collect();
        let landed = Landed::new(stage, standing.first()?.stance)?;
        let turn = landed.captured_turn(foot, frame) * world_turn(stage, natural, foot).conjugate();
        let points = stage.points(natural);
        let ankle = at(&points, PointId::joint(foot));
        let ankles =
            standing.iter().map(|plant| plant.place(frame) - turn * (at(&points, plant.point) - ankle));
        Some((ankles.sum::<DVec3>() / standing.len() as f64, turn))
    }
}

/// The shorter way round.
pub(super) fn short(turn: DQuat) -> DQuat {
    if turn.w < 0.0 { -turn } else { turn }
}

/// The rotation of a joint in the world.
pub(super) fn world_turn(stage: &Stage<'_>, pose: &Pose, joint: JointId) -> DQuat {
    let skeleton = &stage.sources.skeleton;
    let turns = skeleton.ancestors(joint).map(|above| pose.rotations[above.index()].as_dquat());
    turns.fold(DQuat::IDENTITY, |turn, above| above * turn)
}

/// The plants of one contact: as in the clip with the largest share, moved as a whole so that their mean is the contact
/// point of the stance, and laid onto the slope of the ground.
fn planted(stage: &Stage<'_>, stance: usize) -> Vec<Plant> {
    let Some(landed) = Landed::new(stage, stance) else { return Vec::new() };
    let mut plants: Vec<Plant> = Vec::new();
    // Each foot counts once, by the mean of its planted points over their frames, as in extraction.
    let mut feet: Vec<DVec3> = Vec::new();
    for side in Side::BOTH {
        let (mut sum, mut count) = (DVec3::ZERO, 0.0);
        for kind in kinds(side) {
            let Some(point) = stage.anatomy.point(kind) else { continue };
            let frames = landed.held(kind);
            let (Some(&first), Some(&last)) = (frames.first(), frames.last()) else { continue };
            let place = landed.captured_place(point, &frames);
            (sum, count) = (sum + place * frames.len() as f64, count + frames.len() as f64);
            let rises = vec![0.0; last - first + 1];
            plants.push(Plant {
                kind,
                side,
                point,
                frames: FrameRange { first, last },
                place,
                rises,
                stance,
            });
        }
        if count > 0.0 {
            feet.push(sum / count);
        }
    }
    let contact = stage.track.place(stance, stage.links[stance].found.warped.stance.contact());
    let moved = (contact - feet.iter().sum::<DVec3>() / feet.len().max(1) as f64).with_y(0.0);
    for plant in &mut plants {
        plant.place = contact + landed.tilt() * (plant.place + moved - contact);
    }
    plants
}

/// A contact of the chain and the clip that shows it.
struct Landed<'a> {
    stage: &'a Stage<'a>,
    stance: usize,
    part: &'a Part,
}

impl<'a> Landed<'a> {
    /// The contact as the clip with the largest share shows it.
    fn new(stage: &'a Stage<'a>, stance: usize) -> Option<Self> {
        Some(Self { stage, stance, part: stage.sources.main(stance)? })
    }

    /// The rotation of a joint in the clip, in the axes of the world.
    fn captured_turn(&self, joint: JointId, frame: usize) -> DQuat {
        let turn = self.tilt() * DQuat::from_rotation_y(self.stage.track.heading(self.stance));
        turn * world_turn(self.stage, &self.stage.sources.turned(self.part, self.clip_frame(frame)), joint)
    }

    fn clip_frame(&self, frame: usize) -> f64 {
        let secs = frame as f64 / self.stage.settings.rate - self.stage.track.start(self.stance);
        frame_of(self.stage.links, &self.stage.track, self.stance, &self.part.origin, secs)
    }

    /// The frames of the contact in which a point is planted in the clip.
    fn held(&self, kind: ConstraintKind) -> Vec<usize> {
        let [landing, liftoff] = self.stage.track.contact(self.stage.links, self.stance);
        let rate = self.stage.settings.rate;
        let plants = self.stage.sources.plants(self.part);
        let holds = |frame: &usize| plants.holds(kind, self.clip_frame(*frame).round().max(0.0) as usize);
        // Rounding must not cut off the frame of an end.
        let [first, last] = [(landing * rate - 1e-6).ceil(), (liftoff * rate + 1e-6).floor()];
        (first as usize..=last as usize).filter(holds).collect()
    }

    /// The points of the clip in the axes of the world, on the ground of the contact, somewhere.
    fn captured(&self, frame: usize) -> Vec<DVec3> {
        let turn = DQuat::from_rotation_y(self.stage.track.heading(self.stance));
        let ground = DVec3::Y * self.stage.track.ground(self.stance);
        let pose = self.stage.sources.turned(self.part, self.clip_frame(frame));
        self.stage.points(&pose).iter().map(|point| turn * point.as_dvec3() + ground).collect()
    }

    /// The mean place of a point over some frames.
    fn captured_place(&self, point: PointId, frames: &[usize]) -> DVec3 {
        let sum: DVec3 = frames.iter().map(|&frame| self.captured(frame)[point.index()]).sum();
        sum / frames.len() as f64
    }

    /// The turn from level ground to that of the contact, as far as ankles bend.
    fn tilt(&self) -> DQuat {
        let normal = self.stage.links[self.stance].place.normal;
        let (axis, angle) = DQuat::from_rotation_arc(DVec3::Y, normal).to_axis_angle();
        DQuat::from_axis_angle(axis, angle.min(STEEPEST))
    }
}

/// Ankles bend so far, in radians: 30°.
const STEEPEST: f64 = std::f64::consts::FRAC_PI_6;
