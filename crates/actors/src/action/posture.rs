//! How the body is held at one moment, and the smooth way from one such moment to the next.

use glam::DVec3;

use crate::actor::Actor;
use crate::body::{ArmAngles, BodyPlan, Turn};
use crate::leg::wrapped;
use crate::spline::Track;
use crate::stand::{Spot, standing};
use segue_numeric::Random;

/// A body without its feet: where its weight is, how high, how turned.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Posture {
    /// The point of the floor below the centre of mass.
    pub(crate) balance: DVec3,
    /// Height of the root.
    pub(crate) height: f64,
    pub(crate) pelvis: Turn,
    pub(crate) chest: Turn,
    pub(crate) head: Turn,
    /// Left, right.
    pub(crate) arms: [ArmAngles; 2],
    /// Left, right: the knee swung outward about the line from hip to ankle, beyond what follows from pelvis and foot.
    pub(crate) knees: [f64; 2],
}

const CHANNELS: usize = 28;
/// The first that belong to the knees. They are as exact as the feet: what varies is the rest of the body.
const KNEES: usize = 26;

impl Posture {
    /// Standing at ease on `spot`.
    pub(crate) fn at_ease(actor: &Actor, spot: Spot) -> Self {
        let plan = standing(actor, spot);
        let centre = actor.centre_of_mass(&actor.solve(&plan));
        Self {
            balance: DVec3::new(centre.x, spot.at.y, centre.z),
            height: plan.pelvis.y,
            pelvis: plan.pelvis_turn,
            chest: plan.chest,
            head: plan.head,
            arms: plan.arms.map(|arm| arm.angles),
            knees: [0.0; 2],
        }
    }

    /// Pelvis, chest and head rolled together to the right.
    pub(crate) fn rolled(mut self, roll: f64) -> Self {
        for turn in [&mut self.pelvis, &mut self.chest, &mut self.head] {
            turn.roll += roll;
        }
        self
    }

    /// The head turned to a point of the world, as far as a neck turns.
    pub(crate) fn looking_at(mut self, eyes: DVec3, target: DVec3) -> Self {
        const SIDEWAYS: f64 = 1.1;
        const NODDING: (f64, f64) = (-0.75, 0.85);
        let away = target - eyes;
        let (yaw, pitch) = (libm::atan2(away.x, away.z), libm::atan2(-away.y, libm::hypot(away.x, away.z)));
        let aside = wrapped(yaw - self.chest.yaw).clamp(-SIDEWAYS, SIDEWAYS);
        // Eyes do a quarter of it by themselves.
        let nod = (0.75 * pitch - self.chest.pitch).clamp(NODDING.0, NODDING.1);
        self.head.yaw = self.chest.yaw + 0.85 * aside;
        self.head.pitch = self.chest.pitch + nod;
        self
    }

    /// The body lowered by `drop` metres.
    pub(crate) fn lowered(self, drop: f64) -> Self {
        Self { height: self.height - drop, ..self }
    }

    /// The weight over another point of the floor.
    pub(crate) fn over(self, balance: DVec3) -> Self {
        Self { balance: DVec3::new(balance.x, self.balance.y, balance.z), ..self }
    }

    /// Slightly different in every joint, as no one holds himself twice the same way.
    pub(crate) fn jittered(self, random: &mut Random, amount: f64) -> Self {
        let mut channels = self.channels();
        for (i, channel) in channels[..KNEES].iter_mut().enumerate() {
            // Metres for the weight and height, radians for the rest.
            let scale = if i < 3 { 0.002 } else { 0.012 };
            *channel += amount * scale * random.bell();
        }
        Self {
            balance: DVec3::new(channels[0], self.balance.y, channels[1]),
            ..Self::from_channels(&channels)
        }
    }

    fn channels(&self) -> [f64; CHANNELS] {
        let mut out = [0.0; CHANNELS];
        let turns = [self.pelvis, self.chest, self.head]
            .into_iter()
            .flat_map(|turn| [turn.yaw, turn.pitch, turn.roll]);
        let arms = self
            .arms
            .into_iter()
            .flat_map(|arm| [arm.flex, arm.spread, arm.twist, arm.elbow, arm.pronate, arm.wrist, arm.grip]);
        let all = [self.balance.x, self.balance.z, self.height]
            .into_iter()
            .chain(turns)
            .chain(arms)
            .chain(self.knees);
        out.iter_mut().zip(all).for_each(|(out, value)| *out = value);
        out
    }

    fn from_channels(channels: &[f64; CHANNELS]) -> Self {
        let turn = |i: usize| Turn::new(channels[i], channels[i + 1], channels[i + 2]);
        let arm = |i: usize| ArmAngles {
            flex: channels[i],
            spread: channels[i + 1],
            twist: channels[i + 2],
            elbow: channels[i + 3],
            pronate: channels[i + 4],
            wrist: channels[i + 5],
            grip: channels[i + 6],
        };
        Self {
            balance: DVec3::new(channels[0], 0.0, channels[1]),
            height: channels[2],
            pelvis: turn(3),
            chest: turn(6),
            head: turn(9),
            arms: [arm(12), arm(19)],
            knees: [channels[KNEES], channels[KNEES + 1]],
        }
    }
}

