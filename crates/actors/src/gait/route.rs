//! A way made of step goals, between standing or going, and its performance.

use super::course::Course;
use super::posture::{Habit, body};
use super::steps::{Goal, Layout, Step};
use super::stride::feet;
use crate::actor::Actor;
use crate::body::BodyPlan;
use crate::contact::Contact;
use crate::error::ActorError;
use crate::perform::Plan;
use crate::stand::Spot;
use crate::truth::{Performance, Span};
use segue_motion::Side;

/// Steps planned beyond the ends of a motion that does not stand there; the influence of a spline's end on its
/// middle falls to a quarter with each key.
pub(crate) const MARGIN_STEPS: usize = 10;

/// Steps into which the body would fall too far behind are shortened; each round halves what is left.
const SHORTENING_ROUNDS: usize = 3;

/// A body that stands at time 0 puts its first foot down a first step's length after this.
const FIRST_STEP_SECS: f64 = 0.6;

/// Standing at the end, beyond coming to rest.
const LAST_STAND_SECS: f64 = 0.25;

/// Goals in order; where the way does not begin or end standing, the first or last [`MARGIN_STEPS`] lie beyond the clip.
pub(crate) struct Route<'a> {
    pub(crate) actor: &'a Actor,
    /// At least two; when the way ends standing the last brings the other foot beside the one before.
    pub(crate) goals: Vec<Goal>,
    /// The foot that steps first.
    pub(crate) first: Side,
    pub(crate) from_stand: bool,
    pub(crate) to_stand: bool,
}

impl<'a> Route<'a> {
    /// Lays the steps out, shortening those into which the body would fall too far behind.
    pub(crate) fn course(&self) -> Course<'a> {
        let mut goals = self.goals.clone();
        let mut course = Course::new(self.actor, self.laid_out(&goals));
        for _ in 0..SHORTENING_ROUNDS {
            let first = course.steps.len() - goals.len();
            for (i, goal) in goals.iter_mut().enumerate() {
                goal.length -= course.overreach(first + i).min(0.3 * goal.length);
            }
            course = Course::new(self.actor, self.laid_out(&goals));
        }
        course
    }

    fn laid_out(&self, goals: &[Goal]) -> Vec<Step> {
        let figure = &self.actor.figure;
        let mut layout = if self.from_stand {
            Layout::from_stand(figure, Spot::ORIGIN, self.first, (0.0, &goals[0]))
        } else {
            Layout::from_going(figure, Spot::ORIGIN, self.first, (0.0, &goals[0]))
        };
        let (body, closing) = goals.split_at(goals.len() - 2);
        for goal in body {
            layout.step(goal);
        }
        if self.to_stand {
            layout.stop(&closing[0], &closing[1]);
        } else {
            for goal in closing {
                layout.step(goal);
            }
        }
        let (origin, time) = if self.from_stand { (1, FIRST_STEP_SECS) } else { (MARGIN_STEPS, 0.0) };
        rebased(layout.finish(), origin, time)
    }
}

/// Seconds from the beginning to rest, or to the first step beyond the clip.
pub(crate) fn duration_of(course: &Course<'_>) -> f64 {
    let in_motion = || course.steps[course.steps.len() - 1 - MARGIN_STEPS].strike;
    course.rest_from().map_or_else(in_motion, |rest| rest + LAST_STAND_SECS)
}

/// How a course becomes a clip.
pub(crate) struct Walkthrough {
    pub(crate) name: &'static str,
    pub(crate) rate: f64,
    pub(crate) duration: f64,
    pub(crate) spans: Vec<Span>,
}

impl Walkthrough {
    pub(crate) fn perform(self, course: &Course<'_>, habit: &Habit) -> Result<Performance, ActorError> {
        self.perform_with(course, habit, &|_, _| ())
    }

    /// Performs with a `flourish` that changes trunk, head and arms of the gait at any time.
    pub(crate) fn perform_with(
        self,
        course: &Course<'_>,
        habit: &Habit,
        flourish: &dyn Fn(f64, &mut BodyPlan),
    ) -> Result<Performance, ActorError> {
        let feet = feet(course);
        let flights = flights(&course.contacts);
        Plan {
            name: self.name,
            actor: course.actor,
            rate: self.rate,
            duration: self.duration,
            body: &|time| {
                let mut plan = body(course, &feet, habit, time);
                flourish(time, &mut plan);
                plan
            },
            feet: &feet,
            flights: &flights,
            phase: Some(&|time| course.phase(time)),
            spans: self.spans,
            hand_plants: vec![],
            hand_ways: vec![],
            bound: vec![],
        }
        .perform()
    }
}

/// Moves all steps so that step `origin`'s spot is the world's origin, facing +Z, and it strikes at `time`.
pub(crate) fn rebased(mut steps: Vec<Step>, origin: usize, time: f64) -> Vec<Step> {
    let (from, yaw) = (steps[origin].spot.at, steps[origin].spot.yaw);
    let later = time - steps[origin].strike;
    let back = glam::DQuat::from_rotation_y(-yaw);
    for step in &mut steps {
        step.strike += later;
        let print = back * (step.print.point() - from);
        (step.print.x, step.print.z, step.print.yaw) = (print.x, print.z, step.print.yaw - yaw);
        step.spot = Spot { at: back * (step.spot.at - from), yaw: step.spot.yaw - yaw };
    }
    steps
}

/// The gaps in which no foot is on the floor.
fn flights(contacts: &[Contact]) -> Vec<(f64, f64)> {
    contacts.windows(2).map(|pair| (pair[0].up, pair[1].down)).filter(|(up, down)| up < down).collect()
}
