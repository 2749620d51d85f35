//! Stretches of a clip in which the limbs move as they do in a query.

use segue_motion::ClipId;

use crate::limbs::Limbs;
use crate::scan::Scan;
use crate::{Extended, Segment};

/// A query and a clip, ready to be compared as movements.
pub(crate) struct View<'a> {
    query: Segment,
    clip: ClipId,
    limbs: [&'a Limbs; 2],
    /// Squares of the speeds per limb, on average over the query.
    energy: Vec<f64>,
}

/// A stretch of a clip and its time alignment with a query.
pub(crate) struct Candidate {
    pub(crate) segment: Segment,
    /// Frames that go together, of the query's clip and of the other.
    pub(crate) alignment: Vec<[u32; 2]>,
    /// How much the movements differ: 0 for the same, 1 for unrelated ones.
    pub(crate) difference: f64,
}

/// How the weight of a limb grows with its share of the movement. ½: the limb that acts counts most, but one that
/// acts in only one of the two still counts.
const POWER: f64 = 0.5;

impl<'a> View<'a> {
    pub(crate) fn new(query: Segment, clip: ClipId, limbs: [&'a Limbs; 2]) -> Self {
        let energy = energy(limbs[0], query.first..=query.last);
        Self { query, clip, limbs, energy }
    }

    /// The stretches that move like the query, the most alike of those that overlap by `apart` or more.
    pub(crate) fn candidates(&self, extended: &Extended, apart: f64) -> Vec<Candidate> {
        if self.energy.iter().sum::<f64>() <= 0.0 {
            return Vec::new();
        }
        let (scan, differences) = self.scan();
        let mut kept: Vec<Candidate> = Vec::new();
        let mut ends: Vec<usize> = (0..differences.len()).collect();
        // The mean of two numbers, of which this is one, has to be within the limit.
        ends.retain(|&last| differences[last] <= 2.0 * extended.difference);
        ends.sort_by(|&a, &b| differences[a].total_cmp(&differences[b]).then(a.cmp(&b)));
        let mut taken: Vec<Segment> = Vec::new();
        for last in ends {
            let segment = Segment { clip: self.clip, first: scan.starts[last] as usize, last };
            let is_free = || taken.iter().all(|other| other.overlap(&segment) < apart);
            if is_as_long(segment, self.query, extended.longest) && is_free() {
                taken.push(segment);
                kept.push(self.candidate(segment, &scan));
            }
        }
        kept.retain(|candidate| candidate.difference <= extended.difference);
        kept
    }

    /// The best alignment that ends at each frame of the clip, and how much the movements differ on it, limbs weighted
    /// by what they do in the query.
    fn scan(&self) -> (Scan, Vec<f64>) {
        let [own, other] = self.limbs;
        let roots: Vec<f64> = own.spread(&weights(&self.energy)).map(f64::sqrt).collect();
        let query = Rows::new(own, self.query.first..=self.query.last, &roots);
        let clip = Rows::new(other, 0..=other.len() - 1, &roots);
        let grid: Vec<Vec<f32>> = (0..query.len()).map(|row| clip.squared_distances(&query, row)).collect();
        let scan = Scan::new(grid.len(), |row| &grid[row]);
        let of_query = query.norms.iter().sum::<f32>() / query.len() as f32;
        let sums: Vec<f64> = std::iter::once(0.0)
            .chain(clip.norms.iter().scan(0.0, |sum, &norm| {
                *sum += f64::from(norm);
                Some(*sum)
            }))
            .collect();
        let difference = |last: usize| {
            let first = scan.starts[last] as usize;
            let of_clip = (sums[last + 1] - sums[first]) / (last + 1 - first.min(last)) as f64;
            f64::from(scan.costs[last]) / (f64::from(of_query) + of_clip)
        };
        let differences = (0..scan.costs.len()).map(difference).collect();
        (scan, differences)
    }

    /// A stretch judged by what the limbs do in the query and by what they do in the stretch alike: a limb that acts in
    /// one of them only must not be overlooked.
    fn candidate(&self, segment: Segment, scan: &Scan) -> Candidate {
        let mut alignment = scan.alignment(segment.last);
        for cell in &mut alignment {
            cell[0] += self.query.first as u32;
        }
        let difference = self.difference(segment, &alignment);
        Candidate { segment, alignment, difference }
    }

    /// How much the movements differ along an alignment of the query's frames with those of a stretch.
    pub(crate) fn difference(&self, segment: Segment, alignment: &[[u32; 2]]) -> f64 {
        let [own, other] = self.limbs;
        let (mut apart, mut both) = (vec![0.0; self.energy.len()], vec![0.0; self.energy.len()]);
        for &[row, frame] in alignment {
            let pairs = || own.at(row as usize).zip(other.at(frame as usize));
            add(&mut apart, &own.by_limb(pairs().map(|(a, b)| (a - b) * (a - b))));
            add(&mut both, &own.by_limb(pairs().map(|(a, b)| a * a + b * b)));
        }
        let share = |energy: &[f64]| {
            let of = |sums: &[f64]| weights(energy).iter().zip(sums).map(|(w, sum)| w * sum).sum::<f64>();
            of(&apart) / of(&both).max(f64::MIN_POSITIVE)
        };
        let there = energy(other, segment.first..=segment.last);
        0.5 * (share(&self.energy) + share(&there))
    }
}

/// Whether neither is more than `longest` times as long as the other.
fn is_as_long(segment: Segment, query: Segment, longest: f64) -> bool {
    let ratio = segment.len() as f64 / query.len() as f64;
    ratio.max(1.0 / ratio) <= longest
}

fn energy(limbs: &Limbs, frames: std::ops::RangeInclusive<usize>) -> Vec<f64> {
    let count = frames.clone().count() as f64;
    let mut energy = limbs.by_limb(std::iter::empty());
    for frame in frames {
        add(&mut energy, &limbs.by_limb(limbs.at(frame).map(|value| value * value)));
    }
    energy.iter().map(|sum| sum / count).collect()
}

/// How much each limb counts: 1 for the one that moves most.
fn weights(energy: &[f64]) -> Vec<f64> {
    let most = energy.iter().copied().fold(f64::MIN_POSITIVE, f64::max);
    energy.iter().map(|energy| (energy / most).powf(POWER)).collect()
}

fn add(sums: &mut [f64], values: &[f64]) {
    for (sum, value) in sums.iter_mut().zip(values) {
        *sum += value;
    }
}

/// Frames as weighted vectors of one size, with the squares of their lengths.
struct Rows {
    size: usize,
    values: Vec<f32>,
    norms: Vec<f32>,
}

/// Values summed side by side, so that the compiler may use vectors; rows are padded to a multiple.
const LANES: usize = 8;

impl Rows {
    fn new(limbs: &Limbs, frames: std::ops::RangeInclusive<usize>, roots: &[f64]) -> Self {
        let size = limbs.size().next_multiple_of(LANES);
        let (mut values, mut norms) = (Vec::with_capacity(frames.clone().count() * size), Vec::new());
        for frame in frames {
            let start = values.len();
            values.extend(limbs.at(frame).zip(roots).map(|(value, root)| value * *root as f32));
            values.resize(start + size, 0.0);
            norms.push(dot(&values[start..], &values[start..]));
        }
        Self { size, values, norms }
    }

    fn len(&self) -> usize {
        self.norms.len()
    }

    fn at(&self, row: usize) -> &[f32] {
        &self.values[row * self.size..][..self.size]
    }

    /// The squared distances of all these to one of others.
    fn squared_distances(&self, others: &Self, row: usize) -> Vec<f32> {
        let (other, norm) = (others.at(row), others.norms[row]);
        // The widest vectors of the machine: nearly all of a search's time is spent here.
        pulp::Arch::new().dispatch(
            #[inline(always)]
            || {
                let distance = |n: usize| (norm + self.norms[n] - 2.0 * dot(other, self.at(n))).max(0.0);
                (0..self.len()).map(distance).collect()
            },
        )
    }
}

#[expect(clippy::inline_always, reason = "only then it is compiled for the vectors of the machine")]
#[inline(always)]
fn dot(a: &[f32], b: &[f32]) -> f32 {
    let mut sums = [0.0f32; LANES];
    for (a, b) in a.chunks_exact(LANES).zip(b.chunks_exact(LANES)) {
        for lane in 0..LANES {
            sums[lane] += a[lane] * b[lane];
        }
    }
    sums.iter().sum()
}
