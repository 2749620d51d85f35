//! Standing still, and the stance in which every other standing action begins and ends.

use glam::DVec3;

use crate::action::guard::support;
use crate::action::posture::Posture;
use crate::action::stage::{LEAD, Stage};
use crate::actor::Actor;
use crate::body::{ArmAngles, ArmPlan, BodyPlan, Turn, facing, leftward};
use crate::contact::{Contact, Footprint};
use crate::curve::ramp;
use crate::error::{ActorError, within};
use crate::figure::Figure;
use crate::leg::bent_length;
use crate::noise::Noise;
use crate::side::Sided;
use crate::truth::{Performance, Span};
use segue_motion::Side;

/// A place on the floor and the way a body faces there.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Spot {
    pub(crate) at: DVec3,
    pub(crate) yaw: f64,
}

impl Spot {
    pub(crate) const ORIGIN: Self = Self { at: DVec3::ZERO, yaw: 0.0 };
}

/// Half the distance of the feet at ease in body heights, and how far the ankles are behind the middle in metres.
const APART: f64 = 0.058;
const BEHIND: f64 = 0.02;

/// Feet of someone who stands at ease: a little apart, toes out; the foot of the skilled side stands a little behind the
/// other and is turned out more.
pub(crate) fn standing_print(figure: &Figure, side: Side, spot: Spot) -> Footprint {
    let skilled = skilled(figure, side);
    let x = side.sign() * (APART - 0.003 * skilled) * figure.height * figure.breadth;
    let (z, yaw) = (-BEHIND - 0.011 * skilled, 0.14 + 0.05 * skilled);
    Footprint::new(x, z, side.sign() * yaw).placed(spot.at, spot.yaw)
}

/// Arms that hang at ease, the skilled one a little more bent.
pub(crate) fn hanging_arm(figure: &Figure, side: Side) -> ArmPlan {
    let skilled = skilled(figure, side);
    let angles = ArmAngles {
        flex: -0.05 - 0.02 * skilled,
        spread: 0.13 - 0.015 * skilled,
        twist: 0.25,
        elbow: 0.40 + 0.035 * skilled,
        pronate: 0.35 + 0.05 * skilled,
        wrist: 0.05 + 0.02 * skilled,
        grip: 0.25 + 0.04 * skilled,
    };
    ArmPlan { angles, target: None }
}

/// 1 for the side that a figure does things with, −1 for the other: no one stands symmetric.
fn skilled(figure: &Figure, side: Side) -> f64 {
    if side == figure.handed { 1.0 } else { -1.0 }
}

/// The body at rest on `spot`; every standing action begins and ends exactly so.
pub(crate) fn standing(actor: &Actor, spot: Spot) -> BodyPlan {
    let figure = &actor.figure;
    let foot = |side| {
        let print = standing_print(figure, side, spot);
        Contact::flat(print, 0.0, 1.0).at(figure, 0.5)
    };
    let level = |pitch: f64| Turn::new(spot.yaw, pitch, 0.0);
    BodyPlan {
        pelvis: spot.at + DVec3::Y * standing_height(figure),
        pelvis_turn: level(0.05),
        chest: level(0.02),
        head: level(0.03),
        feet: Side::BOTH.map(foot),
        arms: Side::BOTH.map(|side| hanging_arm(figure, side)),
    }
}

/// Height of the pelvis over feet placed at ease with knees just off straight.
pub(crate) fn standing_height(figure: &Figure) -> f64 {
    let leg = bent_length(figure.thigh(), figure.shank(), 0.18);
    let aside = APART * figure.height * figure.breadth - figure.hip_half_breadth();
    figure.ankle_height() + libm::sqrt(leg * leg - aside * aside - BEHIND * BEHIND) + figure.root_above_hips()
}

/// Small movements of a body that stands: breath, sway, a gaze that wanders. Added to any plan, scaled by `amount`.
#[derive(Clone, Debug)]
pub(crate) struct Sway {
    forward: Noise,
    aside: Noise,
    breath: Noise,
    head: [Noise; 2],
    arms: [Noise; 2],
}

