//! Walk, jog, run and sneak along a straight line or a circle.

use super::course::Course;
use super::pace::{Pace, pendulum};
use super::posture::Habit;
use super::profile::Profile;
use super::route::{MARGIN_STEPS, Route, Walkthrough, duration_of, rebased};
use super::steps::{Goal, Layout};
use super::variation::Variation;
use crate::actor::Actor;
use crate::error::{ActorError, within};
use crate::figure::Figure;
use crate::perform::check_rate;
use crate::stand::Spot;
use crate::truth::{Performance, Span};
use segue_motion::Side;

/// How a piece of locomotion begins and ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum GaitEnds {
    /// Whole cycles out of an endless motion; the last frame is the first one, moved on.
    Cyclic,
    /// Begins standing, ends in full motion.
    FromStand,
    /// Begins in full motion, ends standing.
    ToStand,
    /// Begins and ends standing.
    StandToStand,
}

impl GaitEnds {
    fn starts(self) -> bool {
        matches!(self, Self::FromStand | Self::StandToStand)
    }

    fn stops(self) -> bool {
        matches!(self, Self::ToStand | Self::StandToStand)
    }
}

/// Personal style: factors on what the pace prescribes, 1 leaves it as it is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Manner {
    /// Swing of the arms.
    pub arms: f64,
    /// Forward lean of the trunk.
    pub lean: f64,
    /// How high the feet are lifted.
    pub lift: f64,
    /// Distance between the feet.
    pub width: f64,
    /// Swing of pelvis and chest.
    pub hips: f64,
}

impl Default for Manner {
    fn default() -> Self {
        Self { arms: 1.0, lean: 1.0, lift: 1.0, width: 1.0, hips: 1.0 }
    }
}

impl Manner {
    fn check(&self) -> Result<(), ActorError> {
        let human = "more no longer looks like a person";
        within("manner.arms", self.arms, (0.0, 2.0), human)?;
        within("manner.lean", self.lean, (-0.5, 2.0), human)?;
        within("manner.lift", self.lift, (0.6, 1.4), human)?;
        within("manner.width", self.width, (0.5, 3.0), human)?;
        within("manner.hips", self.hips, (0.0, 2.5), human)
    }

    fn applied(&self, profile: &Profile) -> Profile {
        let lift = |keys: &[f64; 9]| {
            let ends = [keys[0], keys[8]];
            std::array::from_fn(|i| {
                // The ends stay: they belong to the contacts.
                let u = i as f64 / 8.0;
                let straight = ends[0] + (ends[1] - ends[0]) * u;
                straight + self.lift * (keys[i] - straight)
            })
        };
        Profile {
            arm_swing: profile.arm_swing * self.arms,
            elbow_swing: profile.elbow_swing * self.arms,
            lean: profile.lean * self.lean,
            swing_knee: lift(&profile.swing_knee),
            swing_thigh: lift(&profile.swing_thigh),
            half_width: profile.half_width * self.width,
            pelvis_yaw: profile.pelvis_yaw * self.hips,
            pelvis_list: profile.pelvis_list * self.hips,
            chest_yaw: profile.chest_yaw * self.hips,
            ..profile.clone()
        }
    }
}

/// Goes along a line or circle at one pace.
///
/// ```
/// use segue_actors::{Locomotion, Pace};
///
/// let walk = Locomotion { cycles: 2, ..Locomotion::new(Pace::Walk) }.perform()?;
/// assert_eq!(walk.truth.phase.len(), walk.clip.len());
/// let error = Locomotion { speed: -1.0, ..Locomotion::new(Pace::Walk) }.perform().unwrap_err();
/// assert!(error.to_string().contains("speed in m/s is -1, but must lie between 0.5 and 2.1"));
/// # Ok::<(), segue_actors::ActorError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Locomotion {
    /// Who goes.
    pub figure: Figure,
    /// Which gait.
    pub pace: Pace,
    /// Speed along the path in m/s, within [`Pace::speeds`].
    pub speed: f64,
    /// Turn per metre in rad/m, positive to the left; the inverse of the circle's radius.
    pub curvature: f64,
    /// Steps per minute; `None` takes what people choose at this speed.
    pub cadence: Option<f64>,
    /// Where in the cycle a cyclic motion begins: 0 with the left strike, 0.5 with the right one.
    pub start_phase: f64,
    /// Full cycles (two steps each); starting and stopping come on top.
    pub cycles: usize,
    /// How it begins and ends.
    pub ends: GaitEnds,
    /// Personal style.
    pub manner: Manner,
    /// Frames per second.
    pub rate: f64,
    /// Which of all possible variations.
    pub seed: u64,
}

