//! One frame of a motion.

use glam::{Quat, Vec3, Vec4, Vec4Swizzles};

use crate::{JointId, Rigid, Skeleton};

/// The position of the root, and the rotation of every joint relative to its parent.
///
/// `rotations` has one unit quaternion per joint of the skeleton; the root's is its rotation in the world.
/// `translations` lists the joints other than the root that move relative to their parent, with their position there;
/// all other joints stay at their offset.
#[derive(Clone, Debug, PartialEq)]
pub struct Pose {
    /// Position of the root in the world, in metres.
    pub root: Vec3,
    /// Local rotations, one per joint.
    pub rotations: Vec<Quat>,
    /// Local positions of the joints that have a translation track, in order of joint number.
    pub translations: Vec<(JointId, Vec3)>,
}

impl Pose {
    /// The rest pose of `skeleton`, with no translation tracks.
    pub fn rest(skeleton: &Skeleton) -> Self {
        Self {
            root: skeleton.joint(JointId::ROOT).offset,
            rotations: skeleton.joints().iter().map(|joint| joint.rest).collect(),
            translations: Vec::new(),
        }
    }

    /// Becomes a copy of `other` without allocating once the lengths agree.
    pub fn copy_from(&mut self, other: PoseRef<'_>) {
        self.root = other.root;
        self.rotations.clear();
        self.rotations.extend_from_slice(other.rotations);
        self.translations.clear();
        self.translations.extend(other.translations());
    }

    /// World transforms of all joints, into `world_from_joint` (forward kinematics).
    pub fn world_from_joints(&self, skeleton: &Skeleton, world_from_joint: &mut Vec<Rigid>) {
        let moved = self.translations.iter().copied();
        world_from_joints(skeleton, self.root, &self.rotations, moved, world_from_joint);
    }
}

/// A pose that lies in a clip.
#[derive(Clone, Copy, Debug)]
pub struct PoseRef<'a> {
    /// Position of the root in the world, in metres.
    pub root: Vec3,
    /// Local rotations, one per joint.
    pub rotations: &'a [Quat],
    pub(crate) translated: &'a [JointId],
    pub(crate) translations: &'a [Vec4],
}

impl PoseRef<'_> {
    /// Joints with a translation track and their local positions, in order of joint number.
    pub fn translations(self) -> impl ExactSizeIterator<Item = (JointId, Vec3)> {
        self.translated.iter().zip(self.translations).map(|(&joint, position)| (joint, position.xyz()))
    }

    /// A copy that can be changed.
    pub fn to_pose(self) -> Pose {
        let mut pose = Pose { root: self.root, rotations: Vec::new(), translations: Vec::new() };
        pose.copy_from(self);
        pose
    }

    /// World transforms of all joints, into `world_from_joint` (forward kinematics).
    pub fn world_from_joints(self, skeleton: &Skeleton, world_from_joint: &mut Vec<Rigid>) {
        world_from_joints(skeleton, self.root, self.rotations, self.translations(), world_from_joint);
    }
}

fn world_from_joints(
    skeleton: &Skeleton,
    root: Vec3,
    rotations: &[Quat],
    translations: impl Iterator<Item = (JointId, Vec3)>,
    world_from_joint: &mut Vec<Rigid>,
) {
    assert_eq!(rotations.len(), skeleton.len(), "a pose has one rotation per joint of its skeleton");
    let mut translations = translations.peekable();
    world_from_joint.clear();
    for (id, (joint, &rotation)) in skeleton.ids().zip(skeleton.joints().iter().zip(rotations)) {
        let world = match joint.parent {
            None => Rigid::new(rotation, root),
            Some(parent) => {
                let moved = translations.next_if(|&(moved, _)| moved == id);
                let position = moved.map_or(joint.offset, |(_, position)| position);
                world_from_joint[parent.index()] * Rigid::new(rotation, position)
            }
        };
        world_from_joint.push(world);
    }
}