impl Sway {
    pub(crate) fn new(seed: u64) -> Self {
        let noise = |channel: &str, frequency| Noise::new(seed, channel, frequency);
        Self {
            forward: noise("sway forward", 0.35),
            aside: noise("sway aside", 0.25),
            breath: noise("breath", 0.28),
            head: [noise("head yaw", 0.3), noise("head pitch", 0.4)],
            arms: [noise("left arm", 0.45), noise("right arm", 0.4)],
        }
    }

    /// Moves `plan` as at `time`; quiet standing sways by about a centimetre.
    pub(crate) fn apply(&self, plan: &mut BodyPlan, time: f64, amount: f64) {
        let yaw = plan.pelvis_turn.yaw;
        let (forward, aside) = (amount * self.forward.at(time), amount * self.aside.at(time));
        plan.pelvis += facing(yaw) * (0.012 * forward) + leftward(yaw) * (0.010 * aside);
        plan.pelvis_turn.roll += 0.012 * aside;
        plan.chest.pitch += amount * 0.014 * self.breath.at(time) + 0.01 * forward;
        plan.chest.roll -= 0.01 * aside;
        plan.chest.yaw += 0.012 * aside;
        plan.head.yaw += amount * 0.06 * self.head[0].at(time);
        plan.head.pitch += amount * 0.03 * self.head[1].at(time);
        for (arm, noise) in plan.arms.iter_mut().zip(&self.arms) {
            arm.angles.flex += amount * 0.03 * noise.at(time);
            arm.angles.elbow += amount * 0.05 * noise.at(time + 0.4);
        }
    }
}

/// 1 in the middle of a motion of `duration` seconds, 0 at rest at its ends, so that motions can be joined there.
pub(crate) fn envelope(time: f64, duration: f64) -> f64 {
    let fade = 0.5_f64.min(0.5 * duration);
    ramp(time, 0.0, fade) * (1.0 - ramp(time, duration - fade, duration))
}

/// Stands, breathing and swaying a little; shifts its weight from leg to leg if asked.
///
/// ```
/// use segue_actors::Stand;
///
/// let idle = Stand { seconds: 6.0, shifts: 2, ..Stand::default() }.perform()?;
/// let actions: Vec<&str> = idle.truth.segments.iter().map(|segment| segment.action.as_str()).collect();
/// assert_eq!(actions, ["shift weight", "shift weight", "stand"]);
/// # Ok::<(), segue_actors::ActorError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Stand {
    /// Who stands.
    pub figure: Figure,
    /// How long, in seconds.
    pub seconds: f64,
    /// How often the weight goes to the other leg: first to the right one, back to both at the end.
    pub shifts: usize,
    /// Frames per second.
    pub rate: f64,
    /// Which of all possible swayings.
    pub seed: u64,
}

impl Default for Stand {
    fn default() -> Self {
        Self { figure: Figure::default(), seconds: 3.0, shifts: 0, rate: 60.0, seed: 1 }
    }
}

/// The least seconds from one shift of weight to the next; quicker is fidgeting.
const SHIFT_SECS: f64 = 1.0;
/// Seconds from one leg to the other.
const SHIFTING: f64 = 0.85;

impl Stand {
    /// Makes the motion.
    ///
    /// # Errors
    /// When the duration is not within 0.5 to 600 s or too short for the shifts, or the figure or rate is impossible.
    pub fn perform(&self) -> Result<Performance, ActorError> {
        self.check()?;
        let actor = Actor::new(&self.figure)?;
        let mut stage = Stage::new(&actor, self.seed);
        self.play(&mut stage);
        stage.perform("stand", self.rate)
    }

    pub(crate) fn check(&self) -> Result<(), ActorError> {
        within("seconds", self.seconds, (2.0 * LEAD, 600.0), "shorter is a pose, longer fills memory")?;
        let most = ((self.seconds - 2.0 * LEAD) / SHIFT_SECS - 1.0).floor().max(0.0);
        within("shifts", self.shifts as f64, (0.0, most), "each takes its time")
    }

