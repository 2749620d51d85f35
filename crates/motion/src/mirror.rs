//! Exchanging left and right.

use glam::{Quat, Vec3};

use crate::anatomy::{normal_form, rest_points, sides_exchanged};
use crate::{Anatomy, Clip, ClipError, JointId, Pose, PoseRef, Rigid, Role, Side, Skeleton};

/// How far a joint in the rest pose may be from the mirror image of its partner, as a share of the figure's size.
/// Captured skeletons differ by a few percent; beyond this the rest pose is a step or a wave.
const ASYMMETRY: f32 = 0.2;

/// Which joint is the mirror image of which, and in which plane.
///
/// The plane is upright and parts left from right in the rest pose, which must be roughly symmetric; local axes need
/// not be. Mirroring twice gives the clip back.
///
/// ```
/// use glam::{Quat, Vec3};
/// use segue_motion::{Joint, JointId, Mirror, Skeleton};
///
/// let joint = |name: &str, parent: Option<usize>, x| Joint {
///     name: name.into(), parent: parent.map(JointId::new), offset: Vec3::new(x, 0.0, 0.0), rest: Quat::IDENTITY,
/// };
/// let skeleton = Skeleton::new(vec![
///     joint("Hips", None, 0.0), joint("LeftUpLeg", Some(0), 0.1), joint("RightUpLeg", Some(0), -0.1),
/// ], vec![])?;
/// let mirror = Mirror::of(&skeleton)?;
/// assert_eq!(mirror.partner(JointId::new(1)), JointId::new(2));
/// assert_eq!(mirror.partner(JointId::ROOT), JointId::ROOT);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Mirror {
    partners: Vec<JointId>,
    /// Unit normal of the plane, horizontal, in the world of the rest pose.
    normal: Vec3,
    /// World rotations in the rest pose.
    world_from_rest: Vec<Quat>,
    offsets: Vec<Vec3>,
}

/// Why a figure has no mirror image.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum MirrorError {
    /// The rest pose is not symmetric, so that it does not say what the mirror image of a rotation is.
    #[error(
        "the rest pose is not symmetric: `{joint}` and the mirror image of `{partner}` are {distance:.2} m apart; \
         give the skeleton a symmetric rest pose (a T-pose)"
    )]
    Asymmetric {
        /// A joint.
        joint: String,
        /// What should be its mirror image.
        partner: String,
        /// How far they are apart, in metres.
        distance: f32,
    },
    /// Poses that make no clip.
    #[error(transparent)]
    Clip(#[from] ClipError),
}

impl Mirror {
    /// Pairs the joints of a skeleton by role, by name and by place in the tree.
    ///
    /// # Errors
    /// When the rest pose is far from symmetric.
    pub fn of(skeleton: &Skeleton) -> Result<Self, MirrorError> {
        let anatomy = Anatomy::of(skeleton);
        let partners = pair_up(skeleton, &anatomy);
        let rest = rest_points(skeleton);
        let normal = across(&partners, &rest, &anatomy)
            .unwrap_or_else(|| anatomy.rest_facing(skeleton).cross(Vec3::Y));
        let mut world = Vec::new();
        Pose::rest(skeleton).world_from_joints(skeleton, &mut world);
        let offsets = skeleton.joints().iter().map(|joint| joint.offset).collect();
        let mirror =
            Self { partners, normal, world_from_rest: world.iter().map(|w| w.rotation).collect(), offsets };
        mirror.check_symmetry(skeleton, &rest)?;
        Ok(mirror)
    }

    /// The joint on the other side; a joint in the middle is its own partner.
    pub fn partner(&self, joint: JointId) -> JointId {
        self.partners[joint.index()]
    }

