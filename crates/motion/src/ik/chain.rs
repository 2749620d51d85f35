//! The three joints of a limb in the world, and the turns that bring its end to a target.

use glam::{DMat3, DQuat, DVec3, Vec3};

use super::TwoBone;
use crate::{JointId, Pose, Skeleton};

/// Sine of the bend below which the plane of the limb is not read off the pose: at less than half a degree it is noise.
const STRAIGHT: f64 = 0.005;

/// Sine of the bend above which the pose alone decides the plane; in between the two are mixed, so that a leg that
/// straightens does not flip.
const BENT: f64 = 0.03;

/// A bone shorter than this has no direction.
const NO_BONE: f64 = 1e-6;

/// Where the end joint can go: direction and distance from the start.
#[derive(Clone, Copy)]
pub(super) struct Aim {
    direction: DVec3,
    distance: f64,
    /// Distance from there to the target.
    pub(super) miss: f64,
}

/// The three joints in the world, in double precision.
pub(super) struct Chain {
    start: DVec3,
    middle: DVec3,
    pub(super) end: DVec3,
    upper_length: f64,
    lower_length: f64,
    bend_hint: DVec3,
    world_from_upper: DQuat,
    world_from_upper_parent: DQuat,
    world_from_middle: DQuat,
    world_from_middle_parent: DQuat,
    world_from_end: DQuat,
    world_from_end_parent: DQuat,
}

impl Chain {
    pub(super) fn of(joints: &TwoBone, skeleton: &Skeleton, pose: &Pose) -> Self {
        let world = |joint| world64(skeleton, pose, joint);
        let above = |joint| skeleton.parent(joint).map_or(DQuat::IDENTITY, |parent| world(parent).rotation);
        let (upper, middle, end) = (world(joints.upper), world(joints.middle), world(joints.end));
        Self {
            start: upper.translation,
            middle: middle.translation,
            end: end.translation,
            upper_length: upper.translation.distance(middle.translation),
            lower_length: middle.translation.distance(end.translation),
            bend_hint: upper.rotation * joints.bend_in_upper,
            world_from_upper: upper.rotation,
            world_from_upper_parent: above(joints.upper),
            world_from_middle: middle.rotation,
            world_from_middle_parent: above(joints.middle),
            world_from_end: end.rotation,
            world_from_end_parent: above(joints.end),
        }
    }

    /// The direction of the line from start to end; along the first bone when the limb is folded onto itself.
    fn line(&self) -> DVec3 {
        let folded = (self.middle - self.start).normalize_or(DVec3::NEG_Y);
        let line = self.end - self.start;
        if line.length() > NO_BONE { line.normalize_or(folded) } else { folded }
    }

    /// The unit direction, perpendicular to the line, in which the middle joint lies or should lie; `None` when a bone
    /// has no length.
    pub(super) fn bend(&self, pole: Option<Vec3>) -> Option<[DVec3; 2]> {
        if self.upper_length < NO_BONE || self.lower_length < NO_BONE {
            return None;
        }
        let line = self.line();
        let posed = across(self.middle - self.start, line) / self.upper_length;
        let hint = across(self.bend_hint, line).normalize_or(line.any_orthonormal_vector());
        let trust = ((posed.length() - STRAIGHT) / (BENT - STRAIGHT)).clamp(0.0, 1.0);
        let posed = posed.normalize_or(hint);
        let kept = hint.lerp(posed, trust).try_normalize().unwrap_or(posed);
        let wanted = pole.map_or(kept, |pole| across(pole.as_dvec3(), line).normalize_or(kept));
        Some([kept, wanted])
    }

    pub(super) fn aim(&self, target: DVec3) -> Aim {
        let to_target = target - self.start;
        let (shortest, longest) =
            ((self.upper_length - self.lower_length).abs(), self.upper_length + self.lower_length);
        let distance = to_target.length().clamp(shortest, longest);
        let direction =
            if to_target.length() > NO_BONE { to_target.normalize_or(self.line()) } else { self.line() };
        Aim { direction, distance, miss: (to_target.length() - distance).abs() }
    }

