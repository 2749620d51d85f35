//! How fast the bones of a leg have to turn.

use glam::Vec3;

use super::{SETTLING, STILL};
use crate::anatomy::rest_points;
use crate::{Anatomy, Clip, Role, Side, Skeleton};

/// How fast the thigh or shin of the second figure has to turn against the first one's, where its hip and ankle go exactly as
/// the first one's do: two bones between given ends, whose middle is in the same plane, can only lie in one way.
pub(super) fn least_speed(
    role: Role,
    clip: &Clip,
    anatomies: [&Anatomy; 2],
    figures: [&Skeleton; 2],
) -> Option<f64> {
    let (side, is_thigh) = match role {
        Role::Hip(side) => (side, true),
        Role::Knee(side) => (side, false),
        _ => return None,
    };
    let length = Leg::of(anatomies[0], figures[0], side)?.length();
    let own = Leg::of(anatomies[1], figures[1], side)?;
    let own = Leg { thigh: own.thigh / own.length(), shin: own.shin / own.length() };
    let joints = [Role::Hip(side), Role::Knee(side), Role::Ankle(side)].map(|role| anatomies[0].joint(role));
    let [hip, knee, ankle] = [joints[0]?, joints[1]?, joints[2]?];
    let turning = if is_thigh { hip } else { knee };
    let (mut world, mut plane) = (Vec::new(), Vec3::Z);
    let (mut theirs, mut needed) = (0.0_f64, 0.0_f64);
    let mut before = None;
    for pose in clip.frames().skip(SETTLING) {
        pose.world_from_joints(clip.skeleton(), &mut world);
        let [h, k, a] = [hip, knee, ankle].map(|joint| world[joint.index()].translation / length);
        let [thigh, shin] = own.between(a - h, k - h, &mut plane);
        let bone = if is_thigh { thigh } else { shin };
        let now = (bone, world[turning.index()].rotation);
        if let Some((then, turn)) = before.replace(now) {
            needed = needed.max(f64::from(angle(then, now.0)) * clip.rate());
            theirs = theirs.max(f64::from(turn.angle_between(now.1)) * clip.rate());
        }
    }
    Some(needed / theirs.max(STILL))
}

/// The lengths of the bones of a leg.
#[derive(Clone, Copy, Debug)]
struct Leg {
    thigh: f32,
    shin: f32,
}

impl Leg {
    fn of(anatomy: &Anatomy, figure: &Skeleton, side: Side) -> Option<Self> {
        let rest = rest_points(figure);
        let at = |role: Role| Some(rest[anatomy.joint(role)?.index()]);
        let [hip, knee, ankle] = [at(Role::Hip(side))?, at(Role::Knee(side))?, at(Role::Ankle(side))?];
        Some(Self { thigh: hip.distance(knee), shin: knee.distance(ankle) }).filter(|leg| leg.length() > 0.0)
    }

    fn length(self) -> f32 {
        self.thigh + self.shin
    }

    /// The directions of thigh and shin from a hip to an ankle that is at `ankle` from there, with the knee on the side where `knee`
    /// is. A straight leg bends in the `plane` of the frame before.
    fn between(self, ankle: Vec3, knee: Vec3, plane: &mut Vec3) -> [Vec3; 2] {
        let line = ankle.normalize_or(Vec3::NEG_Y);
        let aside = knee - line * knee.dot(line);
        if aside.length() > 0.01 {
            *plane = aside;
        }
        let aside = (*plane - line * plane.dot(line)).normalize_or_zero();
        let reach = ankle.length().clamp((self.thigh - self.shin).abs(), self.length());
        // The law of cosines.
        let along = (self.thigh.powi(2) - self.shin.powi(2) + reach * reach) / (2.0 * reach.max(1e-6));
        let off = (self.thigh.powi(2) - along * along).max(0.0).sqrt();
        let middle = line * along + aside * off;
        [middle.normalize_or(line), (line * reach - middle).normalize_or(line)]
    }
}

fn angle(a: Vec3, b: Vec3) -> f32 {
    a.cross(b).length().atan2(a.dot(b))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bones_lie_between_hip_and_ankle_with_the_knee_where_it_was() {
        let leg = Leg { thigh: 0.3, shin: 0.7 };
        let (ankle, mut plane) = (Vec3::new(0.1, -0.8, 0.1), Vec3::Z);
        let [thigh, shin] = leg.between(ankle, Vec3::new(0.0, -0.4, 0.3), &mut plane);
        assert!((thigh * leg.thigh + shin * leg.shin).distance(ankle) < 1e-5);
        assert!((thigh * leg.thigh).cross(ankle).dot(Vec3::new(0.0, -0.4, 0.3).cross(ankle)) > 0.0);
        let straight = leg.between(Vec3::NEG_Y, Vec3::NEG_Y * 0.5, &mut plane);
        assert!(straight.iter().all(|bone| bone.distance(Vec3::NEG_Y) < 1e-3), "{straight:?}");
    }
}
