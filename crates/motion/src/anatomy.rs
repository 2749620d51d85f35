//! Which joint plays which part of the body.

mod evidence;
mod front;
mod limbs;
mod names;
mod resolve;
mod shape;

use std::collections::BTreeMap;
use std::fmt;

use glam::Vec3;

use crate::{ConstraintKind, JointId, PointId, Pose, Skeleton};

use evidence::Evidence;
pub use evidence::{AnatomyCertainty, NotHumanoid};
pub(crate) use names::{normal_form, sides_exchanged};

/// A side of the body, as the figure itself sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[expect(missing_docs, reason = "the names say it")]
pub enum Side {
    Left,
    Right,
}

impl Side {
    /// Left, then right.
    pub const BOTH: [Self; 2] = [Self::Left, Self::Right];

    /// The other one.
    #[must_use]
    pub fn other(self) -> Self {
        match self {
            Self::Left => Self::Right,
            Self::Right => Self::Left,
        }
    }
}

/// A part of the body that one joint plays. A joint is named after the place it is at: `Knee` turns the shin.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[expect(missing_docs, reason = "the names say it")]
pub enum Role {
    Hips,
    Head,
    Clavicle(Side),
    Shoulder(Side),
    Elbow(Side),
    Wrist(Side),
    Hip(Side),
    Knee(Side),
    Ankle(Side),
    Toe(Side),
}

impl Role {
    /// The same part on the other side; `None` for parts in the middle.
    pub fn mirrored(self) -> Option<Self> {
        match self {
            Self::Hips | Self::Head => None,
            Self::Clavicle(side) => Some(Self::Clavicle(side.other())),
            Self::Shoulder(side) => Some(Self::Shoulder(side.other())),
            Self::Elbow(side) => Some(Self::Elbow(side.other())),
            Self::Wrist(side) => Some(Self::Wrist(side.other())),
            Self::Hip(side) => Some(Self::Hip(side.other())),
            Self::Knee(side) => Some(Self::Knee(side.other())),
            Self::Ankle(side) => Some(Self::Ankle(side.other())),
            Self::Toe(side) => Some(Self::Toe(side.other())),
        }
    }
}

impl fmt::Display for Role {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (name, side) = match *self {
            Self::Hips => ("hips", None),
            Self::Head => ("head", None),
            Self::Clavicle(side) => ("clavicle", Some(side)),
            Self::Shoulder(side) => ("shoulder", Some(side)),
            Self::Elbow(side) => ("elbow", Some(side)),
            Self::Wrist(side) => ("wrist", Some(side)),
            Self::Hip(side) => ("hip", Some(side)),
            Self::Knee(side) => ("knee", Some(side)),
            Self::Ankle(side) => ("ankle", Some(side)),
            Self::Toe(side) => ("toe", Some(side)),
        };
        match side {
            Some(Side::Left) => write!(f, "left {name}"),
            Some(Side::Right) => write!(f, "right {name}"),
            None => f.write_str(name),
        }
    }
}

/// A whole leg; each joint is an ancestor of the next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "the names say it")]
pub struct Leg {
    pub hip: JointId,
    pub knee: JointId,
    pub ankle: JointId,
}

/// A whole arm; each joint is an ancestor of the next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "the names say it")]
pub struct Arm {
    pub shoulder: JointId,
    pub elbow: JointId,
    pub wrist: JointId,
}

