//! Carrying a motion over to another figure.

use std::sync::Arc;

use glam::{Quat, Vec3};

use crate::anatomy::rest_points;
use crate::mirror::is_posed;
use crate::{
    Anatomy, Clip, ClipError, ConstraintKind, JointId, MapError, Pose, PoseRef, Rigid, Role, Side, Skeleton,
    SkeletonMap, fit_rotation,
};

/// Carries clips of one skeleton over to another along a [`SkeletonMap`].
///
/// A mapped joint turns in the world as its source does, counted from a rest pose that the two share: the target's limbs
/// are first laid along the source's, so that a T-pose drives an A-pose and local axes may point anywhere. The hips move
/// as the source's do, scaled by the ratio of the legs, at a height that puts the toes where the scaled source has them.
/// Joints that are not mapped keep their rest rotation; plants and labels are carried along. Onto the same skeleton a
/// clip comes out as it was.
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
    /// Per target joint: its source and what turns the source's turn into the target's.
    drivers: Vec<Option<Driver>>,
    source_rest: Vec<Quat>,
    scale: f32,
    anchor: Anchor,
    /// Target joints that may have a translation track, with the source's joint and the rotation that takes a shift on
    /// the source's parent to one on the target's.
    tracks: Vec<(JointId, JointId, Quat)>,
}

#[derive(Clone, Copy, Debug)]
struct Driver {
    source: JointId,
    /// The target's rest rotation in the world, after its limb was laid along the source's.
    world_from_rest: Quat,
}

/// The points by which the target is hung on the source.
#[derive(Clone, Debug)]
struct Anchor {
    source: Vec<JointId>,
    target: Vec<JointId>,
    /// Added to the scaled position of the source's points, in metres.
    lift: f32,
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
        let figures = Figures::new(source, &target, &pairs);
        let scale = figures.scale();
        Ok(Self {
            drivers: figures.drivers(),
            scale,
            anchor: figures.anchor(scale),
            tracks: figures.tracks(),
            source_rest: rotations(&figures.source_world),
            source: source.clone(),
            target,
        })
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
        let moved = |joint: JointId| clip.translated().contains(&joint);
        let tracks: Vec<_> = self.tracks.iter().copied().filter(|&(_, source, _)| moved(source)).collect();
        let translated: Vec<JointId> = tracks.iter().map(|&(target, ..)| target).collect();
        let mut builder = Clip::builder(clip.name(), self.target.clone(), clip.rate(), &translated);
        builder.reserve(clip.len());
        for pose in clip.frames() {
            builder.push(&self.pose(clip.skeleton(), pose, &tracks))?;
        }
        let mut carried = builder.finish()?;
        carried.labels.clone_from(&clip.labels);
        Ok(carried.with_constraints(clip.constraints().clone())?)
    }

    fn pose(&self, source: &Skeleton, pose: PoseRef<'_>, tracks: &[(JointId, JointId, Quat)]) -> Pose {
        let mut source_world = Vec::with_capacity(source.len());
        pose.world_from_joints(source, &mut source_world);
        let rotations = self.rotations(&source_world);
        let translations = tracks.iter().map(|track| self.translation(source, pose, track)).collect();
        let mut carried = Pose { root: Vec3::ZERO, rotations, translations };
        let mut target_world = Vec::with_capacity(self.target.len());
        carried.world_from_joints(&self.target, &mut target_world);
        let wanted = self.scale * middle(&source_world, &self.anchor.source) + Vec3::Y * self.anchor.lift;
        carried.root = wanted - middle(&target_world, &self.anchor.target);
        carried
    }

    /// Local rotations of the target.
    fn rotations(&self, source_world: &[Rigid]) -> Vec<Quat> {
        let mut world: Vec<Quat> = Vec::with_capacity(self.target.len());
        let mut local = Vec::with_capacity(self.target.len());
        for (joint, driver) in self.target.joints().iter().zip(&self.drivers) {
            let outer = joint.parent.map_or(Quat::IDENTITY, |parent| world[parent.index()]);
            let turned = driver.map_or(outer * joint.rest, |driver| {
                let index = driver.source.index();
                let turn = source_world[index].rotation * self.source_rest[index].conjugate();
                (turn * driver.world_from_rest).normalize()
            });
            local.push(if driver.is_some() { (outer.conjugate() * turned).normalize() } else { joint.rest });
            world.push(turned);
        }
        local
    }

    fn translation(
        &self,
        source: &Skeleton,
        pose: PoseRef<'_>,
        &(target, driver, target_from_source): &(JointId, JointId, Quat),
    ) -> (JointId, Vec3) {
        let rest = source.joint(driver).offset;
        let place = pose.translations().find(|&(joint, _)| joint == driver).map_or(rest, |(_, place)| place);
        (target, self.target.joint(target).offset + self.scale * (target_from_source * (place - rest)))
    }
}

