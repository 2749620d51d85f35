//! Two-bone inverse kinematics: put a hand or a foot where it should be.

use glam::{DMat3, DQuat, DVec3, Vec3};

use crate::anatomy::{carries, rest_points};
use crate::{Anatomy, JointId, Pose, Side, Skeleton};

/// Sine of the bend below which the plane of the limb is not read off the pose: at less than half a degree it is noise.
const STRAIGHT: f64 = 0.005;

/// Sine of the bend above which the pose alone decides the plane; in between the two are mixed, so that a leg that
/// straightens does not flip.
const BENT: f64 = 0.03;

/// A bone shorter than this has no direction.
const NO_BONE: f64 = 1e-6;

/// Hip, knee and ankle, or shoulder, elbow and wrist: two bones whose end can be put anywhere within reach.
///
/// Joints between the three (twist bones) are carried along rigidly. The chain knows which way it bends in the rest
/// pose, for poses in which it is straight.
///
/// ```
/// use glam::{Quat, Vec3};
/// use segue_motion::{Joint, JointId, Pose, LimbReach, Skeleton, TwoBone};
///
/// let joint = |name: &str, parent: Option<usize>, y| Joint {
///     name: name.into(), parent: parent.map(JointId::new), offset: Vec3::new(0.0, y, 0.0), rest: Quat::IDENTITY,
/// };
/// let skeleton = Skeleton::new(vec![
///     joint("hip", None, 1.0), joint("knee", Some(0), -0.5), joint("ankle", Some(1), -0.5),
/// ], vec![])?;
/// let leg = TwoBone::new(&skeleton, [0, 1, 2].map(JointId::new), Vec3::Z).unwrap();
/// let mut pose = Pose::rest(&skeleton);
/// let reach = leg.solve(&skeleton, &mut pose, Vec3::new(0.0, 0.2, 0.1), &Default::default());
/// assert_eq!(reach, LimbReach::Reached);
///
/// let mut world = Vec::new();
/// pose.world_from_joints(&skeleton, &mut world);
/// assert!(world[2].translation.distance(Vec3::new(0.0, 0.2, 0.1)) < 1e-5);
/// assert!(world[1].translation.z > 0.2, "the knee bends forwards");
/// # Ok::<(), segue_motion::SkeletonError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TwoBone {
    upper: JointId,
    middle: JointId,
    end: JointId,
    /// Direction in which the middle joint leaves the straight line, in the frame of `upper`.
    bend_in_upper: DVec3,
}

/// How [`TwoBone::solve`] treats what the target leaves open.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct IkSettings {
    /// World direction in which the middle joint should point from the line between the ends. `None` keeps the plane
    /// in which the limb lies, turned with the line from its start to its end.
    pub pole: Option<Vec3>,
    /// Whether the end joint keeps its rotation in the world, as a planted foot does. Default true.
    pub keep_end_rotation: bool,
}

impl Default for IkSettings {
    fn default() -> Self {
        Self { pole: None, keep_end_rotation: true }
    }
}

/// How far a limb got.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum LimbReach {
    /// The end joint is at the target.
    Reached,
    /// The target was too far or too near; the limb is as straight or as folded as it can be and points at it.
    Missed {
        /// Distance that is left, in metres.
        by: f32,
    },
}

impl TwoBone {
    /// A chain from its three joints and the world direction `rest_bend` in which the middle one bends out in the rest
    /// pose. `None` unless each joint is an ancestor of the next.
    pub fn new(skeleton: &Skeleton, joints: [JointId; 3], rest_bend: Vec3) -> Option<Self> {
        let [upper, middle, end] = joints;
        let nested = upper != middle && middle != end;
        if !nested || !carries(skeleton, upper, middle) || !carries(skeleton, middle, end) {
            return None;
        }
        let rest = world64(skeleton, &Pose::rest(skeleton), upper);
        let bend_in_upper = rest.rotation.conjugate() * rest_bend.as_dvec3();
        Some(Self { upper, middle, end, bend_in_upper: bend_in_upper.normalize_or(DVec3::Z) })
    }

    /// The leg on one side; its knee bends the way the figure faces.
    pub fn leg(skeleton: &Skeleton, anatomy: &Anatomy, side: Side) -> Option<Self> {
        let leg = anatomy.leg(side)?;
        Self::new(skeleton, [leg.hip, leg.knee, leg.ankle], anatomy.rest_facing(skeleton))
    }

    /// The arm on one side; its elbow bends backwards.
    pub fn arm(skeleton: &Skeleton, anatomy: &Anatomy, side: Side) -> Option<Self> {
        let arm = anatomy.arm(side)?;
        Self::new(skeleton, [arm.shoulder, arm.elbow, arm.wrist], -anatomy.rest_facing(skeleton))
    }

    /// The joint that is put at the target.
    pub fn end(&self) -> JointId {
        self.end
    }

    /// The joint at which the chain begins.
    pub fn start(&self) -> JointId {
        self.upper
    }

