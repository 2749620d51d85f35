//! The tree of joints that a motion moves.

use std::collections::HashSet;
use std::fmt;
use std::sync::OnceLock;

use glam::{Quat, Vec3};

use crate::Anatomy;

/// The number of a joint in its [`Skeleton`]; parents have smaller numbers than their children.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct JointId(u16);

impl JointId {
    /// The root of every skeleton.
    pub const ROOT: Self = Self(0);

    /// Joint number `index`, counted from 0. Skeletons have at most [`Skeleton::MAX_JOINTS`] joints.
    ///
    /// # Panics
    /// When the number is too large; [`JointId::checked`] is for numbers from elsewhere.
    pub fn new(index: usize) -> Self {
        Self::checked(index).expect("a joint number is below Skeleton::MAX_JOINTS")
    }

    /// Joint number `index`; `None` when no skeleton has as many joints.
    pub fn checked(index: usize) -> Option<Self> {
        u16::try_from(index).ok().map(Self)
    }

    /// The number as an index into per-joint slices.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// One joint: where it sits on its parent, and how it is turned in the rest pose.
#[derive(Clone, Debug, PartialEq)]
pub struct Joint {
    /// Unique in its skeleton.
    pub name: String,
    /// `None` for the root only.
    pub parent: Option<JointId>,
    /// Position in the parent's frame, in metres. For the root: position in the rest pose.
    pub offset: Vec3,
    /// Local rotation in the rest pose; identity in files that do not have one.
    pub rest: Quat,
}

/// The tip of a last bone (fingertip, toe tip, top of the head): a point that does not rotate by itself.
#[derive(Clone, Debug, PartialEq)]
pub struct EndSite {
    /// The joint that carries the point.
    pub parent: JointId,
    /// Position in the parent's frame, in metres.
    pub offset: Vec3,
}

/// A tree of joints with one root, valid by construction: names are unique, every parent comes before its
/// children, every number is finite and every rest rotation has unit length.
///
/// ```
/// use glam::{Quat, Vec3};
/// use segue_motion::{Joint, JointId, Skeleton};
///
/// let joint = |name: &str, parent, offset| Joint { name: name.into(), parent, offset, rest: Quat::IDENTITY };
/// let skeleton = Skeleton::new(
///     vec![
///         joint("Hips", None, Vec3::Y),
///         joint("Knee", Some(JointId::ROOT), Vec3::new(0.0, -0.5, 0.0)),
///     ],
///     vec![],
/// )?;
/// assert_eq!(skeleton.find("Knee"), Some(JointId::new(1)));
/// assert_eq!(skeleton.parent(JointId::new(1)), Some(JointId::ROOT));
/// # Ok::<(), segue_motion::SkeletonError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Skeleton {
    joints: Vec<Joint>,
    end_sites: Vec<EndSite>,
    anatomy: Found,
}

/// What was found out of joints and end sites once: it says nothing that they do not.
#[derive(Clone, Debug, Default)]
struct Found(OnceLock<Anatomy>);

impl PartialEq for Found {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

/// Why a list of joints is not a skeleton.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum SkeletonError {
    /// There is no joint at all.
    #[error("a skeleton needs at least one joint")]
    Empty,
    /// More joints than a joint number can name.
    #[error("{found} joints are more than the {limit} a skeleton may have", limit = Skeleton::MAX_JOINTS)]
    TooMany {
        /// How many there were.
        found: usize,
    },
    /// The first joint has a parent.
    #[error("the first joint must be the root, but `{joint}` has a parent")]
    RootHasParent {
        /// The first joint.
        joint: String,
    },
    /// A second joint has no parent.
    #[error("a skeleton has one root, but `{first}` and `{second}` both have no parent")]
    SecondRoot {
        /// The root.
        first: String,
        /// The other joint without a parent.
        second: String,
    },
    /// A parent is not listed before its child.
    #[error(
        "the parent of joint `{joint}` must be listed before it (parent number {parent}, joint number {index})"
    )]
    ParentAfterChild {
        /// The child.
        joint: String,
        /// Its number.
        index: usize,
        /// Its parent's number.
        parent: usize,
    },
    /// Two joints share a name.
    #[error("two joints are called `{name}`")]
    DuplicateName {
        /// The name.
        name: String,
    },
    /// An offset or rest rotation is not finite, or a rest rotation is not of unit length.
    #[error("joint `{joint}` has an unusable {what}: {found}")]
    BadNumber {
        /// The joint.
        joint: String,
        /// Which quantity.
        what: &'static str,
        /// What it was.
        found: String,
    },
}

