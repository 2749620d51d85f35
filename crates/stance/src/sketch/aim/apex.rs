//! The state at an apex of flight.

use glam::DVec2;

use super::super::chain::Chain;
use super::super::flat;
use crate::params::SLOW;

/// The state at an apex.
#[derive(Clone, Copy, Debug)]
pub(super) struct Apex {
    pub(super) place: DVec2,
    pub(super) height: f64,
    pub(super) velocity: DVec2,
    /// Where the body faces while it gets nowhere.
    pub(super) facing: DVec2,
}

impl Apex {
    /// The apex of an arc of a plan.
    pub(super) fn planned(chain: &Chain, arc: usize) -> Self {
        let at = chain.arc(arc);
        let (place, velocity) = (flat(at.apex()), at.velocity());
        Self { place, height: at.height, velocity, facing: chain.facing(arc) }
    }

    pub(super) fn heading(&self) -> DVec2 {
        self.velocity.try_normalize().filter(|_| self.velocity.length() >= SLOW).unwrap_or(self.facing)
    }

    /// The velocity along and to the right of the heading; in place it may have any direction.
    pub(super) fn speeds(&self) -> DVec2 {
        let along = self.heading();
        DVec2::new(self.velocity.dot(along), self.velocity.dot(right(along)))
    }

    pub(super) fn to_array(self) -> [f64; 5] {
        [self.place.x, self.place.y, self.height, self.velocity.x, self.velocity.y]
    }

    /// With its numbers moved.
    pub(super) fn changed(&self, by: [f64; 5]) -> Self {
        Self {
            place: self.place + DVec2::new(by[0], by[1]),
            height: self.height + by[2],
            velocity: self.velocity + DVec2::new(by[3], by[4]),
            ..*self
        }
    }

    /// A point of the floor as ways along and to the right of the heading.
    pub(super) fn seen(&self, point: DVec2) -> DVec2 {
        let (way, along) = (point - self.place, self.heading());
        DVec2::new(way.dot(along), way.dot(right(along)))
    }

    /// The inverse of [`Apex::seen`], for a vector.
    pub(super) fn turned(&self, way: DVec2) -> DVec2 {
        let along = self.heading();
        along * way.x + right(along) * way.y
    }
}

/// To the right of a heading on the floor (x, z).
pub(super) fn right(heading: DVec2) -> DVec2 {
    DVec2::new(-heading.y, heading.x)
}
