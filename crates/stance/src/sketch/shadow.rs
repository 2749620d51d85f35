//! Where in the scene a drawn shadow lies.

use glam::{DVec2, DVec3};

use super::camera::Camera;
use super::scene::Scene;
use super::stroke::{Even, split};
use super::surface::{Sight, Surface};
use super::{flat, said};
use crate::StanceError;

/// A point of the ground under the path.
#[derive(Clone, Copy, Debug)]
pub(super) struct Spot {
    pub(super) place: DVec3,
    /// The surface that it lies on; `None` on the side of a block and over a gap.
    pub(super) surface: Option<usize>,
}

/// The ground under a path, evenly along the drawn shadow.
#[derive(Clone, Debug)]
pub(super) struct Shadow {
    pub(super) spots: Vec<Spot>,
    /// Pixels between neighbours.
    pub(super) spacing: f64,
}

/// What it costs a shadow to lie behind something, ….
const HIDDEN: f64 = 0.4;
/// … on the side of a block, ….
const SIDE: f64 = 0.2;
/// … to change the surface, ….
const CHANGE: f64 = 1.0;
/// … to move over the ground, in metres per unit of cost, ….
const METRES: f64 = 0.15;
/// … and to mean no place at all, for each sample: people join two levels by a line. Most of such a line is seen before the
/// side of a block; what is seen on a top is meant to be there, also on a short one.
const SKIPPED: [f64; 2] = [0.12, 0.3];
/// Samples that may be skipped in a row.
const MOST_SKIPPED: usize = 90;

impl Shadow {
    /// Finds the surface under each sample of a drawn shadow: the cheapest way through all that its rays meet.
    pub(super) fn found(
        camera: &Camera,
        scene: &Scene,
        surfaces: &[Surface],
        drawn: &Even,
    ) -> Result<Self, StanceError> {
        let eye = camera.position();
        let sights: Vec<Vec<Sight>> =
            drawn.points.iter().map(|&pixel| scene.sights(surfaces, eye, camera.ray(pixel))).collect();
        let chosen = cheapest(surfaces, &sights).ok_or_else(|| {
            let i = sights.iter().position(Vec::is_empty).unwrap_or(0);
            let at = drawn.points[i];
            said(format!(
                "shadow: it misses the scene at pixel {:.0}, {:.0}; draw it again, the path is kept",
                at.x, at.y
            ))
        })?;
        let spots: Vec<Spot> = chosen
            .iter()
            .map(|&(i, k)| Spot { place: sights[i][k].place, surface: sights[i][k].surface })
            .collect();
        Ok(Self::resampled(camera, &spots, drawn.points.len()))
    }

    /// Spots evenly apart on the screen, as seen at one level: lines that join two levels have no length.
    fn resampled(camera: &Camera, spots: &[Spot], count: usize) -> Self {
        let mut ways = vec![0.0];
        for pair in spots.windows(2) {
            let [a, b] = [pair[0].place, pair[1].place];
            let level = f64::midpoint(a.y, b.y);
            let seen = [a, b].map(|at| camera.project(at.with_y(level)));
            let step = match seen {
                [Some(a), Some(b)] => a.distance(b),
                _ => 0.0,
            };
            ways.push(ways[ways.len() - 1] + step);
        }
        let total = ways[ways.len() - 1];
        let spacing = total / (count - 1) as f64;
        let spot = |i: usize| {
            let wanted = i as f64 * spacing;
            let after = ways.partition_point(|&way| way < wanted).clamp(1, spots.len() - 1);
            let (a, b) = (spots[after - 1], spots[after]);
            let share =
                ((wanted - ways[after - 1]) / (ways[after] - ways[after - 1]).max(1e-9)).clamp(0.0, 1.0);
            let near = if share < 0.5 { a } else { b };
            let gap = flat(b.place - a.place).length() > WIDE;
            let place = a.place.lerp(b.place, share);
            if gap {
                Spot { place, surface: None }
            } else {
                Spot { place: place.with_y(near.place.y), ..near }
            }
        };
        Self { spots: (0..count).map(spot).collect(), spacing }
    }

