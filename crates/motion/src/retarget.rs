//! Carrying a motion over to another figure.

mod drive;
mod even;
mod feet;
mod fidelity;
mod figures;
mod hands;
mod leg_goal;
mod one_joint_legs;
mod pace;
mod pelvis;
mod plan;
mod rest;
mod solve;
mod stage;
mod stands;

use std::sync::Arc;

pub use self::fidelity::Fidelity;
use self::figures::Figures;
use self::plan::Plan;
pub use self::rest::resting_skeleton;
use self::stage::Stage;
use crate::{Anatomy, Clip, ClipError, JointId, Likeness, MapError, NotHumanoid, Skeleton, SkeletonMap};

/// Carries clips of one skeleton over to another along a [`SkeletonMap`].
///
/// A mapped joint turns in the world as its source does since its rest pose. Limbs of the target are first laid along the
/// source's, so that a T-pose drives an A-pose, and local axes may point anywhere. The hips move as the source's do, scaled
/// by the ratio of the legs. Feet are then put where the source's are, in that scale, and stand as high as they do in the
/// target's rest pose: on heel and ball when the source does. Hands that touch go on touching. What the file hangs
/// elsewhere (feet on the root, a head beside the body) follows by translation tracks; joints that are not mapped ride
/// along. Plants and labels are carried over. Onto the same skeleton a clip comes out as it was.
///
/// ```
/// use std::sync::Arc;
/// use glam::{Quat, Vec3};
/// use segue_motion::{Clip, Joint, JointId, Pose, Retarget, Skeleton, SkeletonMap};
///
/// let figure = |names: [&str; 2], length: f32| {
///     let joint = |(index, name): (usize, &str)| Joint {
///         name: name.into(), parent: index.checked_sub(1).map(JointId::new),
///         offset: Vec3::Y * length, rest: Quat::IDENTITY,
///     };
///     Skeleton::new(names.into_iter().enumerate().map(joint).collect(), vec![]).map(Arc::new)
/// };
/// let (small, large) = (figure(["Hips", "Spine"], 0.5)?, figure(["pelvis", "spine_01"], 1.0)?);
/// let mut frames = Clip::builder("bend", small.clone(), 30.0, &[]);
/// let mut pose = Pose::rest(&small);
/// pose.rotations[1] = Quat::from_rotation_x(0.5);
/// frames.push(&pose)?;
///
/// let mut map = SkeletonMap::default();
/// map.set("pelvis", Some("Hips"));
/// map.set("spine_01", Some("Spine"));
/// let bent = Retarget::new(&small, large, &map)?.clip(&frames.finish()?)?;
/// assert!(bent.frame(0).rotations[1].dot(pose.rotations[1]) > 0.999_999);
/// assert_eq!(bent.frame(0).root.y, 1.0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Retarget {
    source: Skeleton,
    target: Arc<Skeleton>,
    /// What the clips move that come out: the target, but perhaps in another rest pose.
    written: Arc<Skeleton>,
    /// The source's joint for each joint of the target.
    pairs: Vec<Option<JointId>>,
    scale: f32,
}

/// Why a motion cannot be carried over.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum RetargetError {
    /// The map does not fit the skeletons.
    #[error(transparent)]
    Map(#[from] MapError),
    /// The map drives nothing.
    #[error(
        "the skeleton map drives no joint of the target (root `{target}`) from the source (root `{source_root}`)"
    )]
    NothingDriven {
        /// Root of the source.
        source_root: String,
        /// Root of the target.
        target: String,
    },
    /// A figure that is no human body needs a map.
    #[error(
        "the {which} figure (root `{root}`) is no human body: {reason}; a skeleton map can say which joint drives which"
    )]
    NotHumanoid {
        /// `source` or `target`.
        which: &'static str,
        /// Its root.
        root: String,
        /// What speaks against it.
        reason: NotHumanoid,
    },
    /// The clip moves another skeleton than the one that the retarget was made for.
    #[error("clip `{clip}` has {found} joints, the source of the retarget has {expected}")]
    WrongSource {
        /// The clip.
        clip: String,
        /// Joints of the clip.
        found: usize,
        /// Joints of the source skeleton.
        expected: usize,
    },
    /// Poses that make no clip.
    #[error(transparent)]
    Clip(#[from] ClipError),
}

