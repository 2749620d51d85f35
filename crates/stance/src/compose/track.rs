//! Where and when each stance of a chain takes place.

use glam::{DQuat, DVec3};

use crate::params::SLOW;
use crate::plan::Link;

/// The places of a chain in the world. The first stance heads along +Z from above the origin.
pub(super) struct Track {
    stances: Vec<Placed>,
    end: f64,
}

#[derive(Clone, Copy)]
struct Placed {
    start: f64,
    /// The first apex above the ground of the contact.
    origin: DVec3,
    /// Turn from the axes of the stance to the world.
    heading: f64,
}

impl Track {
    pub(super) fn new(links: &[Link]) -> Self {
        // The heading is x in the axes of a stance; a quarter turn makes it +Z.
        let mut next = Placed { start: 0.0, origin: DVec3::ZERO, heading: -std::f64::consts::FRAC_PI_2 };
        let mut stances = Vec::with_capacity(links.len());
        for (i, link) in links.iter().enumerate() {
            let stance = &link.found.warped.stance;
            if i > 0 {
                next.origin.y -= stance.params().zs;
            }
            stances.push(next);
            let (end, turn) = (stance.state_at(stance.end_secs()), DQuat::from_rotation_y(next.heading));
            let along = turn * end.velocity;
            let heading =
                if along.with_y(0.0).length() >= SLOW { (-along.z).atan2(along.x) } else { next.heading };
            let place = next.origin + turn * end.position;
            next = Placed { start: next.start + stance.end_secs(), origin: place, heading };
        }
        Self { stances, end: next.start }
    }

    pub(super) fn end(&self) -> f64 {
        self.end
    }

    pub(super) fn start(&self, stance: usize) -> f64 {
        self.stances[stance].start
    }

    pub(super) fn heading(&self, stance: usize) -> f64 {
        self.stances[stance].heading
    }

    /// The height of the ground under a contact.
    pub(super) fn ground(&self, stance: usize) -> f64 {
        self.stances[stance].origin.y
    }

    /// The times of all apexes.
    pub(super) fn starts(&self) -> Vec<f64> {
        self.stances.iter().map(|placed| placed.start).chain([self.end]).collect()
    }

    pub(super) fn stance_at(&self, secs: f64) -> usize {
        self.stances.partition_point(|placed| placed.start <= secs).saturating_sub(1)
    }

    /// The centre of mass in the world.
    pub(super) fn centre(&self, links: &[Link], secs: f64) -> DVec3 {
        let i = self.stance_at(secs);
        let Placed { start, origin, heading } = self.stances[i];
        origin + DQuat::from_rotation_y(heading) * links[i].found.warped.stance.centre_at(secs - start)
    }

    /// When the contact of a stance begins and ends, in seconds of the chain.
    pub(super) fn contact(&self, links: &[Link], stance: usize) -> [f64; 2] {
        let warped = &links[stance].found.warped.stance;
        [warped.landing_secs(), warped.liftoff_secs()].map(|secs| self.start(stance) + secs)
    }

    /// The stances between which a moment lies and the share of the second: smooth from lift off to touch down.
    pub(super) fn crossing(&self, links: &[Link], now: usize, secs: f64) -> (usize, usize, f64) {
        let [landing, liftoff] = self.contact(links, now);
        let pair = if secs < landing && now > 0 {
            Some((now - 1, now))
        } else if secs > liftoff && now + 1 < links.len() {
            Some((now, now + 1))
        } else {
            None
        };
        let Some((a, b)) = pair else { return (now, now, 0.0) };
        let (from, to) = (self.contact(links, a)[1], self.contact(links, b)[0]);
        (a, b, smooth((secs - from) / (to - from).max(1e-6)))
    }
}

impl Link {
    /// The moment of a stance before its warp that goes with a moment after it: contacts begin and end together.
    pub(super) fn base_secs(&self, since: f64) -> f64 {
        let (base, warped) = (&self.base, &self.found.warped.stance);
        let pieces = [
            (0.0, 0.0),
            (warped.landing_secs(), base.landing_secs()),
            (warped.liftoff_secs(), base.liftoff_secs()),
            (warped.end_secs(), base.end_secs()),
        ];
        let i = pieces[1..3].iter().take_while(|(at, _)| *at < since).count();
        let [(a, x), (b, y)] = [pieces[i], pieces[i + 1]];
        x + (since - a) / (b - a).max(1e-6) * (y - x)
    }
}

/// From 0 to 1 with two derivatives of nothing at either end.
pub(super) fn smooth(share: f64) -> f64 {
    let t = share.clamp(0.0, 1.0);
    t * t * t * (t * (6.0 * t - 15.0) + 10.0)
}