/// The mean place of some joints.
fn middle(world: &[Rigid], joints: &[JointId]) -> Vec3 {
    joints.iter().map(|joint| world[joint.index()].translation).sum::<Vec3>() / joints.len().max(1) as f32
}

fn rotations(world: &[Rigid]) -> Vec<Quat> {
    world.iter().map(|joint| joint.rotation).collect()
}

/// Both figures in their rest poses, side by side.
struct Figures<'a> {
    source: &'a Skeleton,
    target: &'a Skeleton,
    /// The source's joint for each joint of the target.
    pairs: &'a [Option<JointId>],
    source_anatomy: Anatomy,
    target_anatomy: Anatomy,
    source_world: Vec<Rigid>,
    target_world: Vec<Rigid>,
    /// Turns the target's rest pose to face the way of the source's.
    source_from_target: Quat,
    /// Whether a rest pose is not a standing figure but a frame of some motion.
    posed: bool,
}

impl<'a> Figures<'a> {
    fn new(source: &'a Skeleton, target: &'a Skeleton, pairs: &'a [Option<JointId>]) -> Self {
        let [source_world, target_world] = [source, target].map(|skeleton| {
            let mut world = Vec::new();
            Pose::rest(skeleton).world_from_joints(skeleton, &mut world);
            world
        });
        let (source_anatomy, target_anatomy) = (Anatomy::of(source), Anatomy::of(target));
        let facing = [source_anatomy.rest_facing(source), target_anatomy.rest_facing(target)];
        let source_from_target = turn_about_up(facing[1], facing[0]);
        Self {
            source,
            target,
            pairs,
            source_anatomy,
            target_anatomy,
            source_world,
            target_world,
            source_from_target,
            posed: is_posed(source) || is_posed(target),
        }
    }

    fn drivers(&self) -> Vec<Option<Driver>> {
        let mut laid: Vec<Quat> = Vec::with_capacity(self.target.len());
        for id in self.target.ids() {
            let inherited = self.target.parent(id).map_or(Quat::IDENTITY, |parent| laid[parent.index()]);
            laid.push(self.laid_along(id, inherited));
        }
        let driver = |(id, source): (JointId, &Option<JointId>)| {
            let rest = self.target_world[id.index()].rotation;
            let world_from_rest = laid[id.index()] * self.source_from_target * rest;
            source.map(|source| Driver { source, world_from_rest })
        };
        self.target.ids().zip(self.pairs).map(driver).collect()
    }

    /// The turn that lays a target's limb along the source's. Hands and fingers go with the forearm; feet stay as they
    /// stand and the trunk keeps its own shape, unless a rest pose is a frame of some motion.
    fn laid_along(&self, id: JointId, inherited: Quat) -> Quat {
        let next = match self.target_anatomy.role_of(id) {
            Some(Role::Shoulder(side)) => Role::Elbow(side),
            Some(Role::Elbow(side)) => Role::Wrist(side),
            Some(Role::Hip(side)) => Role::Knee(side),
            Some(Role::Knee(side)) => Role::Ankle(side),
            Some(Role::Ankle(side)) if self.posed => Role::Toe(side),
            Some(Role::Hips) if self.posed => return self.trunk(Role::Hip).unwrap_or(inherited),
            Some(Role::Clavicle(_) | Role::Toe(_)) if self.posed => return inherited,
            None if self.posed && self.target_anatomy.spine().last() == Some(&id) => {
                return self.trunk(Role::Shoulder).unwrap_or(inherited);
            }
            Some(Role::Wrist(_)) | None => return inherited,
            Some(_) => return Quat::IDENTITY,
        };
        self.bones(id, next).map_or(inherited, |[from, to]| arc(from, to))
    }

    /// The turn that lays the target's trunk onto the source's at the hips or at the shoulders: its length and its width
    /// there.
    fn trunk(&self, width_at: fn(Side) -> Role) -> Option<Quat> {
        let directions = |anatomy: &Anatomy, world: &[Rigid]| {
            let at = |role| Some(world[anatomy.joint(role)?.index()].translation);
            let middle =
                |role: fn(Side) -> Role| Some((at(role(Side::Left))? + at(role(Side::Right))?) / 2.0);
            let across = (at(width_at(Side::Left))? - at(width_at(Side::Right))?).try_normalize()?;
            let up = (middle(Role::Shoulder)? - middle(Role::Hip)?).try_normalize()?;
            Some([across, up])
        };
        let target = directions(&self.target_anatomy, &self.target_world)?;
        let source = directions(&self.source_anatomy, &self.source_world)?;
        let turned = |direction: Vec3| (self.source_from_target * direction).as_dvec3();
        let pairs = target.into_iter().zip(source).map(|(from, to)| (turned(from), to.as_dvec3(), 1.0));
        Some(fit_rotation(pairs).as_quat())
    }

