//! Heels that rise where a leg is too short.

use glam::{DQuat, DVec3};

/// The turn of a foot about its ball that brings the ankle nearer to the hip, up to a distance; none where it is near enough.
///
/// A foot that points at the hip brings its ankle no nearer by turning, so what a turn moves is weighed against what it gains:
/// without that, heels pop.
pub(super) fn raise(hip: DVec3, ankle: DVec3, ball: DVec3, reach: f64) -> DQuat {
    let (foot, from_hip) = (ankle - ball, ankle - hip);
    let away = from_hip.length();
    if away <= reach {
        return DQuat::IDENTITY;
    }
    // What the ankle comes nearer by a turn about an axis is the length of this along it.
    let lever = from_hip.cross(foot) / away;
    let gain = PRICE * lever / (foot.length_squared() + PRICE * lever.length_squared());
    DQuat::from_scaled_axis(gain * (away - reach))
}

/// How much more it costs that an ankle is too far away than that the foot turns by as much.
const PRICE: f64 = 9.0;

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn the_ankle_comes_nearer_and_not_too_near(x in -0.2..0.2f64, z in -0.1..0.2f64, less in 0.0..0.05f64) {
            let (hip, ankle, toe) = (DVec3::new(x, 0.9, z), DVec3::new(0.0, 0.08, 0.0), DVec3::new(0.0, 0.0, 0.15));
            let reach = hip.distance(ankle) - less;
            let turn = raise(hip, ankle, toe, reach);
            let raised = toe + turn * (ankle - toe);
            let over = hip.distance(raised) - reach;
            prop_assert!((-0.1 * less - 1e-9..=less).contains(&over), "{over} of {less}");
            let lever = (ankle - hip).angle_between(ankle - toe).sin();
            prop_assert!(lever < 0.5 || over < 0.35 * less + 1e-9, "{over} of {less}, {lever}");
            prop_assert!(raised.y >= ankle.y - 1e-9, "the heel rises");
        }
    }

    #[test]
    fn a_foot_that_cannot_help_stays() {
        let (hip, ankle, toe) = (DVec3::Y * 2.0, DVec3::Y * 0.15, DVec3::ZERO);
        assert_eq!(raise(hip, ankle, toe, 1.8), DQuat::IDENTITY, "it points at the hip");
        assert_eq!(raise(hip, ankle, toe, 1.9), DQuat::IDENTITY, "the ankle is near enough");
    }
}
