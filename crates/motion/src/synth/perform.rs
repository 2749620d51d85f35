//! From a plan over time to a clip with its truth.

use super::actor::{Actor, Solved};
use super::body::BodyPlan;
use super::com::solve_with_flights;
use super::easing::{HandWay, ease_arms};
use super::error::{SynthError, within};
use super::fluent::solve_fluently;
use super::footwork::Footwork;
use super::reach::keep_within_reach;
use super::truth::{Flight, Performance, Span, Truth, foot_plants, frames_within};
use crate::{Clip, ConstraintKind, Constraints};

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
}

/// The plan is followed this long before its beginning and after its end, so that corrections at the ends are the
/// same as in the middle of a longer motion.
const LEAD_SECS: f64 = 1.0;

/// Checks the frames per second of a motion before anything is planned with them.
pub(crate) fn check_rate(rate: f64) -> Result<(), SynthError> {
    within("rate in frames per second", rate, (10.0, 1000.0), "plants last a few frames at least")
}

impl Plan<'_> {
    /// Samples the plan, solves every frame and writes down the truth.
    pub(crate) fn perform(&self) -> Result<Performance, SynthError> {
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
        let (mut bodies, apexes) = if self.feet.iter().all(Footwork::is_fluent) {
            solve_fluently(self.actor, &plans, self.feet, self.flights, self.rate)
        } else {
            solve_with_flights(self.actor, &mut plans, self.flights)
        };
        ease_arms(&mut bodies, &self.hand_ways, self.rate, lead);
        bodies.truncate(lead + self.frames());
        (bodies.split_off(lead), apexes)
    }

    fn clip(&self, bodies: &[Solved]) -> Result<Clip, SynthError> {
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

    fn truth(&self, apexes: &[f64]) -> Result<Truth, SynthError> {
        let last = self.frames() - 1;
        let phase = self.phase.map(|phase| (0..=last).map(|i| phase(i as f64 / self.rate)).collect());
        Ok(Truth {
            phase: phase.unwrap_or_default(),
            plants: self.plants(last)?,
            flights: self.flights_seen(apexes),
            segments: self.spans.iter().map(|span| span.segment(self.rate, last)).collect(),
        })
    }

    fn plants(&self, last: usize) -> Result<Constraints, SynthError> {
        let mut plants = foot_plants(self.feet, self.rate, last)?;
        for kind in [ConstraintKind::LeftWrist, ConstraintKind::RightWrist] {
            let spans = self.hand_plants.iter().filter(|(planted, _)| *planted == kind);
            plants
                .set(kind, spans.filter_map(|&(_, span)| frames_within(span, self.rate, last)).collect())?;
        }
        Ok(plants)
    }

    /// Flights whose apex lies in the clip.
    fn flights_seen(&self, apexes: &[f64]) -> Vec<Flight> {
        let seen = self.flights.iter().zip(apexes).filter(|(_, apex)| (0.0..=self.duration).contains(*apex));
        let in_frames = |(&(takeoff, landing), &apex): (&(f64, f64), &f64)| Flight {
            takeoff: takeoff * self.rate,
            apex: apex * self.rate,
            landing: landing * self.rate,
        };
        seen.map(in_frames).collect()
    }
}
