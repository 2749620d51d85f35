//! The force that leads the centre of mass along its captured path.

use std::f64::consts::TAU;

use glam::DVec3;
use segue_motion::GRAVITY;

use super::scene::Scene;
use super::{Ends, ExtractSettings, Place};
use crate::core::Core;
use crate::extremes::greatest_slip;
use crate::force::{Basis, weight_of_standing};
use crate::judge::LEAST_LOAD;
use crate::stance::{State, fall};
use crate::{Force, Stance, StanceKind};
use segue_numeric::Matrix;
use segue_numeric::quadratic::{NoSolution, Program, solve};

/// Noise of a captured centre of mass, in metres.
const NOISE: f64 = 0.002;

/// Expected size of the first harmonic, in body weights; that of harmonic k is k² times smaller. Without this eight
/// harmonics pull with ten body weights.
const FIRST_HARMONIC: f64 = 1.5;

/// Moments of the contact at which the force must not pull and must keep within friction.
const CHECKED: usize = 65;

/// Sides of the polygon that stands for the circle of friction.
const SIDES: usize = 16;

/// Between those moments, and in the corners of the polygon, a force may need more friction than at them: it is fitted
/// again with less, so many times at most.
const TIGHTENED: usize = 4;

pub(super) struct Fitted {
    pub(super) force: Force,
    pub(super) within_friction: bool,
}

/// Fits the force of a contact by least squares under conditions: exact states at both ends, nothing at the ends of
/// the contact (the weight where the body stands), no pull, no slip.
pub(super) fn fit(
    scene: &Scene<'_>,
    ends: &Ends,
    core: &Core,
    place: &Place,
    settings: &ExtractSettings,
) -> Result<Fitted, String> {
    let fit = Fit::new(scene, ends, core, place, settings.harmonics);
    let vertical = solve(&fit.vertical()).map_err(|why| said(why, "lift it without pulling"))?;
    let up: Vec<f64> = checked().map(|tau| fit.vertical_at(&vertical, tau)).collect();
    let force = |flat: &[f64]| {
        let (h, p) = flat.split_at(fit.basis.len());
        fit.basis.force([h, &vertical, p], fit.weight).plus(1.0, &fit.standing, 1.0)
    };
    let mut allowed = settings.friction;
    let mut fitted = None;
    for _ in 0..TIGHTENED {
        let Ok(flat) = solve(&fit.horizontal(&up, Some(allowed))) else { break };
        let force = force(&flat);
        let slip = greatest_slip(&force, LEAST_LOAD * fit.weight, DVec3::Y);
        let within_friction = slip <= settings.friction;
        fitted = Some(Fitted { force, within_friction });
        if within_friction {
            break;
        }
        allowed *= 0.999 * settings.friction / slip;
    }
    if let Some(fitted) = fitted {
        return Ok(fitted);
    }
    let flat = solve(&fit.horizontal(&up, None)).map_err(|why| said(why, "carry it on"))?;
    Ok(Fitted { force: force(&flat), within_friction: false })
}

/// How well the force of a contact can follow the path without regard to friction: the root mean square distance from
/// apex to apex, in metres. `None` when no force fits.
pub(super) fn misfit(
    scene: &Scene<'_>,
    ends: &Ends,
    core: &Core,
    place: &Place,
    harmonics: usize,
) -> Option<f64> {
    let fit = Fit::new(scene, ends, core, place, harmonics);
    let vertical = solve(&fit.vertical()).ok()?;
    let flat = solve(&fit.horizontal(&[], None)).ok()?;
    let (h, p) = flat.split_at(fit.basis.len());
    let force = fit.basis.force([h, &vertical, p], fit.weight).plus(1.0, &fit.standing, 1.0);
    let start = start_of(core);
    let squares: Vec<f64> = scene
        .frames(ends.start.secs, ends.end.secs)
        .map(|frame| {
            let secs = frame as f64 / scene.rate() - ends.start.secs;
            pushed(&force, core, start, secs).distance_squared(place.point(scene.path[frame]))
        })
        .collect();
    Some((squares.iter().sum::<f64>() / squares.len().max(1) as f64).sqrt())
}

fn start_of(core: &Core) -> State {
    State {
        position: DVec3::new(0.0, core.params.zs, 0.0),
        velocity: DVec3::new(core.params.vs, 0.0, core.side_speed),
    }
}

/// The centre of mass under a force.
fn pushed(force: &Force, core: &Core, start: State, secs: f64) -> DVec3 {
    let dt = core.ground_secs;
    let tau = ((secs - core.landing_secs) / dt).clamp(0.0, 1.0);
    let after = (secs - core.landing_secs - dt).max(0.0);
    let shifted = force.shift(tau) * (dt * dt) + force.impulse(tau) * (dt * after);
    fall(start, secs).position + shifted / core.mass
}

fn said(why: NoSolution, what: &str) -> String {
    match why {
        NoSolution::Infeasible => format!("no force of this shape can {what}"),
        NoSolution::NotConvex => format!("it is too short to tell which force can {what}"),
        NoSolution::TooLong => format!("no force was found that can {what}"),
    }
}

fn checked() -> impl Iterator<Item = f64> {
    (0..CHECKED).map(|i| i as f64 / (CHECKED - 1) as f64)
}

/// The problem in units of body weight, with what the body does without any force taken out.
struct Fit {
    basis: Basis,
    weight: f64,
    /// What carries a standing body, in newtons.
    standing: Force,
    /// (τ, displacement in units of g Δt²) in each frame of the contact.
    data: Vec<(f64, DVec3)>,
    /// Change of position in g Δt² and of velocity in g Δt over the contact.
    moved: DVec3,
    sped: DVec3,
    noise: f64,
}

