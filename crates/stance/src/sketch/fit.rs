//! The chain that was most likely meant by two strokes.

mod beliefs;
mod doubt;

use glam::{DVec2, DVec3};
use segue_motion::GRAVITY;

pub(super) use doubt::Doubts;

use super::anchor::{Anchor, anchored};
use super::chain::{Chain, Hop, Touch};
use super::correspond::Lifted;
use super::drawn::Drawn;
use super::flat;
use super::segment::StrokeEnd;
use super::solve::{Wanted, cost, improve, softened};
use super::surface::ground_at;

/// Points of an arc and of the ground under it that are compared with the strokes.
const POINTS: usize = 18;
const GROUND_POINTS: usize = 6;
/// Beyond so many times the jitter a point counts less.
const KNEE: f64 = 2.5;
/// Rounds of finding the nearest stroke points, and of least squares in each.
const ROUNDS: [usize; 2] = [4, 6];
/// A fit is done when a round changes its cost by less: a contact costs four hundred times as much.
const SETTLED: f64 = 0.01;

/// A fitted chain.
#[derive(Clone, Debug)]
pub(super) struct Fitted {
    pub(super) chain: Chain,
    pub(super) cost: f64,
    /// Where each contact is on the path, between samples.
    pub(super) breaks: Vec<f64>,
    held: Held,
}

struct Fit<'a> {
    drawn: &'a Drawn,
    held: Held,
    /// √n: beliefs about the runner count once, not once for each arc.
    once: f64,
}

/// Which points of the strokes belong to the points of a chain.
#[derive(Clone, Debug)]
struct Held {
    /// What of the strokes belongs to each jump in place; `None` for arcs that lead somewhere.
    jumps: Vec<Option<Jump>>,
    path: Vec<Vec<Anchor>>,
    ground: Vec<Vec<Option<Anchor>>>,
}

/// The pixels of a jump in place: up and down are the same line, so its ends tell it.
#[derive(Clone, Copy, Debug)]
struct Jump {
    top: DVec2,
    lows: [DVec2; 2],
    grounds: [DVec2; 2],
}

impl Drawn {
    /// Fits a chain to contacts at samples of the path. `rounds`: how often nearest points are found anew.
    pub(super) fn fitted(&self, breaks: &[f64], rounds: usize) -> Option<Fitted> {
        let chain = self.start(breaks)?;
        Some(self.refined(chain, breaks, rounds))
    }

    /// The usual number of rounds.
    pub(super) fn rounds() -> usize {
        ROUNDS[0]
    }

    /// A chain that is nearly right, fitted on.
    pub(super) fn refined(&self, mut chain: Chain, breaks: &[f64], rounds: usize) -> Fitted {
        let mut fit = Fit::first(self, &chain, breaks);
        let mut before = f64::INFINITY;
        for _ in 0..rounds {
            let now = improve(&fit, &mut chain, ROUNDS[1]);
            fit = fit.again(&chain);
            if (before - now).abs() < SETTLED {
                break;
            }
            before = now;
        }
        let cost = cost(&fit, &chain);
        let breaks = fit.held.breaks(breaks);
        Fitted { chain, cost, breaks, held: fit.held }
    }

    /// How certain a fitted chain is.
    pub(super) fn doubts(&self, fitted: Fitted) -> (Chain, Doubts) {
        let Fitted { chain, held, .. } = fitted;
        let doubts = Fit::new(self, held).doubts(&chain);
        (chain, doubts)
    }

