//! Where an action is written down: postures, steps, swings and hands over time, until it is performed.

use glam::DVec3;

use super::acting::{Acting, LEAST_KNEE_BEND};
use super::hand::HandMove;
use super::posture::{Posture, Score, balanced, upright_plan};
use super::swing::LegSwing;
use crate::actor::{Actor, joint};
use crate::body::BodyPlan;
use crate::contact::{Contact, Footprint};
use crate::error::ActorError;
use crate::footwork::Tiptoe;
use crate::perform::Plan;
use crate::reach::needed_drop;
use crate::side::Sided;
use crate::stand::{Spot, standing, standing_print};
use crate::truth::{Performance, Span};
use segue_motion::{ConstraintKind, Side};
use segue_numeric::Random;

/// How a foot goes from one place to the next.
#[derive(Clone, Debug)]
pub(crate) enum Way {
    /// Plainly, the ankle this far above the straight line between its contacts.
    Step(f64),
    Swing(LegSwing),
}

/// What one foot does.
#[derive(Clone, Debug)]
pub(crate) struct Steps {
    pub(crate) contacts: Vec<Contact>,
    pub(crate) ways: Vec<Way>,
    pub(crate) tiptoes: Vec<Tiptoe>,
}

/// A step: when the foot leaves, when it arrives, and how it rolls.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Step {
    pub(crate) lift: f64,
    pub(crate) land: f64,
    /// Pitch of the foot when its toes leave the floor, not negative.
    pub(crate) leaving: f64,
    /// Seconds in which the foot rolls off before it leaves.
    pub(crate) roll: f64,
    /// Pitch of the foot when it touches the floor: negative lands on the heel.
    pub(crate) landing: f64,
    /// How far the ankle rises above the straight line from lift-off to landing.
    pub(crate) arch: f64,
}

impl Step {
    /// A small step as one makes to stand better.
    pub(crate) fn small(lift: f64, land: f64) -> Self {
        Self { lift, land, leaving: 0.22, roll: 0.26, landing: 0.1, arch: 0.05 }
    }
}

/// Seconds in which a foot settles after it landed.
const SETTLE: f64 = 0.2;
/// A contact whose end is not known yet.
const OPEN: f64 = 1e6;

/// An action in the making, from time 0. The actor stands at ease at the origin when it begins.
#[derive(Clone, Debug)]
pub(crate) struct Stage<'a> {
    pub(crate) actor: &'a Actor,
    /// What the balance is found with.
    pub(crate) supple: Actor,
    /// The end of what is written so far.
    pub(crate) now: f64,
    /// Where the actor stands and faces.
    pub(crate) spot: Spot,
    pub(crate) random: Random,
    pub(crate) seed: u64,
    pub(crate) keys: Vec<(f64, Posture)>,
    pub(crate) feet: [Steps; 2],
    pub(crate) hands: Vec<HandMove>,
    spans: Vec<Span>,
    pub(crate) flights: Vec<(f64, f64)>,
    hand_plants: Vec<(ConstraintKind, (f64, f64))>,
}

/// Quiet standing before and after every action.
pub(crate) const LEAD: f64 = 0.25;

impl<'a> Stage<'a> {
    pub(crate) fn new(actor: &'a Actor, seed: u64) -> Self {
        Self::standing_on(actor, seed, Spot::ORIGIN)
    }

    /// The same, but the actor stands elsewhere when it begins.
    pub(crate) fn standing_on(actor: &'a Actor, seed: u64, spot: Spot) -> Self {
        let steps = |side| Steps {
            contacts: vec![Contact::flat(standing_print(&actor.figure, side, spot), -2.0, OPEN)],
            ways: Vec::new(),
            tiptoes: Vec::new(),
        };
        let supple = actor.supple();
        let keys = vec![(LEAD, Posture::at_ease(&supple, spot))];
        Self {
            actor,
            supple,
            now: LEAD,
            spot,
            random: Random::channel(seed, "stage"),
            seed,
            keys,
            feet: Side::BOTH.map(steps),
            hands: Vec::new(),
            spans: Vec::new(),
            flights: Vec::new(),
            hand_plants: Vec::new(),
        }
    }

    /// Begins in another posture than at ease.
    pub(crate) fn begin_in(&mut self, posture: Posture) {
        self.keys = vec![(self.now, posture)];
    }

    /// The latest posture.
    pub(crate) fn posture(&self) -> Posture {
        self.keys[self.keys.len() - 1].1
    }

    /// The posture that is kept at `time`.
    pub(crate) fn posture_at(&self, time: f64) -> Posture {
        Score::new(&self.keys).at(time)
    }

    /// Where a foot stands or will stand.
    pub(crate) fn print(&self, side: Side) -> Footprint {
        let contacts = &self.feet[side.index()].contacts;
        contacts[contacts.len() - 1].print
    }

    /// When the latest of both feet is flat on the floor.
    pub(crate) fn flat_since(&self) -> f64 {
        self.feet
            .iter()
            .filter_map(|steps| steps.contacts.last())
            .map(|contact| contact.flat)
            .fold(0.0, f64::max)
    }

    /// The body in a posture with its feet where they stand, heels raised by the pitches given.
    pub(crate) fn trial(&self, posture: &Posture, heels: [f64; 2]) -> BodyPlan {
        let mut base = standing(self.actor, self.spot);
        for side in Side::BOTH {
            let contact = Contact::flat(self.print(side), 0.0, 1.0);
            let pitch = heels[side.index()];
            base.feet[side.index()] = contact.pitched(&self.actor.figure, pitch, pitch);
        }
        let mut plan = balanced(&self.supple, upright_plan(posture, &base), posture.balance);
        plan.pelvis.y -= needed_drop(self.actor, &plan, LEAST_KNEE_BEND);
        plan
    }

