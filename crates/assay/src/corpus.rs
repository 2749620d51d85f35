//! What inputs are made of.

use segue_numeric::Random;
use segue_store::FileKind;

use crate::mutate::below;
use crate::target::kind_of;
use crate::{Target, mutated};

/// Inputs that are changed further; those that were read come in place of others at random.
const MOST_KEPT: usize = 300;

/// Of so many drawn at random the shortest is changed: it leaves time for many. More would leave nothing but scraps.
const DRAWN: usize = 2;

/// One in so many is packed: that takes longer than all else, and a checksum refuses nearly all of them.
const PACKED: usize = 64;

/// Whole files, or the bodies of containers.
pub(crate) struct Corpus {
    bodies: Vec<Vec<u8>>,
    kind: Option<FileKind>,
}

impl Corpus {
    pub(crate) fn new(target: &Target) -> Self {
        let kind = target.seeds.first().filter(|_| target.is_container).map(|seed| kind_of(seed));
        let body = |seed: &Vec<u8>| match kind {
            Some(kind) => kind.unpack(seed).expect("a seed is a whole container"),
            None => seed.clone(),
        };
        Self { bodies: target.seeds.iter().map(body).collect(), kind }
    }

    /// A changed body, and the input it makes. Now and then a container is packed as Segue packs it and changed from the outside.
    pub(crate) fn next(&self, dice: &mut Random) -> (Vec<u8>, Vec<u8>) {
        let [body, other] = [0; 2].map(|_| self.draw(dice));
        match self.kind {
            None => {
                let changed = mutated(body, other, dice);
                (changed.clone(), changed)
            }
            Some(kind) if below(dice, PACKED) == 0 => (body.clone(), mutated(&kind.pack(body), other, dice)),
            Some(kind) => {
                let changed = mutated(body, other, dice);
                let input = kind.seal(changed.len(), &stored(&changed));
                (changed, input)
            }
        }
    }

    /// Keeps a body that was read, to be changed further.
    pub(crate) fn take(&mut self, body: Vec<u8>, dice: &mut Random) {
        if self.bodies.len() < MOST_KEPT {
            self.bodies.push(body);
        } else if below(dice, 8) == 0 {
            let place = below(dice, MOST_KEPT);
            self.bodies[place] = body;
        }
    }

    fn draw(&self, dice: &mut Random) -> &Vec<u8> {
        let drawn = [0; DRAWN].map(|_| &self.bodies[below(dice, self.bodies.len())]);
        drawn.into_iter().min_by_key(|body| body.len()).expect("some are drawn")
    }
}

/// Bytes as a frame of Zstandard whose blocks hold them as they are: packing them takes longer than reading them.
fn stored(body: &[u8]) -> Vec<u8> {
    /// What a frame begins with; then that its length follows in eight bytes, and that it needs no window.
    const FRONT: [u8; 5] = [0x28, 0xb5, 0x2f, 0xfd, 0xe0];
    const LONGEST_BLOCK: usize = 1 << 17;
    let mut frame = [&FRONT[..], &(body.len() as u64).to_le_bytes()].concat();
    let mut blocks = body.chunks(LONGEST_BLOCK).peekable();
    if body.is_empty() {
        frame.extend([1, 0, 0]);
    }
    while let Some(block) = blocks.next() {
        // The lowest bit marks the last block, the two above it one that is stored.
        let front = (block.len() << 3) as u32 | u32::from(blocks.peek().is_none());
        frame.extend(&front.to_le_bytes()[..3]);
        frame.extend(block);
    }
    frame
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_stored_unpacks_as_what_is_packed() {
        let kind = FileKind { tag: *b"TST", name: "a test", version: 1, largest: 1 << 30, remedy: "none" };
        for length in [0, 1, 1000, 1 << 17, 300_000] {
            let body: Vec<u8> = (0..length).map(|n: usize| (n * n) as u8).collect();
            assert_eq!(kind.unpack(&kind.seal(body.len(), &stored(&body))).unwrap(), body, "{length} bytes");
        }
    }
}