impl Fit {
    fn new(scene: &Scene<'_>, ends: &Ends, core: &Core, place: &Place, harmonics: usize) -> Self {
        let (weight, dt) = (core.mass * GRAVITY, core.ground_secs);
        let standing = match core.kind {
            StanceKind::Whole => Force::default(),
            StanceKind::FromStand => weight_of_standing(weight, true),
            StanceKind::ToStand => weight_of_standing(weight, false),
        };
        let start = start_of(core);
        let unit = GRAVITY * dt * dt;
        let shifted = |secs: f64, at: DVec3| {
            let tau = (secs - ends.landing_secs) / dt;
            let free = fall(start, secs - ends.start.secs).position;
            (tau, (at - free) / unit - standing.shift(tau) / weight)
        };
        let frames = scene.frames(ends.landing_secs, ends.liftoff_secs);
        let data = frames
            .map(|frame| shifted(frame as f64 / scene.rate(), place.point(scene.path[frame])))
            .collect();
        // Backwards from the second apex to the lift off, then what is left to do in between.
        let end =
            State { position: place.point(ends.end.position), velocity: place.vector(ends.end.velocity) };
        let liftoff = fall(end, ends.liftoff_secs - ends.end.secs);
        let free = fall(start, ends.liftoff_secs - ends.start.secs);
        Self {
            basis: Basis::new(harmonics),
            weight,
            data,
            moved: (liftoff.position - free.position) / unit - standing.shift(1.0) / weight,
            sped: (liftoff.velocity - free.velocity) / (GRAVITY * dt) - standing.impulse(1.0) / weight,
            noise: NOISE / unit,
            standing,
        }
    }

    /// Least squares for the coefficients of one axis: matrix and right side.
    fn squares(&self, axis: usize) -> (Matrix, Vec<f64>) {
        let n = self.basis.len();
        let (mut matrix, mut linear) = (Matrix::zero(n, n), vec![0.0; n]);
        let weight = 1.0 / (self.noise * self.noise);
        for (tau, at) in &self.data {
            let row = self.basis.shift(*tau);
            matrix.add_square(&row, weight);
            linear.iter_mut().zip(&row).for_each(|(sum, cell)| *sum += weight * cell * at[axis]);
        }
        for i in 0..n {
            // The constant is left free but for rounding.
            let expected = FIRST_HARMONIC / self.basis.harmonic(i).powi(2);
            *matrix.at(i, i) += if expected.is_finite() { expected.powi(-2) } else { 1e-9 };
        }
        (matrix, linear)
    }

    /// Both end states, and nothing at the ends of the contact.
    fn equalities(&self, axis: usize) -> Vec<(Vec<f64>, f64)> {
        // Whole periods end as they begin, so one of the two ends is enough.
        vec![
            (self.basis.impulse(1.0), self.sped[axis]),
            (self.basis.shift(1.0), self.moved[axis]),
            (self.basis.at(0.0), 0.0),
        ]
    }

    fn vertical(&self) -> Program {
        let (matrix, linear) = self.squares(1);
        let bounds =
            checked().map(|tau| (self.basis.at(tau), -self.standing.at(tau).y / self.weight)).collect();
        Program { matrix, linear, equalities: self.equalities(1), bounds }
    }

    fn vertical_at(&self, coefficients: &[f64], tau: f64) -> f64 {
        segue_numeric::dot(&self.basis.at(tau), coefficients) + self.standing.at(tau).y / self.weight
    }

    /// Heading and perpendicular at once, since friction binds them together.
    fn horizontal(&self, up: &[f64], friction: Option<f64>) -> Program {
        let n = self.basis.len();
        let (mut matrix, mut linear) = (Matrix::zero(2 * n, 2 * n), Vec::new());
        let mut equalities = Vec::new();
        for (block, axis) in [(0, 0), (n, 2)] {
            let (own, right) = self.squares(axis);
            for i in 0..n {
                for j in 0..n {
                    *matrix.at(block + i, block + j) = own.row(i)[j];
                }
            }
            linear.extend(right);
            equalities.extend(
                self.equalities(axis).into_iter().map(|(row, value)| (shifted(&row, block, 2 * n), value)),
            );
        }
        let bounds = friction.map_or_else(Vec::new, |friction| self.cone(up, friction));
        Program { matrix, linear, equalities, bounds }
    }

    fn cone(&self, up: &[f64], friction: f64) -> Vec<(Vec<f64>, f64)> {
        let mut bounds = Vec::new();
        for (tau, up) in checked().zip(up) {
            // Inside the circle, so that judging finds nothing to object to.
            let limit = 0.99 * (TAU / (2 * SIDES) as f64).cos() * friction * up.max(LEAST_LOAD);
            let basis = self.basis.at(tau);
            for side in 0..SIDES {
                let (sin, cos) = (TAU * side as f64 / SIDES as f64).sin_cos();
                let row = basis.iter().map(|b| -b * cos).chain(basis.iter().map(|b| -b * sin)).collect();
                bounds.push((row, -limit));
            }
        }
        bounds
    }
}

fn shifted(row: &[f64], by: usize, length: usize) -> Vec<f64> {
    let mut out = vec![0.0; length];
    out[by..by + row.len()].copy_from_slice(row);
    out
}

/// Root mean square distance of a stance's centre of mass from the captured one, from apex to apex.
pub(super) fn deviation(scene: &Scene<'_>, ends: &Ends, place: &Place, stance: &Stance) -> f64 {
    let squares: Vec<f64> = scene
        .frames(ends.start.secs, ends.end.secs)
        .map(|frame| {
            let at = stance.centre_at(frame as f64 / scene.rate() - ends.start.secs);
            at.distance_squared(place.point(scene.path[frame]))
        })
        .collect();
    (squares.iter().sum::<f64>() / squares.len().max(1) as f64).sqrt()
}
