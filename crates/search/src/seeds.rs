//! What lies near close pairs of frames: no query can use anything else.
//!
//! A match has a mean of at most ε, so it holds a pair of frames closer than ε. A grid is cut into squares of
//! [`Tiles::BLOCK`] frames; a *seed* is a square with such a pair. What is farther from every seed than the reach of the
//! rules, in either clip, is not looked at: a match would have to stay above ε for that long.
//!
//! Clips are clustered by pose to find squares that may be seeds, for all pairs of clips together ([`Candidates`]); the kernel
//! that computes the grid decides.

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering};

use segue_motion::ClipId;
use segue_register::{Cloud, Stretch, TileScratch, Tiles};

use crate::poses::Poses;
use crate::region::Region;
use crate::settings::Rules;

const SQUARE: usize = Tiles::BLOCK;

/// Squares of a grid, a bit each.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Seeds {
    shape: [usize; 2],
    /// Words of a row of squares.
    words: usize,
    bits: Vec<u64>,
}

impl Seeds {
    /// None in a grid of so many frames.
    pub(crate) fn none(shape: [usize; 2]) -> Self {
        let words = words(shape[1]);
        Self { shape, words, bits: vec![0; shape[0].div_ceil(SQUARE) * words] }
    }

    /// Finds the seeds among some tiles: strips with runs of blocks. Of a clip with itself, pairs fewer than `nearest` frames
    /// apart do not count.
    pub(crate) fn find(
        tiles: &Tiles<'_>,
        runs: Vec<(usize, Range<usize>)>,
        clouds: [&Cloud; 2],
        nearest: Option<usize>,
        rules: &Rules,
    ) -> Self {
        let mut seeds = Self::none(clouds.map(Cloud::len));
        let mut scratch = TileScratch::new(clouds[0].window());
        for (strip, blocks) in runs {
            tiles.compute(strip, blocks, &mut scratch, &mut |stretch| {
                seeds.note(&stretch, nearest, rules.seed);
            });
        }
        seeds
    }

    /// Takes in the seeds of some cells of a row.
    pub(crate) fn note(&mut self, stretch: &Stretch<'_>, nearest: Option<usize>, seed: f32) {
        let &Stretch { row, column, distances } = stretch;
        let skipped =
            nearest.map_or(0, |nearest| (row + nearest).saturating_sub(column)).min(distances.len());
        let distances = &distances[skipped..];
        if distances.iter().map(|&distance| u32::from(distance < seed)).sum::<u32>() == 0 {
            return;
        }
        let bits = &mut self.bits[row / SQUARE * self.words..];
        for (column, _) in (column + skipped..).zip(distances).filter(|(_, distance)| **distance < seed) {
            bits[column / SQUARE / 64] |= 1 << (column / SQUARE % 64);
        }
    }

    /// All squares within so many of a seed, in the directions that a path through it can come from and go to: earlier in
    /// both clips, or later in both.
    pub(crate) fn region(&self, reach: usize) -> Region {
        let count = self.bits.len() / self.words;
        let Some([rows, words]) = self.held() else { return Region::default() };
        // Where nothing is within reach there is nothing to grow.
        let rows = rows.start.saturating_sub(reach)..(rows.end + reach).min(count);
        let beside = reach.div_ceil(64);
        let words = words.start.saturating_sub(beside)..(words.end + beside).min(self.words);
        let bits: Vec<u64> =
            rows.clone().flat_map(|row| &self.bits[row * self.words..][words.clone()]).copied().collect();
        let [later, earlier] =
            [Direction::Later, Direction::Earlier].map(|way| grown(bits.clone(), words.len(), reach, way));
        let mut blocks = vec![Vec::new(); count];
        let parts = later.chunks(words.len()).zip(earlier.chunks(words.len()));
        for (row, (later, earlier)) in rows.zip(parts) {
            blocks[row] = self.columns(words.start, later, earlier);
        }
        Region::new(blocks)
    }

    /// The rows and words that have seeds lie in these.
    fn held(&self) -> Option<[Range<usize>; 2]> {
        let mut held: Option<[Range<usize>; 2]> = None;
        for (number, row) in self.bits.chunks(self.words).enumerate() {
            // Most rows have none, and to take all words together is quick.
            if row.iter().fold(0, |all, word| all | word) == 0 {
                continue;
            }
            let first = row.iter().take_while(|word| **word == 0).count();
            let end = row.len() - row.iter().rev().take_while(|word| **word == 0).count();
            let [rows, words] = held.unwrap_or([number..number, first..end]);
            held = Some([rows.start..number + 1, words.start.min(first)..words.end.max(end)]);
        }
        held
    }

