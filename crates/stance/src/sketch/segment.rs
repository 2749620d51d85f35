//! Arcs of a lifted path: which stretches of it are bounces.
//!
//! Contacts are not minima: on stairs and slopes there may be none. A stretch is a bounce where it is shaped like the
//! motion from the middle of one contact to that of the next; the height of the whole bounce tells its time.

use std::f64::consts::PI;

use rayon::prelude::*;
use segue_motion::GRAVITY;

use super::correspond::Lifted;

/// Breaks are sought at steps of this way, in metres.
pub(super) const GRID: f64 = 0.05;
/// The shortest and longest arc, in metres.
pub(super) const LENGTHS: [f64; 2] = [0.35, 6.0];
/// Points of a stretch that are compared with a template.
const POINTS: usize = 24;
/// Shares of a bounce that are contact, of the templates.
const SHARES: [f64; 3] = [0.0, 0.3, 0.55];
/// The least height of a bounce, in metres.
const LEAST_BOUNCE: f64 = 0.012;
/// Pixels of noise and price of an arc with which the path is divided: different answers are hypotheses.
const TRIES: [[f64; 2]; 4] = [[1.6, 9.0], [1.0, 6.0], [1.6, 2.0], [2.4, 6.0]];
/// Typical time of a step and its spread in logarithms.
pub(super) const STEP_SECS: (f64, f64) = (0.42, 0.45);
/// Typical speed and its spread in logarithms.
pub(super) const SPEED: (f64, f64) = (3.5, 0.5);

/// How the ends of a stroke are meant.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum StrokeEnd {
    /// In the middle of a contact.
    #[default]
    Contact,
    /// At the top of a flight.
    Apex,
    /// Standing still.
    Stand,
}

/// The bounce with a share `d` of contact, from mid-contact (−½) over its top (0) to mid-contact (½): 0 to 1.
fn template(d: f64, t: f64) -> f64 {
    let flight = (1.0 - d) / 2.0;
    let t = t.abs();
    let fallen = if t <= flight {
        0.5 * t * t
    } else {
        let tau = (t - flight) / d;
        0.5 * flight * flight + flight * d * tau - 0.5 * d * (tau - (PI * tau).sin() / PI)
            + 0.5 * (d * tau).powi(2)
    };
    1.0 - fallen / rise(d)
}

/// The height of a bounce of one second, by gravity.
fn rise(d: f64) -> f64 {
    (1.0 - d).powi(2) / 8.0 + d * (1.0 / (2.0 * PI) - d / 8.0)
}

/// Unit vectors that a stretch is compared with, at right angles to each other: a projection is a product, and the misfit is
/// what no projection takes.
struct Shapes {
    /// Level and slope, which are the same for all templates.
    straight: [[f64; POINTS]; 2],
    bounces: [Bounce; SHARES.len()],
}

/// A template with what is straight in it taken out.
struct Bounce {
    share: f64,
    unit: [f64; POINTS],
    /// A bounce of one metre is this times `unit`.
    length: f64,
}

impl Shapes {
    /// The templates of a stretch from `from` to `to` of a bounce: −½ to ½, or from or up to 0 for half a one.
    fn new([from, to]: [f64; 2]) -> Self {
        let u: [f64; POINTS] = std::array::from_fn(|i| i as f64 / (POINTS - 1) as f64);
        let level = [(POINTS as f64).sqrt().recip(); POINTS];
        // At an apex the path is level: half a bounce has no slope of its own.
        let is_half = to - from < 0.9;
        let slope =
            if is_half { [0.0; POINTS] } else { without(u, &[level]).expect("a slope is not level").0 };
        let straight = [level, slope];
        let bounce = |share| {
            let column = u.map(|u| template(share, from + (to - from) * u));
            let (unit, length) = without(column, &straight).expect("a bounce is no straight line");
            Bounce { share, unit, length }
        };
        Self { straight, bounces: SHARES.map(bounce) }
    }

    /// Mean square misfit and height of each bounce.
    fn fitted(&self, heights: &[f64; POINTS]) -> [(f64, f64); SHARES.len()] {
        // The straight parts are large beside what is sought, so they go first.
        let bent = self.straight.iter().fold(*heights, |left, unit| {
            let taken = segue_numeric::dot(unit, &left);
            std::array::from_fn(|i| left[i] - taken * unit[i])
        });
        let square = segue_numeric::dot(&bent, &bent);
        std::array::from_fn(|k| {
            let along = segue_numeric::dot(&self.bounces[k].unit, &bent);
            ((square - along * along).max(0.0) / POINTS as f64, along / self.bounces[k].length)
        })
    }
}