    /// The directions of a limb's bone on the target, turned to face the source, and on the source.
    fn bones(&self, id: JointId, next: Role) -> Option<[Vec3; 2]> {
        let end = self.target_anatomy.joint(next)?;
        let (source, source_end) = (self.pairs[id.index()]?, self.pairs[end.index()]?);
        let place = |world: &[Rigid], joint: JointId| world[joint.index()].translation;
        let target_bone = place(&self.target_world, end) - place(&self.target_world, id);
        let source_bone = place(&self.source_world, source_end) - place(&self.source_world, source);
        Some([(self.source_from_target * target_bone).try_normalize()?, source_bone.try_normalize()?])
    }

    fn scale(&self) -> f32 {
        let legs = [self.target_anatomy.leg_length(self.target), self.source_anatomy.leg_length(self.source)];
        if let [Some(target), Some(source)] = legs
            && source > 0.0
            && target > 0.0
        {
            return target / source;
        }
        let length = |joint: JointId, skeleton: &Skeleton| skeleton.joint(joint).offset.length();
        let mapped = || self.target.ids().skip(1).filter_map(|id| Some((id, self.pairs[id.index()]?)));
        let target: f32 = mapped().map(|(id, _)| length(id, self.target)).sum();
        let source: f32 = mapped().map(|(_, id)| length(id, self.source)).sum();
        if source > 0.0 && target > 0.0 { target / source } else { 1.0 }
    }

    /// Both hip joints where the two figures have them, so that the legs hang right; else the uppermost mapped joint.
    fn anchor(&self, scale: f32) -> Anchor {
        let both = |anatomy: &Anatomy| -> Option<Vec<JointId>> {
            Side::BOTH.into_iter().map(|side| anatomy.joint(Role::Hip(side))).collect()
        };
        if let (Some(source), Some(target)) = (both(&self.source_anatomy), both(&self.target_anatomy)) {
            // A foot in mid step does not say what it would stand on.
            let soles = sole(self.target, &self.target_anatomy)
                .zip(sole(self.source, &self.source_anatomy))
                .map_or(0.0, |(target, source)| target - scale * source);
            let lift = if self.posed { 0.0 } else { soles };
            return Anchor { source, target, lift };
        }
        let first = self.pairs.iter().position(Option::is_some).unwrap_or(0);
        let source = self.pairs[first].unwrap_or(JointId::ROOT);
        Anchor { source: vec![source], target: vec![JointId::new(first)], lift: 0.0 }
    }

    /// Mapped joints whose parents are mapped onto each other too: their shifts mean the same.
    fn tracks(&self) -> Vec<(JointId, JointId, Quat)> {
        let track = |id: JointId| {
            let (source, parent) = (self.pairs[id.index()]?, self.target.parent(id)?);
            let source_parent = self.source.parent(source)?;
            let rest = |world: &[Rigid], joint: JointId| world[joint.index()].rotation;
            let turn = (self.source_from_target * rest(&self.target_world, parent)).conjugate()
                * rest(&self.source_world, source_parent);
            (self.pairs[parent.index()] == Some(source_parent)).then_some((id, source, turn.normalize()))
        };
        self.target.ids().filter_map(track).collect()
    }
}

/// How far the toes are below the ankles at rest: legs of the same shape differ by that in what they stand on.
fn sole(skeleton: &Skeleton, anatomy: &Anatomy) -> Option<f32> {
    let rest = rest_points(skeleton);
    let drop = |side| {
        let toe = anatomy.point(ConstraintKind::toe(side))?;
        Some(rest[anatomy.joint(Role::Ankle(side))?.index()].y - rest[toe.index()].y)
    };
    let drops: Vec<f32> = Side::BOTH.into_iter().filter_map(drop).collect();
    (!drops.is_empty()).then(|| drops.iter().sum::<f32>() / drops.len() as f32)
}

/// The shortest rotation between two unit directions; none for directions that differ by rounding only, so that a figure
/// drives its like exactly.
fn arc(from: Vec3, to: Vec3) -> Quat {
    if from.distance(to) < 1e-5 { Quat::IDENTITY } else { Quat::from_rotation_arc(from, to) }
}

/// The turn about the vertical axis between two horizontal directions.
fn turn_about_up(from: Vec3, to: Vec3) -> Quat {
    if from.distance(to) < 1e-5 {
        return Quat::IDENTITY;
    }
    Quat::from_rotation_y(to.x.atan2(to.z) - from.x.atan2(from.z))
}

#[cfg(test)]
mod tests;
