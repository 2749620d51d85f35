//! The leaping side kick.

use std::f64::consts::FRAC_PI_2;

use glam::DVec3;

use super::aim::{Aim, aimed};
use super::guard::{front_arm, rear_arm, support};
use super::posture::Posture;
use super::stage::{Stage, Step};
use super::swing::{LegKey, LegPose, LegSwing};
use crate::actor::Actor;
use crate::body::{Turn, facing};
use crate::com::GRAVITY;
use crate::error::{ActorError, within};
use crate::figure::Figure;
use crate::side::Sided;
use crate::stand::{Spot, standing_print};
use crate::truth::Performance;
use segue_motion::Side;

/// Leaps to the side, kicks there in the air with the leading leg, the other one tucked, and lands on both feet.
///
/// ```
/// use segue_actors::LeapKick;
///
/// let kick = LeapKick::default().perform()?;
/// assert_eq!(kick.truth.flights.len(), 1);
/// assert_eq!(kick.truth.segments[0].action, "leaping side kick");
/// # Ok::<(), segue_actors::ActorError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct LeapKick {
    /// Who kicks.
    pub figure: Figure,
    /// The leg that kicks, and the side it leaps and kicks to.
    pub side: Side,
    /// Height of the ankle when the kick hits, in metres.
    pub height: f64,
    /// How far the body travels in the air, in metres.
    pub distance: f64,
    /// How long it is in the air, in seconds.
    pub flight: f64,
    /// Frames per second.
    pub rate: f64,
    /// Which of all possible kicks.
    pub seed: u64,
}

impl Default for LeapKick {
    fn default() -> Self {
        let figure = Figure::default();
        Self { side: figure.handed, figure, height: 1.2, distance: 0.5, flight: 0.54, rate: 60.0, seed: 1 }
    }
}

/// Seconds from the beginning to the deepest crouch, and from there to the take-off.
const CROUCH: f64 = 0.55;
const PUSH: f64 = 0.30;
/// Moments of the flight, as shares of it.
const CHAMBERED: f64 = 0.30;
const HIT: f64 = 0.58;
const RECHAMBERED: f64 = 0.86;
/// Hip to ankle when the kick hits, as a share of the leg: less than standing, for the body is not at rest.
const EXTENDED: f64 = 0.94;

impl LeapKick {
    /// Makes the motion.
    ///
    /// # Errors
    /// When the target is out of reach or a parameter is outside its range.
    pub fn perform(&self) -> Result<Performance, ActorError> {
        self.check()?;
        let actor = Actor::new(&self.figure)?;
        let mut stage = Stage::new(&actor, self.seed);
        self.play(&mut stage);
        stage.perform("leaping side kick", self.rate)
    }

    fn heights(&self) -> (f64, f64) {
        let hip = self.figure.hip_height() + self.rise();
        (hip - 0.35 * self.figure.leg(), hip + 0.2 * self.figure.leg())
    }

    pub(crate) fn check(&self) -> Result<(), ActorError> {
        within("flight in s", self.flight, (0.46, 0.62), "shorter has no time to kick, higher no one leaps")?;
        within(
            "distance in m",
            self.distance,
            (0.2, 0.65),
            "from a leap on the spot to all that a standing leap gives",
        )?;
        let why = "the hip is that high at the top of this flight";
        within("height in m", self.height, self.heights(), why)
    }

    /// How far the body rises in the air.
    fn rise(&self) -> f64 {
        GRAVITY * self.flight * self.flight / 8.0
    }

    pub(crate) fn play(&self, stage: &mut Stage<'_>) {
        let start = stage.now;
        let takeoff = start + CROUCH + PUSH;
        let landing = takeoff + self.flight;
        let at = |share: f64| takeoff + share * self.flight;
        let (from, to) = (stage.spot, self.landing_spot(stage));
        stage.hold(start + 0.02);
        stage.key(start + CROUCH, self.crouched(stage, 0.075));
        let leaving = self.leaving(stage);
        stage.key(takeoff, leaving);
        self.key_flight(stage, &at, (from, to), leaving);
        let target = self.swing_legs(stage, &at, (from, to));
        stage.fly(takeoff, landing);
        stage.spot = to;
        let mut landed = self.crouched(stage, 0.04);
        landed.balance = landed.balance.lerp(support(stage, self.side), 0.25);
        stage.key(landing, landed);
        stage.key(landing + 0.24, self.crouched(stage, 0.04));
        stage.now = landing + 0.24;
        stage.relax(0.8);
        let more = [("distance", self.distance)];
        stage.span(aimed("leaping side kick", (start, stage.now), (at(HIT), target), self.side, &more));
    }

    fn landing_spot(&self, stage: &Stage<'_>) -> Spot {
        let Spot { at, yaw } = stage.spot;
        Spot { at: at + facing(self.heading(yaw)) * self.distance, yaw }
    }

    fn heading(&self, yaw: f64) -> f64 {
        yaw + FRAC_PI_2 * self.side.sign()
    }

    /// Bent at knees and hips by a share of the height.
    fn crouched(&self, stage: &Stage<'_>, drop: f64) -> Posture {
        let mut posture = stage.ease().lowered(drop * self.figure.height);
        posture.pelvis.pitch += 3.4 * drop;
        posture.chest.pitch += 4.2 * drop;
        posture.head.pitch += drop;
        for arm in &mut posture.arms {
            arm.flex -= 6.0 * drop;
            arm.elbow += 3.0 * drop;
        }
        posture
    }

