//! A clip seen from axes that are the world's in the rest pose.

use glam::{DQuat, DVec3};
use segue_motion::{Clip, JointId, PoseRef, Skeleton};

/// The joints of a skeleton with axes that are parallel to the world's in the rest pose, so that no rotation at all is
/// the rest pose: what programs expect that take the hierarchy of a file for it.
pub(crate) struct Aligned<'a> {
    skeleton: &'a Skeleton,
    world_from_rest: Vec<DQuat>,
    /// The tips on each joint.
    tips: Vec<Vec<DVec3>>,
}

impl<'a> Aligned<'a> {
    pub(crate) fn of(skeleton: &'a Skeleton) -> Self {
        let mut world_from_rest: Vec<DQuat> = Vec::with_capacity(skeleton.len());
        for joint in skeleton.joints() {
            let parent = joint.parent.map_or(DQuat::IDENTITY, |parent| world_from_rest[parent.index()]);
            world_from_rest.push(parent * joint.rest.as_dquat());
        }
        let mut tips = vec![Vec::new(); skeleton.len()];
        for site in skeleton.end_sites() {
            let joint = site.parent.index();
            tips[joint].push(world_from_rest[joint] * site.offset.as_dvec3());
        }
        Self { skeleton, world_from_rest, tips }
    }

    fn aligned_from_parent(&self, id: JointId) -> DQuat {
        self.skeleton.parent(id).map_or(DQuat::IDENTITY, |parent| self.world_from_rest[parent.index()])
    }

    /// The offset of a joint from its parent.
    pub(crate) fn offset(&self, id: JointId) -> DVec3 {
        self.aligned_from_parent(id) * self.skeleton.joint(id).offset.as_dvec3()
    }

    /// The tips on a joint.
    pub(crate) fn tips(&self, id: JointId) -> impl Iterator<Item = DVec3> + '_ {
        self.tips[id.index()].iter().copied()
    }

    /// The rotation of a joint on its parent in a pose.
    pub(crate) fn rotation(&self, pose: PoseRef<'_>, id: JointId) -> DQuat {
        let rotation = pose.rotations[id.index()].as_dquat();
        self.aligned_from_parent(id) * rotation * self.world_from_rest[id.index()].inverse()
    }

    /// The position of a joint on its parent in a pose, if it is the root or has a translation track.
    pub(crate) fn position(&self, pose: PoseRef<'_>, id: JointId) -> Option<DVec3> {
        let moved = pose.translations().find(|&(joint, _)| joint == id).map(|(_, position)| position);
        let position = if id == JointId::ROOT { Some(pose.root) } else { moved };
        position.map(|position| self.aligned_from_parent(id) * position.as_dvec3())
    }
}

/// Whether a clip moves a joint on its parent.
pub(crate) fn moves(clip: &Clip, id: JointId) -> bool {
    id == JointId::ROOT || clip.translated().contains(&id)
}
