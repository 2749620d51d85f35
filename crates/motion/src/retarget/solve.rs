//! Two bones to a goal, in places of the world.

use glam::{Quat, Vec3};

/// What a bend costs against a miss: a limb of two bones of 0.5 m trades this many metres for a radian. Near the straight limb,
/// where a bend hardly changes the reach, the middle joint therefore hardly moves; an exact solution would snap it.
const STIFFNESS: f64 = 0.02;

/// Steps in the search for the bend, at most; the tangent mostly leads there in five.
const STEPS: usize = 30;

/// The bend is found once a step is smaller than this, in radians.
const EXACT: f64 = 1e-8;

/// Sine of the bend from which on the pose alone says where the limb bends to; below, the hint counts more and more.
const BENT: f32 = 0.05;

/// Where the joints of a limb are.
#[derive(Clone, Copy, Debug)]
pub(super) struct Bones {
    pub(super) start: Vec3,
    pub(super) middle: Vec3,
    pub(super) end: Vec3,
}

/// How two bones are turned to reach a goal.
#[derive(Clone, Copy, Debug)]
pub(super) struct Solved {
    pub(super) upper: Quat,
    pub(super) lower: Quat,
    pub(super) bones: Bones,
}

impl Bones {
    /// Turns the bones by the smallest turns so that they point at `goal` and end there, or near it where that takes much more
    /// bend or less. They go on bending where they bend; straight ones bend towards `hint`.
    pub(super) fn reach(&self, goal: Vec3, hint: Vec3) -> Option<Solved> {
        let (a, b) = (self.start.distance(self.middle), self.middle.distance(self.end));
        let (before, asked) = (self.end - self.start, goal - self.start);
        let (line, aim) = (before.try_normalize()?, asked.try_normalize()?);
        let reach = damped(asked.length(), before.length(), [a, b]);
        let turn = Quat::from_rotation_arc(line, aim);
        let off = self.middle - self.start - line * (self.middle - self.start).dot(line);
        let own = (off.length() / (BENT * a.max(1e-6))).min(1.0);
        let hint = (hint - line * hint.dot(line)).normalize_or_zero();
        let bend = turn * (off.normalize_or_zero() * own + hint * (1.0 - own));
        let bend = (bend - aim * bend.dot(aim)).try_normalize()?;
        // The law of cosines: how far along the line the middle joint stands, and how far off it.
        let along = (a * a - b * b + reach * reach) / (2.0 * reach);
        let aside = (a * a - along * along).max(0.0).sqrt();
        let middle = self.start + aim * along + bend * aside;
        let end = self.start + aim * reach;
        let arc =
            |from: Vec3, to: Vec3| Some(Quat::from_rotation_arc(from.try_normalize()?, to.try_normalize()?));
        let upper = arc(self.middle - self.start, middle - self.start)?;
        let lower = arc(self.end - self.middle, end - middle)?;
        Some(Solved { upper, lower, bones: Self { start: self.start, middle, end } })
    }
}

/// The reach between `before` and `asked` that misses by little and bends by little more: the bend φ of least
/// (reach(φ) − asked)² + m²(φ − φ₀)².
fn damped(asked: f32, before: f32, bones: [f32; 2]) -> f32 {
    let [a, b] = bones.map(f64::from);
    let reach = |cos: f64| (a * a + b * b + 2.0 * a * b * cos).max(1e-12).sqrt();
    let bend = |reach: f64| libm::acos(((reach * reach - a * a - b * b) / (2.0 * a * b)).clamp(-1.0, 1.0));
    let (asked, rest, stiffness) = (f64::from(asked), bend(before.into()), STIFFNESS * (a + b));
    // Half the derivative of the cost by the bend, and the derivative of that.
    let pull = |bend: f64| {
        let (sin, cos) = libm::sincos(bend);
        let now = reach(cos);
        let turning = -a * b * sin / now;
        let curving = (-a * b * cos - turning * turning) / now;
        let pull = (now - asked) * turning + stiffness * stiffness * (bend - rest);
        (pull, turning * turning + (now - asked) * curving + stiffness * stiffness)
    };
    let mut found = bend(asked);
    let (mut low, mut high) = (rest.min(found), rest.max(found));
    for _ in 0..STEPS {
        let (pull, slope) = pull(found);
        if pull < 0.0 {
            low = found
        } else {
            high = found
        }
        let next = found - pull / slope;
        let next = if (low..=high).contains(&next) { next } else { f64::midpoint(low, high) };
        if (next - std::mem::replace(&mut found, next)).abs() < EXACT {
            break;
        }
    }
    reach(libm::cos(found)) as f32
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn point(size: f32) -> impl Strategy<Value = Vec3> {
        (-size..size, -size..size, -size..size).prop_map(|(x, y, z)| Vec3::new(x, y, z))
    }

    proptest! {
        #[test]
        fn bones_keep_their_lengths_and_meet_goals_within_reach(
            middle in point(1.0), end in point(1.0), goal in point(1.2), hint in point(1.0),
        ) {
            let bones = Bones { start: Vec3::ZERO, middle, end: middle + end };
            prop_assume!(middle.length() > 0.1 && end.length() > 0.1 && bones.end.length() > 0.05 && goal.length() > 0.05);
            let Some(solved) = bones.reach(goal, hint) else { return Ok(()) };
            let (a, b) = (middle.length(), end.length());
            let found = solved.bones;
            prop_assert!((found.start.distance(found.middle) - a).abs() < 1e-3);
            prop_assert!((found.middle.distance(found.end) - b).abs() < 1e-3);
            prop_assert!((solved.upper * middle).distance(found.middle) < 1e-3);
            prop_assert!((solved.lower * end).distance(found.end - found.middle) < 1e-3);
            let [before, asked, given] = [bones.end, goal, found.end].map(|end| end.distance(bones.start));
            prop_assert!((before.min(asked) - 1e-3..=before.max(asked) + 1e-3).contains(&given), "{before} {asked} {given}");
            let bent = |reach: f32| (0.4 * (a + b)..0.85 * (a + b)).contains(&reach) && reach > 2.0 * (a - b).abs();
            if a.min(b) > 0.3 && bent(before) && bent(asked) {
                prop_assert!(found.end.distance(goal) < 0.1 * (before - asked).abs() + 1e-3, "{found:?}");
            }
        }

        #[test]
        fn reach_grows_with_what_is_asked(asked in 0.2_f32..3.0, more in 0.0_f32..0.1, before in 0.2_f32..0.99) {
            let (less, more) = (damped(asked, before, [0.5; 2]), damped(asked + more, before, [0.5; 2]));
            prop_assert!(less <= more + 1e-6 && more <= 1.0);
        }
    }

    #[test]
    fn a_knee_that_is_asked_to_straighten_does_so_slowly() {
        let straight = |asked: f32| damped(asked, 0.985, [0.5; 2]);
        assert!(straight(0.99) > 0.986, "it goes along");
        assert!(straight(1.0) < 0.9985, "but not all the way");
    }

    #[test]
    fn a_goal_where_the_end_is_changes_nothing() {
        let bones = Bones { start: Vec3::Y, middle: Vec3::new(0.0, 0.5, 0.1), end: Vec3::ZERO };
        let solved = bones.reach(Vec3::ZERO, Vec3::Z).unwrap();
        assert!(solved.bones.middle.distance(bones.middle) < 1e-5);
        let straight = Bones { middle: Vec3::Y * 0.5, ..bones };
        assert!(straight.reach(Vec3::ZERO, Vec3::Z).unwrap().bones.middle.distance(straight.middle) < 0.03);
    }
}
