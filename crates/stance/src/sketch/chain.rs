//! The chain: one model for reading drawings and for planning paths.
//!
//! Contacts and the arcs between them, six numbers per step. Neighbouring stances share the apex between them, so place,
//! height, speed and heading cannot jump, and the ground is that of the scene.

use std::f64::consts::PI;

use glam::{DVec2, DVec3};
use segue_motion::GRAVITY;

use super::surface::Surface;
use crate::Params;
use crate::params::SLOW;

/// Numbers of a step: place (x, z) and time of its contact; apex share, apex height and logarithm of the time of the arc
/// after it. An arc has a time, whether it leads anywhere or not; a speed it has only by its way.
pub(super) const NUMBERS: usize = 6;
/// The one after the place: the time of the contact.
pub(super) const SECS: usize = 2;

/// A contact of a chain.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Touch {
    pub(super) place: DVec2,
    /// The number of the surface that it is on.
    pub(super) surface: usize,
    pub(super) secs: f64,
}

/// The arc of flight from one contact to the next.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Hop {
    /// When the apex is reached, as a share of the time from contact to contact.
    pub(super) apex_share: f64,
    /// Height of the apex.
    pub(super) height: f64,
    /// Logarithm of the seconds from the middle of one contact to the middle of the next.
    pub(super) ln_secs: f64,
}

/// `n` contacts and the `n − 1` arcs between them.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Chain {
    pub(super) touches: Vec<Touch>,
    pub(super) hops: Vec<Hop>,
}

/// An arc with what follows from its numbers.
#[derive(Clone, Copy, Debug)]
pub(super) struct Arc {
    pub(super) from: DVec2,
    /// From the first contact to the second.
    pub(super) way: DVec2,
    /// From the middle of one contact to the middle of the next.
    pub(super) secs: f64,
    /// From the middle of the first contact to the apex.
    pub(super) rise_secs: f64,
    pub(super) height: f64,
}

impl Arc {
    pub(super) fn velocity(&self) -> DVec2 {
        self.way / self.secs
    }

    pub(super) fn speed(&self) -> f64 {
        self.velocity().length()
    }

    /// Logarithm of the speed; all arcs in place have the same.
    pub(super) fn ln_speed(&self) -> f64 {
        self.speed().max(IN_PLACE).ln()
    }

    /// Whether it leads nowhere: a jump in place.
    pub(super) fn is_in_place(&self) -> bool {
        self.speed() < IN_PLACE
    }

    /// The point of the chord that is passed at a time.
    pub(super) fn place(&self, secs: f64) -> DVec2 {
        self.from + self.way * (secs / self.secs)
    }

    pub(super) fn apex(&self) -> DVec3 {
        let at = self.place(self.rise_secs);
        DVec3::new(at.x, self.height, at.y)
    }

    /// A point of it, given the contacts at its ends: share 0 is the middle of the first, 1 that of the second.
    pub(super) fn point(&self, [first, second]: [&Passage; 2], share: f64) -> DVec3 {
        let (t, whole) = (share * self.secs, self.secs);
        if t < 0.5 * first.secs {
            return first.at(0.5 + t / first.secs);
        }
        if whole - t < 0.5 * second.secs {
            return second.at(0.5 - (whole - t) / second.secs);
        }
        let place = self.place(t);
        DVec3::new(place.x, self.at(t).0, place.y)
    }

    /// Whether a point of it is in the air.
    pub(super) fn is_flight(&self, [first, second]: [&Passage; 2], share: f64) -> bool {
        let t = share * self.secs;
        t >= 0.5 * first.secs && self.secs - t >= 0.5 * second.secs
    }

    /// Height and vertical speed at a time from the middle of the first contact.
    fn at(&self, secs: f64) -> (f64, f64) {
        let secs = secs - self.rise_secs;
        (self.height - 0.5 * GRAVITY * secs * secs, -GRAVITY * secs)
    }
}

/// An arc slower than this, in m/s, is a jump in place.
pub(super) const IN_PLACE: f64 = 0.7;

