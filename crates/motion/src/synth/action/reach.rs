//! Reaching for a point.

use glam::DVec3;

use super::aim::aimed;
use super::approach::approach;
use super::hand::{EXACT_REACH, HandMove, arm_ends, shoulder_reaching};
use super::posture::{Posture, Score};
use super::stage::Stage;
use crate::Side;
use crate::synth::actor::Actor;
use crate::synth::body::{ArmAngles, HandTarget, facing, leftward};
use crate::synth::curve::ease;
use crate::synth::error::{SynthError, within};
use crate::synth::figure::Figure;
use crate::synth::footwork::Tiptoe;
use crate::synth::leg::wrapped;
use crate::synth::noise::Random;
use crate::synth::side::Sided;
use crate::synth::stand::{Spot, standing};
use crate::synth::truth::Performance;

/// Reaches for a point with one hand and draws it back. Where the point is too far or behind, it first steps or turns
/// towards it, and ends standing there.
///
/// ```
/// use segue_motion::synth::Reach;
///
/// let reach = Reach { target: [-0.3, 1.4, 0.5], ..Reach::default() }.perform()?;
/// assert_eq!(reach.truth.segments[0].action, "reach");
/// # Ok::<(), segue_motion::synth::SynthError>(())
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
const STRETCHED: f64 = 0.96;
const EASY: f64 = 0.72;
/// Heels that are raised at all are raised by this pitch at least.
const LEAST_PITCH: f64 = 0.03;
/// The elbow of a reaching arm points out and down.
const ELBOW: DVec3 = DVec3::new(0.75, -1.0, -0.25);

impl Reach {
    /// Makes the motion.
    ///
    /// # Errors
    /// When the target is out of reach or a parameter is outside its range.
    pub fn perform(&self) -> Result<Performance, SynthError> {
        self.check()?;
        let actor = Actor::new(&self.figure)?;
        let mut stage = Stage::new(&actor, self.seed);
        self.play(&mut stage, Errand::Reach)?;
        stage.perform("reach", self.rate)
    }

