//! The region of the six-dimensional space that warps of one stance cover.

use crate::Params;
use crate::attempt::{TrySettings, can};
use crate::core::{Core, Summary};
use crate::judge::Judgement;
use crate::params::SCALES;
use segue_numeric::Random;
use segue_numeric::least_squares;
use serde::{Deserialize, Serialize};

/// Directions in which a region is bounded: the six parameters, and the sum and difference of every two.
const DIRECTIONS: usize = 36;

/// Points of the region that are sought. Each is the end of a walk, so they reach the boundary.
const WALKS: usize = 240;

/// Every so many of them are kept: enough to begin a walk to any request with.
const KEPT_EVERY: usize = 4;

/// Halvings with which the boundary is found along a line: to 1 % of the longest line.
const HALVINGS: usize = 6;

/// The longest line from a point, in units of [`SCALES`]: a metre, 3 m/s.
const LONGEST: f64 = 10.0;

/// Where warps of a stance are plausible, and how good they are there.
///
/// Midpoints of plausible pairs are plausible in 99 of 100 cases, so a convex region is a fair model. It is kept as the
/// slabs that bound it in 36 directions: membership is 36 products.
#[derive(Clone, Debug)]
pub struct Coverage {
    low: [f64; DIRECTIONS],
    high: [f64; DIRECTIONS],
    middle: Params,
    /// ln(value) ≈ a constant, six slopes and six curvatures, in [`SCALES`] from the middle.
    value: [f64; 13],
    points: Vec<Params>,
}

impl Coverage {
    /// Explores where warps of a stance are plausible, from its own parameters on. `None` when not even they are, nor
    /// any of `elsewhere`.
    pub(crate) fn explore(
        core: &Core,
        elsewhere: &[Params],
        settings: &TrySettings,
        seed: u64,
    ) -> Option<Self> {
        let warps = Warps { core, summary: core.summary(), settings };
        let mut starts = std::iter::once(core.params).chain(elsewhere.iter().copied());
        let start = starts.find(|&params| warps.at(params).is_some())?;
        let mut random = Random::new(seed);
        let mut found: Vec<(Params, f64)> = Vec::new();
        let mut at = start;
        for _ in 0..WALKS {
            let line: [f64; 6] = std::array::from_fn(|i| random.signed() * SCALES[i]);
            let reach = [1.0, -1.0].map(|sign| warps.farthest(at, line.map(|step| sign * step)));
            for (end, sign) in reach.into_iter().zip([1.0, -1.0]) {
                // Just inside, where the value can be told.
                let point = moved(at, line, 0.98 * sign * end);
                found.extend(warps.at(point).map(|judgement| (point, judgement.value)));
            }
            let next = moved(at, line, reach[0] * random.unit() - reach[1] * random.unit());
            if let Some(judgement) = warps.at(next) {
                found.push((next, judgement.value));
                at = next;
            }
        }
        Some(Self::around(start, &found))
    }

    fn around(start: Params, found: &[(Params, f64)]) -> Self {
        let points: Vec<Params> =
            std::iter::once(start).chain(found.iter().map(|(point, _)| *point)).collect();
        let (mut low, mut high) = ([f64::INFINITY; DIRECTIONS], [f64::NEG_INFINITY; DIRECTIONS]);
        let mut sum = [0.0; 6];
        for point in &points {
            for (slot, along) in directions(*point).into_iter().enumerate() {
                (low[slot], high[slot]) = (low[slot].min(along), high[slot].max(along));
            }
            sum.iter_mut().zip(point.to_array()).for_each(|(sum, x)| *sum += x);
        }
        let middle = Params::from_array(sum.map(|sum| sum / points.len() as f64));
        let points = points.into_iter().step_by(KEPT_EVERY).collect();
        Self { low, high, middle, value: fitted(middle, found), points }
    }

    /// A point in the middle of the region.
    pub fn middle(&self) -> Params {
        self.middle
    }

    /// Points of the region, most of them at its boundary.
    pub fn points(&self) -> &[Params] {
        &self.points
    }

    /// Least and greatest of each parameter.
    pub fn bounds(&self) -> [Params; 2] {
        let unscaled =
            |slabs: &[f64; DIRECTIONS]| Params::from_array(std::array::from_fn(|i| slabs[i] * SCALES[i]));
        [unscaled(&self.low), unscaled(&self.high)]
    }

    /// How far a request is outside, as a share of the region's width in the direction in which it is farthest;
    /// negative inside.
    pub fn outside(&self, wanted: Params) -> f64 {
        farthest_slab(&directions(wanted), &self.low, &self.high)
    }

