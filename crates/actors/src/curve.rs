//! Curves over time that are smooth to the second derivative.

use glam::DVec3;

/// Clamps to `0..=1`.
pub(crate) fn unit(u: f64) -> f64 {
    u.clamp(0.0, 1.0)
}

/// The minimum-jerk step of \[FH85\]: 0 before 0, 1 after 1, at rest at both ends.
pub(crate) fn ease(u: f64) -> f64 {
    let u = unit(u);
    u * u * u * (10.0 + u * (6.0 * u - 15.0))
}

/// [`ease`] from `start` to `end` seconds.
pub(crate) fn ramp(time: f64, start: f64, end: f64) -> f64 {
    ease((time - start) / (end - start))
}

/// 0 at both ends, 1 in the middle third or so, C2.
pub(crate) fn bump(u: f64) -> f64 {
    let u = unit(u);
    let arch = 4.0 * u * (1.0 - u);
    ease(arch)
}

pub(crate) fn lerp(a: f64, b: f64, u: f64) -> f64 {
    a + (b - a) * u
}

/// Position, velocity and acceleration of something at one moment.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Knot<T> {
    pub(crate) value: T,
    pub(crate) velocity: T,
    pub(crate) acceleration: T,
}

impl Knot<DVec3> {
    /// Central differences of a smooth function of time, one-sided as `side` asks: −1 looks only backward, +1 only
    /// forward, so that a knot can be taken at the very end of a contact.
    pub(crate) fn measure(f: impl Fn(f64) -> DVec3, time: f64, side: f64) -> Self {
        // One millisecond: shorter than any phase of a contact, long enough for 1e-9 in the second difference.
        let h = 1e-3 * side;
        let (a, b, c) = (f(time), f(time + h), f(time + 2.0 * h));
        let d = f(time + 3.0 * h);
        let velocity = (-11.0 * a + 18.0 * b - 9.0 * c + 2.0 * d) / (6.0 * h);
        let acceleration = (2.0 * a - 5.0 * b + 4.0 * c - d) / (h * h);
        Self { value: a, velocity, acceleration }
    }
}

/// The quintic from `start` to `end` over `duration` seconds, at `time` seconds after its start; C2 with both knots.
pub(crate) fn quintic(start: Knot<DVec3>, end: Knot<DVec3>, duration: f64, time: f64) -> DVec3 {
    let u = unit(time / duration);
    let [p0, v0, a0, a1, v1, p1] = quintic_basis(u);
    p0 * start.value
        + (v0 * duration) * start.velocity
        + (a0 * duration * duration) * start.acceleration
        + (a1 * duration * duration) * end.acceleration
        + (v1 * duration) * end.velocity
        + p1 * end.value
}

/// A path through knots in order of time, C2; at rest before the first and after the last.
#[derive(Clone, Debug)]
pub(crate) struct Knots(Vec<(f64, Knot<DVec3>)>);

impl Knots {
    pub(crate) fn new(knots: Vec<(f64, Knot<DVec3>)>) -> Self {
        assert!(knots.is_sorted_by(|a, b| a.0 < b.0), "knots are in order of time");
        Self(knots)
    }

    pub(crate) fn at(&self, time: f64) -> DVec3 {
        let next = self.0.partition_point(|knot| knot.0 <= time);
        match (next.checked_sub(1).map(|i| &self.0[i]), self.0.get(next)) {
            (Some((start, a)), Some((end, b))) => quintic(*a, *b, end - start, time - start),
            (Some((_, only)), None) | (None, Some((_, only))) => only.value,
            (None, None) => DVec3::ZERO,
        }
    }
}

/// A correction that begins with `velocity` at time 0 and has died down after `within` seconds; C1, its acceleration
/// falling all the while, so that no frame stands out.
pub(crate) fn dying(velocity: DVec3, within: f64, since: f64) -> DVec3 {
    let left = 1.0 - unit(since / within);
    velocity * (since.max(0.0) * left * left)
}

/// Weights of value, velocity and acceleration at 0, then acceleration, velocity and value at 1.
pub(crate) fn quintic_basis(u: f64) -> [f64; 6] {
    let (u2, u3) = (u * u, u * u * u);
    let (u4, u5) = (u2 * u2, u2 * u3);
    [
        1.0 - 10.0 * u3 + 15.0 * u4 - 6.0 * u5,
        u - 6.0 * u3 + 8.0 * u4 - 3.0 * u5,
        0.5 * u2 - 1.5 * u3 + 1.5 * u4 - 0.5 * u5,
        0.5 * u3 - u4 + 0.5 * u5,
        -4.0 * u3 + 7.0 * u4 - 3.0 * u5,
        10.0 * u3 - 15.0 * u4 + 6.0 * u5,
    ]
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn a_step_starts_and_ends_at_rest() {
        let slope = |u: f64| (ease(u + 1e-6) - ease(u - 1e-6)) / 2e-6;
        assert!(slope(0.0).abs() < 1e-9 && slope(1.0).abs() < 1e-9);
        assert!((slope(0.5) - 1.875).abs() < 1e-6);
        assert!((ease(0.0), ease(0.5), ease(1.0)) == (0.0, 0.5, 1.0));
    }

    proptest! {
        #[test]
        fn a_quintic_meets_both_knots(p in -2.0..2.0f64, v in -2.0..2.0f64, a in -2.0..2.0f64, duration in 0.5..2.0f64) {
            let start = Knot { value: DVec3::splat(p), velocity: DVec3::splat(v), acceleration: DVec3::splat(a) };
            let end = Knot { value: DVec3::ONE, velocity: DVec3::splat(-v), acceleration: DVec3::ZERO };
            let curve = |time: f64| quintic(start, end, duration, time);
            let at_start = Knot::measure(curve, 0.0, 1.0);
            let at_end = Knot::measure(curve, duration, -1.0);
            for (found, wanted) in [(at_start, start), (at_end, end)] {
                prop_assert!(found.value.distance(wanted.value) < 1e-9);
                prop_assert!(found.velocity.distance(wanted.velocity) < 1e-2);
                prop_assert!(found.acceleration.distance(wanted.acceleration) < 1.0);
            }
        }
    }
}