/// Which joint plays which [`Role`] in a skeleton.
///
/// Limbs whose joints are all named are found by name. Otherwise every mirrored pair of chains is scored: by the
/// proportions that it has in the rest pose, and by what names say for or against it. So names may be missing, misleading
/// or in another language. A foot or hand that does not hang on its limb (IK rigs) is joined by its place.
///
/// Roles that a figure does not have are absent: a leg of two joints has no ankle, that of a rigid figure only a hip.
/// [`Anatomy::leg`] and [`Anatomy::arm`] give limbs whose joints hang on each other. [`Anatomy::humanoid`] says whether
/// the figure is a body at all.
///
/// ```
/// use glam::{Quat, Vec3};
/// use segue_motion::{Anatomy, Joint, JointId, Role, Side, Skeleton};
///
/// let joint = |name: &str, parent: Option<usize>, x, y| Joint {
///     name: name.into(), parent: parent.map(JointId::new), offset: Vec3::new(x, y, 0.0), rest: Quat::IDENTITY,
/// };
/// let skeleton = Skeleton::new(vec![
///     joint("Bip01 Pelvis", None, 0.0, 0.9),
///     joint("Bip01 L Thigh", Some(0), 0.1, 0.0),
///     joint("Bip01 L Calf", Some(1), 0.0, -0.4),
///     joint("Bip01 L Foot", Some(2), 0.0, -0.4),
/// ], vec![])?;
/// let anatomy = Anatomy::of(&skeleton);
/// assert_eq!(anatomy.joint(Role::Knee(Side::Left)), skeleton.find("Bip01 L Calf"));
/// assert_eq!(anatomy.leg(Side::Right), None);
/// # Ok::<(), segue_motion::SkeletonError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Anatomy {
    roles: BTreeMap<Role, JointId>,
    spine: Vec<JointId>,
    neck: Vec<JointId>,
    points: BTreeMap<ConstraintKind, PointId>,
    evidence: Evidence,
}

impl Anatomy {
    /// Finds the roles of a skeleton's joints, once for each skeleton.
    pub fn of(skeleton: &Skeleton) -> Self {
        skeleton.anatomy(|| resolve::resolve(skeleton))
    }

    /// The joint that plays `role`.
    pub fn joint(&self, role: Role) -> Option<JointId> {
        self.roles.get(&role).copied()
    }

    /// All roles that are played, in order.
    pub fn roles(&self) -> impl Iterator<Item = (Role, JointId)> + '_ {
        self.roles.iter().map(|(&role, &joint)| (role, joint))
    }

    /// The role a joint plays.
    pub fn role_of(&self, joint: JointId) -> Option<Role> {
        self.roles().find(|&(_, played)| played == joint).map(|(role, _)| role)
    }

    /// The pelvis; the root where nothing else could be found.
    pub fn hips(&self) -> JointId {
        self.joint(Role::Hips).unwrap_or(JointId::ROOT)
    }

    /// The joints above the hips up to the one that carries both arms, upwards.
    pub fn spine(&self) -> &[JointId] {
        &self.spine
    }

    /// The joints between the spine and the head, upwards.
    pub fn neck(&self) -> &[JointId] {
        &self.neck
    }

    /// The leg on one side, if hip, knee and ankle were found and hang on each other.
    pub fn leg(&self, side: Side) -> Option<Leg> {
        let hip = self.joint(Role::Hip(side))?;
        let leg = Leg { hip, knee: self.joint(Role::Knee(side))?, ankle: self.joint(Role::Ankle(side))? };
        (!self.evidence.loose_feet).then_some(leg)
    }

    /// The arm on one side, if shoulder, elbow and wrist were found and hang on each other.
    pub fn arm(&self, side: Side) -> Option<Arm> {
        let shoulder = self.joint(Role::Shoulder(side))?;
        let arm =
            Arm { shoulder, elbow: self.joint(Role::Elbow(side))?, wrist: self.joint(Role::Wrist(side))? };
        (!self.evidence.loose_hands).then_some(arm)
    }

    /// The point of the body that a constraint of this kind holds.
    ///
    /// The heel is an end site or joint of that name behind the ankle, else the ankle itself; the toe is the joint at
    /// the ball of the foot, else the ankle's end site in front of it.
    pub fn point(&self, kind: ConstraintKind) -> Option<PointId> {
        self.points.get(&kind).copied()
    }

    /// The horizontal direction that the figure faces in the rest pose: perpendicular to the line between the hips or
    /// shoulders, else from the ankles to the toes, else +Z. Unit length.
    pub fn rest_facing(&self, skeleton: &Skeleton) -> Vec3 {
        let rest = rest_points(skeleton);
        self.facing_by_width(&rest).or_else(|| self.facing_by_feet(&rest)).unwrap_or(Vec3::Z)
    }

    /// Vertical size of leg in the rest pose: the mean length of hip to knee plus knee to ankle over the legs that
    /// were found.
    pub fn leg_length(&self, skeleton: &Skeleton) -> Option<f32> {
        let rest = rest_points(skeleton);
        let length = |side: Side| {
            let at = |role: fn(Side) -> Role| Some(rest[self.joint(role(side))?.index()]);
            let [hip, knee, ankle] = [at(Role::Hip)?, at(Role::Knee)?, at(Role::Ankle)?];
            Some(hip.distance(knee) + knee.distance(ankle))
        };
        let lengths: Vec<f32> = Side::BOTH.into_iter().filter_map(length).collect();
        (!lengths.is_empty()).then(|| lengths.iter().sum::<f32>() / lengths.len() as f32)
    }

    fn facing_by_feet(&self, rest: &[Vec3]) -> Option<Vec3> {
        let foot = |side| {
            let toe = self.point(ConstraintKind::toe(side))?;
            Some(rest[toe.index()] - rest[self.joint(Role::Ankle(side))?.index()])
        };
        let sum: Vec3 = Side::BOTH.into_iter().filter_map(foot).sum();
        // A foot that hardly points anywhere (or straight down) says nothing.
        let flat = Vec3::new(sum.x, 0.0, sum.z);
        (flat.length() > 0.2 * sum.length()).then(|| flat.try_normalize()).flatten()
    }

    fn facing_by_width(&self, rest: &[Vec3]) -> Option<Vec3> {
        let across = |role: fn(Side) -> Role| {
            let at = |side| Some(rest[self.joint(role(side))?.index()]);
            let left = at(Side::Left)? - at(Side::Right)?;
            Vec3::new(left.x, 0.0, left.z).try_normalize()
        };
        across(Role::Hip).or_else(|| across(Role::Shoulder)).map(|left| left.cross(Vec3::Y))
    }
}

