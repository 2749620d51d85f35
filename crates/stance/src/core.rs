//! What warping and judging need to know about a stance, in tables of fixed size.
//!
//! Everything here is linear in the force, so warps and blends act on the tables directly: a search makes thousands of
//! them without evaluating a cosine or allocating.

use glam::DVec3;
use segue_motion::GRAVITY;

use crate::{Force, Params, StanceKind, State};

/// Moments of the contact at which a stance is judged: the fifth harmonic has six or seven in each period.
pub(crate) const SAMPLES: usize = 33;

/// A value for each moment.
pub(crate) type Table = [DVec3; SAMPLES];

/// A leg that carries, over the contact.
#[derive(Clone, Copy, Debug)]
pub(crate) struct LegTrack {
    /// Where the hip is from the centre of mass.
    pub(crate) hip: Table,
    /// Where the ankle is from the contact point.
    pub(crate) ankle: Table,
    /// When it is on the ground, as shares of the contact.
    pub(crate) planted: [f64; 2],
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct Core {
    pub(crate) kind: StanceKind,
    pub(crate) params: Params,
    /// Speed to the right at the start: not zero only where the heading is not that of the velocity.
    pub(crate) side_speed: f64,
    pub(crate) mass: f64,
    pub(crate) leg: f64,
    pub(crate) landing_secs: f64,
    pub(crate) ground_secs: f64,
    pub(crate) end_secs: f64,
    /// Height of the centre of mass at touch down, as captured.
    pub(crate) landing_height: f64,
    /// The contact point from the mean of the centre of mass over the contact, on the floor.
    pub(crate) offset: DVec3,
    /// The force, in newtons.
    pub(crate) force: Table,
    /// Its double integral over τ.
    pub(crate) shift: Table,
    /// Its integral over the contact.
    pub(crate) mean: DVec3,
    pub(crate) legs: [Option<LegTrack>; 2],
    /// The farthest that a planted ankle was from its hip, in leg lengths.
    pub(crate) reach: f64,
}

/// The few numbers of a stance on which the times of a warp depend. Each is mixed linearly in a blend.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Impulse {
    pub(crate) kind: StanceKind,
    pub(crate) side_speed: f64,
    pub(crate) mass: f64,
    pub(crate) ground_secs: f64,
    pub(crate) end_secs: f64,
    pub(crate) landing_height: f64,
    /// c̄ of the source: ∫ f.
    pub(crate) mean: DVec3,
    /// K of the source: ∫ (1−τ) f.
    pub(crate) leverage: DVec3,
}

impl Impulse {
    pub(crate) fn blended(&self, other: &Self, k: f64) -> Self {
        let mix = |a: f64, b: f64| k * a + (1.0 - k) * b;
        Self {
            kind: self.kind,
            side_speed: mix(self.side_speed, other.side_speed),
            mass: mix(self.mass, other.mass).max(1.0),
            ground_secs: mix(self.ground_secs, other.ground_secs).max(0.02),
            end_secs: mix(self.end_secs, other.end_secs),
            landing_height: mix(self.landing_height, other.landing_height),
            mean: self.mean * k + other.mean * (1.0 - k),
            leverage: self.leverage * k + other.leverage * (1.0 - k),
        }
    }
}

/// What a first look at a warp needs: a few moments of the contact. Mixed linearly as well.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Summary {
    pub(crate) impulse: Impulse,
    /// The farthest that an ankle may be from its hip, in leg lengths, without the slack of the limits.
    pub(crate) reach: f64,
    /// From the ankle to the hip of each leg that carries, but for the way from contact to centre of mass, at
    /// [`GLANCES`], and when it is planted.
    pub(crate) legs: [Option<([DVec3; GLANCES.len()], [f64; 2])>; 2],
    pub(crate) leg: f64,
    pub(crate) offset: DVec3,
    /// The mean of the force's double integral over the contact.
    pub(crate) mean_shift: DVec3,
    /// Force and its double integral at [`GLANCES`].
    pub(crate) glances: [[DVec3; 2]; GLANCES.len()],
}

/// Samples that are looked at first: every fourth.
pub(crate) const GLANCES: [usize; 9] = [0, 4, 8, 12, 16, 20, 24, 28, 32];

/// The mean of τ² by the trapezoid rule over the samples.
const MEAN_SQUARE: f64 = 1.0 / 3.0 + 1.0 / (6.0 * ((SAMPLES - 1) * (SAMPLES - 1)) as f64);

impl Summary {
    pub(crate) fn blended(&self, other: &Self, k: f64) -> Self {
        let mix = |a: f64, b: f64| k * a + (1.0 - k) * b;
        Self {
            impulse: self.impulse.blended(&other.impulse, k),
            reach: mix(self.reach, other.reach),
            legs: [0, 1].map(|leg| {
                let ((a, [c, d]), (b, [e, f])) = (self.legs[leg]?, other.legs[leg]?);
                let spans = std::array::from_fn(|i| a[i] * k + b[i] * (1.0 - k));
                Some((spans, [mix(c, e), mix(d, f)]))
            }),
            leg: mix(self.leg, other.leg).max(0.1),
            offset: self.offset * k + other.offset * (1.0 - k),
            mean_shift: self.mean_shift * k + other.mean_shift * (1.0 - k),
            glances: std::array::from_fn(|i| {
                std::array::from_fn(|j| self.glances[i][j] * k + other.glances[i][j] * (1.0 - k))
            }),
        }
    }

