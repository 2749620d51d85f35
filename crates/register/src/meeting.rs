//! How two clips go together: which moments, which stances, how far.

use crate::feet::Feet;
use crate::lag::{Anchor, Lag};
use crate::{Cloud, Grid};

/// Stances of the same foot in two clips that are the same step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Partners {
    /// 0 for the left foot, 1 for the right.
    pub(crate) foot: usize,
    /// The number of the stance in either clip.
    pub(crate) stances: [usize; 2],
}

impl Partners {
    /// The strikes and toe-offs that both clips know.
    pub(crate) fn events(&self, feet: [&Feet; 2]) -> impl Iterator<Item = Anchor> {
        let [a, b] = [0, 1].map(|clip| feet[clip].stances[self.foot][self.stances[clip]]);
        let strike =
            (a.strike_known && b.strike_known).then_some(Anchor::strike([a.strike_secs, b.strike_secs]));
        let off = (a.off_known && b.off_known).then_some(Anchor::off([a.off_secs, b.off_secs]));
        strike.into_iter().chain(off)
    }
}

/// Two clips that correspond over a range.
#[derive(Clone, Debug)]
pub(crate) struct Meeting {
    pub(crate) lag: Lag,
    /// First and last u, in seconds.
    pub(crate) range: [f64; 2],
    pub(crate) partners: Vec<Partners>,
    /// The largest difference between an event of the range and the curve, in seconds.
    pub(crate) worst_secs: f64,
    /// Whether steps decided, not poses.
    pub(crate) by_steps: bool,
}

impl Meeting {
    /// How far the events within the range are off the curve, strikes counting most: worst and root-mean-square.
    pub(crate) fn misses(lag: &Lag, range: [f64; 2], anchors: &[Anchor]) -> [f64; 2] {
        let inside = anchors.iter().filter(|anchor| (range[0]..=range[1]).contains(&anchor.u()));
        let (mut worst, mut squares, mut weights) = (0.0f64, 0.0, 0.0);
        for anchor in inside {
            let miss = (lag.at(anchor.u()) - anchor.lag()).abs();
            worst = worst.max(anchor.weight.sqrt() * miss);
            squares += anchor.weight * miss * miss;
            weights += anchor.weight;
        }
        [worst, if weights > 0.0 { (squares / weights).sqrt() } else { 0.0 }]
    }

    /// How long the range is, in u.
    pub(crate) fn secs(&self) -> f64 {
        self.range[1] - self.range[0]
    }
}

/// The range of u in which both clips are inside themselves.
pub(crate) fn inside(lag: &Lag, feet: [&Feet; 2]) -> [f64; 2] {
    let start = lag.u_at(0, 0.0).max(lag.u_at(1, 0.0));
    let end = lag.u_at(0, feet[0].duration_secs).min(lag.u_at(1, feet[1].duration_secs));
    // Where both clips begin or end together, exactly there.
    let whole = f64::midpoint(feet[0].duration_secs, feet[1].duration_secs);
    [
        if start.abs() < ROUNDING { 0.0 } else { start },
        if (end - whole).abs() < ROUNDING { whole } else { end },
    ]
}

/// Moments nearer than this to each other, in seconds, are one.
const ROUNDING: f64 = 1e-7;

/// A grid of frame distances in seconds.
#[derive(Clone, Copy)]
pub(crate) struct Distances<'a> {
    pub(crate) grid: &'a Grid,
    /// Seconds from frame to frame of either clip.
    pub(crate) spacing_secs: [f64; 2],
    /// The clips themselves where they are so long that the grid has fewer frames than they do.
    pub(crate) finer: Option<[&'a Cloud; 2]>,
}

impl Distances<'_> {
    /// √D of two moments in metres, between the frames around them.
    pub(crate) fn metres(&self, secs: [f64; 2]) -> f64 {
        if let Some([first, second]) = self.finer {
            let [a, b] = [secs[0] / first.spacing_secs(), secs[1] / second.spacing_secs()];
            return first.place(a, second, b).rms_metres();
        }
        let size = [self.grid.rows(), self.grid.columns()];
        let at = |clip: usize| {
            let frame = (secs[clip] / self.spacing_secs[clip]).clamp(0.0, (size[clip] - 1) as f64);
            let before = (frame as usize).min(size[clip] - 2);
            (before, frame - before as f64)
        };
        let ((row, down), (column, across)) = (at(0), at(1));
        let cell = |row, column| f64::from(self.grid.at(row, column)).sqrt();
        let upper = cell(row, column) * (1.0 - across) + cell(row, column + 1) * across;
        let lower = cell(row + 1, column) * (1.0 - across) + cell(row + 1, column + 1) * across;
        upper * (1.0 - down) + lower * down
    }

    /// The mean √D of corresponding moments over a range, in metres.
    pub(crate) fn mean_metres(&self, lag: &Lag, [start, end]: [f64; 2]) -> f64 {
        let steps = ((end - start) / self.spacing_secs[0]).round().max(1.0) as usize;
        let u = |n: usize| start + (end - start) * n as f64 / steps as f64;
        let sum: f64 = (0..=steps).map(|n| self.metres([0, 1].map(|clip| lag.secs(clip, u(n))))).sum();
        sum / (steps + 1) as f64
    }
}
