//! Whether two stretches are variants of one action: eight numbers, weighed in one.

use crate::costs::{Costs, Side};
use crate::movement::{Movement, View};
use crate::scan::path;
use crate::{Index, SearchError, Segment};

/// What speaks against two stretches being variants of one action; 0 throughout for the same movement.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Evidence {
    /// How much the velocities of the limbs differ as a share of both, where they differ less: seen from the joint each
    /// hangs on, or in the world by heading.
    pub best: f64,
    /// The same, seen from the joint each limb hangs on.
    pub body: f64,
    /// The logarithm of the ratio of their squared speeds in the world.
    pub energy: f64,
    /// How much the shares of feet, hands and trunk in these differ: which limbs act.
    pub share: f64,
    /// How much the ways of the feet differ.
    pub steps: f64,
    /// The logarithm of the ratio of their lengths.
    pub length: f64,
    /// By how much more than 3 cm the heights of ankles and toes above the lowest of each stretch differ, as a root mean square in
    /// metres, at most 0.17: stairs and jumps are no level steps.
    pub heights: f64,
    /// How much more than 30 cm apart the hips get, each from where it began, in metres, at most 0.45: who sits down or climbs
    /// does not get where others do.
    pub travel: f64,
}

/// Logistic regression on the candidates of the developed clips (docs/search.md): each number is a difference, so more of
/// it never speaks for a match.
const SAME: f64 = 9.67;
const WEIGHTS: Evidence = Evidence {
    best: 7.38,
    body: 6.88,
    energy: 2.44,
    share: 4.17,
    steps: 4.57,
    length: 6.40,
    heights: 9.39,
    travel: 11.81,
};

/// No pair counts for less: one that cannot be aligned at all.
const LEAST: f64 = -20.0;

/// Squared speeds in (m/s)² below which movement is noise.
const STILL: f64 = 0.01;

/// The sum of squares of ways of the feet in m² below which they stand: 0.1 m a point.
const STANDING: f64 = 0.08;

/// Differences of heights of the feet in metres: less is soles and floors, more tells no more.
const HEIGHTS: [f64; 2] = [0.03, 0.2];

/// Differences of travel in metres: by the least, variants of one action differ; more than the most tells no more.
const TRAVEL: [f64; 2] = [0.3, 0.75];

/// Every limb counts so much at least when two stretches are aligned.
const LEAST_WEIGHT: f64 = 0.02;

/// An alignment begins within this part of the frames of a stretch and ends within the last as large.
const SLACK: usize = 6;

impl Evidence {
    /// The log-odds that the two are variants of one action, at most 9.67.
    pub fn log_odds(&self) -> f64 {
        let against: f64 =
            self.numbers().iter().zip(WEIGHTS.numbers()).map(|(number, weight)| number * weight).sum();
        (SAME - against).max(LEAST)
    }

    fn numbers(&self) -> [f64; 8] {
        let Self { best, body, energy, share, steps, length, heights, travel } = *self;
        [best, body, energy, share, steps, length, heights, travel]
    }
}

/// A pair of stretches that was compared.
pub(crate) struct Compared {
    pub(crate) evidence: Evidence,
    /// Frames that go together, of the clip of the first and of that of the second, from the first frames of both to
    /// their last.
    pub(crate) alignment: Vec<[u32; 2]>,
}

/// Two stretches aligned in one view.
struct Aligned {
    difference: f64,
    /// Frames of the clips that go together.
    cells: Vec<[u32; 2]>,
}

impl Index {
    /// What speaks against two stretches being variants of one action; `None` where they cannot be aligned or nothing moves.
    ///
    /// # Errors
    /// When a stretch lies outside its clip, or they are of two families.
    ///
    /// # Panics
    /// When only the outline of a clip is known.
    pub fn evidence(&self, query: Segment, other: Segment) -> Result<Option<Evidence>, SearchError> {
        self.check_segment(query)?;
        self.check_segment(other)?;
        self.check_family(query.clip, other.clip)?;
        Ok(self.compare(query, other).map(|compared| compared.evidence))
    }

