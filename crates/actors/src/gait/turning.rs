//! Turning: on the spot, and sharply while walking.

use super::pace::{Pace, pendulum};
use super::posture::Habit;
use super::route::{Route, Walkthrough, duration_of};
use super::steps::Goal;
use super::variation::Variation;
use crate::actor::Actor;
use crate::curve::lerp;
use crate::error::{ActorError, within};
use crate::figure::Figure;
use crate::perform::check_rate;
use crate::truth::{Performance, Span};
use segue_motion::Side;

/// Most that one step turns, in radians: the hips' ease, not their limit.
const TURN_PER_STEP: f64 = 0.62;

/// Turns on the spot with small steps, from stand to stand.
#[derive(Clone, Debug, PartialEq)]
pub struct TurnInPlace {
    /// Who turns.
    pub figure: Figure,
    /// How far, in radians to the left.
    pub angle: f64,
    /// Frames per second.
    pub rate: f64,
    /// Which of all possible variations.
    pub seed: u64,
}

impl Default for TurnInPlace {
    fn default() -> Self {
        Self { figure: Figure::default(), angle: std::f64::consts::FRAC_PI_2, rate: 60.0, seed: 1 }
    }
}

impl TurnInPlace {
    /// Makes the motion.
    ///
    /// # Errors
    /// When the angle is not within 5° and two full turns, or the figure or rate is impossible.
    pub fn perform(&self) -> Result<Performance, ActorError> {
        check_rate(self.rate)?;
        within(
            "angle in radians, either way",
            self.angle.abs(),
            (0.09, 12.6),
            "less is no turn, more is dizzying",
        )?;
        let actor = Actor::new(&self.figure)?;
        let goals = turning_goals(&self.figure, self.angle, 0.0, 0.25);
        let closing = Goal { turn: 0.0, ..goals[0].clone() };
        let goals: Vec<Goal> = goals.into_iter().chain([closing]).collect();
        let goals = varied(self.seed, &goals);
        let span = ("turn", vec![("angle", self.angle)]);
        perform(&actor, goals, self.angle, (self.rate, self.seed), span)
    }
}

/// Walks, turns about sharply within three or four steps, and walks on; from stand to stand.
#[derive(Clone, Debug, PartialEq)]
pub struct WalkAndTurn {
    /// Who walks.
    pub figure: Figure,
    /// Walking speed in m/s.
    pub speed: f64,
    /// How far to turn, in radians to the left.
    pub angle: f64,
    /// Frames per second.
    pub rate: f64,
    /// Which of all possible variations.
    pub seed: u64,
}

impl Default for WalkAndTurn {
    fn default() -> Self {
        let angle = std::f64::consts::PI;
        Self { figure: Figure::default(), speed: 1.3, angle, rate: 60.0, seed: 1 }
    }
}

impl WalkAndTurn {
    /// Makes the motion.
    ///
    /// # Errors
    /// When the speed is no walking speed or the angle is beyond half a turn.
    pub fn perform(&self) -> Result<Performance, ActorError> {
        check_rate(self.rate)?;
        Pace::Walk.check_speed(self.speed)?;
        within(
            "angle in radians, either way",
            self.angle.abs(),
            (0.3, 3.5),
            "the range of a turn on the way",
        )?;
        let actor = Actor::new(&self.figure)?;
        let goals = varied(self.seed, &self.goals());
        let span = ("walk", vec![("speed", self.speed), ("angle", self.angle)]);
        perform(&actor, goals, self.angle, (self.rate, self.seed), span)
    }