    /// The chain as the lifted path tells it.
    fn start(&self, breaks: &[f64]) -> Option<Chain> {
        let touch = |&index: &f64| {
            let under = Lifted::value(&self.lifted.under, index);
            let place = flat(self.shadow.at(under));
            let surface = self.shadow.surface(under).or_else(|| ground_at(&self.surfaces, place))?;
            Some(Touch { place, surface, secs: 0.18 })
        };
        let mut touches: Vec<Touch> = breaks.iter().map(touch).collect::<Option<_>>()?;
        let tops = breaks.windows(2).map(|ends| self.top(ends[0], ends[1]));
        let mut hops: Vec<Hop> = Vec::new();
        for (i, (top, ends)) in tops.zip(breaks.windows(2)).enumerate() {
            let fall = |index: f64| {
                let low = Lifted::value(&self.lifted.heights, index);
                (2.0 * (top - low).max(0.005) / GRAVITY).sqrt()
            };
            let [mut before, mut after] = [fall(ends[0]), fall(ends[1])];
            self.mirror_halves(&mut touches, i, &mut [&mut before, &mut after]);
            let length = touches[i].place.distance(touches[i + 1].place);
            let secs = 1.08 * (before + after);
            let apex_share = before / (before + after);
            hops.push(Hop { apex_share, height: top, ln_secs: secs.max(length / FASTEST).ln() });
        }
        Some(Chain { touches, hops })
    }

    /// An arc that begins or ends at its apex gets the contact that would lie on its other side.
    fn mirror_halves(&self, touches: &mut [Touch], i: usize, falls: &mut [&mut f64; 2]) {
        if i == 0 && self.ends[0] == StrokeEnd::Apex {
            touches[0].place = touches[0].place * 2.0 - touches[1].place;
            touches[0].surface = touches[1].surface;
            *falls[0] = *falls[1];
        }
        if i + 2 == touches.len() && self.ends[1] == StrokeEnd::Apex {
            touches[i + 1].place = touches[i + 1].place * 2.0 - touches[i].place;
            touches[i + 1].surface = touches[i].surface;
            *falls[1] = *falls[0];
        }
    }

    /// The pixels of the jump between two samples of the path.
    fn jump(&self, from: f64, to: f64) -> Jump {
        let (first, last) = (from.ceil() as usize, to.floor() as usize);
        let heights = &self.lifted.heights;
        let top = (first..=last).max_by(|&a, &b| heights[a].total_cmp(&heights[b])).unwrap_or(first);
        Jump {
            top: self.path.points[top],
            lows: [from, to].map(|index| self.path.at(index)),
            grounds: [from, to].map(|index| self.seen.at(Lifted::value(&self.lifted.under, index))),
        }
    }

    fn top(&self, from: f64, to: f64) -> f64 {
        let last = self.lifted.heights.len() - 1;
        let (from, to) = ((from.floor() as usize).min(last), (to.ceil() as usize).min(last));
        self.lifted.heights[from..=to.max(from)].iter().copied().fold(f64::MIN, f64::max)
    }

    /// The part of arc `i` of `n` that was drawn, as shares.
    fn drawn_part(&self, chain: &Chain, i: usize) -> [f64; 2] {
        let apex = chain.hops[i].apex_share;
        let from = if i == 0 && self.ends[0] == StrokeEnd::Apex { apex } else { 0.0 };
        let to = if i + 1 == chain.hops.len() && self.ends[1] == StrokeEnd::Apex { apex } else { 1.0 };
        [from, to]
    }

    fn point(&self, chain: &Chain, i: usize, share: f64) -> Option<DVec2> {
        let ends = [chain.passage(i), chain.passage(i + 1)];
        self.lens.project(chain.arc(i).point([&ends[0], &ends[1]], share))
    }

    /// A point of the ground under the chord of arc `i`; `None` where the surface of the contact is not the ground.
    fn ground_point(&self, chain: &Chain, i: usize, share: f64) -> Option<DVec3> {
        let arc = chain.arc(i);
        let place = arc.from + arc.way * share;
        let touch = chain.touches[if share < 0.5 { i } else { i + 1 }];
        let surface = &self.surfaces[touch.surface];
        let is_ground =
            surface.outside(place) <= 0.0 && ground_at(&self.surfaces, place) == Some(touch.surface);
        is_ground.then(|| DVec3::new(place.x, surface.height(place), place.y))
    }
}

/// The share at the middle of the k-th of some equal parts.
fn part(k: usize, count: usize, [from, to]: [f64; 2]) -> f64 {
    from + (to - from) * (k as f64 + 0.5) / count as f64
}

impl<'a> Fit<'a> {
    fn new(drawn: &'a Drawn, held: Held) -> Self {
        let once = (held.path.len() as f64).sqrt();
        Self { drawn, held, once }
    }

