//! The front kick.

use glam::DVec3;

use super::aim::{Aim, aimed};
use super::guard::Guard;
use super::posture::Posture;
use super::stage::{Stage, Step};
use super::swing::{LegKey, LegPose, LegSwing};
use crate::actor::Actor;
use crate::body::Turn;
use crate::error::{ActorError, within};
use crate::figure::Figure;
use crate::side::Sided;
use crate::truth::Performance;
use segue_motion::Side;

/// Kicks forward at a target: steps back into a stance, kicks with the rear leg, sets it back and stands at ease.
///
/// ```
/// use segue_actors::Kick;
///
/// let kick = Kick { height: 1.1, ..Kick::default() }.perform()?;
/// let segment = &kick.truth.segments[0];
/// assert_eq!(segment.action, "kick");
/// assert_eq!(segment.parameters["height"], 1.1);
/// # Ok::<(), segue_actors::ActorError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Kick {
    /// Who kicks.
    pub figure: Figure,
    /// The leg that kicks.
    pub side: Side,
    /// Height of the ankle when the kick hits, in metres.
    pub height: f64,
    /// Where the target is, in degrees to the left of straight ahead.
    pub aside: f64,
    /// Speed relative to a quick training kick.
    pub pace: f64,
    /// Frames per second.
    pub rate: f64,
    /// Which of all possible kicks.
    pub seed: u64,
}

impl Default for Kick {
    fn default() -> Self {
        let figure = Figure::default();
        Self { side: figure.handed, figure, height: 1.0, aside: 0.0, pace: 1.0, rate: 60.0, seed: 1 }
    }
}

/// Moments of a kick in seconds at pace 1, counted from when the foot leaves the floor. Captured kicks of one person
/// hit 0.48 to 0.57 s after they began and are over after 1.13 to 1.47 s.
const CHAMBERED: f64 = 0.245;
const HIT: f64 = 0.48;
const RECHAMBERED: f64 = 0.79;
const SET_BACK: f64 = 1.21;
const STOOD: f64 = 1.38;
/// Hip to ankle when the kick hits, as a share of the leg: the knee is never locked (captured: 7° to 41° of bend).
const EXTENDED: f64 = 0.958;

impl Kick {
    /// Makes the motion.
    ///
    /// # Errors
    /// When the target is out of reach or a parameter is outside its range.
    pub fn perform(&self) -> Result<Performance, ActorError> {
        let actor = Actor::new(&self.figure)?;
        let mut stage = Stage::new(&actor, self.seed);
        let guard = Guard { rear: self.side };
        self.check()?;
        guard.enter(&mut stage);
        self.strike(&mut stage);
        guard.leave(&mut stage);
        stage.perform("kick", self.rate)
    }

    pub(crate) fn check(&self) -> Result<(), ActorError> {
        within(
            "height in m",
            self.height,
            self.heights(),
            "the ankle must clear the floor and the hip cannot bend more",
        )?;
        within("aside in degrees", self.aside, (-20.0, 20.0), "farther aside is a side kick")?;
        within("pace", self.pace, (0.5, 1.1), "slower loses balance, faster is beyond people")
    }

    /// The range of heights in metres.
    fn heights(&self) -> (f64, f64) {
        let hip = self.figure.hip_height();
        (0.35 * hip, hip + 0.55 * self.figure.leg())
    }

    /// The kick itself, from guard to guard.
    pub(crate) fn strike(&self, stage: &mut Stage<'_>) {
        // A high kick goes a longer way, but not faster than legs can.
        let pace = self.pace * (1.0 - 0.06 * self.lift()) * stage.about(0.02);
        let start = stage.now;
        // From a long stance the heel needs time to rise before the toes can leave.
        let lift = start + 0.22 / pace;
        let at = |moment: f64| lift + moment / pace;
        let hit = self.hitting(stage).jittered(&mut stage.random, 1.0);
        let target = self.aim(stage).target(stage, &hit);
        let mut hit = stage.looking_at(hit, target);
        // The chin comes to the chest as the trunk leans back.
        hit.head.pitch += 0.08 + 0.55 * self.lift();
        stage.hold(start + 0.02);
        for (moment, posture) in self.before(stage) {
            stage.key(at(moment), posture);
        }
        stage.exact_key(at(HIT), hit);
        for (moment, posture) in self.after(stage) {
            stage.key(at(moment), posture);
        }
        let print = stage.print(self.side);
        let swing = self.leg(stage, target, &at);
        let step = Step { lift, land: at(SET_BACK), leaving: 0.8, roll: 0.4, landing: 0.3, arch: 0.0 };
        stage.swing(self.side, print, step, swing);
        stage.span(aimed("kick", (start, at(STOOD)), (at(HIT), target), self.side, &[("aside", self.aside)]));
        stage.now = at(STOOD);
    }

    fn aim(&self, stage: &Stage<'_>) -> Aim {
        let heading = stage.spot.yaw + self.aside.to_radians();
        Aim { side: self.side, heading, height: stage.spot.at.y + self.height, extended: EXTENDED }
    }

