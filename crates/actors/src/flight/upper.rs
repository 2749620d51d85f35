//! Trunk, head and arms of a jump: they wind up, throw the body upward and steady it on landing.

use super::bounce::{Bounces, START};
use crate::body::{ArmAngles, ArmPlan, BodyPlan, Turn};
use crate::footwork::Footwork;
use crate::side::Sided;
use crate::spline::Track;
use crate::stand::{Sway, envelope, hanging_arm};
use segue_motion::Side;
use segue_numeric::Random;

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
        let mut random = Random::channel(seed, "jump arms");
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

/// Flex, elbow and spread of an arm at the moments of a jump.
struct Throw {
    wound: [f64; 3],
    takeoff: [f64; 3],
    apex: [f64; 3],
    landing: [f64; 3],
    rebound: [f64; 3],
    low: [f64; 3],
}

impl Throw {
    /// Both arms back, thrown up by bent elbows until the feet leave, and down again before they land.
    fn of_jump(effort: f64) -> Self {
        Self {
            wound: [-0.25 - 0.75 * effort, 0.45, 0.25 + 0.10 * effort],
            takeoff: [0.30 + 1.30 * effort, 1.15, 0.28],
            apex: [0.25 + 0.65 * effort, 0.75, 0.36 + 0.12 * effort],
            landing: [0.05 - 0.10 * effort, 0.45, 0.42 + 0.12 * effort],
            rebound: [-0.15 - 0.35 * effort, 0.50, 0.34],
            low: [-0.05 - 0.12 * effort, 0.60, 0.38],
        }
    }

    /// Bent arms that steady the body and help a little, the one beside the lifted leg behind the other.
    fn of_hop(effort: f64, ahead: f64) -> Self {
        let down = [ahead - 0.15 - 0.3 * effort, 0.85, 0.34];
        Self {
            wound: down,
            takeoff: [ahead + 0.20 + 0.5 * effort, 1.20, 0.44],
            apex: [ahead + 0.10 + 0.3 * effort, 1.10, 0.52],
            landing: [ahead - 0.05, 0.95, 0.46],
            rebound: down,
            low: [ahead - 0.10, 0.90, 0.40],
        }
    }
}

impl ArmTracks {
    fn new(bounces: &Bounces<'_>, side: Side, size: f64) -> Self {
        let effort = size * effort(bounces);
        let throw = match bounces.wish.foot {
            // There is no time to throw the arms far between jumps.
            None if bounces.wish.count > 1 => Throw::of_jump(0.6 * effort),
            None => Throw::of_jump(effort),
            Some(foot) => Throw::of_hop(effort, if foot == side { 0.16 } else { -0.12 }),
        };
        let hanging = hanging_arm(&bounces.actor.figure, side).angles;
        let (mut flex, mut elbow, mut spread) =
            (vec![(START, hanging.flex)], vec![(START, hanging.elbow)], vec![(START, hanging.spread)]);
        let mut key = |time: f64, angles: [f64; 3]| {
            flex.push((time, angles[0]));
            elbow.push((time, angles[1]));
            spread.push((time, angles[2]));
        };
        key(bounces.crouch - 0.10, throw.wound);
        for (i, flight) in bounces.flights.iter().enumerate() {
            key(flight.takeoff, throw.takeoff);
            key(0.5 * (flight.takeoff + flight.landing), throw.apex);
            key(flight.landing, throw.landing);
            if let Some(next) = bounces.flights.get(i + 1) {
                key(0.5 * (flight.landing + next.takeoff), throw.rebound);
            }
        }
        key(bounces.low + 0.04, throw.low);
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