    /// The logarithm of the value that a warp to `wanted` is expected to have.
    pub fn expected(&self, wanted: Params) -> f64 {
        segue_numeric::dot(&terms(self.middle, wanted), &self.value)
    }
}

/// Slabs without width are met by few; a hundredth of a step keeps quotients finite.
const LEAST_WIDTH: f64 = 0.01;

fn farthest_slab(along: &[f64; DIRECTIONS], low: &[f64; DIRECTIONS], high: &[f64; DIRECTIONS]) -> f64 {
    let mut worst = f64::NEG_INFINITY;
    for i in 0..DIRECTIONS {
        let width = (high[i] - low[i]).max(LEAST_WIDTH);
        worst = worst.max((low[i] - along[i]).max(along[i] - high[i]) / width);
    }
    worst
}

/// A point seen along all directions, in units of [`SCALES`].
fn directions(point: Params) -> [f64; DIRECTIONS] {
    let x = point.to_array();
    let x: [f64; 6] = std::array::from_fn(|i| x[i] / SCALES[i]);
    let mut along = [0.0; DIRECTIONS];
    along[..6].copy_from_slice(&x);
    let mut slot = 6;
    for i in 0..6 {
        for j in i + 1..6 {
            along[slot] = x[i] + x[j];
            along[slot + 1] = x[i] - x[j];
            slot += 2;
        }
    }
    along
}

fn moved(from: Params, line: [f64; 6], by: f64) -> Params {
    let x = from.to_array();
    Params::from_array(std::array::from_fn(|i| x[i] + by * line[i]))
}

/// The warps of a stance.
struct Warps<'a> {
    core: &'a Core,
    summary: Summary,
    settings: &'a TrySettings,
}

impl Warps<'_> {
    /// The first that is plausible and leads to `params`.
    fn at(&self, params: Params) -> Option<Judgement> {
        can(self.core, &self.summary, params, self.settings)
    }

    /// How far one can go along a line, in units of it, staying plausible.
    fn farthest(&self, from: Params, line: [f64; 6]) -> f64 {
        let is_good = |by: f64| {
            let point = moved(from, line, by);
            point.checked().is_ok() && self.at(point).is_some()
        };
        let (mut good, mut bad) = (0.0, LONGEST);
        for _ in 0..HALVINGS {
            let middle = f64::midpoint(good, bad);
            if is_good(middle) { good = middle } else { bad = middle }
        }
        good
    }
}

fn terms(middle: Params, at: Params) -> [f64; 13] {
    let (m, x) = (middle.to_array(), at.to_array());
    let mut row = [1.0; 13];
    for i in 0..6 {
        let off = (x[i] - m[i]) / SCALES[i];
        (row[1 + i], row[7 + i]) = (off, off * off);
    }
    row
}

fn fitted(middle: Params, found: &[(Params, f64)]) -> [f64; 13] {
    let rows: Vec<(Vec<f64>, f64)> =
        found.iter().map(|(at, value)| (terms(middle, *at).to_vec(), value.max(1e-6).ln())).collect();
    let coefficients = least_squares(&rows).unwrap_or_default();
    std::array::from_fn(|i| coefficients.get(i).copied().unwrap_or(0.0))
}

/// Coverage in plain numbers.
#[derive(Serialize, Deserialize)]
pub(crate) struct StoredCoverage {
    low: Vec<f64>,
    high: Vec<f64>,
    middle: Params,
    value: Vec<f64>,
    points: Vec<[f64; 6]>,
}

impl From<&Coverage> for StoredCoverage {
    fn from(coverage: &Coverage) -> Self {
        Self {
            low: coverage.low.to_vec(),
            high: coverage.high.to_vec(),
            middle: coverage.middle,
            value: coverage.value.to_vec(),
            points: coverage.points.iter().map(|point| point.to_array()).collect(),
        }
    }
}

impl StoredCoverage {
    /// The coverage; `None` when it is not whole.
    pub(crate) fn coverage(self) -> Option<Coverage> {
        let numbers = [&self.low, &self.high, &self.value];
        let finite = numbers.iter().all(|list| list.iter().all(|x| x.is_finite()));
        (finite && !self.points.is_empty()).then_some(Coverage {
            low: self.low.try_into().ok()?,
            high: self.high.try_into().ok()?,
            middle: self.middle,
            value: self.value.try_into().ok()?,
            points: self.points.into_iter().map(Params::from_array).collect(),
        })
    }
}
