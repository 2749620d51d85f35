//! How sure it is that a figure is a human body, and what says so.

use std::fmt;

use glam::Vec3;

use super::front::Front;
use super::names::Word;
use super::resolve::Limbs;
use super::shape::Shape;
use super::{Anatomy, Role, Side, carries};
use crate::JointId;

/// Scores from here on are sure, and from there on likely: good results score 2.4 to 4.7 with names in a rest pose and
/// down to −3.8 without.
const SURE: f32 = 2.0;
const LIKELY: f32 = -2.0;

/// What an asymmetric rest pose costs, per height that a joint is off its partner's mirror image.
const ASYMMETRY_COST: f32 = 12.0;

/// The score of a figure without legs, worse than any with them.
const NO_LEGS: f32 = -20.0;

/// What an [`Anatomy`] rests on.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Evidence {
    score: f32,
    named_pairs: usize,
    front: Front,
    /// Feet, or hands, do not hang on their limbs.
    pub(super) loose_feet: bool,
    pub(super) loose_hands: bool,
    refusal: Option<NotHumanoid>,
}

/// How sure it is that the parts of a body were found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum AnatomyCertainty {
    /// Look at the result; `segue map` shows what was taken for what.
    Doubtful,
    /// Proportions fit a body.
    Likely,
    /// Proportions and names fit a body.
    Sure,
}

impl fmt::Display for AnatomyCertainty {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Sure => "sure",
            Self::Likely => "likely",
            Self::Doubtful => "doubtful",
        })
    }
}

/// Why a figure is no human body.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotHumanoid {
    /// All joints are at one height.
    #[error("all joints are at one height")]
    Flat,
    /// Nothing has a mirror image.
    #[error("no pair of limbs: nothing in the figure is mirrored left and right")]
    NoPairs,
    /// No chain reaches down to the floor.
    #[error("no legs: no mirrored pair of chains reaches down to the floor")]
    NoLegs,
    /// The best pair of chains does not look like legs.
    #[error("no legs: the best pair (`{joint}` …) does not have the proportions of legs")]
    PoorLegs {
        /// Its first joint.
        joint: String,
    },
    /// It stands on four legs.
    #[error("four legs: a second pair of limbs (`{joint}` …) stands on the floor")]
    FourLegs {
        /// The last joint of the other pair.
        joint: String,
    },
    /// The body lies level.
    #[error("no upright trunk: the body lies level or the head is not above the hips")]
    LevelTrunk,
}

impl Evidence {
    pub(super) fn of(anatomy: &Anatomy, shape: Option<&Shape<'_>>, limbs: Limbs) -> Self {
        let Some(shape) = shape else {
            return Self { score: NO_LEGS, refusal: Some(NotHumanoid::Flat), ..Self::default() };
        };
        let arms = limbs.arms.map_or(-2.0, |arm| arm.score.max(-2.0));
        let legs = limbs.legs.filter(|_| anatomy.joint(Role::Hip(Side::Left)).is_some());
        let score = legs.map_or(NO_LEGS, |leg| leg.score) + 0.5 * arms - ASYMMETRY_COST * shape.asymmetry();
        let loose = |upper: fn(Side) -> Role, end: fn(Side) -> Role| {
            let joints = |side| anatomy.joint(upper(side)).zip(anatomy.joint(end(side)));
            let mut limbs = Side::BOTH.into_iter().filter_map(joints);
            limbs.any(|(upper, end)| !carries(shape.skeleton, upper, end))
        };
        let loose_feet = loose(Role::Knee, Role::Ankle);
        let loose_hands = loose(Role::Elbow, Role::Wrist);
        let refusal = Body { anatomy, shape }.refusal(limbs);
        Self { score, named_pairs: shape.named_pairs, front: limbs.front, loose_feet, loose_hands, refusal }
    }

    /// Whether names of left and right are to be read the other way round: the toes of a human body say so.
    pub(super) fn speaks_against_names(&self) -> bool {
        self.front == Front::SidesAgainstBody && self.refusal.is_none() && self.score >= LIKELY
    }
}

impl Anatomy {
    /// How well the rest pose fits a human body: 2.4 to 4.7 for full skeletons with names, down to about −4 for others. It
    /// orders hypotheses about one figure (rest poses, above all) and is no probability.
    pub fn score(&self) -> f32 {
        self.evidence.score
    }

    /// How sure the parts of the body are.
    pub fn certainty(&self) -> AnatomyCertainty {
        match self.evidence.score {
            score if score >= SURE => AnatomyCertainty::Sure,
            score if score >= LIKELY => AnatomyCertainty::Likely,
            _ => AnatomyCertainty::Doubtful,
        }
    }

    /// Whether joints that are called left are on the right of the body, as its toes show.
    pub fn sides_are_exchanged(&self) -> bool {
        self.evidence.front == Front::BodyAgainstSides
    }

    /// Whether the figure has the shape of an upright human body.
    ///
    /// # Errors
    /// Says what speaks against it: it has no legs, four of them, or a level trunk.
    pub fn humanoid(&self) -> Result<(), NotHumanoid> {
        self.evidence.refusal.clone().map_or(Ok(()), Err)
    }

    /// Whether hips, head, both arms and both legs were found.
    pub fn is_whole(&self) -> bool {
        let both = |role: fn(Side) -> Role| Side::BOTH.iter().all(|&side| self.joint(role(side)).is_some());
        let middle = [Role::Hips, Role::Head].iter().all(|&role| self.joint(role).is_some());
        middle && both(Role::Hip) && both(Role::Shoulder)
    }