    /// Length of the straight chain in the rest pose, in metres.
    pub fn length(&self, skeleton: &Skeleton) -> f32 {
        let rest = rest_points(skeleton);
        let [upper, middle, end] = [self.upper, self.middle, self.end].map(|joint| rest[joint.index()]);
        upper.distance(middle) + middle.distance(end)
    }

    /// Turns the first two joints so that the third comes to lie at `target` (world, metres), or as near as it can.
    ///
    /// A target where the end already is changes nothing. Only the rotations of the three joints change.
    pub fn solve(
        &self,
        skeleton: &Skeleton,
        pose: &mut Pose,
        target: Vec3,
        settings: &IkSettings,
    ) -> LimbReach {
        let chain = Chain::of(self, skeleton, pose);
        let Some(bend) = chain.bend(settings.pole) else {
            return missed(chain.end.distance(target.as_dvec3()));
        };
        let aim = chain.aim(target.as_dvec3());
        let turns = chain.turns(bend, aim);
        chain.apply(self, pose, turns, settings.keep_end_rotation);
        if aim.miss > 1e-5 { missed(aim.miss) } else { LimbReach::Reached }
    }
}

fn missed(by: f64) -> LimbReach {
    LimbReach::Missed { by: by as f32 }
}

/// Where the end joint can go: direction and distance from the start, and what is left to the target.
#[derive(Clone, Copy)]
struct Aim {
    direction: DVec3,
    distance: f64,
    miss: f64,
}

