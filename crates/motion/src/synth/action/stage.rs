//! Where an action is written down: postures, steps, swings and hands over time, until it is performed.

use glam::DVec3;

use super::hand::HandMove;
use super::posture::{Posture, Score, balanced, upright_plan};
use super::swing::{LegPath, LegSwing};
use crate::synth::actor::Actor;
use crate::synth::body::{BodyPlan, FootPlan};
use crate::synth::contact::{Contact, Footprint};
use crate::synth::curve::{Knot, quintic};
use crate::synth::error::SynthError;
use crate::synth::figure::Figure;
use crate::synth::footwork::{Footwork, Guide, Tiptoe};
use crate::synth::noise::Random;
use crate::synth::perform::Plan;
use crate::synth::reach::{needed_drop, spread};
use crate::synth::side::Sided;
use crate::synth::spline::Track;
use crate::synth::stand::{Spot, Sway, envelope, standing, standing_print};
use crate::synth::truth::{Performance, Span};
use crate::{ConstraintKind, Side};

/// How a foot goes from one place to the next.
#[derive(Clone, Debug)]
enum Way {
    /// Plainly, the ankle this far above the straight line between its contacts.
    Step(f64),
    Swing(LegSwing),
}

/// What one foot does.
#[derive(Clone, Debug)]
struct Steps {
    contacts: Vec<Contact>,
    ways: Vec<Way>,
    tiptoes: Vec<Tiptoe>,
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

/// The way of a stepping foot: an arch over the line from contact to contact, toes hanging a little. It goes on as the
/// foot rolls off and ends as the next contact begins, so that nothing has to be bent to meet them.
fn arched(figure: &Figure, from: &Contact, to: &Contact, arch: f64) -> Guide {
    let rise = (to.print.height - from.print.height).abs();
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

/// Seconds in which a foot settles after it landed.
const SETTLE: f64 = 0.2;
/// Just straighter than standing at ease. The straighter a knee, the more a millimetre at the hip bends it, so a leg
/// that is hardly ever straighter moves smoothly.
const LEAST_KNEE_BEND: f64 = 0.125;
/// A contact whose end is not known yet.
const OPEN: f64 = 1e6;

/// An action in the making, from time 0. The actor stands at ease at the origin when it begins.
#[derive(Clone, Debug)]
pub(crate) struct Stage<'a> {
    pub(crate) actor: &'a Actor,
    /// The end of what is written so far.
    pub(crate) now: f64,
    /// Where the actor stands and faces.
    pub(crate) spot: Spot,
    pub(crate) random: Random,
    seed: u64,
    keys: Vec<(f64, Posture)>,
    feet: [Steps; 2],
    hands: Vec<HandMove>,
    spans: Vec<Span>,
    flights: Vec<(f64, f64)>,
    hand_plants: Vec<(ConstraintKind, (f64, f64))>,
}

/// Quiet standing before and after every action.
const LEAD: f64 = 0.25;

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
        Self {
            actor,
            now: LEAD,
            spot,
            random: Random::new(seed, "stage"),
            seed,
            keys: vec![(LEAD, Posture::at_ease(actor, spot))],
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

    /// The body in a posture with its feet where they stand, heels raised by the pitches given.
    pub(crate) fn trial(&self, posture: &Posture, heels: [f64; 2]) -> BodyPlan {
        let mut base = standing(self.actor, self.spot);
        for side in Side::BOTH {
            let contact = Contact::flat(self.print(side), 0.0, 1.0);
            let pitch = heels[side.index()];
            base.feet[side.index()] = contact.pitched(&self.actor.figure, pitch, pitch);
        }
        let mut plan = balanced(self.actor, upright_plan(posture, &base), posture.balance);
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
        balanced(self.actor, plan, posture.balance)
    }

    /// The hip joint of a body.
    pub(crate) fn hip(&self, plan: &BodyPlan, side: Side) -> DVec3 {
        plan.pelvis + plan.pelvis_turn.rotation() * self.actor.hip(side)
    }

    /// Standing at ease where the actor is.
    pub(crate) fn ease(&self) -> Posture {
        Posture::at_ease(self.actor, self.spot)
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
        self.hands.push(hand);
    }

    /// A hand that bears weight between two moments.
    pub(crate) fn plant_hand(&mut self, kind: ConstraintKind, span: (f64, f64)) {
        self.hand_plants.push((kind, span));
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
    pub(crate) fn perform(mut self, name: &str, rate: f64) -> Result<Performance, SynthError> {
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
        }
        .perform()
    }
}

/// A stage whose feet and swings are worked out: the body at any time.
struct Acting<'a> {
    actor: &'a Actor,
    base: BodyPlan,
    score: Score,
    hands: &'a [HandMove],
    feet: [Footwork; 2],
    paths: [Vec<LegPath>; 2],
    /// By how much the body must be lower than its postures say for the legs to reach the floor.
    lowering: Track<f64>,
    sway: Sway,
    duration: f64,
}