    fn goals(&self) -> Vec<Goal> {
        let step = |share: f64| {
            let cadence = Pace::Walk.cadence(&self.figure, self.speed) * (0.82 + 0.18 * share);
            let secs = 60.0 / cadence;
            let profile = Pace::Walk.profile(pendulum(&self.figure) * self.speed).shortened(share);
            Goal { profile, length: share * self.speed * secs, secs, turn: 0.0, wider: 0.0 }
        };
        let full = std::iter::repeat_with(|| step(1.0)).take(FULL_STEPS);
        // The sharper the turn, the slower one walks into it and out of it.
        let sharp = (self.angle.abs() / STOPPING_TURN).min(1.0);
        let slowed = |share: f64| step(lerp(0.96, share, sharp));
        let mut goals: Vec<Goal> = [step(0.66), step(0.93)].into_iter().chain(full.clone()).collect();
        goals.extend([slowed(0.85), slowed(0.6)]);
        goals.extend(turning_goals(
            &self.figure,
            self.angle,
            lerp(0.5 * self.speed, 0.16, sharp),
            lerp(0.8, 0.25, sharp),
        ));
        goals.extend([slowed(0.5), slowed(0.75), slowed(0.93)].into_iter().chain(full));
        goals.extend([step(0.9), step(0.62)]);
        goals.push(Goal { length: 0.0, ..step(0.62) });
        goals
    }
}

/// Full steps before the turn and after it: enough to walk steadily.
const FULL_STEPS: usize = 4;

/// A turn on the way that all but stops the walker, in radians.
const STOPPING_TURN: f64 = 2.6;

/// Steps that turn by `angle` together, each `length` metres long and of this `size`: 1 is a stride, 0 on the spot.
fn turning_goals(figure: &Figure, angle: f64, length: f64, size: f64) -> Vec<Goal> {
    let count = (angle.abs() / TURN_PER_STEP).ceil().max(1.0);
    let secs = 60.0 / Pace::Walk.cadence(figure, 0.95);
    let profile = Pace::Walk.profile(0.8).shortened(size);
    let goal = Goal { profile, length, secs, turn: angle / count, wider: 0.035 };
    vec![goal; count as usize]
}

fn varied(seed: u64, goals: &[Goal]) -> Vec<Goal> {
    let variation = Variation::free(seed, goals.len());
    goals.iter().enumerate().map(|(i, goal)| variation.applied(goal, i)).collect()
}

fn perform(
    actor: &Actor,
    goals: Vec<Goal>,
    angle: f64,
    (rate, seed): (f64, u64),
    (action, parameters): (&'static str, Vec<(&'static str, f64)>),
) -> Result<Performance, ActorError> {
    // The foot on the inside of the turn goes first: it opens the hips.
    let first = if angle > 0.0 { Side::Left } else { Side::Right };
    let route = Route { actor, goals, first, from_stand: true, to_stand: true };
    let course = route.course();
    let duration = duration_of(&course);
    let span = Span { action, start: 0.0, end: duration, goal: None, parameters };
    Walkthrough { name: action, rate, duration, spans: vec![span] }.perform(&course, &Habit::new(seed, None))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::laws::broken_laws;
    use proptest::prelude::*;

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(24))]
        #[test]
        fn turns_are_lawful(
            figure in proptest::sample::select(Figure::presets().to_vec()),
            angle in 0.3..3.1f64, left: bool, speed in 0.9..1.6f64, seed: u64,
        ) {
            let angle = if left { angle } else { -angle };
            let (walker, usual) = (figure.clone(), TurnInPlace::default());
            let on_the_spot = TurnInPlace { figure, angle, seed, ..usual }.perform();
            let on_the_way =
                WalkAndTurn { figure: walker, speed, angle, seed, ..WalkAndTurn::default() }.perform();
            for performance in [on_the_spot, on_the_way] {
                let performance = performance.unwrap();
                let broken = broken_laws(&performance);
                prop_assert!(broken.is_empty(), "{broken:?}");
                let last = performance.clip.frame(performance.clip.last_frame()).rotations[0];
                let off = 2.0 * f64::from(last.y).atan2(f64::from(last.w)) - angle;
                let off = off.rem_euclid(std::f64::consts::TAU);
                prop_assert!(off.min(std::f64::consts::TAU - off) < 0.02, "ends {off} off");
            }
        }
    }

    #[test]
    fn a_turn_that_is_none_is_refused() {
        let error = TurnInPlace { angle: 0.0, ..TurnInPlace::default() }.perform().unwrap_err();
        assert!(error.to_string().contains("must lie between 0.09 and 12.6"), "{error}");
    }
}
