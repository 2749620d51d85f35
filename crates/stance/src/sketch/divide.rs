//! Where a drawn path touches the ground: jumps in place first, then the arcs of what lies between them.

use glam::DVec2;
use segue_motion::GRAVITY;

use super::chain::IN_PLACE;
use super::correspond::Lifted;
use super::drawn::Drawn;
use super::flat;
use super::segment::{GRID, LENGTHS, Segmenter, StrokeEnd};

/// The least height of a jump in place: metres, and pixels of a hand that shakes.
const LEAST_JUMP: (f64, f64) = (0.08, 5.0);

impl Drawn {
    /// Ways to divide the path into arcs, as samples at which it touches down, ends included; the most trusted first.
    pub(super) fn divisions(&self) -> Vec<Vec<f64>> {
        let jumps = self.jumps();
        let pieces = self.pieces(&jumps);
        let tries = pieces.iter().map(|[from, to]| self.moving(*from, *to)).collect::<Vec<_>>();
        let count = tries.iter().map(Vec::len).max().unwrap_or(1);
        let mut all: Vec<Vec<f64>> = Vec::new();
        for n in 0..count {
            let parts: Option<Vec<&Vec<f64>>> = tries.iter().map(|tries| tries[n].as_ref()).collect();
            let Some(parts) = parts else { continue };
            let jumped = jumps.iter().flatten().map(|&sample| sample as f64);
            let mut breaks: Vec<f64> = parts.into_iter().flatten().copied().chain(jumped).collect();
            breaks.sort_by(f64::total_cmp);
            breaks.dedup_by(|a, b| (*a - *b).abs() < 1e-6);
            if !all.iter().any(|other| self.is_same(other, &breaks)) {
                all.push(breaks);
            }
        }
        all
    }

    /// Whether two divisions lead to the same chain: they differ by no more than the grid on which they are sought.
    fn is_same(&self, a: &[f64], b: &[f64]) -> bool {
        let way = |&at: &f64| Lifted::value(&self.lifted.ways, at);
        a.len() == b.len() && a.iter().zip(b).all(|(a, b)| (way(a) - way(b)).abs() < 1.5 * GRID)
    }

    /// The tries to divide a part of the path that leads somewhere.
    fn moving(&self, from: usize, to: usize) -> Vec<Option<Vec<f64>>> {
        let path = self.lifted.part(from, to);
        let over = path.heights.iter().zip(&path.under);
        let end = |at: bool, end: StrokeEnd| if at { end } else { StrokeEnd::Contact };
        let last = self.lifted.heights.len() - 1;
        let segmenter = Segmenter {
            over: over.map(|(height, &under)| height - self.shadow.at(under).y).collect(),
            spacing: self.path.spacing,
            standing: self.figure.com_height,
            ends: [end(from == 0, self.ends[0]), end(to == last, self.ends[1])],
            path: &path,
        };
        let tries = segmenter.hypotheses().into_iter();
        tries.map(|breaks| Some(breaks?.iter().map(|at| at + from as f64).collect())).collect()
    }

    /// The samples between which the path leads somewhere.
    fn pieces(&self, jumps: &[Vec<usize>]) -> Vec<[usize; 2]> {
        let last = self.lifted.heights.len() - 1;
        let ends = jumps.iter().flat_map(|jump| [jump[0], jump[jump.len() - 1]]);
        let bounds: Vec<usize> = std::iter::once(0).chain(ends).chain([last]).collect();
        bounds.chunks(2).map(|pair| [pair[0], pair[1]]).filter(|pair| pair[0] < pair[1]).collect()
    }

    /// Jumps in place that follow each other, each as the samples of its contacts. What leads nowhere before, between and
    /// after them belongs to their contacts.
    fn jumps(&self) -> Vec<Vec<usize>> {
        let place = |sample: usize| flat(self.shadow.at(self.lifted.under[sample]));
        let mut all: Vec<Vec<usize>> = Vec::new();
        let (heights, ways) = (&self.lifted.heights, &self.lifted.ways);
        for [from, top, to] in bounces(&self.lifted) {
            let fall = |low: usize| (2.0 * (heights[top] - heights[low]) / GRAVITY).sqrt();
            let way: DVec2 = place(to) - place(from);
            if way.length() > IN_PLACE * (fall(from) + fall(to)) {
                continue;
            }
            match all.last_mut() {
                Some(jump) if ways[from] - ways[jump[jump.len() - 1]] < LENGTHS[0] => jump.push(to),
                _ => all.push(vec![from, to]),
            }
        }
        self.widened(all)
    }

    /// With the ends of the strokes as contacts where the path leads nowhere before the first jump or after the last.
    fn widened(&self, mut jumps: Vec<Vec<usize>>) -> Vec<Vec<usize>> {
        let (ways, last) = (&self.lifted.ways, self.lifted.heights.len() - 1);
        if let Some(first) = jumps.first_mut().and_then(|jump| jump.first_mut())
            && ways[*first] < LENGTHS[0]
        {
            *first = 0;
        }
        if let Some(end) = jumps.last_mut().and_then(|jump| jump.last_mut())
            && ways[last] - ways[*end] < LENGTHS[0]
        {
            *end = last;
        }
        jumps
    }
}

/// Lowest, highest and lowest sample of each bounce that no shaking hand draws.
fn bounces(path: &Lifted) -> Vec<[usize; 3]> {
    let turns = turns(path);
    let is_low = |pair: &[usize]| path.heights[pair[0]] < path.heights[pair[1]];
    turns.windows(3).filter(|turn| is_low(turn)).map(|turn| [turn[0], turn[1], turn[2]]).collect()
}

/// The samples at which a path turns from rising to falling or back, its ends included.
fn turns(path: &Lifted) -> Vec<usize> {
    let heights = &path.heights;
    let (mut turns, mut rising) = (Vec::new(), None);
    let (mut low, mut high) = (0, 0);
    for i in 0..heights.len() {
        let least = LEAST_JUMP.0.max(LEAST_JUMP.1 * path.metres_per_pixel[i]);
        if heights[i] < heights[low] {
            low = i;
        }
        if heights[i] > heights[high] {
            high = i;
        }
        if rising != Some(true) && heights[i] - heights[low] > least {
            turns.push(low);
            (rising, high) = (Some(true), i);
        } else if rising != Some(false) && heights[high] - heights[i] > least {
            turns.push(high);
            (rising, low) = (Some(false), i);
        }
    }
    match rising {
        Some(true) => turns.push(high),
        Some(false) => turns.push(low),
        None => {}
    }
    turns
}
