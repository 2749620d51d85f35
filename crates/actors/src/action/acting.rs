//! From what is written on a stage to the body at any time: feet led, the weight balanced, the body lowered to reach.

use std::cell::RefCell;
use std::collections::HashMap;

use glam::DVec3;

use super::hand::{HandMove, arm_drop, ride_off};
use super::posture::{Posture, Score, balanced, upright_plan};
use super::stage::{Stage, Steps, Way};
use super::swing::LegPath;
use crate::actor::Actor;
use crate::body::{BodyPlan, FootPlan};
use crate::com::GRAVITY;
use crate::contact::Contact;
use crate::curve::{Knot, bump, quintic};
use crate::figure::Figure;
use crate::footwork::{Footwork, Guide};
use crate::polish::Limb;
use crate::reach::{drop_for, spread};
use crate::side::Sided;
use crate::spline::Track;
use crate::stand::{Spot, Sway, envelope, standing};
use segue_motion::Side;

/// Just straighter than standing at ease. The straighter a knee, the more a millimetre at the hip bends it, so a leg
/// that is hardly ever straighter moves smoothly.
pub(crate) const LEAST_KNEE_BEND: f64 = 0.125;

/// Moments per second at which the body's height is looked up.
const RATE: f64 = 100.0;

/// A ride is averaged over this many seconds before and after.
const RIDE_SECS: f64 = 0.1;

/// A stage whose feet and swings are worked out: the body at any time.
pub(crate) struct Acting<'a> {
    actor: &'a Actor,
    supple: &'a Actor,
    base: BodyPlan,
    score: Score,
    postures: RefCell<HashMap<u64, Posture>>,
    hands: &'a [HandMove],
    flights: &'a [(f64, f64)],
    pub(crate) feet: [Footwork; 2],
    paths: [Vec<LegPath>; 2],
    /// By how much the body must be lower than its postures say for the legs to reach the floor: at the moments that
    /// ask for it, and smoothly around them.
    drops: Vec<f64>,
    lowering: Track<f64>,
    /// By how much the body is lower (or, negative, higher) so that arms that bear it are bent as they should be.
    riding: Track<f64>,
    sway: Sway,
    duration: f64,
}

/// The path of a swinging ankle follows the hip, and the hip is where the leg's weight lets it be: rounds until both
/// agree. Each leaves a tenth of the difference.
const ROUNDS: usize = 4;

impl<'a> Acting<'a> {
    pub(crate) fn new(stage: &'a Stage<'a>, duration: f64) -> Self {
        let figure = &stage.actor.figure;
        let plain = |steps: &Steps| Footwork::stepping(figure, steps.contacts.clone(), 0.05);
        let mut acting = Self {
            actor: stage.actor,
            supple: &stage.supple,
            base: standing(stage.actor, Spot::ORIGIN),
            score: Score::new(&stage.keys),
            postures: RefCell::default(),
            hands: &stage.hands,
            flights: &stage.flights,
            feet: [plain(&stage.feet[0]), plain(&stage.feet[1])],
            paths: [Vec::new(), Vec::new()],
            drops: Vec::new(),
            lowering: Track::constant(0.0),
            riding: Track::constant(0.0),
            sway: Sway::new(stage.seed),
            duration,
        };
        for _ in 0..ROUNDS {
            acting.lead_feet(&stage.feet);
            acting.ride();
            acting.lower();
        }
        acting
    }

    /// Lets the body ride on the hands that bear it: over them it rises and falls as on a stilt.
    fn ride(&mut self) {
        if self.hands.iter().all(|hand| hand.palm.is_none()) {
            return;
        }
        let rides: Vec<f64> = self.moments().map(|time| self.ride_at(time)).collect();
        let smooth = averaged(&rides, (RIDE_SECS * RATE) as usize);
        self.riding = Track::new(&self.moments().zip(smooth).collect::<Vec<_>>());
    }

    fn ride_at(&self, time: f64) -> f64 {
        let bearing: Vec<(f64, f64)> = self
            .hands
            .iter()
            .map(|hand| (hand, hand.bears(time)))
            .filter(|(_, share)| *share > 0.0)
            .map(|(hand, share)| (self.ride_on(hand, time), share))
            .collect();
        let total: f64 = bearing.iter().map(|(_, share)| share).sum();
        let apart: f64 = bearing.iter().map(|(_, share)| 1.0 - share).product();
        let ride: f64 = bearing.iter().map(|(ride, share)| ride * share).sum();
        if total > 0.0 { (1.0 - apart) * ride / total } else { 0.0 }
    }

