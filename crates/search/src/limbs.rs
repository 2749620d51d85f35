//! The limbs of a skeleton, and what of a body is looked at in the world.
//!
//! A limb hangs on a joint where the body branches, an arm on the chest, a leg on the hips. What its points do seen from
//! there is what an action is made of: a punch from a crouch is the punch of an upright body, and a reach to the floor
//! lifts the arm off the chest as one to a shelf does.

use glam::Vec3;
use segue_motion::{Anatomy, JointId, Rigid, Role, Side, Skeleton};

/// Points of a skeleton and the joints they are seen from.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Layout {
    pub(crate) points: Vec<Point>,
    /// How many limbs there are.
    pub(crate) limbs: usize,
    pub(crate) body: Body,
}

/// A joint or end site that does not lie on its parent.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Point {
    pub(crate) spot: Spot,
    /// The joint it is seen from.
    pub(crate) base: JointId,
    /// The limb it belongs to, by number.
    pub(crate) limb: usize,
}

/// A place on a joint.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Spot {
    joint: JointId,
    offset: Vec3,
}

/// What of a body is looked at in the world.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Body {
    across: Across,
    /// The hips; the root where no legs were found.
    pub(crate) hips: Spot,
    /// Ankles and toes; none where no legs were found.
    pub(crate) feet: Vec<Spot>,
    /// Parts whose speeds tell which limbs act, each as spots with weights.
    pub(crate) groups: Vec<Vec<(Spot, f32)>>,
}

/// What gives the direction to the left of the body.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Across {
    /// From the right hip joint to the left one.
    Hips([JointId; 2]),
    /// A direction in the frame of the root.
    Root(Vec3),
}

/// The body branches where two or more chains longer than this share of the longest in the skeleton part: not at the
/// hand, whose fingers are a tenth of it.
const LIMB_SHARE: f32 = 0.15;

/// Bones shorter than this are joints drawn apart for bookkeeping.
const ZERO_BONE_METRES: f32 = 1e-6;

impl Spot {
    fn of(joint: JointId) -> Self {
        Self { joint, offset: Vec3::ZERO }
    }

    /// Where it is in the world.
    pub(crate) fn place(&self, world_from_joint: &[Rigid]) -> Vec3 {
        world_from_joint[self.joint.index()] * self.offset
    }
}

impl Layout {
    pub(crate) fn new(skeleton: &Skeleton) -> Self {
        let bases = bases(skeleton);
        // A limb is what hangs on one joint by one child.
        let (mut stems, mut points): (Vec<JointId>, Vec<Point>) = (Vec::new(), Vec::new());
        let mut push = |spot: Spot, base: JointId, stem: JointId| {
            let limb = stems.iter().position(|other| *other == stem).unwrap_or(stems.len());
            if limb == stems.len() {
                stems.push(stem);
            }
            points.push(Point { spot, base, limb });
        };
        for id in skeleton.ids() {
            if let Some((base, stem)) = bases[id.index()]
                && skeleton.joint(id).offset.length() > ZERO_BONE_METRES
            {
                push(Spot::of(id), base, stem);
            }
        }
        for site in skeleton.end_sites() {
            if let Some((base, stem)) = bases[site.parent.index()]
                && site.offset.length() > ZERO_BONE_METRES
            {
                push(Spot { joint: site.parent, offset: site.offset }, base, stem);
            }
        }
        let limbs = stems.len();
        Self { body: Body::of(skeleton, &points, limbs), limbs, points }
    }
}