/// Prints one role a line with its joint's number; names are in the skeleton.
impl fmt::Display for Anatomy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (role, joint) in self.roles() {
            writeln!(f, "{role}: {}", joint.index())?;
        }
        let list =
            |joints: &[JointId]| joints.iter().map(|j| j.index().to_string()).collect::<Vec<_>>().join(" ");
        writeln!(f, "spine: {}", list(&self.spine))?;
        writeln!(f, "neck: {}", list(&self.neck))
    }
}

/// Where all points are in the rest pose.
pub(crate) fn rest_points(skeleton: &Skeleton) -> Vec<Vec3> {
    let mut world = Vec::new();
    Pose::rest(skeleton).world_from_joints(skeleton, &mut world);
    let sites = skeleton.end_sites().iter().map(|site| world[site.parent.index()] * site.offset);
    world.iter().map(|joint| joint.translation).chain(sites).collect()
}

/// Whether `upper` is `lower` or one of its ancestors.
pub(crate) fn carries(skeleton: &Skeleton, upper: JointId, lower: JointId) -> bool {
    // Parents come before their children, so nothing before `upper` has it above.
    skeleton.ancestors(lower).take_while(|&joint| joint >= upper).any(|joint| joint == upper)
}

/// The deepest joint that carries both.
fn common_ancestor(skeleton: &Skeleton, a: JointId, b: JointId) -> JointId {
    let (mut upper, mut lower) = (a.min(b), a.max(b));
    // Parents come before their children, so the later of two different joints is not above the other.
    while upper != lower {
        let parent = skeleton.parent(lower).unwrap_or(JointId::ROOT);
        (upper, lower) = (upper.min(parent), upper.max(parent));
    }
    upper
}

/// The joints from `upper` (left out) down to `lower` (included).
fn path_down(skeleton: &Skeleton, upper: JointId, lower: JointId) -> Vec<JointId> {
    let mut path: Vec<_> = skeleton.ancestors(lower).take_while(|&joint| joint != upper).collect();
    path.reverse();
    path
}

#[cfg(test)]
mod tests;
