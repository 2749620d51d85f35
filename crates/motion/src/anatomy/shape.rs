//! A figure in its rest pose: its height, its sides, and which joint is the mirror image of which.

use std::collections::BTreeMap;

use glam::Vec3;

use super::names::{Meaning, Word, meaning, normal_form, sides_exchanged};
use super::{Side, common_ancestor};
use crate::{JointId, Skeleton};

/// Figures with more joints than this are read by name alone, so that a file cannot keep a reader busy: pairing joints
/// takes time by the square of their number.
const MOST_JOINTS: usize = 1024;

/// A joint and its partner's mirror image are at most this far apart, as a share of the height.
const MIRROR_SLACK: f32 = 0.06;

/// What a difference of one in depth costs when partners are chosen, or a parent that is not the partner's, or that a chain ends on
/// one side alone, as a share of the height.
const DEPTH_COST: f32 = 0.02;

/// A joint nearer than this to the middle has no side, as a share of the height.
const OFF_MIDDLE: f32 = 0.015;

/// Names of sides count while at most this share of their pairs points the other way.
const CONTRADICTIONS: f32 = 0.25;

/// An axis within this cosine of the mean difference of left and right is meant.
const SNAP: f32 = 0.9;

/// What the names of a figure's joints say.
#[derive(Clone, Debug)]
pub(super) struct Names {
    /// Per joint.
    pub(super) meanings: Vec<Meaning>,
    /// Joints whose names differ by their side alone, left first.
    pairs: Vec<[JointId; 2]>,
    /// Left is read as right.
    pub(super) are_exchanged: bool,
}

impl Names {
    pub(super) fn of(skeleton: &Skeleton) -> Self {
        let meanings = skeleton.joints().iter().map(|joint| meaning(&joint.name)).collect();
        Self { meanings, pairs: named_pairs(skeleton), are_exchanged: false }
    }

    /// The same names with left read as right: those of a figure that was mirrored as a whole.
    pub(super) fn with_sides_exchanged(mut self) -> Self {
        self.meanings.iter_mut().for_each(|meaning| meaning.side = meaning.side.map(Side::other));
        self.pairs.iter_mut().for_each(|pair| pair.reverse());
        Self { are_exchanged: !self.are_exchanged, ..self }
    }
}

/// A figure in its rest pose, Y up.
#[derive(Debug)]
pub(super) struct Shape<'a> {
    pub(super) skeleton: &'a Skeleton,
    pub(super) rest: &'a [Vec3],
    pub(super) meanings: &'a [Meaning],
    /// Height of the lowest point.
    pub(super) floor: f32,
    /// From there to the highest point.
    pub(super) height: f32,
    /// From right to left, horizontal, unit length. Without named sides it may as well be from left to right.
    pub(super) left: Vec3,
    /// How many pairs of joints have names that differ by their side, and agree about it.
    pub(super) named_pairs: usize,
    middle: f32,
    partners: Vec<Option<JointId>>,
    /// Per joint, the longest way along the bones below it, in metres.
    pub(super) reach: Vec<f32>,
    /// Per joint, how many joints hang on it: three and more are fingers.
    pub(super) fingers: Vec<usize>,
    /// Per joint, whether a joint above or below it says the same of an arm or a leg: then a whole limb is numbered through.
    pub(super) numbered: Vec<bool>,
}

impl<'a> Shape<'a> {
    /// `None` for figures that are flat or too large to look at.
    pub(super) fn of(skeleton: &'a Skeleton, rest: &'a [Vec3], names: &'a Names) -> Option<Self> {
        let Names { meanings, pairs, .. } = names;
        let joints = &rest[..skeleton.len()];
        let (floor, top) = rest.iter().fold((f32::MAX, f32::MIN), |(l, h), p| (l.min(p.y), h.max(p.y)));
        let height = top - floor;
        if skeleton.len() > MOST_JOINTS || height.is_nan() || height <= 0.0 {
            return None;
        }
        let named = axis_of_names(pairs, rest);
        let (named_pairs, left) = match named {
            Some(axis) => (pairs.len(), axis),
            None => (0, axis_of_symmetry(joints, height)),
        };
        let mut shape = Self {
            skeleton,
            rest,
            meanings,
            floor,
            height,
            left,
            named_pairs,
            middle: median(joints.iter().map(|p| p.dot(left)).collect()),
            partners: vec![None; skeleton.len()],
            reach: reach_below(skeleton, rest),
            fingers: children(skeleton),
            numbered: numbered(skeleton, meanings),
        };
        shape.pair_up(if named.is_some() { pairs } else { &[] });
        Some(shape)
    }