    pub(crate) fn check(&self) -> Result<(), SynthError> {
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

    fn too_high_or_low(&self, found: f64) -> SynthError {
        let ((low, high), why) =
            (self.heights(), "no posture comes near enough in this direction".to_owned());
        SynthError::OutOfRange { parameter: "target height in m", found, low, high, why }
    }

    /// The reach, from at ease to at ease.
    pub(crate) fn play(&self, stage: &mut Stage<'_>, errand: Errand) -> Result<(), SynthError> {
        let begin = stage.now;
        let home = stage.spot;
        let [x, y, z] = self.target;
        let target = home.at + leftward(home.yaw) * x + facing(home.yaw) * z + DVec3::Y * y;
        self.come_near(stage, target)?;
        let effort = self.effort(stage, target)?;
        let posture = stage.looking_at(self.reaching(stage, target, effort), target);
        if errand == Errand::PutBack {
            stage.hold(stage.now + 0.02);
            stage.key(stage.now + 0.6 / self.pace, self.carrying(stage));
            stage.now += 0.85 / self.pace;
            stage.hold(stage.now);
        }
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

    /// Steps and turns towards a target that is too far or too much to the side.
    fn come_near(&self, stage: &mut Stage<'_>, target: DVec3) -> Result<(), SynthError> {
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
            return Ok(());
        }
        let ahead = if distance <= stretched { 0.0 } else { distance - easy };
        let at = home.at + facing(heading) * ahead;
        let yaw = if turns { home.yaw + wanted } else { home.yaw };
        approach(stage, Spot { at: DVec3::new(at.x, home.at.y, at.z), yaw }, self.side, self.pace.min(0.95));
        Ok(())
    }

    /// The farthest that a point of some bearing and height can be away to be reached with an effort; `None` when it is
    /// too high or too low at any distance.
    fn reach_at(&self, stage: &Stage<'_>, (bearing, height): (f64, f64), effort: f64) -> Option<f64> {
        const STEPS: u32 = 60;
        let scratch = Stage::new(stage.actor, 0);
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

    /// How much of everything the body must give, 0..=1, for the shoulder to come near enough.
    fn effort(&self, stage: &Stage<'_>, target: DVec3) -> Result<f64, SynthError> {
        let (mut low, mut high) = (LEAST, 1.0);
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

    /// The body stretched towards the target with an effort of 0 to 1.
    fn reaching(&self, stage: &Stage<'_>, target: DVec3, effort: f64) -> Posture {
        let (figure, spot, out) = (&self.figure, stage.spot, self.side.sign());
        let h = figure.height;
        let away = target - spot.at;
        let turn = wrapped(libm::atan2(away.x, away.z) - spot.yaw);
        let low = ((0.66 * h - target.y) / (0.56 * h)).clamp(0.0, 1.0);
        let high = ((target.y - 0.86 * h) / (0.3 * h)).clamp(0.0, 1.0);
        let mut posture = stage.ease().jittered(&mut Random::new(self.seed, "reach"), 1.0);
        let into = turn - out * (0.95 - 0.25 * low + 0.3 * effort);
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
        let drop = effort * low * (0.332 - 0.11 * self.stoop) * h + 0.012 * h * effort * (1.0 - high);
        let lean = (0.034 + 0.010 * low) * effort * h;
        let towards = DVec3::new(away.x, 0.0, away.z).normalize_or(DVec3::Z);
        let rise = Self::tiptoe_for(high, effort) * figure.ankle_to_ball() * 0.6;
        let posture = posture.lowered(drop - rise).over(posture.balance + towards * lean);
        self.over_balls(stage, posture)
    }

    /// Whoever stands on the balls of both feet has his weight over them.
    fn over_balls(&self, stage: &Stage<'_>, posture: Posture) -> Posture {
        /// The weight is this share of the height before the balls: the toes bear too, and behind them nothing does.
        const AHEAD: f64 = 0.009;
        if self.heels(stage, &posture) == [0.0; 2] {
            return posture;
        }
        let balls = Side::BOTH.map(|side| {
            let print = stage.print(side);
            print.point() + facing(print.yaw) * self.figure.ankle_to_ball()
        });
        let ahead = facing(stage.spot.yaw);
        let missing =
            (balls[0].lerp(balls[1], 0.5) - posture.balance).dot(ahead) + AHEAD * self.figure.height;
        posture.over(posture.balance + ahead * missing.max(0.0))
    }

    /// Pitch of the feet when stretching high.
    fn tiptoe_for(high: f64, effort: f64) -> f64 {
        0.55 * high * ease((effort - 0.45) / 0.5)
    }

    /// Goes to the posture and back; returns when the hand arrived.
    fn stretch(&self, stage: &mut Stage<'_>, target: DVec3, posture: Posture, errand: Errand) -> f64 {
        let start = stage.now;
        let (_, hanging) =
            arm_ends(stage.actor, &stage.actor.solve(&standing(stage.actor, stage.spot)), self.side);
        let pace = self.pace * stage.about(0.03);
        let out = (0.48 + 0.5 * hanging.distance(target)) / pace;
        let goal = start + out;
        let leave = goal + self.hold.max(0.04);
        let end = leave + 1.08 * out;
        let there = self.gripping(posture, errand == Errand::PutBack);
        let taken = self.gripping(posture, errand == Errand::PickUp);
        let after = if errand == Errand::PickUp { self.carrying(stage) } else { stage.ease() };
        let heels = self.heels_up((start, goal, leave, end));
        stage.hold(start + 0.02);
        self.bear(stage, heels.0, (start + 0.02, stage.posture()), (goal - 0.12 / pace, there));
        stage.exact_key(goal - 0.12 / pace, there);
        stage.exact_key(leave + 0.06, taken);
        self.bear(stage, heels.1, (end + 0.12, after), (leave + 0.06, taken));
        let (side, elbow) = (self.side, ELBOW);
        stage.hand(HandMove {
            side,
            start: start + 0.04,
            arrive: goal,
            leave,
            end,
            wrist: target,
            elbow,
            palm: None,
        });
        self.lift_heels(stage, &posture, (start, goal, leave, end));
        stage.now = end + 0.12;
        if errand == Errand::PickUp {
            stage.key(stage.now, self.carrying(stage));
            stage.now += 0.35 / pace;
            stage.hold(stage.now);
            stage.now += 0.75 / pace;
        }
        stage.exact_key(stage.now, stage.ease());
        stage.now += 0.08;
        goal
    }

    /// When the heels leave the floor and when they are back: while the hand is on its way.
    fn heels_up(&self, (start, goal, leave, end): (f64, f64, f64, f64)) -> (f64, f64) {
        (start + 0.42 * (goal - start), leave + 0.58 * (end - leave))
    }

    /// Has the weight on the balls of the feet at the moment when the heels leave the floor or are back on it, somewhere
    /// between another posture and the one that is borne by the balls.
    fn bear(&self, stage: &mut Stage<'_>, moment: f64, other: (f64, Posture), balls: (f64, Posture)) {
        if self.heels(stage, &balls.1).into_iter().all(|pitch| pitch <= 0.0) {
            return;
        }
        let mut keys = [other, balls];
        keys.sort_by(|a, b| a.0.total_cmp(&b.0));
        let between = Score::new(&keys).at(moment);
        stage.exact_key(moment, between.over(balls.1.balance));
    }

    /// The same posture with the hand closed or open.
    fn gripping(&self, mut posture: Posture, closed: bool) -> Posture {
        posture.arms[self.side.index()].grip = if closed { 0.75 } else { 0.05 };
        posture
    }

    /// Upright, with something in the hand before the belly.
    fn carrying(&self, stage: &Stage<'_>) -> Posture {
        let mut posture = stage.ease();
        posture.head.pitch += 0.25;
        posture.chest.pitch -= 0.03;
        posture.arms[self.side.index()] = ArmAngles {
            flex: 0.15,
            spread: 0.18,
            twist: 0.35,
            elbow: 1.5,
            pronate: 0.2,
            wrist: 0.0,
            grip: 0.75,
        };
        posture
    }

    /// How far each heel comes up: both to stand taller, and in a squat, the one below the hand more.
    fn heels(&self, stage: &Stage<'_>, posture: &Posture) -> [f64; 2] {
        let drop = stage.ease().height - posture.height;
        let tall = (-drop / (0.6 * self.figure.ankle_to_ball())).clamp(0.0, 0.6);
        let squat = (3.6 * (drop / self.figure.height - 0.10)).clamp(0.0, 0.75);
        let pitches = Side::BOTH.map(|side| tall + squat * if side == self.side { 1.0 } else { 0.72 });
        // Heels that would hardly leave the floor stay on it, and bear.
        if pitches[0].min(pitches[1]) < LEAST_PITCH { [0.0; 2] } else { pitches }
    }

    fn lift_heels(
        &self,
        stage: &mut Stage<'_>,
        posture: &Posture,
        (start, goal, leave, end): (f64, f64, f64, f64),
    ) {
        for (side, pitch) in Side::BOTH.into_iter().zip(self.heels(stage, posture)) {
            if pitch > 0.0 {
                let (first, last) = self.heels_up((start, goal, leave, end));
                stage.tiptoe(
                    side,
                    Tiptoe { start: first, up: goal - 0.08, down: leave + 0.04, end: last, pitch },
                );
            }
        }
    }
}

/// An arm whose hand is about to take something.
fn open_hand() -> ArmAngles {
    ArmAngles { flex: 0.45, spread: 0.22, twist: 0.15, elbow: 0.85, pronate: 0.9, wrist: -0.1, grip: 0.05 }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::synth::action::check::{self, lawful_for_all, miss, rate, refuses, share, side};
    use proptest::prelude::*;

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(8))]
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