    /// The log-odds that two stretches are variants of one action.
    pub(crate) fn log_odds(&self, query: Segment, other: Segment) -> f64 {
        self.compare(query, other).map_or(LEAST, |compared| compared.evidence.log_odds())
    }

    /// More than the log-odds of two stretches can be, without aligning them.
    pub(crate) fn most_log_odds(&self, query: Segment, other: Segment) -> f64 {
        self.unaligned(query, other).log_odds()
    }

    /// Compares two stretches; none where they cannot be aligned or nothing moves.
    pub(crate) fn compare(&self, query: Segment, other: Segment) -> Option<Compared> {
        let movements = [self.movement(query.clip), self.movement(other.clip)];
        let limb_of: Vec<usize> = movements[0].limb_of().collect();
        let aligned = |view: usize| {
            let sides = [(query, 0), (other, 1)].map(|(segment, n): (Segment, usize)| Side {
                view: &movements[n].views()[view],
                frames: segment.first..=segment.last,
            });
            align(&sides, &limb_of)
        };
        let (body, heading) = (aligned(0)?, aligned(1)?);
        let nearer = if heading.difference < body.difference { &heading } else { &body };
        let evidence = Evidence {
            best: nearer.difference,
            body: body.difference,
            steps: steps(movements, &nearer.cells),
            heights: heights(movements, [query, other], &nearer.cells),
            travel: travel(movements, &nearer.cells),
            ..self.unaligned(query, other)
        };
        Some(Compared { evidence, alignment: completed(&nearer.cells, other) })
    }

    /// What can be told without an alignment.
    fn unaligned(&self, query: Segment, other: Segment) -> Evidence {
        let energy = |segment: Segment| -> Vec<f64> {
            let of_groups = self.movement(segment.clip).energy(segment.first..=segment.last);
            of_groups.map(|energy| energy + STILL).collect()
        };
        let [own, others] = [energy(query), energy(other)];
        let [all, all_others] = [&own, &others].map(|energies| energies.iter().sum::<f64>());
        let common: f64 = own.iter().zip(&others).map(|(a, b)| (a / all * (b / all_others)).sqrt()).sum();
        Evidence {
            energy: libm::log(all / all_others).abs(),
            share: (1.0 - common).max(0.0).sqrt(),
            length: libm::log(other.len() as f64 / query.len() as f64).abs(),
            ..Evidence::default()
        }
    }
}

