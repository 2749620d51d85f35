//! Where and when each stance of a chain takes place.

use glam::{DQuat, DVec3};

use crate::params::SLOW;
use crate::plan::{Link, LinkPlace};
use crate::{Params, StanceKind};

/// The places and times of a chain in the world.
pub(super) struct Track {
    stances: Vec<Placed>,
    end: f64,
}

#[derive(Clone, Copy)]
struct Placed {
    start: f64,
    secs: f64,
    /// The first apex above the ground of the contact.
    origin: DVec3,
    /// Turn from the axes of the stance to the world.
    heading: f64,
    /// How much more the heading turns from apex to apex than in the capture.
    turn: f64,
    /// How fast it does so at both apexes.
    rates: [f64; 2],
}

impl Track {
    pub(super) fn new(links: &[Link]) -> Self {
        let (mut stances, mut start) = (Vec::with_capacity(links.len()), 0.0);
        for link in links {
            let LinkPlace { place, ground, heading, .. } = link.place;
            let turn = turn_of(&link.found.warped.stance) - turn_of(&link.base);
            let (origin, secs) = (DVec3::new(place.x, ground, place.y), link.found.warped.stance.end_secs());
            stances.push(Placed { start, secs, origin, heading, turn, rates: [0.0; 2] });
            start += secs;
        }
        for i in 1..stances.len() {
            let rate = joined(&stances[i - 1], &stances[i]);
            (stances[i - 1].rates[1], stances[i].rates[0]) = (rate, rate);
        }
        Self { stances, end: start }
    }

    /// By how much the body has turned more than the capture, so that it faces along the path: evenly where turns follow each
    /// other, and not at all at an apex between a turn to the left and one to the right.
    pub(super) fn turn(&self, stance: usize, since: f64) -> f64 {
        let Placed { secs, turn, rates: [a, b], .. } = self.stances[stance];
        let t = since / secs;
        if t < 0.0 {
            return a * since;
        }
        if t > 1.0 {
            return turn + b * (since - secs);
        }
        let (square, cube) = (t * t, t * t * t);
        turn * (3.0 * square - 2.0 * cube) + secs * (a * (t - 2.0 * square + cube) + b * (cube - square))
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

    /// A point in the axes of a stance, in the world.
    pub(super) fn place(&self, stance: usize, point: DVec3) -> DVec3 {
        let Placed { origin, heading, .. } = self.stances[stance];
        origin + DQuat::from_rotation_y(heading) * point
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
        let Placed { start, origin, heading, .. } = self.stances[i];
        origin + DQuat::from_rotation_y(heading) * links[i].found.warped.stance.centre_at(secs - start)
    }

    /// When the contact of a stance begins and ends, in seconds of the chain.
    pub(super) fn contact(&self, links: &[Link], stance: usize) -> [f64; 2] {
        let warped = &links[stance].found.warped.stance;
        [warped.landing_secs(), warped.liftoff_secs()].map(|secs| self.start(stance) + secs)
    }

    /// The stances between which a moment of flight lies; twice the same in a contact.
    pub(super) fn between(&self, links: &[Link], secs: f64) -> (usize, usize) {
        let (before, after, _) = self.crossing(links, 0.0, secs);
        (before, after)
    }

    /// The stances between which a moment lies and the share of the second: smooth from some share of the one contact before
    /// its end to the same share of the other after its beginning.
    pub(super) fn crossing(&self, links: &[Link], early: f64, secs: f64) -> (usize, usize, f64) {
        let now = self.stance_at(secs);
        let inner = |stance: usize| {
            let [landing, liftoff] = self.contact(links, stance);
            let early = early * (liftoff - landing);
            [landing + early, liftoff - early]
        };
        let [landing, liftoff] = inner(now);
        let pair = if secs < landing && now > 0 {
            Some((now - 1, now))
        } else if secs > liftoff && now + 1 < links.len() {
            Some((now, now + 1))
        } else {
            None
        };
        let Some((a, b)) = pair else { return (now, now, 0.0) };
        let (from, to) = (inner(a)[1], inner(b)[0]);
        (a, b, smooth((secs - from) / (to - from).max(1e-6)))
    }
}

/// The turn of the heading from the first apex to the second; none in place.
fn turn_of(stance: &crate::Stance) -> f64 {
    let Params { ve, vp, .. } = stance.params();
    if stance.kind() == StanceKind::Whole && ve.hypot(vp) >= SLOW { -vp.atan2(ve) } else { 0.0 }
}

/// How fast the heading turns at the apex between two stances: the weighted harmonic mean of their rates (\[FC80\]), none between
/// turns to either side.
fn joined(before: &Placed, after: &Placed) -> f64 {
    let [p, q] = [before, after].map(|placed| placed.turn / placed.secs);
    if p * q <= 0.0 {
        return 0.0;
    }
    let (a, b) = (before.secs, after.secs);
    3.0 * (a + b) / ((2.0 * b + a) / p + (b + 2.0 * a) / q)
}

/// From 0 to 1 with two derivatives of nothing at either end.
pub(super) fn smooth(share: f64) -> f64 {
    let t = share.clamp(0.0, 1.0);
    t * t * t * (t * (6.0 * t - 15.0) + 10.0)
}
