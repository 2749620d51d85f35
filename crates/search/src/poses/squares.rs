//! Close pairs seen from afar: which squares of the grids of clips hold one.

use super::join::Join;
use super::set::{Found, Patch};
use super::{BLOCK, NOWHERE, Poses, QUADS};

/// A block of frames: which of the clips, and its first frame.
type Place = [usize; 2];

impl Poses {
    /// Calls `visit` with every square of `side` frames in which a window of this tree and one of another, which may be the same,
    /// have √D below `metres`: each side as a clip and a multiple of `side` frames. Some come more than once. Pairs of one
    /// clip fewer than `nearest` frames apart do not count.
    pub(crate) fn squares(
        &self,
        other: &Self,
        side: usize,
        metres: f64,
        nearest: usize,
        visit: &(dyn Fn([Place; 2]) + Sync),
    ) {
        assert!(side >= BLOCK, "a block lies in two squares at most");
        let join = Join { poses: [self, other], metres: metres as f32, nearest };
        join.each(&|found| {
            each_block(found, [self, other], &|places, rows| split(places, rows, side, visit));
        });
    }

    /// Which of the windows of a block are there, as bits.
    fn held(&self, block: usize) -> u16 {
        let windows = &self.order[block * BLOCK..][..BLOCK];
        windows.iter().enumerate().fold(0, |bits, (n, &window)| bits | u16::from(window != NOWHERE) << n)
    }
}

/// Calls `visit` with all pairs of blocks that hold close windows, and with those of the second as bits for each of the first.
fn each_block(found: &Found, [own, other]: [&Poses; 2], visit: &dyn Fn([Place; 2], [u16; BLOCK])) {
    for Patch { places: [first, second], rows } in &found.patches {
        let place = own.block(*first as usize / BLOCK);
        for quad in 0..QUADS {
            let rows = rows.map(|row| row >> (quad * BLOCK) & 0xF);
            if rows != [0; BLOCK] {
                visit([place, other.block(*second as usize / BLOCK + quad)], rows);
            }
        }
    }
    for [first, second] in found.boxes.iter().map(super::set::Box::blocks) {
        for block in first {
            let (place, held) = (own.block(block), own.held(block));
            for block in second.clone() {
                let row = |n: usize| if held >> n & 1 == 1 { other.held(block) } else { 0 };
                visit([place, other.block(block)], std::array::from_fn(row));
            }
        }
    }
}

/// Calls `visit` with the squares that hold a close pair of two blocks.
fn split(places: [Place; 2], rows: [u16; BLOCK], side: usize, visit: &dyn Fn([Place; 2])) {
    // A block begins in one square and may end in the next.
    let parts = places.map(|[clip, frame]| {
        let inside = (side - frame % side).min(BLOCK);
        let masks = [(1 << inside) - 1, 0xF & (0xF << inside)];
        [([clip, frame / side], masks[0]), ([clip, frame / side + 1], masks[1])]
    });
    for (row, own) in parts[0] {
        let seen = (0..BLOCK).filter(|n| own >> n & 1 == 1).fold(0, |all, n| all | rows[n]);
        for (column, _) in parts[1].iter().filter(|(_, mask)| seen & mask != 0) {
            visit([row, *column]);
        }
    }
}