    /// How much lower the body must be for one hand; before and after it lies on the floor, what it asks for there.
    fn ride_on(&self, hand: &HandMove, time: f64) -> f64 {
        let time = time.clamp(hand.arrive, hand.leave);
        self.riding.at(time) + ride_off(self.actor, &self.body(time), hand)
    }

    /// When legs are bound to a place in the air: about the moment of a kick.
    pub(crate) fn aims(&self) -> impl Iterator<Item = (Limb, (f64, f64))> + '_ {
        Side::BOTH.into_iter().flat_map(|side| {
            self.paths[side.index()].iter().filter_map(move |path| Some((Limb::Leg(side), path.aimed()?)))
        })
    }

    /// The moments at which the body's height is looked up.
    fn moments(&self) -> impl Iterator<Item = f64> + use<> {
        (-20..(self.duration * RATE) as i32 + 20).map(|i| f64::from(i) / RATE)
    }

    /// Lowers the body wherever a leg is too short. A leg stretched beyond its length would shift the balance by leaps.
    fn lower(&mut self) {
        let times: Vec<f64> = self.moments().collect();
        self.drops.resize(times.len(), 0.0);
        let missing: Vec<f64> = times.iter().map(|&time| self.missing(time)).collect();
        for ((drop, missing), &time) in self.drops.iter_mut().zip(missing).zip(&times) {
            if missing > 0.0 {
                *drop = self.lowering.at(time) + missing;
            }
        }
        if self.drops.iter().any(|&drop| drop > 0.0) {
            let keys: Vec<(f64, f64)> = times.into_iter().zip(spread(&self.drops, RATE)).collect();
            self.lowering = Track::new(&keys);
        }
    }

    /// How much lower the body must be for legs, and arms that lean on the floor, to be long enough.
    fn missing(&self, time: f64) -> f64 {
        let plan = self.body(time);
        let leaning = |hand: &&HandMove| hand.palm.is_some() && (hand.arrive..=hand.leave).contains(&time);
        let arms = self.hands.iter().filter(leaning).map(|hand| arm_drop(self.actor, &plan, hand));
        // A leg that swings round its hip is never too short.
        let standing = |side: &Side| !self.paths[side.index()].iter().any(|path| path.carries(time));
        let legs = Side::BOTH.into_iter().filter(standing);
        legs.map(|side| drop_for(self.actor, &plan, side, LEAST_KNEE_BEND)).chain(arms).fold(0.0, f64::max)
    }

    /// Computes the feet again from the position of the hips.
    fn lead_feet(&mut self, steps: &[Steps; 2]) {
        let both = Side::BOTH.map(|side| self.lead_foot(side, &steps[side.index()]));
        let [(left, left_paths), (right, right_paths)] = both;
        self.feet = [left, right];
        self.paths = [left_paths, right_paths];
    }

    fn lead_foot(&self, side: Side, steps: &Steps) -> (Footwork, Vec<LegPath>) {
        let figure = &self.actor.figure;
        let mut paths = Vec::new();
        let guide = |i: usize| -> Guide {
            let (from, to) = (&steps.contacts[i], &steps.contacts[i + 1]);
            match &steps.ways[i] {
                Way::Step(arch) => arched(figure, from, to, *arch),
                Way::Swing(swing) => {
                    let path = LegPath::new(swing, figure, (from, to), |time| self.hip(side, time));
                    let guide = path.guide.clone();
                    paths.push(path);
                    guide
                }
            }
        };
        let foot = Footwork::new(figure, steps.contacts.clone(), guide);
        (foot.with_tiptoes(steps.tiptoes.clone()), paths)
    }

    /// 1 while the hands do nothing, 0 while one is at its goal: whoever aims does not sway.
    fn ease_of_mind(&self, time: f64) -> f64 {
        self.hands.iter().map(|hand| 1.0 - hand.progress(time)).product()
    }

    fn hip(&self, side: Side, time: f64) -> DVec3 {
        let plan = self.held(time);
        plan.pelvis + plan.pelvis_turn.rotation() * self.actor.hip(side)
    }

    /// How far flights lift the body above its postures: in the air, and below them as it pushes off and lands.
    fn rise(&self, time: f64) -> f64 {
        self.flights.iter().map(|&flight| bounce(flight, time)).sum()
    }

    /// The whole body at a time.
    pub(crate) fn body(&self, time: f64) -> BodyPlan {
        let mut plan = self.held(time);
        for hand in self.hands {
            hand.apply(self.actor, &mut plan, time);
        }
        plan
    }

    /// The same with its arms held by their angles.
    fn held(&self, time: f64) -> BodyPlan {
        let lower = self.lowering.at(time) + self.riding.at(time) - self.rise(time);
        let posture = self.posture(time).lowered(lower);
        let mut base = self.base.clone();
        for side in Side::BOTH {
            let foot = &mut base.feet[side.index()];
            *foot = self.feet[side.index()].at(&self.actor.figure, time);
            for path in &self.paths[side.index()] {
                path.loosen(foot, time);
            }
        }
        let mut plan = balanced(self.supple, upright_plan(&posture, &base), posture.balance);
        self.sway.apply(&mut plan, time, envelope(time, self.duration) * self.ease_of_mind(time));
        plan
    }

    /// The score's posture, which every round asks for at the same moments.
    fn posture(&self, time: f64) -> Posture {
        *self.postures.borrow_mut().entry(time.to_bits()).or_insert_with(|| self.score.at(time))
    }
}

