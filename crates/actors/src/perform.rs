//! From a plan over time to a clip with its truth.

use glam::DVec3;

use crate::actor::{Actor, Solved};
use crate::body::BodyPlan;
use crate::com::solve_with_flights;
use crate::easing::{HandWay, ease_arms};
use crate::error::{ActorError, within};
use crate::fluent::solve_fluently;
use crate::footwork::Footwork;
use crate::polish::{Free, Limb, Touch, jumps_by, polish};
use crate::reach::keep_within_reach;
use crate::settle::{Effort, Settling};
use crate::side::Sided;
use crate::truth::{Performance, PlannedFlight, Span, Truth, foot_plants, frames_within};
use segue_motion::{Clip, ConstraintKind, Constraints, Side};

/// A planned motion, `duration` seconds from time 0.
pub(crate) struct Plan<'a> {
    pub(crate) name: &'a str,
    pub(crate) actor: &'a Actor,
    /// Frames per second.
    pub(crate) rate: f64,
    pub(crate) duration: f64,
    /// The body at any time, also a second before 0 and after the end; takes its feet from `feet`.
    pub(crate) body: &'a dyn Fn(f64) -> BodyPlan,
    pub(crate) feet: &'a [Footwork; 2],
    /// Spans without contact, in order.
    pub(crate) flights: &'a [(f64, f64)],
    /// Cycles at any time, for locomotion.
    pub(crate) phase: Option<&'a dyn Fn(f64) -> f64>,
    pub(crate) spans: Vec<Span>,
    /// Hands that bear weight.
    pub(crate) hand_plants: Vec<(ConstraintKind, (f64, f64))>,
    /// Hands on their way to or from a place; not in a flight.
    pub(crate) hand_ways: Vec<HandWay>,
    /// When a limb is bound to a place though it is not on the floor: a kick that hits, a hand at its goal.
    pub(crate) bound: Vec<(Limb, (f64, f64))>,
}

/// The plan is followed this long before its beginning and after its end, so that corrections at the ends are the
/// same as in the middle of a longer motion.
const LEAD_SECS: f64 = 1.0;

/// Jumps, in multiples of what is left alone, for which a motion is settled, and how hard it is tried. The law allows twice
/// what is left alone: only what would break it is settled once more.
const SETTLINGS: [(f64, Effort); 2] = [(1.8, Effort::Usual), (2.0, Effort::Last)];

/// Checks the frames per second of a motion before anything is planned with them.
pub(crate) fn check_rate(rate: f64) -> Result<(), ActorError> {
    within("rate in frames per second", rate, (10.0, 1000.0), "plants last a few frames at least")
}