/// Within one step the path may turn by this much: half of what a hip joint can turn.
const TURN_PER_STEP: f64 = 0.70;

/// Greatest sideways acceleration in m/s²: a lean of 20°.
const SIDEWAYS: f64 = 3.6;

impl Locomotion {
    /// Three cycles straight on at the pace's usual speed.
    pub fn new(pace: Pace) -> Self {
        Self {
            figure: Figure::default(),
            pace,
            speed: pace.usual_speed(),
            curvature: 0.0,
            cadence: None,
            start_phase: 0.0,
            cycles: 3,
            ends: GaitEnds::Cyclic,
            manner: Manner::default(),
            rate: 60.0,
            seed: 1,
        }
    }

    /// Makes the motion.
    ///
    /// # Errors
    /// When a parameter is outside the range of people: the error names it and the range.
    pub fn perform(&self) -> Result<Performance, ActorError> {
        self.check()?;
        let actor = Actor::new(&self.figure)?;
        match self.ends {
            GaitEnds::Cyclic => self.perform_cyclic(&actor),
            _ => self.perform_with_ends(&actor),
        }
    }

    fn check(&self) -> Result<(), ActorError> {
        check_rate(self.rate)?;
        self.pace.check_speed(self.speed)?;
        self.manner.check()?;
        within(
            "cycles",
            self.cycles as f64,
            (1.0, 200.0),
            "at least one cycle, and not more than fills memory",
        )?;
        within("start_phase", self.start_phase, (0.0, 1.0), "a share of the cycle")?;
        let usual = self.pace.cadence(&self.figure, self.speed);
        let range = (0.75 * usual, 1.3 * usual);
        within("cadence in steps per minute", self.cadence(), range, "steps would be too long or too short")?;
        let (by_step, by_grip) = (TURN_PER_STEP / self.step_length(), SIDEWAYS / (self.speed * self.speed));
        let tightest = by_step.min(by_grip);
        let why = if by_step < by_grip {
            format!("a step of {:.2} m turns by 40° at most", self.step_length())
        } else {
            format!("at {} m/s a tighter curve throws one over", self.speed)
        };
        within("curvature in rad/m", self.curvature, (-tightest, tightest), &why)
    }

    fn cadence(&self) -> f64 {
        self.cadence.unwrap_or_else(|| self.pace.cadence(&self.figure, self.speed))
    }

    fn step_secs(&self) -> f64 {
        60.0 / self.cadence()
    }

    fn step_length(&self) -> f64 {
        self.speed * self.step_secs()
    }

    fn profile(&self) -> Profile {
        let usual = match self.pace {
            Pace::Jog | Pace::Run => {
                self.pace.profile(self.speed).within_reach(self.figure.leg(), 2.0 * self.step_length())
            }
            Pace::Walk => self.pace.profile(pendulum(&self.figure) * self.speed),
            Pace::Sneak => self.pace.profile(self.speed),
        };
        self.manner.applied(&usual)
    }

    fn steady(&self, secs: f64) -> Goal {
        let length = self.speed * secs;
        Goal { profile: self.profile(), length, secs, turn: length * self.curvature, wider: 0.0 }
    }

    fn perform_cyclic(&self, actor: &Actor) -> Result<Performance, ActorError> {
        // Whole frames, so that the last one is the first one again.
        let frames = (2.0 * self.cycles as f64 * self.step_secs() * self.rate).round();
        let duration = frames / self.rate;
        let secs = duration / (2.0 * self.cycles as f64);
        let variation = Variation::looped(self.seed, 2 * self.cycles);
        let before = 2 * MARGIN_STEPS;
        let steps = before + 2 * self.cycles + 2 * MARGIN_STEPS;
        let goal = |i: usize| variation.applied(&self.steady(secs), i + 2 * self.cycles * before - before);
        let mut layout = Layout::from_going(&self.figure, Spot::ORIGIN, Side::Left, (0.0, &goal(0)));
        for i in 1..=steps {
            layout.step(&goal(i));
        }
        let begin = -self.start_phase * 2.0 * secs;
        let course = Course::new(actor, rebased(layout.finish(), before, begin));
        self.perform_on(&course, &Habit::new(self.seed, Some(duration)), duration)
    }