    fn pair_up(&mut self, named: &[[JointId; 2]]) {
        if !named.is_empty() {
            let middles = named.iter().map(|&[a, b]| (self.at(a) + self.at(b)).dot(self.left) / 2.0);
            self.middle = median(middles.collect());
        }
        let depths = depths(self.skeleton);
        let pairs = named.iter().copied().filter(|&pair| !self.is_misnamed(pair, &depths));
        for [a, b] in pairs.collect::<Vec<_>>() {
            self.partners[a.index()] = Some(b);
            self.partners[b.index()] = Some(a);
        }
        // Parents come before their children, so their partners are known by then.
        let mut found: Vec<Option<JointId>> = Vec::with_capacity(self.skeleton.len());
        for id in self.skeleton.ids() {
            found.push(self.partner(id).or_else(|| self.image_of(id, &depths, &found)));
        }
        self.partners = found;
    }

    /// Whether two joints are a pair by name, but another joint of the same depth is where the partner should be: names of
    /// one side may be numbered the other way round.
    fn is_misnamed(&self, [a, b]: [JointId; 2], depths: &[usize]) -> bool {
        let image = self.at(a) - 2.0 * self.aside(a) * self.left;
        let near = |joint: JointId| self.at(joint).distance(image) < MIRROR_SLACK * self.height;
        let same_depth = |other: &JointId| depths[other.index()] == depths[a.index()] && *other != a;
        !near(b) && self.skeleton.ids().filter(same_depth).any(near)
    }

    /// The joint nearest to the mirror image of one without a partner, `found` being the partners of the joints before it.
    fn image_of(&self, id: JointId, depths: &[usize], found: &[Option<JointId>]) -> Option<JointId> {
        let off = self.aside(id);
        if off.abs() < OFF_MIDDLE * self.height {
            return None;
        }
        let image = self.at(id) - 2.0 * off * self.left;
        let parent = self.skeleton.parent(id);
        let hangs_on = parent.map(|parent| found[parent.index()].unwrap_or(parent));
        let cost = |other: JointId| {
            let deeper = depths[id.index()].abs_diff(depths[other.index()]);
            let elsewhere = usize::from(self.skeleton.parent(other) != hangs_on);
            let ends = |joint: JointId| self.fingers[joint.index()] == 0;
            let otherwise = deeper + elsewhere + usize::from(ends(id) != ends(other));
            self.at(other).distance(image) + DEPTH_COST * self.height * otherwise as f32
        };
        let free = |other: &JointId| *other != id && self.partners[other.index()].is_none();
        let nearest = self.skeleton.ids().filter(free).min_by(|&a, &b| cost(a).total_cmp(&cost(b)))?;
        let near = self.at(nearest).distance(image) < MIRROR_SLACK * self.height;
        (near && self.aside(nearest) * off < 0.0).then_some(nearest)
    }

    pub(super) fn at(&self, joint: JointId) -> Vec3 {
        self.rest[joint.index()]
    }

    /// Height above the lowest point as a share of the figure's.
    pub(super) fn high(&self, joint: JointId) -> f32 {
        (self.at(joint).y - self.floor) / self.height
    }

    /// How far a joint is to the left of the middle, in metres.
    pub(super) fn aside(&self, joint: JointId) -> f32 {
        self.at(joint).dot(self.left) - self.middle
    }

    /// The joint on the other side.
    pub(super) fn partner(&self, joint: JointId) -> Option<JointId> {
        self.partners[joint.index()]
    }

    /// Whether a joint is the left one of a pair.
    pub(super) fn is_left(&self, joint: JointId) -> bool {
        let named = self.meanings[joint.index()].side.filter(|_| self.named_pairs > 0);
        let left = named.map_or(self.aside(joint) > 0.0, |side| side == Side::Left);
        left && self.partner(joint).is_some()
    }

    /// The direction the figure looks in if `left` is its left.
    pub(super) fn forward(&self) -> Vec3 {
        self.left.cross(Vec3::Y)
    }

    /// Exchanges left and right.
    pub(super) fn turn_round(&mut self) {
        self.left = -self.left;
        self.middle = -self.middle;
    }

    /// The mean distance of a joint from its partner's mirror image, as a share of the height.
    pub(super) fn asymmetry(&self) -> f32 {
        let off = |id: JointId| {
            let image = self.at(id) - 2.0 * self.aside(id) * self.left;
            Some(self.at(self.partner(id)?).distance(image))
        };
        let all: Vec<f32> = self.skeleton.ids().filter_map(off).collect();
        all.iter().sum::<f32>() / (all.len().max(1) as f32 * self.height)
    }

    /// The length along the bones from a joint down to one below it.
    pub(super) fn along(&self, upper: JointId, lower: JointId) -> f32 {
        let path = self.skeleton.ancestors(lower).take_while(|&joint| joint != upper);
        path.filter_map(|joint| Some(self.at(joint).distance(self.at(self.skeleton.parent(joint)?)))).sum()
    }

