//! Legs that move fluently: between two contacts their joints move as smoothly as they can, on the floor as smoothly
//! as a body can make them that yields a little.
//!
//! A leg on the floor is bent by where hip and foot are. A leg in the air hangs on the hip: its joints follow the
//! planned swing, but leave the floor and meet it with the speed and acceleration that they have there. A body in
//! flight then falls as a whole, and its centre of mass is moved exactly by moving its root.

use std::ops::Range;

use glam::{DQuat, DVec3};

use crate::actor::{Actor, Solved, joint};
use crate::body::{BodyPlan, FootPlan, facing};
use crate::com::centre_track;
use crate::contact::Contact;
use crate::curve::{bump, ease};
use crate::easing::shorter_turn;
use crate::falling::FallingPath;
use crate::footwork::{Footwork, lowest_of};
use crate::polish::{jumps, slack, velocity_changes};
use crate::side::Sided;
use crate::smooth::{smoothed, stiffness};
use crate::yielding::{Frame, Give, Limbs, improve, suppleness};
use segue_motion::Side;

/// What of a swing is faster than this many Hz is smoothed away; captured motion is usually filtered so too.
const FASTEST: f64 = 5.0;

/// The same for legs on the floor.
const FASTEST_ON_FLOOR: f64 = 4.0;

/// The most rounds of moving the body and smoothing its legs; each leaves about a quarter of the error.
const ROUNDS: usize = 14;

/// Bodies that a round moves by less than this, in metres and radians, are good enough: they are off by a third of it.
const CLOSE: f64 = 5e-5;

/// How often legs whose velocity still jumps are made stiffer there, with how many rounds each time, and how much.
const STIFFENINGS: usize = 16;
const ROUNDS_STIFFENED: usize = 3;
const STIFFER: f64 = 3.0;

/// A sole that swings closer to the floor than this, in metres, is lifted.
const CLEARANCE: f64 = 0.001;

/// A lift is spread over this many seconds before and after the moment that asks for it.
const LIFT_SECS: f64 = 0.05;

/// Joints of a leg below the pelvis: thigh, shank, foot, toes.
pub(crate) const LEG: usize = 4;

/// Bodies for all plans (with their times, `rate` per second), with fluent legs and a centre of mass that falls
/// freely in `flights` (in order), and the time of each flight's apex. The plans are left with what became of pelvis and
/// feet.
pub(crate) fn solve_fluently(
    actor: &Actor,
    plans: &mut [(f64, BodyPlan)],
    feet: &[Footwork; 2],
    flights: &[(f64, f64)],
    rate: f64,
) -> (Vec<Solved>, Vec<f64>) {
    let mut fluent = Fluent::new(actor, plans, (feet, flights), rate);
    let mut bodies = fluent.bodies();
    let times = plans.iter().map(|(time, _)| *time);
    let path = FallingPath::new(centre_track(actor, times, &bodies), flights);
    for _ in 0..ROUNDS {
        let improved = fluent.improved(&bodies, &path);
        let close = farthest(&bodies, &improved) < CLOSE;
        bodies = improved;
        if close {
            break;
        }
    }
    for _ in 0..STIFFENINGS {
        if !fluent.stiffen(&bodies) {
            break;
        }
        for _ in 0..ROUNDS_STIFFENED {
            bodies = fluent.improved(&bodies, &path);
        }
    }
    fluent.fall(&mut bodies, &path);
    let feet = fluent.feet();
    for (((_, plan), body), feet) in plans.iter_mut().zip(&bodies).zip(feet) {
        (plan.pelvis, plan.feet) = (body.root, feet);
    }
    (bodies, path.apexes())
}

/// One swing of a leg: the frames in which its foot is in the air.
struct Swing {
    side: Side,
    frames: Range<usize>,
}

