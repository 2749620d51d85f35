//! Swapping left and right.

use glam::{Quat, Vec3};

use crate::anatomy::{normal_form, rest_points, sides_exchanged};
use crate::{Anatomy, Clip, ClipError, JointId, Pose, PoseRef, Rigid, Role, Side, Skeleton, fit_rotation};

/// How far a joint in the rest pose may be from the mirror image of its partner, as a share of the figure's size.
/// Captured skeletons are up to 4 % off; a rest pose in mid step is 40 % off.
const ASYMMETRY: f32 = 0.15;

/// A bone shorter than this, in metres, has no direction.
const SHORTEST_BONE: f32 = 1e-3;

/// Which joint is the mirror image of which, and in which plane.
///
/// The plane is upright and separates left from right in the rest pose; local axes may point anywhere. A rest pose that is
/// not symmetric (a frame of a walk) is made so first, by laying each bone along the mirror image of its partner; how a
/// limb is twisted about itself is then uncertain. Mirroring twice gives the clip back.
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
/// let mirror = Mirror::of(&skeleton);
/// assert_eq!(mirror.partner(JointId::new(1)), JointId::new(2));
/// assert_eq!(mirror.partner(JointId::ROOT), JointId::ROOT);
/// # Ok::<(), segue_motion::SkeletonError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Mirror {
    partners: Vec<JointId>,
    /// Unit normal of the plane, horizontal, in the world of the rest pose.
    normal: Vec3,
    /// World rotations in the rest pose.
    world_from_rest: Vec<Quat>,
    /// World rotations in the mirror image of the rest pose, which is the rest pose itself when it is symmetric.
    world_from_mirrored_rest: Vec<Quat>,
    offsets: Vec<Vec3>,
}

impl Mirror {
    /// Pairs the joints of a skeleton by role, by name and by place in the tree.
    pub fn of(skeleton: &Skeleton) -> Self {
        let anatomy = Anatomy::of(skeleton);
        let partners = pair_up(skeleton, &anatomy);
        let rest = rest_points(skeleton);
        let normal = across(&partners, &rest, &anatomy)
            .unwrap_or_else(|| anatomy.rest_facing(skeleton).cross(Vec3::Y));
        let mut world = Vec::new();
        Pose::rest(skeleton).world_from_joints(skeleton, &mut world);
        let world_from_rest: Vec<Quat> = world.iter().map(|joint| joint.rotation).collect();
        let offsets = skeleton.joints().iter().map(|joint| joint.offset).collect();
        let world_from_mirrored_rest = world_from_rest.clone();
        let mut mirror = Self { partners, normal, world_from_rest, world_from_mirrored_rest, offsets };
        if mirror.asymmetry(&rest, skeleton.ids()) > ASYMMETRY {
            mirror.lay_bones(skeleton, &rest);
        }
        mirror
    }

    /// The joint on the other side; a joint in the middle is its own partner.
    pub fn partner(&self, joint: JointId) -> JointId {
        self.partners[joint.index()]
    }

