//! Warping: a stance made to do something else by altering its force. Fully determined, no search.

use glam::DVec3;
use segue_motion::GRAVITY;

use crate::core::{Core, GLANCES, Impulse, SAMPLES, Summary, moment};
use crate::judge::Limits;
use crate::{Force, Params, Stance, StanceError, StanceKind};

/// How the horizontal force changes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Mode {
    /// The push is tilted: a share of the vertical force is added. What the body does within the contact stays.
    #[default]
    Lean,
    /// The horizontal force is scaled \[BPBM\] §4.1. Runs hardly change their speed, so the factor is arbitrarily large,
    /// and zero where the speed stays: all braking and pushing vanishes.
    Scale,
}

/// How a stance is warped.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct WarpSettings {
    /// How the horizontal force changes.
    pub mode: Mode,
    /// Factor of the time on the ground. 1 keeps it, as the source does.
    pub ground_factor: f64,
}

impl Default for WarpSettings {
    fn default() -> Self {
        Self { mode: Mode::Lean, ground_factor: 1.0 }
    }
}

/// What a warp did to the force: `f_v → scale.y f_v`, `f_h → scale.x f_h + tilt.x f_v / c̄_v`, the perpendicular alike.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Change {
    /// How the horizontal force changed.
    pub mode: Mode,
    /// Factors of the heading, vertical and perpendicular force.
    pub scale: DVec3,
    /// Newtons of heading and perpendicular force that follow the vertical one.
    pub tilt: DVec3,
    /// Factor of the time on the ground.
    pub ground_factor: f64,
    /// By how much the contact begins before the first apex or ends after the second, in seconds.
    pub late_secs: f64,
    /// Whether the distance is what comes of the other five parameters: in place, and from and to standing.
    pub free_distance: bool,
}

impl Change {
    /// Leaves a stance as it is.
    pub const NONE: Self = Self {
        mode: Mode::Lean,
        scale: DVec3::ONE,
        tilt: DVec3::ZERO,
        ground_factor: 1.0,
        late_secs: 0.0,
        free_distance: false,
    };
}

/// A stance that was warped.
#[derive(Clone, Debug)]
pub struct Warped {
    /// The stance, with the wanted parameters.
    pub stance: Stance,
    /// What was done to its force.
    pub change: Change,
}

/// Makes a stance do what is wanted, exactly, whether a body can or not; [`judge`](crate::judge) decides that.
///
/// # Errors
/// When a wanted parameter cannot be asked for, or the equations have no solution in positive time.
pub fn warp(stance: &Stance, wanted: Params, settings: &WarpSettings) -> Result<Warped, StanceError> {
    let wanted = wanted.checked()?;
    if !(0.1..=10.0).contains(&settings.ground_factor) {
        let why = "the time on the ground is multiplied by 0.1 to 10; people stay within 0.7 to 1.4";
        return Err(StanceError::BadParameter { name: "ground factor", value: settings.ground_factor, why });
    }
    let (core, change) = stance.core.warped(wanted, settings).ok_or_else(|| StanceError::NoSuchStance {
        stance: stance.name.clone(),
        wanted: wanted.to_string(),
        hint: "ask for a greater distance, or speeds nearer to each other",
    })?;
    let mean = stance.core.mean;
    let alter = |force: DVec3| change.alter(force, mean);
    let force: Force = stance.force.map(alter);
    Ok(Warped { stance: Stance { core, force, ..stance.clone() }, change })
}

impl Change {
    /// The altered force, given the vertical mean of the original.
    fn alter(&self, force: DVec3, mean: DVec3) -> DVec3 {
        self.scale * force + self.tilt * (force.y / mean.y)
    }
}

/// Below these speeds (m/s) and distance (m) a stance is in place: the equation of distance says nothing then.
const IN_PLACE: ([f64; 2], f64) = ([0.3, 0.3], 0.1);

/// Contacts that overlap an apex by less than this, in seconds, end there.
const ON_TIME: f64 = 1e-9;

