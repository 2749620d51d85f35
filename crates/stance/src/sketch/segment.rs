//! Arcs of a lifted path: which stretches of it are bounces.
//!
//! Contacts are not minima: on stairs and slopes there may be none. A stretch is a bounce where it is shaped like the
//! motion from the middle of one contact to that of the next; the height of the whole bounce tells its time.

use std::f64::consts::PI;

use segue_motion::GRAVITY;
use segue_numeric::Matrix;

use super::correspond::Lifted;

/// Breaks are sought at steps of this way, in metres.
const GRID: f64 = 0.05;
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

/// A template with the solution of its least squares.
struct Shape {
    share: f64,
    columns: [[f64; POINTS]; 3],
    /// Coefficients are this times the heights.
    inverse: [[f64; POINTS]; 3],
}

impl Shape {
    /// The template of a stretch from `from` to `to` of a bounce: −½ to ½, or from or up to 0 for half a one.
    fn new(share: f64, [from, to]: [f64; 2]) -> Option<Self> {
        let u: [f64; POINTS] = std::array::from_fn(|i| i as f64 / (POINTS - 1) as f64);
        let columns = [[1.0; POINTS], u.map(|u| u - 0.5), u.map(|u| template(share, from + (to - from) * u))];
        // At an apex the path is level: half a bounce has no slope of its own.
        let columns = if to - from < 0.9 { [columns[0], [0.0; POINTS], columns[2]] } else { columns };
        let mut matrix = Matrix::zero(3, 3);
        for point in 0..POINTS {
            matrix.add_square(&columns.map(|column| column[point]), 1.0);
        }
        *matrix.at(1, 1) += 1e-12;
        let factor = matrix.cholesky()?;
        let mut inverse = [[0.0; POINTS]; 3];
        for point in 0..POINTS {
            let solved = factor.solve(&columns.map(|column| column[point]));
            (0..3).for_each(|row| inverse[row][point] = solved[row]);
        }
        Some(Self { share, columns, inverse })
    }

    /// Mean square misfit and height of the bounce.
    fn fitted(&self, heights: &[f64; POINTS]) -> (f64, f64) {
        let coefficients = self.inverse.map(|row| segue_numeric::dot(&row, heights));
        let off = |point: usize| {
            let made: f64 = (0..3).map(|k| coefficients[k] * self.columns[k][point]).sum();
            (heights[point] - made).powi(2)
        };
        ((0..POINTS).map(off).sum::<f64>() / POINTS as f64, coefficients[2])
    }
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
        let shapes = Shapes::new();
        let samples: Vec<f64> =
            (0..=count * FINE).map(|i| self.path.index_at(i as f64 * grid / FINE as f64)).collect();
        let table: Vec<Vec<Option<Stretch>>> = (0..count)
            .map(|from| {
                let tos = (from + shortest / 2)..=(from + longest).min(count);
                tos.map(|to| self.stretch(&shapes, &samples, [from, to], [shortest, count], grid)).collect()
            })
            .collect();
        let divided = |settings| {
            let breaks = self.divided(&table, shortest / 2, &samples, settings)?;
            Some(breaks.iter().map(|&at| self.path.index_at(at as f64 * grid)).collect())
        };
        TRIES.into_iter().map(divided).collect()
    }

    /// The fit of one stretch of the grid.
    fn stretch(
        &self,
        shapes: &Shapes,
        samples: &[f64],
        [from, to]: [usize; 2],
        [shortest, count]: [usize; 2],
        grid: f64,
    ) -> Option<Stretch> {
        let half = [from == 0, to == count]
            .into_iter()
            .zip(self.ends)
            .map(|(at_end, end)| at_end && end == StrokeEnd::Apex)
            .collect::<Vec<_>>();
        let (shapes, factor) = match half[..] {
            [true, false] => (&shapes.falling, 2.0),
            [false, true] => (&shapes.rising, 2.0),
            _ => (&shapes.whole, 1.0),
        };
        if (to - from) as f64 * factor < shortest as f64 {
            return None;
        }
        let fine = ((to - from) * FINE) as f64;
        let index = |point: usize| {
            let at = (from * FINE) as f64 + fine * point as f64 / (POINTS - 1) as f64;
            Lifted::value(samples, at)
        };
        let heights: [f64; POINTS] = std::array::from_fn(|i| Lifted::value(&self.path.heights, index(i)));
        let (low, high) = heights.iter().fold((f64::MAX, f64::MIN), |(a, b), &x| (a.min(x), b.max(x)));
        let length = (to - from) as f64 * grid * factor;
        let fit = |shape: &Shape| {
            let (misfit, bounce) = shape.fitted(&heights);
            (bounce >= LEAST_BOUNCE).then(|| {
                let secs = (bounce / (GRAVITY * rise(shape.share))).sqrt();
                (misfit, belief(secs, length / secs))
            })
        };
        let pixels = (index(POINTS - 1) - index(0)) * self.spacing;
        Some(Stretch {
            fits: std::array::from_fn(|i| fit(&shapes[i])),
            points: (pixels / 10.0).max(2.0),
            metres_per_pixel: Lifted::value(&self.path.metres_per_pixel, index(POINTS / 2)),
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

/// Templates of whole bounces, and of their second and first halves.
struct Shapes {
    whole: [Shape; SHARES.len()],
    falling: [Shape; SHARES.len()],
    rising: [Shape; SHARES.len()],
}

impl Shapes {
    fn new() -> Self {
        let all = |span| SHARES.map(|share| Shape::new(share, span).expect("a bounce is no straight line"));
        Self { whole: all([-0.5, 0.5]), falling: all([0.0, 0.5]), rising: all([-0.5, 0.0]) }
    }
}

/// How far time and speed are from what people do.
fn belief(secs: f64, speed: f64) -> f64 {
    ((secs / STEP_SECS.0).ln() / STEP_SECS.1).powi(2)
        + ((speed / SPEED.0).ln() / SPEED.1).powi(2)
        + 200.0 * (speed / 9.5).ln().max(0.0).powi(2)
        + 10.0 * (0.6 / speed).ln().max(0.0).powi(2)
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