    /// The place between samples.
    pub(super) fn at(&self, index: f64) -> DVec3 {
        let (i, share) = split(index, self.spots.len());
        let (a, b) = (self.spots[i].place, self.spots[i + 1].place);
        a.lerp(b, share).with_y(if share < 0.5 { a.y } else { b.y })
    }

    /// The surface at a place between samples, or the nearest one along the shadow.
    pub(super) fn surface(&self, index: f64) -> Option<usize> {
        let middle = index.round().clamp(0.0, (self.spots.len() - 1) as f64) as usize;
        let found = |i: usize| self.spots.get(i).and_then(|spot| spot.surface);
        (0..self.spots.len())
            .find_map(|off| found(middle + off).or_else(|| middle.checked_sub(off).and_then(found)))
    }

    /// The pixels of all samples, as far as they are seen.
    pub(super) fn seen(&self, camera: &Camera) -> Even {
        let points = self.spots.iter().map(|spot| camera.project(spot.place).unwrap_or(DVec2::ZERO));
        Even { points: points.collect(), spacing: self.spacing.max(0.1) }
    }
}

/// Neighbours farther apart than this, in metres, have a gap between them.
const WIDE: f64 = 0.25;

fn price(sight: &Sight) -> f64 {
    (if sight.hidden { HIDDEN } else { 0.0 }) + if sight.surface.is_none() { SIDE } else { 0.0 }
}

fn step_price(a: &Sight, b: &Sight) -> f64 {
    let change = if a.surface == b.surface { 0.0 } else { CHANGE };
    change + flat(b.place - a.place).length() / METRES
}

/// What it costs to skip all samples before each.
fn skip_prices(surfaces: &[Surface], sights: &[Vec<Sight>]) -> Vec<f64> {
    let mut prices = vec![0.0];
    for list in sights {
        let is_top = |sight: &Sight| !sight.hidden && sight.surface.is_some_and(|k| surfaces[k].ends());
        prices.push(prices[prices.len() - 1] + SKIPPED[usize::from(list.iter().any(is_top))]);
    }
    prices
}

/// The cost up to a sight, and the one before it.
type Reached = (f64, Option<(usize, usize)>);

/// The cheapest choice of sights, as sample and number in it: the algorithm of Viterbi, with skips.
fn cheapest(surfaces: &[Surface], sights: &[Vec<Sight>]) -> Option<Vec<(usize, usize)>> {
    // Strokes begin and end in the scene; only what sees nothing at all may be left out there.
    let first = sights.iter().position(|list| !list.is_empty()).filter(|&i| i <= MOST_SKIPPED)?;
    let last = sights.iter().rposition(|list| !list.is_empty())?;
    let mut best: Vec<Vec<Reached>> = Vec::with_capacity(sights.len());
    let skips = skip_prices(surfaces, sights);
    for (i, here) in sights.iter().enumerate() {
        let row = here.iter().map(|sight| {
            let start = (i == first).then_some((0.0, None));
            let earliest = i.saturating_sub(MOST_SKIPPED + 1);
            let before = (earliest..i).flat_map(|j| (0..sights[j].len()).map(move |k| (j, k)));
            let steps = before.map(|(j, k)| {
                (best[j][k].0 + skips[i] - skips[j + 1] + step_price(&sights[j][k], sight), Some((j, k)))
            });
            let cheapest = start.into_iter().chain(steps).min_by(|a, b| a.0.total_cmp(&b.0));
            cheapest.map_or((f64::INFINITY, None), |(cost, from)| (cost + price(sight), from))
        });
        let row = row.collect();
        best.push(row);
    }
    let cost = |k: &usize| best[last][*k].0;
    let end = (0..sights[last].len()).min_by(|a, b| cost(a).total_cmp(&cost(b)))?;
    let missed = sights.len() - 1 - last > MOST_SKIPPED || !cost(&end).is_finite();
    let mut at = (!missed).then_some((last, end))?;
    let mut chosen = vec![at];
    while let Some(before) = best[at.0][at.1].1 {
        chosen.push(before);
        at = before;
    }
    chosen.reverse();
    (chosen.len() >= 3).then_some(chosen)
}
