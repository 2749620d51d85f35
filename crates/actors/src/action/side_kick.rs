//! The side kick.

use std::f64::consts::FRAC_PI_2;

use glam::DVec3;

use super::aim::{Aim, aimed};
use super::guard::{front_arm, rear_arm, support};
use super::posture::Posture;
use super::stage::{Stage, Step};
use super::swing::{LegKey, LegPose, LegSwing};
use crate::actor::Actor;
use crate::body::Turn;
use crate::error::{ActorError, within};
use crate::figure::Figure;
use crate::footwork::Tiptoe;
use crate::side::Sided;
use crate::truth::Performance;
use segue_motion::Side;

/// Kicks to the side of the kicking leg: draws the knee up, thrusts the heel out with the trunk leaning away, and stands
/// at ease again.
///
/// ```
/// use segue_actors::SideKick;
///
/// let kick = SideKick { height: 0.8, ..SideKick::default() }.perform()?;
/// assert_eq!(kick.truth.segments[0].action, "side kick");
/// # Ok::<(), segue_actors::ActorError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct SideKick {
    /// Who kicks.
    pub figure: Figure,
    /// The leg that kicks, and the side it kicks to.
    pub side: Side,
    /// Height of the ankle when the kick hits, in metres.
    pub height: f64,
    /// Speed relative to a quick training kick.
    pub pace: f64,
    /// Frames per second.
    pub rate: f64,
    /// Which of all possible kicks.
    pub seed: u64,
}

impl Default for SideKick {
    fn default() -> Self {
        let figure = Figure::default();
        Self { side: figure.handed, figure, height: 0.85, pace: 1.0, rate: 60.0, seed: 1 }
    }
}

/// Moments in seconds at pace 1, counted from when the foot leaves the floor.
const CHAMBERED: f64 = 0.32;
const HIT: f64 = 0.60;
const RECHAMBERED: f64 = 0.92;
const SET_DOWN: f64 = 1.32;
/// Hip to ankle when the kick hits, as a share of the leg.
const EXTENDED: f64 = 0.965;

impl SideKick {
    /// Makes the motion.
    ///
    /// # Errors
    /// When the target is out of reach or a parameter is outside its range.
    pub fn perform(&self) -> Result<Performance, ActorError> {
        self.check()?;
        let actor = Actor::new(&self.figure)?;
        let mut stage = Stage::new(&actor, self.seed);
        self.play(&mut stage);
        stage.perform("side kick", self.rate)
    }

    fn heights(&self) -> (f64, f64) {
        let hip = self.figure.hip_height();
        (0.4 * hip, hip + 0.25 * self.figure.leg())
    }

    pub(crate) fn check(&self) -> Result<(), ActorError> {
        let why = "the foot must clear the floor and the hip cannot spread more";
        within("height in m", self.height, self.heights(), why)?;
        within("pace", self.pace, (0.5, 1.1), "slower loses balance, faster is beyond people")
    }

    /// From at ease to at ease.
    pub(crate) fn play(&self, stage: &mut Stage<'_>) {
        let pace = self.pace * stage.about(0.02);
        let start = stage.now;
        let lift = start + 0.5;
        let at = |moment: f64| lift + moment / pace;
        let hit = self.hitting(stage).jittered(&mut stage.random, 1.0);
        let target = self.aim(stage).target(stage, &hit);
        let hit = stage.looking_at(hit, target);
        let chambered = self.chambered(stage);
        stage.hold(start + 0.02);
        stage.key(start + 0.36, self.ready(stage));
        stage.key(at(CHAMBERED), chambered);
        stage.exact_key(at(HIT), hit);
        stage.key(at(RECHAMBERED), chambered);
        stage.key(at(SET_DOWN), self.ready(stage));
        let print = stage.print(self.side);
        let swing = self.leg(stage, target, &at);
        let step = Step { leaving: 0.4, roll: 0.3, landing: 0.15, ..Step::small(lift, at(SET_DOWN)) };
        stage.swing(self.side, print, step, swing);
        stage.tiptoe(self.side.other(), self.pivot(&at));
        stage.span(aimed("side kick", (start, at(SET_DOWN)), (at(HIT), target), self.side, &[]));
        stage.now = at(SET_DOWN);
        stage.relax(0.6);
    }

    /// The standing foot turns out on its ball as the hip rolls over, and back.
    fn pivot(&self, at: &dyn Fn(f64) -> f64) -> Tiptoe {
        let (up, down) = (at(HIT - 0.06), at(HIT + 0.06));
        let turn = 0.42 * self.side.other().sign();
        Tiptoe { start: at(0.06), up, down, end: at(SET_DOWN - 0.12), pitch: 0.08, pivot: turn }
    }

