//! A leg whose foot can be held.

use segue_motion::{Anatomy, ConstraintKind, JointId, PointId, Pose, Rigid, Side, Skeleton, TwoBone};

/// A leg and the points of its foot that can be planted.
#[derive(Clone, Debug)]
pub(super) struct Limb {
    pub(super) chain: TwoBone,
    /// Points that can be planted, heel before toe.
    pub(super) points: Vec<PointId>,
    /// Kinds in the order of `points`.
    pub(super) kinds: Vec<ConstraintKind>,
    /// The joints from below the start to the end, whose offsets make up its length.
    pub(super) bones: Vec<JointId>,
}

/// The legs of a figure.
pub(super) fn legs(skeleton: &Skeleton, anatomy: &Anatomy) -> Vec<Limb> {
    let leg = |side: Side| {
        let chain = TwoBone::leg(skeleton, anatomy, side)?;
        let kinds = [ConstraintKind::heel(side), ConstraintKind::toe(side)];
        let known: Vec<ConstraintKind> =
            kinds.into_iter().filter(|&kind| anatomy.point(kind).is_some()).collect();
        let points = known.iter().filter_map(|&kind| anatomy.point(kind)).collect();
        let above = |&joint: &JointId| joint != chain.start();
        let bones = skeleton.ancestors(chain.end()).take_while(above).collect();
        Some(Limb { chain, points, kinds: known, bones })
    };
    Side::BOTH.into_iter().filter_map(leg).collect()
}

impl Limb {
    /// The length of the straight leg. Bones are taken one by one, so twist joints count as they lie.
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
