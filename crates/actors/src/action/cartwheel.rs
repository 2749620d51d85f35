//! The cartwheel.

use glam::{DQuat, DVec3};

use super::guard::support;
use super::hand::HandMove;
use super::posture::Posture;
use super::stage::{Stage, Step};
use super::swing::{LegKey, LegPose, LegSwing};
use crate::actor::Actor;
use crate::body::{ArmAngles, Turn, facing, leftward};
use crate::contact::Footprint;
use crate::error::{ActorError, within};
use crate::figure::Figure;
use crate::leg::wrapped;
use crate::side::Sided;
use crate::stand::{Spot, standing_print};
use crate::truth::{Performance, Span};
use segue_motion::Side;

/// Steps forward and wheels over both hands, one after the other, to stand facing back.
///
/// ```
/// use segue_motion::ConstraintKind;
/// use segue_actors::Cartwheel;
///
/// let wheel = Cartwheel::default().perform()?;
/// assert_eq!(wheel.truth.segments[0].action, "cartwheel");
/// assert_eq!(wheel.truth.plants.of(ConstraintKind::LeftWrist).len(), 1);
/// # Ok::<(), segue_actors::ActorError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Cartwheel {
    /// Who wheels.
    pub figure: Figure,
    /// The foot that steps forward and the hand that comes down first.
    pub side: Side,
    /// How far the wheel goes relative to an ordinary one.
    pub length: f64,
    /// Speed relative to an ordinary one.
    pub pace: f64,
    /// Frames per second.
    pub rate: f64,
    /// Which of all possible cartwheels.
    pub seed: u64,
}

impl Default for Cartwheel {
    fn default() -> Self {
        let figure = Figure::default();
        Self { side: figure.handed.other(), figure, length: 1.0, pace: 1.0, rate: 60.0, seed: 1 }
    }
}

/// A moment of the wheel of someone who begins with the left side: seconds after the step, place and height of the
/// body in leg lengths, then pelvis and chest as yaw, pitch and roll. Read off six captured cartwheels of one person.
type Moment = (f64, [f64; 2], [f64; 3], [f64; 3]);

const WHEEL: [Moment; 11] = [
    (0.20, [-0.02, 1.09], [-0.30, 0.58, -0.26], [-0.50, 0.66, -0.62]),
    (0.33, [0.18, 1.11], [-0.68, 0.76, -0.78], [-0.86, 0.80, -1.16]),
    (0.41, [0.32, 1.15], [-1.14, 0.68, -1.36], [-1.18, 0.72, -1.70]),
    (0.53, [0.54, 1.24], [-1.60, 0.50, -1.94], [-1.58, 0.58, -2.525]),
    (0.67, [0.82, 1.29], [-1.82, 0.26, -2.68], [-1.72, 0.40, -3.015]),
    (0.87, [1.06, 1.32], [-1.68, 0.10, -3.06], [-1.62, 0.28, -3.08]),
    (1.07, [1.285, 1.32], [-1.48, 0.26, -3.42], [-1.42, 0.34, -3.09]),
    (1.27, [1.57, 1.24], [-1.58, 0.48, -4.20], [-1.56, 0.62, -3.68]),
    (1.40, [1.76, 1.18], [-1.84, 0.60, -4.80], [-1.96, 0.80, -4.36]),
    (1.53, [1.92, 1.17], [-2.18, 0.58, -5.32], [-2.38, 0.74, -5.16]),
    (1.85, [2.20, 1.14], [-2.46, 0.42, -5.96], [-2.60, 0.34, -5.86]),
];
/// When the hands come down and leave, seconds after the step, and where, in leg lengths before the front foot and to
/// the side that leads.
const HANDS: [(f64, f64, [f64; 2]); 2] = [(0.52, 1.10, [0.75, 0.13]), (0.70, 1.26, [1.29, 0.0])];
/// When the feet leave and land: the rear one leads over the head.
const FEET: [(f64, f64); 2] = [(0.50, 1.90), (0.33, 1.26)];
/// Where the leading foot lands, in leg lengths before the front foot.
const LANDED: f64 = 2.05;
/// The turn of the whole body from beginning to end.
const ABOUT: f64 = 2.55;
/// Legs on their way over the head: seconds after the step, raise and turn aside of the line from hip to ankle.
const FRONT_LEG: [(f64, f64, f64); 8] = [
    (0.64, -1.00, -0.02),
    (0.78, -1.70, -0.06),
    (0.93, -2.57, -0.06),
    (1.07, -3.08, -0.04),
    (1.20, -3.77, -0.22),
    (1.33, -4.70, -0.38),
    (1.45, -5.22, -0.26),
    (1.62, -5.55, -0.05),
];
const REAR_LEG: [(f64, f64, f64); 6] = [
    (0.47, -1.56, -0.10),
    (0.60, -2.55, 0.04),
    (0.75, -3.12, 0.0),
    (0.90, -3.80, -0.28),
    (1.02, -4.62, -0.40),
    (1.15, -5.60, -0.24),
];
/// Hip to ankle of a leg in the air, as a share of the leg: stretched, not locked.
const STRETCHED: f64 = 0.978;

