//! Reaching for a point.

use glam::DVec3;

use super::aim::aimed;
use super::approach::approach;
use super::crouch::{Crouch, spread_knees};
use super::hand::{EXACT_REACH, shoulder_reaching};
use super::posture::Posture;
use super::stage::Stage;
use crate::actor::Actor;
use crate::body::{ArmAngles, HandTarget, facing, leftward};
use crate::curve::ease;
use crate::error::{ActorError, within};
use crate::figure::Figure;
use crate::leg::wrapped;
use crate::side::Sided;
use crate::stand::Spot;
use crate::truth::Performance;
use segue_motion::Side;
use segue_numeric::Random;

/// Reaches for a point with one hand and draws it back. Where the point is too far or behind, it first steps or turns
/// towards it, and ends standing there.
///
/// ```
/// use segue_actors::Reach;
///
/// let reach = Reach { target: [-0.3, 1.4, 0.5], ..Reach::default() }.perform()?;
/// assert_eq!(reach.truth.segments[0].action, "reach");
/// # Ok::<(), segue_actors::ActorError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Reach {
    /// Who reaches.
    pub figure: Figure,
    /// The hand that reaches.
    pub side: Side,
    /// Where the wrist goes in metres: left, up and forward of the point between the feet at the beginning.
    pub target: [f64; 3],
    /// How long the hand stays there, in seconds.
    pub hold: f64,
    /// 0 bends the knees for low points, 1 mostly the back.
    pub stoop: f64,
    /// Speed relative to an unhurried reach.
    pub pace: f64,
    /// Frames per second.
    pub rate: f64,
    /// Which of all possible reaches.
    pub seed: u64,
}

impl Default for Reach {
    fn default() -> Self {
        let figure = Figure::default();
        Self {
            side: figure.handed,
            figure,
            target: [-0.2, 1.2, 0.62],
            hold: 0.15,
            stoop: 0.35,
            pace: 1.0,
            rate: 60.0,
            seed: 1,
        }
    }
}

/// What a hand reaches for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Errand {
    Reach,
    PickUp,
    PutBack,
}

impl Errand {
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Reach => "reach",
            Self::PickUp => "pick up",
            Self::PutBack => "put back",
        }
    }
}

/// Targets more than this to the side are turned to first.
const TURN_FIRST: f64 = 1.25;
/// The least effort of a reach, the most before a step is easier, and the effort left after a step.
const LEAST: f64 = 0.15;
/// The effort of a body that turns and leans away for its arm to come out straight.
const AWAY: f64 = -1.0;
const STRETCHED: f64 = 0.96;
const EASY: f64 = 0.72;
/// A body that may have to sink by this share of its height sets a foot back first.
const DEEP: f64 = 0.2;
/// Steps towards a target are no faster than this pace.
const SLOWLY: f64 = 0.95;
/// Seconds before the landing of the last step at which the hand sets out.
const EARLY: f64 = 0.3;
/// The elbow of a reaching arm points out and down.
pub(super) const ELBOW: DVec3 = DVec3::new(0.75, -1.0, -0.25);

impl Reach {
    /// Makes the motion.
    ///
    /// # Errors
    /// When the target is out of reach or a parameter is outside its range.
    pub fn perform(&self) -> Result<Performance, ActorError> {
        self.check()?;
        let actor = Actor::new(&self.figure)?;
        let mut stage = Stage::new(&actor, self.seed);
        self.play(&mut stage, Errand::Reach)?;
        stage.perform("reach", self.rate)
    }

    pub(crate) fn check(&self) -> Result<(), ActorError> {
        let [x, y, z] = self.target;
        let (h, arm) = (self.figure.height, self.figure.arm());
        within("target height in m", y, self.heights(), "from the shins to above the head")?;
        let away = libm::sqrt(x * x + z * z);
        let nearest = 0.2 * h - 0.1 * h * ease((y / h - 0.8) / 0.2);
        let farthest = 0.9 * arm + 0.65 * h;
        within(
            "target distance in m",
            away,
            (nearest, farthest),
            "beside the body, and no more than two steps away",
        )?;
        within("hold in s", self.hold, (0.0, 60.0), "a reach is held for a while")?;
        within("stoop", self.stoop, (0.0, 1.0), "a share")?;
        within("pace", self.pace, (0.4, 1.6), "slower is a pose, faster is a blow")
    }

    fn heights(&self) -> (f64, f64) {
        (0.125 * self.figure.height, 0.86 * self.figure.height + 0.74 * self.figure.arm())
    }

    fn too_high_or_low(&self, found: f64) -> ActorError {
        let ((low, high), why) =
            (self.heights(), "no posture comes near enough in this direction".to_owned());
        ActorError::OutOfRange { parameter: "target height in m", found, low, high, why }
    }