/// The centre of mass over a contact: per unit of mass the ground pushes up with A sin πτ + B sin 2πτ and
/// aside with H sin πτ.
#[derive(Clone, Copy, Debug)]
pub(super) struct Passage {
    place: DVec2,
    height: f64,
    velocity: DVec2,
    falling: f64,
    pub(super) secs: f64,
    /// A and B.
    pub(super) push: [f64; 2],
    /// H.
    turn: DVec2,
}

impl Passage {
    /// The centre of mass at τ from 0 (touch down) to 1 (lift off).
    pub(super) fn at(&self, tau: f64) -> DVec3 {
        let (t, [a, b]) = (self.secs * tau, self.push);
        let (sine, cosine) = (PI * tau).sin_cos();
        let once = (tau - sine / PI) / PI;
        let twice = (tau - sine * cosine / PI) / (2.0 * PI);
        let square = self.secs * self.secs;
        let height = self.height + self.falling * t - 0.5 * GRAVITY * t * t + square * (a * once + b * twice);
        let place = self.place + self.velocity * t + self.turn * (square * once);
        DVec3::new(place.x, height, place.y)
    }

    /// The force of the ground per unit of mass.
    pub(super) fn force(&self, tau: f64) -> DVec3 {
        let (once, cosine) = (PI * tau).sin_cos();
        let up = (self.push[0] + 2.0 * self.push[1] * cosine) * once;
        DVec3::new(self.turn.x * once, up, self.turn.y * once)
    }
}

impl Chain {
    pub(super) fn arc(&self, i: usize) -> Arc {
        let (from, to, hop) = (self.touches[i].place, self.touches[i + 1].place, &self.hops[i]);
        let secs = hop.ln_secs.exp();
        Arc { from, way: to - from, secs, rise_secs: hop.apex_share * secs, height: hop.height }
    }

    /// Where a body faces on arc `i`: along it, in place as on the nearest arc that leads somewhere.
    pub(super) fn facing(&self, i: usize) -> DVec2 {
        let arcs = |n: usize| self.arc(n).velocity();
        let before = (0..=i).rev().map(arcs);
        let after = (i + 1..self.hops.len()).map(arcs);
        let mut moving = before.chain(after).filter(|velocity| velocity.length() >= SLOW);
        moving.next().and_then(DVec2::try_normalize).unwrap_or(DVec2::Y)
    }

    /// The centre of mass over contact `i`. At either end of the chain the missing side is the mirror image.
    pub(super) fn passage(&self, i: usize) -> Passage {
        let Touch { place, secs, .. } = self.touches[i];
        let landing = i.checked_sub(1).map(|before| {
            let arc = self.arc(before);
            let (height, falling) = arc.at(arc.secs - 0.5 * secs);
            (height, falling, arc.velocity())
        });
        let launch = (i < self.hops.len()).then(|| {
            let arc = self.arc(i);
            let (height, rising) = arc.at(0.5 * secs);
            (height, rising, arc.velocity())
        });
        let mirrored = |(height, vertical, velocity): (f64, f64, DVec2)| (height, -vertical, velocity);
        let (low, falling, v_in) = landing.or(launch.map(mirrored)).unwrap_or_default();
        let (high, rising, v_out) = launch.or(landing.map(mirrored)).unwrap_or_default();
        let a = 0.5 * PI * ((rising - falling) / secs + GRAVITY);
        let lift = (high - low - falling * secs + 0.5 * GRAVITY * secs * secs) / (secs * secs);
        let b = 2.0 * PI * (lift - a / PI);
        Passage {
            place: place - v_in * (0.5 * secs),
            height: low,
            velocity: v_in,
            falling,
            secs,
            push: [a, b],
            turn: (v_out - v_in) * (0.5 * PI / secs),
        }
    }

    /// Height of the ground under contact `i`.
    pub(super) fn ground(&self, surfaces: &[Surface], i: usize) -> f64 {
        surfaces[self.touches[i].surface].height(self.touches[i].place)
    }

    /// The six parameters of the stance at contact `i`, which lies between two arcs.
    pub(super) fn params(&self, surfaces: &[Surface], i: usize) -> Params {
        let (before, after, ground) = (self.arc(i - 1), self.arc(i), self.ground(surfaces, i));
        let heading = self.facing(i - 1);
        let right = DVec2::new(-heading.y, heading.x);
        let way = after.apex() - before.apex();
        Params {
            zs: before.height - ground,
            ze: after.height - ground,
            vs: before.velocity().dot(heading),
            ve: after.velocity().dot(heading),
            vp: after.velocity().dot(right),
            x: DVec2::new(way.x, way.z).dot(heading),
        }
    }

