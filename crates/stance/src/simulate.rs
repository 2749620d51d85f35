//! A rigid body under gravity, pushed and turned while it touches the ground.

use glam::{DMat3, DQuat, DVec3};
use segue_motion::GRAVITY;

use crate::stance::{State, fall};
use crate::{CubicSpline, Stance};

/// The body at one moment, in the axes of the stance.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct StanceMoment {
    /// Seconds from the first apex.
    pub secs: f64,
    /// Of the centre of mass, in metres.
    pub position: DVec3,
    /// In m/s.
    pub velocity: DVec3,
    /// Rotation from the rest pose.
    pub orientation: DQuat,
    /// Angular velocity in rad/s.
    pub spin: DVec3,
}

/// A stance played through.
#[derive(Clone, Debug, PartialEq)]
pub struct Simulation {
    moments: Vec<StanceMoment>,
}

/// Steps of a contact when nothing else is said: errors of position are then below a micrometre.
pub const DEFAULT_STEPS: usize = 128;

/// Steps of the turning in either flight.
const FLIGHT_STEPS: usize = 16;

/// Plays a stance with `steps` steps of the classical fourth-order method of Runge and Kutta in the contact. Flights are
/// closed form for the centre of mass.
pub fn simulate(stance: &Stance, steps: usize) -> Simulation {
    let turning = Turning::of(stance);
    let start = stance.start();
    let mut now = StanceMoment {
        secs: 0.0,
        position: start.position,
        velocity: start.velocity,
        orientation: stance.orientation,
        spin: stance.spin,
    };
    let mut moments = vec![now];
    fly(&mut moments, &mut now, &turning, stance.landing_secs());
    let dt = stance.ground_secs() / steps.max(1) as f64;
    for step in 0..steps.max(1) {
        let tau = |part: f64| (step as f64 + part) / steps.max(1) as f64;
        push(stance, &mut now, tau, dt);
        turning.step(&mut now, dt, |part| stance.torque.at(tau(part)));
        now.secs = stance.landing_secs() + (step + 1) as f64 * dt;
        moments.push(now);
    }
    fly(&mut moments, &mut now, &turning, stance.end_secs() - stance.liftoff_secs());
    Simulation { moments }
}

/// One step of the centre of mass. The force depends on time alone, for which the method is Simpson's rule.
fn push(stance: &Stance, now: &mut StanceMoment, tau: impl Fn(f64) -> f64, dt: f64) {
    let at = |part| stance.force.at(tau(part)) / stance.mass() + DVec3::NEG_Y * GRAVITY;
    let [a, b, c] = [at(0.0), at(0.5), at(1.0)];
    now.position += now.velocity * dt + (a + b * 2.0) * (dt * dt / 6.0);
    now.velocity += (a + b * 4.0 + c) * (dt / 6.0);
}

fn fly(moments: &mut Vec<StanceMoment>, now: &mut StanceMoment, turning: &Turning, secs: f64) {
    let from = (State { position: now.position, velocity: now.velocity }, now.secs);
    for step in 1..=FLIGHT_STEPS {
        let since = secs * step as f64 / FLIGHT_STEPS as f64;
        let State { position, velocity } = fall(from.0, since);
        turning.step(now, secs / FLIGHT_STEPS as f64, |_| DVec3::ZERO);
        *now = StanceMoment { secs: from.1 + since, position, velocity, ..*now };
        moments.push(*now);
    }
}

/// How a body turns under torques.
pub(crate) struct Turning {
    inertia: DMat3,
    inverse: DMat3,
}

impl Turning {
    pub(crate) fn of(stance: &Stance) -> Self {
        Self::new(stance.inertia)
    }

    pub(crate) fn new(inertia: DMat3) -> Self {
        Self { inertia, inverse: inertia.inverse() }
    }