    /// The reach, from at ease to at ease.
    pub(crate) fn play(&self, stage: &mut Stage<'_>, errand: Errand) -> Result<(), ActorError> {
        let begin = stage.now;
        let home = stage.spot;
        let [x, y, z] = self.target;
        let target = home.at + leftward(home.yaw) * x + facing(home.yaw) * z + DVec3::Y * y;
        let stepped = self.come_near(stage, target)?;
        let (deep, pace) = (self.is_deep(target.y), self.pace.min(SLOWLY));
        // Nothing to do first: the hand sets out while the last foot is in the air.
        let flowing = stepped && !deep && errand != Errand::PutBack;
        if stepped && !flowing {
            stage.relax(0.22 / pace);
        }
        if errand == Errand::PutBack {
            stage.hold(stage.now + 0.02);
            stage.key(stage.now + 0.6 / self.pace, self.carrying(stage));
            stage.now += 0.85 / self.pace;
            stage.hold(stage.now);
        }
        if deep {
            self.crouch().enter(stage, self.pace);
        } else if flowing {
            stage.now -= EARLY / pace;
        } else {
            stage.hold(stage.now + 0.02);
        }
        let effort = self.effort(stage, target)?;
        let mut posture = stage.looking_at(self.reaching(stage, target, effort), target);
        // Eyes look down by themselves when the head is low already.
        posture.head.pitch -=
            0.9 * ((stage.ease().height - posture.height) / self.figure.height).clamp(0.0, 0.3);
        let goal = self.stretch(stage, target, posture, errand);
        stage.span(aimed(
            errand.name(),
            (begin, stage.now),
            (goal, target),
            self.side,
            &[("hold", self.hold)],
        ));
        Ok(())
    }

    /// How far below the height of the hips a target is: 0 not at all, 1 on the floor.
    fn low(&self, height: f64) -> f64 {
        ((0.66 - height / self.figure.height) / 0.56).clamp(0.0, 1.0)
    }

    /// The most a body sinks for a target, as a share of its height.
    fn most_drop(&self, height: f64) -> f64 {
        self.low(height) * (0.335 - 0.105 * self.stoop)
    }

    /// Whether a foot is set back for a target of this height.
    fn is_deep(&self, height: f64) -> bool {
        self.most_drop(height) > DEEP
    }

    pub(super) fn crouch(&self) -> Crouch {
        Crouch { rear: self.side }
    }

    /// Steps and turns towards a target that is too far or too much to the side; returns whether it was.
    fn come_near(&self, stage: &mut Stage<'_>, target: DVec3) -> Result<bool, ActorError> {
        let home = stage.spot;
        let away = target - home.at;
        let (heading, distance) = (libm::atan2(away.x, away.z), libm::hypot(away.x, away.z));
        // The reaching arm does better with the target a little on its own side.
        let wanted = wrapped(heading - home.yaw) - 0.3 * self.side.sign();
        let turns = wanted.abs() > TURN_FIRST;
        let bearing = if turns { 0.3 * self.side.sign() } else { wrapped(heading - home.yaw) };
        let Some(stretched) = self.reach_at(stage, (bearing, target.y), STRETCHED) else {
            return Err(self.too_high_or_low(target.y));
        };
        let easy = self.reach_at(stage, (bearing, target.y), EASY).unwrap_or(0.88 * stretched);
        if !turns && distance <= stretched {
            return Ok(false);
        }
        let ahead = if distance <= stretched { 0.0 } else { distance - easy };
        let at = home.at + facing(heading) * ahead;
        let yaw = if turns { home.yaw + wanted } else { home.yaw };
        let spot = Spot { at: DVec3::new(at.x, home.at.y, at.z), yaw };
        approach(stage, spot, target, self.side, self.pace.min(SLOWLY));
        Ok(true)
    }

    /// The farthest that a point of some bearing and height can be away to be reached with an effort; `None` when it is
    /// too high or too low at any distance.
    fn reach_at(&self, stage: &Stage<'_>, (bearing, height): (f64, f64), effort: f64) -> Option<f64> {
        const STEPS: u32 = 60;
        let mut scratch = Stage::new(stage.actor, 0);
        if self.is_deep(height) {
            self.crouch().enter(&mut scratch, 1.0);
        }
        let mut distances = (1..STEPS).rev().map(|i| self.figure.height * f64::from(i) / f64::from(STEPS));
        distances
            .find(|&away| self.missing(&scratch, facing(bearing) * away + DVec3::Y * height, effort) <= 0.0)
    }

    /// What the arm is too short by when the body gives `effort`.
    fn missing(&self, stage: &Stage<'_>, target: DVec3, effort: f64) -> f64 {
        let posture = self.reaching(stage, target, effort);
        let plan = stage.trial(&posture, self.heels(stage, &posture));
        let shoulder = shoulder_reaching(
            stage.actor,
            &plan,
            self.side,
            HandTarget { wrist: target, elbow: ELBOW, weight: 1.0, palm: None },
        );
        shoulder.distance(target) - (EXACT_REACH - 0.015) * self.figure.arm()
    }