    /// How sure the parts of the body are and why, where a person should look before the result is used: they are doubtful, names of
    /// left and right contradict the feet, or nothing but the knees shows which way the figure faces.
    pub fn doubt(&self) -> Option<String> {
        let is_doubtful = self.certainty() == AnatomyCertainty::Doubtful;
        let is_plain = matches!(self.evidence.front, Front::Sides | Front::Toes);
        (is_doubtful || !is_plain).then(|| format!("{}: {}", self.certainty(), self.reasons().join("; ")))
    }

    /// What the parts of the body follow from, one sentence each.
    pub fn reasons(&self) -> Vec<String> {
        let evidence = &self.evidence;
        let sides = match evidence.named_pairs {
            0 => "left and right follow from symmetry".to_owned(),
            pairs => format!("left and right follow from {pairs} pairs of names"),
        };
        let front = match evidence.front {
            Front::Sides => None,
            Front::SidesAgainstToes => {
                Some("names of left and right are believed, but the toes point backwards")
            }
            Front::SidesAgainstBody | Front::BodyAgainstSides => {
                Some("the toes show that names of left and right are exchanged")
            }
            Front::Toes => Some("the front follows from the toes"),
            Front::Knees => Some("the front follows from the knees"),
            Front::Assumed => Some("nothing shows the front; +Z is assumed"),
        };
        let feet =
            evidence.loose_feet.then_some("the feet do not hang on the shins and are joined by their place");
        let rest = [front, feet].into_iter().flatten().map(str::to_owned);
        std::iter::once(sides).chain(rest).collect()
    }
}

/// A figure whose parts are found, while it is judged.
struct Body<'a> {
    anatomy: &'a Anatomy,
    shape: &'a Shape<'a>,
}

impl Body<'_> {
    fn refusal(&self, limbs: Limbs) -> Option<NotHumanoid> {
        let name = |joint: JointId| self.shape.skeleton.name(joint).to_owned();
        if !self.shape.skeleton.ids().any(|joint| self.shape.partner(joint).is_some()) {
            return Some(NotHumanoid::NoPairs);
        }
        let Some(hip) = self.anatomy.joint(Role::Hip(Side::Left)) else {
            let best = limbs.legs.and_then(|leg| leg.joints[0]).map(name);
            return Some(best.map_or(NotHumanoid::NoLegs, |joint| NotHumanoid::PoorLegs { joint }));
        };
        let other = self.other_legs(hip);
        if let Some(joint) = other {
            return Some(NotHumanoid::FourLegs { joint: name(joint) });
        }
        self.lies_level().then_some(NotHumanoid::LevelTrunk)
    }

    fn middle(&self, role: fn(Side) -> Role) -> Option<Vec3> {
        let at = |side| Some(self.shape.at(self.anatomy.joint(role(side))?));
        Some((at(Side::Left)? + at(Side::Right)?) / 2.0)
    }

    /// The tip of a mirrored chain that stands on the floor ahead of or behind the legs.
    fn other_legs(&self, hip: JointId) -> Option<JointId> {
        let (shape, forward) = (self.shape, self.shape.forward());
        let hips = self.middle(Role::Hip)?;
        let foot = self.middle(Role::Ankle).unwrap_or(hips.with_y(shape.floor));
        let right = self.anatomy.joint(Role::Hip(Side::Right));
        let in_legs = |joint: JointId| {
            [Some(hip), right].into_iter().flatten().any(|leg| carries(shape.skeleton, leg, joint))
                || Side::BOTH.iter().any(|&side| {
                    let ankle = self.anatomy.joint(Role::Ankle(side));
                    ankle.is_some_and(|ankle| carries(shape.skeleton, ankle, joint))
                })
        };
        let stands = |&tip: &JointId| {
            let top = shape.skeleton.ancestors(tip).filter(|&joint| shape.partner(joint).is_some()).last();
            let Some(top) = top.filter(|_| shape.partner(tip).is_some()) else { return false };
            let ahead = (shape.at(top) - hips).dot(forward).abs();
            shape.high(tip) < 0.15
                && shape.high(top) > 0.3
                && ahead > 0.25 * shape.height
                && (shape.at(tip) - foot).dot(forward).abs() > 0.35 * shape.height
        };
        shape.skeleton.leaves().into_iter().filter(|&tip| !in_legs(tip)).find(stands)
    }

    /// Whether the trunk lies level; a crouching figure with named arms does not count.
    fn lies_level(&self) -> bool {
        let Some(hips) = self.middle(Role::Hip) else { return false };
        let level =
            |top: Vec3, ratio: f32| (top - hips).with_y(0.0).length() > ratio * (top.y - hips.y).max(0.0);
        let head = self.anatomy.joint(Role::Head);
        let meant = |joint: JointId, words: &[Word]| {
            self.shape.meanings[joint.index()].word.is_some_and(|word| words.contains(&word))
        };
        if head.is_some_and(|head| meant(head, &[Word::Head]) && self.shape.at(head).y <= hips.y) {
            return true;
        }
        let Some(shoulders) = self.middle(Role::Shoulder) else {
            return head.is_some_and(|head| level(self.shape.at(head), 1.2));
        };
        let arm = self.anatomy.joint(Role::Shoulder(Side::Left));
        let words = [Word::UpperArm, Word::Arm, Word::Forearm, Word::Hand, Word::Shoulder, Word::Wrist];
        let low = self
            .middle(Role::Wrist)
            .is_some_and(|wrist| wrist.y - self.shape.floor < 0.2 * self.shape.height);
        level(shoulders, 0.9) && (low || !arm.is_some_and(|arm| meant(arm, &words)))
    }
}