/// Binomial weights of seven moments, `TAP` seconds apart.
const SMOOTHING: [f64; 7] =
    [1.0 / 64.0, 6.0 / 64.0, 15.0 / 64.0, 20.0 / 64.0, 15.0 / 64.0, 6.0 / 64.0, 1.0 / 64.0];
const TAP: f64 = 0.016;

/// Postures keyed in time, at rest before the first and after the last.
#[derive(Clone, Debug)]
pub(crate) struct Score {
    tracks: Vec<Track<f64>>,
}

/// Seconds by which chest, head and arms follow the pelvis: a body moves from its middle outward, and the eyes lead.
const CHEST_LAG: f64 = 0.03;
const HEAD_LAG: f64 = -0.04;
const ARM_LAG: f64 = 0.05;

fn lag(channel: usize) -> f64 {
    match channel {
        6..9 => CHEST_LAG,
        9..12 => HEAD_LAG,
        12..KNEES => ARM_LAG,
        _ => 0.0,
    }
}

impl Score {
    /// Through `keys` in order of time, at least one.
    pub(crate) fn new(keys: &[(f64, Posture)]) -> Self {
        let track = |channel: usize| {
            let keys: Vec<(f64, f64)> = keys
                .iter()
                .map(|(time, posture)| (time + lag(channel), posture.channels()[channel]))
                .collect();
            Track::settled(&keys)
        };
        Self { tracks: (0..CHANNELS).map(track).collect() }
    }

    /// The posture at `time`, averaged over a moment around it: muscles do not change their force at once.
    pub(crate) fn at(&self, time: f64) -> Posture {
        let mut channels = [0.0; CHANNELS];
        for (channel, track) in channels.iter_mut().zip(&self.tracks) {
            let taps = SMOOTHING.iter().zip(-3_i32..);
            *channel = taps.map(|(weight, i)| weight * track.at(time + TAP * f64::from(i))).sum();
        }
        Posture::from_channels(&channels)
    }
}

/// The plan of a posture whose pelvis stands over its point of balance; feet are left where they are in `base`.
pub(crate) fn upright_plan(posture: &Posture, base: &BodyPlan) -> BodyPlan {
    let mut plan = base.clone();
    plan.pelvis = DVec3::new(posture.balance.x, posture.height, posture.balance.z);
    plan.pelvis_turn = posture.pelvis;
    plan.chest = posture.chest;
    plan.head = posture.head;
    for (arm, angles) in plan.arms.iter_mut().zip(posture.arms) {
        arm.angles = angles;
        arm.target = None;
    }
    for (foot, knee) in plan.feet.iter_mut().zip(posture.knees) {
        foot.knee_out += knee;
    }
    plan
}

/// Rounds of balancing. With the feet fixed the centre of mass follows the pelvis by three quarters and more, so a step of
/// [`OVERSHOOT`] leaves a tenth of the error or less.
const ROUNDS: usize = 6;
const OVERSHOOT: f64 = 1.2;

/// Moves the pelvis horizontally until the centre of mass is over `balance`; the arms of `plan` are held by their angles.
pub(crate) fn balanced(actor: &Actor, mut plan: BodyPlan, balance: DVec3) -> BodyPlan {
    actor.shift(&mut plan, ROUNDS, |centre| {
        let missing = balance - centre;
        OVERSHOOT * DVec3::new(missing.x, 0.0, missing.z)
    });
    plan
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::figure::Figure;

    #[test]
    fn a_posture_survives_its_channels_and_balances_where_it_says() {
        let actor = Actor::new(&Figure::default()).unwrap();
        let spot = Spot { at: DVec3::new(0.4, 0.0, -0.2), yaw: 0.7 };
        let posture = Posture::at_ease(&actor, spot).rolled(0.2).lowered(0.05);
        assert_eq!(Posture::from_channels(&posture.channels()), posture);
        let plan = balanced(&actor, upright_plan(&posture, &standing(&actor, spot)), posture.balance);
        let centre = actor.centre_of_mass(&actor.solve(&plan));
        assert!((centre.x - posture.balance.x).abs() < 1e-5 && (centre.z - posture.balance.z).abs() < 1e-5);
    }

    #[test]
    fn a_score_rests_at_its_ends_and_comes_near_its_keys() {
        let actor = Actor::new(&Figure::default()).unwrap();
        let ease = Posture::at_ease(&actor, Spot::ORIGIN);
        let score = Score::new(&[(0.0, ease), (1.0, ease.lowered(0.1)), (2.0, ease)]);
        let height = |time: f64| score.at(time).height - ease.height;
        assert!(height(-1.0).abs() < 1e-12 && height(3.0).abs() < 1e-12);
        assert!((height(1.0) + 0.1).abs() < 1e-3);
    }
}
