//! Walk, jog, run, sneak: which profile and which rhythm at which speed.

use super::profile::{Profile, jog, run, sneak, walk};
use crate::error::{ActorError, within};
use crate::figure::Figure;
use crate::mix::Mix;

/// A gait.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[expect(missing_docs, reason = "the names say it")]
pub enum Pace {
    Walk,
    Jog,
    Run,
    Sneak,
}

/// Hip to ankle of the average adult, for which rhythms are published.
const AVERAGE_LEG: f64 = 0.86;

impl Pace {
    /// Every pace.
    pub const ALL: [Self; 4] = [Self::Walk, Self::Jog, Self::Run, Self::Sneak];

    /// What the action is called in labels and truth.
    pub fn name(self) -> &'static str {
        match self {
            Self::Walk => "walk",
            Self::Jog => "jog",
            Self::Run => "run",
            Self::Sneak => "sneak",
        }
    }

    /// The speeds in m/s at which an adult goes at this pace.
    pub fn speeds(self) -> (f64, f64) {
        match self {
            Self::Walk => (0.5, 2.1),
            Self::Jog => (1.9, 3.4),
            Self::Run => (3.0, 5.5),
            Self::Sneak => (0.2, 0.9),
        }
    }

    /// A speed in m/s at which most people would go.
    pub fn usual_speed(self) -> f64 {
        match self {
            Self::Walk => 1.35,
            Self::Jog => 2.6,
            Self::Run => 4.2,
            Self::Sneak => 0.5,
        }
    }

    /// Checks a speed against [`Pace::speeds`].
    pub(crate) fn check_speed(self, speed: f64) -> Result<(), ActorError> {
        within("speed in m/s", speed, self.speeds(), &format!("one would not {} otherwise", self.name()))
    }

    /// Steps per minute that a figure chooses at a speed.
    ///
    /// Walking keeps the ratio of step length to cadence: 0.0070 m min, which is 0.0062 to 0.0082 in the captured walks
    /// that the actors are compared with; in a hurry it falls to 0.0060, for longer steps are out of the legs' reach.
    /// Running cadence grows by some 13 steps per minute with each m/s, as it does in the captured runs. Both go with the
    /// square root of leg length, like a pendulum.
    pub fn cadence(self, figure: &Figure, speed: f64) -> f64 {
        let pendulum = pendulum(figure);
        let cadence = match self {
            Self::Walk => libm::sqrt(60.0 * speed / (0.0070 - 0.0010 * hurry(pendulum * speed))),
            Self::Jog | Self::Run => 149.0 + 13.0 * (speed - 2.6),
            Self::Sneak => 34.0 + 60.0 * speed,
        };
        pendulum * cadence
    }

    /// What the gait of a figure with average legs looks like at a speed.
    pub(crate) fn profile(self, speed: f64) -> Profile {
        match self {
            Self::Walk => walking(speed),
            Self::Jog | Self::Run => jog().mix(&run(), ((speed - 2.6) / 2.0).min(1.1)),
            Self::Sneak => sneaking(speed),
        }
    }
}

/// By how much faster than average legs those of a figure swing. At a speed times it, average legs walk alike.
pub(crate) fn pendulum(figure: &Figure) -> f64 {
    libm::sqrt(AVERAGE_LEG / figure.leg())
}

/// How much faster than usual a walk is: 0 at 1.35 m/s, 1 from 1.85 m/s on.
fn hurry(speed: f64) -> f64 {
    ((speed - 1.35) / 0.5).clamp(0.0, 1.0)
}

fn walking(speed: f64) -> Profile {
    let usual = walk();
    // Range of motion grows with speed, contact shrinks.
    let size = (0.55 + 0.45 * speed / 1.35).min(1.25);
    Profile {
        duty: usual.duty - 0.02 * (speed - 1.35),
        // Long steps draw the heel up before the ankle is bent to its end.
        rise: usual.rise - 0.05 * hurry(speed),
        arm_swing: usual.arm_swing * speed / 1.35,
        elbow_swing: usual.elbow_swing * size,
        elbow_mean: usual.elbow_mean + 8.0 * (speed - 1.35),
        pelvis_yaw: usual.pelvis_yaw * size,
        chest_yaw: usual.chest_yaw * size,
        lean: usual.lean + 2.0 * (speed - 1.35),
        loaded_knee: usual.loaded_knee * size.max(0.95),
        // Slow walkers vault over nearly straight legs.
        middle_knee: usual.middle_knee - 7.0 * (1.35 - speed).clamp(0.0, 0.65) / 0.65,
        landing: usual.landing * size.min(1.1),
        leaving: usual.leaving * (0.8 + 0.2 * speed / 1.35).min(1.1),
        surge: usual.surge * size,
        ..usual
    }
}

fn sneaking(speed: f64) -> Profile {
    let usual = sneak();
    Profile { duty: usual.duty - 0.1 * (speed - 0.5), ..usual }
}
