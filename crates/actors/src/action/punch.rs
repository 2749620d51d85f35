//! Jab and cross: punches of the front and of the rear hand.

use glam::DVec3;

use super::aim::{aimed, at_height};
use super::guard::Guard;
use super::hand::{HandMove, shoulder_reaching};
use super::posture::Posture;
use super::stage::Stage;
use crate::actor::Actor;
use crate::body::{HandTarget, facing};
use crate::error::{ActorError, within};
use crate::figure::Figure;
use crate::footwork::Tiptoe;
use crate::side::Sided;
use crate::truth::Performance;
use segue_motion::Side;

/// Which hand punches, and so how the body turns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Blow {
    /// The front hand, quick, with little of the body in it.
    Jab,
    /// The rear hand, with hips and shoulders turned in behind it.
    Cross,
}

/// Punches at a target: steps back into a stance, punches, draws the hand back and stands at ease.
///
/// ```
/// use segue_actors::{Blow, Punch};
///
/// let punch = Punch { blow: Blow::Cross, height: 1.3, ..Punch::default() }.perform()?;
/// assert_eq!(punch.truth.segments[0].action, "punch");
/// # Ok::<(), segue_actors::ActorError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Punch {
    /// Who punches.
    pub figure: Figure,
    /// Jab or cross.
    pub blow: Blow,
    /// The hand that punches.
    pub side: Side,
    /// Height of the wrist when the punch hits, in metres.
    pub height: f64,
    /// Where the target is, in degrees to the left of straight ahead.
    pub aside: f64,
    /// Speed relative to a brisk training punch.
    pub pace: f64,
    /// Frames per second.
    pub rate: f64,
    /// Which of all possible punches.
    pub seed: u64,
}

impl Default for Punch {
    fn default() -> Self {
        let (figure, blow) = (Figure::default(), Blow::Cross);
        Self { side: figure.handed, figure, blow, height: 1.3, aside: 0.0, pace: 1.0, rate: 60.0, seed: 1 }
    }
}

/// Moments of a punch in seconds at pace 1. Captured training punches hit 0.17 to 0.28 s after their wrist has got to a
/// fifth of its speed; the body begins a little earlier.
const WOUND_UP: f64 = 0.12;
/// The fist follows the trunk that turns: one after the other, neither has to be very fast.
const SENT: f64 = 0.19;
const HIT: f64 = 0.43;
const BACK: f64 = 0.74;
/// Seconds before the hit at which the trunk has turned, so that the fist can be aimed.
const SETTLED: f64 = 0.13;
/// Shoulder to wrist when the punch hits, as a share of the arm: the elbow is never locked.
const EXTENDED: f64 = 0.92;
/// The elbow of a punching arm points down and a little out.
const ELBOW: DVec3 = DVec3::new(0.45, -1.0, -0.1);

impl Punch {
    /// Makes the motion.
    ///
    /// # Errors
    /// When the target is out of reach or a parameter is outside its range.
    pub fn perform(&self) -> Result<Performance, ActorError> {
        self.check()?;
        let actor = Actor::new(&self.figure)?;
        let mut stage = Stage::new(&actor, self.seed);
        let guard = self.guard();
        guard.enter(&mut stage);
        self.strike(&mut stage);
        guard.leave(&mut stage);
        stage.perform(self.name(), self.rate)
    }

    /// The stance it is thrown from.
    pub(crate) fn guard(&self) -> Guard {
        Guard { rear: if self.blow == Blow::Jab { self.side.other() } else { self.side } }
    }

