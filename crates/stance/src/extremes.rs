//! The greatest values that a contact reaches, with a bound on every moment in between.
//!
//! The force is a sum of cosines, so its second derivative has a bound. Between two moments a smooth curve leaves its chord by no
//! more than that bound times an eighth of their distance squared: stretches that cannot hold the greatest value are put
//! aside, the others are halved.

use std::cmp::Ordering;
use std::collections::BinaryHeap;

use glam::DVec3;

use crate::Force;

/// No moment exceeds what is found by more than this.
const CLOSE: f64 = 1e-7;
/// Stretches are halved no further; no force changes in a ten-millionth of a contact.
const SHORTEST: f64 = 1e-7;
/// Stretches at the beginning.
const FIRST: usize = 16;

/// Two neighbouring moments, what is there, and the most that can be between them.
struct Stretch<T> {
    bound: f64,
    ends: [(f64, T); 2],
}

impl<T> PartialEq for Stretch<T> {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl<T> Eq for Stretch<T> {}

impl<T> PartialOrd for Stretch<T> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl<T> Ord for Stretch<T> {
    fn cmp(&self, other: &Self) -> Ordering {
        self.bound.total_cmp(&other.bound)
    }
}

/// The greatest value from 0 to 1 of what `at` tells; `bound` is the most between two moments that are so far apart.
fn greatest<T: Copy>(
    at: impl Fn(f64) -> T,
    value: impl Fn(T) -> f64,
    bound: impl Fn(T, T, f64) -> f64,
) -> f64 {
    let stretch = |a: (f64, T), b: (f64, T)| Stretch { bound: bound(a.1, b.1, b.0 - a.0), ends: [a, b] };
    let there = |tau: f64| (tau, at(tau));
    let moments: Vec<(f64, T)> = (0..=FIRST).map(|i| there(i as f64 / FIRST as f64)).collect();
    let mut best = moments.iter().map(|moment| value(moment.1)).fold(f64::MIN, f64::max);
    let mut open: BinaryHeap<Stretch<T>> = moments.windows(2).map(|pair| stretch(pair[0], pair[1])).collect();
    while let Some(Stretch { bound, ends: [a, b] }) = open.pop() {
        if bound <= best + CLOSE {
            break;
        }
        if b.0 - a.0 < SHORTEST {
            continue;
        }
        let middle = there(f64::midpoint(a.0, b.0));
        best = best.max(value(middle.1));
        open.extend([stretch(a, middle), stretch(middle, b)]);
    }
    best
}

/// How far a curve may leave its chord over a width, given the greatest second derivative.
fn off_chord(bend: f64, width: f64) -> f64 {
    0.125 * bend * width * width
}

/// The greatest second derivative that a force can have, after a linear map of its amplitudes.
fn bend(force: &Force, map: impl Fn(DVec3) -> DVec3) -> f64 {
    let term = |term: &crate::Term| {
        let [c, s] = [term.cosine, term.sine].map(|amplitude| map(DVec3::from(amplitude)).length());
        term.frequency.powi(2) * c.hypot(s)
    };
    force.terms().iter().map(term).sum()
}

/// The greatest force along a unit vector, in newtons.
pub(crate) fn greatest_push(force: &Force, along: DVec3) -> f64 {
    let bend = bend(force, |amplitude| along * amplitude.dot(along));
    greatest(|tau| force.at(tau).dot(along), |push| push, |a, b, width| a.max(b) + off_chord(bend, width))
}

/// The greatest force along the ground in proportion to that across it, which counts as at least `load` newtons.
pub(crate) fn greatest_slip(force: &Force, load: f64, up: DVec3) -> f64 {
    let aside = |force: DVec3| force - up * force.dot(up);
    let [across, along] = [bend(force, aside), bend(force, |amplitude| up * amplitude.dot(up))];
    let at = |tau: f64| {
        let force = force.at(tau);
        [aside(force).length(), force.dot(up)]
    };
    greatest(
        at,
        |[slip, push]| slip / push.max(load),
        |a, b, width| {
            // A quotient of straight lines is greatest at an end.
            let slips = [a, b].map(|[slip, _]| slip + off_chord(across, width));
            let pushes = [a, b].map(|[_, push]| push - off_chord(along, width));
            let light = slips[0].max(slips[1]) / load;
            if pushes[0].min(pushes[1]) > 0.0 {
                light.min((slips[0] / pushes[0]).max(slips[1] / pushes[1]))
            } else {
                light
            }
        },
    )
}

/// The least and the greatest distance of a curve from a point; `bend` bounds its second derivative.
pub(crate) fn distances(curve: impl Fn(f64) -> DVec3, point: DVec3, bend: f64) -> [f64; 2] {
    let way = |tau: f64| curve(tau) - point;
    let least = greatest(way, |way| -way.length(), |a, b, width| off_chord(bend, width) - to_chord(a, b));
    let most =
        greatest(way, DVec3::length, |a, b, width| a.length().max(b.length()) + off_chord(bend, width));
    [-least, most]
}

/// The distance of the origin from the line between two points.
fn to_chord(a: DVec3, b: DVec3) -> f64 {
    let line = b - a;
    let share = (-a.dot(line) / line.length_squared().max(1e-18)).clamp(0.0, 1.0);
    (a + line * share).length()
}

/// The greatest acceleration that a force can give to a mass.
pub(crate) fn hardest(force: &Force, mass: f64) -> f64 {
    let term = |term: &crate::Term| DVec3::from(term.cosine).length().hypot(DVec3::from(term.sine).length());
    force.terms().iter().map(term).sum::<f64>() / mass + segue_motion::GRAVITY
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Term;
    use proptest::prelude::*;
    use std::f64::consts::TAU;

    const DENSE: i32 = 20_000;

    fn force() -> impl Strategy<Value = Force> {
        let pair = [-300.0..300.0f64, -900.0..900.0f64, -300.0..300.0f64];
        let term = (pair.clone(), pair);
        prop::collection::vec(term, 1..7).prop_map(|terms| {
            let term = |(k, (cosine, sine)): (usize, ([f64; 3], [f64; 3]))| Term {
                frequency: TAU * k as f64,
                cosine,
                sine,
            };
            Force::new(terms.into_iter().enumerate().map(term).collect())
        })
    }

    /// What very many moments show: a little less than the greatest.
    fn naive(value: impl Fn(f64) -> f64) -> f64 {
        (0..=DENSE).map(|i| value(f64::from(i) / f64::from(DENSE))).fold(f64::MIN, f64::max)
    }

    proptest! {
        #[test]
        fn no_moment_exceeds_the_greatest_which_is_reached(force in force(), tilt in -0.5..0.5f64, at in -1.0..1.0f64) {
            let up = DVec3::new(tilt.sin(), tilt.cos(), 0.0);
            let load = 350.0;
            let slip = |tau: f64| {
                let force = force.at(tau);
                (force - up * force.dot(up)).length() / force.dot(up).max(load)
            };
            let curve = |tau: f64| force.shift(tau) / 70.0;
            let point = DVec3::new(at, -0.9, 0.1);
            let [near, far] = distances(curve, point, hardest(&force, 70.0));
            for (found, seen, bend) in [
                (greatest_push(&force, up), naive(|tau| force.at(tau).dot(up)), bend(&force, |force| force)),
                (greatest_slip(&force, load, up), naive(slip), bend(&force, |force| force)),
                (far, naive(|tau| curve(tau).distance(point)), 1e3),
                (-near, naive(|tau| -curve(tau).distance(point)), 1e3),
            ] {
                prop_assert!(seen <= found + 1e-6, "a moment has {seen}, found is {found}");
                // Between samples the greatest is missed by the chord, or by one step of a quotient.
                prop_assert!(found <= seen + bend / f64::from(DENSE), "found is {found}, no moment is over {seen}");
            }
        }
    }
}