    fn leg(&self, stage: &Stage<'_>, target: DVec3, at: &dyn Fn(f64) -> f64) -> LegSwing {
        let heading = stage.spot.yaw + self.aside.to_radians();
        let high = self.lift();
        let folded = |thigh_raise: f64, knee: f64, flex: f64| {
            // The line to the ankle halves the bend of the knee, thigh and shank being of nearly one length.
            let raise = thigh_raise - 0.5 * knee;
            LegKey::Pose(LegPose { raise, flex, knee_out: 0.05, ..LegPose::bent(&self.figure, knee) })
        };
        let keys = vec![
            (at(0.5 * CHAMBERED), folded(0.42, 1.75, -0.25)),
            (at(CHAMBERED), folded(1.25 + 0.30 * high, 2.12, -0.1)),
            (at(HIT), LegKey::Point(target, -0.15, 0.0)),
            (at(RECHAMBERED), folded(1.22 + 0.22 * high, 2.2, -0.2)),
            (at(0.45 * RECHAMBERED + 0.55 * SET_BACK), folded(0.15, 1.72, -0.2)),
        ];
        LegSwing { heading, keys, loose: 1.0, springs: false }
    }

    /// 0 for a kick at the knee, 1 for one at the head.
    fn lift(&self) -> f64 {
        ((self.height / self.figure.height - 0.3) / 0.5).clamp(0.0, 1.0)
    }

    /// The body on its way to the kick.
    fn before(&self, stage: &Stage<'_>) -> [(f64, Posture); 2] {
        let guard = Guard { rear: self.side };
        let mut loaded =
            guard.posture(stage).over(guard.between(stage, 0.74)).lowered(0.004 * self.figure.height);
        loaded.pelvis.pitch += 0.05;
        [(-0.06, loaded), (CHAMBERED, self.chambered(stage))]
    }

    /// The knee drawn up, the weight on the other foot.
    fn chambered(&self, stage: &Stage<'_>) -> Posture {
        let (guard, out) = (Guard { rear: self.side }, self.side.sign());
        let mut chamber =
            guard.posture(stage).over(guard.between(stage, 0.97)).lowered(-0.030 * self.figure.height);
        chamber.pelvis = Turn::new(chamber.pelvis.yaw - 0.36 * out, -0.16, 0.06 * out);
        chamber.chest.pitch -= 0.12;
        chamber.chest.yaw -= 0.30 * out;
        chamber
    }

    /// The body on its way back.
    fn after(&self, stage: &Stage<'_>) -> [(f64, Posture); 3] {
        let (guard, h) = (Guard { rear: self.side }, self.figure.height);
        let mut back = self.chambered(stage).over(guard.between(stage, 0.92)).lowered(0.008 * h);
        back.pelvis.pitch = -0.10;
        let stance = guard.posture(stage);
        let mut landing = stance.over(guard.between(stage, 0.66)).lowered(-0.012 * h);
        landing.pelvis.yaw -= 0.12 * self.side.sign();
        [(RECHAMBERED, back), (SET_BACK, landing), (STOOD, stance)]
    }

    /// The body when the kick hits: the pelvis swings in behind the leg and leans back, more for a higher kick; the fists
    /// stay where they guard, the front one drawn across the chest.
    fn hitting(&self, stage: &Stage<'_>) -> Posture {
        let (out, high) = (self.side.sign(), self.lift());
        let guard = Guard { rear: self.side };
        let mut hit =
            guard.posture(stage).lowered(-0.040 * self.figure.height).over(guard.between(stage, 1.0));
        let heading = stage.spot.yaw + self.aside.to_radians();
        hit.pelvis =
            Turn::new(heading - (0.26 + 0.16 * high) * out, -0.30 - 0.14 * high, (0.05 + 0.08 * high) * out);
        hit.chest =
            Turn::new(stage.spot.yaw - (0.16 + 0.14 * high) * out, -0.28 - 0.06 * high, hit.chest.roll);
        let [rear, front] = [self.side, self.side.other()].map(Sided::index);
        hit.arms[rear].flex -= 0.42;
        hit.arms[rear].spread += 0.08;
        hit.arms[front].twist += 0.15;
        hit.arms[front].spread -= 0.1;
        hit.arms[front].flex -= 0.28;
        hit.arms[front].elbow -= 0.1;
        hit
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::action::check::{ankle, lawful_for_all, miss, rate, refuses, share, side};
    use proptest::prelude::*;

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(24))]
        #[test]
        fn kicks_are_lawful(high in 0.0..1.0f64, aside in -20.0..20.0f64, pace in 0.6..1.1f64, rate in rate(), side in side(), seed: u64) {
            lawful_for_all(|figure| {
                let kick = Kick { figure, side, height: 0.0, aside, pace, rate, seed };
                Kick { height: share(kick.heights(), high), ..kick }.perform()
            });
        }

        #[test]
        fn a_kick_hits_its_target(height in 0.5..1.4f64, aside in -20.0..20.0f64, side in side(), seed: u64) {
            let kick = Kick { side, height, aside, rate: 250.0, seed, ..Kick::default() }.perform().unwrap();
            let miss = miss(&kick, ankle(side));
            prop_assert!(miss < 2e-3, "{miss}");
        }
    }

    #[test]
    fn bad_parameters_are_refused_by_name() {
        refuses(Kick { height: 2.5, ..Kick::default() }.perform(), "height in m is 2.5");
        refuses(Kick { height: f64::NAN, ..Kick::default() }.perform(), "height in m is NaN");
        refuses(Kick { aside: 90.0, ..Kick::default() }.perform(), "aside in degrees is 90");
        refuses(Kick { pace: -1.0, ..Kick::default() }.perform(), "pace is -1");
        refuses(Kick { rate: 0.0, ..Kick::default() }.perform(), "rate in frames per second is 0");
    }

    #[test]
    fn same_seed_same_motion() {
        let make = |seed| Kick { seed, ..Kick::default() }.perform().unwrap();
        assert_eq!(make(3), make(3));
        assert_ne!(make(3).clip, make(4).clip);
    }
}