impl Cartwheel {
    /// Makes the motion.
    ///
    /// # Errors
    /// When a parameter is outside its range.
    pub fn perform(&self) -> Result<Performance, ActorError> {
        self.check()?;
        let actor = Actor::new(&self.figure)?;
        let mut stage = Stage::new(&actor, self.seed);
        self.play(&mut stage);
        stage.perform("cartwheel", self.rate)
    }

    pub(crate) fn check(&self) -> Result<(), ActorError> {
        within("length", self.length, (0.92, 1.08), "shorter is a handstand, longer is a leap")?;
        within("pace", self.pace, (0.85, 1.15), "slower falls over, faster leaves the floor")
    }

    pub(crate) fn play(&self, stage: &mut Stage<'_>) {
        let pace = self.pace * stage.about(0.02);
        let start = stage.now;
        let stepped = start + 0.66;
        let at = |moment: f64| stepped + moment / pace;
        self.step_forward(stage, start);
        let front = stage.print(self.side).point();
        for moment in &WHEEL {
            stage.key(at(moment.0), self.wheeling(stage, front, moment));
        }
        self.lean_on_hands(stage, &at, front);
        let end = self.landing_spot(stage, front);
        self.throw_legs(stage, &at, end);
        stage.span(Span {
            action: "cartwheel",
            start,
            end: at(FEET[0].1),
            goal: Some(at(WHEEL[5].0)),
            parameters: vec![("side", self.side.sign()), ("length", self.length)],
        });
        self.rise(stage, at(FEET[0].1), end);
    }

    /// A leg's length of the wheel.
    fn unit(&self) -> f64 {
        self.length * self.figure.leg()
    }

    /// Raises the arms and steps forward, the foot turned in the way the body will turn.
    fn step_forward(&self, stage: &mut Stage<'_>, start: f64) {
        let (out, rear) = (self.side.sign(), self.side.other());
        let ease = stage.ease();
        let mut ready = ease.lowered(0.012).over(ease.balance.lerp(support(stage, rear), 0.7));
        ready.arms = [overhead(); 2].map(|arm| ease.arms[0].lerp(arm, 0.6));
        stage.hold(start + 0.02);
        stage.key(start + 0.30, ready);
        let ahead = Footprint::new(out * 0.045 * self.figure.height, 0.52 * self.figure.leg(), -0.42 * out);
        let print = ahead.placed(stage.spot.at, stage.spot.yaw);
        stage.step(self.side, print, Step { landing: -0.12, ..Step::small(start + 0.30, start + 0.66) });
        let between = support(stage, rear).lerp(support(stage, self.side), 0.45);
        let mut lunge = ease.lowered(0.05 * self.figure.height).over(between);
        lunge.pelvis = Turn::new(lunge.pelvis.yaw - 0.12 * out, 0.24, -0.06 * out);
        lunge.chest = Turn::new(lunge.chest.yaw - 0.2 * out, 0.18, -0.12 * out);
        lunge.head.pitch += 0.3;
        lunge.arms = [overhead(); 2];
        stage.key(start + 0.68, lunge);
    }