    /// One step of Runge and Kutta for orientation and spin; torques at shares of the step.
    pub(crate) fn step(&self, now: &mut StanceMoment, dt: f64, torque: impl Fn(f64) -> DVec3) {
        let (q, w) = (now.orientation, now.spin);
        let a = self.spin_change(q, w, torque(0.0));
        let (q2, w2) = (turned(q, w, dt / 2.0), w + a * (dt / 2.0));
        let b = self.spin_change(q2, w2, torque(0.5));
        let (q3, w3) = (turned(q, w2, dt / 2.0), w + b * (dt / 2.0));
        let c = self.spin_change(q3, w3, torque(0.5));
        let (q4, w4) = (turned(q, w3, dt), w + c * dt);
        let d = self.spin_change(q4, w4, torque(1.0));
        now.orientation = turned(q, (w + (w2 + w3) * 2.0 + w4) / 6.0, dt);
        now.spin = w + (a + (b + c) * 2.0 + d) * (dt / 6.0);
    }

    /// Euler's equation: I ω' = torque − ω × I ω.
    fn spin_change(&self, orientation: DQuat, spin: DVec3, torque: DVec3) -> DVec3 {
        let r = DMat3::from_quat(orientation);
        let momentum = r * (self.inertia * (r.transpose() * spin));
        r * (self.inverse * (r.transpose() * (torque - spin.cross(momentum))))
    }

    /// Orientations at `times`, in order, of a contact from `landing` on that lasts `ground` seconds.
    pub(crate) fn orientations(&self, run: &Run<'_>, times: &[f64]) -> Vec<DQuat> {
        let mut now = StanceMoment {
            secs: 0.0,
            position: DVec3::ZERO,
            velocity: DVec3::ZERO,
            orientation: run.orientation,
            spin: run.spin,
        };
        let mut out = Vec::with_capacity(times.len());
        for &time in times {
            while now.secs < time - 1e-12 {
                let dt = run.step(now.secs, time);
                let from = now.secs;
                self.step(&mut now, dt, |part| run.torque_at(from + part * dt));
                now.secs = from + dt;
            }
            out.push(now.orientation);
        }
        out
    }
}

/// A turning body between two apexes.
pub(crate) struct Run<'a> {
    pub(crate) orientation: DQuat,
    pub(crate) spin: DVec3,
    pub(crate) torque: &'a CubicSpline,
    pub(crate) landing: f64,
    pub(crate) ground: f64,
}

/// Longest step of a turning body, in seconds.
const TURN_STEP: f64 = 0.01;

impl Run<'_> {
    /// Steps end where the contact begins and ends, so that no step sees the torque jump.
    fn step(&self, from: f64, to: f64) -> f64 {
        let events = [self.landing, self.landing + self.ground];
        let next = events.into_iter().filter(|&event| event > from + 1e-12).fold(to, f64::min);
        (next - from).min(TURN_STEP)
    }

    fn torque_at(&self, secs: f64) -> DVec3 {
        let tau = (secs - self.landing) / self.ground;
        if (-1e-9..=1.0 + 1e-9).contains(&tau) { self.torque.at(tau) } else { DVec3::ZERO }
    }
}

fn turned(orientation: DQuat, spin: DVec3, dt: f64) -> DQuat {
    (DQuat::from_scaled_axis(spin * dt) * orientation).normalize()
}

impl Simulation {
    /// The moments in order, from the first apex to the second.
    pub fn moments(&self) -> &[StanceMoment] {
        &self.moments
    }

    /// The second apex.
    pub fn end(&self) -> StanceMoment {
        self.moments[self.moments.len() - 1]
    }

    /// The orientation at a time; before the start and after the end the body flies, so it turns on as there.
    pub fn orientation_at(&self, secs: f64) -> DQuat {
        let (first, last) = (&self.moments[0], &self.moments[self.moments.len() - 1]);
        for (end, beyond) in [(first, secs < first.secs), (last, secs > last.secs)] {
            if beyond {
                return turned(end.orientation, end.spin, secs - end.secs);
            }
        }
        let after = self.moments.partition_point(|moment| moment.secs <= secs);
        let [a, b] = [after.saturating_sub(1), after.min(self.moments.len() - 1)].map(|i| &self.moments[i]);
        let share = if b.secs > a.secs { (secs - a.secs) / (b.secs - a.secs) } else { 0.0 };
        a.orientation.slerp(b.orientation, share.clamp(0.0, 1.0))
    }
}