/// Every value averaged with those up to `reach` before and after it.
fn averaged(values: &[f64], reach: usize) -> Vec<f64> {
    let weight = |i: usize, j: usize| bump(0.5 + 0.5 * (j as f64 - i as f64) / (reach + 1) as f64);
    let average = |i: usize| {
        let around = i.saturating_sub(reach)..(i + reach + 1).min(values.len());
        let (sum, total) =
            around.fold((0.0, 0.0), |(sum, total), j| (sum + weight(i, j) * values[j], total + weight(i, j)));
        sum / total
    };
    (0..values.len()).map(average).collect()
}

/// Seconds in which a body gets up to the speed of its flight, and in which it is stopped.
const PUSH: f64 = 0.36;

/// Height over the straight way from take-off to landing: the body falls in between, dips before to gain speed and
/// after to lose it.
fn bounce((takeoff, landing): (f64, f64), time: f64) -> f64 {
    let up = 0.5 * GRAVITY * (landing - takeoff);
    let knot = |velocity: f64, acceleration: f64| Knot {
        value: DVec3::ZERO,
        velocity: DVec3::Y * velocity,
        acceleration: DVec3::Y * acceleration,
    };
    let rest = knot(0.0, 0.0);
    if (takeoff..landing).contains(&time) {
        0.5 * GRAVITY * (time - takeoff) * (landing - time)
    } else if time < takeoff {
        quintic(rest, knot(up, -GRAVITY), PUSH, time - takeoff + PUSH).y
    } else {
        quintic(knot(-up, 2.0 * GRAVITY), rest, PUSH, time - landing).y
    }
}

/// The path of a stepping foot: an arch over the line from contact to contact, toes hanging a little. It goes on as the
/// foot rolls off and ends as the next contact begins, so that nothing has to be bent to meet them.
fn arched(figure: &Figure, from: &Contact, to: &Contact, arch: f64) -> Guide {
    // Down from a box the foot only has to pass its edge.
    let rise = (to.print.height - from.print.height).max(0.0);
    let angles = |foot: &FootPlan| DVec3::new(foot.turn.pitch, foot.turn.pitch - foot.toes, 0.0);
    Guide {
        ankle: over_the_line(figure, (from, to), |foot| foot.ankle, DVec3::Y * (arch + 0.5 * rise)),
        angles: over_the_line(figure, (from, to), angles, DVec3::new(0.06, 0.05, 0.0)),
        clearance: 0.004 + 0.5 * rise,
    }
}

/// A slow step must not be carried far by the speed at which the foot left the floor.
fn calmed(knot: Knot<DVec3>, duration: f64) -> Knot<DVec3> {
    let calm = (0.4 / duration).min(1.0);
    Knot { velocity: knot.velocity * calm, acceleration: knot.acceleration * (calm * calm), ..knot }
}

/// A track that leads `value` smoothly from contact to contact, `arch` away from the shortest way in the middle.
fn over_the_line(
    figure: &Figure,
    (from, to): (&Contact, &Contact),
    value: impl Fn(&FootPlan) -> DVec3,
    arch: DVec3,
) -> Track<DVec3> {
    const STEPS: u32 = 40;
    let start = Knot::measure(|time| value(&from.at(figure, time)), from.up, -1.0);
    let end = Knot::measure(|time| value(&to.at(figure, time)), to.down, 1.0);
    let duration = to.down - from.up;
    let [start, end] = [start, end].map(|knot| calmed(knot, duration));
    let keys = (0..=STEPS).map(|i| {
        let u = f64::from(i) / f64::from(STEPS);
        let bow = 64.0 * (u * (1.0 - u)).powi(3);
        (from.up + u * duration, quintic(start, end, duration, u * duration) + arch * bow)
    });
    Track::passing(&keys.collect::<Vec<_>>())
}