    /// The mirror image of a clip: left and right exchanged, in the upright plane through the origin.
    ///
    /// # Errors
    /// Never for a clip of the skeleton that the mirror was made for.
    pub fn clip(&self, clip: &Clip) -> Result<Clip, MirrorError> {
        let mut translated: Vec<JointId> =
            clip.translated().iter().map(|&joint| self.partner(joint)).collect();
        translated.sort();
        let mut builder = Clip::builder(clip.name(), clip.skeleton().clone(), clip.rate(), &translated);
        builder.reserve(clip.len());
        let mut world = Vec::new();
        for pose in clip.frames() {
            pose.world_from_joints(clip.skeleton(), &mut world);
            builder.push(&self.pose(clip.skeleton(), pose, &world))?;
        }
        let mut mirrored = builder.finish()?;
        mirrored.labels.clone_from(&clip.labels);
        Ok(mirrored.with_constraints(clip.constraints().mirrored())?)
    }

    fn pose(&self, skeleton: &Skeleton, pose: PoseRef<'_>, world_from_joint: &[Rigid]) -> Pose {
        let world: Vec<Quat> = skeleton
            .ids()
            .map(|joint| self.world_rotation(joint, self.partner(joint), world_from_joint))
            .collect();
        let local = |joint: JointId| {
            skeleton.parent(joint).map_or(world[joint.index()], |parent| {
                world[parent.index()].conjugate() * world[joint.index()]
            })
        };
        let rotations = skeleton.ids().map(local).collect();
        let mut translations: Vec<_> =
            pose.translations().map(|(joint, place)| self.translation(skeleton, joint, place)).collect();
        translations.sort_by_key(|&(joint, _)| joint);
        Pose { root: self.point(pose.root), rotations, translations }
    }

    /// How `joint` is turned in the world when it mirrors `partner`: the partner's turn since the rest pose, mirrored.
    fn world_rotation(&self, joint: JointId, partner: JointId, world_from_joint: &[Rigid]) -> Quat {
        let turn =
            world_from_joint[partner.index()].rotation * self.world_from_rest[partner.index()].conjugate();
        (self.rotation(turn) * self.world_from_rest[joint.index()]).normalize()
    }

    /// A joint's place on its parent, seen on the other side; what it differs from the rest pose is mirrored.
    fn translation(&self, skeleton: &Skeleton, joint: JointId, place: Vec3) -> (JointId, Vec3) {
        let other = self.partner(joint);
        let rest = |joint: JointId| {
            skeleton.parent(joint).map_or(Quat::IDENTITY, |parent| self.world_from_rest[parent.index()])
        };
        let shift = rest(joint) * (place - self.offsets[joint.index()]);
        (other, self.offsets[other.index()] + rest(other).conjugate() * self.point(shift))
    }

    /// A point on the other side of the plane through the origin.
    fn point(&self, point: Vec3) -> Vec3 {
        point - 2.0 * self.normal * point.dot(self.normal)
    }

    /// A rotation seen in the mirror: the axis is mirrored and the sense reversed.
    fn rotation(&self, rotation: Quat) -> Quat {
        let axis = -self.point(rotation.xyz());
        Quat::from_xyzw(axis.x, axis.y, axis.z, rotation.w)
    }

    fn check_symmetry(&self, skeleton: &Skeleton, rest: &[Vec3]) -> Result<(), MirrorError> {
        // The plane goes through the root, which a figure's rest pose may have anywhere.
        let from_root: Vec<Vec3> = rest.iter().map(|&point| point - rest[0]).collect();
        let size = from_root.iter().map(|point| point.length()).fold(0.0, f32::max);
        for joint in skeleton.ids() {
            let partner = self.partner(joint);
            let distance = from_root[joint.index()].distance(self.point(from_root[partner.index()]));
            if distance > ASYMMETRY * size {
                let (joint, partner) = (skeleton.name(joint).to_owned(), skeleton.name(partner).to_owned());
                return Err(MirrorError::Asymmetric { joint, partner, distance });
            }
        }
        Ok(())
    }
}

/// The horizontal direction from right to left: the mean over all pairs.
fn across(partners: &[JointId], rest: &[Vec3], anatomy: &Anatomy) -> Option<Vec3> {
    let hips = Side::BOTH.map(|side| anatomy.joint(Role::Hip(side)).map(|joint| rest[joint.index()]));
    let guess = match hips {
        [Some(left), Some(right)] => left - right,
        _ => Vec3::X,
    };
    let pairs = partners.iter().enumerate().filter(|(joint, partner)| *joint < partner.index());
    let toward = |(joint, partner): (usize, &JointId)| {
        let apart = (rest[joint] - rest[partner.index()]).with_y(0.0);
        if apart.dot(guess) < 0.0 { -apart } else { apart }
    };
    pairs.map(toward).sum::<Vec3>().try_normalize()
}