    /// The columns of a row of squares that are in one of two sets, which begin with a word.
    fn columns(&self, begin: usize, first: &[u64], second: &[u64]) -> Vec<Range<usize>> {
        let mut columns = Vec::new();
        for (n, (a, b)) in (begin..).zip(first.iter().zip(second)) {
            let mut word = a | b;
            while word != 0 {
                let start = word.trailing_zeros();
                let length = (word >> start).trailing_ones();
                word &= u64::MAX.checked_shl(start + length).unwrap_or(0);
                let [from, to] = [start, start + length].map(|bit| (64 * n + bit as usize) * SQUARE);
                if from < self.shape[1] {
                    crate::region::push(&mut columns, from..to.min(self.shape[1]));
                }
            }
        }
        columns
    }
}

/// The squares within so many rows and columns after some, or before them.
fn grown(mut bits: Vec<u64>, words: usize, reach: usize, way: Direction) -> Vec<u64> {
    bits.chunks_mut(words).for_each(|row| (0..reach).for_each(|_| way.shift(row)));
    let rows = bits.len() / words;
    for _ in 0..reach {
        for n in 1..rows {
            let (to, from) = match way {
                Direction::Later => (rows - n, rows - n - 1),
                Direction::Earlier => (n - 1, n),
            };
            for word in 0..words {
                bits[to * words + word] |= bits[from * words + word];
            }
        }
    }
    bits
}

/// Words of a row of squares.
fn words(columns: usize) -> usize {
    columns.div_ceil(SQUARE).div_ceil(64)
}

/// What single precision loses of D at most, in m², in the kernel and among poses together.
const LOST: f64 = 2e-6;

/// Squares that may be seeds, of all pairs of some clips: all that are, and few others.
pub(crate) struct Candidates {
    /// The clips in order, with the frames of each.
    clips: Vec<(ClipId, usize)>,
    /// Per pair of clips, the first not after the second, the bits of [`Seeds`]; nothing where there is none.
    bits: Vec<OnceLock<Box<[AtomicU64]>>>,
}

impl Candidates {
    /// Finds them between some groups of clips, which are named by their numbers.
    pub(crate) fn find(groups: &[Vec<(ClipId, &Cloud)>], between: &[[usize; 2]], rules: &Rules) -> Self {
        let clouds: Vec<Vec<&Cloud>> =
            groups.iter().map(|group| group.iter().map(|(_, cloud)| *cloud).collect()).collect();
        let clips: BTreeMap<ClipId, usize> =
            groups.iter().flatten().map(|(clip, cloud)| (*clip, cloud.len())).collect();
        let clips: Vec<(ClipId, usize)> = clips.into_iter().collect();
        let bits = (0..clips.len().pow(2)).map(|_| OnceLock::new()).collect();
        let candidates = Self { clips, bits };
        let numbers: Vec<Vec<usize>> = groups
            .iter()
            .map(|group| group.iter().map(|(clip, _)| candidates.number(*clip)).collect())
            .collect();
        if between.is_empty() {
            return candidates;
        }
        let poses = Poses::groups(&clouds);
        let metres = (f64::from(rules.seed) + LOST).sqrt();
        for &[a, b] in between {
            poses[a].squares(&poses[b], SQUARE, metres, rules.diagonal, &|[own, other]| {
                let mut places = [[numbers[a][own[0]], own[1]], [numbers[b][other[0]], other[1]]];
                places.sort_unstable();
                candidates.add(places);
            });
        }
        candidates
    }

    /// The squares of two clips, the first not after the second.
    pub(crate) fn of(&self, pair: [ClipId; 2]) -> Option<Seeds> {
        let [first, second] = pair.map(|clip| self.number(clip));
        let bits = self.bits[first * self.clips.len() + second].get()?;
        let bits = bits.iter().map(|word| word.load(Ordering::Relaxed)).collect();
        let shape = [first, second].map(|clip| self.clips[clip].1);
        Some(Seeds { shape, words: words(shape[1]), bits })
    }

    fn number(&self, clip: ClipId) -> usize {
        self.clips.binary_search_by_key(&clip, |(clip, _)| *clip).expect("all clips were looked at")
    }

    /// Adds a square, of each clip by number.
    fn add(&self, [[first, row], [second, column]]: [[usize; 2]; 2]) {
        let [rows, columns] = [first, second].map(|clip| self.clips[clip].1);
        let words = words(columns);
        let none = || (0..rows.div_ceil(SQUARE) * words).map(|_| AtomicU64::new(0)).collect();
        let bits = self.bits[first * self.clips.len() + second].get_or_init(none);
        bits[row * words + column / 64].fetch_or(1 << (column % 64), Ordering::Relaxed);
    }
}

#[derive(Clone, Copy)]
enum Direction {
    Later,
    Earlier,
}

impl Direction {
    /// Adds the neighbours of the squares of a row.
    fn shift(self, row: &mut [u64]) {
        let mut carried = 0;
        let mut add = |word: &mut u64| {
            let before = *word;
            *word |= match self {
                Self::Later => before << 1 | carried >> 63,
                Self::Earlier => before >> 1 | carried << 63,
            };
            carried = before;
        };
        match self {
            Self::Later => row.iter_mut().for_each(&mut add),
            Self::Earlier => row.iter_mut().rev().for_each(&mut add),
        }
    }
}
