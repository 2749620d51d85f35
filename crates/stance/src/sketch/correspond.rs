//! Which point of the shadow lies under each point of the path.
//!
//! A vertical line and the eye span a vertical plane, so a pixel of the path and the pixel of its shadow are seen under
//! the same azimuth, whatever the pitch of the camera. Both strokes are drawn in order: that tells apart what lies under
//! the same azimuth twice, as in a circle.

use glam::{DVec2, DVec3};
use segue_numeric::Band;

use super::camera::Camera;
use super::flat;
use super::shadow::Shadow;
use super::stroke::{Even, split};

/// Pixels of azimuth that count as one unit of cost, and beyond how many units costs grow linearly.
const AZIMUTH: (f64, f64) = (3.0, 4.0);
/// The weight, mean and spread of heights over the ground, the latter two in standing heights of the centre of mass.
const HEIGHT: (f64, f64, f64) = (0.15, 1.05, 0.25);
/// No centre of mass is lower over its ground than this, in metres, at this price.
const LOWEST: (f64, f64) = (0.5, 4000.0);
/// Samples of the shadow per sample of the path, at most, and the price of unevenness.
const STEP: (usize, f64) = (5, 0.4);
/// The price of each sample of the shadow beyond the ends of the path.
const FREE_END: f64 = 0.05;

/// A path in space over its shadow.
#[derive(Clone, Debug)]
pub(super) struct Lifted {
    /// For each sample of the path: where its shadow is, between samples of that.
    pub(super) under: Vec<f64>,
    /// Its height, in metres.
    pub(super) heights: Vec<f64>,
    /// The way over the ground up to it, in metres.
    pub(super) ways: Vec<f64>,
    /// Metres per pixel there.
    pub(super) metres_per_pixel: Vec<f64>,
}

/// Seen from the eye: rays one unit deep.
struct Rays<'a> {
    eye: DVec3,
    focal: f64,
    /// Azimuth, horizontal length, and rise per horizontal metre of each ray of the path.
    path: Vec<(f64, f64, f64)>,
    /// Azimuth, distance and height of each spot of the shadow.
    spots: Vec<(f64, f64, f64)>,
    shadow: &'a Shadow,
    standing: f64,
}

impl Lifted {
    /// Lifts a path over its shadow. `standing` is the height of the centre of mass of a standing figure.
    pub(super) fn over(camera: &Camera, path: &Even, shadow: &Shadow, standing: f64) -> Self {
        let rays = Rays::new(camera, path, shadow, standing);
        let whole = rays.in_order();
        rays.lifted(&rays.between(&whole))
    }

    /// The part of it between two samples.
    pub(super) fn part(&self, from: usize, to: usize) -> Self {
        let cut = |list: &[f64]| list[from..=to].to_vec();
        Self {
            under: cut(&self.under),
            heights: cut(&self.heights),
            ways: self.ways[from..=to].iter().map(|way| way - self.ways[from]).collect(),
            metres_per_pixel: cut(&self.metres_per_pixel),
        }
    }

    /// The sample of the path that has gone a way over the ground.
    pub(super) fn index_at(&self, way: f64) -> f64 {
        let after = self.ways.partition_point(|&at| at < way).clamp(1, self.ways.len() - 1);
        let (a, b) = (self.ways[after - 1], self.ways[after]);
        let share = if b > a { ((way - a) / (b - a)).clamp(0.0, 1.0) } else { 0.0 };
        (after - 1) as f64 + share
    }

    /// A number of all samples, between them.
    pub(super) fn value(list: &[f64], index: f64) -> f64 {
        let (i, share) = split(index, list.len());
        list[i] + (list[i + 1] - list[i]) * share
    }
}

impl<'a> Rays<'a> {
    fn new(camera: &Camera, path: &Even, shadow: &'a Shadow, standing: f64) -> Self {
        let eye = camera.position();
        let of_path = path.points.iter().map(|&pixel| {
            let ray = camera.ray(pixel);
            let length = ray.x.hypot(ray.z);
            (ray.x.atan2(ray.z), length, ray.y / length.max(1e-9))
        });
        let of_shadow = shadow.spots.iter().map(|spot| {
            let way = flat(spot.place - eye);
            (way.x.atan2(way.y), way.length(), spot.place.y)
        });
        let (path, spots) = (of_path.collect(), of_shadow.collect());
        Self { eye, focal: camera.focal(), path, spots, shadow, standing }
    }

    /// By how many pixels a point of the path is seen beside a spot of the shadow.
    fn beside(&self, i: usize, azimuth: f64) -> f64 {
        let (own, length, _) = self.path[i];
        self.focal * length * turned(own - azimuth)
    }