fn pair_up(skeleton: &Skeleton, anatomy: &Anatomy) -> Vec<JointId> {
    let mut partners: Vec<Option<JointId>> = vec![None; skeleton.len()];
    let mut pair = |a: JointId, b: JointId| {
        if partners[a.index()].is_none() && partners[b.index()].is_none() {
            (partners[a.index()], partners[b.index()]) = (Some(b), Some(a));
        }
    };
    for (role, joint) in anatomy.roles() {
        if let Some(other) = role.mirrored().and_then(|other| anatomy.joint(other)) {
            pair(joint, other);
        }
    }
    let forms: Vec<String> = skeleton.joints().iter().map(|joint| normal_form(&joint.name)).collect();
    for (a, form) in skeleton.ids().zip(&forms) {
        let other = sides_exchanged(form).and_then(|other| forms.iter().position(|form| *form == other));
        if let Some(b) = other {
            pair(a, JointId::new(b));
        }
    }
    pair_children(skeleton, &mut partners);
    partners.iter().enumerate().map(|(joint, partner)| partner.unwrap_or(JointId::new(joint))).collect()
}

/// Where names say nothing, the children of a pair are pairs in their order.
fn pair_children(skeleton: &Skeleton, partners: &mut [Option<JointId>]) {
    for parent in skeleton.ids() {
        let Some(other) = partners[parent.index()].filter(|&other| other != parent) else { continue };
        let open = |joint: JointId, partners: &[Option<JointId>]| -> Vec<JointId> {
            skeleton.children(joint).filter(|child| partners[child.index()].is_none()).collect()
        };
        let (mine, theirs) = (open(parent, partners), open(other, partners));
        if mine.len() == theirs.len() {
            for (a, b) in mine.into_iter().zip(theirs) {
                (partners[a.index()], partners[b.index()]) = (Some(b), Some(a));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{moving, person, walk};
    use crate::{ConstraintKind, Joint, PlantSettings, PointTable, find_plants};
    use std::sync::Arc;

    fn furthest(a: &Clip, b: &Clip) -> f32 {
        let (a, b) = (PointTable::new(a), PointTable::new(b));
        a.iter().flatten().zip(b.iter().flatten()).map(|(x, y)| x.distance(*y)).fold(0.0, f32::max)
    }

    /// The same figure with other local axes: every joint's frame is turned by a rotation of its own.
    fn with_odd_axes(clip: &Clip) -> Clip {
        let skeleton = clip.skeleton();
        let odd: Vec<Quat> = (0..skeleton.len())
            .map(|i| {
                Quat::from_scaled_axis(Vec3::new(
                    (i as f32).sin(),
                    (2.0 * i as f32).cos(),
                    (0.7 * i as f32).sin(),
                ))
            })
            .collect();
        let outer =
            |joint: JointId| skeleton.parent(joint).map_or(Quat::IDENTITY, |parent| odd[parent.index()]);
        let local = |joint: JointId, q: Quat| (outer(joint).conjugate() * q * odd[joint.index()]).normalize();
        let joints = skeleton.ids().map(|id| {
            let joint = skeleton.joint(id);
            Joint {
                offset: if id == JointId::ROOT { joint.offset } else { outer(id).conjugate() * joint.offset },
                rest: local(id, joint.rest),
                ..joint.clone()
            }
        });
        let sites = skeleton.end_sites().iter().map(|site| crate::EndSite {
            offset: odd[site.parent.index()].conjugate() * site.offset,
            ..site.clone()
        });
        let turned = Arc::new(Skeleton::new(joints.collect(), sites.collect()).unwrap());
        let mut frames = Clip::builder("odd", turned, clip.rate(), &[]);
        for pose in clip.frames() {
            let mut pose = pose.to_pose();
            for id in skeleton.ids() {
                pose.rotations[id.index()] = local(id, pose.rotations[id.index()]);
            }
            frames.push(&pose).unwrap();
        }
        frames.finish().unwrap()
    }

    #[test]
    fn mirroring_twice_is_the_identity() {
        for clip in [moving(30.0), with_odd_axes(&moving(30.0)), walk(30.0, 1.0)] {
            let mirror = Mirror::of(clip.skeleton()).unwrap();
            let once = mirror.clip(&clip).unwrap();
            assert!(furthest(&clip, &once) > 0.1);
            assert!(furthest(&clip, &mirror.clip(&once).unwrap()) < 1e-4);
        }
    }

    #[test]
    fn every_point_lies_where_its_partner_did_in_the_mirror() {
        for clip in [moving(30.0), with_odd_axes(&moving(30.0))] {
            let mirror = Mirror::of(clip.skeleton()).unwrap();
            let (before, after) = (PointTable::new(&clip), PointTable::new(&mirror.clip(&clip).unwrap()));
            for frame in 0..before.len() {
                for joint in clip.skeleton().ids() {
                    let expected =
                        before.row(frame)[mirror.partner(joint).index()] * Vec3::new(-1.0, 1.0, 1.0);
                    assert!(
                        after.row(frame)[joint.index()].distance(expected) < 1e-4,
                        "{}",
                        clip.skeleton().name(joint)
                    );
                }
            }
        }
    }

    #[test]
    fn plants_change_sides() {
        let clip = walk(30.0, 2.0);
        let plants = find_plants(&clip, &Anatomy::of(clip.skeleton()), &PlantSettings::default());
        let clip = clip.with_constraints(plants).unwrap();
        let mirrored = Mirror::of(clip.skeleton()).unwrap().clip(&clip).unwrap();
        let found = find_plants(&mirrored, &Anatomy::of(clip.skeleton()), &PlantSettings::default());
        assert_eq!(mirrored.constraints(), &found);
        let (left, right) = (ConstraintKind::LeftToe, ConstraintKind::RightToe);
        assert_eq!(mirrored.constraints().of(left), clip.constraints().of(right));
    }

    #[test]
    fn translation_tracks_change_sides() {
        let skeleton = Arc::new(person());
        let hand = skeleton.find("LeftHand").unwrap();
        let mut frames = Clip::builder("reach", skeleton.clone(), 30.0, &[hand]);
        let mut pose = Pose::rest(&skeleton);
        pose.translations = vec![(hand, Vec3::new(0.3, 0.1, 0.2))];
        frames.push(&pose).unwrap();
        let mirrored = Mirror::of(&skeleton).unwrap().clip(&frames.finish().unwrap()).unwrap();
        assert_eq!(mirrored.translated(), [skeleton.find("RightHand").unwrap()]);
        let (_, place) = mirrored.frame(0).translations().next().unwrap();
        assert!(place.distance(Vec3::new(-0.3, 0.1, 0.2)) < 1e-6);
    }

    #[test]
    fn joints_without_names_are_paired_by_shape() {
        let skeleton = person();
        let joints = skeleton.joints().iter().enumerate();
        let nameless = joints.map(|(i, joint)| Joint { name: format!("bone{i}"), ..joint.clone() }).collect();
        let nameless = Skeleton::new(nameless, skeleton.end_sites().to_vec()).unwrap();
        let (by_name, by_shape) = (Mirror::of(&skeleton).unwrap(), Mirror::of(&nameless).unwrap());
        assert_eq!(by_name.partners, by_shape.partners);
    }

    #[test]
    fn a_rest_pose_in_mid_step_is_refused() {
        let skeleton = person();
        let mut joints = skeleton.joints().to_vec();
        let leg = skeleton.find("LeftUpLeg").unwrap();
        joints[leg.index()].rest = Quat::from_rotation_x(-1.0);
        let stepping = Skeleton::new(joints, skeleton.end_sites().to_vec()).unwrap();
        assert!(matches!(Mirror::of(&stepping), Err(MirrorError::Asymmetric { .. })));
    }
}