impl Plan<'_> {
    /// Samples the plan, solves every frame and writes down the truth.
    pub(crate) fn perform(&self) -> Result<Performance, ActorError> {
        check_rate(self.rate)?;
        let (bodies, apexes) = self.bodies();
        let truth = self.truth(&apexes)?;
        let clip = self.clip(&bodies)?.with_constraints(truth.plants.clone())?;
        Ok(Performance { clip, truth })
    }

    fn frames(&self) -> usize {
        (self.duration * self.rate + 1e-6).floor() as usize + 1
    }

    /// The solved frames of the clip, and the apex of each flight in seconds.
    fn bodies(&self) -> (Vec<Solved>, Vec<f64>) {
        let lead = (LEAD_SECS * self.rate).ceil() as usize;
        let times = (0..self.frames() + 2 * lead).map(|i| (i as f64 - lead as f64) / self.rate);
        let mut plans: Vec<(f64, BodyPlan)> = times.map(|time| (time, (self.body)(time))).collect();
        keep_within_reach(self.actor, &mut plans, self.rate);
        let (actor, feet, flights, rate) = (self.actor, self.feet, self.flights, self.rate);
        let (mut bodies, apexes) = if feet.iter().all(Footwork::is_fluent) {
            solve_fluently(actor, &mut plans, feet, flights, rate)
        } else {
            solve_with_flights(actor, &mut plans, flights)
        };
        ease_arms(&mut bodies, &self.hand_ways, self.rate, lead);
        self.polish(&mut bodies, lead, Touch::Light);
        for (risk, effort) in SETTLINGS {
            if !jumps_by(&bodies, rate, risk) {
                break;
            }
            let bound = &self.bound;
            Settling { actor, feet, flights, bound, rate, effort }.settle(&mut plans, &mut bodies);
            self.polish(&mut bodies, lead, Touch::Firm);
        }
        bodies.truncate(lead + self.frames());
        (bodies.split_off(lead), apexes)
    }

    /// Smooths what still jumps. Where nothing touches the floor, the centre of mass stays where it fell.
    fn polish(&self, bodies: &mut [Solved], lead: usize, touch: Touch) {
        let time = |i: usize| (i as f64 - lead as f64) / self.rate;
        let within = |i: usize, spans: &[(f64, f64)]| spans.iter().any(|&(a, b)| a < time(i) && time(i) < b);
        let falling: Vec<usize> = (0..bodies.len()).filter(|&i| within(i, self.flights)).collect();
        let fallen: Vec<DVec3> = falling.iter().map(|&i| self.actor.centre_of_mass(&bodies[i])).collect();
        let swings = [0, 1].map(|i| self.feet[i].swing_spans().collect::<Vec<_>>());
        let free = |limb: Limb| {
            let bound: Vec<(f64, f64)> = self
                .bound
                .iter()
                .filter(|(bound, _)| *bound == limb)
                .map(|(_, span)| if touch == Touch::Firm { narrowed(limb, *span) } else { *span })
                .collect();
            let loose = |i: usize| match limb {
                Limb::Leg(side) => within(i, &swings[side.index()]),
                Limb::Arm(_) => true,
            };
            Free { limb, frames: (0..bodies.len()).map(|i| loose(i) && !within(i, &bound)).collect() }
        };
        let limbs = Side::BOTH.into_iter().flat_map(|side| [Limb::Leg(side), Limb::Arm(side)]);
        polish(self.actor, bodies, &limbs.map(free).collect::<Vec<_>>(), self.rate, touch);
        for (i, fallen) in falling.into_iter().zip(fallen) {
            bodies[i].root += fallen - self.actor.centre_of_mass(&bodies[i]);
        }
    }

    fn clip(&self, bodies: &[Solved]) -> Result<Clip, ActorError> {
        let mut builder = Clip::builder(self.name, self.actor.skeleton.clone(), self.rate, &[]);
        builder.reserve(bodies.len());
        for body in bodies {
            builder.push(&body.to_pose())?;
        }
        let mut clip = builder.finish()?;
        clip.labels = self.spans.iter().map(|span| span.action.to_owned()).collect();
        clip.labels.dedup();
        Ok(clip)
    }

    fn truth(&self, apexes: &[f64]) -> Result<Truth, ActorError> {
        let last = self.frames() - 1;
        let phase = self.phase.map(|phase| (0..=last).map(|i| phase(i as f64 / self.rate)).collect());
        Ok(Truth {
            phase: phase.unwrap_or_default(),
            plants: self.plants(last)?,
            flights: self.flights_seen(apexes),
            segments: self.spans.iter().map(|span| span.segment(self.rate, last)).collect(),
        })
    }

    fn plants(&self, last: usize) -> Result<Constraints, ActorError> {
        let mut plants = foot_plants(self.feet, self.rate, last)?;
        for kind in [ConstraintKind::LeftWrist, ConstraintKind::RightWrist] {
            let spans = self.hand_plants.iter().filter(|(planted, _)| *planted == kind);
            plants
                .set(kind, spans.filter_map(|&(_, span)| frames_within(span, self.rate, last)).collect())?;
        }
        Ok(plants)
    }

    /// Flights whose apex lies in the clip.
    fn flights_seen(&self, apexes: &[f64]) -> Vec<PlannedFlight> {
        let seen = self.flights.iter().zip(apexes).filter(|(_, apex)| (0.0..=self.duration).contains(*apex));
        let in_frames = |(&(takeoff, landing), &apex): (&(f64, f64), &f64)| PlannedFlight {
            takeoff: takeoff * self.rate,
            apex: apex * self.rate,
            landing: landing * self.rate,
        };
        seen.map(in_frames).collect()
    }
}

/// The moment of a kick that must stay just as it is, within the span about it that had better stay.
fn narrowed(limb: Limb, (start, end): (f64, f64)) -> (f64, f64) {
    const HITTING: f64 = 0.02;
    let (middle, half) = (0.5 * (start + end), 0.5 * (end - start));
    match limb {
        Limb::Leg(_) => (middle - half.min(HITTING), middle + half.min(HITTING)),
        Limb::Arm(_) => (start, end),
    }
}
