//! Blocks in clusters of clusters.

use std::ops::Range;

use super::LANES;
use super::coordinates::ROUNDING;
use super::point::{Distances, Mean, Point};

/// Fewer blocks than this are split by one thread.
const PER_TASK: usize = 2048;

/// Blocks within a radius of a centre, and the two halves they fall into.
///
/// Leaves have [`LANES`] blocks, the last one perhaps fewer; so a tree of n blocks is ⌈log₂(n / `LANES`)⌉ high, wherever they are.
#[derive(Debug)]
pub(super) struct Node {
    pub(super) centre: Point,
    norm: f32,
    /// How far windows are from the centre, at most.
    pub(super) radius: f32,
    /// The largest ρ and ς.
    rest: [f32; 2],
    /// The blocks, as places in the order of the tree.
    pub(super) blocks: Range<usize>,
    pub(super) halves: Option<Box<[Self; 2]>>,
}

/// What is known of the distances between all windows of two nodes, in metres.
pub(super) struct Span {
    /// No √D is less.
    pub(super) least: f32,
    /// No √D is more.
    pub(super) most: f32,
}

/// A few windows that follow one another, seen as one.
#[derive(Clone, Copy, Debug)]
pub(super) struct Block {
    pub(super) centre: Point,
    pub(super) norm: f32,
    /// How far the windows are from the centre, at most.
    pub(super) reach: f32,
    /// The largest ρ and ς of the windows.
    pub(super) rest: [f32; 2],
}

impl Block {
    /// A block of these windows, at least one.
    pub(super) fn new(windows: &[Point]) -> Self {
        let numbers: Vec<u32> = (0..windows.len() as u32).collect();
        let norms: Vec<f32> = windows.iter().map(Point::norm).collect();
        let middle = &windows[windows.len() / 2];
        let centre =
            pulp::Arch::new().dispatch(Mean { model: middle, points: |n: usize| &windows[n], of: &numbers });
        let norm = centre.norm();
        let most = windows.iter().zip(&norms).map(|(window, of_window)| {
            centre.squared_distance(window, norm + of_window) + ROUNDING * (norm + of_window)
        });
        let reach = most.fold(0.0, f32::max).sqrt();
        Self { centre, norm, reach, rest: largest(windows.iter().map(Point::rest)) }
    }
}

fn largest(rests: impl Iterator<Item = [f32; 2]>) -> [f32; 2] {
    rests.fold([0.0; 2], |most, rest| [most[0].max(rest[0]), most[1].max(rest[1])])
}

impl Node {
    /// Puts blocks, named by number, in the order of a tree; the first comes to place `first`.
    pub(super) fn new(blocks: &[Block], order: &mut [u32], first: usize) -> Self {
        let centre = mean(blocks, mean(blocks, blocks[order[0] as usize].centre, order), order);
        let norm = centre.norm();
        let squared = distances(blocks, &centre, order);
        let of = |n: u32| &blocks[n as usize];
        let reaches = squared
            .iter()
            .zip(order.iter())
            .map(|(squared, &n)| (squared + ROUNDING * (norm + of(n).norm)).max(0.0).sqrt() + of(n).reach);
        let radius = reaches.fold(0.0, f32::max);
        let rest = largest(order.iter().map(|&n| of(n).rest));
        let places = first..first + order.len();
        let halves = (order.len() > LANES).then(|| {
            part(blocks, order[farthest(&squared)], order);
            let (low, high) = order.split_at_mut(middle(order.len()));
            let next = first + low.len();
            let (low, high) = both(
                places.len() > PER_TASK,
                || Self::new(blocks, low, first),
                || Self::new(blocks, high, next),
            );
            Box::new([low, high])
        });
        Self { centre, norm, radius, rest, blocks: places, halves }
    }

    /// The leaves in order.
    pub(super) fn each_leaf(&self, visit: &mut dyn FnMut(&Self)) {
        match &self.halves {
            Some(halves) => halves.iter().for_each(|half| half.each_leaf(visit)),
            None => visit(self),
        }
    }

    /// How far windows of this node and of another are from each other.
    pub(super) fn span(&self, other: &Self) -> Span {
        let norms = self.norm + other.norm;
        let squared = self.centre.squared_distance(&other.centre, norms);
        let (slack, radii) = (ROUNDING * norms, self.radius + other.radius);
        let most = (squared + slack).max(0.0).sqrt() + radii;
        let left_out: f32 = self.rest.iter().zip(&other.rest).map(|(a, b)| 4.0 * a * b).sum();
        Span { least: (squared - slack).max(0.0).sqrt() - radii, most: (most * most + left_out).sqrt() }
    }
}

/// Where blocks are parted: both halves fill leaves.
fn middle(blocks: usize) -> usize {
    blocks.div_ceil(LANES) / 2 * LANES
}

fn distances(blocks: &[Block], from: &Point, to: &[u32]) -> Vec<f32> {
    let mut squared = vec![0.0; to.len()];
    pulp::Arch::new().dispatch(Distances { from, blocks, to, out: &mut squared });
    squared
}

fn mean(blocks: &[Block], model: Point, of: &[u32]) -> Point {
    pulp::Arch::new().dispatch(Mean { model: &model, points: |n: usize| &blocks[n].centre, of })
}

/// Parts blocks by whether they are rather like `pivot` or like the one farthest from it; then once more, by the means of
/// these halves.
fn part(blocks: &[Block], pivot: u32, order: &mut [u32]) {
    let pivot = blocks[pivot as usize].centre;
    let far = order[farthest(&distances(blocks, &pivot, order))];
    part_between(blocks, &pivot, &blocks[far as usize].centre, order);
    let (low, high) = order.split_at(middle(order.len()));
    let [low, high] = [low, high].map(|half| mean(blocks, blocks[half[0] as usize].centre, half));
    part_between(blocks, &low, &high, order);
}

fn part_between(blocks: &[Block], low: &Point, high: &Point, order: &mut [u32]) {
    let [near, far] = [low, high].map(|from| distances(blocks, from, order));
    let keys = near.iter().zip(&far).map(|(near, far)| near - far);
    let mut keyed: Vec<(f32, u32)> = keys.zip(order.iter().copied()).collect();
    keyed.select_nth_unstable_by(middle(order.len()), |a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
    order.iter_mut().zip(keyed).for_each(|(to, (_, block))| *to = block);
}

fn farthest(squared: &[f32]) -> usize {
    let further = |best: (usize, f32), (n, &d): (usize, &f32)| if d > best.1 { (n, d) } else { best };
    squared.iter().enumerate().fold((0, f32::NEG_INFINITY), further).0
}

fn both<A: Send, B: Send>(
    parallel: bool,
    first: impl FnOnce() -> A + Send,
    second: impl FnOnce() -> B + Send,
) -> (A, B) {
    if parallel { rayon::join(first, second) } else { (first(), second()) }
}