    fn cost(&self, i: usize, j: usize) -> f64 {
        let (azimuth, distance, ground) = self.spots[j];
        let over = self.eye.y + self.path[i].2 * distance - ground;
        let beside = huber(self.beside(i, azimuth) / AZIMUTH.0, AZIMUTH.1);
        let (weight, mean, spread) = HEIGHT;
        let height = ((over - mean * self.standing) / (spread * self.standing)).powi(2);
        beside + weight * height + LOWEST.1 * (LOWEST.0 - over).max(0.0).powi(2)
    }

    /// The cheapest assignment in order, by dynamic programming.
    fn in_order(&self) -> Vec<usize> {
        let (n, m) = (self.path.len(), self.spots.len());
        let mut best: Vec<f64> = (0..m).map(|j| self.cost(0, j) + FREE_END * j as f64).collect();
        let mut steps = vec![0u8; n * m];
        for (i, taken) in steps.chunks_exact_mut(m).enumerate().skip(1) {
            let mut least = vec![f64::INFINITY; m];
            for step in 0..=STEP.0.min(m - 1) {
                let uneven = STEP.1 * (step as f64 - 1.0).powi(2);
                for ((least, taken), before) in least.iter_mut().zip(&mut *taken).skip(step).zip(&best) {
                    let cost = before + uneven;
                    if cost < *least {
                        (*least, *taken) = (cost, step as u8);
                    }
                }
            }
            for (j, cost) in least.iter_mut().enumerate() {
                *cost += self.cost(i, j);
            }
            best = least;
        }
        let end = |j: &usize| best[*j] + FREE_END * (m - 1 - j) as f64;
        let mut j = (0..m).min_by(|a, b| end(a).total_cmp(&end(b))).unwrap_or(0);
        let mut under = vec![0; n];
        for i in (0..n).rev() {
            under[i] = j;
            j -= usize::from(steps[i * m + j]);
        }
        under
    }

    /// The assignment between samples: azimuths agree, and the shadow is followed evenly.
    fn between(&self, whole: &[usize]) -> Vec<f64> {
        const ROUNDS: usize = 6;
        const PIXELS: f64 = 1.5;
        const KNEE: f64 = 4.0;
        const LONGEST: f64 = 1.5;
        let (evenness, hold) = (3.0, 0.02);
        let mut under: Vec<f64> = whole.iter().map(|&j| j as f64).collect();
        for _ in 0..ROUNDS {
            let (mut matrix, mut right) = (Band::new(under.len(), 2), vec![0.0; under.len()]);
            for i in 0..under.len() {
                let (j, share) = split(under[i], self.spots.len());
                let [a, b] = [self.spots[j].0, self.spots[j + 1].0];
                let slope = -self.focal * self.path[i].1 * turned(b - a) / PIXELS;
                let off = self.beside(i, a + turned(b - a) * share) / PIXELS;
                let weight = (KNEE / off.abs().max(KNEE)).min(1.0);
                matrix.add(i, i, weight * slope * slope + hold);
                right[i] -= weight * slope * off + hold * (under[i] - whole[i] as f64);
            }
            for i in 1..under.len() - 1 {
                let bend = under[i - 1] - 2.0 * under[i] + under[i + 1];
                matrix.add_square(i - 1, &[1.0, -2.0, 1.0], evenness);
                for (k, sign) in [1.0, -2.0, 1.0].into_iter().enumerate() {
                    right[i - 1 + k] -= evenness * sign * bend;
                }
            }
            let step = matrix.factors().solve(right);
            let last = (self.spots.len() - 1) as f64;
            for (at, step) in under.iter_mut().zip(step) {
                *at = (*at + step.clamp(-LONGEST, LONGEST)).clamp(0.0, last);
            }
        }
        for i in 1..under.len() {
            under[i] = under[i].max(under[i - 1]);
        }
        under
    }

    fn lifted(&self, under: &[f64]) -> Lifted {
        let mut lifted = Lifted {
            under: under.to_vec(),
            heights: Vec::with_capacity(under.len()),
            ways: Vec::with_capacity(under.len()),
            metres_per_pixel: Vec::with_capacity(under.len()),
        };
        let mut last: Option<(DVec2, f64)> = None;
        for (i, &j) in under.iter().enumerate() {
            let spot = self.shadow.at(j);
            let distance = flat(spot - self.eye).length();
            let way = last.map_or(0.0, |(before, way)| way + before.distance(flat(spot)));
            last = Some((flat(spot), way));
            lifted.ways.push(way);
            lifted.heights.push(self.eye.y + self.path[i].2 * distance);
            lifted.metres_per_pixel.push(distance / (self.path[i].1 * self.focal).max(1e-9));
        }
        lifted
    }
}

/// The difference of two angles, between −π and π.
fn turned(difference: f64) -> f64 {
    use std::f64::consts::{PI, TAU};
    if difference < -PI {
        difference + TAU
    } else if difference > PI {
        difference - TAU
    } else {
        difference
    }
}

/// A square that goes on as a line beyond the knee.
pub(super) fn huber(x: f64, knee: f64) -> f64 {
    if x.abs() <= knee { x * x } else { knee * (2.0 * x.abs() - knee) }
}