    /// How much of everything the body must give, from [`AWAY`] to 1, for the shoulder to be as near as it must.
    fn effort(&self, stage: &Stage<'_>, target: DVec3) -> Result<f64, ActorError> {
        let (mut low, mut high) = (AWAY, 1.0);
        if self.missing(stage, target, low) <= 0.0 {
            return Ok(low);
        }
        if self.missing(stage, target, high) > 0.0 {
            return Err(self.too_high_or_low(target.y));
        }
        for _ in 0..30 {
            let middle = 0.5 * (low + high);
            if self.missing(stage, target, middle) > 0.0 { low = middle } else { high = middle }
        }
        Ok(high)
    }

    /// The body stretched towards the target with an effort of [`AWAY`] to 1.
    fn reaching(&self, stage: &Stage<'_>, target: DVec3, effort: f64) -> Posture {
        let (figure, spot, out) = (&self.figure, stage.spot, self.side.sign());
        let h = figure.height;
        let away = target - spot.at;
        let turn = wrapped(libm::atan2(away.x, away.z) - spot.yaw);
        let low = self.low(target.y);
        let high = ((target.y - 0.86 * h) / (0.3 * h)).clamp(0.0, 1.0);
        let mut posture = stage.ease().jittered(&mut Random::channel(self.seed, "reach"), 1.0);
        let (away_from, effort) = ((LEAST - effort).max(0.0), effort.max(LEAST));
        let into = turn - out * (0.95 - 0.25 * low + 0.3 * effort - 0.75 * away_from);
        posture.pelvis.yaw += 0.45 * into * (1.0 - 0.4 * low);
        posture.chest.yaw += 0.85 * into;
        let bend = effort * (0.34 + low * (0.82 + 0.7 * self.stoop)) * (1.0 - 0.9 * high);
        posture.pelvis.pitch += 0.42 * bend - 0.12 * high * effort;
        posture.chest.pitch += bend - 0.10 * high * effort;
        // A raised arm lifts its side of the trunk, a lowered one drops it.
        posture.chest.roll += out * effort * (0.22 * high - 0.22 * low - 0.05);
        posture.pelvis.roll += out * effort * (0.06 * high - 0.05 * low);
        posture.arms[self.side.index()] = open_hand();
        let other = &mut posture.arms[self.side.other().index()];
        other.flex += 0.12 + 0.35 * low * effort - 0.25 * high;
        other.spread += 0.12 * effort;
        other.elbow += 0.35 * effort + 0.5 * low;
        let drop = effort * self.most_drop(target.y) * h + 0.012 * h * effort * (1.0 - high);
        let lean = ((0.034 + 0.010 * low) * effort - 0.02 * away_from) * h;
        let towards = DVec3::new(away.x, 0.0, away.z).normalize_or(DVec3::Z);
        let rise = Self::tiptoe_for(high, effort) * figure.ankle_to_ball() * 0.6;
        let balance = posture.balance + self.crouch().shift(stage) + towards * lean;
        let mut posture = posture.lowered(drop - rise).over(balance);
        posture.knees = spread_knees(stage, &posture);
        self.over_balls(stage, posture)
    }
}

/// An arm whose hand is about to take something.
fn open_hand() -> ArmAngles {
    ArmAngles { flex: 0.45, spread: 0.22, twist: 0.15, elbow: 0.85, pronate: 0.9, wrist: -0.1, grip: 0.05 }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::action::check::{self, lawful_for_all, miss, rate, refuses, share, side};
    use proptest::prelude::*;

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(24))]
        #[test]
        fn reaches_are_lawful_and_arrive(
            bearing in -2.5..2.5f64, away in 0.26..0.6f64, high in 0.02..0.98f64, stoop in 0.0..1.0f64,
            pace in 0.7..1.3f64, rate in rate(), side in side(), seed: u64,
        ) {
            lawful_for_all(|figure| {
                let mut reach = Reach { figure, side, stoop, pace, rate, seed, ..Reach::default() };
                let (x, z) = (away * libm::sin(bearing), away * libm::cos(bearing));
                reach.target = [x * reach.figure.height, share(reach.heights(), high), z * reach.figure.height];
                let made = reach.perform()?;
                assert!(miss(&made, check::wrist(side)) < 2e-3);
                Ok(made)
            });
        }
    }

    #[test]
    fn bad_parameters_are_refused_by_name() {
        let at = |target| Reach { target, ..Reach::default() }.perform();
        refuses(at([0.0, 2.6, 0.4]), "target height in m is 2.6");
        refuses(at([0.0, 1.0, 4.0]), "target distance in m is 4");
        refuses(at([0.0, 1.0, 0.05]), "target distance in m is 0.05");
        refuses(Reach { hold: -1.0, ..Reach::default() }.perform(), "hold in s is -1");
        refuses(Reach { stoop: 2.0, ..Reach::default() }.perform(), "stoop is 2");
        refuses(Reach { pace: 0.0, ..Reach::default() }.perform(), "pace is 0");
        refuses(Reach { rate: 0.0, ..Reach::default() }.perform(), "rate in frames per second is 0");
    }
}