    /// The same with one ankle in the air.
    pub(crate) fn trial_raised(&self, posture: &Posture, side: Side, ankle: DVec3) -> BodyPlan {
        let mut plan = self.trial(posture, [0.0; 2]);
        let foot = &mut plan.feet[side.index()];
        foot.ankle = ankle;
        foot.loose.weight = 1.0;
        plan.pelvis.y = posture.height;
        balanced(&self.supple, plan, posture.balance)
    }

    /// The hip joint of a body.
    pub(crate) fn hip(&self, plan: &BodyPlan, side: Side) -> DVec3 {
        plan.pelvis + plan.pelvis_turn.rotation() * self.actor.hip(side)
    }

    /// The centre of mass of a body, as the balance sees it.
    pub(crate) fn centre(&self, plan: &BodyPlan) -> DVec3 {
        self.supple.centre_of_mass(&self.supple.solve(plan))
    }

    /// A posture that looks at a point.
    pub(crate) fn looking_at(&self, posture: Posture, target: DVec3) -> Posture {
        let plan = self.trial(&posture, [0.0; 2]);
        let head = self.actor.forward(&self.actor.solve(&plan))[joint::NECK[2]].0;
        posture.looking_at(head, target)
    }

    /// Standing at ease where the actor is.
    pub(crate) fn ease(&self) -> Posture {
        Posture::at_ease(&self.supple, self.spot)
    }

    /// The body has wheeled over to the right by whole turns, in radians. What was before is counted back by them: the body does not
    /// unwind, and what follows may say how far it leans.
    pub(crate) fn wheeled_over(&mut self, turns: f64) {
        for (_, posture) in &mut self.keys {
            *posture = posture.rolled(-turns);
        }
    }

    /// A number near 1, different every time it is asked for.
    pub(crate) fn about(&mut self, spread: f64) -> f64 {
        1.0 + spread * self.random.bell()
    }

    /// A posture to pass through, a little different every time.
    pub(crate) fn key(&mut self, time: f64, posture: Posture) {
        let posture = posture.jittered(&mut self.random, 1.0);
        self.keys.push((time, posture));
    }

    /// A posture to be met exactly.
    pub(crate) fn exact_key(&mut self, time: f64, posture: Posture) {
        self.keys.push((time, posture));
    }

    /// Keeps the latest posture until `time`.
    pub(crate) fn hold(&mut self, time: f64) {
        self.keys.push((time, self.posture()));
    }

    /// Takes a foot to a new place.
    pub(crate) fn step(&mut self, side: Side, to: Footprint, step: Step) {
        self.leave_for(side, to, step, Way::Step(step.arch));
    }

    /// Takes a foot to a new place by a swing of the leg.
    pub(crate) fn swing(&mut self, side: Side, to: Footprint, step: Step, swing: LegSwing) {
        self.leave_for(side, to, step, Way::Swing(swing));
    }

    fn leave_for(&mut self, side: Side, to: Footprint, step: Step, way: Way) {
        let steps = &mut self.feet[side.index()];
        if let Some(last) = steps.contacts.last_mut() {
            last.up = step.lift;
            last.leaving = step.leaving;
            last.rise = if step.leaving > 0.0 { (step.lift - step.roll).max(last.flat) } else { step.lift };
        }
        let flat = step.land + if step.landing == 0.0 { 0.0 } else { SETTLE };
        let (leaving, up) = (0.0, OPEN);
        let landed =
            Contact { print: to, down: step.land, flat, rise: up, up, landing: step.landing, leaving };
        steps.contacts.push(landed);
        steps.ways.push(way);
    }

    /// Lifts a heel for a while.
    pub(crate) fn tiptoe(&mut self, side: Side, tiptoe: Tiptoe) {
        self.feet[side.index()].tiptoes.push(tiptoe);
    }

    pub(crate) fn hand(&mut self, hand: HandMove) {
        if hand.palm.is_some() {
            self.hand_plants.push((ConstraintKind::wrist(hand.side), (hand.arrive, hand.leave)));
        }
        self.hands.push(hand);
    }

    pub(crate) fn fly(&mut self, takeoff: f64, landing: f64) {
        self.flights.push((takeoff, landing));
    }

    pub(crate) fn span(&mut self, span: Span) {
        self.spans.push(span);
    }

    /// Ends at ease: the actor is at rest after `secs`.
    pub(crate) fn relax(&mut self, secs: f64) {
        self.exact_key(self.now + secs, self.ease());
        self.now += secs;
    }

    /// Performs all that is written, and a moment of quiet.
    pub(crate) fn perform(mut self, name: &str, rate: f64) -> Result<Performance, ActorError> {
        let duration = self.now + LEAD;
        for steps in &mut self.feet {
            if let Some(last) = steps.contacts.last_mut() {
                (last.rise, last.up) = (duration + 2.0, duration + 2.0);
            }
        }
        let acting = Acting::new(&self, duration);
        Plan {
            name,
            actor: self.actor,
            rate,
            duration,
            body: &|time| acting.body(time),
            feet: &acting.feet,
            flights: &self.flights,
            phase: None,
            spans: self.spans.clone(),
            hand_plants: self.hand_plants.clone(),
            hand_ways: self.hands.iter().flat_map(HandMove::ways).collect(),
            bound: self.hands.iter().map(HandMove::bound).chain(acting.aims()).collect(),
        }
        .perform()
    }
}