impl Body {
    fn of(skeleton: &Skeleton, points: &[Point], limbs: usize) -> Self {
        let anatomy = Anatomy::of(skeleton);
        let both = |role: fn(Side) -> Role| {
            Some([anatomy.joint(role(Side::Left))?, anatomy.joint(role(Side::Right))?])
        };
        let left = Vec3::Y.cross(anatomy.rest_facing(skeleton));
        let across = both(Role::Hip).map_or(Across::Root(left), Across::Hips);
        let toes = both(Role::Toe).or_else(|| both(Role::Ankle));
        let feet = both(Role::Ankle).zip(toes).map(|(ankles, toes)| [0, 1].map(|n| [ankles[n], toes[n]]));
        let Some((feet, hands)) = feet.zip(both(Role::Wrist)) else {
            let hips = Spot::of(JointId::ROOT);
            return Self { across, hips, feet: Vec::new(), groups: by_limb(points, limbs) };
        };
        let chest = anatomy.spine().last().copied().unwrap_or(JointId::ROOT);
        let group = |joints: &[JointId], weight: f32| joints.iter().map(|&j| (Spot::of(j), weight)).collect();
        let groups = vec![
            group(&feet[0], 1.0),
            group(&feet[1], 1.0),
            group(&hands[..1], 2.0),
            group(&hands[1..], 2.0),
            group(&[anatomy.hips(), chest], 1.0),
        ];
        let (hips, feet) = (Spot::of(anatomy.hips()), feet.iter().flatten().copied().map(Spot::of).collect());
        Self { across, hips, feet, groups }
    }

    /// The direction to the left on the floor, as x and z; short where the body lies on its side or is upside down.
    pub(crate) fn left(&self, world_from_joint: &[Rigid]) -> [f32; 2] {
        let vector = match self.across {
            Across::Hips([left, right]) => {
                world_from_joint[left.index()].translation - world_from_joint[right.index()].translation
            }
            Across::Root(left) => world_from_joint[0].rotation * left,
        };
        [vector.x, vector.z]
    }
}

/// Of a body whose arms and legs are not known: the end of every limb, and the root.
fn by_limb(points: &[Point], limbs: usize) -> Vec<Vec<(Spot, f32)>> {
    let end = |limb: usize| points.iter().rev().find(|point| point.limb == limb).map(|point| point.spot);
    let ends = (0..limbs).filter_map(end);
    ends.chain([Spot::of(JointId::ROOT)]).map(|spot| vec![(spot, 2.0)]).collect()
}

/// Per joint but the root, the joint it is seen from and the child of that joint on the way to it.
fn bases(skeleton: &Skeleton) -> Vec<Option<(JointId, JointId)>> {
    let reach = reaches(skeleton);
    let longest = reach.iter().copied().fold(0.0, f32::max);
    let is_branch = |id: JointId| {
        skeleton.children(id).filter(|child| reach[child.index()] > LIMB_SHARE * longest).count() > 1
    };
    let mut bases: Vec<Option<(JointId, JointId)>> = Vec::with_capacity(skeleton.len());
    for id in skeleton.ids() {
        let base = skeleton.parent(id).map(|parent| match bases[parent.index()] {
            Some(above) if !is_branch(parent) => above,
            _ => (parent, id),
        });
        bases.push(base);
    }
    bases
}

/// Per joint the length of the longest chain from its parent through it, in metres.
fn reaches(skeleton: &Skeleton) -> Vec<f32> {
    let mut below = vec![0.0f32; skeleton.len()];
    for site in skeleton.end_sites() {
        let parent = &mut below[site.parent.index()];
        *parent = parent.max(site.offset.length());
    }
    let mut reaches = below.clone();
    for id in skeleton.ids().rev() {
        let Some(parent) = skeleton.parent(id) else { continue };
        reaches[id.index()] = below[id.index()] + skeleton.joint(id).offset.length();
        let above = &mut below[parent.index()];
        *above = above.max(reaches[id.index()]);
    }
    let root = skeleton.ids().next().map_or(0, JointId::index);
    reaches[root] = below[root];
    reaches
}

#[cfg(test)]
mod tests {
    use super::*;
    use segue_actors::sample;

    #[test]
    fn arms_are_seen_from_the_chest_and_legs_from_the_hips() {
        let clip = sample("walk").unwrap().clip;
        let skeleton = clip.skeleton();
        let layout = Layout::new(skeleton);
        let base_of = |part: &str| {
            let found = layout.points.iter().find(|point| skeleton.name(point.spot.joint).contains(part));
            found.map(|point| skeleton.parent(point.base).is_none()).unwrap()
        };
        assert!(base_of("Foot"), "a foot is seen from the root");
        assert!(!base_of("Hand"), "a hand is not");
        assert!(layout.limbs >= 5, "{}", layout.limbs);
        assert_eq!([layout.body.groups.len(), layout.body.feet.len()], [5, 4]);
    }
}