    /// World rotations that carry the upper and the lower part from where they are to where they should be.
    pub(super) fn turns(&self, [kept, wanted]: [DVec3; 2], aim: Aim) -> [DQuat; 2] {
        let line = self.line();
        let swing = DQuat::from_rotation_arc(line, aim.direction);
        let bend = across(swing * wanted, aim.direction).normalize_or(aim.direction.any_orthonormal_vector());
        let along = self.middle_along(aim.distance);
        let out = (self.upper_length * self.upper_length - along * along).max(0.0).sqrt();
        let to_middle = aim.direction * along + bend * out;
        let to_end = aim.direction * aim.distance - to_middle;
        let hinge = line.cross(kept);
        let new_hinge = aim.direction.cross(bend);
        [
            turn([self.middle - self.start, hinge], [to_middle, new_hinge]),
            turn([self.end - self.middle, hinge], [to_end, new_hinge]),
        ]
    }

    /// How far along the line the middle joint lies, by the law of cosines.
    fn middle_along(&self, distance: f64) -> f64 {
        let (a, b) = (self.upper_length, self.lower_length);
        if distance < NO_BONE {
            return 0.0;
        }
        ((a * a + distance * distance - b * b) / (2.0 * distance)).clamp(-a, a)
    }

    pub(super) fn apply(
        &self,
        joints: &TwoBone,
        pose: &mut Pose,
        [upper, lower]: [DQuat; 2],
        keep_end: bool,
    ) {
        let local = |parent: DQuat, world: DQuat| (parent.conjugate() * world).normalize().as_quat();
        pose.rotations[joints.upper.index()] =
            local(self.world_from_upper_parent, upper * self.world_from_upper);
        let middle_parent = upper * self.world_from_middle_parent;
        pose.rotations[joints.middle.index()] = local(middle_parent, lower * self.world_from_middle);
        if keep_end {
            let end_parent = lower * self.world_from_end_parent;
            pose.rotations[joints.end.index()] = local(end_parent, self.world_from_end);
        }
    }
}

/// The part of `v` perpendicular to the unit vector `line`.
fn across(v: DVec3, line: DVec3) -> DVec3 {
    v - line * v.dot(line)
}

/// The rotation that carries one (bone, hinge) pair onto another; bones go exactly onto each other.
fn turn([from_bone, from_hinge]: [DVec3; 2], [to_bone, to_hinge]: [DVec3; 2]) -> DQuat {
    let to = frame(to_bone, to_hinge);
    let from = frame(from_bone, from_hinge);
    DQuat::from_mat3(&(to * from.transpose())).normalize()
}

fn frame(bone: DVec3, hinge: DVec3) -> DMat3 {
    let x = bone.normalize_or(DVec3::X);
    let z = across(hinge, x).normalize_or(x.any_orthonormal_vector());
    DMat3::from_cols(x, z.cross(x), z)
}

pub(super) struct World64 {
    pub(super) rotation: DQuat,
    translation: DVec3,
}

/// The world transform of one joint in double precision, by walking up to the root.
pub(super) fn world64(skeleton: &Skeleton, pose: &Pose, joint: JointId) -> World64 {
    let mut world = World64 { rotation: DQuat::IDENTITY, translation: DVec3::ZERO };
    for id in skeleton.ancestors(joint) {
        let rotation = pose.rotations[id.index()].as_dquat().normalize();
        let moved = pose.translations.iter().find(|&&(moved, _)| moved == id).map(|&(_, position)| position);
        let offset = if id == JointId::ROOT { pose.root } else { moved.unwrap_or(skeleton.joint(id).offset) };
        world.translation = rotation * world.translation + offset.as_dvec3();
        world.rotation = rotation * world.rotation;
    }
    world
}
