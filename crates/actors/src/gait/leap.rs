//! A leap out of a run: off one foot, a long flight, onto the other, and on.

use super::pace::Pace;
use super::posture::Habit;
use super::profile::Profile;
use super::route::{MARGIN_STEPS, Route, Walkthrough, duration_of};
use super::steps::Goal;
use super::variation::Variation;
use crate::actor::Actor;
use crate::body::{ArmAngles, BodyPlan};
use crate::curve::ramp;
use crate::error::{ActorError, within};
use crate::figure::Figure;
use crate::perform::check_rate;
use crate::side::Sided;
use crate::truth::{Performance, Span};
use segue_motion::Side;

/// Runs, leaps once, runs on.
#[derive(Clone, Debug, PartialEq)]
pub struct Leap {
    /// Who leaps.
    pub figure: Figure,
    /// Running speed in m/s.
    pub speed: f64,
    /// Time in the air in seconds.
    pub air: f64,
    /// The foot that takes off.
    pub foot: Side,
    /// Frames per second.
    pub rate: f64,
    /// Which of all possible variations.
    pub seed: u64,
}

impl Default for Leap {
    fn default() -> Self {
        Self { figure: Figure::default(), speed: 3.6, air: 0.40, foot: Side::Left, rate: 60.0, seed: 1 }
    }
}

/// Running steps before the leap and after it: enough to show the run.
const STEPS: usize = 3;

/// Longest time on the floor of the foot that takes off, and of the one that lands, in seconds.
const PUSH_SECS: f64 = 0.21;
const CATCH_SECS: f64 = 0.25;

/// How far the body moves over a foot that pushes or catches it, in leg lengths; more is out of the leg's reach.
const PASSAGE: f64 = 0.92;

impl Leap {
    /// Makes the motion.
    ///
    /// # Errors
    /// When the speed or the time in the air is beyond what people do.
    pub fn perform(&self) -> Result<Performance, ActorError> {
        check_rate(self.rate)?;
        within("speed in m/s", self.speed, (2.6, 5.0), "a leap grows out of a run")?;
        within("air in s", self.air, (0.2, 0.46), "less is a stride, more is for champions")?;
        let actor = Actor::new(&self.figure)?;
        let before = MARGIN_STEPS + STEPS;
        // The print after `before` goals takes off; the first print is one before the first goal.
        let first = if before.is_multiple_of(2) { self.foot } else { self.foot.other() };
        let route =
            Route { actor: &actor, goals: self.goals(before), first, from_stand: false, to_stand: false };
        let course = route.course();
        let duration = duration_of(&course);
        let goal = course.contacts[before].up + 0.5 * self.air;
        let span = Span {
            action: "leap",
            start: 0.0,
            end: duration,
            goal: Some(goal),
            parameters: vec![("speed", self.speed), ("air", self.air)],
        };
        Walkthrough { name: "leap", rate: self.rate, duration, spans: vec![span] }.perform_with(
            &course,
            &Habit::new(self.seed, None),
            &|time, plan| {
                self.spread_arms(goal, time, plan);
            },
        )
    }

    /// Opens the arms for balance in the air, the one opposite to the leading leg in front.
    fn spread_arms(&self, apex: f64, time: f64, plan: &mut BodyPlan) {
        let (takeoff, landing) = (apex - 0.5 * self.air, apex + 0.5 * self.air);
        let open =
            ramp(time, takeoff - 0.22, takeoff + 0.16) * (1.0 - ramp(time, landing - 0.10, landing + 0.30));
        let size = ((self.air - 0.16) / 0.22).min(1.0) * open;
        for side in Side::BOTH {
            let arm = &mut plan.arms[side.index()].angles;
            let ahead = if side == self.foot { 0.55 } else { -0.15 };
            *arm = arm.lerp(ArmAngles { flex: ahead, spread: 1.25, twist: 0.1, elbow: 0.75, ..*arm }, size);
        }
    }

    /// A time on the floor of at most `longest` seconds in which the body does not outrun the foot.
    fn on_floor(&self, longest: f64) -> f64 {
        longest.min(PASSAGE * self.figure.leg() / self.speed)
    }

    fn goals(&self, before: usize) -> Vec<Goal> {
        let run = Pace::Run.profile(self.speed);
        let secs = 60.0 / Pace::Run.cadence(&self.figure, self.speed);
        let stride = Goal { profile: run.clone(), length: self.speed * secs, secs, turn: 0.0, wider: 0.0 };
        let mut goals = vec![stride.clone(); before + 2 + STEPS + MARGIN_STEPS];
        let (push, catch) = (self.on_floor(PUSH_SECS), self.on_floor(CATCH_SECS));
        let flying = push + self.air;
        goals[before - 1].profile = takes_off(&run, push / flying);
        goals[before].profile = lands(&run, catch / secs.max(catch + 0.1));
        (goals[before].secs, goals[before].length) = (flying, 0.97 * self.speed * flying);
        goals[before + 1].profile = trails(&run);
        goals[before + 1].secs = secs.max(catch + 0.1);
        goals[before + 1].length = 0.94 * self.speed * goals[before + 1].secs;
        let variation = Variation::free(self.seed, goals.len());
        goals.iter().enumerate().map(|(i, goal)| variation.applied(goal, i)).collect()
    }
}

/// The foot that pushes, on the floor for a share of its step.
fn takes_off(run: &Profile, share: f64) -> Profile {
    let duty = 0.5 * share;
    Profile {
        duty,
        flat: 0.17 * duty,
        rise: 0.35 * duty,
        leaving: 48.0,
        pushing_knee: 20.0,
        loaded_knee: 28.0,
        ..run.clone()
    }
}

/// The foot that flies ahead and catches the body, on the floor for a share of its step.
fn lands(run: &Profile, share: f64) -> Profile {
    let duty = 0.5 * share;
    Profile {
        duty,
        loaded_knee: 28.0,
        swing_thigh: [-22.0, -16.0, 6.0, 40.0, 68.0, 74.0, 64.0, 48.0, 36.0],
        swing_knee: [24.0, 44.0, 80.0, 94.0, 80.0, 56.0, 36.0, 28.0, 34.0],
        swing_foot: [56.0, 74.0, 80.0, 58.0, 26.0, 8.0, 2.0, 0.0, -2.0],
        ..run.clone()
    }
}

/// The leg that pushed: it stays behind in the air and comes forward as the other one catches the body.
fn trails(run: &Profile) -> Profile {
    Profile {
        swing_thigh: [-24.0, -32.0, -34.0, -26.0, -4.0, 24.0, 40.0, 40.0, 32.0],
        swing_knee: [22.0, 34.0, 54.0, 78.0, 102.0, 100.0, 66.0, 34.0, 32.0],
        swing_foot: [51.0, 74.0, 98.0, 108.0, 96.0, 58.0, 20.0, 0.0, -2.0],
        ..run.clone()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::action::check::{rate, side};
    use crate::laws::broken_laws;
    use proptest::prelude::*;

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(24))]
        #[test]
        fn leaps_are_lawful(
            figure in proptest::sample::select(Figure::presets().to_vec()),
            speed in 2.6..5.0f64, air in 0.2..0.46f64, foot in side(), rate in rate(), seed: u64,
        ) {
            let leap = Leap { figure, speed, air, foot, rate, seed }.perform().unwrap();
            let broken = broken_laws(&leap);
            prop_assert!(broken.is_empty(), "{broken:?}");
            let longest = leap.truth.flights.iter().map(|flight| flight.landing - flight.takeoff).fold(0.0, f64::max);
            prop_assert!((longest / rate - air).abs() < 0.03, "{longest}");
        }
    }
}