impl Skeleton {
    /// The most joints a skeleton may have.
    pub const MAX_JOINTS: usize = u16::MAX as usize;

    /// Checks `joints` and `end_sites` and makes a skeleton of them.
    ///
    /// # Errors
    /// One variant of [`SkeletonError`] for each sentence of the type's invariant.
    pub fn new(joints: Vec<Joint>, end_sites: Vec<EndSite>) -> Result<Self, SkeletonError> {
        check_tree(&joints)?;
        check_names(&joints)?;
        check_numbers(&joints, &end_sites)?;
        Ok(Self { joints, end_sites, anatomy: Found::default() })
    }

    /// Its anatomy, which is found out once.
    pub(crate) fn anatomy(&self, find: impl FnOnce() -> Anatomy) -> Anatomy {
        self.anatomy.0.get_or_init(find).clone()
    }

    /// How many joints there are, at least one.
    #[expect(clippy::len_without_is_empty, reason = "a skeleton is never empty")]
    pub fn len(&self) -> usize {
        self.joints.len()
    }

    /// All joints, parents before children; index with [`JointId::index`].
    pub fn joints(&self) -> &[Joint] {
        &self.joints
    }

    /// The tips of the last bones.
    pub fn end_sites(&self) -> &[EndSite] {
        &self.end_sites
    }

    /// All joint numbers, parents before children.
    pub fn ids(&self) -> impl ExactSizeIterator<Item = JointId> + DoubleEndedIterator + use<> {
        (0..self.joints.len()).map(JointId::new)
    }

    /// The joint with this number.
    pub fn joint(&self, id: JointId) -> &Joint {
        &self.joints[id.index()]
    }

    /// The name of a joint.
    pub fn name(&self, id: JointId) -> &str {
        &self.joints[id.index()].name
    }

    /// The parent of a joint, `None` for the root.
    pub fn parent(&self, id: JointId) -> Option<JointId> {
        #[cfg(test)]
        PARENTS_ASKED.with(|count| count.set(count.get() + 1));
        self.joints[id.index()].parent
    }

    /// The children of a joint, in order.
    pub fn children(&self, id: JointId) -> impl Iterator<Item = JointId> + '_ {
        self.ids().skip(id.index() + 1).filter(move |&child| self.parent(child) == Some(id))
    }

    /// The joints without children, in order.
    pub fn leaves(&self) -> Vec<JointId> {
        let mut leaf = vec![true; self.len()];
        for parent in self.joints.iter().filter_map(|joint| joint.parent) {
            leaf[parent.index()] = false;
        }
        self.ids().filter(|id| leaf[id.index()]).collect()
    }

    /// All joints, each followed at once by its descendants; a skeleton may list them in another order.
    pub fn depth_first(&self) -> Vec<JointId> {
        let mut children = vec![Vec::new(); self.len()];
        for id in self.ids().rev() {
            if let Some(parent) = self.parent(id) {
                children[parent.index()].push(id);
            }
        }
        let (mut order, mut stack) = (Vec::with_capacity(self.len()), vec![JointId::ROOT]);
        while let Some(id) = stack.pop() {
            order.push(id);
            stack.append(&mut children[id.index()]);
        }
        order
    }

    /// The joint with exactly this name.
    pub fn find(&self, name: &str) -> Option<JointId> {
        self.joints.iter().position(|joint| joint.name == name).map(JointId::new)
    }

    /// The joint, its parent, … up to the root.
    pub fn ancestors(&self, id: JointId) -> impl Iterator<Item = JointId> + '_ {
        std::iter::successors(Some(id), |&joint| self.parent(joint))
    }

    /// Number of bones between a joint and the root.
    pub fn depth(&self, id: JointId) -> usize {
        self.ancestors(id).count() - 1
    }
}

#[cfg(test)]
thread_local! {
    /// How often this thread has asked for the parent of a joint: what walks through a tree cost.
    pub(crate) static PARENTS_ASKED: std::cell::Cell<usize> = const { std::cell::Cell::new(0) };
}