    fn perform_with_ends(&self, actor: &Actor) -> Result<Performance, ActorError> {
        let first = if self.curvature > 0.0 { Side::Left } else { self.figure.handed };
        let route = Route {
            actor,
            goals: self.goals_with_ends(),
            first: if self.ends.starts() { first } else { Side::Left },
            from_stand: self.ends.starts(),
            to_stand: self.ends.stops(),
        };
        let course = route.course();
        let duration = duration_of(&course);
        self.perform_on(&course, &Habit::new(self.seed, None), duration)
    }

    /// Goals for getting under way, going, and slowing down, as far as the ends ask for them.
    fn goals_with_ends(&self) -> Vec<Goal> {
        let ramp: &[f64] = match self.pace {
            Pace::Walk | Pace::Sneak => &[0.66, 0.93],
            Pace::Jog => &[0.30, 0.50, 0.72, 0.90],
            Pace::Run => &[0.19, 0.31, 0.45, 0.59, 0.72, 0.84, 0.94],
        };
        let variation = Variation::free(self.seed, 2 * self.cycles + 2 * ramp.len() + 2 * MARGIN_STEPS);
        let full = self.steady(self.step_secs());
        let mut goals: Vec<Goal> = Vec::new();
        if self.ends.starts() {
            // While speed grows, the body is always a little behind it.
            let slower = |before: f64, share: f64| 0.5 * before + 0.5 * share;
            let before = std::iter::once(&0.0).chain(ramp);
            goals.extend(ramp.iter().zip(before).map(|(&share, &before)| {
                let goal = self.under_way(share);
                let lag = if before > 0.0 { slower(before, share) / share } else { 1.0 };
                Goal { length: goal.length * lag, turn: goal.turn * lag, ..goal }
            }));
        } else {
            goals.extend(vec![full.clone(); MARGIN_STEPS]);
        }
        goals.extend(vec![full.clone(); 2 * self.cycles]);
        if self.ends.stops() {
            goals.extend(ramp.iter().rev().map(|&share| self.under_way(share)));
            let last = goals.len() - 1;
            goals[last].secs *= 1.08;
            goals.push(Goal { length: 0.0, turn: 0.0, ..goals[last].clone() });
        } else {
            goals.extend(vec![full; MARGIN_STEPS]);
        }
        goals.iter().enumerate().map(|(i, goal)| variation.applied(goal, i)).collect()
    }

    /// A step at a share of the full speed: a slower walk, on the way to a jog.
    fn under_way(&self, share: f64) -> Goal {
        let speed = share * self.speed;
        let full = self.profile();
        let (profile, cadence) = match self.pace {
            Pace::Walk | Pace::Sneak => (full.shortened(share), self.cadence() * (0.8 + 0.2 * share)),
            Pace::Jog | Pace::Run => {
                // Quick short steps: cadence is nearly there before speed is. The first ones are walked, but not the
                // last one, whose leg would swing from a long walking stride into the jog.
                let walked = speed < (1.75 * libm::sqrt(self.figure.leg() / 0.86)).min(0.8 * self.speed);
                let profile = if walked { hurried(speed.max(0.8)) } else { Pace::Jog.profile(speed) };
                // Flights begin small.
                let duty =
                    if walked { profile.duty.min(0.56) } else { profile.duty + 0.06 * (1.0 - share) + 0.02 };
                // The pelvis gets ahead of the feet step by step.
                let ahead = 0.06 + (full.ahead - 0.06) * share;
                let cadence = self.cadence() * (0.95 + 0.05 * share);
                let profile = Profile { duty, ahead, ..profile };
                let profile = if walked {
                    profile
                } else {
                    profile.within_reach(self.figure.leg(), 120.0 * speed / cadence)
                };
                (self.manner.applied(&profile), cadence)
            }
        };
        let secs = 60.0 / cadence;
        let length = speed * secs;
        Goal { profile, length, secs, turn: length * self.curvature, wider: 0.0 }
    }

    fn perform_on(
        &self,
        course: &Course<'_>,
        habit: &Habit,
        duration: f64,
    ) -> Result<Performance, ActorError> {
        let span = Span {
            action: self.pace.name(),
            start: 0.0,
            end: duration,
            goal: None,
            parameters: vec![
                ("speed", self.speed),
                ("curvature", self.curvature),
                ("cadence", self.cadence()),
            ],
        };
        Walkthrough { name: self.pace.name(), rate: self.rate, duration, spans: vec![span] }
            .perform(course, habit)
    }
}

/// A walking step on the way to a jog: the heel is soon up and the knee hardly yields.
fn hurried(speed: f64) -> Profile {
    Profile { rise: 0.33, loaded_knee: 22.0, ..Pace::Walk.profile(speed) }
}