/// The three joints in the world, in double precision.
struct Chain {
    start: DVec3,
    middle: DVec3,
    end: DVec3,
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
    fn of(joints: &TwoBone, skeleton: &Skeleton, pose: &Pose) -> Self {
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
    fn bend(&self, pole: Option<Vec3>) -> Option<[DVec3; 2]> {
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

    fn aim(&self, target: DVec3) -> Aim {
        let to_target = target - self.start;
        let (shortest, longest) =
            ((self.upper_length - self.lower_length).abs(), self.upper_length + self.lower_length);
        let distance = to_target.length().clamp(shortest, longest);
        let direction =
            if to_target.length() > NO_BONE { to_target.normalize_or(self.line()) } else { self.line() };
        Aim { direction, distance, miss: (to_target.length() - distance).abs() }
    }

    /// World rotations that carry the upper and the lower part from where they are to where they should be.
    fn turns(&self, [kept, wanted]: [DVec3; 2], aim: Aim) -> [DQuat; 2] {
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

    fn apply(&self, joints: &TwoBone, pose: &mut Pose, [upper, lower]: [DQuat; 2], keep_end: bool) {
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

struct World64 {
    rotation: DQuat,
    translation: DVec3,
}

/// The world transform of one joint in double precision, by walking up to the root.
fn world64(skeleton: &Skeleton, pose: &Pose, joint: JointId) -> World64 {
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{EndSite, Joint};
    use glam::Quat;
    use proptest::prelude::*;

    /// A leg with a twist bone in the thigh, on a root.
    fn leg() -> (Skeleton, TwoBone) {
        let joint = |name: &str, parent: Option<usize>, offset: Vec3| Joint {
            name: name.into(),
            parent: parent.map(JointId::new),
            offset,
            rest: Quat::IDENTITY,
        };
        let joints = vec![
            joint("root", None, Vec3::Y),
            joint("hip", Some(0), Vec3::new(0.1, -0.1, 0.0)),
            joint("twist", Some(1), Vec3::new(0.0, -0.2, 0.0)),
            joint("knee", Some(2), Vec3::new(0.0, -0.21, 0.0)),
            joint("ankle", Some(3), Vec3::new(0.0, -0.4, 0.0)),
        ];
        let toe = EndSite { parent: JointId::new(4), offset: Vec3::new(0.0, -0.05, 0.15) };
        let skeleton = Skeleton::new(joints, vec![toe]).unwrap();
        let chain = TwoBone::new(&skeleton, [1, 3, 4].map(JointId::new), Vec3::Z).unwrap();
        (skeleton, chain)
    }

    fn places(skeleton: &Skeleton, pose: &Pose) -> Vec<crate::Rigid> {
        let mut world = Vec::new();
        pose.world_from_joints(skeleton, &mut world);
        world
    }

    fn rotation() -> impl Strategy<Value = Quat> {
        (-3.0..3.0f32, -3.0..3.0f32, -3.0..3.0f32)
            .prop_map(|(x, y, z)| Quat::from_scaled_axis(Vec3::new(x, y, z)))
    }

    fn target() -> impl Strategy<Value = Vec3> {
        (-1.5..1.5f32, -0.5..2.0f32, -1.5..1.5f32).prop_map(Vec3::from)
    }

    proptest! {
        #[test]
        fn reaches_what_is_within_reach_and_says_by_how_much_it_missed(
            turns in prop::array::uniform5(rotation()), target in target(), pole in prop::option::of(target()),
        ) {
            let (skeleton, leg) = leg();
            let mut pose = Pose::rest(&skeleton);
            pose.rotations = turns.to_vec();
            let before = places(&skeleton, &pose);
            let settings = IkSettings { pole, ..IkSettings::default() };
            let reach = leg.solve(&skeleton, &mut pose, target, &settings);
            let after = places(&skeleton, &pose);
            prop_assert!(pose.rotations.iter().all(|q| q.is_finite() && q.is_normalized()));
            let miss = after[4].translation.distance(target);
            match reach {
                LimbReach::Reached => prop_assert!(miss < 3e-5, "missed by {miss}"),
                LimbReach::Missed { by } => prop_assert!((miss - by).abs() < 3e-5, "missed by {miss}, said {by}"),
            }
            prop_assert!(after[4].rotation.dot(before[4].rotation).abs() > 1.0 - 1e-5);
            let bone = |world: &[crate::Rigid], a: usize, b: usize| world[a].translation.distance(world[b].translation);
            prop_assert!((bone(&after, 1, 3) - bone(&before, 1, 3)).abs() < 1e-5);
            prop_assert!((bone(&after, 3, 4) - bone(&before, 3, 4)).abs() < 1e-5);
        }

        #[test]
        fn a_target_where_the_end_is_changes_nothing(turns in prop::array::uniform5(rotation())) {
            let (skeleton, leg) = leg();
            let mut pose = Pose::rest(&skeleton);
            pose.rotations = turns.to_vec();
            let before = places(&skeleton, &pose);
            let bend = (before[3].translation - before[1].translation)
                .angle_between(before[4].translation - before[3].translation);
            prop_assume!(bend > 0.1 && bend < 3.0);
            leg.solve(&skeleton, &mut pose, before[4].translation, &IkSettings::default());
            for (a, b) in places(&skeleton, &pose).iter().zip(&before) {
                prop_assert!(a.translation.distance(b.translation) < 1e-4);
            }
        }

        #[test]
        fn the_knee_stays_in_its_plane(bend in 0.2..2.0f32, x in -0.2..0.2f32, y in -0.2..0.2f32) {
            let (skeleton, leg) = leg();
            let mut pose = Pose::rest(&skeleton);
            pose.rotations[3] = Quat::from_rotation_x(bend);
            let before = places(&skeleton, &pose);
            // Moving the ankle within the plane x = const of the leg leaves the knee in it.
            let target = before[4].translation + Vec3::new(0.0, y, x);
            leg.solve(&skeleton, &mut pose, target, &IkSettings::default());
            let after = places(&skeleton, &pose);
            prop_assert!((after[3].translation.x - before[3].translation.x).abs() < 1e-5);
        }
    }

    #[test]
    fn a_straight_leg_bends_the_way_it_knows() {
        let (skeleton, leg) = leg();
        for turn in [0.0, 1.0, 2.5] {
            let mut pose = Pose::rest(&skeleton);
            pose.rotations[0] = Quat::from_rotation_y(turn);
            let start = places(&skeleton, &pose);
            let target = start[4].translation + Vec3::new(0.0, 0.1, 0.0);
            assert_eq!(leg.solve(&skeleton, &mut pose, target, &IkSettings::default()), LimbReach::Reached);
            let knee = places(&skeleton, &pose)[3].translation - start[3].translation;
            assert!(knee.dot(Quat::from_rotation_y(turn) * Vec3::Z) > 0.1, "{knee}");
        }
    }

    #[test]
    fn nothing_degenerate_makes_nan() {
        let (skeleton, leg) = leg();
        let hip = places(&skeleton, &Pose::rest(&skeleton))[1].translation;
        for target in [hip, hip + Vec3::splat(1e-7), hip + Vec3::Y * 0.81, Vec3::splat(1e6)] {
            for pole in [None, Some(Vec3::ZERO), Some(target - hip)] {
                let mut pose = Pose::rest(&skeleton);
                leg.solve(&skeleton, &mut pose, target, &IkSettings { pole, ..Default::default() });
                assert!(pose.rotations.iter().all(|q| q.is_normalized()), "{target} {pole:?}");
            }
        }
    }

    #[test]
    fn a_chain_without_length_stays_as_it_is() {
        let joint = |name: &str, parent: Option<usize>| Joint {
            name: name.into(),
            parent: parent.map(JointId::new),
            offset: Vec3::ZERO,
            rest: Quat::IDENTITY,
        };
        let skeleton =
            Skeleton::new(vec![joint("a", None), joint("b", Some(0)), joint("c", Some(1))], vec![]).unwrap();
        let chain = TwoBone::new(&skeleton, [0, 1, 2].map(JointId::new), Vec3::Z).unwrap();
        let mut pose = Pose::rest(&skeleton);
        let reach = chain.solve(&skeleton, &mut pose, Vec3::X, &IkSettings::default());
        assert_eq!(reach, LimbReach::Missed { by: 1.0 });
        assert_eq!(pose, Pose::rest(&skeleton));
        assert!(TwoBone::new(&skeleton, [1, 0, 2].map(JointId::new), Vec3::Z).is_none());
    }
}