/// By how much more than in the capture a leg may reach for a foot that keeps a body in balance, in leg lengths: less than
/// limits allow.
const REACHES_MORE: f64 = 0.01;
/// How closely the largest share is found that is within reach.
const HALVINGS: usize = 7;

impl Core {
    /// The warp to wanted parameters; `None` when the equations have no solution in positive time.
    pub(crate) fn warped(&self, wanted: Params, settings: &WarpSettings) -> Option<(Self, Change)> {
        let impulse = self.impulse();
        let equations = Equations::new(&impulse, wanted, settings);
        let end_secs = equations.end_secs()?;
        let (change, landing_secs) = equations.change(end_secs);
        let finite = change.scale.is_finite() && change.tilt.is_finite();
        let mut core = Self {
            params: wanted,
            side_speed: equations.side_speed,
            landing_secs,
            ground_secs: equations.dt,
            end_secs,
            mean: change.alter(self.mean, self.mean),
            ..*self
        };
        for i in 0..SAMPLES {
            core.force[i] = change.alter(self.force[i], self.mean);
            core.shift[i] = change.alter(self.shift[i], self.mean);
        }
        core.keep_balance(self);
        core.landing_height = wanted.zs - 0.5 * GRAVITY * landing_secs * landing_secs;
        if change.free_distance {
            core.params.x = core.distance();
        }
        finite.then_some((core, change))
    }

    /// Moves the contact point so that a body that ends standing stands over its feet as it was captured, as far as legs reach:
    /// who comes faster puts the feet farther ahead.
    fn keep_balance(&mut self, captured: &Self) {
        if self.kind != StanceKind::ToStand {
            return;
        }
        let path = self.path();
        let (Some(lean), Some(now)) = (captured.lean(&captured.path()), self.lean(&path)) else { return };
        let (contact, less) = (self.contact(&path), now - lean);
        let reach = |share: f64| self.farthest_reach(&path, contact + less * share);
        let most = reach(0.0).max(self.reach + REACHES_MORE);
        let (mut share, mut step) = (0.0, 1.0);
        for _ in 0..HALVINGS {
            if share + step <= 1.0 && reach(share + step) <= most {
                share += step;
            }
            step *= 0.5;
        }
        self.offset += less * share;
    }

    /// How far the heading goes from apex to apex.
    fn distance(&self) -> f64 {
        let (dt, m) = (self.ground_secs, self.mass);
        let after = self.end_secs - self.landing_secs - dt;
        self.params.vs * self.end_secs + dt / m * (self.mean.x * after + dt * self.leverage().x)
    }
}

impl Impulse {
    /// Whether a warp arrives with its contact between the apexes.
    pub(crate) fn is_in_time(&self, wanted: Params, settings: &WarpSettings) -> bool {
        let equations = Equations::new(self, wanted, settings);
        let mut roots = positive_roots(equations.quadratic()).into_iter().flatten();
        roots.any(|end_secs| equations.late(end_secs) <= ON_TIME)
    }
}

impl Summary {
    /// Whether a warp that is in time could be plausible: a few moments of the contact keep the limits.
    pub(crate) fn may_do(&self, wanted: Params, settings: &WarpSettings, limits: &Limits) -> bool {
        let equations = Equations::new(&self.impulse, wanted, settings);
        equations.end_secs().is_some_and(|end_secs| self.glance(&equations, end_secs, limits))
    }