    /// The mirror image of a clip: left and right swapped, in the upright plane through the origin.
    ///
    /// # Errors
    /// Never for a clip of the skeleton that the mirror was made for.
    pub fn clip(&self, clip: &Clip) -> Result<Clip, ClipError> {
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
        mirrored.with_constraints(clip.constraints().mirrored())
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
        (self.rotation(turn) * self.world_from_mirrored_rest[joint.index()]).normalize()
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

    /// How far these joints of the rest pose are from their mirror images at worst, as a share of the figure's size. The plane goes
    /// through the root.
    fn asymmetry(&self, rest: &[Vec3], joints: impl Iterator<Item = JointId>) -> f32 {
        let from_root: Vec<Vec3> = rest.iter().map(|&point| point - rest[0]).collect();
        let size = from_root.iter().map(|point| point.length()).fold(0.0, f32::max);
        let apart = |joint: JointId| {
            from_root[joint.index()].distance(self.point(from_root[self.partner(joint).index()]))
        };
        let worst = joints.map(apart).fold(0.0, f32::max);
        if size > 0.0 { worst / size } else { 0.0 }
    }

    /// Turns the bones of the rest pose onto the mirror image of their partners; joints without bones go with their
    /// parent.
    fn lay_bones(&mut self, skeleton: &Skeleton, rest: &[Vec3]) {
        let mut laid: Vec<Quat> = Vec::with_capacity(skeleton.len());
        for joint in skeleton.ids() {
            let inherited = skeleton.parent(joint).map_or(Quat::IDENTITY, |parent| laid[parent.index()]);
            laid.push(self.laid(skeleton, joint, rest).unwrap_or(inherited));
        }
        for (rest, laid) in self.world_from_mirrored_rest.iter_mut().zip(laid) {
            *rest = (laid * *rest).normalize();
        }
    }

    /// The turn of one joint that lays its bones onto the mirror image of its partner's.
    fn laid(&self, skeleton: &Skeleton, joint: JointId, rest: &[Vec3]) -> Option<Quat> {
        let bone = |joint: JointId, child: JointId| rest[child.index()] - rest[joint.index()];
        let partner = self.partner(joint);
        let paired =
            skeleton.children(joint).filter(|&child| skeleton.parent(self.partner(child)) == Some(partner));
        let bones: Vec<[Vec3; 2]> = paired
            .map(|child| [bone(joint, child), self.point(bone(partner, self.partner(child)))])
            .filter(|bones| bones.iter().all(|bone| bone.length() > SHORTEST_BONE))
            .collect();
        match bones[..] {
            [] => None,
            [[mine, theirs]] => {
                Some(Quat::from_rotation_arc(mine.normalize_or_zero(), theirs.normalize_or_zero()))
            }
            _ => {
                let pairs = bones.iter().map(|[mine, theirs]| (mine.as_dvec3(), theirs.as_dvec3(), 1.0));
                Some(fit_rotation(pairs).as_quat())
            }
        }
    }
}

/// Whether a rest pose is a frame of some motion (a step, a wave) and not a figure that stands symmetrically. Of a body its parts
/// count: a sword or hair may be on one side alone.
pub(crate) fn is_posed(skeleton: &Skeleton) -> bool {
    let (mirror, rest) = (Mirror::of(skeleton), rest_points(skeleton));
    let body: Vec<JointId> = Anatomy::of(skeleton).roles().map(|(_, joint)| joint).collect();
    let all = || skeleton.ids().collect();
    let counts: Vec<JointId> = if body.is_empty() { all() } else { body };
    mirror.asymmetry(&rest, counts.into_iter()) > ASYMMETRY
}

/// The horizontal direction from right to left: between the hips, else the mean over all pairs.
fn across(partners: &[JointId], rest: &[Vec3], anatomy: &Anatomy) -> Option<Vec3> {
    let hips = Side::BOTH.map(|side| anatomy.joint(Role::Hip(side)).map(|joint| rest[joint.index()]));
    if let [Some(left), Some(right)] = hips
        && let Some(across) = (left - right).with_y(0.0).try_normalize()
    {
        return Some(across);
    }
    let pairs = partners.iter().enumerate().filter(|(joint, partner)| *joint < partner.index());
    let toward = |(joint, partner): (usize, &JointId)| {
        let apart = (rest[joint] - rest[partner.index()]).with_y(0.0);
        if apart.x < 0.0 { -apart } else { apart }
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
            let mirror = Mirror::of(clip.skeleton());
            let once = mirror.clip(&clip).unwrap();
            assert!(furthest(&clip, &once) > 0.1);
            assert!(furthest(&clip, &mirror.clip(&once).unwrap()) < 1e-4);
        }
    }

    #[test]
    fn every_point_lies_where_its_partner_did_in_the_mirror() {
        for clip in [moving(30.0), with_odd_axes(&moving(30.0))] {
            let mirror = Mirror::of(clip.skeleton());
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
        let mirrored = Mirror::of(clip.skeleton()).clip(&clip).unwrap();
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
        let mirrored = Mirror::of(&skeleton).clip(&frames.finish().unwrap()).unwrap();
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
        let (by_name, by_shape) = (Mirror::of(&skeleton), Mirror::of(&nameless));
        assert_eq!(by_name.partners, by_shape.partners);
    }

    /// The same motion on a skeleton whose rest pose has turned joints.
    fn with_rest_in_mid_step(clip: &Clip) -> Clip {
        let skeleton = clip.skeleton();
        let mut joints = skeleton.joints().to_vec();
        for (name, turn) in [("LeftUpLeg", -1.0), ("RightUpLeg", 0.4), ("LeftLeg", 0.7), ("RightArm", 0.9)] {
            joints[skeleton.find(name).unwrap().index()].rest =
                Quat::from_rotation_x(turn) * Quat::from_rotation_z(turn);
        }
        let stepping = Arc::new(Skeleton::new(joints, skeleton.end_sites().to_vec()).unwrap());
        let mut frames = Clip::builder("stepping", stepping, clip.rate(), &[]);
        clip.frames().for_each(|pose| frames.push(&pose.to_pose()).unwrap());
        frames.finish().unwrap()
    }

    #[test]
    fn a_rest_pose_in_mid_step_is_made_symmetric() {
        let clip = with_rest_in_mid_step(&moving(30.0));
        let mirror = Mirror::of(clip.skeleton());
        let once = mirror.clip(&clip).unwrap();
        assert!(furthest(&clip, &mirror.clip(&once).unwrap()) < 1e-4);
        let (before, after) = (PointTable::new(&clip), PointTable::new(&once));
        for frame in 0..before.len() {
            for joint in clip.skeleton().ids() {
                let expected = mirror.point(before.row(frame)[mirror.partner(joint).index()]);
                let apart = after.row(frame)[joint.index()].distance(expected);
                assert!(apart < 1e-4, "{} {apart}", clip.skeleton().name(joint));
            }
        }
    }
}
