//! Legs and arms that follow a wish without snapping.

use glam::DVec3;
use segue_motion::{Anatomy, IkSettings, JointId, Pose, Rigid, Side, Skeleton, TwoBone};

/// Halvings of the knee's angle: far below what can be seen.
const BISECTIONS: usize = 30;

/// A leg or an arm that is moved.
#[derive(Clone, Copy, Debug)]
pub(super) struct DampedLimb {
    chain: TwoBone,
    /// Hip, knee and ankle, or shoulder, elbow and wrist.
    joints: [JointId; 3],
}

impl DampedLimb {
    pub(super) fn leg(skeleton: &Skeleton, anatomy: &Anatomy, side: Side) -> Option<Self> {
        let leg = anatomy.leg(side)?;
        Some(Self { chain: TwoBone::leg(skeleton, anatomy, side)?, joints: [leg.hip, leg.knee, leg.ankle] })
    }

    pub(super) fn arm(skeleton: &Skeleton, anatomy: &Anatomy, side: Side) -> Option<Self> {
        let arm = anatomy.arm(side)?;
        let joints = [arm.shoulder, arm.elbow, arm.wrist];
        Some(Self { chain: TwoBone::arm(skeleton, anatomy, side)?, joints })
    }

    /// Puts the end at `wish`, as far as the joint in the middle gives way softly: `softness` is the damping as a share of the
    /// mean bone. The end keeps its orientation in the world. Gives where it has come to lie.
    ///
    /// Near the straight limb, where exact solutions snap, the joint in the middle hardly moves.
    pub(super) fn put(&self, skeleton: &Skeleton, pose: &mut Pose, wish: DVec3, softness: f64) -> DVec3 {
        let mut world = Vec::new();
        pose.world_from_joints(skeleton, &mut world);
        let [start, middle, end] = self.places(&world);
        let bones = [start.distance(middle), middle.distance(end)];
        let way = wish - start;
        let bend = bend(bones, start.distance(end));
        let damped = soft_bend(bones, way.length(), bend, softness * (bones[0] + bones[1]) / 2.0);
        let target = start + way.normalize_or(end - start) * span(bones, damped);
        self.chain.solve(skeleton, pose, target.as_vec3(), &IkSettings::default());
        target
    }

    /// Where its three joints are.
    pub(super) fn places(&self, world: &[Rigid]) -> [DVec3; 3] {
        self.joints.map(|joint| world[joint.index()].translation.as_dvec3())
    }
}

/// The distance from hip to ankle when the knee is bent by an angle, 0 being straight.
fn span([thigh, shank]: [f64; 2], bend: f64) -> f64 {
    (thigh * thigh + shank * shank + 2.0 * thigh * shank * bend.cos()).max(0.0).sqrt()
}

/// The bend of a knee whose hip and ankle are this far apart.
fn bend([thigh, shank]: [f64; 2], span: f64) -> f64 {
    let cosine = (span * span - thigh * thigh - shank * shank) / (2.0 * thigh * shank).max(f64::EPSILON);
    cosine.clamp(-1.0, 1.0).acos()
}

/// The bend φ that minimises (span(φ) − wanted)² + damping² (φ − φ₀)²: between the bend it had and the exact one.
fn soft_bend(bones: [f64; 2], wanted: f64, had: f64, damping: f64) -> f64 {
    let exact = bend(bones, wanted);
    let slope = |bend: f64| -bones[0] * bones[1] * bend.sin() / span(bones, bend).max(f64::EPSILON);
    let rise = |bend: f64| (span(bones, bend) - wanted) * slope(bend) + damping * damping * (bend - had);
    let (mut low, mut high) = (had.min(exact), had.max(exact));
    for _ in 0..BISECTIONS {
        let middle = f64::midpoint(low, high);
        if rise(middle) > 0.0 { high = middle } else { low = middle }
    }
    f64::midpoint(low, high)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const BONES: [f64; 2] = [0.42, 0.4];

    proptest! {
        #[test]
        fn the_soft_bend_is_the_least(had in 0.05..2.0f64, wanted in 0.3..1.0f64, damping in 0.001..0.1f64) {
            let cost = |bend: f64| (span(BONES, bend) - wanted).powi(2) + damping * damping * (bend - had).powi(2);
            let found = soft_bend(BONES, wanted, had, damping);
            let tried = (0..=2000).map(|n| std::f64::consts::PI * f64::from(n) / 2000.0);
            let exact = bend(BONES, wanted);
            let between = tried.filter(|bend| (had.min(exact)..=had.max(exact)).contains(bend));
            prop_assert!(between.map(cost).all(|other| cost(found) <= other + 1e-6));
        }

        #[test]
        fn a_wish_that_is_met_changes_nothing(had in 0.02..2.0f64) {
            prop_assert!((soft_bend(BONES, span(BONES, had), had, 0.02) - had).abs() < 1e-6);
        }
    }

    #[test]
    fn a_leg_that_is_nearly_straight_does_not_snap() {
        let had = 0.15;
        let snapped = had - bend(BONES, span(BONES, had) + 0.01);
        let soft = had - soft_bend(BONES, span(BONES, had) + 0.01, had, 0.04 * 0.41);
        assert!(soft < 0.9 * snapped, "{soft} {snapped}");
    }
}
