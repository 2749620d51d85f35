//! Heels that rise where a leg is too short.
//!
//! A leg that is pulled straight snaps: near its full length the angle of the knee goes with the root of the distance. So
//! an ankle comes gently nearer to the hip before that, and the foot turns about its toes to let it.

use glam::{DQuat, DVec3};

/// The last part of a straight leg that is used ever more slowly. A knee bent by 30° is about there.
const SOFT_SHARE: f64 = 0.035;

/// How far from the hip an ankle is put that is wanted at some distance, given the distance in the capture and the length
/// of the straight leg: at most half of what the capture leaves is used freely, so a leg that is captured nearly straight
/// may stay so.
pub(super) fn soft_reach(wanted: f64, captured: f64, straight: f64) -> f64 {
    let room = (SOFT_SHARE * straight).min((straight - captured) / 2.0);
    let free = straight - room;
    if wanted <= free || room < 1e-9 {
        return wanted.min(straight);
    }
    straight - room * (-(wanted - free) / room).exp()
}

/// The turn of a foot about its toe that brings the ankle to a distance from the hip, or as near to it as it can; none
/// where the ankle is near enough.
pub(super) fn raise(hip: DVec3, ankle: DVec3, toe: DVec3, reach: f64) -> DQuat {
    let (foot, line) = (ankle - toe, hip - toe);
    let axis = foot.cross(line).try_normalize();
    let Some(axis) = axis.filter(|_| hip.distance(ankle) > reach) else { return DQuat::IDENTITY };
    // The law of cosines in the triangle of toe, ankle and hip.
    let cosine = (foot.length_squared() + line.length_squared() - reach * reach)
        / (2.0 * foot.length() * line.length());
    let opened = foot.angle_between(line) - cosine.clamp(-1.0, 1.0).acos();
    DQuat::from_axis_angle(axis, opened)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn reach_grows_without_jumps_up_to_a_straight_leg(captured in 0.3..0.799f64, wanted in 0.3..1.0f64) {
            let reach = |wanted: f64| soft_reach(wanted, captured, 0.8);
            prop_assert!(reach(wanted) <= wanted.min(0.8) + 1e-12);
            let step = 1e-7;
            let slope = (reach(wanted + step) - reach(wanted)) / step;
            prop_assert!((-1e-6..=1.0 + 1e-6).contains(&slope));
            prop_assert!((reach(captured) - captured).abs() < 1e-12, "what was captured is within reach");
        }

        #[test]
        fn the_ankle_comes_as_near_as_it_should(x in -0.2..0.2f64, z in -0.1..0.2f64, less in 0.0..0.05f64) {
            let (hip, ankle, toe) = (DVec3::new(x, 0.9, z), DVec3::new(0.0, 0.08, 0.0), DVec3::new(0.0, 0.0, 0.15));
            let reach = hip.distance(ankle) - less;
            let turn = raise(hip, ankle, toe, reach);
            let raised = toe + turn * (ankle - toe);
            prop_assert!((hip.distance(raised) - reach).abs() < 1e-9, "{}", hip.distance(raised));
            prop_assert!(raised.y >= ankle.y - 1e-9, "the heel rises");
        }
    }

    #[test]
    fn a_foot_that_cannot_help_points_at_the_hip() {
        let (hip, ankle, toe) = (DVec3::Y * 2.0, DVec3::new(0.0, 0.08, -0.15), DVec3::ZERO);
        let raised = raise(hip, ankle, toe, 0.8) * ankle;
        assert!(raised.angle_between(hip) < 1e-6);
        assert_eq!(raise(hip, hip * 0.05, toe, 0.8), DQuat::IDENTITY);
    }
}
