//! Two-bone inverse kinematics: put a hand or a foot where it should be.

mod chain;

use glam::{DVec3, Vec3};

use chain::{Chain, world64};

use crate::anatomy::{carries, rest_points};
use crate::{Anatomy, JointId, Pose, Side, Skeleton};

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

/// How [`TwoBone::solve`] settles what the target leaves open.
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