struct Fluent<'a> {
    actor: &'a Actor,
    times: Vec<f64>,
    frames: Vec<Frame<'a>>,
    /// Every frame as planned.
    planned: Vec<Solved>,
    swings: Vec<Swing>,
    rate: f64,
    /// How far the root is moved from its plan, in every frame.
    shifts: Vec<DVec3>,
    /// By how much the body yields in every frame with a foot on the floor.
    gives: Vec<Give>,
    /// How far either foot is lifted above its plan, in every frame.
    lifts: [Vec<f64>; 2],
    /// How much stiffer than usual either leg is from one frame to three frames later.
    stiffer: [Vec<f64>; 2],
}

impl<'a> Fluent<'a> {
    fn new(
        actor: &'a Actor,
        plans: &'a [(f64, BodyPlan)],
        (feet, flights): (&[Footwork; 2], &[(f64, f64)]),
        rate: f64,
    ) -> Self {
        let swings: Vec<Swing> =
            Side::BOTH.into_iter().flat_map(|side| swings(&feet[side.index()], side, plans)).collect();
        let n = plans.len();
        let mut frames = frames_of(plans, feet, flights);
        for frame in &mut frames {
            frame.supple = suppleness(actor, frame.plan, &frame.contacts);
        }
        Self {
            actor,
            times: plans.iter().map(|(time, _)| *time).collect(),
            frames,
            planned: plans.iter().map(|(_, plan)| actor.solve(plan)).collect(),
            swings,
            rate,
            shifts: vec![DVec3::ZERO; n],
            gives: vec![Give::default(); n],
            lifts: [vec![0.0; n], vec![0.0; n]],
            stiffer: [vec![1.0; n], vec![1.0; n]],
        }
    }

    /// One round of moving the body and smoothing its legs.
    fn improved(&mut self, bodies: &[Solved], path: &FallingPath) -> Vec<Solved> {
        self.shift(bodies, path);
        self.give(bodies);
        self.lift(bodies);
        self.bodies()
    }

    /// Stiffens legs where their velocity jumps; false if it does so nowhere.
    fn stiffen(&mut self, bodies: &[Solved]) -> bool {
        let mut any = false;
        for side in Side::BOTH {
            for joint in &joint::leg(side)[1..] {
                let changes = velocity_changes(bodies, *joint);
                for i in jumps(&changes, slack(self.rate)) {
                    any = true;
                    for stiffer in &mut self.stiffer[side.index()][i - 1..=i] {
                        *stiffer *= STIFFER;
                    }
                }
            }
        }
        any
    }

    /// Every frame solved as far as the corrections go.
    fn bodies(&self) -> Vec<Solved> {
        let mut bodies: Vec<Solved> = (0..self.frames.len()).map(|i| self.solved(i)).collect();
        for swing in &self.swings {
            self.swing(swing, &mut bodies);
        }
        bodies
    }

    /// The feet of every frame as far as the corrections go; those in the air as if not carried along.
    fn feet(&self) -> Vec<[FootPlan; 2]> {
        let figure = &self.actor.figure;
        self.frames.iter().zip(&self.gives).map(|(frame, give)| frame.yielding(figure, give).1).collect()
    }

    /// One frame with the root moved, yielding, and the feet lifted but not carried along.
    fn solved(&self, frame: usize) -> Solved {
        let (pelvis, mut feet) = self.frames[frame].yielding(&self.actor.figure, &self.gives[frame]);
        for (foot, lifts) in feet.iter_mut().zip(&self.lifts) {
            foot.ankle.y += lifts[frame];
        }
        let turned = self.frames[frame].turned;
        self.actor.moved(&self.planned[frame], (pelvis + self.shifts[frame], turned), &feet)
    }

    /// A leg as planned, but for the lift of its foot.
    fn planned_leg(&self, frame: usize, side: Side) -> [DVec3; LEG] {
        let plan = self.frames[frame].plan;
        let mut foot = plan.feet[side.index()];
        foot.ankle.y += self.lifts[side.index()][frame];
        turns_of(&self.actor.solve_leg(side, (plan.pelvis, self.frames[frame].turned), &foot))
    }

