//! Trunk, head and arms of a jump: they wind up, throw the body upward and steady it on landing.

use super::bounce::{Bounces, START};
use crate::Side;
use crate::synth::body::{ArmAngles, ArmPlan, BodyPlan, Turn};
use crate::synth::footwork::Footwork;
use crate::synth::noise::Random;
use crate::synth::side::Sided;
use crate::synth::spline::Track;
use crate::synth::stand::{Sway, envelope, hanging_arm};

/// Curves of everything above the pelvis.
pub(crate) struct Upper {
    chest: Track<f64>,
    head: Track<f64>,
    arms: [ArmTracks; 2],
    sway: Sway,
}

struct ArmTracks {
    hanging: ArmAngles,
    flex: Track<f64>,
    elbow: Track<f64>,
    spread: Track<f64>,
}

impl Upper {
    pub(crate) fn new(bounces: &Bounces<'_>, seed: u64) -> Self {
        let mut random = Random::new(seed, "jump arms");
        let arms = Side::BOTH.map(|side| ArmTracks::new(bounces, side, 1.0 + 0.06 * random.bell()));
        Self { chest: chest(bounces), head: head(bounces), arms, sway: Sway::new(seed) }
    }

    /// The whole body at a time.
    pub(crate) fn body(&self, bounces: &Bounces<'_>, feet: &[Footwork; 2], time: f64) -> BodyPlan {
        let figure = &bounces.actor.figure;
        // The chest leads a turn, and the eyes lead the chest.
        let ahead = |secs: f64| bounces.heading.at(time + secs);
        let aside = 0.04 * bounces.wish.foot.map_or(0.0, Sided::sign) * bounces.on_one_foot(time);
        let mut plan = BodyPlan {
            pelvis: bounces.pelvis(time),
            pelvis_turn: bounces.pelvis_turn(time),
            chest: Turn::new(ahead(0.06), self.chest.at(time), aside),
            head: Turn::new(ahead(0.14), self.head.at(time), 0.0),
            feet: Side::BOTH.map(|side| feet[side.index()].at(figure, time)),
            arms: Side::BOTH.map(|side| self.arms[side.index()].at(time)),
        };
        self.sway.apply(&mut plan, time, 0.5 * envelope(time, bounces.rest));
        plan
    }
}

/// 0 for a little hop, 1 for a jump with all one has.
fn effort(bounces: &Bounces<'_>) -> f64 {
    ((bounces.wish.height + 0.12 * bounces.wish.advance) / 0.4).clamp(0.15, 1.0)
}

fn chest(bounces: &Bounces<'_>) -> Track<f64> {
    let effort = effort(bounces);
    let mut keys = vec![(START, 0.02), (bounces.crouch, 0.16 + 0.55 * effort)];
    for (i, flight) in bounces.flights.iter().enumerate() {
        let middle = 0.5 * (flight.takeoff + flight.landing);
        keys.extend([
            (flight.takeoff, 0.14),
            (middle, 0.12 + 0.06 * bounces.wish.advance),
            (flight.landing, 0.20 + 0.10 * effort),
        ]);
        if let Some(next) = bounces.flights.get(i + 1) {
            keys.push((0.5 * (flight.landing + next.takeoff), 0.24 + 0.15 * effort));
        }
    }
    keys.extend([(bounces.low, 0.24 + 0.26 * effort), (bounces.rest, 0.02)]);
    Track::settled(&keys)
}

fn head(bounces: &Bounces<'_>) -> Track<f64> {
    let mut keys = vec![(START, 0.03), (bounces.crouch, 0.18)];
    for flight in &bounces.flights {
        keys.extend([(flight.takeoff, -0.05), (flight.landing - 0.05, 0.22)]);
    }
    keys.extend([(bounces.low, 0.20), (bounces.rest, 0.03)]);
    Track::settled(&keys)
}

impl ArmTracks {
    fn new(bounces: &Bounces<'_>, side: Side, size: f64) -> Self {
        let effort = size * effort(bounces);
        let hanging = hanging_arm(&bounces.actor.figure, side).angles;
        let (mut flex, mut elbow, mut spread) =
            (vec![(START, hanging.flex)], vec![(START, hanging.elbow)], vec![(START, hanging.spread)]);
        let mut key = |time: f64, angles: [f64; 3]| {
            flex.push((time, angles[0]));
            elbow.push((time, angles[1]));
            spread.push((time, angles[2]));
        };
        key(bounces.crouch - 0.10, [-0.18 - 0.42 * effort, 0.50, 0.22]);
        for (i, flight) in bounces.flights.iter().enumerate() {
            let secs = flight.landing - flight.takeoff;
            key(flight.takeoff - 0.03, [0.35 + 1.15 * effort, 0.8, 0.22]);
            key(flight.takeoff + 0.35 * secs, [0.45 + 1.55 * effort, 0.55, 0.30 + 0.15 * effort]);
            key(flight.landing, [0.30 + 0.55 * effort, 0.55, 0.35 + 0.20 * effort]);
            if let Some(next) = bounces.flights.get(i + 1) {
                key(0.5 * (flight.landing + next.takeoff), [-0.05 - 0.25 * effort, 0.5, 0.30]);
            }
        }
        key(bounces.low + 0.02, [0.20 + 0.25 * effort, 0.6, 0.34]);
        key(bounces.rest, [hanging.flex, hanging.elbow, hanging.spread]);
        let [flex, elbow, spread] = [flex, elbow, spread].map(|keys| Track::settled(&keys));
        Self { hanging, flex, elbow, spread }
    }

    fn at(&self, time: f64) -> ArmPlan {
        let angles = ArmAngles {
            flex: self.flex.at(time),
            elbow: self.elbow.at(time),
            spread: self.spread.at(time),
            ..self.hanging
        };
        ArmPlan { angles, target: None }
    }
}
