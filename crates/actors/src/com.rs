//! The last correction of legs that must not give up where they are in the world: the root is moved until the centre
//! of mass falls freely, and feet in the air are carried along as far as they are free.

use glam::DVec3;

use crate::actor::{Actor, Solved};
use crate::body::{BodyPlan, FootPlan};
use crate::falling::FallingPath;
pub(crate) use crate::falling::{GRAVITY, impact};
use crate::figure::Figure;
use crate::footwork::lowest_point;
use crate::spline::Track;

/// Rounds after which a body counts as unsolvable; each leaves about a quarter of the error, and half of it while a
/// foot near the floor is held back.
const ROUNDS: usize = 120;

/// Close enough: far below what single precision keeps.
const CLOSE: f64 = 1e-10;

/// Bodies for all plans (with their times), corrected so that the centre of mass is ballistic in `flights` (in
/// order), and the time of each flight's apex.
pub(crate) fn solve_with_flights(
    actor: &Actor,
    plans: &mut [(f64, BodyPlan)],
    flights: &[(f64, f64)],
) -> (Vec<Solved>, Vec<f64>) {
    let mut bodies: Vec<Solved> = plans.iter().map(|(_, plan)| actor.solve(plan)).collect();
    if flights.is_empty() {
        return (bodies, Vec::new());
    }
    let times = plans.iter().map(|(time, _)| *time);
    let path = FallingPath::new(centre_track(actor, times, &bodies), flights);
    for (body, (time, plan)) in bodies.iter_mut().zip(plans.iter_mut()) {
        if let Some(wanted) = path.at(*time) {
            *body = shift_to(actor, plan, wanted);
        }
    }
    (bodies, path.apexes())
}

/// The path of the centre of mass.
pub(crate) fn centre_track(
    actor: &Actor,
    times: impl Iterator<Item = f64>,
    bodies: &[Solved],
) -> Track<DVec3> {
    let keys: Vec<(f64, DVec3)> = times.zip(bodies.iter().map(|body| actor.centre_of_mass(body))).collect();
    Track::new(&keys)
}

/// Moves the root (and feet in the air with it) until the centre of mass is where it should be.
fn shift_to(actor: &Actor, plan: &mut BodyPlan, wanted: DVec3) -> Solved {
    let mut body = actor.solve(plan);
    for _ in 0..ROUNDS {
        let missing = wanted - actor.centre_of_mass(&body);
        if missing.length() < CLOSE {
            break;
        }
        plan.pelvis += missing;
        for foot in &mut plan.feet {
            carry(&actor.figure, foot, missing);
        }
        body = actor.solve(plan);
    }
    body
}

/// Carries a foot in the air along with the body, but not into the floor.
fn carry(figure: &Figure, foot: &mut FootPlan, by: DVec3) {
    /// Above this height nothing is done; below, the foot is held back more and more.
    const NEAR: f64 = 0.02;
    let before = lowest_point(figure, foot);
    foot.ankle += by * foot.free;
    if by.y < 0.0 && foot.free > 0.0 {
        let yielding = (before / NEAR).clamp(0.0, 1.0);
        foot.ankle.y -= by.y * foot.free * (1.0 - yielding);
    }
}