    /// Whether the moments of [`GLANCES`](crate::core::GLANCES) keep within friction and reach.
    fn glance(&self, equations: &Equations<'_>, end_secs: f64, limits: &Limits) -> bool {
        let (change, landing) = equations.change(end_secs);
        let (ground, wanted) = (equations.dt, equations.wanted);
        let start = DVec3::new(0.0, wanted.zs, 0.0);
        let velocity = DVec3::new(wanted.vs, 0.0, equations.side_speed);
        let push = ground * ground / self.impulse.mass;
        let falls = |secs: f64| start + velocity * secs - DVec3::Y * (0.5 * GRAVITY * secs * secs);
        let pushed = |shift: DVec3| change.alter(shift, self.impulse.mean) * push;
        let middle = Self::mean_fall(start, velocity, landing, ground) + pushed(self.mean_shift);
        let contact = (middle + self.offset).with_y(0.0);
        // Feet that keep a standing body in balance go elsewhere.
        let is_known = self.impulse.kind != StanceKind::ToStand;
        let weight = self.impulse.mass * GRAVITY;
        let [near, far] = limits.extension.map(|limit| (limit * self.leg).powi(2));
        let reach = ((self.reach + limits.reach_slack) * self.leg).powi(2);
        GLANCES.iter().zip(&self.glances).enumerate().all(|(i, (&sample, [force, shift]))| {
            let force = change.alter(*force, self.impulse.mean);
            let from_contact = falls(landing + moment(sample) * ground) + pushed(*shift) - contact;
            let slip = (force.x * force.x + force.z * force.z).sqrt() / force.y.max(0.5 * weight);
            let too_far = self.legs.iter().flatten().any(|(spans, [from, to])| {
                (*from..=*to).contains(&moment(sample)) && (from_contact + spans[i]).length_squared() > reach
            });
            slip <= limits.friction
                && force.y <= limits.normal * weight
                && (!is_known || (near..=far).contains(&from_contact.length_squared()) && !too_far)
        })
    }
}

/// The equations of a warp: c̄, K and κ = K / c̄ of the source's force, m, g, Δt as in \[BPBM\] §4.1.
struct Equations<'a> {
    core: &'a Impulse,
    wanted: Params,
    settings: &'a WarpSettings,
    dt: f64,
    /// κ of the vertical force.
    kappa: f64,
    side_speed: f64,
    in_place: bool,
}

impl<'a> Equations<'a> {
    fn new(core: &'a Impulse, wanted: Params, settings: &'a WarpSettings) -> Self {
        let ([vs, ve], x) = IN_PLACE;
        let slow = wanted.vs.abs() < vs;
        Self {
            core,
            wanted,
            settings,
            dt: core.ground_secs * settings.ground_factor,
            kappa: core.leverage.y / core.mean.y,
            side_speed: if slow { core.side_speed } else { 0.0 },
            in_place: slow && wanted.ve.abs() < ve && wanted.x.abs() < x,
        }
    }

    fn rise(&self) -> f64 {
        self.wanted.ze - self.wanted.zs
    }

    /// When the second apex is reached: of the positive roots the one without overlap that is nearest to the source's,
    /// or else the one that overlaps least.
    fn end_secs(&self) -> Option<f64> {
        let roots = positive_roots(self.quadratic());
        let cost = |t: f64| {
            let late = self.late(t);
            (if late > ON_TIME { late } else { 0.0 }, (t - self.core.end_secs).abs())
        };
        let by_cost = |&a: &f64, &b: &f64| {
            let (a, b) = (cost(a), cost(b));
            a.0.total_cmp(&b.0).then(a.1.total_cmp(&b.1))
        };
        roots.into_iter().flatten().min_by(by_cost)
    }

    /// Coefficients of t², t and 1 of the equation for the time of the second apex.
    fn quadratic(&self) -> [f64; 3] {
        let (core, Params { vs, ve, x, .. }) = (self.core, self.wanted);
        let (dt, fall) = (self.dt, self.rise() / GRAVITY);
        let before = (1.0 - self.kappa) * dt;
        match core.kind {
            StanceKind::FromStand => [0.5, -before, -fall],
            StanceKind::ToStand => [0.5, -self.kappa * dt, fall],
            StanceKind::Whole if self.in_place => {
                let dropped = (self.wanted.zs - core.landing_height).max(0.0);
                [0.5, -before - (2.0 * dropped / GRAVITY).sqrt(), -fall]
            }
            StanceKind::Whole => {
                let k = core.leverage;
                let bend = match self.settings.mode {
                    Mode::Lean => dt * dt / core.mass * (k.x - core.mean.x * self.kappa),
                    Mode::Scale => (ve - vs) * (k.x / core.mean.x - self.kappa) * dt,
                };
                [0.5 * (vs + ve), bend - x, (ve - vs) * fall]
            }
        }
    }

