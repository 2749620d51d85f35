//! Pairs of windows that are close to each other.

use super::join::bits;
use super::leaf::Bits;
use super::tree::Node;
use super::{BLOCK, LANES, NOWHERE, PoseWindow, Poses};

/// All pairs of windows of some clips that are closer than a distance, each pair once.
///
/// They are kept as *boxes* (all windows of one cluster with all of another) and *patches* (pairs of 4 windows with 16
/// as bits), so a million pairs of much the same pose take no more room than one.
#[derive(Debug)]
pub struct ClosePairs<'a> {
    poses: &'a Poses,
    boxes: Vec<Box>,
    patches: Vec<Patch>,
    pairs: usize,
    looked: [usize; 3],
}

/// Windows from one place to another, each with all from a third to a fourth.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Box {
    first: [u32; 2],
    second: [u32; 2],
}

/// Pairs of the windows from one place on with those from another on.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Patch {
    pub(super) places: [u32; 2],
    pub(super) rows: Bits,
}

/// What one task finds.
#[derive(Debug, Default)]
pub(super) struct Found {
    pub(super) boxes: Vec<Box>,
    pub(super) patches: Vec<Patch>,
    /// Pairs of leaves, and parts of them, that were compared.
    pub(super) leaves: usize,
    pub(super) tiles: usize,
    /// Pairs of windows whose distance was computed.
    pub(super) computed: usize,
}

impl Box {
    pub(super) fn of(first: &Node, second: &Node) -> Self {
        let places = |node: &Node| [node.blocks.start, node.blocks.end].map(|block| (block * BLOCK) as u32);
        Self { first: places(first), second: places(second) }
    }

    /// The blocks of the windows of either side.
    pub(super) fn blocks(&self) -> [std::ops::Range<usize>; 2] {
        [self.first, self.second].map(|[start, end]| start as usize / BLOCK..end as usize / BLOCK)
    }

    fn len(&self, poses: &Poses) -> usize {
        let windows = |[start, end]: [u32; 2]| {
            poses.order[start as usize..end as usize].iter().filter(|&&window| window != NOWHERE).count()
        };
        windows(self.first) * windows(self.second)
    }
}

impl<'a> ClosePairs<'a> {
    pub(super) fn new(poses: &'a Poses, parts: Vec<Found>) -> Self {
        let (mut boxes, mut patches, mut looked) = (Vec::new(), Vec::new(), [0; 3]);
        patches.reserve_exact(parts.iter().map(|part| part.patches.len()).sum());
        for part in parts {
            boxes.extend(part.boxes);
            patches.extend(part.patches);
            looked[0] += part.leaves * LANES * LANES;
            looked[1] += part.tiles * LANES * BLOCK;
            looked[2] += part.computed;
        }
        let ones = |patch: &Patch| patch.rows.iter().map(|row| row.count_ones() as usize).sum::<usize>();
        let in_boxes: usize = boxes.iter().map(|found: &Box| found.len(poses)).sum();
        let pairs = in_boxes + patches.iter().map(ones).sum::<usize>();
        Self { poses, boxes, patches, pairs, looked }
    }

    /// Number of pairs.
    pub fn len(&self) -> usize {
        self.pairs
    }

    /// Whether no two windows are close.
    pub fn is_empty(&self) -> bool {
        self.pairs == 0
    }

    /// How many boxes and patches they are kept in.
    pub fn parts(&self) -> [usize; 2] {
        [self.boxes.len(), self.patches.len()]
    }

    /// What was looked at one by one: pairs of blocks, pairs of windows by bounds, and pairs of which D was computed.
    pub fn looked_at(&self) -> [usize; 3] {
        self.looked
    }

    /// The pairs in no particular order; of each the window of the earlier clip, or the earlier window, comes first.
    pub fn iter(&self) -> impl Iterator<Item = [PoseWindow; 2]> + '_ {
        let boxes = self.boxes.iter().flat_map(|&Box { first, second }| {
            (first[0]..first[1]).flat_map(move |a| (second[0]..second[1]).map(move |b| [a, b]))
        });
        let patches = self.patches.iter().flat_map(|patch| {
            let [first, second] = patch.places;
            (first..).zip(patch.rows).flat_map(move |(a, row)| bits(row).map(move |b| [a, second + b as u32]))
        });
        boxes.chain(patches).filter_map(|[a, b]| {
            let mut pair = [self.poses.pose(a as usize)?, self.poses.pose(b as usize)?];
            pair.sort_unstable();
            Some(pair)
        })
    }
}