    /// Replaces a leg in the air by its planned swing, drawn to where the leg is on the floor before and after.
    fn swing(&self, swing: &Swing, bodies: &mut [Solved]) {
        let Range { start, end } = swing.frames;
        let (first, last) = (start.saturating_sub(1), end.min(bodies.len() - 1));
        let [before, after] =
            [first, last].map(|i| gap(&leg(&bodies[i], swing.side), &self.planned_leg(i, swing.side)));
        let wanted: Vec<[DVec3; LEG]> = (start..end)
            .map(|i| {
                let u = ease((i - first) as f64 / (last - first).max(1) as f64);
                let leg = self.planned_leg(i, swing.side);
                std::array::from_fn(|k| leg[k] + before[k].lerp(after[k], u))
            })
            .collect();
        // Three frames on either side; at the very ends of the motion the outermost stands for those beyond.
        let before = [3, 2, 1].map(|k| leg(&bodies[start.saturating_sub(k)], swing.side));
        let after = [0, 1, 2].map(|k| leg(&bodies[(end + k).min(bodies.len() - 1)], swing.side));
        let usual = stiffness(FASTEST, self.rate);
        let stiffer = &self.stiffer[swing.side.index()];
        let stiffness = |window: usize| usual * stiffer[(start + window).saturating_sub(3)];
        for k in 0..LEG {
            let track: Vec<DVec3> = wanted.iter().map(|leg| leg[k]).collect();
            let turns = smoothed(before.map(|leg| leg[k]), &track, after.map(|leg| leg[k]), stiffness);
            for (body, turn) in bodies[start..end].iter_mut().zip(turns) {
                body.local[joint::leg(swing.side)[k + 1]] = DQuat::from_scaled_axis(turn);
            }
        }
    }

    /// Moves the roots towards where the centre of mass belongs, but for what the body yields.
    fn shift(&mut self, bodies: &[Solved], path: &FallingPath) {
        for (i, shift) in self.shifts.iter_mut().enumerate() {
            if let Some(wanted) = path.at(self.times[i]) {
                let [up, ahead, ..] = self.gives[i];
                let give = DVec3::Y * up + self.frames[i].ahead * ahead;
                *shift += wanted + give - self.actor.centre_of_mass(&bodies[i]);
            }
        }
    }

    /// Lets the body yield further where that makes the legs on the floor move more smoothly.
    fn give(&mut self, bodies: &[Solved]) {
        let limbs: Vec<Limbs> = bodies.iter().map(legs).collect();
        let usual = stiffness(FASTEST_ON_FLOOR, self.rate);
        let stiffness = |side: Side, first: usize| usual * self.stiffer[side.index()][first];
        let shifts = &self.shifts;
        improve(self.actor, &self.frames, &mut self.gives, &limbs, &stiffness, &|i| shifts[i]);
    }

    /// Lifts feet that swing too near to the floor.
    fn lift(&mut self, bodies: &[Solved]) {
        let reach = (LIFT_SECS * self.rate).ceil() as usize;
        for swing in &self.swings {
            let lifts = &mut self.lifts[swing.side.index()];
            for i in swing.frames.clone() {
                let missing = CLEARANCE - lowest_of(self.actor, &bodies[i], swing.side);
                if missing <= 0.0 {
                    continue;
                }
                let around =
                    i.saturating_sub(reach).max(swing.frames.start)..(i + reach + 1).min(swing.frames.end);
                for k in around {
                    let away = (k as f64 - i as f64) / (reach + 1) as f64;
                    lifts[k] += 0.5 * missing * bump(0.5 + 0.5 * away);
                }
            }
        }
    }

    /// Puts the centre of mass of bodies in flight exactly where it belongs.
    fn fall(&self, bodies: &mut [Solved], path: &FallingPath) {
        for (i, body) in bodies.iter_mut().enumerate().filter(|(i, _)| self.frames[*i].flies()) {
            if let Some(wanted) = path.at(self.times[i]) {
                body.root += wanted - self.actor.centre_of_mass(body);
            }
        }
    }
}

