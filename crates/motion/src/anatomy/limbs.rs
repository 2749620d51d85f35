//! Legs and arms by their shape, with names as evidence.
//!
//! Every chain that could be a limb gets a score: how well its proportions fit a limb's, plus what the names of its joints
//! say for or against it. The best pair wins if it is good enough.

use glam::Vec3;

use super::carries;
use super::names::Word;
use super::shape::Shape;
use crate::JointId;

/// The lowest score of legs, and of the legs of rigid figures, which have one joint each.
pub(super) const WORST_LEGS: f32 = -2.5;
const WORST_RIGID_LEGS: f32 = -3.2;

/// Figures of at most this many joints may be rigid: a node for each limb.
const RIGID_JOINTS: usize = 16;

/// The lowest score of arms.
const WORST_ARMS: f32 = -3.2;

/// What a foot or hand costs that does not hang on its limb.
const LOOSE: f32 = 0.8;

/// What it costs when the other side is built otherwise.
const UNLIKE: f32 = 1.5;

/// What limbs of two joints, of a hip and a foot, and of one joint cost against those of three.
const TWO_JOINTS: f32 = 1.6;
const STIFF: f32 = 2.2;
const ONE_LEG_JOINT: f32 = 3.2;
const ONE_RIGID_LEG_JOINT: f32 = 2.6;
const ONE_ARM_JOINT: f32 = 3.0;

/// Limbs are looked for this many joints up from their ends at most: twist bones in great numbers end there.
const LONGEST_CHAIN: usize = 24;

/// A limb on the left side, with how well it fits: joints at its start, middle and end, as far as it has them.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Limb {
    pub(super) joints: [Option<JointId>; 3],
    pub(super) score: f32,
}