/// Aligns two stretches in a view; a limb counts by what it does in both.
fn align(sides: &[Side<'_>; 2], limb_of: &[usize]) -> Option<Aligned> {
    let [query, other] = sides;
    let weights = [query.view.weights(query.frames.clone())?, other.view.weights(other.frames.clone())?];
    let both: Vec<f64> =
        weights[0].iter().zip(&weights[1]).map(|(a, b)| (a * b).sqrt() + LEAST_WEIGHT).collect();
    let costs = Costs::new(query, other, limb_of, &both);
    let mut cells = path(&costs, costs.size()[1] / SLACK)?;
    let starts = [query, other].map(|side| *side.frames.start() as u32);
    for cell in &mut cells {
        *cell = [cell[0] + starts[0], cell[1] + starts[1]];
    }
    let difference = difference([query.view, other.view], &weights, limb_of, &cells);
    Some(Aligned { difference, cells })
}

/// How much two stretches differ along an alignment, as a share of both, limbs weighted by what they do in the one and in
/// the other alike: a limb that acts in one of them only must not be overlooked.
fn difference(views: [&View; 2], weights: &[Vec<f64>; 2], limb_of: &[usize], cells: &[[u32; 2]]) -> f64 {
    let limbs = weights[0].len();
    let (mut apart, mut both) = (vec![0.0; limbs], vec![0.0; limbs]);
    for cell in cells {
        let [row, frame] = cell.map(|frame| frame as usize);
        for ((a, b), &limb) in views[0].at(row).zip(views[1].at(frame)).zip(limb_of) {
            apart[limb] += f64::from((a - b) * (a - b));
        }
        for ((sum, a), b) in both.iter_mut().zip(views[0].norms(row)).zip(views[1].norms(frame)) {
            *sum += f64::from(a + b);
        }
    }
    let share = |weights: &[f64]| {
        let of = |sums: &[f64]| weights.iter().zip(sums).map(|(weight, sum)| weight * sum).sum::<f64>();
        of(&apart) / of(&both).max(f64::MIN_POSITIVE)
    };
    0.5 * (share(&weights[0]) + share(&weights[1]))
}

/// How much the ways of ankles and toes since the first frames differ along an alignment.
fn steps(movements: [&Movement; 2], cells: &[[u32; 2]]) -> f64 {
    let [first, start] = cells[0].map(|frame| frame as usize);
    let (mut apart, mut both) = (0.0, 0.0);
    for cell in cells {
        let [row, frame] = cell.map(|frame| frame as usize);
        for (a, b) in movements[0].steps(first, row).zip(movements[1].steps(start, frame)) {
            apart += f64::from(a.distance_squared(b));
            both += f64::from(a.length_squared() + b.length_squared());
        }
    }
    let count = cells.len() as f64;
    apart / count / (both / count + STANDING)
}

/// How much the heights of ankles and toes above the lowest of each stretch differ along an alignment: floors of captures are not
/// at the same height.
fn heights(movements: [&Movement; 2], stretches: [Segment; 2], cells: &[[u32; 2]]) -> f64 {
    let floor = |n: usize| movements[n].lowest(stretches[n].first..=stretches[n].last);
    let raise = floor(0) - floor(1);
    let (mut sum, mut count) = (0.0, 0);
    for cell in cells {
        let [row, frame] = cell.map(|frame| frame as usize);
        for (a, b) in movements[0].feet(row).iter().zip(movements[1].feet(frame)) {
            sum += f64::from(a.y - b.y - raise).powi(2);
            count += 1;
        }
    }
    beyond((sum / f64::from(count.max(1))).sqrt(), HEIGHTS)
}

/// How far apart the hips get along an alignment.
fn travel(movements: [&Movement; 2], cells: &[[u32; 2]]) -> f64 {
    let ([first, start], [last, end]) = (cells[0], cells[cells.len() - 1]);
    let own = movements[0].travel(first as usize, last as usize);
    beyond(f64::from(own.distance(movements[1].travel(start as usize, end as usize))), TRAVEL)
}

/// By how much a difference is above the least that counts, up to the most.
fn beyond(difference: f64, [least, most]: [f64; 2]) -> f64 {
    difference.clamp(least, most) - least
}

/// An alignment with the frames of the second before and after it: they go with the first and last of the first.
fn completed(cells: &[[u32; 2]], other: Segment) -> Vec<[u32; 2]> {
    let ([first, start], [last, end]) = (cells[0], cells[cells.len() - 1]);
    let before = (other.first as u32..start).map(|frame| [first, frame]);
    let after = (end + 1..=other.last as u32).map(|frame| [last, frame]);
    before.chain(cells.iter().copied()).chain(after).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn more_of_a_difference_never_speaks_for_a_match() {
        let same = Evidence::default();
        assert!((same.log_odds() - SAME).abs() < 1e-12);
        let numbers: [fn(&mut Evidence) -> &mut f64; 8] = [
            |e| &mut e.best,
            |e| &mut e.body,
            |e| &mut e.energy,
            |e| &mut e.share,
            |e| &mut e.steps,
            |e| &mut e.length,
            |e| &mut e.heights,
            |e| &mut e.travel,
        ];
        for number in numbers {
            let mut last = SAME;
            for step in 1..40 {
                let mut evidence = Evidence { body: 0.2, ..same };
                *number(&mut evidence) += 0.2 * f64::from(step);
                assert!(evidence.log_odds() <= last);
                last = evidence.log_odds();
            }
            assert!((LEAST..SAME).contains(&last));
        }
    }
}
