//! Standing still, and the stance in which every other standing action begins and ends.

use glam::DVec3;

use super::actor::Actor;
use super::body::{ArmAngles, ArmPlan, BodyPlan, Turn, facing, leftward};
use super::contact::{Contact, Footprint};
use super::curve::ramp;
use super::error::{SynthError, within};
use super::figure::Figure;
use super::footwork::Footwork;
use super::leg::bent_length;
use super::noise::Noise;
use super::perform::Plan;
use super::side::Sided;
use super::truth::{Performance, Span};
use crate::Side;

/// A place on the floor and the way a body faces there.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Spot {
    pub(crate) at: DVec3,
    pub(crate) yaw: f64,
}

impl Spot {
    pub(crate) const ORIGIN: Self = Self { at: DVec3::ZERO, yaw: 0.0 };
}

/// Feet of someone who stands at ease: a little apart, toes out.
pub(crate) fn standing_print(figure: &Figure, side: Side, spot: Spot) -> Footprint {
    let x = side.sign() * 0.058 * figure.height * figure.breadth;
    Footprint::new(x, -0.02, side.sign() * 0.14).placed(spot.at, spot.yaw)
}

/// Arms that hang at ease.
pub(crate) fn hanging_arm() -> ArmPlan {
    let angles = ArmAngles {
        flex: -0.02,
        spread: 0.15,
        twist: 0.25,
        elbow: 0.30,
        pronate: 0.35,
        wrist: 0.05,
        grip: 0.25,
    };
    ArmPlan { angles, target: None }
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
        arms: [hanging_arm(); 2],
    }
}

/// Height of the pelvis over feet placed at ease with knees just off straight.
pub(crate) fn standing_height(figure: &Figure) -> f64 {
    let leg = bent_length(figure.thigh(), figure.shank(), 0.14);
    let aside = 0.058 * figure.height * figure.breadth - figure.hip_half_breadth();
    figure.ankle_height() + libm::sqrt(leg * leg - aside * aside - 0.0004) + figure.root_above_hips()
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

/// Stands, breathing and swaying a little.
#[derive(Clone, Debug, PartialEq)]
pub struct Stand {
    /// Who stands.
    pub figure: Figure,
    /// How long, in seconds.
    pub seconds: f64,
    /// Frames per second.
    pub rate: f64,
    /// Which of all possible swayings.
    pub seed: u64,
}

impl Default for Stand {
    fn default() -> Self {
        Self { figure: Figure::default(), seconds: 3.0, rate: 60.0, seed: 1 }
    }
}

impl Stand {
    /// Makes the motion.
    ///
    /// # Errors
    /// When the duration is not within 0.5 to 600 s, or the figure or rate is impossible.
    pub fn perform(&self) -> Result<Performance, SynthError> {
        within("seconds", self.seconds, (0.5, 600.0), "shorter is a pose, longer fills memory")?;
        let actor = Actor::new(&self.figure)?;
        let stance = standing(&actor, Spot::ORIGIN);
        let sway = Sway::new(self.seed);
        let body = |time: f64| {
            let mut plan = stance.clone();
            sway.apply(&mut plan, time, envelope(time, self.seconds));
            plan
        };
        let feet = Side::BOTH.map(|side| {
            let print = standing_print(&self.figure, side, Spot::ORIGIN);
            Footwork::standing(&self.figure, Contact::flat(print, -2.0, self.seconds + 2.0))
        });
        let span = Span { action: "stand", start: 0.0, end: self.seconds, goal: None, parameters: vec![] };
        Plan {
            name: "stand",
            actor: &actor,
            rate: self.rate,
            duration: self.seconds,
            body: &body,
            feet: &feet,
            flights: &[],
            phase: None,
            spans: vec![span],
            hand_plants: vec![],
        }
        .perform()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::synth::laws::assert_lawful;
    use proptest::prelude::*;

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(16))]
        #[test]
        fn standing_is_lawful(seconds in 0.5..6.0f64, rate in 30.0..120.0f64, seed: u64) {
            for figure in [Figure::short(), Figure::tall(), Figure::long_legged()] {
                assert_lawful(&Stand { figure, seconds, rate, seed }.perform().unwrap());
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
    fn a_bad_duration_is_refused_by_name() {
        let error = Stand { seconds: -1.0, ..Stand::default() }.perform().unwrap_err();
        assert!(error.to_string().starts_with("seconds is -1, but must lie between 0.5 and 600"), "{error}");
    }
}