/// What is left of a column without its parts along unit vectors: its direction and length; `None` when nothing is left.
fn without(column: [f64; POINTS], units: &[[f64; POINTS]]) -> Option<([f64; POINTS], f64)> {
    let left = units.iter().fold(column, |left, unit| {
        let taken = segue_numeric::dot(unit, &left);
        std::array::from_fn(|i| left[i] - taken * unit[i])
    });
    let length = segue_numeric::dot(&left, &left).sqrt();
    (length > 1e-9).then(|| (left.map(|x| x / length), length))
}

/// What a stretch costs but for noise and price of arcs.
#[derive(Clone, Copy)]
struct Stretch {
    /// Mean square misfit and belief in time and speed, for each template; none for what is no bounce.
    fits: [Option<(f64, f64)>; SHARES.len()],
    /// Independent points.
    points: f64,
    metres_per_pixel: f64,
    /// Greatest less least height.
    range: f64,
}

impl Stretch {
    fn cost(&self, [noise, price]: [f64; 2]) -> f64 {
        let spread = (noise * self.metres_per_pixel).powi(2) + (0.05 * self.range).powi(2);
        let costs = self.fits.iter().flatten().map(|(misfit, belief)| self.points * misfit / spread + belief);
        costs.fold(f64::INFINITY, f64::min) + price
    }
}

/// Divides a path into arcs that lead somewhere: the samples at which it touches down, ends included. Several answers, the
/// most trusted first.
pub(super) struct Segmenter<'a> {
    pub(super) path: &'a Lifted,
    /// Height over the ground at each sample of the path.
    pub(super) over: Vec<f64>,
    /// Pixels between samples.
    pub(super) spacing: f64,
    /// Height of the centre of mass of a standing figure.
    pub(super) standing: f64,
    pub(super) ends: [StrokeEnd; 2],
}

impl Segmenter<'_> {
    /// For each of the tries, where it divides the path; `None` where it finds no arcs.
    pub(super) fn hypotheses(&self) -> Vec<Option<Vec<f64>>> {
        let total = self.path.ways[self.path.ways.len() - 1];
        let count = (total / GRID).round().max(1.0) as usize;
        let grid = total / count as f64;
        let longest = (LENGTHS[1] / grid).floor() as usize;
        let shortest = (LENGTHS[0] / grid).ceil() as usize;
        let least = shortest / 2;
        let fine = Fine::of(self.path, count, grid);
        let spans = Spans::new();
        let combs: Vec<Comb> = (least..=longest.min(count)).map(Comb::new).collect();
        let table: Vec<Vec<Option<Stretch>>> = (0..count)
            .into_par_iter()
            .map(|from| {
                let tos = (from + least)..=(from + longest).min(count);
                let stretch = |(to, comb)| self.stretch(&spans, &fine, comb, [from, to], [shortest, count]);
                tos.zip(&combs).map(stretch).collect()
            })
            .collect();
        let divided = |settings| {
            let breaks = self.divided(&table, least, &fine.samples, settings)?;
            Some(breaks.iter().map(|&at| self.path.index_at(at as f64 * grid)).collect())
        };
        TRIES.into_iter().map(divided).collect()
    }

    /// The fit of one stretch of the grid.
    fn stretch(
        &self,
        spans: &Spans,
        fine: &Fine,
        comb: &Comb,
        [from, to]: [usize; 2],
        [shortest, count]: [usize; 2],
    ) -> Option<Stretch> {
        let is_half = |at_end: bool, end| at_end && end == StrokeEnd::Apex;
        let (shapes, factor) = match [is_half(from == 0, self.ends[0]), is_half(to == count, self.ends[1])] {
            [true, false] => (&spans.falling, 2.0),
            [false, true] => (&spans.rising, 2.0),
            _ => (&spans.whole, 1.0),
        };
        if (to - from) as f64 * factor < shortest as f64 {
            return None;
        }
        let heights = comb.of(&fine.heights[from * FINE..]);
        let (low, high) = heights.iter().fold((f64::MAX, f64::MIN), |(a, b), &x| (a.min(x), b.max(x)));
        let ln_length = ((to - from) as f64 * fine.grid * factor).ln();
        let misfits = shapes.fitted(&heights);
        let fit = |k: usize| {
            let (misfit, bounce) = misfits[k];
            (bounce >= LEAST_BOUNCE).then(|| {
                let ln_secs = 0.5 * (bounce / (GRAVITY * rise(shapes.bounces[k].share))).ln();
                (misfit, spans.beliefs.cost(ln_secs, ln_length - ln_secs))
            })
        };
        let pixels = (fine.samples[to * FINE] - fine.samples[from * FINE]) * self.spacing;
        Some(Stretch {
            fits: std::array::from_fn(fit),
            points: (pixels / 10.0).max(2.0),
            metres_per_pixel: Lifted::value(
                &self.path.metres_per_pixel,
                fine.samples[usize::midpoint(from, to) * FINE],
            ),
            range: high - low,
        })
    }

    /// The cheapest division from end to end.
    fn divided(
        &self,
        table: &[Vec<Option<Stretch>>],
        shortest: usize,
        samples: &[f64],
        settings: [f64; 2],
    ) -> Option<Vec<usize>> {
        let count = table.len();
        let mut best = vec![(f64::INFINITY, 0); count + 1];
        best[0].0 = self.break_cost(samples, 0, count);
        for from in 0..count {
            if !best[from].0.is_finite() {
                continue;
            }
            for (k, stretch) in table[from].iter().enumerate() {
                let (to, Some(stretch)) = (from + shortest + k, stretch) else { continue };
                let cost = best[from].0 + stretch.cost(settings) + self.break_cost(samples, to, count);
                if to > from && cost < best[to].0 {
                    best[to] = (cost, from);
                }
            }
        }
        let mut breaks = vec![count];
        while let Some(&at) = breaks.last().filter(|&&at| at > 0) {
            if !best[at].0.is_finite() {
                return None;
            }
            breaks.push(best[at].1);
        }
        breaks.reverse();
        Some(breaks)
    }

    /// At a contact the centre of mass is about as high as standing.
    fn break_cost(&self, samples: &[f64], at: usize, count: usize) -> f64 {
        let end = if at == 0 { Some(self.ends[0]) } else { (at == count).then_some(self.ends[1]) };
        if end == Some(StrokeEnd::Apex) {
            return 0.0;
        }
        let over = Lifted::value(&self.over, samples[at * FINE]);
        (((over - self.standing).abs() - 0.12).max(0.0) / 0.15).powi(2)
    }
}

