//! A stretch of a clip that may be a variant of a query, and how it moves.

use crate::scan::{Distances, Scan};
use crate::stances::{Stances, Vectors};
use crate::{Match, Segment};

/// A query and a clip, ready to be compared as movements.
pub(crate) struct View<'a> {
    query: Segment,
    clip: usize,
    stances: [&'a Stances; 2],
    /// The frames of the query and those of the clip, all facing the same way.
    facing: [Vectors; 2],
    grid: Distances,
}

/// A stretch of a clip and its time alignment with a query.
#[derive(Clone)]
pub(crate) struct Candidate {
    /// Frames that go together: a row of the query, counted from its first, and a frame of the clip.
    alignment: Vec<[u32; 2]>,
    /// √(mean D) of the rows.
    pub(crate) metres: f64,
}

/// A better alignment is looked for this share of the query's length before and after the candidate.
const MARGIN: f64 = 1.0 / 3.0;

/// Rounds of taking out the mean difference and aligning again; it mostly stands still after two.
const ROUNDS: usize = 3;

/// Candidates that overlap by more are the same.
const SAME: f64 = 0.5;

impl Candidate {
    fn frames(&self) -> [usize; 2] {
        let ends = [self.alignment.first(), self.alignment.last()];
        ends.map(|cell| cell.expect("an alignment has a cell")[1] as usize)
    }

    /// Whether neither is more than `longest` times as long as the other.
    pub(crate) fn is_as_long(&self, query: Segment, longest: f64) -> bool {
        let [first, last] = self.frames();
        let ratio = (last + 1 - first) as f64 / query.len() as f64;
        ratio.max(1.0 / ratio) <= longest
    }
}

