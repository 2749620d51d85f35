//! How certain a fitted chain is.

use segue_numeric::BandFactors;

use super::super::chain::{Chain, NUMBERS};
use super::super::solve::certainty;
use super::Fit;

/// Standard deviations.
#[derive(Clone, Debug, Default, PartialEq)]
pub(in super::super) struct Doubts {
    pub(in super::super) places: Vec<f64>,
    pub(in super::super) heights: Vec<f64>,
    pub(in super::super) ln_speeds: Vec<f64>,
}

impl Fit<'_> {
    pub(super) fn doubts(&self, chain: &Chain) -> Doubts {
        let factors = certainty(self, chain);
        let rows = chain.touches.len() * NUMBERS;
        let column = |i: usize| {
            let mut unit = vec![0.0; rows];
            unit[i] = 1.0;
            factors.solve(unit)
        };
        let mut doubts = Doubts::default();
        for step in 0..chain.touches.len() {
            let at = step * NUMBERS;
            let (x, z) = (column(at), column(at + 1));
            let (mean, half) = (f64::midpoint(x[at], z[at + 1]), 0.5 * (x[at] - z[at + 1]));
            doubts.places.push((mean + half.hypot(x[at + 1])).max(0.0).sqrt());
            if step < chain.hops.len() {
                doubts.heights.push(column(at + 4)[at + 4].max(0.0).sqrt());
                doubts.ln_speeds.push(speed_doubt(&factors, chain, step));
            }
        }
        doubts
    }
}

/// The standard deviation of the logarithm of a speed; in place that of the time.
fn speed_doubt(factors: &BandFactors, chain: &Chain, arc: usize) -> f64 {
    let mut slope = vec![0.0; chain.touches.len() * NUMBERS];
    slope[arc * NUMBERS + 5] = -1.0;
    let way = chain.arc(arc).way;
    if !chain.arc(arc).is_in_place() {
        let along = way / way.length_squared();
        for (step, sign) in [(arc, -1.0), (arc + 1, 1.0)] {
            (slope[step * NUMBERS], slope[step * NUMBERS + 1]) = (sign * along.x, sign * along.y);
        }
    }
    let spread = factors.solve(slope.clone());
    slope.iter().zip(&spread).map(|(a, b)| a * b).sum::<f64>().max(0.0).sqrt()
}