impl Retarget {
    /// Prepares to carry clips of `source` over to `target`.
    ///
    /// # Errors
    /// When the map names joints that are not there, or drives nothing.
    pub fn new(source: &Skeleton, target: Arc<Skeleton>, map: &SkeletonMap) -> Result<Self, RetargetError> {
        let pairs = map.resolve(source, &target)?;
        if pairs.iter().all(Option::is_none) {
            let root = |skeleton: &Skeleton| skeleton.name(JointId::ROOT).to_owned();
            return Err(RetargetError::NothingDriven { source_root: root(source), target: root(&target) });
        }
        let scale = Figures::new(source, &target, pairs.clone()).scale;
        Ok(Self { source: source.clone(), written: target.clone(), target, pairs, scale })
    }

    /// Prepares to carry clips over without a map: figures of the same joints by name, whatever they are, others if both are
    /// human bodies. Figures that call other sides left are others.
    ///
    /// # Errors
    /// When the joints differ and a figure is no human body.
    pub fn guessed(source: &Skeleton, target: Arc<Skeleton>) -> Result<Self, RetargetError> {
        let sides = [source, &*target].map(|skeleton| Anatomy::of(skeleton).sides_are_exchanged());
        if sides[0] == sides[1] && !matches!(Likeness::of(&target, source), Likeness::NeedsMap { .. }) {
            return Self::new(source, target.clone(), &SkeletonMap::by_name(&target));
        }
        for (which, skeleton) in [("source", source), ("target", &*target)] {
            let root = skeleton.name(JointId::ROOT).to_owned();
            let fail = |reason| RetargetError::NotHumanoid { which, root, reason };
            Anatomy::of(skeleton).humanoid().map_err(fail)?;
        }
        let map = SkeletonMap::guess(source, &target);
        Self::new(source, target, &map)
    }

    /// The clips that come out move `skeleton`, which differs from the target in its rest pose alone: see
    /// [`resting_skeleton`].
    ///
    /// # Panics
    /// When it has another number of joints.
    #[must_use]
    pub fn written_for(mut self, skeleton: Arc<Skeleton>) -> Self {
        assert_eq!(skeleton.len(), self.target.len(), "the skeletons have the same joints");
        self.written = skeleton;
        self
    }

    /// How much larger the target is: the ratio of the legs, or of the mapped bones for figures without legs.
    pub fn scale(&self) -> f32 {
        self.scale
    }

    /// The motion of `clip` on the target.
    ///
    /// # Errors
    /// When the clip does not move the source skeleton.
    pub fn clip(&self, clip: &Clip) -> Result<Clip, RetargetError> {
        if clip.skeleton().len() != self.source.len() {
            let (found, expected) = (clip.skeleton().len(), self.source.len());
            return Err(RetargetError::WrongSource { clip: clip.name().to_owned(), found, expected });
        }
        if self.is_same() {
            return Ok(clip.clone().on_same(self.written.clone()));
        }
        let figures = Figures::new(&self.source, &self.target, self.pairs.clone());
        let plan = Plan::of(&figures).expect("a map that drives a joint has a joint to begin with");
        let stage = Stage::new(&figures, &plan, clip);
        let mut builder = Clip::builder(clip.name(), self.written.clone(), clip.rate(), stage.tracks());
        builder.reserve(clip.len());
        for (frame, pose) in clip.frames().enumerate() {
            builder.push(&stage.pose(frame, pose))?;
        }
        let mut carried = builder.finish()?;
        carried.labels.clone_from(&clip.labels);
        Ok(carried.with_constraints(clip.constraints().clone())?)
    }

    /// How truly `carried`, which came out of [`Retarget::clip`], goes as `clip`; `None` for figures that are no human bodies.
    pub fn fidelity(&self, clip: &Clip, carried: &Clip) -> Option<Fidelity> {
        Fidelity::of(clip, &self.source, carried, &self.target)
    }

    /// Whether every joint drives itself, on the same bones.
    fn is_same(&self) -> bool {
        let itself = |(index, pair): (usize, &Option<JointId>)| *pair == Some(JointId::new(index));
        let alike = || {
            self.source.joints().iter().zip(self.target.joints()).all(|(a, b)| {
                a.parent == b.parent
                    && a.offset.distance(b.offset) < 1e-6
                    && a.rest.dot(b.rest).abs() > 1.0 - 1e-7
            })
        };
        self.source.len() == self.target.len() && self.pairs.iter().enumerate().all(itself) && alike()
    }
}

#[cfg(test)]
mod tests;
