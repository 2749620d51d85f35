//! How alike two skeletons are.

use std::fmt;

use crate::{JointId, Skeleton};

/// Offsets that differ by no more than this share are the same.
const SAME_SHARE: f32 = 0.01;

/// Offsets that differ by no more than this, in metres, are the same: files round to a few digits.
const SAME_METRES: f32 = 1e-4;

/// Rest rotations whose quaternions' dot product is above this (1°) are the same.
const SAME_TURN: f32 = 0.999_96;

/// How two skeletons differ.
#[derive(Clone, Debug, PartialEq)]
pub enum Likeness {
    /// Names and tree agree, offsets differ by at most 1 %, rest rotations by at most 1°: clips of either can be mixed.
    Same,
    /// Names and tree agree, sizes or rest poses differ: clips can be retargeted without a map.
    Compatible {
        /// The joint that differs most, or turns differently at rest.
        joint: String,
        /// By how much its offset differs, as a share of the longer one.
        difference: f32,
    },
    /// A skeleton map is needed.
    NeedsMap {
        /// The first disagreement.
        reason: Mismatch,
    },
}

/// Where two joint trees differ.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Mismatch {
    /// Different numbers of joints.
    Count {
        /// Joints of the first skeleton.
        first: usize,
        /// Joints of the second.
        second: usize,
    },
    /// A joint of the first skeleton that the second does not have.
    Missing {
        /// The joint.
        joint: String,
    },
    /// A joint with another parent.
    Parent {
        /// The joint.
        joint: String,
    },
}

impl fmt::Display for Mismatch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Count { first, second } => write!(f, "one has {first} joints, the other {second}"),
            Self::Missing { joint } => write!(f, "only one has a joint `{joint}`"),
            Self::Parent { joint } => write!(f, "joint `{joint}` hangs on different parents"),
        }
    }
}

impl Likeness {
    /// Compares two skeletons. Joints are matched by name; their order in the files does not matter, nor does where the
    /// root stands at rest.
    ///
    /// ```
    /// use glam::{Quat, Vec3};
    /// use segue_motion::{Joint, JointId, Likeness, Skeleton};
    ///
    /// let figure = |height: f32| Skeleton::new(vec![
    ///     Joint { name: "Hips".into(), parent: None, offset: Vec3::Y, rest: Quat::IDENTITY },
    ///     Joint { name: "Spine".into(), parent: Some(JointId::ROOT), offset: Vec3::Y * height, rest: Quat::IDENTITY },
    /// ], vec![]);
    /// assert_eq!(Likeness::of(&figure(0.5)?, &figure(0.504)?), Likeness::Same);
    /// assert!(matches!(Likeness::of(&figure(0.5)?, &figure(0.6)?), Likeness::Compatible { .. }));
    /// # Ok::<(), segue_motion::SkeletonError>(())
    /// ```
    pub fn of(first: &Skeleton, second: &Skeleton) -> Self {
        match matched(first, second) {
            Err(reason) => Self::NeedsMap { reason },
            Ok(pairs) => sizes(first, second, &pairs),
        }
    }
}

fn matched(first: &Skeleton, second: &Skeleton) -> Result<Vec<(JointId, JointId)>, Mismatch> {
    if first.len() != second.len() {
        return Err(Mismatch::Count { first: first.len(), second: second.len() });
    }
    let parent = |skeleton: &Skeleton, id| skeleton.parent(id).map(|parent| skeleton.name(parent).to_owned());
    let pair = |id: JointId| {
        let joint = first.name(id).to_owned();
        let Some(other) = second.find(&joint) else { return Err(Mismatch::Missing { joint }) };
        if parent(first, id) == parent(second, other) {
            Ok((id, other))
        } else {
            Err(Mismatch::Parent { joint })
        }
    };
    first.ids().map(pair).collect()
}

fn sizes(first: &Skeleton, second: &Skeleton, pairs: &[(JointId, JointId)]) -> Likeness {
    let mut same = true;
    let (mut worst, mut difference) = (JointId::ROOT, -1.0);
    for &(a, b) in pairs {
        let (joint, other) = (first.joint(a), second.joint(b));
        let apart = if joint.parent.is_some() { joint.offset.distance(other.offset) } else { 0.0 };
        let length = joint.offset.length().max(other.offset.length());
        let share = if apart > SAME_METRES { apart / length } else { 0.0 };
        let turned = joint.rest.dot(other.rest).abs() < SAME_TURN;
        same &= share <= SAME_SHARE && !turned;
        let badness = if turned { share + SAME_SHARE } else { share };
        if badness > difference {
            (worst, difference) = (a, badness);
        }
    }
    if same {
        return Likeness::Same;
    }
    Likeness::Compatible { joint: first.name(worst).to_owned(), difference: difference.max(0.0) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::person;
    use glam::Quat;

    #[test]
    fn skeletons_are_told_apart() {
        let a = person();
        assert_eq!(Likeness::of(&a, &a), Likeness::Same);
        let change = |f: &dyn Fn(&mut Vec<crate::Joint>)| {
            let mut joints = a.joints().to_vec();
            f(&mut joints);
            Skeleton::new(joints, vec![]).unwrap()
        };
        let knee = a.find("LeftLeg").unwrap().index();
        let longer = change(&|joints| joints[knee].offset *= 1.2);
        let Likeness::Compatible { joint, difference } = Likeness::of(&a, &longer) else { panic!() };
        assert_eq!(joint, "LeftLeg");
        assert!((difference - 0.2 / 1.2).abs() < 1e-4);
        let elsewhere = change(&|joints| joints[0].offset.y += 3.0);
        assert_eq!(Likeness::of(&a, &elsewhere), Likeness::Same);
        let turned = change(&|joints| joints[knee].rest = Quat::from_rotation_x(0.1));
        assert!(matches!(Likeness::of(&a, &turned), Likeness::Compatible { .. }));
        let renamed = change(&|joints| joints[knee].name = "Knee".into());
        let reason = Mismatch::Missing { joint: "LeftLeg".into() };
        assert_eq!(Likeness::of(&a, &renamed), Likeness::NeedsMap { reason });
        let moved = change(&|joints| joints[knee].parent = Some(JointId::ROOT));
        assert!(matches!(Likeness::of(&a, &moved), Likeness::NeedsMap { reason: Mismatch::Parent { .. } }));
        let fewer = Skeleton::new(a.joints()[..4].to_vec(), vec![]).unwrap();
        assert!(matches!(Likeness::of(&a, &fewer), Likeness::NeedsMap { reason: Mismatch::Count { .. } }));
    }
}
