//! The course of a transition: where on the registration curve each of its frames is.

use std::sync::Arc;

use segue_motion::ClipId;

use super::TransitionSettings;
use crate::Ensemble;
use crate::advance::advance;

/// How much the first clip counts: 1 at p = 0, 0 at p = 1, with level ends (\[KG03\] §6.1).
fn first_weight(p: f64) -> f64 {
    let p = p.clamp(0.0, 1.0);
    2.0 * p * p * p - 3.0 * p * p + 1.0
}

pub(super) fn weights(p: f64) -> [f64; 2] {
    let first = first_weight(p);
    [first, 1.0 - first]
}

/// A transition in the making.
pub(super) struct March<'a> {
    pub(super) ensemble: &'a Arc<Ensemble>,
    pub(super) at_secs: [f64; 2],
    pub(super) rate: f64,
    pub(super) settings: &'a TransitionSettings,
}

impl March<'_> {
    fn centre(&self) -> f64 {
        let timewarp = self.ensemble.registration().timewarp();
        0.5 * (timewarp.u_at(ClipId::FIRST, self.at_secs[0]) + timewarp.u_at(ClipId::SECOND, self.at_secs[1]))
    }

    /// Where the `2 half + 1` frames are on the curve; `None` when it ends before them.
    pub(super) fn course(&self, half: usize) -> Option<Vec<f64>> {
        let mut backwards = self.one_way(half, -1.0)?;
        backwards.reverse();
        backwards.push(self.centre());
        backwards.extend(self.one_way(half, 1.0)?);
        Some(backwards)
    }

    /// The `half` frames after the centre, or before it when `sign` is −1, nearest first.
    fn one_way(&self, half: usize, sign: f64) -> Option<Vec<f64>> {
        let timewarp = self.ensemble.registration().timewarp();
        let mut u = self.centre();
        let mut course = Vec::with_capacity(2 * half + 1);
        for step in 0..half {
            // The weights in the middle of the step, so that both directions agree.
            let p = 0.5 + sign * (step as f64 + 0.5) / (2.0 * half as f64);
            let shares = weights(p);
            let law = self.settings.player.law;
            let to = advance(
                law,
                timewarp,
                [ClipId::FIRST, ClipId::SECOND].into_iter().zip(shares),
                u,
                sign / self.rate,
            );
            if to.left_secs.abs() > 1e-9 {
                return None;
            }
            u = to.u;
            course.push(u);
        }
        Some(course)
    }

    /// The most frames to either side that fit.
    pub(super) fn largest_half_width(&self) -> usize {
        let registration = self.ensemble.registration();
        let [start, end] = registration.range();
        let longest = |clip| registration.timewarp().at(clip, end) - registration.timewarp().at(clip, start);
        let bound = (longest(ClipId::FIRST).max(longest(ClipId::SECOND)) * self.rate).ceil() as usize;
        // Room shrinks as the half-width grows, so the largest that fits is found by halving.
        let (mut fits, mut does_not) = (0, bound + 1);
        while does_not - fits > 1 {
            let middle = usize::midpoint(fits, does_not);
            if self.course(middle).is_some() { fits = middle } else { does_not = middle }
        }
        fits
    }

    /// The course moved smoothly, by at most half a frame, so that it starts on a whole frame of the first clip and
    /// ends on one of the second. Unchanged at an end where the curve leaves no whole frame.
    pub(super) fn snapped(&self, course: Vec<f64>) -> Vec<f64> {
        let shift = [
            self.shift_to_frame(ClipId::FIRST, course[0]),
            self.shift_to_frame(ClipId::SECOND, course[course.len() - 1]),
        ];
        let last = course.len() - 1;
        let moved = |(n, u): (usize, f64)| {
            let [first, second] = weights(n as f64 / last as f64);
            u + first * shift[0] + second * shift[1]
        };
        let snapped: Vec<f64> = course.iter().copied().enumerate().map(moved).collect();
        if snapped.is_sorted_by(|a, b| a < b) { snapped } else { course }
    }

    fn shift_to_frame(&self, clip: ClipId, u: f64) -> f64 {
        let timewarp = self.ensemble.registration().timewarp();
        let rate = self.ensemble.rate(clip);
        let frame = (timewarp.at(clip, u) * rate).round();
        let snapped = timewarp.u_at(clip, frame / rate);
        let lands = (timewarp.at(clip, snapped) * rate - frame).abs() < 1e-6;
        if lands { snapped - u } else { 0.0 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_clip_fades_out_not_in() {
        for (p, first) in [(0.0, 1.0), (0.5, 0.5), (1.0, 0.0)] {
            let [a, b] = weights(p);
            approx::assert_abs_diff_eq!(a, first);
            approx::assert_abs_diff_eq!(b, 1.0 - first);
        }
        assert!((0..100).all(|n| first_weight(n as f64 / 100.0) > first_weight((n + 1) as f64 / 100.0)));
    }
}