    fn name(&self) -> &'static str {
        match self.blow {
            Blow::Jab => "jab",
            Blow::Cross => "punch",
        }
    }

    fn heights(&self) -> (f64, f64) {
        (0.42 * self.figure.height, 0.92 * self.figure.height)
    }

    pub(crate) fn check(&self) -> Result<(), ActorError> {
        let why = "lower than the knees of a crouch or above the head there is no punch";
        within("height in m", self.height, self.heights(), why)?;
        within("aside in degrees", self.aside, (-30.0, 30.0), "farther aside the shoulder is in the way")?;
        within("pace", self.pace, (0.5, 1.15), "slower is a push, faster is beyond people")
    }

    /// The punch itself, from guard to guard.
    pub(crate) fn strike(&self, stage: &mut Stage<'_>) {
        let pace = self.pace * stage.about(0.03);
        let start = stage.now;
        let at = |moment: f64| start + moment / pace;
        let (stance, hit) =
            (self.guard().posture(stage), self.hitting(stage).jittered(&mut stage.random, 1.0));
        let wrist = self.target(stage, &hit);
        stage.hold(start + 0.01);
        stage.key(at(WOUND_UP), self.wound_up(stage, stance, hit));
        stage.exact_key(at(HIT - SETTLED), hit);
        stage.exact_key(at(HIT + 0.04), hit);
        stage.key(at(BACK), stance);
        stage.now = at(BACK) + 0.16;
        stage.hold(stage.now);
        let (arrive, leave) = (at(HIT), at(HIT + 0.01));
        stage.hand(HandMove {
            side: self.side,
            start: at(SENT),
            arrive,
            leave,
            end: at(BACK),
            wrist,
            elbow: ELBOW,
            palm: None,
        });
        for (side, pitch) in Side::BOTH.into_iter().zip(self.heels()) {
            if pitch > 0.0 {
                stage.tiptoe(
                    side,
                    Tiptoe {
                        start: at(0.02),
                        up: at(HIT - 0.16),
                        down: at(HIT + 0.06),
                        end: at(BACK),
                        pitch,
                        pivot: self.pivot(side),
                    },
                );
            }
        }
        let more = [("aside", self.aside)];
        stage.span(aimed(self.name(), (start, at(BACK)), (at(HIT), wrist), self.side, &more));
    }

    /// How far each heel comes up: the rear one drives a cross, and a crouch lifts both.
    fn heels(&self) -> [f64; 2] {
        let drive = if self.blow == Blow::Cross { 0.34 } else { 0.12 };
        Side::BOTH.map(|side| {
            if side == self.guard().rear { drive + 2.2 * self.crouch() } else { 2.2 * self.crouch() }
        })
    }

    /// How far a foot turns in on its ball: the one that drives a cross.
    fn pivot(&self, side: Side) -> f64 {
        let drives = self.blow == Blow::Cross && side == self.guard().rear;
        if drives { -0.16 * side.sign() } else { 0.0 }
    }

    /// How far the body goes down to punch low, as a share of its height.
    fn crouch(&self) -> f64 {
        (0.62 - self.height / self.figure.height).max(0.0)
    }

    fn hitting(&self, stage: &Stage<'_>) -> Posture {
        let guard = self.guard();
        let (yaw, aside) = (stage.spot.yaw, self.aside.to_radians());
        let into = -self.side.sign();
        let mut hit = guard.posture(stage);
        let (hips, shoulders, share) =
            if self.blow == Blow::Cross { (0.16, 0.48, 0.66) } else { (0.46, 0.66, 0.60) };
        hit.pelvis.yaw = yaw + 0.5 * aside + hips * into;
        hit.chest.yaw = yaw + 0.6 * aside + shoulders * into;
        hit.chest.roll += 0.05 * into;
        hit.chest.pitch += 0.06 + 0.35 * self.crouch();
        hit.head.yaw = yaw + 0.7 * aside;
        hit.head.pitch += 0.04;
        let (arm, other) = (self.side.index(), self.side.other().index());
        hit.arms[arm].pronate = 1.25;
        hit.arms[arm].grip = 1.0;
        hit.arms[other].flex -= 0.1;
        let crouch = 1.05 * self.crouch() * self.figure.height;
        hit.lowered(crouch).over(guard.between(stage, share))
    }

    /// Drawn back a little before it comes, and already as low as the punch needs.
    fn wound_up(&self, stage: &Stage<'_>, stance: Posture, hit: Posture) -> Posture {
        let back = self.side.sign();
        let mut wound = stance.over(self.guard().between(stage, 0.54));
        wound.chest.yaw += 0.06 * back;
        wound.pelvis.yaw += 0.05 * back;
        wound.height += 0.45 * (hit.height - stance.height);
        wound
    }

    /// Where the wrist is when the punch hits: the arm not quite straight, towards the heading.
    fn target(&self, stage: &Stage<'_>, hit: &Posture) -> DVec3 {
        let (plan, height) = (stage.trial(hit, self.heels()), stage.spot.at.y + self.height);
        // Punches come to the middle, not straight ahead of the shoulder.
        let heading = stage.spot.yaw + self.aside.to_radians() - 0.22 * self.side.sign();
        let mut target = plan.pelvis + facing(heading) * self.figure.arm();
        // The shoulder follows the fist and the fist is an arm away from it: ten rounds leave less than a millimetre.
        for _ in 0..10 {
            let shoulder = shoulder_reaching(
                stage.actor,
                &plan,
                self.side,
                HandTarget { wrist: target, elbow: ELBOW, weight: 1.0, palm: None },
            );
            target = at_height(shoulder, facing(heading), EXTENDED * self.figure.arm(), height);
        }
        target
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::action::check::{self, lawful_for_all, miss, rate, refuses, share, side};
    use proptest::prelude::*;

    fn blow() -> impl Strategy<Value = Blow> {
        prop_oneof![Just(Blow::Jab), Just(Blow::Cross)]
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(24))]
        #[test]
        fn punches_are_lawful(high in 0.0..1.0f64, aside in -30.0..30.0f64, pace in 0.6..1.15f64, rate in rate(), side in side(), blow in blow(), seed: u64) {
            lawful_for_all(|figure| {
                let punch = Punch { figure, blow, side, height: 0.0, aside, pace, rate, seed };
                Punch { height: share(punch.heights(), high), ..punch }.perform()
            });
        }

        #[test]
        fn a_punch_hits_its_target(height in 0.8..1.6f64, aside in -30.0..30.0f64, side in side(), blow in blow(), seed: u64) {
            let punch = Punch { side, height, aside, blow, rate: 250.0, seed, ..Punch::default() }.perform().unwrap();
            let miss = miss(&punch, check::wrist(side));
            prop_assert!(miss < 2e-3, "{miss}");
        }
    }

    #[test]
    fn bad_parameters_are_refused_by_name() {
        refuses(Punch { height: 0.1, ..Punch::default() }.perform(), "height in m is 0.1");
        refuses(Punch { aside: -50.0, ..Punch::default() }.perform(), "aside in degrees is -50");
        refuses(Punch { pace: 0.0, ..Punch::default() }.perform(), "pace is 0");
        refuses(Punch { rate: 0.0, ..Punch::default() }.perform(), "rate in frames per second is 0");
    }
}