    /// A number of a step.
    pub(super) fn number(&mut self, step: usize, number: usize) -> Option<&mut f64> {
        match number {
            0 => Some(&mut self.touches.get_mut(step)?.place.x),
            1 => Some(&mut self.touches.get_mut(step)?.place.y),
            SECS => Some(&mut self.touches.get_mut(step)?.secs),
            3 => Some(&mut self.hops.get_mut(step)?.apex_share),
            4 => Some(&mut self.hops.get_mut(step)?.height),
            _ => Some(&mut self.hops.get_mut(step)?.ln_secs),
        }
    }

    /// The chain moved by a step for each of its numbers, within what makes sense.
    pub(super) fn stepped(&self, by: &[f64]) -> Self {
        let mut next = self.clone();
        for (i, by) in by.iter().enumerate() {
            if let Some(number) = next.number(i / NUMBERS, i % NUMBERS) {
                let longest = LONGEST_STEP[i % NUMBERS];
                *number += by.clamp(-longest, longest);
            }
        }
        for touch in &mut next.touches {
            touch.secs = touch.secs.clamp(SHORTEST_CONTACT, 0.8);
        }
        for hop in &mut next.hops {
            hop.apex_share = hop.apex_share.clamp(0.02, 0.98);
            hop.ln_secs = hop.ln_secs.clamp(-2.5, 1.1);
        }
        next
    }
}

/// The shortest contact, in seconds: people draw cusps.
const SHORTEST_CONTACT: f64 = 0.02;

/// The longest step of each number in one round.
const LONGEST_STEP: [f64; NUMBERS] = [0.4, 0.4, 0.1, 0.15, 0.3, 0.35];

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn chain() -> impl Strategy<Value = Chain> {
        let touch = (-0.4..0.4f64, 0.1..0.25f64);
        let hop = (0.4..0.6f64, 1.0..1.2f64, -1.1..-0.4f64);
        let step = prop_oneof![Just(0.0), Just(1.3)];
        (prop::collection::vec(touch, 4), prop::collection::vec(hop, 3), step).prop_map(
            |(touches, hops, step)| Chain {
                touches: touches
                    .iter()
                    .enumerate()
                    .map(|(i, &(x, secs))| Touch { place: DVec2::new(x, step * i as f64), surface: 0, secs })
                    .collect(),
                hops: hops
                    .iter()
                    .map(|&(apex_share, height, ln_secs)| Hop { apex_share, height, ln_secs })
                    .collect(),
            },
        )
    }

    proptest! {
        /// Flights and contacts meet in place, height and speed; the forces, integrated, lead from one to the next.
        #[test]
        fn the_chain_is_continuous_and_obeys_its_forces(chain in chain()) {
            for i in 1..3 {
                let passage = chain.passage(i);
                let (before, after) = (chain.arc(i - 1), chain.arc(i));
                let landing = before.secs - 0.5 * passage.secs;
                let place = before.place(landing);
                let lands = DVec3::new(place.x, before.at(landing).0, place.y);
                prop_assert!(passage.at(0.0).distance(lands) < 1e-9);
                let away = 0.5 * passage.secs;
                let place = after.place(away);
                prop_assert!(passage.at(1.0).distance(DVec3::new(place.x, after.at(away).0, place.y)) < 1e-9);
                let steps = 4000;
                let dt = passage.secs / f64::from(steps);
                let (mut at, mut v) = (passage.at(0.0), DVec3::new(passage.velocity.x, passage.falling, passage.velocity.y));
                for step in 0..steps {
                    let force = passage.force((f64::from(step) + 0.5) / f64::from(steps)) - DVec3::Y * GRAVITY;
                    at += v * dt + force * (0.5 * dt * dt);
                    v += force * dt;
                }
                prop_assert!(at.distance(passage.at(1.0)) < 1e-5, "{at} {}", passage.at(1.0));
                let out = DVec3::new(after.velocity().x, after.at(away).1, after.velocity().y);
                prop_assert!(v.distance(out) < 1e-5);
            }
        }
    }
}