    /// The trunk at a moment of the wheel.
    fn wheeling(
        &self,
        stage: &Stage<'_>,
        front: DVec3,
        &(moment, [ahead, height], pelvis, chest): &Moment,
    ) -> Posture {
        let (out, Spot { at, yaw }) = (self.side.sign(), stage.spot);
        let turn = |[y, pitch, roll]: [f64; 3]| Turn::new(yaw + y * out, pitch, roll * out);
        let mut posture = stage.ease();
        posture.height = at.y + height * self.figure.leg();
        (posture.pelvis, posture.chest) = (turn(pelvis), turn(chest));
        // The eyes look for the floor first, and then at the hands on it: captured heads are thrown back by 35° to 60°.
        let wheels = (0.3..1.6).contains(&moment);
        posture.head = thrown_back(posture.chest, if wheels { 1.0 } else { 0.6 });
        posture.arms = [overhead(); 2];
        posture.over(front + facing(yaw) * (ahead * self.unit()) - leftward(yaw) * (out * 0.05 * ahead))
    }

    fn lean_on_hands(&self, stage: &mut Stage<'_>, at: &dyn Fn(f64) -> f64, front: DVec3) {
        let (out, yaw) = (self.side.sign(), stage.spot.yaw);
        for (side, (down, up, [ahead, aside])) in [self.side, self.side.other()].into_iter().zip(HANDS) {
            let floor = front + (facing(yaw) * ahead + leftward(yaw) * (out * aside)) * self.unit();
            // Upside down, fingers point where the back is.
            let fingers = yaw + out * if side == self.side { 1.3 } else { 1.7 };
            stage.hand(HandMove {
                side,
                start: at(down - 0.36),
                arrive: at(down),
                leave: at(up),
                end: at(up + 0.42),
                wrist: DVec3::new(floor.x, stage.spot.at.y + PALM_HEIGHT * self.figure.height, floor.z),
                elbow: DVec3::new(1.0, 0.0, -0.35),
                palm: Some(flat_palm(side, fingers)),
            });
        }
    }

    /// Where the actor stands at last: the foot that landed first stays.
    fn landing_spot(&self, stage: &Stage<'_>, front: DVec3) -> Spot {
        let (out, yaw) = (self.side.sign(), stage.spot.yaw);
        let foot = front + facing(yaw) * (LANDED * self.unit()) - leftward(yaw) * (out * 0.13 * self.unit());
        let turned = Spot { at: DVec3::Y * stage.spot.at.y, yaw: yaw - out * ABOUT };
        let print = standing_print(&self.figure, self.side.other(), turned).point();
        Spot { at: turned.at + (foot - print) * DVec3::new(1.0, 0.0, 1.0), ..turned }
    }

    /// The rear leg over the head and down, the front one after it.
    fn throw_legs(&self, stage: &mut Stage<'_>, at: &dyn Fn(f64) -> f64, end: Spot) {
        let (front, rear) = (self.side, self.side.other());
        let back =
            Footprint::new(front.sign() * 0.075 * self.figure.height, -0.5 * self.unit(), front.sign() * 0.3);
        let prints = [back.placed(end.at, end.yaw), standing_print(&self.figure, rear, end)];
        let steps = [(front, &FRONT_LEG[..], 0.75, 0.5), (rear, &REAR_LEG[..], 0.55, 0.3)];
        for (((side, keys, leaving, landing), print), (lift, land)) in steps.into_iter().zip(prints).zip(FEET)
        {
            let swing = self.leg(stage, at, keys);
            let step = Step { lift: at(lift), land: at(land), leaving, roll: 0.24, landing, arch: 0.0 };
            stage.swing(side, print, step, swing);
        }
    }

    fn leg(&self, stage: &Stage<'_>, at: &dyn Fn(f64) -> f64, keys: &[(f64, f64, f64)]) -> LegSwing {
        let pose = |&(moment, raise, aside): &(f64, f64, f64)| {
            let length = STRETCHED * self.figure.leg();
            let aside = self.side.sign() * aside;
            (at(moment), LegKey::Pose(LegPose { raise, aside, length, flex: -0.5, knee_out: 0.0 }))
        };
        let keys = keys.iter().map(pose);
        LegSwing { heading: stage.spot.yaw, keys: keys.collect(), loose: 1.0, springs: false }
    }