/// Steps of the grid are divided by so much for the heights in between.
const FINE: usize = 4;

/// Where the points of a stretch of some length are between the heights of [`Fine`]: the one before each, and how far beyond.
struct Comb([(usize, f64); POINTS]);

impl Comb {
    /// Of so many steps of the grid.
    fn new(steps: usize) -> Self {
        let last = steps * FINE;
        Self(std::array::from_fn(|i| {
            let place = (last * i) as f64 / (POINTS - 1) as f64;
            let before = (place as usize).min(last.saturating_sub(1));
            (before, place - before as f64)
        }))
    }

    fn of(&self, heights: &[f64]) -> [f64; POINTS] {
        self.0.map(|(before, beyond)| heights[before] + (heights[before + 1] - heights[before]) * beyond)
    }
}

/// A path between the steps of the grid.
struct Fine {
    /// Metres of a step of the grid.
    grid: f64,
    /// The samples there.
    samples: Vec<f64>,
    heights: Vec<f64>,
}

impl Fine {
    fn of(path: &Lifted, count: usize, grid: f64) -> Self {
        let samples: Vec<f64> =
            (0..=count * FINE).map(|i| path.index_at(i as f64 * grid / FINE as f64)).collect();
        let heights = samples.iter().map(|&at| Lifted::value(&path.heights, at)).collect();
        Self { grid, samples, heights }
    }
}

/// Templates of whole bounces, and of their second and first halves, and what is believed of them.
struct Spans {
    beliefs: Beliefs,
    whole: Shapes,
    falling: Shapes,
    rising: Shapes,
}

impl Spans {
    fn new() -> Self {
        let [whole, falling, rising] = [[-0.5, 0.5], [0.0, 0.5], [-0.5, 0.0]].map(Shapes::new);
        Self { beliefs: Beliefs::new(), whole, falling, rising }
    }
}

/// What people do, as logarithms.
struct Beliefs {
    secs: f64,
    speed: f64,
    fastest: f64,
    slowest: f64,
}

impl Beliefs {
    fn new() -> Self {
        Self { secs: STEP_SECS.0.ln(), speed: SPEED.0.ln(), fastest: 9.5f64.ln(), slowest: 0.6f64.ln() }
    }

    /// How far time and speed are from what people do.
    fn cost(&self, ln_secs: f64, ln_speed: f64) -> f64 {
        ((ln_secs - self.secs) / STEP_SECS.1).powi(2)
            + ((ln_speed - self.speed) / SPEED.1).powi(2)
            + 200.0 * (ln_speed - self.fastest).max(0.0).powi(2)
            + 10.0 * (self.slowest - ln_speed).max(0.0).powi(2)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_template_is_smooth_and_falls_by_its_height() {
        for d in SHARES {
            assert!((template(d, 0.0) - 1.0).abs() < 1e-12 && template(d, 0.5).abs() < 1e-12, "{d}");
            if d == 0.0 {
                // Without time on the ground the centre bounces.
                continue;
            }
            let edge = (1.0 - d) / 2.0;
            let slope = |t: f64| (template(d, t + 1e-6) - template(d, t - 1e-6)) / 2e-6;
            assert!((slope(edge - 1e-5) - slope(edge + 1e-5)).abs() < 1e-3, "{d}");
        }
    }
}