/// Prints the tree, one joint a line, indented by depth, with end sites as `*`.
impl fmt::Display for Skeleton {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut tips = vec![0; self.len()];
        for site in &self.end_sites {
            tips[site.parent.index()] += 1;
        }
        for id in self.depth_first() {
            let (indent, tips) = (2 * self.depth(id), " *".repeat(tips[id.index()]));
            writeln!(f, "{:indent$}{}{tips}", "", self.name(id))?;
        }
        Ok(())
    }
}

fn check_tree(joints: &[Joint]) -> Result<(), SkeletonError> {
    let root = joints.first().ok_or(SkeletonError::Empty)?;
    if joints.len() > Skeleton::MAX_JOINTS {
        return Err(SkeletonError::TooMany { found: joints.len() });
    }
    if root.parent.is_some() {
        return Err(SkeletonError::RootHasParent { joint: root.name.clone() });
    }
    for (index, joint) in joints.iter().enumerate().skip(1) {
        let Some(parent) = joint.parent else {
            return Err(SkeletonError::SecondRoot { first: root.name.clone(), second: joint.name.clone() });
        };
        if parent.index() >= index {
            let (joint, parent) = (joint.name.clone(), parent.index());
            return Err(SkeletonError::ParentAfterChild { joint, index, parent });
        }
    }
    Ok(())
}

fn check_names(joints: &[Joint]) -> Result<(), SkeletonError> {
    let mut seen = HashSet::new();
    match joints.iter().find(|joint| !seen.insert(joint.name.as_str())) {
        Some(joint) => Err(SkeletonError::DuplicateName { name: joint.name.clone() }),
        None => Ok(()),
    }
}

fn check_numbers(joints: &[Joint], end_sites: &[EndSite]) -> Result<(), SkeletonError> {
    let bad = |joint: &Joint, what, found: &dyn fmt::Debug| {
        Err(SkeletonError::BadNumber { joint: joint.name.clone(), what, found: format!("{found:?}") })
    };
    for joint in joints {
        if !joint.offset.is_finite() {
            return bad(joint, "offset", &joint.offset);
        }
        if !joint.rest.is_normalized() {
            return bad(joint, "rest rotation", &joint.rest);
        }
    }
    for site in end_sites {
        let joint = joints.get(site.parent.index()).ok_or_else(|| SkeletonError::BadNumber {
            joint: "end site".into(),
            what: "parent",
            found: site.parent.index().to_string(),
        })?;
        if !site.offset.is_finite() {
            return bad(joint, "end site", &site.offset);
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn joint(name: &str, parent: Option<usize>) -> Joint {
        Joint { name: name.into(), parent: parent.map(JointId::new), offset: Vec3::Y, rest: Quat::IDENTITY }
    }

    #[test]
    fn every_way_to_be_invalid_is_named() {
        let new = |joints: Vec<Joint>| Skeleton::new(joints, vec![]).unwrap_err();
        assert_eq!(new(vec![]), SkeletonError::Empty);
        assert!(matches!(new(vec![joint("a", Some(0))]), SkeletonError::RootHasParent { .. }));
        assert!(matches!(new(vec![joint("a", None), joint("b", None)]), SkeletonError::SecondRoot { .. }));
        assert!(matches!(
            new(vec![joint("a", None), joint("b", Some(1))]),
            SkeletonError::ParentAfterChild { index: 1, parent: 1, .. }
        ));
        assert!(matches!(
            new(vec![joint("a", None), joint("a", Some(0))]),
            SkeletonError::DuplicateName { .. }
        ));
        let nan = Joint { offset: Vec3::NAN, ..joint("a", None) };
        assert!(matches!(new(vec![nan]), SkeletonError::BadNumber { what: "offset", .. }));
        let long = Joint { rest: Quat::from_xyzw(0.0, 0.0, 0.0, 2.0), ..joint("a", None) };
        assert!(matches!(new(vec![long]), SkeletonError::BadNumber { what: "rest rotation", .. }));
        let site = EndSite { parent: JointId::new(7), offset: Vec3::Y };
        assert!(Skeleton::new(vec![joint("a", None)], vec![site]).is_err());
    }

    #[test]
    fn prints_as_a_tree() {
        let joints =
            vec![joint("hips", None), joint("leg", Some(0)), joint("spine", Some(0)), joint("foot", Some(1))];
        let tip = EndSite { parent: JointId::new(3), offset: Vec3::Z };
        let skeleton = Skeleton::new(joints, vec![tip]).unwrap();
        assert_eq!(skeleton.to_string(), "hips\n  leg\n    foot *\n  spine\n");
    }
}