    /// Hands up, the weight nearly on the other foot.
    fn ready(&self, stage: &Stage<'_>) -> Posture {
        let other = self.side.other();
        let mut ready = stage.ease().lowered(0.022 * self.figure.height);
        ready.balance = ready.balance.lerp(support(stage, other), 0.8);
        ready.arms[self.side.index()] = front_arm();
        ready.arms[other.index()] = rear_arm();
        ready.head.yaw += 0.5 * self.side.sign();
        ready
    }

    /// The knee drawn up before the body to hip height, the standing leg stretched.
    fn chambered(&self, stage: &Stage<'_>) -> Posture {
        let out = self.side.sign();
        let mut chamber =
            self.ready(stage).lowered(-0.016 * self.figure.height).over(support(stage, self.side.other()));
        chamber.pelvis = Turn::new(chamber.pelvis.yaw - 0.10 * out, -0.08, 0.20 * out);
        chamber.chest = Turn::new(chamber.chest.yaw - 0.05 * out, 0.06, 0.12 * out);
        chamber
    }

    /// The hip rolls over behind the leg and the trunk leans away from it, more for a higher kick.
    fn hitting(&self, stage: &Stage<'_>) -> Posture {
        let (out, high) =
            (self.side.sign(), ((self.height / self.figure.height - 0.25) / 0.4).clamp(0.0, 1.0));
        let mut hit = self.chambered(stage).lowered(-0.018 * self.figure.height);
        hit.pelvis = Turn::new(hit.pelvis.yaw - 0.12 * out, 0.0, (0.36 + 0.30 * high) * out);
        hit.chest = Turn::new(hit.chest.yaw + 0.10 * out, 0.10, (0.42 + 0.34 * high) * out);
        hit.head = Turn::new(hit.head.yaw + 0.3 * out, 0.05, 0.18 * out);
        let arm = &mut hit.arms[self.side.index()];
        (arm.flex, arm.spread, arm.elbow) = (0.15, 0.45, 0.75);
        hit
    }

    fn heading(&self, stage: &Stage<'_>) -> f64 {
        stage.spot.yaw + FRAC_PI_2 * self.side.sign()
    }

    fn aim(&self, stage: &Stage<'_>) -> Aim {
        let (heading, height) = (self.heading(stage), stage.spot.at.y + self.height);
        Aim { side: self.side, heading, height, extended: EXTENDED }
    }

    fn leg(&self, stage: &Stage<'_>, target: DVec3, at: &dyn Fn(f64) -> f64) -> LegSwing {
        // Bent and taken before the body the leg has its thigh level and its shank hanging.
        let drawn_up = |raise: f64, ahead: f64, knee: f64| {
            let aside = -self.side.sign() * ahead;
            LegKey::Pose(LegPose { raise, aside, flex: 0.1, ..LegPose::bent(&self.figure, knee) })
        };
        let keys = vec![
            (at(CHAMBERED), drawn_up(0.25, 0.55, 2.3)),
            (at(HIT), LegKey::Point(target, 0.15, 0.0)),
            (at(RECHAMBERED), drawn_up(0.35, 0.35, 2.0)),
        ];
        LegSwing { heading: self.heading(stage), keys, loose: 1.0, springs: false }
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
        fn side_kicks_are_lawful(high in 0.0..1.0f64, pace in 0.6..1.1f64, rate in rate(), side in side(), seed: u64) {
            lawful_for_all(|figure| {
                let kick = SideKick { figure, side, height: 0.0, pace, rate, seed };
                SideKick { height: share(kick.heights(), high), ..kick }.perform()
            });
        }

        #[test]
        fn a_side_kick_hits_its_target(height in 0.5..1.1f64, side in side(), seed: u64) {
            let kick = SideKick { side, height, rate: 250.0, seed, ..SideKick::default() }.perform().unwrap();
            let miss = miss(&kick, ankle(side));
            prop_assert!(miss < 2e-3, "{miss}");
        }
    }

    #[test]
    fn bad_parameters_are_refused_by_name() {
        refuses(SideKick { height: 0.1, ..SideKick::default() }.perform(), "height in m is 0.1");
        refuses(SideKick { pace: 9.0, ..SideKick::default() }.perform(), "pace is 9");
        refuses(SideKick { rate: -5.0, ..SideKick::default() }.perform(), "rate in frames per second is -5");
    }
}
