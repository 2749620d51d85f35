//! Where each loop is along the circle, as curves.

use segue_motion::ClipId;

use super::Circle;
use super::align::{Aligned, COMPARED};
use crate::Spline;
use crate::alignment::AlignmentCurve;
use crate::staging::{ClipUse, CycleUse, lap_of};
use crate::studio::Studio;
use crate::timewarp::Timewarp;

/// Time between knots of the curves, in seconds.
const KNOT_SECS: f64 = 1.0 / 15.0;

/// Where each loop is along the circle.
pub(super) struct Phases<'a> {
    pub(super) circle: &'a Circle<'a>,
    pub(super) reference: ClipId,
    pub(super) aligned: &'a [Option<Aligned>],
}

/// Rounds of finding the mean phase at which the reference has a given one; each halves what is left, and more.
const ROUNDS: usize = 40;

impl Phases<'_> {
    /// The phase of a loop at u from 0 to 1: of two loops u is the mean of both phases, of more that of the reference.
    pub(super) fn at(&self, id: ClipId, u: f64) -> f64 {
        if let [only] = self.aligned.iter().flatten().collect::<Vec<_>>()[..] {
            let [first, second] = Circle::phases(&only.wave, u);
            return if id == self.reference { first } else { second };
        }
        let Some(one) = &self.aligned[id.index()] else { return u };
        let mut mean = u;
        for _ in 0..ROUNDS {
            mean = u + one.wave.at(mean) / 2.0;
        }
        u + one.wave.at(mean)
    }

    /// Frames that are played before and after the circle, so that windows and warps reach beyond it.
    fn pad(&self, id: ClipId) -> usize {
        self.circle.one(id).lap.div_ceil(2) + 2
    }

    /// The frame of a loop on the whole circle that is played first, before the padding.
    fn start(&self, id: ClipId) -> isize {
        (self.at(id, 0.0) * self.circle.circle_frames(id) as f64).round() as isize
    }

    pub(super) fn use_of(&self, id: ClipId, how: &ClipUse) -> ClipUse {
        let (lap, pad) = (self.circle.one(id).lap, self.pad(id));
        let first = (self.start(id) - pad.cast_signed()).rem_euclid(lap.cast_signed()).unsigned_abs();
        let cycle = CycleUse { first, lap, frames: self.circle.circle_frames(id) + 2 * pad + 1 };
        ClipUse { cycle: Some(cycle), ..*how }
    }

    /// How long the circle takes, in seconds of u.
    pub(super) fn secs(&self) -> f64 {
        let of = |id: ClipId| self.circle.circle_frames(id) as f64 / self.circle.one(id).clip.rate();
        if self.aligned.len() == 2 {
            f64::midpoint(of(ClipId::FIRST), of(ClipId::SECOND))
        } else {
            of(self.reference)
        }
    }

    pub(super) fn timewarp(&self) -> Timewarp {
        let secs = self.secs();
        let pieces = (secs / KNOT_SECS).ceil().max(3.0) as usize;
        let spacing = secs / pieces as f64;
        let curve = |id: ClipId| {
            let (frames, rate) = (self.circle.circle_frames(id) as f64, self.circle.one(id).clip.rate());
            let offset = self.pad(id) as f64 - self.start(id) as f64;
            let control = |n: usize| (self.at(id, (n as f64 - 0.5) / pieces as f64) * frames + offset) / rate;
            Spline::new(0.0, spacing, (0..pieces + 2).map(control).collect())
        };
        Timewarp::new(ClipId::all(self.aligned.len()).map(curve).collect())
    }

    /// Loops are turned by one angle all the way round, and by as much more as they turn differently: so ends meet.
    pub(super) fn alignment(&self, id: ClipId, studio: &Studio<'_>, timewarp: &Timewarp) -> AlignmentCurve {
        if id == self.reference {
            return AlignmentCurve::REFERENCE;
        }
        let turn = |id: ClipId| {
            let one = self.circle.one(id);
            let lap = one.clip.slice(segue_motion::FrameRange { first: 0, last: one.lap });
            lap_of(&lap).angle * self.circle.laps[id.index()] as f64
        };
        let secs = self.secs();
        let slope = (turn(self.reference) - turn(id)) / secs;
        let count = COMPARED * self.circle.steps;
        let (mut sin, mut cos) = (0.0, 0.0);
        for n in 0..count {
            let u = secs * n as f64 / count as f64;
            let [first, second] = [self.reference, id].map(|id| {
                let cloud = studio.cloud(id);
                (cloud, timewarp.at(id, u) / cloud.spacing_secs())
            });
            let found = first.0.place(first.1, second.0, second.1);
            let angle = found.first_from_second.angle - slope * u;
            sin += found.certainty * found.certainty * angle.sin();
            cos += found.certainty * found.certainty * angle.cos();
        }
        let angle = if sin.hypot(cos) > 1e-12 { sin.atan2(cos) } else { 0.0 };
        let control = |n: f64| angle + slope * (n - 0.5) * secs;
        AlignmentCurve::new(Spline::new(0.0, secs, vec![control(0.0), control(1.0), control(2.0)]))
    }
}