    /// From the lunge after the wheel to standing at ease.
    fn rise(&self, stage: &mut Stage<'_>, landed: f64, end: Spot) {
        let (out, rear) = (self.side.sign(), self.side.other());
        stage.spot = end;
        stage.wheeled_over(-out * std::f64::consts::TAU);
        let feet = [support(stage, self.side), support(stage, rear)];
        let mut lunge = stage.ease().lowered(0.045 * self.figure.height).over(feet[0].lerp(feet[1], 0.62));
        lunge.pelvis.pitch += 0.15;
        lunge.chest.pitch += 0.12;
        lunge.head.pitch += 0.1;
        lunge.arms = [overhead().lerp(stage.ease().arms[0], 0.55); 2];
        stage.key(landed + 0.14, lunge);
        stage.key(landed + 0.52, stage.ease().lowered(0.02).over(feet[0].lerp(feet[1], 0.92)));
        let print = standing_print(&self.figure, self.side, end);
        stage.step(
            self.side,
            print,
            Step { leaving: 0.45, landing: 0.06, ..Step::small(landed + 0.50, landed + 0.92) },
        );
        stage.now = landed + 0.7;
        stage.relax(0.75);
    }
}

/// A chest's turn followed by a head thrown back on an upright neck.
fn thrown_back(chest: Turn, angle: f64) -> Turn {
    let back = chest.rotation() * DQuat::from_rotation_x(-angle);
    let (up, ahead, left) = (back * DVec3::Y, back * DVec3::Z, back * DVec3::X);
    let pitch = libm::asin(-ahead.y.clamp(-1.0, 1.0));
    // The body may have wheeled over: of all equal angles the nearest ones.
    let yaw = chest.yaw + wrapped(libm::atan2(ahead.x, ahead.z) - chest.yaw);
    let roll = chest.roll + wrapped(libm::atan2(left.y, up.y) - chest.roll);
    Turn::new(yaw, pitch, roll)
}

/// Height of the wrist above a floor on which the palm lies, as a share of body height.
const PALM_HEIGHT: f64 = 0.035;

/// A hand on the floor whose fingers point to a heading: the wrist a little above, the fingertips down.
fn flat_palm(side: Side, heading: f64) -> DQuat {
    let out = side.sign();
    DQuat::from_rotation_y(heading - out * std::f64::consts::FRAC_PI_2) * DQuat::from_rotation_z(-0.27 * out)
}

/// An arm stretched over the head, fingers straight.
fn overhead() -> ArmAngles {
    ArmAngles { flex: 2.75, spread: 0.22, twist: 0.1, elbow: 0.28, pronate: 0.2, wrist: -0.5, grip: -0.16 }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::action::check::{lawful_for_all, rate, refuses, side};
    use proptest::prelude::*;
    use segue_motion::ConstraintKind;

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(24))]
        #[test]
        fn cartwheels_are_lawful(length in 0.92..1.08f64, pace in 0.85..1.15f64, rate in rate(), side in side(), seed: u64) {
            lawful_for_all(|figure| Cartwheel { figure, side, length, pace, rate, seed }.perform());
        }
    }

    #[test]
    fn bad_parameters_are_refused_by_name() {
        refuses(Cartwheel { length: 3.0, ..Cartwheel::default() }.perform(), "length is 3");
        refuses(Cartwheel { pace: 0.1, ..Cartwheel::default() }.perform(), "pace is 0.1");
        refuses(Cartwheel { rate: 0.0, ..Cartwheel::default() }.perform(), "rate in frames per second is 0");
    }

    #[test]
    fn hands_bear_the_body_one_after_the_other_and_feet_come_over() {
        let wheel = Cartwheel::default().perform().unwrap();
        let plant = |kind| wheel.truth.plants.of(kind)[0];
        let (first, second) = (plant(ConstraintKind::LeftWrist), plant(ConstraintKind::RightWrist));
        assert!(first.first < second.first && second.first < first.last && first.last < second.last);
        let toes = wheel.truth.plants.of(ConstraintKind::LeftToe);
        assert!(toes.windows(2).any(|pair| pair[0].last > first.first && pair[1].first > second.last));
    }
}