    /// From at ease to at ease; the stage adds its own moments of quiet.
    pub(crate) fn play(&self, stage: &mut Stage<'_>) {
        let start = stage.now;
        // The last move is back to both legs.
        let secs = (self.seconds - 2.0 * LEAD) / (self.shifts + 1) as f64;
        let span = |action, i: usize, parameters| {
            let start = start + i as f64 * secs;
            Span { action, start, end: start + secs, goal: None, parameters }
        };
        for i in 0..self.shifts {
            let (side, begin) =
                (if i.is_multiple_of(2) { Side::Right } else { Side::Left }, start + i as f64 * secs);
            stage.hold(begin + 0.03);
            stage.key(begin + SHIFTING, contrapposto(stage, side));
            stage.span(span("shift weight", i, vec![("side", side.sign())]));
        }
        stage.span(span("stand", self.shifts, vec![]));
        stage.now = start + self.seconds - 2.0 * LEAD;
        if self.shifts > 0 {
            stage.hold(stage.now - secs + 0.03);
            stage.exact_key(stage.now - secs + SHIFTING, stage.ease());
        }
    }
}

/// All weight on one leg: the hip of the other sinks, its knee gives, the shoulders balance.
fn contrapposto(stage: &Stage<'_>, side: Side) -> Posture {
    let (out, ease) = (side.sign(), stage.ease());
    let mut posture = ease.lowered(0.010).over(ease.balance.lerp(support(stage, side), 0.9));
    posture.pelvis.roll += 0.095 * out;
    posture.pelvis.yaw += 0.05 * out;
    posture.chest.roll -= 0.045 * out;
    posture.chest.yaw -= 0.03 * out;
    posture.head.roll -= 0.02 * out;
    posture.arms[side.index()].spread += 0.05;
    posture
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::action::check::refuses;
    use crate::actor::joint;
    use crate::laws::assert_lawful;
    use proptest::prelude::*;
    use segue_motion::{Anatomy, Body, MassTable, PointTable};

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(16))]
        #[test]
        fn standing_is_lawful(seconds in 0.5..6.0f64, rate in 30.0..120.0f64, seed: u64) {
            for figure in [Figure::short(), Figure::tall(), Figure::long_legged()] {
                let shifts = ((seconds - 0.5) / 1.2 - 1.0).max(0.0) as usize;
                assert_lawful(&Stand { figure, seconds, shifts, rate, seed }.perform().unwrap());
            }
        }
    }

    #[test]
    fn same_seed_same_motion() {
        let make = |seed| Stand { seed, ..Stand::default() }.perform().unwrap();
        assert_eq!(make(3), make(3));
        assert_ne!(make(3), make(4));
    }

    #[test]
    fn a_shifted_weight_is_over_its_foot() {
        let idle = Stand { seconds: 6.0, shifts: 2, ..Stand::default() }.perform().unwrap();
        let actor = Actor::new(&Figure::default()).unwrap();
        let body =
            Body::new(&actor.skeleton, &Anatomy::of(&actor.skeleton), &MassTable::default(), 70.0).unwrap();
        let (path, points) = (body.path(&idle.clip), PointTable::new(&idle.clip));
        for (frame, side) in [(115, Side::Right), (220, Side::Left)] {
            let ankle = points.row(frame)[joint::leg(side)[3]].as_dvec3();
            assert!((path[frame].x - ankle.x).abs() < 0.03, "{} over {}", path[frame].x, ankle.x);
        }
    }

    #[test]
    fn bad_parameters_are_refused_by_name() {
        refuses(Stand { seconds: -1.0, ..Stand::default() }.perform(), "seconds is -1");
        refuses(Stand { shifts: 9, ..Stand::default() }.perform(), "shifts is 9");
        refuses(Stand { rate: 0.0, ..Stand::default() }.perform(), "rate in frames per second is 0");
    }
}
