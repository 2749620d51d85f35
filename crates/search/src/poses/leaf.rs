//! The leaves of a tree, and which of their windows may be close.

use super::near::{CloseWindows, NearBlocks, NearHub};
use super::row::{OF_BLOCK, Row, of_block, row};
use super::tree::{Block, Node};
use super::windows::Windows;
use super::{BLOCK, LANES, QUADS};

/// The blocks of all leaves and their windows.
#[derive(Debug)]
pub(super) struct Leaves {
    /// [`LANES`] blocks each.
    blocks: Vec<Row<OF_BLOCK>>,
    /// All blocks of a leaf as one, [`LANES`] leaves each.
    hubs: Vec<Row<OF_BLOCK>>,
    windows: Windows,
}

/// The windows of a block, each with those of a quad as bits.
pub(super) type Bits = [u16; BLOCK];

/// Windows of a block and of a quad of two leaves.
#[derive(Clone, Copy, Debug)]
pub(super) struct Tile {
    /// Where the block and the quad begin.
    pub(super) places: [u32; 2],
    /// Pairs that are closer, however the rest lies.
    pub(super) inside: Bits,
    /// Pairs that may be closer.
    pub(super) open: Bits,
}

impl Leaves {
    /// Of the blocks of a tree in its order.
    pub(super) fn new(blocks: &[Block], mut windows: Windows, order: &[u32], root: &Node) -> Self {
        windows.sort(order);
        let block = |block: &u32| {
            let Block { centre, reach, .. } = &blocks[*block as usize];
            of_block(centre, *reach)
        };
        let mut hubs = Vec::new();
        root.each_leaf(&mut |leaf| hubs.push(of_block(&leaf.centre, leaf.radius)));
        Self {
            blocks: order.chunks(LANES).map(|order| row(order.iter().map(block))).collect(),
            hubs: hubs.chunks(LANES).map(|hubs| row(hubs.iter().copied())).collect(),
            windows,
        }
    }

    fn hub(&self, leaf: usize) -> (&Row<OF_BLOCK>, usize) {
        (&self.hubs[leaf / LANES], leaf % LANES)
    }

    /// Calls `visit` with the parts of two leaves in which pairs may have √D below `metres`.
    pub(super) fn tiles(
        [own, other]: [&Self; 2],
        [first, second]: [usize; 2],
        metres: f32,
        visit: &mut dyn FnMut(Tile),
    ) {
        let (arch, is_one) = (pulp::Arch::new(), std::ptr::eq(own, other) && first == second);
        let of_first = arch.dispatch(NearHub { leaf: &own.blocks[first], other: other.hub(second), metres });
        let of_second = arch.dispatch(NearHub { leaf: &other.blocks[second], other: own.hub(first), metres });
        if of_first == 0 || of_second == 0 {
            return;
        }
        let (blocks, others) = (&own.blocks[first], &other.blocks[second]);
        let near = arch.dispatch(NearBlocks { first: blocks, of_first, second: others, metres });
        for (n, near) in near.into_iter().enumerate() {
            let near = if is_one { near & (u16::MAX << n) } else { near };
            for quad in (0..QUADS).filter(|quad| near >> (quad * BLOCK) & 0xF != 0) {
                let (block, quad) = (first * LANES + n, second * QUADS + quad);
                let [inside, open] = arch.dispatch(CloseWindows {
                    first: own.windows.quad(block / QUADS),
                    from: block % QUADS * BLOCK,
                    second: other.windows.quad(quad),
                    squared: metres * metres,
                });
                visit(Tile { places: [block * BLOCK, quad * LANES].map(|place| place as u32), inside, open });
            }
        }
    }
}