/// Every plan with what holds it; ankles are as supple as can be.
pub(crate) fn frames_of<'a>(
    plans: &'a [(f64, BodyPlan)],
    feet: &[Footwork; 2],
    flights: &[(f64, f64)],
) -> Vec<Frame<'a>> {
    let firm = |i: usize| {
        let time = plans[i].0;
        let edges = flights.iter().flat_map(|&(up, down)| [up, down]);
        edges.map(|end| (end - time).abs()).any(|away| away < EDGE) || still(plans, i)
    };
    let frame = |(i, (time, plan)): (usize, &'a (f64, BodyPlan))| Frame {
        plan,
        turned: plan.pelvis_turn.turned(),
        ahead: facing(plan.pelvis_turn.yaw),
        contacts: [0, 1].map(|foot| holding(&feet[foot], *time)),
        hands: [None; 2],
        firm: firm(i),
        supple: 1.0,
    };
    let mut frames: Vec<Frame<'a>> = plans.iter().enumerate().map(frame).collect();
    for side in Side::BOTH {
        for swing in swings(&feet[side.index()], side, plans) {
            for frame in &mut frames[swing.frames] {
                frame.contacts[side.index()] = None;
            }
        }
    }
    frames
}

/// Whether the body stands still around a frame.
fn still(plans: &[(f64, BodyPlan)], i: usize) -> bool {
    /// Metres per second.
    const STILL: f64 = 3e-3;
    let around = &plans[i.saturating_sub(1)..(i + 2).min(plans.len())];
    let speed =
        |pair: &[(f64, BodyPlan)]| pair[0].1.pelvis.distance(pair[1].1.pelvis) / (pair[1].0 - pair[0].0);
    around.windows(2).all(|pair| speed(pair) < STILL)
}

/// The contact that holds a foot at `time`, if it is not in the air.
fn holding(foot: &Footwork, time: f64) -> Option<Contact> {
    let next = foot.contacts().partition_point(|contact| contact.down <= time + HAIR);
    foot.contacts().get(next.saturating_sub(1)).copied()
}

/// A contact that ends on a frame includes it, whatever the rounding of its time; in seconds.
const HAIR: f64 = 1e-8;

/// A flight that begins or ends this close to a frame, in seconds, does so in it.
const EDGE: f64 = 1e-6;

fn swings<'a>(
    foot: &'a Footwork,
    side: Side,
    plans: &'a [(f64, BodyPlan)],
) -> impl Iterator<Item = Swing> + 'a {
    let spans = foot.swing_spans().map(move |(up, down)| {
        let first = plans.partition_point(|plan| plan.0 <= up + HAIR);
        Swing { side, frames: first..plans.partition_point(|plan| plan.0 < down - HAIR).max(first) }
    });
    spans.filter(|swing| !swing.frames.is_empty())
}

/// The limbs of a body whose arms are not looked at.
pub(crate) fn legs(body: &Solved) -> Limbs {
    let [left, right] = Side::BOTH.map(|side| leg(body, side));
    [left, right, [DVec3::ZERO; LEG], [DVec3::ZERO; LEG]]
}

/// The turns of a leg's joints.
fn leg(body: &Solved, side: Side) -> [DVec3; LEG] {
    let [_, joints @ ..] = joint::leg(side);
    turns_of(&joints.map(|joint| body.local[joint]))
}

/// Rotations as axis times angle, the shorter way.
pub(crate) fn turns_of(rotations: &[DQuat; LEG]) -> [DVec3; LEG] {
    rotations.map(shorter_turn)
}

/// The most that a root or a joint of a leg moved.
fn farthest(before: &[Solved], after: &[Solved]) -> f64 {
    let legs = || Side::BOTH.into_iter().flat_map(|side| joint::leg(side)[1..].to_vec());
    let moved = |(a, b): (&Solved, &Solved)| {
        // Twice the sine of half the angle: exact enough for a small one.
        let turned = |joint: usize| 2.0 * (a.local[joint].conjugate() * b.local[joint]).xyz().length();
        legs().map(turned).fold(a.root.distance(b.root), f64::max)
    };
    before.iter().zip(after).map(moved).fold(0.0, f64::max)
}

fn gap(a: &[DVec3; LEG], b: &[DVec3; LEG]) -> [DVec3; LEG] {
    std::array::from_fn(|k| a[k] - b[k])
}