impl Shape<'_> {
    /// The left leg, and the best that there is when none is good enough.
    pub(super) fn left_leg(&self) -> Result<Limb, Option<Limb>> {
        let best = best(self.three_joints().chain(self.loose_ends()).filter_map(|joints| self.leg(joints)));
        let best = best.into_iter().chain(self.short_legs());
        let best = best.max_by(|a, b| a.score.total_cmp(&b.score)).ok_or(None)?;
        let rigid = best.joints[1..] == [None, None] && self.is_rigid();
        let worst = if rigid { WORST_RIGID_LEGS } else { WORST_LEGS };
        if best.score >= worst { Ok(best) } else { Err(Some(best)) }
    }

    /// Whether a figure may be rigid: a node for each limb.
    fn is_rigid(&self) -> bool {
        self.skeleton.len() <= RIGID_JOINTS
    }

    /// The left arm of a figure whose left leg has these joints, the hip first.
    pub(super) fn left_arm(&self, leg: &[JointId]) -> Option<Limb> {
        let hip = *leg.first()?;
        let apart = |joint: JointId| {
            let of_leg =
                |&part: &JointId| carries(self.skeleton, joint, part) || carries(self.skeleton, part, joint);
            !leg.iter().any(of_leg)
        };
        let free = |joint: JointId| apart(joint) && self.at(joint).y > self.at(hip).y;
        let whole = self.three_joints().chain(self.loose_ends());
        let whole = whole.filter(|&[shoulder, elbow, wrist]| free(shoulder) && apart(elbow) && apart(wrist));
        let best = best(whole.filter_map(|joints| self.arm(joints)));
        let best = best.into_iter().chain(self.short_arms(&free));
        best.max_by(|a, b| a.score.total_cmp(&b.score)).filter(|arm| arm.score >= WORST_ARMS)
    }

    /// Left joints of which each hangs on the one before.
    fn three_joints(&self) -> impl Iterator<Item = [JointId; 3]> + '_ {
        self.lefts().flat_map(move |end| {
            let above: Vec<JointId> = self.lefts_above(end).collect();
            let pairs = (0..above.len()).flat_map(|k| (k + 1..above.len()).map(move |h| (h, k)));
            pairs.map(|(h, k)| [above[h], above[k], end]).collect::<Vec<_>>()
        })
    }

    /// Left joints of which the last is the top of a chain of its own.
    fn loose_ends(&self) -> impl Iterator<Item = [JointId; 3]> + '_ {
        let tops: Vec<JointId> =
            self.lefts().filter(|&joint| self.lefts_above(joint).next().is_none()).collect();
        self.lefts().flat_map(move |middle| {
            let tops = tops.clone();
            self.lefts_above(middle)
                .flat_map(move |start| {
                    let loose = |end: &JointId| !carries(self.skeleton, *end, middle);
                    let ends: Vec<JointId> = tops.iter().copied().filter(loose).collect();
                    ends.into_iter().map(move |end| [start, middle, end])
                })
                .collect::<Vec<_>>()
        })
    }

    fn lefts(&self) -> impl Iterator<Item = JointId> + '_ {
        self.skeleton.ids().filter(|&joint| self.is_left(joint))
    }

    fn lefts_above(&self, joint: JointId) -> impl Iterator<Item = JointId> + '_ {
        let above = self.skeleton.ancestors(joint).skip(1).take(LONGEST_CHAIN);
        above.filter(|&joint| self.is_left(joint))
    }

    /// How well three joints fit a leg.
    pub(super) fn leg(&self, joints: [JointId; 3]) -> Option<Limb> {
        let [hip, knee, ankle] = joints;
        let [h, k, a] = joints.map(|joint| self.at(joint));
        let (thigh, shin) = (bone(h, k)?, bone(k, a)?);
        let loose = !carries(self.skeleton, knee, ankle);
        let bent = if loose { 0.0 } else { 5.0 * (1.0 - shin / self.along(knee, ankle)) };
        let drop = h.y - a.y;
        let names = self.says(hip, &[Word::Thigh, Word::Leg, Word::Hips])
            + self.says(knee, &[Word::Shin, Word::Leg])
            + self.says(ankle, &[Word::Ankle, Word::Foot]);
        let score = names
            - libm::logf(thigh / shin).abs()
            - 4.0 * (self.high(ankle) - 0.14).max(0.0)
            - 3.0 * ((drop / self.height - 0.45).abs() - 0.15).max(0.0)
            - 2.0 * (h - a).with_y(0.0).length() / self.height
            - 3.0 * (1.0 - drop / (thigh + shin))
            - 5.0 * (1.0 - thigh / self.along(hip, knee))
            - bent
            - if loose { LOOSE } else { 0.0 }
            - self.unlike(hip, knee).max(if loose {
                self.unlike_end(ankle)
            } else {
                self.unlike(knee, ankle)
            })
            - self.hip_misplaced(hip);
        Some(Limb { joints: joints.map(Some), score })
    }

    /// Legs of one or two joints: the ankle would be where nothing is.
    fn short_legs(&self) -> impl Iterator<Item = Limb> + '_ {
        let height_of_hip = |hip: JointId| 2.0 * (self.high(hip) - 0.45).abs() + self.hip_misplaced(hip);
        let two = self.lefts().filter(|&knee| !self.hangs_below(knee, 0.05)).flat_map(move |knee| {
            self.lefts_above(knee)
                .filter_map(move |hip| {
                    let thigh = bone(self.at(hip), self.at(knee))?;
                    let below = (self.high(knee) * self.height).max(1e-3 * self.height);
                    let score = self.says(hip, &[Word::Thigh, Word::Leg])
                        + self.says(knee, &[Word::Shin, Word::Leg])
                        - TWO_JOINTS
                        - height_of_hip(hip)
                        - libm::logf(thigh / below).abs()
                        - 3.0 * (1.0 - (self.at(hip).y - self.at(knee).y) / thigh)
                        - 5.0 * (1.0 - thigh / self.along(hip, knee))
                        - self.unlike(hip, knee);
                    Some(Limb { joints: [Some(hip), Some(knee), None], score })
                })
                .collect::<Vec<_>>()
        });
        let cost = if self.is_rigid() { ONE_RIGID_LEG_JOINT } else { ONE_LEG_JOINT };
        let one = self.lefts().map(move |hip| {
            let longer = if self.hangs_below(hip, 0.0) { 2.0 } else { 0.0 };
            let lower = |other: JointId| self.high(hip) - self.high(other) > 0.05;
            let an_arm = if self.lefts().any(lower) { 1.0 } else { 0.0 };
            let score =
                self.says(hip, &[Word::Thigh, Word::Leg]) - cost - height_of_hip(hip) - longer - an_arm;
            Limb { joints: [Some(hip), None, None], score }
        });
        two.chain(one).chain(self.stiff_legs())
    }

    /// Legs without a knee: a hip and a foot.
    fn stiff_legs(&self) -> impl Iterator<Item = Limb> + '_ {
        self.lefts().filter(|&ankle| !self.hangs_below(ankle, 0.05)).flat_map(move |ankle| {
            let limb = move |hip: JointId| {
                let leg = bone(self.at(hip), self.at(ankle))?;
                let score = self.says(hip, &[Word::Thigh, Word::Leg])
                    + self.says(ankle, &[Word::Ankle, Word::Foot])
                    - STIFF
                    - 2.0 * (self.high(hip) - 0.45).abs()
                    - self.hip_misplaced(hip)
                    - 10.0 * (self.high(ankle) - 0.14).max(0.0)
                    - 3.0 * (1.0 - (self.at(hip).y - self.at(ankle).y) / leg)
                    - 5.0 * (1.0 - leg / self.along(hip, ankle))
                    - self.unlike(hip, ankle);
                Some(Limb { joints: [Some(hip), None, Some(ankle)], score })
            };
            self.lefts_above(ankle).filter_map(limb).collect::<Vec<_>>()
        })
    }

    /// How well three joints fit an arm.
    pub(super) fn arm(&self, joints: [JointId; 3]) -> Option<Limb> {
        let [shoulder, elbow, wrist] = joints;
        let [s, e, w] = joints.map(|joint| self.at(joint));
        let (upper, fore) = (bone(s, e)?, bone(e, w)?);
        let loose = !carries(self.skeleton, elbow, wrist);
        let rest = self.reach[wrist.index()];
        let fingers = self.fingers[wrist.index()] >= 3;
        let names = self.says(shoulder, &[Word::UpperArm, Word::Arm, Word::Shoulder])
            + self.says(elbow, &[Word::Forearm])
            + self.says(wrist, &[Word::Wrist, Word::Hand]);
        let score = names
            - libm::logf(upper / fore).abs()
            - 4.0 * (((upper + fore) / self.height - 0.32).abs() - 0.14).max(0.0)
            - (1.0 - (e - s).dot(w - e) / (upper * fore))
            - 2.5 * (rest / (upper + fore) - 0.45).max(0.0)
            - self.shoulder_misplaced(shoulder)
            - 2.0 * (self.way_from_trunk(shoulder) / (upper + fore) - 0.5).max(0.0)
            - 2.0 * (1.0 - fore / self.longest_bone(elbow)).max(0.0)
            - if loose || !self.branches_between(elbow, wrist) { 0.0 } else { 1.0 }
            + if fingers { 0.5 } else { 0.0 }
            - if loose { LOOSE } else { 0.0 }
            - self.unlike(shoulder, elbow).max(if loose {
                self.unlike_end(wrist)
            } else {
                self.unlike(elbow, wrist)
            });
        Some(Limb { joints: joints.map(Some), score })
    }

    fn short_arms<'b>(&'b self, free: &'b impl Fn(JointId) -> bool) -> impl Iterator<Item = Limb> + 'b {
        let placed = |joint: JointId| self.shoulder_misplaced(joint) + (self.high(joint) - 0.7).abs();
        let two = self.lefts().filter(|&elbow| !self.hangs_below(elbow, 0.0)).flat_map(move |elbow| {
            let starts = self.lefts_above(elbow).filter(|&shoulder| free(shoulder));
            let limb = move |shoulder: JointId| {
                let upper = bone(self.at(shoulder), self.at(elbow))?;
                let names = self.says(shoulder, &[Word::UpperArm, Word::Arm, Word::Shoulder])
                    + self.says(elbow, &[Word::Forearm, Word::Hand, Word::Wrist]);
                let long = 4.0 * ((2.0 * upper / self.height - 0.32).abs() - 0.14).max(0.0);
                let score = names - TWO_JOINTS - long - placed(shoulder) - self.unlike(shoulder, elbow);
                Some(Limb { joints: [Some(shoulder), Some(elbow), None], score })
            };
            starts.filter_map(limb).collect::<Vec<_>>()
        });
        let one = self.lefts().filter(|&joint| free(joint)).map(move |shoulder| {
            let names = self.says(shoulder, &[Word::UpperArm, Word::Arm, Word::Shoulder, Word::Hand]);
            Limb { joints: [Some(shoulder), None, None], score: names - ONE_ARM_JOINT - placed(shoulder) }
        });
        two.chain(one)
    }

    /// What a name says for a joint being one of `words`.
    fn says(&self, joint: JointId, words: &[Word]) -> f32 {
        let meaning = self.meanings[joint.index()];
        match meaning.word {
            _ if meaning.helper => -1.5,
            None => 0.0,
            Some(_) if self.numbered[joint.index()] => 0.0,
            Some(word) if words.contains(&word) => 1.0,
            Some(_) => -0.5,
        }
    }

    fn hip_misplaced(&self, hip: JointId) -> f32 {
        let wide = 1.5 * (self.aside(hip).abs() / self.height - 0.12).max(0.0);
        wide + if self.high(hip) > 0.72 { 3.0 } else { 0.0 }
    }

    fn shoulder_misplaced(&self, shoulder: JointId) -> f32 {
        let aside = self.aside(shoulder).abs() / self.height;
        3.0 * (aside - 0.22).max(0.0) + 20.0 * (0.06 - aside).max(0.0)
    }

    /// The way along the bones from the first joint of a side to this one: an arm begins at the trunk or at a clavicle.
    fn way_from_trunk(&self, joint: JointId) -> f32 {
        self.lefts_above(joint).last().map_or(0.0, |top| self.along(top, joint))
    }

    /// The longest bone from a joint to one of a pair that hangs on it: beside a wrist there may be a thumb.
    fn longest_bone(&self, joint: JointId) -> f32 {
        let pairs = self.skeleton.children(joint).filter(|&child| self.partner(child).is_some());
        pairs.map(|child| self.at(child).distance(self.at(joint))).fold(f32::MIN_POSITIVE, f32::max)
    }

    /// Whether joints of a pair leave a limb between two of its joints, as fingers leave a hand.
    fn branches_between(&self, upper: JointId, lower: JointId) -> bool {
        let between = self.skeleton.ancestors(lower).skip(1).take_while(|&joint| joint != upper);
        let mut between = between;
        between.any(|joint| {
            self.skeleton.children(joint).filter(|&child| self.partner(child).is_some()).count() > 1
        })
    }

    fn unlike(&self, upper: JointId, lower: JointId) -> f32 {
        if self.built_alike(upper, lower) { 0.0 } else { UNLIKE }
    }

    /// A loose end is alike when its partner hangs on the same joint or on the partner of that.
    fn unlike_end(&self, end: JointId) -> f32 {
        let parent = |joint: JointId| self.skeleton.parent(joint);
        let Some(other) = self.partner(end) else { return UNLIKE };
        let mirrored = parent(end).and_then(|above| self.partner(above)).or(parent(end));
        if parent(other) == mirrored { 0.0 } else { UNLIKE }
    }

    /// Whether joints of a pair hang on this one, more than a share of the height below it.
    fn hangs_below(&self, joint: JointId, share: f32) -> bool {
        let lower = |other: &JointId| self.high(joint) - self.high(*other) > share || share <= 0.0;
        self.below(joint).any(|other| self.partner(other).is_some() && lower(&other))
    }

    pub(super) fn below(&self, joint: JointId) -> impl Iterator<Item = JointId> + '_ {
        // Parents come before their children.
        let later = self.skeleton.ids().skip(joint.index() + 1);
        later.filter(move |&other| carries(self.skeleton, joint, other))
    }
}

fn best(limbs: impl Iterator<Item = Limb>) -> Option<Limb> {
    limbs.max_by(|a, b| a.score.total_cmp(&b.score))
}

/// The length of a bone; none for two joints at one place.
fn bone(from: Vec3, to: Vec3) -> Option<f32> {
    Some(from.distance(to)).filter(|&length| length > 1e-6)
}
