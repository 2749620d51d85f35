//! How much later the second of two clips is than the first: one smooth curve through events.

use crate::Spline;
use crate::five::Five;

/// Seconds between the unknowns of a curve, and of one that only shows how promising its events are.
pub(crate) const STEP_SECS: f64 = 1.0 / 60.0;
pub(crate) const SKETCHED_STEP_SECS: f64 = 4.0 * STEP_SECS;

/// How stiff a curve is to begin with, in seconds. From 0.06 to 0.25 blends of captured walks and runs are alike.
const STIFFNESS_SECS: f64 = 0.12;

/// The stiffest a curve becomes, in seconds.
const STIFFEST_SECS: f64 = 3.0;

/// By how much a curve that is too steep is stiffened.
const STIFFEN: f64 = 1.4;

/// What slopes cost, in seconds: the curve levels out beyond its events.
const SLOPE_SECS: f64 = 0.02;

/// The steepest slope of the lag: the clips then run at 2.1 to 1. Where one clip is that much slower as a whole, the slope may
/// exceed that of the whole by [`STEEPER`], up to 4 to 1.
const STEEPEST: f64 = 0.7;
const STEEPER: f64 = 0.35;
const STEEPEST_OF_ALL: f64 = 1.2;

/// What a second of a path of poses counts against one event.
const PATH_PER_SEC: f64 = 3.0;

/// An event that both clips have.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Anchor {
    /// When it is in either clip, in seconds.
    pub(crate) at: [f64; 2],
    /// How much it counts.
    pub(crate) weight: f64,
}

/// What a toe-off counts against a strike: gaits differ in how long both feet stand, and where they do, strikes meet.
const OFF_WEIGHT: f64 = 0.05;

impl Anchor {
    /// A foot that is set down.
    pub(crate) fn strike(at: [f64; 2]) -> Self {
        Self { at, weight: 1.0 }
    }

    /// A toe that leaves the floor.
    pub(crate) fn off(at: [f64; 2]) -> Self {
        Self { at, weight: OFF_WEIGHT }
    }

    /// The mean of both times.
    pub(crate) fn u(&self) -> f64 {
        f64::midpoint(self.at[0], self.at[1])
    }

    pub(crate) fn lag(&self) -> f64 {
        self.at[1] - self.at[0]
    }
}

/// δ(u) = t₂ − t₁ at u = (t₁ + t₂) / 2, in seconds, for u from 0 to the mean of the clips' durations.
///
/// Its slope is less than 2 either way, so both times increase strictly with u.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Lag {
    values: Vec<f64>,
    /// Seconds between the values.
    step_secs: f64,
    /// How stiff it had to be made.
    pub(crate) stiffness_secs: f64,
}

/// A path of poses that a curve follows where no event is known: u and lag, u increasing.
pub(crate) type Guide<'a> = &'a [[f64; 2]];

impl Lag {
    /// The curve through the anchors, along `guide` where there is one. Near-simultaneous events of two feet are averaged, not
    /// obeyed in turn. Something is known, or the lag is 0.
    pub(crate) fn through(anchors: &[Anchor], guide: Guide<'_>, durations: [f64; 2]) -> Self {
        Self::fitted(anchors, guide, durations, STEP_SECS)
    }

    /// The same curve in coarse steps, within some milliseconds.
    pub(crate) fn sketched(anchors: &[Anchor], durations: [f64; 2]) -> Self {
        Self::fitted(anchors, &[], durations, SKETCHED_STEP_SECS)
    }

    fn fitted(anchors: &[Anchor], guide: Guide<'_>, durations: [f64; 2], step_secs: f64) -> Self {
        let steps = (f64::midpoint(durations[0], durations[1]) / step_secs).ceil().max(1.0) as usize;
        let mut stiffness_secs = STIFFNESS_SECS;
        let limit = STEEPEST.max(mean_slope(anchors).abs() + STEEPER).min(STEEPEST_OF_ALL);
        let known = Known::of(anchors, guide, steps + 1, step_secs);
        loop {
            let values = known.curve(stiffness_secs);
            let lag = Self { values, step_secs, stiffness_secs };
            if lag.steepest() <= limit || stiffness_secs >= STIFFEST_SECS {
                return lag.no_steeper_than(limit);
            }
            stiffness_secs *= STIFFEN;
        }
    }

    /// The lag at u; beyond the ends it goes on as straight as it ended.
    pub(crate) fn at(&self, u: f64) -> f64 {
        let place = u / self.step_secs;
        let before = (place.max(0.0) as usize).min(self.values.len() - 2);
        self.values[before] + (self.values[before + 1] - self.values[before]) * (place - before as f64)
    }