    /// Whether the joints on the other side hang on each other in the same way.
    pub(super) fn built_alike(&self, upper: JointId, lower: JointId) -> bool {
        let other = self.partner(upper).zip(self.partner(lower));
        other.is_some_and(|(upper, lower)| common_ancestor(self.skeleton, upper, lower) == upper)
    }
}

fn reach_below(skeleton: &Skeleton, rest: &[Vec3]) -> Vec<f32> {
    let mut reach = vec![0.0_f32; skeleton.len()];
    for id in skeleton.ids().rev() {
        if let Some(parent) = skeleton.parent(id) {
            let through = reach[id.index()] + rest[id.index()].distance(rest[parent.index()]);
            reach[parent.index()] = reach[parent.index()].max(through);
        }
    }
    reach
}

fn children(skeleton: &Skeleton) -> Vec<usize> {
    let mut children = vec![0; skeleton.len()];
    for parent in skeleton.joints().iter().filter_map(|joint| joint.parent) {
        children[parent.index()] += 1;
    }
    children
}

fn numbered(skeleton: &Skeleton, meanings: &[Meaning]) -> Vec<bool> {
    let mut numbered = vec![false; skeleton.len()];
    for id in skeleton.ids() {
        let Some(parent) = skeleton.parent(id) else { continue };
        let word = meanings[id.index()].word;
        if matches!(word, Some(Word::Arm | Word::Leg)) && meanings[parent.index()].word == word {
            numbered[id.index()] = true;
            numbered[parent.index()] = true;
        }
    }
    numbered
}

fn depths(skeleton: &Skeleton) -> Vec<usize> {
    let mut depths: Vec<usize> = Vec::with_capacity(skeleton.len());
    for joint in skeleton.joints() {
        depths.push(joint.parent.map_or(0, |parent| depths[parent.index()] + 1));
    }
    depths
}

/// Joints whose names differ by their side alone, left first.
fn named_pairs(skeleton: &Skeleton) -> Vec<[JointId; 2]> {
    let mut forms: BTreeMap<String, Vec<JointId>> = BTreeMap::new();
    for id in skeleton.ids() {
        forms.entry(normal_form(skeleton.name(id))).or_default().push(id);
    }
    let lefts = forms.iter().filter(|(form, _)| form.starts_with("l "));
    let pairs =
        lefts.filter_map(|(form, left)| match (&left[..], &forms.get(&sides_exchanged(form)?)?[..]) {
            (&[left], &[right]) => Some([left, right]),
            _ => None,
        });
    pairs.collect()
}

/// From right to left as the names have it; `None` with fewer than two pairs or when they contradict each other.
fn axis_of_names(pairs: &[[JointId; 2]], rest: &[Vec3]) -> Option<Vec3> {
    let apart = |&[left, right]: &[JointId; 2]| (rest[left.index()] - rest[right.index()]).with_y(0.0);
    let axis = pairs.iter().map(apart).sum::<Vec3>().try_normalize()?;
    let against = pairs.iter().filter(|pair| apart(pair).dot(axis) < 0.0).count();
    if pairs.len() < 2 || against as f32 > CONTRADICTIONS * pairs.len() as f32 {
        return None;
    }
    let axes = [Vec3::X, Vec3::NEG_X, Vec3::Z, Vec3::NEG_Z];
    Some(axes.into_iter().find(|meant| meant.dot(axis) > SNAP).unwrap_or(axis))
}

/// X or Z, whichever has more of the figure on both sides.
fn axis_of_symmetry(joints: &[Vec3], height: f32) -> Vec3 {
    let mirrored = |axis: Vec3| -> f32 {
        let middle = median(joints.iter().map(|p| p.dot(axis)).collect());
        let paired = |p: &&Vec3| {
            let image = **p - 2.0 * (p.dot(axis) - middle) * axis;
            joints.iter().any(|other| other.distance(image) < MIRROR_SLACK * height)
        };
        let off = |p: &Vec3| (p.dot(axis) - middle).abs();
        let aside = joints.iter().filter(|p| off(p) > OFF_MIDDLE * height);
        aside.filter(paired).map(off).sum()
    };
    if mirrored(Vec3::Z) > mirrored(Vec3::X) { Vec3::Z } else { Vec3::X }
}

fn median(mut values: Vec<f32>) -> f32 {
    values.sort_by(f32::total_cmp);
    let (low, high) = (values.len().saturating_sub(1) / 2, values.len() / 2);
    values.get(low).zip(values.get(high)).map_or(0.0, |(low, high)| f32::midpoint(*low, *high))
}
