//! From names and shape to roles.

use std::collections::BTreeMap;

use glam::Vec3;

use super::names::{Meaning, Word, meaning};
use super::topology::{Limbs, limbs, two_long_bones};
use super::{Anatomy, Role, Side, carries, common_ancestor, path_down, rest_points};
use crate::{ConstraintKind, JointId, PointId, Skeleton};

pub(super) fn resolve(skeleton: &Skeleton) -> Anatomy {
    let rest = rest_points(skeleton);
    let meanings: Vec<Meaning> = skeleton.joints().iter().map(|joint| meaning(&joint.name)).collect();
    let limbs = limbs(skeleton, &rest, |joint| meanings[joint.index()].side);
    let mut finder = Finder { skeleton, rest, meanings, roles: BTreeMap::new() };
    for side in Side::BOTH {
        finder.leg(side, &limbs);
        finder.arm(side, &limbs);
    }
    finder.hips();
    finder.head();
    let (spine, neck) = finder.column();
    let points = finder.points();
    Anatomy { roles: finder.roles, spine, neck, points }
}

struct Finder<'a> {
    skeleton: &'a Skeleton,
    rest: Vec<Vec3>,
    meanings: Vec<Meaning>,
    roles: BTreeMap<Role, JointId>,
}

impl Finder<'_> {
    fn leg(&mut self, side: Side, limbs: &Limbs) {
        let named = |word| self.named(word, Some(side));
        let shin = named(Word::Shin);
        let leg = self.unless_numbered(Word::Leg, side);
        let thigh = named(Word::Thigh).or_else(|| named(Word::Hips)).or(leg.filter(|_| shin.is_some()));
        let knee = shin.or(leg.filter(|_| thigh.is_some()));
        let ankle = named(Word::Ankle).or_else(|| named(Word::Foot));
        let chain = limbs.legs.as_ref().map(|legs| &legs[side as usize]);
        let roles = [Role::Hip(side), Role::Knee(side), Role::Ankle(side)];
        self.limb(roles, [thigh, knee, ankle], chain);
        if let Some(&ankle) = self.roles.get(&Role::Ankle(side)) {
            let toe = self.named(Word::Toe, Some(side)).filter(|&toe| self.below(ankle, toe));
            let toe = toe.or_else(|| self.front_child(ankle));
            self.roles.extend(toe.map(|toe| (Role::Toe(side), toe)));
        }
    }

    fn arm(&mut self, side: Side, limbs: &Limbs) {
        let named = |word| self.named(word, Some(side));
        let upper = named(Word::UpperArm).or_else(|| self.unless_numbered(Word::Arm, side));
        let shoulder = upper.or_else(|| named(Word::Shoulder));
        let wrist = named(Word::Wrist).or_else(|| named(Word::Hand));
        let chain = limbs.arms.as_ref().map(|arms| &arms[side as usize]);
        let roles = [Role::Shoulder(side), Role::Elbow(side), Role::Wrist(side)];
        self.limb(roles, [shoulder, named(Word::Forearm), wrist], chain);
        let Some(&shoulder) = self.roles.get(&Role::Shoulder(side)) else { return };
        let clavicle =
            self.named(Word::Clavicle, Some(side)).or_else(|| self.named(Word::Shoulder, Some(side)));
        let clavicle = clavicle.filter(|&clavicle| self.below(clavicle, shoulder));
        self.roles.extend(clavicle.map(|clavicle| (Role::Clavicle(side), clavicle)));
    }

    /// Gives the three joints of a limb their roles: by name, then what the names leave open by shape.
    fn limb(&mut self, roles: [Role; 3], named: [Option<JointId>; 3], chain: Option<&Vec<JointId>>) {
        let [upper, middle, end] = named;
        let middle = middle.filter(|&m| upper.is_none_or(|u| self.below(u, m)));
        let end = end.filter(|&e| middle.or(upper).is_none_or(|m| self.below(m, e)));
        let found = match (upper, middle, end) {
            (None, None, None) => {
                chain.and_then(|chain| two_long_bones(chain, &self.rest)).map(|b| b.map(Some))
            }
            (Some(u), Some(m), None) => Some([Some(u), Some(m), self.front_child(m)]),
            (Some(u), None, Some(e)) => Some([Some(u), self.between(u, e), Some(e)]),
            (None, Some(m), e) => Some([self.skeleton.parent(m), Some(m), e.or_else(|| self.front_child(m))]),
            (Some(u), None, None) => self.chain_below(u),
            whole => Some([whole.0, whole.1, whole.2]),
        };
        for (role, joint) in roles.into_iter().zip(found.into_iter().flatten()) {
            self.roles.extend(joint.map(|joint| (role, joint)));
        }
    }

    fn hips(&mut self) {
        let thighs = [Side::Left, Side::Right].map(|side| self.roles.get(&Role::Hip(side)).copied());
        let fork = match thighs {
            [Some(left), Some(right)] => Some(common_ancestor(self.skeleton, left, right)),
            [Some(one), None] | [None, Some(one)] => self.skeleton.parent(one),
            [None, None] => None,
        };
        let named = self.named(Word::Hips, None);
        // A joint called "hips" that does not carry the legs is an ornament of the rig.
        let carried = |hips| thighs.into_iter().flatten().all(|thigh| self.below(hips, thigh));
        let hips = named.filter(|&hips| carried(hips)).or(fork);
        self.roles.extend(hips.map(|hips| (Role::Hips, hips)));
    }

    fn head(&mut self) {
        let head = self.named(Word::Head, None).or_else(|| self.highest_above_chest());
        self.roles.extend(head.map(|head| (Role::Head, head)));
    }

    /// Where no joint is called "head": the tip of the highest chain that leaves the chest beside the arms.
    fn highest_above_chest(&self) -> Option<JointId> {
        let chest = self.chest()?;
        let arm = |tip| {
            Side::BOTH
                .iter()
                .any(|&s| self.roles.get(&Role::Shoulder(s)).is_some_and(|&a| self.below(a, tip)))
        };
        let beside = |&tip: &JointId| tip != chest && carries(self.skeleton, chest, tip) && !arm(tip);
        let tips = self.skeleton.leaves().into_iter().filter(beside);
        tips.max_by(|&a, &b| self.at(a).y.total_cmp(&self.at(b).y))
    }

    fn chest(&self) -> Option<JointId> {
        let shoulder = |side| self.roles.get(&Role::Shoulder(side)).copied();
        Some(common_ancestor(self.skeleton, shoulder(Side::Left)?, shoulder(Side::Right)?))
    }

    /// Spine and neck, upwards.
    fn column(&self) -> (Vec<JointId>, Vec<JointId>) {
        let hips = self.roles.get(&Role::Hips).copied().unwrap_or(JointId::ROOT);
        let head = self.roles.get(&Role::Head).copied();
        let is_neck = |joint: JointId| self.meanings[joint.index()].word == Some(Word::Neck);
        let Some(top) = head.or_else(|| self.chest()).filter(|&top| carries(self.skeleton, hips, top)) else {
            return (Vec::new(), Vec::new());
        };
        let mut path = path_down(self.skeleton, hips, top);
        path.retain(|&joint| Some(joint) != head);
        // Some rigs hang the arms on the neck, so a joint that is called a neck ends the spine in any case.
        let chest = self.chest().and_then(|chest| path.iter().position(|&joint| joint == chest));
        let by_name = path.iter().position(|&joint| is_neck(joint));
        let end = by_name.into_iter().chain(chest.map(|at| at + 1)).min().unwrap_or(path.len());
        let neck = path.split_off(end);
        (path, neck)
    }

    fn points(&self) -> BTreeMap<ConstraintKind, PointId> {
        let mut points = BTreeMap::new();
        for side in Side::BOTH {
            let wrist = self.roles.get(&Role::Wrist(side)).map(|&wrist| PointId::joint(wrist));
            points.extend(wrist.map(|wrist| (ConstraintKind::wrist(side), wrist)));
            let (heel, toe) = self.foot_points(side);
            points.extend(heel.map(|heel| (ConstraintKind::heel(side), heel)));
            points.extend(toe.map(|toe| (ConstraintKind::toe(side), toe)));
        }
        points
    }

    fn foot_points(&self, side: Side) -> (Option<PointId>, Option<PointId>) {
        // A foot that is driven apart from its leg (IK rigs) is no ankle, but it is what touches the floor.
        let foot = self.roles.get(&Role::Ankle(side)).copied().or_else(|| self.named(Word::Foot, Some(side)));
        let Some(ankle) = foot else { return (None, None) };
        let sites = self.sites_of(ankle);
        let across = |point: PointId| (self.rest[point.index()] - self.at(ankle)).with_y(0.0);
        let farthest =
            sites.iter().copied().max_by(|&a, &b| across(a).length().total_cmp(&across(b).length()));
        let toe = self.roles.get(&Role::Toe(side)).map(|&toe| PointId::joint(toe)).or(farthest);
        let forward = toe.map_or(Vec3::ZERO, across);
        // "Behind" leaves a quarter of the foot's length, since the ankle sits in front of the heel.
        let behind = |&site: &PointId| {
            Some(site) != toe && across(site).dot(forward) < 0.25 * forward.length_squared()
        };
        let named =
            self.named(Word::Heel, Some(side)).filter(|&heel| self.below(ankle, heel)).map(PointId::joint);
        let heel = named.or_else(|| sites.iter().copied().find(behind)).unwrap_or(PointId::joint(ankle));
        (Some(heel), toe)
    }

    fn sites_of(&self, joint: JointId) -> Vec<PointId> {
        let sites = self.skeleton.end_sites().iter().enumerate();
        // An end site on top of its joint is the mark of a file format, not a place of its own.
        let apart = |offset: Vec3| offset.length() > 1e-4;
        sites
            .filter(|(_, site)| site.parent == joint && apart(site.offset))
            .map(|(index, _)| PointId::end_site(self.skeleton, index))
            .collect()
    }

    fn at(&self, joint: JointId) -> Vec3 {
        self.rest[joint.index()]
    }

    /// The topmost joint of that name on that side.
    fn named(&self, word: Word, side: Option<Side>) -> Option<JointId> {
        self.all_named(word, side).min_by_key(|&joint| self.skeleton.depth(joint))
    }

    /// As [`Finder::named`] for words that rigs also number through a whole limb (`arm_joint_L_1`, `_2`, …), which
    /// then say nothing.
    fn unless_numbered(&self, word: Word, side: Side) -> Option<JointId> {
        let top = self.named(word, Some(side))?;
        let numbered = self.all_named(word, Some(side)).any(|other| self.below(top, other));
        (!numbered).then_some(top)
    }

    fn all_named(&self, word: Word, side: Option<Side>) -> impl Iterator<Item = JointId> + '_ {
        let wanted = Meaning { side, word: Some(word) };
        self.skeleton.ids().filter(move |joint| self.meanings[joint.index()] == wanted)
    }

    /// Whether `lower` hangs on `upper`.
    fn below(&self, upper: JointId, lower: JointId) -> bool {
        upper != lower && carries(self.skeleton, upper, lower)
    }

    /// The child that continues the limb: not the heel, and the one with the longest bone.
    fn front_child(&self, joint: JointId) -> Option<JointId> {
        let continues = |child: &JointId| self.meanings[child.index()].word != Some(Word::Heel);
        let length = |child: JointId| self.at(child).distance(self.at(joint));
        self.skeleton.children(joint).filter(continues).max_by(|&a, &b| length(a).total_cmp(&length(b)))
    }

    fn between(&self, upper: JointId, end: JointId) -> Option<JointId> {
        let path = path_down(self.skeleton, upper, end);
        let inner = &path[..path.len() - 1];
        let shorter = |joint: JointId| {
            self.at(joint).distance(self.at(upper)).min(self.at(joint).distance(self.at(end)))
        };
        inner.iter().copied().max_by(|&a, &b| shorter(a).total_cmp(&shorter(b)))
    }

    fn chain_below(&self, upper: JointId) -> Option<[Option<JointId>; 3]> {
        let middle = self.front_child(upper)?;
        Some([Some(upper), Some(middle), self.front_child(middle)])
    }
}