    /// Pushing off, stretched, towards the side.
    fn leaving(&self, stage: &Stage<'_>) -> Posture {
        let mut posture = stage.ease();
        posture.balance += facing(self.heading(stage.spot.yaw)) * (0.12 * self.distance);
        // Knees that are still bent have room to give way.
        posture.height -= 0.012 * self.figure.height;
        posture.arms = [self.guarding_arm(Side::Left), self.guarding_arm(Side::Right)];
        posture
    }

    fn guarding_arm(&self, side: Side) -> crate::body::ArmAngles {
        if side == self.side { front_arm() } else { rear_arm() }
    }

    /// Postures in the air; the stage lets them fly.
    fn key_flight(
        &self,
        stage: &mut Stage<'_>,
        at: &dyn Fn(f64) -> f64,
        (from, to): (Spot, Spot),
        leaving: Posture,
    ) {
        for (share, lean) in [(CHAMBERED, 0.35), (HIT, 1.0), (RECHAMBERED, 0.35)] {
            let mut posture = self.airborne(leaving, lean);
            posture.balance += (to.at - from.at) * (0.12 + 0.76 * share);
            stage.key(at(share), posture);
        }
    }

    fn airborne(&self, leaving: Posture, lean: f64) -> Posture {
        let (out, mut posture) = (self.side.sign(), leaving);
        posture.balance -= facing(self.heading(leaving.pelvis.yaw)) * (0.12 * self.distance);
        posture.pelvis = Turn::new(leaving.pelvis.yaw - 0.25 * lean * out, 0.10, 0.46 * lean * out);
        posture.chest = Turn::new(leaving.chest.yaw - 0.05 * lean * out, 0.14, 0.56 * lean * out);
        posture.head = Turn::new(leaving.head.yaw + 0.7 * lean * out, 0.05, 0.1 * lean * out);
        posture.arms[self.side.index()].elbow -= 0.7 * lean;
        posture.arms[self.side.index()].spread += 0.35 * lean;
        posture
    }

    /// Both legs through the air; returns where the kick hits.
    fn swing_legs(&self, stage: &mut Stage<'_>, at: &dyn Fn(f64) -> f64, (from, to): (Spot, Spot)) -> DVec3 {
        let heading = self.heading(from.yaw);
        let folded = |raise: f64, ahead: f64, knee: f64| {
            let aside = -self.side.sign() * ahead;
            LegKey::Pose(LegPose { raise, aside, ..LegPose::bent(&self.figure, knee) })
        };
        let hit = stage.posture_at(at(HIT)).lowered(-4.0 * self.rise() * HIT * (1.0 - HIT));
        let target = self.aim(stage).target(stage, &hit);
        let kick = vec![
            (at(CHAMBERED), folded(0.35, 0.4, 1.75)),
            (at(HIT), LegKey::Point(target, 0.1, 0.0)),
            (at(RECHAMBERED), folded(0.4, 0.0, 1.15)),
        ];
        let tuck = vec![(at(0.48), folded(-0.1, 0.0, 1.9)), (at(0.88), folded(0.0, 0.0, 0.8))];
        for (side, keys) in [(self.side, kick), (self.side.other(), tuck)] {
            let print = standing_print(&self.figure, side, to);
            let step = Step { leaving: 0.6, roll: 0.2, landing: 0.35, ..Step::small(at(0.0), at(1.0)) };
            stage.swing(side, print, step, LegSwing { heading, keys, loose: 1.0, springs: true });
        }
        target
    }

    fn aim(&self, stage: &Stage<'_>) -> Aim {
        let (heading, height) = (self.heading(stage.spot.yaw), stage.spot.at.y + self.height);
        Aim { side: self.side, heading, height, extended: EXTENDED }
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
        fn leaping_kicks_are_lawful(high in 0.0..1.0f64, distance in 0.2..0.65f64, flight in 0.46..0.62f64, rate in rate(), side in side(), seed: u64) {
            lawful_for_all(|figure| {
                let kick = LeapKick { figure, side, height: 0.0, distance, flight, rate, seed };
                LeapKick { height: share(kick.heights(), high), ..kick }.perform()
            });
        }

        #[test]
        fn a_leaping_kick_hits_its_target(height in 1.0..1.4f64, side in side(), seed: u64) {
            let kick = LeapKick { side, height, rate: 250.0, seed, ..LeapKick::default() }.perform().unwrap();
            let miss = miss(&kick, ankle(side));
            prop_assert!(miss < 2e-3, "{miss}");
        }
    }

    #[test]
    fn bad_parameters_are_refused_by_name() {
        refuses(LeapKick { height: 3.0, ..LeapKick::default() }.perform(), "height in m is 3");
        refuses(LeapKick { flight: -0.5, ..LeapKick::default() }.perform(), "flight in s is -0.5");
        refuses(LeapKick { distance: 5.0, ..LeapKick::default() }.perform(), "distance in m is 5");
        refuses(LeapKick { rate: 0.0, ..LeapKick::default() }.perform(), "rate in frames per second is 0");
    }
}