/// The path of a swinging ankle follows the hip, and the hip is where the leg's weight lets it be: rounds until both
/// agree. Each leaves a tenth of the difference.
const ROUNDS: usize = 4;

impl<'a> Acting<'a> {
    fn new(stage: &'a Stage<'a>, duration: f64) -> Self {
        let figure = &stage.actor.figure;
        let plain = |steps: &Steps| Footwork::stepping(figure, steps.contacts.clone(), 0.05);
        let mut acting = Self {
            actor: stage.actor,
            base: standing(stage.actor, Spot::ORIGIN),
            score: Score::new(&stage.keys),
            hands: &stage.hands,
            feet: [plain(&stage.feet[0]), plain(&stage.feet[1])],
            paths: [Vec::new(), Vec::new()],
            lowering: Track::constant(0.0),
            sway: Sway::new(stage.seed),
            duration,
        };
        let swings = stage.feet.iter().any(|steps| steps.ways.iter().any(|way| matches!(way, Way::Swing(_))));
        for _ in 0..if swings { ROUNDS } else { 1 } {
            acting.lead_feet(&stage.feet);
            acting.lower();
        }
        acting
    }

    /// Lowers the body wherever a leg is too short. A leg stretched beyond its length would shift the balance by leaps.
    fn lower(&mut self) {
        const RATE: f64 = 100.0;
        let times: Vec<f64> =
            (-20..(self.duration * RATE) as i32 + 20).map(|i| f64::from(i) / RATE).collect();
        let needed: Vec<f64> = times
            .iter()
            .map(|&time| self.lowering.at(time) + needed_drop(self.actor, &self.body(time), LEAST_KNEE_BEND))
            .collect();
        if needed.iter().any(|&drop| drop > 0.0) {
            let keys: Vec<(f64, f64)> = times.iter().copied().zip(spread(&needed, RATE)).collect();
            self.lowering = Track::new(&keys);
        }
    }

    /// Works out the feet anew from where the hips are.
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
                    let ends =
                        [(from, from.up), (to, to.down)].map(|(at, time)| (time, at.at(figure, time).ankle));
                    let path = LegPath::new(swing, ends[0], ends[1], |time| self.hip(side, time));
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
        let plan = self.body(time);
        plan.pelvis + plan.pelvis_turn.rotation() * self.actor.hip(side)
    }

    fn body(&self, time: f64) -> BodyPlan {
        let posture = self.score.at(time).lowered(self.lowering.at(time));
        let mut base = self.base.clone();
        for side in Side::BOTH {
            let foot = &mut base.feet[side.index()];
            *foot = self.feet[side.index()].at(&self.actor.figure, time);
            for path in &self.paths[side.index()] {
                path.loosen(foot, time);
            }
        }
        let mut plan = balanced(self.actor, upright_plan(&posture, &base), posture.balance);
        self.sway.apply(&mut plan, time, envelope(time, self.duration) * self.ease_of_mind(time));
        for hand in self.hands {
            hand.apply(self.actor, &mut plan, time);
        }
        plan
    }
}