    /// The moment of one side of the pair (0 or 1) at u.
    pub(crate) fn secs(&self, side: usize, u: f64) -> f64 {
        let half = self.at(u) / 2.0;
        if side == 0 { u - half } else { u + half }
    }

    /// The u at which one side of the pair is at `secs`.
    pub(crate) fn u_at(&self, side: usize, secs: f64) -> f64 {
        // Both times increase strictly from value to value, and the lag is straight outside.
        let half = if side == 0 { -0.5 } else { 0.5 };
        let at = |n: usize| n as f64 * self.step_secs + half * self.values[n];
        let (mut before, mut after) = (0, self.values.len() - 1);
        while after - before > 1 {
            let middle = usize::midpoint(before, after);
            if at(middle) < secs { before = middle } else { after = middle }
        }
        let share = (secs - at(before)) / (at(after) - at(before));
        (before as f64 + share) * self.step_secs
    }

    pub(crate) fn steepest(&self) -> f64 {
        let slopes = self.values.windows(2).map(|pair| ((pair[1] - pair[0]) / self.step_secs).abs());
        slopes.fold(0.0, f64::max)
    }

    /// The same lag with slopes cut to a limit, about its middle.
    fn no_steeper_than(mut self, limit: f64) -> Self {
        if self.steepest() <= limit {
            return self;
        }
        let middle = self.values.len() / 2;
        let slopes: Vec<f64> = self.values.windows(2).map(|pair| pair[1] - pair[0]).collect();
        let cut = |slope: f64| slope.clamp(-limit * self.step_secs, limit * self.step_secs);
        for n in middle + 1..self.values.len() {
            self.values[n] = self.values[n - 1] + cut(slopes[n - 1]);
        }
        for n in (0..middle).rev() {
            self.values[n] = self.values[n + 1] - cut(slopes[n]);
        }
        self
    }

    /// The times of both clips as splines over `range` of u, in seconds.
    ///
    /// Control points lie on the curve itself: where it increases, so does the spline.
    pub(crate) fn curves(&self, [start, end]: [f64; 2], knot_secs: f64) -> [Spline; 2] {
        let pieces = ((end - start) / knot_secs).ceil().max(1.0) as usize;
        let spacing = (end - start) / pieces as f64;
        let one = |clip: usize| {
            let control = |n: usize| self.secs(clip, start + (n as f64 - 0.5) * spacing);
            let mut controls: Vec<f64> = (0..pieces + 2).map(control).collect();
            // The ends are exact: half a knot of the curve's bend may reach beyond the clip.
            let last = controls.len() - 1;
            controls[0] = 2.0 * self.secs(clip, start) - controls[1];
            controls[last] = 2.0 * self.secs(clip, end) - controls[last - 1];
            Spline::new(start, spacing, controls)
        };
        [one(0), one(1)]
    }
}

/// The slope of the line nearest to the anchors.
fn mean_slope(anchors: &[Anchor]) -> f64 {
    let weights: f64 = anchors.iter().map(|anchor| anchor.weight).sum();
    let mean = |value: fn(&Anchor) -> f64| {
        anchors.iter().map(|anchor| anchor.weight * value(anchor)).sum::<f64>() / weights.max(f64::EPSILON)
    };
    let (u, lag) = (mean(Anchor::u), mean(Anchor::lag));
    let (mut along, mut spread) = (0.0, 0.0);
    for anchor in anchors {
        along += anchor.weight * (anchor.u() - u) * (anchor.lag() - lag);
        spread += anchor.weight * (anchor.u() - u) * (anchor.u() - u);
    }
    if spread > 0.0 { along / spread } else { 0.0 }
}

/// What is known of a lag: events and a guide as equations for its values.
struct Known {
    matrix: Five,
    right: Vec<f64>,
    step_secs: f64,
}

impl Known {
    fn of(anchors: &[Anchor], guide: Guide<'_>, unknowns: usize, step_secs: f64) -> Self {
        let mut known = Self { matrix: Five::new(unknowns), right: vec![0.0; unknowns], step_secs };
        for anchor in anchors {
            known.add(anchor.u(), anchor.lag(), anchor.weight);
        }
        if let [first, .., last] = guide {
            let steps = (last[0] / step_secs).floor() as usize;
            for n in (first[0] / step_secs).ceil() as usize..=steps {
                let u = n as f64 * step_secs;
                known.add(u, along(guide, u), PATH_PER_SEC * step_secs);
            }
        }
        known.matrix.add_everywhere(1e-9);
        known
    }

