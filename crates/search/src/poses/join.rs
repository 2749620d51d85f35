//! Finding the close pairs of two trees, or of one with itself: both sides go down together.

use rayon::prelude::*;

use super::leaf::{Leaves, Tile};
use super::set::{Box, Found, Patch};
use super::tree::Node;
use super::{BLOCK, LANES, Poses};

/// Pairs of nodes that threads take one by one, about.
const TASKS: usize = 1024;

/// What is looked for.
pub(super) struct Join<'a> {
    /// Two trees, or one twice.
    pub(super) poses: [&'a Poses; 2],
    pub(super) metres: f32,
    /// Windows of one clip fewer frames apart than this are not a pair.
    pub(super) nearest: usize,
}

impl Join<'_> {
    /// All pairs.
    pub(super) fn pairs(&self) -> Vec<Found> {
        self.tasks().par_iter().map(|nodes| self.find(nodes)).collect()
    }

    /// Calls `take` with all pairs, part by part.
    pub(super) fn each(&self, take: &(dyn Fn(&Found) + Sync)) {
        self.tasks().par_iter().for_each(|nodes| take(&self.find(nodes)));
    }

    fn find(&self, [first, second]: &[&Node; 2]) -> Found {
        let mut found = Found::default();
        self.descend(first, second, &mut found);
        found
    }

    /// Whether a tree is compared with itself.
    fn is_one(&self) -> bool {
        std::ptr::eq(self.poses[0], self.poses[1])
    }

    /// Pairs of nodes, none too far apart, that hold all pairs of windows.
    fn tasks(&self) -> Vec<[&Node; 2]> {
        let mut tasks = vec![self.poses.map(|poses| &poses.root)];
        loop {
            let next: Vec<_> = tasks.iter().flat_map(|&[a, b]| self.narrower(a, b)).collect();
            if next.len() == tasks.len() || next.len() > TASKS {
                return next;
            }
            tasks = next;
        }
    }

    /// A pair of nodes as pairs of smaller ones that may be close; as it is where that cannot be or need not.
    fn narrower<'n>(&self, first: &'n Node, second: &'n Node) -> Vec<[&'n Node; 2]> {
        let is_box = !std::ptr::eq(first, second) && first.span(second).most < self.metres;
        let mut pairs = if is_box { Vec::new() } else { split(first, second) };
        if pairs.is_empty() {
            pairs.push([first, second]);
        }
        pairs.retain(|pair| pair[0].span(pair[1]).least < self.metres);
        pairs
    }

    fn descend(&self, first: &Node, second: &Node, found: &mut Found) {
        let span = first.span(second);
        if span.least >= self.metres {
            return;
        }
        let is_one = std::ptr::eq(first, second);
        if !is_one && span.most < self.metres && !self.has_near(first, second) {
            found.boxes.push(Box::of(first, second));
            return;
        }
        if first.halves.is_none() && second.halves.is_none() {
            return self.compare(first.blocks.start / LANES, second.blocks.start / LANES, found);
        }
        for [first, second] in split(first, second) {
            self.descend(first, second, found);
        }
    }

    /// Finds the close pairs of two leaves.
    fn compare(&self, first: usize, second: usize, found: &mut Found) {
        found.leaves += 1;
        let leaves = self.poses.map(|poses| &poses.leaves);
        Leaves::tiles(leaves, [first, second], self.metres, &mut |tile| {
            found.tiles += 1;
            let rows = self.decide(&tile, found);
            if rows != [0; BLOCK] {
                found.patches.push(Patch { places: tile.places, rows });
            }
        });
    }

    /// Which pairs of a tile are close.
    fn decide(&self, tile: &Tile, found: &mut Found) -> [u16; BLOCK] {
        let ([own, other], squared) = (self.poses, self.metres * self.metres);
        let [first, second] = tile.places.map(|place| place as usize);
        std::array::from_fn(|n| {
            let place = first + n;
            // Of a leaf with itself each pair once.
            let later = (place + 1).saturating_sub(second).min(LANES) as u32;
            let is_leaf_with_itself = self.is_one() && first / LEAF == second / LEAF;
            let later = if is_leaf_with_itself { (u32::from(u16::MAX) << later) as u16 } else { u16::MAX };
            let mut row = tile.inside[n] & later;
            for column in bits(tile.open[n] & later) {
                let [a, b] = [own.window(place), other.window(second + column)];
                found.computed += 1;
                row |= u16::from(own.frames.distance(a, &other.frames, b) < squared) << column;
            }
            let near = if self.is_one() { own.near(place, second, row, self.nearest) } else { 0 };
            row & !near
        })
    }

    /// Whether some windows of two nodes are too near each other in time to be a pair.
    fn has_near(&self, first: &Node, second: &Node) -> bool {
        self.is_one() && self.poses[0].has_near(first, second, self.nearest)
    }
}

/// Places of a leaf.
const LEAF: usize = BLOCK * LANES;

/// The pairs of halves of two nodes, or of one with the halves of the wider; none for two leaves.
fn split<'n>(first: &'n Node, second: &'n Node) -> Vec<[&'n Node; 2]> {
    let is_one = std::ptr::eq(first, second);
    match (&first.halves, &second.halves) {
        (None, None) => Vec::new(),
        (Some(halves), _) if is_one => {
            let [low, high] = &**halves;
            vec![[low, low], [low, high], [high, high]]
        }
        (Some(halves), other) if other.is_none() || first.radius >= second.radius => {
            halves.iter().map(|half| [half, second]).collect()
        }
        (_, Some(halves)) => halves.iter().map(|half| [first, half]).collect(),
        (Some(_), None) => unreachable!("a node beside a leaf is split"),
    }
}

/// The places of the bits that are set.
pub(super) fn bits(mut word: u16) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let bit = (word != 0).then(|| word.trailing_zeros() as usize)?;
        word &= word - 1;
        Some(bit)
    })
}