    /// The nearest stroke points, sought around the breaks.
    fn first(drawn: &'a Drawn, chain: &Chain, breaks: &[f64]) -> Self {
        let between = |a: f64, b: f64, k: usize, count: usize| part(k, count, [a, b]);
        let path: Vec<Vec<f64>> = breaks
            .windows(2)
            .map(|ends| (0..POINTS).map(|k| between(ends[0], ends[1], k, POINTS)).collect())
            .collect();
        let under = |index: f64| Lifted::value(&drawn.lifted.under, index);
        let ground: Vec<Vec<f64>> = breaks
            .windows(2)
            .map(|ends| {
                (0..GROUND_POINTS)
                    .map(|k| between(under(ends[0]), under(ends[1]), k, GROUND_POINTS))
                    .collect()
            })
            .collect();
        let jump =
            |(i, ends): (usize, &[f64])| chain.arc(i).is_in_place().then(|| drawn.jump(ends[0], ends[1]));
        let jumps = breaks.windows(2).enumerate().map(jump).collect();
        Self::near(drawn, chain, jumps, &path, &ground)
    }

    /// The nearest stroke points of a chain that has changed.
    fn again(&self, chain: &Chain) -> Self {
        let indices = |list: &[Anchor]| list.iter().map(|anchor| anchor.index).collect::<Vec<_>>();
        let held = &self.held;
        let path: Vec<Vec<f64>> = held.path.iter().map(|arc| indices(arc)).collect();
        let ground: Vec<Vec<f64>> = held
            .ground
            .iter()
            .zip(&held.path)
            .map(|(arc, over)| {
                let guess = |k: usize| {
                    let index = over[(k * POINTS + POINTS / 2) / GROUND_POINTS].index;
                    Lifted::value(&self.drawn.lifted.under, index)
                };
                arc.iter()
                    .enumerate()
                    .map(|(k, anchor)| anchor.map_or_else(|| guess(k), |anchor| anchor.index))
                    .collect()
            })
            .collect();
        Self::near(self.drawn, chain, held.jumps.clone(), &path, &ground)
    }

    fn near(
        drawn: &'a Drawn,
        chain: &Chain,
        jumps: Vec<Option<Jump>>,
        path: &[Vec<f64>],
        ground: &[Vec<f64>],
    ) -> Self {
        let count = chain.hops.len();
        let points = |i: usize| {
            let (span, stays) = (drawn.drawn_part(chain, i), jumps[i].is_some());
            let point = move |k: usize| drawn.point(chain, i, part(k, POINTS, span)).filter(|_| !stays);
            (0..POINTS).map(point)
        };
        let pixels: Vec<Vec<Option<DVec2>>> = (0..count).map(|i| points(i).collect()).collect();
        let path = anchored(&drawn.path, &pixels, path);
        let under = |i: usize| {
            let span = drawn.drawn_part(chain, i);
            (0..GROUND_POINTS).map(move |k| {
                let point = drawn.ground_point(chain, i, part(k, GROUND_POINTS, span))?;
                drawn.lens.project(point)
            })
        };
        let pixels: Vec<Vec<Option<DVec2>>> = (0..count).map(|i| under(i).collect()).collect();
        let ground = anchored(&drawn.seen, &pixels, ground);
        let held = ground
            .into_iter()
            .zip(&pixels)
            .map(|(arc, pixels)| arc.into_iter().zip(pixels).map(|(a, pixel)| pixel.map(|_| a)).collect());
        Self::new(drawn, Held { jumps, path, ground: held.collect() })
    }

