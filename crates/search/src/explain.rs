//! Why a segment is, or is not, a match.

use std::fmt;

use segue_register::dtw::{Path, SlopeLimit, Unreachable, whole};
use segue_register::{Cloud, Grid, stream};

use crate::sweep::{Duo, Sweep};
use crate::{Evidence, Index, SearchError, SearchSettings, Segment};

/// Which criterion decides whether a segment is similar to a query, in the order they are looked at.
#[derive(Clone, Debug, PartialEq)]
pub enum MatchVerdict {
    /// The lengths differ by more than the slope limit allows.
    Lengths(Unreachable),
    /// It is shorter than a match may be.
    TooShort {
        /// How long it is, in seconds.
        secs: f64,
        /// How long a match is at least.
        least_secs: f64,
    },
    /// The best time alignment is too far on average.
    TooFar {
        /// √(mean D) along it, in metres.
        mean_metres: f64,
        /// ε, in metres.
        epsilon_metres: f64,
        /// Where it is farthest.
        worst: Pair,
    },
    /// In an extended search: it is too far on average, and is judged by how it moves.
    Moves {
        /// √(mean D) along the best time alignment, in metres.
        mean_metres: f64,
        /// What speaks against it.
        evidence: Evidence,
        /// The log-odds that are needed.
        needed: f64,
    },
    /// The best time alignment crosses a cell above the cap, where the web ends.
    AboveCap {
        /// The first such place.
        at: Pair,
        /// The cap, in metres.
        cap_metres: f64,
    },
    /// Frames go together that are not clearly more alike than their neighbours.
    Unclear {
        /// The first such place.
        at: Pair,
        /// How many cells of the alignment are outside the valid region.
        outside: usize,
        /// How many it has.
        cells: usize,
    },
    /// All criteria hold, but no chain or bridge of the web leads along the alignment.
    NoPath {
        /// √(mean D) along it, in metres.
        mean_metres: f64,
    },
    /// The web has a match sequence there, but another match that is nearer overlaps it.
    Overlapped {
        /// The nearer match.
        by: Segment,
    },
    /// It is a match.
    Match {
        /// √(mean D), in metres.
        mean_metres: f64,
    },
}

/// Two frames that were compared.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pair {
    /// A frame of the query's clip at the index rate.
    pub query: usize,
    /// A frame of the other clip at the index rate.
    pub other: usize,
    /// √D, in metres.
    pub metres: f64,
}

/// A candidate that covers at least this share of a match is that match.
const SAME_PLACE: f64 = 0.5;

impl Index {
    /// Why `candidate` is, or is not, among the nearest matches of `query`.
    ///
    /// # Errors
    /// When a segment lies outside its clip, the clips are of two families, or a number makes no sense.
    pub fn explain(
        &self,
        query: Segment,
        candidate: Segment,
        look: &SearchSettings,
    ) -> Result<MatchVerdict, SearchError> {
        self.check_segment(query)?;
        self.check_segment(candidate)?;
        self.check_family(query.clip, candidate.clip)?;
        let matches = self.matches(query, look)?;
        if let Some(found) = matches.iter().find(|found| found.segment.overlap(&candidate) >= SAME_PLACE) {
            let mean_metres = found.metres();
            let same = found.segment.overlap(&candidate) > look.same;
            return Ok(if same {
                MatchVerdict::Match { mean_metres }
            } else {
                MatchVerdict::Overlapped { by: found.segment }
            });
        }
        let shortest = self.shortest(query, look);
        if candidate.len() < shortest {
            let [secs, least_secs] =
                [candidate.len(), shortest].map(|frames| frames as f64 / self.settings().rate_hz);
            return Ok(MatchVerdict::TooShort { secs, least_secs });
        }
        let clouds = [self.cloud(query.clip), self.cloud(candidate.clip)];
        let grid = cut(clouds, query, candidate);
        Ok(match whole(&grid, SlopeLimit::AtMost(self.settings().slope_limit)) {
            Err(lengths) => MatchVerdict::Lengths(lengths),
            Ok(path) => self.judge(&Alignment { path, grid, query, candidate }, look),
        })
    }

    fn judge(&self, alignment: &Alignment, look: &SearchSettings) -> MatchVerdict {
        let mean_metres = alignment.mean_metres();
        if mean_metres > look.epsilon_metres {
            let worst = alignment.pairs().max_by(|a, b| a.metres.total_cmp(&b.metres));
            let worst = worst.expect("a path has a cell");
            let compared = || self.compare(alignment.query, alignment.candidate);
            if let Some((extended, compared)) =
                look.extended.and_then(|extended| Some((extended, compared()?)))
            {
                return MatchVerdict::Moves {
                    mean_metres,
                    evidence: compared.evidence,
                    needed: extended.keep,
                };
            }
            return MatchVerdict::TooFar { mean_metres, epsilon_metres: look.epsilon_metres, worst };
        }
        let cap_metres = self.settings().cap_metres();
        if let Some(at) = alignment.pairs().find(|pair| pair.metres >= cap_metres) {
            return MatchVerdict::AboveCap { at, cap_metres };
        }
        let outside = self.outside_valid_region(alignment);
        match outside.first() {
            Some(&at) => {
                MatchVerdict::Unclear { at, outside: outside.len(), cells: alignment.path.cells().len() }
            }
            None => MatchVerdict::NoPath { mean_metres },
        }
    }

