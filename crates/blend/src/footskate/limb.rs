//! A leg or an arm whose end can be held.

use glam::{DQuat, DVec3};
use segue_motion::{
    Anatomy, Clip, ConstraintKind, FrameRange, IkSettings, JointId, LimbReach, PointId, PointTable, Pose,
    Rigid, Side, Skeleton, TwoBone,
};

use super::{CleanUp, stretch};

/// A leg or an arm and the points at its end that can be planted.
#[derive(Clone, Debug)]
pub(super) struct Limb {
    pub(super) chain: TwoBone,
    /// Kinds with their points and plants, heel before toe.
    pub(super) points: Vec<(PointId, Vec<FrameRange>)>,
    /// Kinds in the order of `points`.
    pub(super) kinds: Vec<ConstraintKind>,
    /// The joints from below the start to the end, whose offsets make up its length.
    pub(super) bones: Vec<JointId>,
    /// Whether the root gives way to let it reach: legs carry the figure, arms do not.
    pub(super) carries: bool,
}

/// How the end of a limb moves in one frame, in the world.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Correction {
    /// Turn of the end about itself, as axis times angle.
    pub(super) turn: DVec3,
    /// Shift of the end joint, in metres.
    pub(super) shift: DVec3,
}

impl Correction {
    fn is_none(self) -> bool {
        self.turn == DVec3::ZERO && self.shift == DVec3::ZERO
    }
}

/// What correcting one limb took.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Done {
    pub(super) stretch: f64,
    pub(super) miss: f64,
}

/// How far a limb may span before the root gives way, and where its start is.
#[derive(Clone, Copy, Debug)]
pub(super) struct Reaching {
    pub(super) start: DVec3,
    pub(super) distance: f64,
}

/// All limbs of a figure whose points its clip plants, and the other leg of a planted one: it stays where it is
/// when the root moves.
pub(super) fn planted(clip: &Clip, anatomy: &Anatomy) -> Vec<Limb> {
    let limbs = limbs(clip.skeleton(), anatomy, |kind| clip.constraints().of(kind).to_vec());
    let planted = |limb: &Limb| limb.plant_count() > 0;
    let legs_matter = limbs.iter().any(|limb| limb.carries && planted(limb));
    limbs.into_iter().filter(|limb| planted(limb) || limb.carries && legs_matter).collect()
}

/// The legs and arms of a figure with the plants of their points.
pub(super) fn limbs(
    skeleton: &Skeleton,
    anatomy: &Anatomy,
    plants: impl Fn(ConstraintKind) -> Vec<FrameRange>,
) -> Vec<Limb> {
    use ConstraintKind::{LeftHeel, LeftToe, LeftWrist, RightHeel, RightToe, RightWrist};
    let limb = |chain: Option<TwoBone>, kinds: &[ConstraintKind], carries| {
        let chain = chain?;
        let known: Vec<_> = kinds.iter().copied().filter(|&kind| anatomy.point(kind).is_some()).collect();
        let points = known.iter().filter_map(|&kind| Some((anatomy.point(kind)?, plants(kind)))).collect();
        let above = |&joint: &JointId| joint != chain.start();
        let bones = skeleton.ancestors(chain.end()).take_while(above).collect();
        Some(Limb { chain, points, kinds: known, bones, carries })
    };
    let leg = |side| TwoBone::leg(skeleton, anatomy, side);
    let arm = |side| TwoBone::arm(skeleton, anatomy, side);
    [
        limb(leg(Side::Left), &[LeftHeel, LeftToe], true),
        limb(leg(Side::Right), &[RightHeel, RightToe], true),
        limb(arm(Side::Left), &[LeftWrist], false),
        limb(arm(Side::Right), &[RightWrist], false),
    ]
    .into_iter()
    .flatten()
    .collect()
}

impl Limb {
    pub(super) fn plant_count(&self) -> usize {
        self.points.iter().map(|(_, plants)| plants.len()).sum()
    }

    pub(super) fn end(&self) -> PointId {
        PointId::joint(self.chain.end())
    }

