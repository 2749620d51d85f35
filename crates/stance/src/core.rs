//! What warping and judging need to know about a stance, in tables of fixed size.
//!
//! Everything here is linear in the force, so warps and blends act on the tables directly: a search makes thousands of
//! them without evaluating a cosine or allocating.

use glam::DVec3;
use segue_motion::GRAVITY;

use crate::{Force, Kind, Params};

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
    pub(crate) kind: Kind,
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

    /// The contact point on the ground, given [`Core::path`].
    pub(crate) fn contact(&self, path: &Table) -> DVec3 {
        (mean(path) + self.offset).with_y(0.0)
    }

    /// The farthest that a planted ankle is from its hip, in leg lengths; 0 without legs.
    pub(crate) fn farthest_reach(&self, path: &Table, contact: DVec3) -> f64 {
        let mut farthest: f64 = 0.0;
        for leg in self.legs.iter().flatten() {
            for i in 0..SAMPLES {
                if (leg.planted[0]..=leg.planted[1]).contains(&moment(i)) {
                    let reach = (path[i] + leg.hip[i]).distance_squared(contact + leg.ankle[i]);
                    farthest = farthest.max(reach);
                }
            }
        }
        farthest.sqrt() / self.leg
    }
}
