//! Walk, jog, run and sneak along a straight line or a circle.

use super::course::Course;
use super::pace::Pace;
use super::posture::{Habit, body};
use super::profile::Profile;
use super::steps::{Goal, Layout, Step};
use super::stride::feet;
use crate::Side;
use crate::synth::actor::Actor;
use crate::synth::contact::Contact;
use crate::synth::error::{SynthError, within};
use crate::synth::figure::Figure;
use crate::synth::noise::Random;
use crate::synth::perform::{Plan, check_rate};
use crate::synth::stand::Spot;
use crate::synth::truth::{Performance, Span};

/// How a piece of locomotion begins and ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Ends {
    /// Whole cycles out of an endless motion; the last frame is the first one, moved on.
    Cyclic,
    /// Begins standing, ends in full motion.
    FromStand,
    /// Begins in full motion, ends standing.
    ToStand,
    /// Begins and ends standing.
    StandToStand,
}

impl Ends {
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
    fn check(&self) -> Result<(), SynthError> {
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
/// use segue_motion::synth::{Locomotion, Pace};
///
/// let walk = Locomotion { cycles: 2, ..Locomotion::new(Pace::Walk) }.perform()?;
/// assert_eq!(walk.truth.phase.len(), walk.clip.len());
/// let error = Locomotion { speed: -1.0, ..Locomotion::new(Pace::Walk) }.perform().unwrap_err();
/// assert!(error.to_string().contains("speed in m/s is -1, but must lie between 0.5 and 2.1"));
/// # Ok::<(), segue_motion::synth::SynthError>(())
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
    pub ends: Ends,
    /// Personal style.
    pub manner: Manner,
    /// Frames per second.
    pub rate: f64,
    /// Which of all possible variations.
    pub seed: u64,
}

/// Steps planned beyond the ends of a motion that does not stand there; the influence of a spline's end on its
/// middle falls to a quarter with each key.
const MARGIN_STEPS: usize = 10;

/// Steps into which the body would fall too far behind are shortened; each round halves what is left.
const SHORTENING_ROUNDS: usize = 3;

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
            ends: Ends::Cyclic,
            manner: Manner::default(),
            rate: 60.0,
            seed: 1,
        }
    }

    /// Makes the motion.
    ///
    /// # Errors
    /// When a parameter is outside the range of people: the error names it and the range.
    pub fn perform(&self) -> Result<Performance, SynthError> {
        self.check()?;
        let actor = Actor::new(&self.figure)?;
        match self.ends {
            Ends::Cyclic => self.perform_cyclic(&actor),
            _ => self.perform_with_ends(&actor),
        }
    }

    fn check(&self) -> Result<(), SynthError> {
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
        self.manner.applied(&self.pace.profile(self.speed))
    }

    fn steady(&self, secs: f64) -> Goal {
        let length = self.speed * secs;
        Goal { profile: self.profile(), length, secs, turn: length * self.curvature, wider: 0.0 }
    }

    fn perform_cyclic(&self, actor: &Actor) -> Result<Performance, SynthError> {
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

    fn perform_with_ends(&self, actor: &Actor) -> Result<Performance, SynthError> {
        let mut goals = self.goals_with_ends();
        let mut course = Course::new(actor, self.laid_out(&goals));
        for _ in 0..SHORTENING_ROUNDS {
            let first = course.steps.len() - goals.len();
            for (i, goal) in goals.iter_mut().enumerate() {
                goal.length -= course.overreach(first + i).min(0.3 * goal.length);
            }
            course = Course::new(actor, self.laid_out(&goals));
        }
        let in_motion = || course.steps[course.steps.len() - 1 - MARGIN_STEPS].strike;
        let duration = course.rest_from().map_or_else(in_motion, |rest| rest + LAST_STAND_SECS);
        self.perform_on(&course, &Habit::new(self.seed, None), duration)
    }

    fn laid_out(&self, goals: &[Goal]) -> Vec<Step> {
        let first = if self.curvature > 0.0 { Side::Left } else { self.figure.handed };
        let mut layout = if self.ends.starts() {
            Layout::from_stand(&self.figure, Spot::ORIGIN, first, (0.0, &goals[0]))
        } else {
            Layout::from_going(&self.figure, Spot::ORIGIN, Side::Left, (0.0, &goals[0]))
        };
        let (body, closing) = goals.split_at(goals.len() - 2);
        for goal in body {
            layout.step(goal);
        }
        if self.ends.stops() {
            layout.stop(&closing[0], &closing[1]);
        } else {
            for goal in closing {
                layout.step(goal);
            }
        }
        let (origin, time) = if self.ends.starts() { (1, FIRST_STEP_SECS) } else { (MARGIN_STEPS, 0.0) };
        rebased(layout.finish(), origin, time)
    }

    /// Goals for getting under way, going, and slowing down, as far as the ends ask for them.
    fn goals_with_ends(&self) -> Vec<Goal> {
        let ramp: &[f64] = match self.pace {
            Pace::Walk | Pace::Sneak => &[0.66, 0.93],
            Pace::Jog => &[0.30, 0.50, 0.72, 0.90],
            Pace::Run => &[0.20, 0.33, 0.50, 0.67, 0.82, 0.94],
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
                // Quick short steps: cadence is nearly there before speed is. The first ones are walked.
                let walked = speed < 1.75 * libm::sqrt(self.figure.leg() / 0.86);
                let profile =
                    if walked { Pace::Walk.profile(speed.max(0.8)) } else { Pace::Jog.profile(speed) };
                // Flights begin small.
                let duty =
                    if walked { profile.duty.min(0.56) } else { profile.duty + 0.06 * (1.0 - share) + 0.02 };
                // The pelvis gets ahead of the feet step by step.
                let ahead = 0.06 + (full.ahead - 0.06) * share;
                let profile = self.manner.applied(&Profile { duty, ahead, ..profile });
                (profile, self.cadence() * (0.95 + 0.05 * share))
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
    ) -> Result<Performance, SynthError> {
        let feet = feet(course);
        let flights = flights(&course.contacts);
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
        Plan {
            name: self.pace.name(),
            actor: course.actor,
            rate: self.rate,
            duration,
            body: &|time| body(course, &feet, habit, time),
            feet: &feet,
            flights: &flights,
            phase: Some(&|time| course.phase(time)),
            spans: vec![span],
            hand_plants: vec![],
        }
        .perform()
    }
}

/// A body that stands at time 0 puts its first foot down a first step's length after this.
const FIRST_STEP_SECS: f64 = 0.75;

/// Standing at the end, beyond coming to rest.
const LAST_STAND_SECS: f64 = 0.25;

/// Moves all steps so that step `origin`'s spot is the world's origin, facing +Z, and it strikes at `time`.
fn rebased(mut steps: Vec<Step>, origin: usize, time: f64) -> Vec<Step> {
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

/// Small differences from step to step.
struct Variation {
    length: Vec<f64>,
    secs: Vec<f64>,
    wider: Vec<f64>,
}

impl Variation {
    fn free(seed: u64, count: usize) -> Self {
        let draw = |channel: &str| {
            let mut random = Random::new(seed, channel);
            (0..count).map(|_| random.bell()).collect::<Vec<_>>()
        };
        Self { length: draw("step length"), secs: draw("step time"), wider: draw("step width") }
    }

    /// Sums to nothing over `count` steps, and repeats.
    fn looped(seed: u64, count: usize) -> Self {
        let centred = |values: Vec<f64>| {
            let mean = values.iter().sum::<f64>() / values.len() as f64;
            values.into_iter().map(|value| value - mean).collect()
        };
        let Self { length, secs, wider } = Self::free(seed, count);
        Self { length: centred(length), secs: centred(secs), wider: centred(wider) }
    }

    fn applied(&self, goal: &Goal, i: usize) -> Goal {
        let i = i % self.length.len();
        Goal {
            length: goal.length * (1.0 + 0.012 * self.length[i]),
            secs: goal.secs * (1.0 + 0.008 * self.secs[i]),
            wider: goal.wider + 0.006 * self.wider[i],
            ..goal.clone()
        }
    }
}