    /// The mean over the contact of free fall from `start`, given when the contact begins.
    pub(crate) fn mean_fall(start: DVec3, velocity: DVec3, landing: f64, ground: f64) -> DVec3 {
        let (mean, square) =
            (landing + 0.5 * ground, landing * landing + landing * ground + ground * ground * MEAN_SQUARE);
        start + velocity * mean - DVec3::Y * (0.5 * GRAVITY * square)
    }
}

pub(crate) fn moment(sample: usize) -> f64 {
    sample as f64 / (SAMPLES - 1) as f64
}

/// The mean of a table over the contact, by the trapezoid rule.
pub(crate) fn mean(table: &Table) -> DVec3 {
    let ends = (table[0] + table[SAMPLES - 1]) * 0.5;
    (table[1..SAMPLES - 1].iter().sum::<DVec3>() + ends) / (SAMPLES - 1) as f64
}

impl Core {
    pub(crate) fn set_force(&mut self, force: &Force) {
        self.force = std::array::from_fn(|i| force.at(moment(i)));
        self.shift = std::array::from_fn(|i| force.shift(moment(i)));
        self.mean = force.impulse(1.0);
    }

    pub(crate) fn impulse(&self) -> Impulse {
        Impulse {
            kind: self.kind,
            side_speed: self.side_speed,
            mass: self.mass,
            ground_secs: self.ground_secs,
            end_secs: self.end_secs,
            landing_height: self.landing_height,
            mean: self.mean,
            leverage: self.leverage(),
        }
    }

    pub(crate) fn summary(&self) -> Summary {
        Summary {
            impulse: self.impulse(),
            reach: self.reach,
            legs: self
                .legs
                .map(|leg| leg.map(|leg| (GLANCES.map(|i| leg.hip[i] - leg.ankle[i]), leg.planted))),
            leg: self.leg,
            offset: self.offset,
            mean_shift: mean(&self.shift),
            glances: GLANCES.map(|i| [self.force[i], self.shift[i]]),
        }
    }

    /// K of the source: ∫ (1−τ) f.
    pub(crate) fn leverage(&self) -> DVec3 {
        self.shift[SAMPLES - 1]
    }

    /// The centre of mass at each moment of the contact.
    pub(crate) fn path(&self) -> Table {
        let Params { zs, vs, .. } = self.params;
        let push = self.ground_secs * self.ground_secs / self.mass;
        std::array::from_fn(|i| {
            let t = self.landing_secs + moment(i) * self.ground_secs;
            let fallen = DVec3::new(vs * t, zs - 0.5 * GRAVITY * t * t, self.side_speed * t);
            fallen + self.shift[i] * push
        })
    }

    /// From over its contact point to where a body stands that begins or ends standing, given [`Core::path`]; `None` where it does
    /// neither.
    pub(crate) fn lean(&self, path: &Table) -> Option<DVec3> {
        let stands = match self.kind {
            StanceKind::Whole => return None,
            StanceKind::FromStand => path[0],
            StanceKind::ToStand => path[SAMPLES - 1],
        };
        Some((stands - self.contact(path)).with_y(0.0))
    }

    /// The contact point on the ground, given [`Core::path`].
    pub(crate) fn contact(&self, path: &Table) -> DVec3 {
        (mean(path) + self.offset).with_y(0.0)
    }

    /// Position and velocity at the second apex.
    pub(crate) fn end(&self) -> State {
        let (dt, m) = (self.ground_secs, self.mass);
        let after = self.end_secs - self.landing_secs - dt;
        let start = DVec3::new(self.params.vs, 0.0, self.side_speed);
        let pushed = self.mean * (dt / m);
        let moved = start * self.end_secs + pushed * after + self.leverage() * (dt * dt / m);
        State { position: moved.with_y(self.params.ze), velocity: (start + pushed).with_y(0.0) }
    }

    /// The farthest that a planted ankle is from its hip, in leg lengths; 0 without legs.
    pub(crate) fn farthest_reach(&self, path: &Table, contact: DVec3) -> f64 {
        let mut farthest: f64 = 0.0;
        for leg in self.legs.iter().flatten() {
            for (i, ((at, hip), ankle)) in path.iter().zip(&leg.hip).zip(&leg.ankle).enumerate() {
                if (leg.planted[0]..=leg.planted[1]).contains(&moment(i)) {
                    farthest = farthest.max((*at + *hip).distance_squared(contact + *ankle));
                }
            }
        }
        farthest.sqrt() / self.leg
    }
}