impl<'a> View<'a> {
    pub(crate) fn new(query: Segment, clip: usize, stances: [&'a Stances; 2], grid: Distances) -> Self {
        let [own, other] = stances;
        let reference = own.places(query.first);
        let facing =
            [own.facing(query.first..query.last + 1, reference), other.facing(0..other.len(), reference)];
        Self { query, clip, stances, facing, grid }
    }

    /// The best alignments with the clip below a distance, the nearest of those that overlap.
    pub(crate) fn candidates(&self, metres: f64) -> Vec<Candidate> {
        let scan = Scan::new(self.query.len(), |row| self.grid.row(row));
        let most = (metres * metres) as f32;
        let mut ends: Vec<usize> = (0..scan.costs.len()).filter(|&last| scan.costs[last] < most).collect();
        ends.sort_by(|&a, &b| scan.costs[a].total_cmp(&scan.costs[b]).then(a.cmp(&b)));
        let mut kept: Vec<Segment> = Vec::new();
        for last in ends {
            let segment = Segment { clip: self.clip, first: scan.starts[last] as usize, last };
            if kept.iter().all(|nearer| nearer.overlap(&segment) <= SAME) {
                kept.push(segment);
            }
        }
        let candidate = |segment: Segment| Candidate {
            alignment: scan.alignment(segment.last),
            metres: f64::from(scan.costs[segment.last]).sqrt(),
        };
        kept.into_iter().map(candidate).collect()
    }

    /// √D of the first frames, or of the last if that is larger.
    pub(crate) fn ends_metres(&self, candidate: &Candidate) -> f64 {
        let ends = [candidate.alignment.first(), candidate.alignment.last()];
        let farthest = ends.into_iter().flatten().map(|&cell| self.grid.at(cell)).fold(0.0, f32::max);
        f64::from(farthest).sqrt()
    }

    /// The same stretch, give or take some frames, aligned as if both were in the same stance on average.
    pub(crate) fn without_offset(&self, candidate: &Candidate) -> Candidate {
        let margin = ((self.query.len() as f64 * MARGIN) as usize).max(3);
        let [first, last] = candidate.frames();
        let (low, high) = (first.saturating_sub(margin), (last + margin).min(self.facing[1].len() - 1));
        let mut alignment = candidate.alignment.clone();
        for _ in 0..ROUNDS {
            let next = self.align(low..high + 1, &self.mean_difference(&alignment));
            if std::mem::replace(&mut alignment, next) == alignment {
                break;
            }
        }
        Candidate { alignment, metres: candidate.metres }
    }

    /// The best alignment with some frames when `offset` is what the query is away from them.
    fn align(&self, frames: std::ops::Range<usize>, offset: &[f32]) -> Vec<[u32; 2]> {
        let [own, others] = &self.facing;
        let row = |row: usize| -> Vec<f32> {
            let wanted: Vec<f32> = own.at(row).iter().zip(offset).map(|(a, offset)| a - offset).collect();
            frames.clone().map(|frame| squared_distance(&wanted, others.at(frame))).collect()
        };
        let rows: Vec<Vec<f32>> = (0..own.len()).map(row).collect();
        let scan = Scan::new(rows.len(), |row| &rows[row]);
        let nearest = (0..scan.costs.len()).min_by(|&a, &b| scan.costs[a].total_cmp(&scan.costs[b]));
        let cells = scan.alignment(nearest.expect("a stretch has frames"));
        cells.into_iter().map(|[row, frame]| [row, frame + frames.start as u32]).collect()
    }

    fn mean_difference(&self, alignment: &[[u32; 2]]) -> Vec<f32> {
        let [own, others] = &self.facing;
        let mut sum = vec![0.0; own.size()];
        for &[row, frame] in alignment {
            let pairs = own.at(row as usize).iter().zip(others.at(frame as usize));
            for (sum, (a, b)) in sum.iter_mut().zip(pairs) {
                *sum += a - b;
            }
        }
        sum.iter().map(|sum| sum / alignment.len() as f32).collect()
    }

    /// How much aligned segments differ about their mean difference, as a share of how much both change about their
    /// mean: 0 for the same movement, about 1 for unrelated ones, at most 2.
    pub(crate) fn residual(&self, candidate: &Candidate) -> f64 {
        let [own, others] = &self.facing;
        // Sums and sums of squares of the two and of their difference.
        let (mut sums, mut squares) = (vec![[0.0f32; 3]; own.size()], [0.0f64; 3]);
        for &[row, frame] in &candidate.alignment {
            let pairs = own.at(row as usize).iter().zip(others.at(frame as usize));
            let mut of_frame = [0.0f32; 3];
            for (sums, (&a, &b)) in sums.iter_mut().zip(pairs) {
                for (k, value) in [a, b, a - b].into_iter().enumerate() {
                    sums[k] += value;
                    of_frame[k] += value * value;
                }
            }
            (0..3).for_each(|k| squares[k] += f64::from(of_frame[k]));
        }
        let count = candidate.alignment.len() as f64;
        let about_mean = |k: usize| {
            let of_mean = sums.iter().map(|sums| f64::from(sums[k]).powi(2)).sum::<f64>() / count;
            (squares[k] - of_mean).max(0.0)
        };
        about_mean(2) / (about_mean(0) + about_mean(1)).max(f64::MIN_POSITIVE)
    }

    /// The correlation of the markers' speeds over aligned frames, and how many times as fast the faster one is.
    pub(crate) fn activity(&self, candidate: &Candidate) -> (f64, f64) {
        let [query, other] = self.stances;
        let (mut count, mut sums, mut squares, mut product) = (0.0, [0.0; 2], [0.0; 2], 0.0);
        for &[row, frame] in &candidate.alignment {
            let own = query.speeds(self.query.first + row as usize);
            for (&a, &b) in own.iter().zip(other.speeds(frame as usize)) {
                let (a, b) = (f64::from(a), f64::from(b));
                count += 1.0;
                sums = [sums[0] + a, sums[1] + b];
                squares = [squares[0] + a * a, squares[1] + b * b];
                product += a * b;
            }
        }
        let spread = |k: usize| (squares[k] - sums[k] * sums[k] / count).max(0.0);
        let together = product - sums[0] * sums[1] / count;
        let correlation = together / (spread(0) * spread(1)).sqrt().max(f64::MIN_POSITIVE);
        let faster = squares[0].max(squares[1]) / squares[0].min(squares[1]).max(f64::MIN_POSITIVE);
        (correlation, faster.sqrt())
    }

    pub(crate) fn match_of(&self, candidate: &Candidate) -> Match {
        let [first, last] = candidate.frames();
        let sum: f32 = candidate.alignment.iter().map(|&cell| self.grid.at(cell)).sum();
        let from = self.query.first as u32;
        let alignment = candidate.alignment.iter().map(|&[row, frame]| [row + from, frame]).collect();
        let mean = sum / candidate.alignment.len() as f32;
        Match { segment: Segment { clip: self.clip, first, last }, mean, alignment }
    }
}

fn squared_distance(a: &[f32], b: &[f32]) -> f32 {
    // Sums side by side, so that the compiler may use vectors.
    let mut sums = [0.0f32; 8];
    for (a, b) in a.chunks(8).zip(b.chunks(8)) {
        for (sum, (a, b)) in sums.iter_mut().zip(a.iter().zip(b)) {
            *sum += (a - b) * (a - b);
        }
    }
    sums.iter().sum()
}