    fn landing(&self, end_secs: f64) -> f64 {
        0.5 * end_secs - (1.0 - self.kappa) * self.dt - self.rise() / (GRAVITY * end_secs)
    }

    /// By how much the contact reaches beyond the apexes.
    fn late(&self, end_secs: f64) -> f64 {
        let landing = self.landing(end_secs);
        (-landing).max(landing + self.dt - end_secs).max(0.0)
    }

    fn change(&self, end_secs: f64) -> (Change, f64) {
        let (core, Params { vs, ve, vp, .. }) = (self.core, self.wanted);
        let per_speed = core.mass / self.dt;
        let wanted = DVec3::new(ve - vs, GRAVITY * end_secs, vp - self.side_speed) * per_speed;
        let (scale, tilt) = match self.settings.mode {
            Mode::Scale => (scale_of(wanted, core.mean), DVec3::ZERO),
            Mode::Lean => {
                let scale = DVec3::new(1.0, wanted.y / core.mean.y, 1.0);
                (scale, (wanted - core.mean).with_y(0.0))
            }
        };
        let late = self.late(end_secs);
        let change = Change {
            mode: self.settings.mode,
            scale,
            tilt,
            ground_factor: self.settings.ground_factor,
            late_secs: if late > ON_TIME { late } else { 0.0 },
            free_distance: self.in_place || core.kind != StanceKind::Whole,
        };
        (change, self.landing(end_secs))
    }
}

/// What forces are multiplied by; one that is to become nothing is multiplied by nothing, whatever it was.
fn scale_of(wanted: DVec3, mean: DVec3) -> DVec3 {
    let scale = |wanted: f64, mean: f64| if wanted == 0.0 { 0.0 } else { wanted / mean };
    DVec3::new(scale(wanted.x, mean.x), scale(wanted.y, mean.y), scale(wanted.z, mean.z))
}

/// Times shorter than this, in seconds, are rounding: no stance is as short.
const SHORTEST: f64 = 0.01;

/// The positive solutions of a t² + b t + c = 0, computed so that none loses digits.
fn positive_roots([a, b, c]: [f64; 3]) -> [Option<f64>; 2] {
    let usable = |t: f64| (t.is_finite() && t > SHORTEST).then_some(t);
    if a.abs() < 1e-9 {
        return [usable(-c / b), None];
    }
    let inner = b * b - 4.0 * a * c;
    if inner < 0.0 {
        return [None, None];
    }
    let q = -0.5 * (b + inner.sqrt().copysign(b));
    [usable(q / a), if q == 0.0 { None } else { usable(c / q) }]
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn roots_are_roots_and_none_is_missing(a in -2.0..2.0f64, x in -3.0..3.0f64, y in -3.0..3.0f64) {
            prop_assume!(a.abs() > 1e-3 && (x - y).abs() > 1e-3 && x.abs() > 0.02 && y.abs() > 0.02);
            let found: Vec<f64> = positive_roots([a, -a * (x + y), a * x * y]).into_iter().flatten().collect();
            for root in [x, y] {
                prop_assert_eq!(root > 0.0, found.iter().any(|f| (f - root).abs() < 1e-6), "{} in {:?}", root, found);
            }
        }
    }

    #[test]
    fn without_a_square_there_is_one_root() {
        assert_eq!(positive_roots([0.0, -2.0, 1.0]), [Some(0.5), None]);
        assert_eq!(positive_roots([1.0, 0.0, 1.0]), [None, None]);
    }
}
