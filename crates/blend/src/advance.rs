//! How far along the registration curve a moment of time leads.

use segue_motion::ClipId;
use segue_register::Timewarp;

/// How fast a blend plays.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum SpeedLaw {
    /// A blend lasts the weighted mean of its clips: `dt/du = Σ ŵⱼ dSⱼ/du`. With constant weights exact.
    #[default]
    MeanDuration,
    /// The law of the sources, `du/dt = Σ ŵⱼ (dSⱼ/du)⁻¹` (\[KG03\] §5.1): the mean of rates, which is above the rate of
    /// the mean, so blends play a little too fast. Integrated exactly rather than by Euler steps.
    MeanRate,
}

/// Where a step leads.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Advanced {
    pub(crate) u: f64,
    /// Time that was left when the end of the curve was reached, with the sign of the step; else 0.
    pub(crate) left_secs: f64,
}

/// Advances from `u` by `dt_secs`, which may be negative. `shares` are clips with the
/// sizes of their weights, which sum to 1.
pub(crate) fn advance(
    law: SpeedLaw,
    timewarp: &Timewarp,
    shares: impl Iterator<Item = (ClipId, f64)> + Clone,
    u: f64,
    dt_secs: f64,
) -> Advanced {
    let advanced = match law {
        SpeedLaw::MeanDuration => Mean { timewarp, shares }.advance(u, dt_secs),
        SpeedLaw::MeanRate => mean_rate(timewarp, shares, u, dt_secs),
    };
    // Rounding must not turn a step forwards into one backwards.
    let u = if dt_secs >= 0.0 { advanced.u.max(u) } else { advanced.u.min(u) };
    Advanced { u, ..advanced }
}

/// `t(u) = Σ ŵⱼ Sⱼ(u)`: a quadratic spline with control points `Σ ŵⱼ pⱼ`, never stored.
struct Mean<'a, F> {
    timewarp: &'a Timewarp,
    shares: F,
}

impl<F: Iterator<Item = (ClipId, f64)> + Clone> Mean<'_, F> {
    fn advance(&self, u: f64, dt_secs: f64) -> Advanced {
        let target = self.at(u) + dt_secs;
        let [start, end] = self.timewarp.range();
        let (first, last) = (self.at(start), self.at(end));
        Advanced { u: self.inverse(target), left_secs: target - target.clamp(first, last) }
    }

    fn at(&self, u: f64) -> f64 {
        self.sum(|clip| self.timewarp.at(clip, u))
    }

    fn control(&self, n: usize) -> f64 {
        self.sum(|clip| self.timewarp.curve(clip).controls()[n])
    }

    fn sum(&self, value: impl Fn(ClipId) -> f64) -> f64 {
        self.shares.clone().map(|(clip, share)| share * value(clip)).sum()
    }

    /// As `Spline::inverse`, of a spline that is a mean of others.
    fn inverse(&self, value: f64) -> f64 {
        let knot = |n: usize| 0.5 * (self.control(n) + self.control(n + 1));
        let curve = self.timewarp.curve(ClipId::FIRST);
        let (mut low, mut high) = (0, curve.controls().len() - 2);
        while high - low > 1 {
            let middle = usize::midpoint(low, high);
            if knot(middle) <= value { low = middle } else { high = middle }
        }
        let [p, q, r] = [low, low + 1, low + 2].map(|n| self.control(n));
        let (b, c, rest) = (q - p, 0.5 * (r - 2.0 * q + p), value - 0.5 * (p + q));
        let root = (b * b + 4.0 * c * rest).max(0.0).sqrt();
        let t = if b + root > 0.0 { (2.0 * rest / (b + root)).clamp(0.0, 1.0) } else { 0.0 };
        curve.range()[0] + (low as f64 + t) * curve.spacing()
    }
}

/// The mean of where each clip alone would be: `Σ ŵⱼ Sⱼ⁻¹(Sⱼ(u) + Δt)`.
fn mean_rate(
    timewarp: &Timewarp,
    shares: impl Iterator<Item = (ClipId, f64)> + Clone,
    u: f64,
    dt_secs: f64,
) -> Advanced {
    let [start, end] = timewarp.range();
    let free = |clip: ClipId| {
        let target = timewarp.at(clip, u) + dt_secs;
        let beyond = target - target.clamp(timewarp.at(clip, start), timewarp.at(clip, end));
        // Beyond its end a clip runs on at the speed it had there.
        timewarp.u_at(clip, target) + beyond / timewarp.rate(clip, if beyond > 0.0 { end } else { start })
    };
    let u_free: f64 = shares.clone().map(|(clip, share)| share * free(clip)).sum();
    let stop = u_free.clamp(start, end);
    let rate: f64 = shares.map(|(clip, share)| share / timewarp.rate(clip, stop)).sum();
    Advanced { u: stop, left_secs: (u_free - stop) / rate }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use segue_register::Spline;

    fn timewarp() -> Timewarp {
        let slow = Spline::new(0.0, 0.5, vec![0.0, 0.2, 0.5, 0.9, 1.2, 1.6]);
        let fast = Spline::new(0.0, 0.5, vec![3.0, 3.9, 4.4, 4.6, 5.5, 6.0]);
        Timewarp::new(vec![slow, fast])
    }

    proptest! {
        #[test]
        fn alone_a_clip_runs_at_its_own_speed(u in 0.0..2.0f64, dt in -0.3..0.3f64, clip in 0..2usize, law in 0..2usize) {
            let (timewarp, clip) = (timewarp(), ClipId::new(clip));
            let law = [SpeedLaw::MeanDuration, SpeedLaw::MeanRate][law];
            let to = advance(law, &timewarp, std::iter::once((clip, 1.0)), u, dt);
            let gone = timewarp.at(clip, to.u) - timewarp.at(clip, u);
            prop_assert!((gone + to.left_secs - dt).abs() < 1e-9);
        }

        #[test]
        fn steps_forwards_and_back_cancel(u in 0.4..1.6f64, dt in 0.0..0.2f64, share in 0.0..=1.0f64) {
            let timewarp = timewarp();
            let shares = || [(ClipId::FIRST, share), (ClipId::SECOND, 1.0 - share)].into_iter();
            let to = advance(SpeedLaw::MeanDuration, &timewarp, shares(), u, dt);
            let back = advance(SpeedLaw::MeanDuration, &timewarp, shares(), to.u, to.left_secs - dt);
            prop_assert!((back.u - u).abs() < 1e-9);
        }

        #[test]
        fn a_blend_lasts_the_mean_of_its_clips(share in 0.0..=1.0f64) {
            let timewarp = timewarp();
            let shares = || [(ClipId::FIRST, share), (ClipId::SECOND, 1.0 - share)].into_iter();
            let length = |n| timewarp.at(n, 2.0) - timewarp.at(n, 0.0);
            let mean = share * length(ClipId::FIRST) + (1.0 - share) * length(ClipId::SECOND);
            let almost = advance(SpeedLaw::MeanDuration, &timewarp, shares(), 0.0, mean - 1e-6);
            prop_assert!(almost.left_secs == 0.0 && almost.u > 2.0 - 1e-5);
            let beyond = advance(SpeedLaw::MeanDuration, &timewarp, shares(), 0.0, mean + 0.5);
            prop_assert!((beyond.left_secs - 0.5).abs() < 1e-9);
            let sources = advance(SpeedLaw::MeanRate, &timewarp, shares(), 0.0, mean);
            prop_assert!(sources.left_secs > -1e-9, "the sources' law is never slower");
        }
    }
}