    /// The cells of an alignment that are not near a minimum.
    fn outside_valid_region(&self, alignment: &Alignment) -> Vec<Pair> {
        let rules = self.settings().rules();
        let (query, other) = (self.cloud(alignment.query.clip), self.cloud(alignment.candidate.clip));
        let cells = Sweep::default()
            .whole(Duo::between(query, other), &rules)
            .expect("a sweep without a limit takes what it needs");
        let is_outside =
            |pair: &Pair| !cells.find(pair.query, pair.other).is_some_and(|cell| cells.is_valid(cell));
        alignment.pairs().filter(is_outside).collect()
    }
}

/// The best way through the grid of two segments.
struct Alignment {
    path: Path,
    grid: Grid,
    query: Segment,
    candidate: Segment,
}

impl Alignment {
    fn pairs(&self) -> impl Iterator<Item = Pair> {
        self.path.cells().iter().map(|&[row, column]| Pair {
            query: self.query.first + row,
            other: self.candidate.first + column,
            metres: f64::from(self.grid.at(row, column)).sqrt(),
        })
    }

    fn mean_metres(&self) -> f64 {
        (self.path.cost(&self.grid) / self.path.cells().len() as f64).sqrt()
    }
}

/// The distances of two segments; the rest of the grid is computed and forgotten.
fn cut([query, other]: [&Cloud; 2], rows: Segment, columns: Segment) -> Grid {
    let parts = stream(
        query,
        other,
        |_| vec![Vec::new(); rows.len()],
        |found: &mut Vec<Vec<f32>>, stretch| {
            if (rows.first..=rows.last).contains(&stretch.row) {
                let from = columns.first.max(stretch.column);
                let to = (columns.last + 1).min(stretch.column + stretch.distances.len());
                if from < to {
                    let wanted = &stretch.distances[from - stretch.column..to - stretch.column];
                    found[stretch.row - rows.first].extend_from_slice(wanted);
                }
            }
        },
    );
    let row = |n: usize| parts.iter().flat_map(move |part| part[n].iter().copied());
    Grid::from_cells(columns.len(), (0..rows.len()).flat_map(row).collect())
}

/// One sentence for a person; frames are those of the index.
impl fmt::Display for MatchVerdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let cm = |metres: &f64| format!("{:.1} cm", metres * 100.0);
        match self {
            Self::Lengths(Unreachable { rows, columns, limit, .. }) => {
                let times = *rows.max(columns) as f64 / *rows.min(columns) as f64;
                write!(
                    f,
                    "not similar: one is {times:.1} times as long as the other, more than {limit} times"
                )
            }
            Self::TooFar { mean_metres, epsilon_metres, worst } => {
                let (mean, epsilon) = (cm(mean_metres), cm(epsilon_metres));
                write!(
                    f,
                    "not similar: {mean} apart on average, more than ε = {epsilon}; farthest at {worst}"
                )
            }
            Self::Moves { mean_metres, evidence, needed } => {
                let odds = evidence.log_odds();
                let word = if odds < *needed { "not similar" } else { "a variant" };
                let Evidence { best, body, energy, share, steps, length, heights, travel } = evidence;
                write!(
                    f,
                    "{word}: {} apart on average; log-odds of the same action {odds:.1}, of which {needed:.1} are needed \
                     (velocities {best:.2}, on the body {body:.2}, energy {energy:.2}, limbs that act {share:.2}, steps \
                     {steps:.2}, length {length:.2}, heights of the feet {heights:.2}, travel {travel:.2}; 0 is the same)",
                    cm(mean_metres)
                )
            }
            Self::AboveCap { at, cap_metres } => {
                write!(f, "not in the web: the best alignment is above the cap of {} at {at}", cm(cap_metres))
            }
            Self::Unclear { at, outside, cells } => write!(
                f,
                "no clear correspondence: {outside} of {cells} frame pairs are not near a minimum, the first at {at}"
            ),
            Self::TooShort { secs, least_secs } => {
                write!(f, "too short: it lasts {secs:.2} s, a match {least_secs:.2} s at least")
            }
            Self::NoPath { mean_metres } => {
                write!(f, "alike at {}, but no chain or bridge of the web leads there", cm(mean_metres))
            }
            Self::Overlapped { by } => write!(f, "overlapped by a nearer match at {}-{}", by.first, by.last),
            Self::Match { mean_metres } => write!(f, "a match at {}", cm(mean_metres)),
        }
    }
}

impl fmt::Display for Pair {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "frames {} and {} ({:.1} cm)", self.query, self.other, self.metres * 100.0)
    }
}
