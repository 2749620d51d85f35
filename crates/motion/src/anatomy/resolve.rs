//! From names and shape to roles.

use std::collections::BTreeMap;

use glam::Vec3;

use super::evidence::Evidence;
use super::front::Front;
use super::limbs::Limb;
use super::names::{Meaning, Word};
use super::shape::{Names, Shape};
use super::{Anatomy, Role, Side, carries, common_ancestor, path_down, rest_points};
use crate::{ConstraintKind, JointId, PointId, Skeleton};

/// How high a head is above the shoulders, as a share of their height above the hips.
const HEAD_ABOVE_SHOULDERS: f32 = 0.28;

/// What it costs a head to have no neck, against the logarithm of that height.
const NO_NECK: f32 = 0.8;

pub(super) const LEG: [fn(Side) -> Role; 3] = [Role::Hip, Role::Knee, Role::Ankle];
const ARM: [fn(Side) -> Role; 3] = [Role::Shoulder, Role::Elbow, Role::Wrist];

pub(super) fn resolve(skeleton: &Skeleton) -> Anatomy {
    let rest = rest_points(skeleton);
    let names = Names::of(skeleton);
    let anatomy = resolve_by(&names, skeleton, &rest);
    if !anatomy.evidence.speaks_against_names() {
        return anatomy;
    }
    resolve_by(&names.with_sides_exchanged(), skeleton, &rest)
}

fn resolve_by(names: &Names, skeleton: &Skeleton, rest: &[Vec3]) -> Anatomy {
    let mut shape = Shape::of(skeleton, rest, names);
    let mut finder = Finder { skeleton, rest, meanings: &names.meanings, roles: BTreeMap::new() };
    let mut limbs = finder.limbs(shape.as_mut());
    if let Some(shape) = shape.as_ref().filter(|shape| shape.named_pairs > 0) {
        limbs.front =
            if names.are_exchanged { Front::BodyAgainstSides } else { finder.front_of_sides(shape) };
    }
    finder.nameless_clavicles();
    finder.hips();
    finder.head(shape.as_ref());
    let (spine, neck) = finder.column();
    let points = finder.points();
    let mut anatomy = Anatomy { roles: finder.roles, spine, neck, points, evidence: Evidence::default() };
    anatomy.evidence = Evidence::of(&anatomy, shape.as_ref(), limbs);
    anatomy
}

/// What was found out about the limbs on the way.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Limbs {
    /// How well the legs fit, and what is best when they do not.
    pub(super) legs: Option<Limb>,
    pub(super) arms: Option<Limb>,
    pub(super) front: Front,
}

pub(super) struct Finder<'a> {
    skeleton: &'a Skeleton,
    pub(super) rest: &'a [Vec3],
    pub(super) meanings: &'a [Meaning],
    pub(super) roles: BTreeMap<Role, JointId>,
}