    fn add(&mut self, u: f64, lag: f64, weight: f64) {
        let unknowns = self.right.len();
        let place = (u / self.step_secs).clamp(0.0, (unknowns - 1) as f64);
        let before = (place as usize).min(unknowns - 2);
        let after = place - before as f64;
        self.matrix.add_two(before, [1.0 - after, after], weight);
        self.right[before] += weight * (1.0 - after) * lag;
        self.right[before + 1] += weight * after * lag;
    }

    /// The values of the curve that is so stiff.
    fn curve(&self, stiffness_secs: f64) -> Vec<f64> {
        let mut matrix = self.matrix.clone();
        matrix.add_bends((stiffness_secs / self.step_secs).powi(3));
        matrix.add_slopes(SLOPE_SECS / self.step_secs);
        matrix.solve(self.right.clone())
    }
}

/// The lag of a guide at u, straight between its points, held beyond them.
pub(crate) fn along(guide: Guide<'_>, u: f64) -> f64 {
    let after = guide.partition_point(|point| point[0] < u);
    let (Some(after), Some(before)) = (guide.get(after), guide.get(after.wrapping_sub(1))) else {
        let end = if after == 0 { guide.first() } else { guide.last() };
        return end.map_or(0.0, |point| point[1]);
    };
    let share = (u - before[0]) / (after[0] - before[0]).max(f64::EPSILON);
    before[1] + (after[1] - before[1]) * share
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn times_increase_strictly_and_exchange_with_the_clips(
            events in prop::collection::vec((0.0..4.0f64, -1.0..1.0f64), 1..12),
        ) {
            let anchors: Vec<Anchor> = events.iter().map(|&(u, lag)| Anchor::strike([u - lag / 2.0, u + lag / 2.0])).collect();
            let swapped: Vec<Anchor> = anchors.iter().map(|anchor| Anchor::strike([anchor.at[1], anchor.at[0]])).collect();
            let (lag, other) = (Lag::through(&anchors, &[], [4.0, 4.0]), Lag::through(&swapped, &[], [4.0, 4.0]));
            for n in 0..200 {
                let u = 0.02 * f64::from(n);
                for clip in 0..2 {
                    prop_assert!(lag.secs(clip, u + 0.02) > lag.secs(clip, u));
                    prop_assert!((lag.secs(clip, u) - other.secs(1 - clip, u)).abs() < 1e-9);
                    prop_assert!((lag.u_at(clip, lag.secs(clip, u)) - u).abs() < 1e-6);
                }
            }
            for (clip, curve) in lag.curves([0.5, 3.5], 1.0 / 30.0).iter().enumerate() {
                prop_assert!(curve.slopes()[0] > 0.0);
                prop_assert!((curve.at(0.5) - lag.secs(clip, 0.5)).abs() < 1e-9);
                prop_assert!((curve.at(3.5) - lag.secs(clip, 3.5)).abs() < 1e-9);
            }
        }
    }

    #[test]
    fn events_that_agree_are_met() {
        let anchors: Vec<Anchor> =
            (0..8).map(|n| 0.4 * f64::from(n)).map(|t| Anchor::strike([t, 1.2 * t + 0.3])).collect();
        let lag = Lag::through(&anchors, &[], [3.0, 4.0]);
        for anchor in &anchors {
            assert!((lag.at(anchor.u()) - anchor.lag()).abs() < 0.02, "{anchor:?} {}", lag.at(anchor.u()));
        }
        assert!((lag.stiffness_secs - STIFFNESS_SECS).abs() < 1e-12);
    }

    #[test]
    fn a_sketch_is_near_the_curve() {
        let anchors: Vec<Anchor> = (0..12)
            .map(|n| 0.3 * f64::from(n))
            .map(|t| Anchor::strike([t, 1.1 * t + 0.2 + 0.05 * (3.0 * t).sin()]))
            .collect();
        let [lag, sketch] = [Lag::through(&anchors, &[], [3.6, 4.2]), Lag::sketched(&anchors, [3.6, 4.2])];
        for n in 0..78 {
            let u = 0.05 * f64::from(n);
            assert!((lag.at(u) - sketch.at(u)).abs() < 0.01, "{u}: {} {}", lag.at(u), sketch.at(u));
        }
    }

    #[test]
    fn nothing_known_is_no_lag() {
        assert!(Lag::through(&[], &[], [2.0, 3.0]).at(1.0).abs() < 1e-12);
    }
}