    /// How far the limb reaches in every frame.
    pub(super) fn reaches(&self, clip: &Clip, table: &PointTable, longest_stretch: f64) -> Vec<Reaching> {
        let reach = |frame: usize| {
            let length = self.bone_lengths(clip.frame(frame).translations(), clip.skeleton());
            let at = |joint| table.at(frame, PointId::joint(joint)).as_dvec3();
            let (start, end) = (at(self.chain.start()), at(self.chain.end()));
            Reaching { start, distance: stretch::span(start.distance(end), length, longest_stretch) }
        };
        (0..clip.len()).map(reach).collect()
    }

    /// The length of the straight limb. Bones are taken one by one, so twist joints count as they lie.
    pub(super) fn bone_lengths(
        &self,
        translations: impl Iterator<Item = (JointId, glam::Vec3)>,
        skeleton: &Skeleton,
    ) -> f64 {
        let mut length: f64 =
            self.bones.iter().map(|&bone| f64::from(skeleton.joint(bone).offset.length())).sum();
        for (joint, position) in translations {
            if self.bones.contains(&joint) {
                length += f64::from(position.length() - skeleton.joint(joint).offset.length());
            }
        }
        length
    }

    /// Moves the limb's end to where `source` has it, plus the correction, in a pose whose root may have moved.
    pub(super) fn correct(
        &self,
        skeleton: &Skeleton,
        source: &Pose,
        pose: &mut Pose,
        correction: Correction,
        settings: &CleanUp,
    ) -> Done {
        if correction.is_none() && (pose.root == source.root || !self.carries) {
            return Done::default();
        }
        let joints = self.joints(skeleton, source);
        self.turn_end(skeleton, pose, &joints, correction.turn);
        let target = joints.end.translation.as_dvec3() + correction.shift;
        let start = joints.start.translation.as_dvec3() + (pose.root - source.root).as_dvec3();
        let length = self.bone_lengths(source.translations.iter().copied(), skeleton);
        let was = joints.start.translation.distance(joints.end.translation).into();
        let stretch = stretch::needed(was, start.distance(target), length).min(settings.longest_stretch);
        stretch::lengthen(pose, skeleton, &self.bones, 1.0 + stretch);
        let reach = self.chain.solve(skeleton, pose, target.as_vec3(), &IkSettings::default());
        let miss = if let LimbReach::Missed { by } = reach { f64::from(by) } else { 0.0 };
        Done { stretch, miss }
    }

    /// Turns the end joint in the world, where `source` has it, by `turn`.
    fn turn_end(&self, skeleton: &Skeleton, pose: &mut Pose, source: &Joints, turn: DVec3) {
        let end = self.chain.end();
        let world_from_end = DQuat::from_scaled_axis(turn).as_quat() * source.end.rotation;
        let parent = skeleton.parent(end).map_or(glam::Quat::IDENTITY, |_| source.end_parent.rotation);
        pose.rotations[end.index()] = (parent.conjugate() * world_from_end).normalize();
    }

    fn joints(&self, skeleton: &Skeleton, pose: &Pose) -> Joints {
        let [start, end] = [self.chain.start(), self.chain.end()].map(|joint| world(skeleton, pose, joint));
        let end_parent =
            skeleton.parent(self.chain.end()).map_or(Rigid::IDENTITY, |parent| world(skeleton, pose, parent));
        Joints { start, end, end_parent }
    }
}

/// Where the ends of a limb are in the world.
struct Joints {
    start: Rigid,
    end: Rigid,
    end_parent: Rigid,
}

/// The world transform of one joint, by walking up to the root.
pub(super) fn world(skeleton: &Skeleton, pose: &Pose, joint: JointId) -> Rigid {
    let mut world = Rigid::IDENTITY;
    for id in skeleton.ancestors(joint) {
        let moved = pose.translations.iter().find(|(moved, _)| *moved == id).map(|&(_, position)| position);
        let offset = if id == JointId::ROOT { pose.root } else { moved.unwrap_or(skeleton.joint(id).offset) };
        world = Rigid::new(pose.rotations[id.index()], offset) * world;
    }
    world
}