impl Finder<'_> {
    /// Legs and arms: by name where names tell the whole limb on both sides, else by shape with names as evidence, else what
    /// names say about parts of them.
    fn limbs(&mut self, shape: Option<&mut Shape<'_>>) -> Limbs {
        let mut found = Limbs::default();
        let named = Side::BOTH.map(|side| self.whole(self.named_leg(side)));
        if let Some(shape) = shape {
            found.legs = match named {
                [Some(left), Some(_)] => shape.leg(left),
                _ => shape.left_leg().map_or_else(|worse| worse, |leg| Some(self.take(shape, leg, LEG))),
            };
            let leg = named[0].map_or_else(|| self.taken(LEG, Side::Left), |leg| leg.to_vec());
            let named = Side::BOTH.map(|side| self.whole(self.named_arm(side)));
            found.arms = match named {
                [Some(left), Some(_)] => shape.arm(left),
                _ => shape.left_arm(&leg).map(|arm| self.take(shape, arm, ARM)),
            };
            found.front = self.settle_sides(shape);
        }
        for side in Side::BOTH {
            self.leg(side);
            self.arm(side);
        }
        found
    }

    /// Gives a limb of the left side and its mirror image their roles.
    fn take(&mut self, shape: &Shape<'_>, limb: Limb, roles: [fn(Side) -> Role; 3]) -> Limb {
        for (role, joint) in roles.into_iter().zip(limb.joints) {
            let Some((left, right)) = joint.and_then(|left| Some((left, shape.partner(left)?))) else {
                continue;
            };
            self.roles.insert(role(Side::Left), left);
            self.roles.insert(role(Side::Right), right);
        }
        limb
    }

    /// The joints of a limb that have their roles, the upper end first.
    fn taken(&self, roles: [fn(Side) -> Role; 3], side: Side) -> Vec<JointId> {
        roles.iter().filter_map(|role| self.roles.get(&role(side)).copied()).collect()
    }

    fn named_leg(&self, side: Side) -> [Option<JointId>; 3] {
        let named = |word| self.named(word, Some(side));
        let shin = named(Word::Shin);
        let leg = self.unless_numbered(Word::Leg, side);
        let thigh = named(Word::Thigh).or_else(|| named(Word::Hips)).or(leg.filter(|_| shin.is_some()));
        let knee = shin.or(leg.filter(|_| thigh.is_some()));
        [thigh, knee, named(Word::Ankle).or_else(|| named(Word::Foot))]
    }

    fn named_arm(&self, side: Side) -> [Option<JointId>; 3] {
        let named = |word| self.named(word, Some(side));
        let upper = named(Word::UpperArm).or_else(|| self.unless_numbered(Word::Arm, side));
        let shoulder = upper.or_else(|| named(Word::Shoulder));
        [shoulder, named(Word::Forearm), named(Word::Wrist).or_else(|| named(Word::Hand))]
    }

    /// A limb of which every joint is named and hangs on the one before.
    fn whole(&self, limb: [Option<JointId>; 3]) -> Option<[JointId; 3]> {
        let limb = [limb[0]?, limb[1]?, limb[2]?];
        (self.below(limb[0], limb[1]) && self.below(limb[1], limb[2])).then_some(limb)
    }

    fn leg(&mut self, side: Side) {
        if !self.roles.contains_key(&Role::Hip(side)) {
            self.limb(LEG.map(|role| role(side)), self.named_leg(side));
        }
        if let Some(&ankle) = self.roles.get(&Role::Ankle(side)) {
            let toe = self.named(Word::Toe, Some(side)).filter(|&toe| self.below(ankle, toe));
            let toe = toe.or_else(|| self.front_child(ankle));
            self.roles.extend(toe.map(|toe| (Role::Toe(side), toe)));
        }
    }

    fn arm(&mut self, side: Side) {
        if !self.roles.contains_key(&Role::Shoulder(side)) {
            self.limb(ARM.map(|role| role(side)), self.named_arm(side));
        }
        let Some(&shoulder) = self.roles.get(&Role::Shoulder(side)) else { return };
        let named = self.named(Word::Clavicle, Some(side)).or_else(|| self.named(Word::Shoulder, Some(side)));
        let clavicle = named.filter(|&clavicle| self.below(clavicle, shoulder));
        self.roles.extend(clavicle.map(|clavicle| (Role::Clavicle(side), clavicle)));
    }

    /// Gives the joints of a limb their roles by name, and fills in what lies between or below named ones.
    fn limb(&mut self, roles: [Role; 3], named: [Option<JointId>; 3]) {
        let [upper, middle, end] = named;
        let middle = middle.filter(|&m| upper.is_none_or(|u| self.below(u, m)));
        let end = end.filter(|&e| middle.or(upper).is_none_or(|m| self.below(m, e)));
        let found = match (upper, middle, end) {
            (None, None, None) => None,
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

    fn thighs(&self) -> [Option<JointId>; 2] {
        Side::BOTH.map(|side| self.roles.get(&Role::Hip(side)).copied())
    }

    /// The joint that carries both legs.
    fn fork(&self) -> Option<JointId> {
        match self.thighs() {
            [Some(left), Some(right)] => Some(common_ancestor(self.skeleton, left, right)),
            [Some(one), None] | [None, Some(one)] => self.skeleton.parent(one),
            [None, None] => None,
        }
    }

    /// A joint without a name between the chest and an upper arm is the clavicle.
    fn nameless_clavicles(&mut self) {
        let Some(chest) = self.chest() else { return };
        for side in Side::BOTH {
            let Some(&shoulder) = self.roles.get(&Role::Shoulder(side)) else { continue };
            let above = path_down(self.skeleton, chest, shoulder);
            let nameless = |joint: &JointId| {
                let meaning = self.meanings[joint.index()];
                *joint != shoulder && meaning.word.is_none() && !meaning.helper
            };
            if let Some(&clavicle) = above.first().filter(|joint| nameless(joint)) {
                self.roles.entry(Role::Clavicle(side)).or_insert(clavicle);
            }
        }
    }

    fn hips(&mut self) {
        let (thighs, fork) = (self.thighs(), self.fork());
        let named = self.named(Word::Hips, None);
        // A joint called "hips" that does not carry the legs is an ornament of the rig.
        let carried = |hips| thighs.into_iter().flatten().all(|thigh| self.below(hips, thigh));
        let hips = named.filter(|&hips| carried(hips)).or(fork);
        self.roles.extend(hips.map(|hips| (Role::Hips, hips)));
    }

    fn head(&mut self, shape: Option<&Shape<'_>>) {
        let head = self.named(Word::Head, None).or_else(|| self.highest_above_chest());
        let head = head.or_else(|| self.highest_in_the_middle(shape?));
        self.roles.extend(head.map(|head| (Role::Head, head)));
    }

    /// Where no joint is called "head": of the highest chain that leaves the chest beside the arms, the joint that is about as high
    /// above the shoulders as heads are. What is above it are eyes, hair and the end of the skull.
    fn highest_above_chest(&self) -> Option<JointId> {
        let chest = self.chest()?;
        let arm = |tip| {
            Side::BOTH
                .iter()
                .any(|&s| self.roles.get(&Role::Shoulder(s)).is_some_and(|&a| self.below(a, tip)))
        };
        let beside = |&tip: &JointId| tip != chest && carries(self.skeleton, chest, tip) && !arm(tip);
        let tips = self.skeleton.leaves().into_iter().filter(beside);
        let tip = tips.max_by(|&a, &b| self.at(a).y.total_cmp(&self.at(b).y))?;
        let height = |role: fn(Side) -> Role| Some(self.at(*self.roles.get(&role(Side::Left))?).y);
        let Some((shoulders, hips)) = height(Role::Shoulder).zip(height(Role::Hip)) else { return Some(tip) };
        let chain = path_down(self.skeleton, chest, tip);
        let off = |joint: JointId| {
            let above = (self.at(joint).y - shoulders) / (HEAD_ABOVE_SHOULDERS * (shoulders - hips));
            let neckless = if chain.len() > 1 && joint == chain[0] { NO_NECK } else { 0.0 };
            libm::logf(above.max(1e-3)).abs() + neckless
        };
        chain.iter().copied().min_by(|&a, &b| off(a).total_cmp(&off(b)))
    }

    /// Of a figure without arms or with a head apart: the highest joint in the middle that is above the hips.
    fn highest_in_the_middle(&self, shape: &Shape<'_>) -> Option<JointId> {
        let hip = self.at(*self.roles.get(&Role::Hip(Side::Left))?).y;
        let middle = |&id: &JointId| shape.aside(id).abs() < 0.06 * shape.height && self.at(id).y > hip;
        let limb = |id: JointId| self.roles.values().any(|&joint| joint == id);
        let joints = self.skeleton.ids().filter(middle).filter(|&id| !limb(id));
        joints.max_by(|&a, &b| self.at(a).y.total_cmp(&self.at(b).y))
    }

    fn chest(&self) -> Option<JointId> {
        let shoulder = |side| self.roles.get(&Role::Shoulder(side)).copied();
        Some(common_ancestor(self.skeleton, shoulder(Side::Left)?, shoulder(Side::Right)?))
    }

    /// Where the column ends: the head, or the chest when the head does not hang on it.
    fn top_of_column(&self, head: Option<JointId>) -> Option<JointId> {
        let chest = self.chest();
        let hangs =
            |head: &JointId| chest.is_none_or(|chest| self.below(chest, *head) || self.below(*head, chest));
        head.filter(hangs).or(chest)
    }

    /// Spine and neck, upwards.
    fn column(&self) -> (Vec<JointId>, Vec<JointId>) {
        let hips = self.roles.get(&Role::Hips).copied().unwrap_or(JointId::ROOT);
        // Joints between the hips and the fork of the legs turn with the hips.
        let hips = self.fork().filter(|&fork| self.below(hips, fork)).unwrap_or(hips);
        let head = self.roles.get(&Role::Head).copied();
        let is_neck = |joint: JointId| self.meanings[joint.index()].word == Some(Word::Neck);
        let Some(top) = self.top_of_column(head) else { return (Vec::new(), Vec::new()) };
        // The spine may stand beside the pelvis, on a joint that carries both.
        let base =
            if carries(self.skeleton, hips, top) { hips } else { common_ancestor(self.skeleton, hips, top) };
        let mut path = path_down(self.skeleton, base, top);
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

    pub(super) fn sites_of(&self, joint: JointId) -> Vec<PointId> {
        let sites = self.skeleton.end_sites().iter().enumerate();
        // An end site on top of its joint is the mark of a file format, not a place of its own.
        let apart = |offset: Vec3| offset.length() > 1e-4;
        sites
            .filter(|(_, site)| site.parent == joint && apart(site.offset))
            .map(|(index, _)| PointId::end_site(self.skeleton, index))
            .collect()
    }

    pub(super) fn at(&self, joint: JointId) -> Vec3 {
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
        let meant = move |meaning: Meaning| meaning.side == side && meaning.word == Some(word);
        self.skeleton.ids().filter(move |joint| meant(self.meanings[joint.index()]))
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