    /// Distances from both strokes and from the ends of the path. Given `known`, what they are while something changes beyond the
    /// ends of the arc: flight and ground stay as they are.
    fn strokes(&self, chain: &Chain, i: usize, known: Option<&[f64]>, out: &mut Vec<f64>) {
        let drawn = self.drawn;
        let ends = [chain.passage(i), chain.passage(i + 1)];
        let ends = [&ends[0], &ends[1]];
        let span = drawn.drawn_part(chain, i);
        let off = |anchor: &Anchor, pixel: Option<DVec2>| {
            let pixel = pixel.unwrap_or(anchor.at + anchor.normal * 1e3);
            softened((pixel - anchor.at).dot(anchor.normal) / anchor.sigma, KNEE)
        };
        let arc = chain.arc(i);
        if let Some(jump) = &self.held.jumps[i] {
            self.jump(chain, i, jump, out);
        }
        let moving = if self.held.jumps[i].is_some() { 0 } else { POINTS };
        for (k, anchor) in self.held.path[i].iter().enumerate().take(moving) {
            let share = part(k, POINTS, span);
            let point = || drawn.lens.project(arc.point(ends, share));
            let known = known.filter(|_| arc.is_flight(ends, share));
            out.push(known.map_or_else(|| off(anchor, point()), |known| known[out.len()]));
        }
        for (k, anchor) in self.held.ground[i].iter().enumerate().take(moving) {
            let Some(anchor) = anchor else { continue };
            if let Some(known) = known {
                out.push(known[out.len()]);
                continue;
            }
            let share = part(k, GROUND_POINTS, span);
            let place = arc.from + arc.way * share;
            let surface = &drawn.surfaces[chain.touches[if share < 0.5 { i } else { i + 1 }].surface];
            let point = DVec3::new(place.x, surface.height(place), place.y);
            out.push(off(anchor, drawn.lens.project(point)));
        }
        let first = (i == 0).then(|| (span[0], drawn.path.points[0]));
        let last =
            (i + 1 == chain.hops.len()).then(|| (span[1], drawn.path.points[drawn.path.points.len() - 1]));
        for (share, at) in first.into_iter().chain(last) {
            let point = arc.point(ends, share);
            let away = drawn.lens.project(point).map_or(DVec2::splat(1e3), |pixel| pixel - at) / 3.0;
            out.extend([softened(away.x, KNEE), softened(away.y, KNEE)]);
        }
    }

    /// Distances of a jump in place from where it was drawn: top, both lowest points, and the ground under them.
    fn jump(&self, chain: &Chain, i: usize, jump: &Jump, out: &mut Vec<f64>) {
        let mut tell = |point: DVec3, at: DVec2, sigma: f64| {
            let off = self.drawn.lens.project(point).map_or(DVec2::splat(1e3), |pixel| pixel - at) / sigma;
            out.extend([softened(off.x, KNEE), softened(off.y, KNEE)]);
        };
        tell(chain.arc(i).apex(), jump.top, TOP);
        for (end, contact) in [i, i + 1].into_iter().enumerate() {
            let place = chain.touches[contact].place;
            tell(chain.passage(contact).at(0.5), jump.lows[end], LOW_POINT);
            let ground = DVec3::new(place.x, chain.ground(&self.drawn.surfaces, contact), place.y);
            tell(ground, jump.grounds[end], LOW_POINT);
        }
    }
}

impl Held {
    /// Where each contact is on the path.
    fn breaks(&self, first: &[f64]) -> Vec<f64> {
        let (mut breaks, last) = (vec![first[0]], first[first.len() - 1]);
        for pair in self.path.windows(2) {
            let (a, b) = (pair[0][POINTS - 1].index, pair[1][0].index);
            breaks.push(f64::midpoint(a, b).clamp(first[0], last));
        }
        breaks.push(last);
        breaks
    }
}

/// Jitter of the top and of the lowest points of a jump in place, in pixels.
const TOP: f64 = 1.5;
const LOW_POINT: f64 = 3.0;
/// No speed is read that is greater, in m/s.
const FASTEST: f64 = 11.0;

impl Wanted for Fit<'_> {
    fn residuals(&self, chain: &Chain, i: usize, out: &mut Vec<f64>) {
        self.strokes(chain, i, None, out);
        self.beliefs(chain, i, out);
    }

    fn residuals_beyond(&self, chain: &Chain, i: usize, known: &[f64], out: &mut Vec<f64>) {
        self.strokes(chain, i, Some(known), out);
        self.beliefs(chain, i, out);
    }
}
