//! Limbs found by their shape in the rest pose, for rigs whose names say nothing.

use glam::Vec3;

use super::{Side, carries, common_ancestor, path_down};
use crate::{JointId, Skeleton};

/// A leg is at least this share of the figure's height, counted along its bones; fingers and ears are not.
const SHORTEST_LEG: f32 = 0.25;

/// The same for arms.
const SHORTEST_ARM: f32 = 0.2;

/// Chains of joints from the first one that only this limb has to its tip.
#[derive(Debug, Default)]
pub(super) struct Limbs {
    pub(super) legs: Option<[Vec<JointId>; 2]>,
    pub(super) arms: Option<[Vec<JointId>; 2]>,
}

/// The legs and arms of a skeleton, left first. `side` is what names say about a joint; where both tips of a pair
/// have no side, the one on the left of the figure in the rest pose is left.
pub(super) fn limbs(skeleton: &Skeleton, rest: &[Vec3], side: impl Fn(JointId) -> Option<Side>) -> Limbs {
    let (low, high) = rest.iter().fold((f32::MAX, f32::MIN), |(low, high), p| (low.min(p.y), high.max(p.y)));
    let shape = Shape { skeleton, rest, height: high - low };
    let Some(legs) = shape.lowest_pair() else { return Limbs::default() };
    let left = shape.left_of_feet(&legs);
    let sorted = |pair: [Vec<JointId>; 2]| shape.left_first(pair, left, &side);
    let arms = shape.widest_pair(&legs, left).map(sorted);
    Limbs { legs: Some(sorted(legs)), arms }
}

/// Where the two long bones of a limb begin in a chain: the neighbouring pair of bones with the greatest length.
/// `None` for chains of fewer than three joints.
pub(super) fn two_long_bones(chain: &[JointId], rest: &[Vec3]) -> Option<[JointId; 3]> {
    let at = |joint: JointId| rest[joint.index()];
    // The shorter bone decides, so that a long foot or clavicle is not taken for a shin or an upper arm.
    let shorter = |w: &[JointId]| at(w[0]).distance(at(w[1])).min(at(w[1]).distance(at(w[2])));
    let best = chain.windows(3).max_by(|a, b| shorter(a).total_cmp(&shorter(b)))?;
    Some([best[0], best[1], best[2]])
}

struct Shape<'a> {
    skeleton: &'a Skeleton,
    rest: &'a [Vec3],
    height: f32,
}

impl Shape<'_> {
    fn at(&self, joint: JointId) -> Vec3 {
        self.rest[joint.index()]
    }

    fn length(&self, chain: &[JointId]) -> f32 {
        chain.windows(2).map(|bone| self.at(bone[0]).distance(self.at(bone[1]))).sum()
    }

    /// The chains of two tips from where they part, when both are long enough to be limbs.
    fn parted(&self, a: JointId, b: JointId, shortest: f32) -> Option<[Vec<JointId>; 2]> {
        let trunk = common_ancestor(self.skeleton, a, b);
        let chains = [a, b].map(|tip| path_down(self.skeleton, trunk, tip));
        let long = |chain: &Vec<JointId>| chain.len() >= 3 && self.length(chain) >= shortest * self.height;
        chains.iter().all(long).then_some(chains)
    }

    fn lowest_pair(&self) -> Option<[Vec<JointId>; 2]> {
        let mut leaves = self.skeleton.leaves();
        leaves.sort_by(|&a, &b| self.at(a).y.total_cmp(&self.at(b).y));
        let (&lowest, others) = leaves.split_first()?;
        others.iter().find_map(|&other| self.parted(lowest, other, SHORTEST_LEG))
    }

    /// The direction of the figure's left side: up × forward, where forward is from the ankles to the tips of the
    /// feet; +X when the feet do not say.
    fn left_of_feet(&self, legs: &[Vec<JointId>; 2]) -> Vec3 {
        let foot = |chain: &Vec<JointId>| {
            let ankle = two_long_bones(chain, self.rest).map_or(chain[0], |bones| bones[2]);
            self.at(chain[chain.len() - 1]) - self.at(ankle)
        };
        let across = (self.at(legs[1][0]) - self.at(legs[0][0])).with_y(0.0).normalize_or(Vec3::X);
        let forward: Vec3 = legs.iter().map(foot).sum();
        let left = Vec3::Y.cross(forward);
        let turn = if left.length() > 0.01 * self.height { left.dot(across) } else { across.x };
        if turn < 0.0 { -across } else { across }
    }

    /// The two longest reaching chains to the left and right that are no legs.
    fn widest_pair(&self, legs: &[Vec<JointId>; 2], left: Vec3) -> Option<[Vec<JointId>; 2]> {
        let in_leg = |tip| legs.iter().any(|leg| carries(self.skeleton, leg[0], tip));
        let middle = (self.at(legs[0][0]) + self.at(legs[1][0])) / 2.0;
        let reach = |tip: JointId| (self.at(tip) - middle).dot(left);
        let mut tips: Vec<_> = self.skeleton.leaves().into_iter().filter(|&tip| !in_leg(tip)).collect();
        tips.sort_by(|&a, &b| reach(b).total_cmp(&reach(a)));
        let (&leftmost, others) = tips.split_first()?;
        others.iter().rev().find_map(|&other| self.parted(leftmost, other, SHORTEST_ARM))
    }

    fn left_first(
        &self,
        [a, b]: [Vec<JointId>; 2],
        left: Vec3,
        side: &impl Fn(JointId) -> Option<Side>,
    ) -> [Vec<JointId>; 2] {
        let named = |chain: &[JointId]| chain.iter().find_map(|&joint| side(joint));
        let a_is_left = match (named(&a), named(&b)) {
            (Some(Side::Left), _) | (None, Some(Side::Right)) => true,
            (Some(Side::Right), _) | (None, Some(Side::Left)) => false,
            (None, None) => {
                let place = |chain: &[JointId]| {
                    chain.iter().map(|&joint| self.at(joint).dot(left)).sum::<f32>() / chain.len() as f32
                };
                place(&a) >= place(&b)
            }
        };
        if a_is_left { [a, b] } else { [b, a] }
    }
}
