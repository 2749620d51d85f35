//! Trunk, head and arms of a body that goes.

use std::f64::consts::TAU;

use super::course::Course;
use super::profile::Profile;
use crate::body::{ArmAngles, ArmPlan, BodyPlan, FootPlan, Turn};
use crate::footwork::Footwork;
use crate::noise::Noise;
use crate::side::Sided;
use crate::stand::hanging_arm;
use segue_motion::Side;
use segue_numeric::Random;

/// What makes this person's gait different from the table: no two arms swing alike.
pub(crate) struct Habit {
    arms: [f64; 2],
    chest: Noise,
    head: [Noise; 2],
    swing: [Noise; 2],
}

impl Habit {
    /// `period` makes every habit repeat, for motions that loop.
    pub(crate) fn new(seed: u64, period: Option<f64>) -> Self {
        let noise = |channel: &str, frequency| Noise::looped(seed, channel, frequency, period);
        let mut random = Random::channel(seed, "habit");
        Self {
            arms: [1.0 + 0.08 * random.bell(), 1.0 + 0.08 * random.bell()],
            chest: noise("gait chest", 0.6),
            head: [noise("gait head yaw", 0.35), noise("gait head pitch", 0.5)],
            swing: [noise("gait left arm", 0.5), noise("gait right arm", 0.55)],
        }
    }
}

/// The head begins to turn into a curve this long before the body.
const LOOK_AHEAD_SECS: f64 = 0.3;

/// The chest follows the head into a curve, this long before the pelvis.
const TURN_AHEAD_SECS: f64 = 0.1;

/// The whole body at a time.
pub(crate) fn body(course: &Course<'_>, feet: &[Footwork; 2], habit: &Habit, time: f64) -> BodyPlan {
    let (profile, vigour) = (course.profile(time), course.vigour(time));
    let figure = &course.actor.figure;
    BodyPlan {
        pelvis: course.pelvis(time),
        pelvis_turn: course.pelvis_turn(time),
        chest: chest(course, &profile, habit, (time, vigour)),
        head: head(course, &profile, habit, (time, vigour)),
        feet: Side::BOTH.map(|side| banked(feet[side.index()].at(figure, time), course.bank(time))),
        arms: Side::BOTH.map(|side| arm(course, &profile, habit, side, (time, vigour))),
    }
}

/// A foot in the air leans into the curve with the leg that carries it.
fn banked(foot: FootPlan, bank: f64) -> FootPlan {
    let turn = Turn { roll: foot.turn.roll + bank * foot.free, ..foot.turn };
    FootPlan { turn, ..foot }
}

fn chest(course: &Course<'_>, profile: &Profile, habit: &Habit, (time, vigour): (f64, f64)) -> Turn {
    let angle = TAU * course.phase(time);
    let yaw = profile.chest_yaw * libm::cos(angle) + 0.8 * habit.chest.at(time);
    // The trunk nods forward as the leg takes the weight, just after either strike.
    let lean = profile.lean + profile.lean_nod * libm::cos(2.0 * (angle - 0.2 * TAU));
    let aside = -profile.lean_aside * libm::sin(angle - 0.2) + 0.4 * habit.chest.at(time + 0.7);
    let standing = 0.02;
    Turn {
        yaw: course.heading(time + TURN_AHEAD_SECS) + vigour * yaw.to_radians(),
        pitch: standing + vigour * (lean.to_radians() - standing) + course.drive(time),
        roll: vigour * aside.to_radians() + course.bank(time),
    }
}

fn head(course: &Course<'_>, profile: &Profile, habit: &Habit, (time, vigour): (f64, f64)) -> Turn {
    let angle = TAU * course.phase(time);
    let wander = 2.0 * habit.head[0].at(time);
    let pitch = profile.gaze + 0.8 * libm::cos(2.0 * (angle - 0.1 * TAU)) + 1.2 * habit.head[1].at(time);
    let standing = 0.03;
    Turn {
        yaw: course.heading(time + LOOK_AHEAD_SECS) + vigour * wander.to_radians(),
        pitch: standing + vigour * (pitch.to_radians() - standing),
        roll: 0.3 * course.bank(time),
    }
}

fn arm(
    course: &Course<'_>,
    profile: &Profile,
    habit: &Habit,
    side: Side,
    (time, vigour): (f64, f64),
) -> ArmPlan {
    let cycle = course.phase(time) + 0.5 * side.index() as f64 - profile.arm_lag;
    let early = |cycle: f64| cycle + 0.5 * profile.arm_haste * (1.0 - libm::cos(TAU * cycle));
    // An arm is back when the foot of its own side strikes.
    let swing = -libm::cos(TAU * early(cycle));
    let size = habit.arms[side.index()] * (1.0 + 0.06 * habit.swing[side.index()].at(time));
    let going = ArmAngles {
        flex: (profile.arm_mean + size * profile.arm_swing * swing).to_radians(),
        spread: (profile.arm_spread + profile.arm_out * swing).to_radians(),
        twist: (profile.arm_twist + profile.twist_swing * swing).to_radians(),
        // The elbow follows the upper arm like a pendulum.
        elbow: (profile.elbow_mean - size * profile.elbow_swing * libm::cos(TAU * early(cycle - 0.06)))
            .to_radians(),
        pronate: 0.35,
        wrist: 0.08 + 0.04 * swing,
        grip: profile.grip,
    };
    let hanging = hanging_arm(&course.actor.figure, side).angles;
    ArmPlan { angles: hanging.lerp(going, vigour), target: None }
}
