//! A stretch of a clip that may be a variant of a query, and how it moves.

use crate::scan::{Distances, Scan};
use crate::stances::Stances;
use crate::{Match, Segment};

/// A stretch of a clip and its time alignment with a query.
pub(crate) struct Candidate {
    /// Frames that go together: a row of the query, counted from its first, and a frame of the clip.
    pub(crate) alignment: Vec<[u32; 2]>,
    /// √(mean D).
    pub(crate) metres: f64,
}

/// A better alignment is looked for this share of the query's length before and after the candidate.
const MARGIN: f64 = 1.0 / 3.0;

/// Rounds of taking out the mean difference and aligning again; it mostly stands still after two.
const ROUNDS: usize = 4;

impl Candidate {
    /// The alignment of a scan that ends at a frame.
    pub(crate) fn new(scan: &Scan, last: usize) -> Self {
        Self { alignment: scan.alignment(last), metres: f64::from(scan.costs[last]).sqrt() }
    }

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

    /// The same stretch, give or take some frames, aligned as if both were in the same stance on average.
    pub(crate) fn without_offset(&self, [query, other]: [&Stances; 2], segment: Segment) -> Self {
        let reference = query.places(segment.first);
        let margin = ((segment.len() as f64 * MARGIN) as usize).max(3);
        let [first, last] = self.frames();
        let (low, high) = (first.saturating_sub(margin), (last + margin).min(other.len() - 1));
        let own: Vec<Vec<f32>> =
            (segment.first..=segment.last).map(|frame| query.facing(frame, reference)).collect();
        let others: Vec<Vec<f32>> = (low..=high).map(|frame| other.facing(frame, reference)).collect();
        let mut alignment: Vec<[u32; 2]> =
            self.alignment.iter().map(|&[row, frame]| [row, frame - low as u32]).collect();
        for _ in 0..ROUNDS {
            let next = align(&own, &others, &mean_difference(&own, &others, &alignment));
            if std::mem::replace(&mut alignment, next) == alignment {
                break;
            }
        }
        let alignment = alignment.iter().map(|&[row, frame]| [row, frame + low as u32]).collect();
        Self { alignment, metres: self.metres }
    }

    pub(crate) fn into_match(self, query: Segment, clip: usize, grid: &Distances) -> Match {
        let [first, last] = self.frames();
        let sum: f32 = self.alignment.iter().map(|&cell| grid.at(cell)).sum();
        let mean = sum / self.alignment.len() as f32;
        let alignment =
            self.alignment.into_iter().map(|[row, frame]| [row + query.first as u32, frame]).collect();
        Match { segment: Segment { clip, first, last }, mean, alignment }
    }
}

/// The best alignment when `offset` is what the first vectors are away from the others.
fn align(own: &[Vec<f32>], others: &[Vec<f32>], offset: &[f32]) -> Vec<[u32; 2]> {
    let cost = |a: &[f32], b: &[f32]| -> f32 {
        a.iter().zip(b).zip(offset).map(|((a, b), offset)| (a - b - offset).powi(2)).sum()
    };
    let rows: Vec<Vec<f32>> =
        own.iter().map(|a| others.iter().map(|b| cost(a, b)).collect()).collect();
    let scan = Scan::new(rows.len(), |row| &rows[row]);
    let nearest = (0..scan.costs.len()).min_by(|&a, &b| scan.costs[a].total_cmp(&scan.costs[b]));
    scan.alignment(nearest.expect("a stretch has frames"))
}

fn mean_difference(own: &[Vec<f32>], others: &[Vec<f32>], alignment: &[[u32; 2]]) -> Vec<f32> {
    let mut sum = vec![0.0; own[0].len()];
    for &[row, frame] in alignment {
        for ((sum, a), b) in sum.iter_mut().zip(&own[row as usize]).zip(&others[frame as usize]) {
            *sum += a - b;
        }
    }
    sum.iter().map(|sum| sum / alignment.len() as f32).collect()
}

/// How much aligned segments differ about their mean difference, as a share of how much both change about their mean: 0
/// for the same movement, about 1 for unrelated ones, at most 2.
pub(crate) fn residual([query, other]: [&Stances; 2], segment: Segment, alignment: &[[u32; 2]]) -> f64 {
    let reference = query.places(segment.first);
    let count = alignment.len() as f64;
    let size = query.facing(segment.first, reference).len();
    // Sums and sums of squares of the two and of their difference.
    let (mut sums, mut squares) = (vec![[0.0f64; 3]; size], [0.0f64; 3]);
    for &[row, frame] in alignment {
        let own = query.facing(segment.first + row as usize, reference);
        let others = other.facing(frame as usize, reference);
        for ((sums, &a), &b) in sums.iter_mut().zip(&own).zip(&others) {
            let values = [a, b, a - b].map(f64::from);
            for k in 0..3 {
                sums[k] += values[k];
                squares[k] += values[k] * values[k];
            }
        }
    }
    let about_mean =
        |k: usize| (squares[k] - sums.iter().map(|sums| sums[k] * sums[k]).sum::<f64>() / count).max(0.0);
    about_mean(2) / (about_mean(0) + about_mean(1)).max(f64::MIN_POSITIVE)
}

/// The correlation of the markers' speeds over aligned frames, and how many times as fast the faster one is.
pub(crate) fn activity([query, other]: [&Stances; 2], segment: Segment, alignment: &[[u32; 2]]) -> (f64, f64) {
    let (mut count, mut sums, mut squares, mut product) = (0.0, [0.0; 2], [0.0; 2], 0.0);
    for &[row, frame] in alignment {
        let own = query.speeds(segment.first + row as usize);
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
    let faster = (squares[0].max(squares[1]) / squares[0].min(squares[1]).max(f64::MIN_POSITIVE)).sqrt();
    (correlation, faster)
}
