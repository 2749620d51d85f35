//! The nearest matches of a segment.

use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;
use std::rc::Rc;
use std::sync::Arc;

use segue_motion::ClipId;

use crate::lattice::{Lattice, Rows};
use crate::sequence::{Sequence, Walker};
use crate::{Index, SearchError, SearchSettings, Segment};

/// A segment that is numerically similar to a query.
#[derive(Clone, Debug, PartialEq)]
pub struct Match {
    /// Where it is.
    pub segment: Segment,
    /// The mean of D over the frames that go together, in m²; √mean is a distance in metres.
    pub mean: f32,
    /// Which frames go together: a frame of the query's clip and one of the match's, in order.
    pub alignment: Vec<[u32; 2]>,
}

impl Match {
    /// The root mean square distance of markers, in metres.
    pub fn metres(&self) -> f64 {
        f64::from(self.mean).sqrt()
    }
}

/// A sequence found in one of the webs.
struct Candidate {
    segment: Segment,
    sequence: Sequence,
    lattice: Arc<Lattice>,
}

/// Rows of webs that queries have looked at, kept for the next that has the same segment: most of a query's time goes into
/// fetching them.
#[derive(Default)]
pub(crate) struct Seen {
    rows: RefCell<BTreeMap<Segment, Rc<RowsByClip>>>,
    bytes: Cell<usize>,
}

/// The frames of a query as rows of its clip's webs with other clips; the web with itself counts twice.
type RowsByClip = BTreeMap<ClipId, Vec<Arc<Lattice>>>;

/// Rows of webs that are kept take at most about so many bytes.
const MOST_BYTES: usize = 64 << 20;

/// Webs that are made together: few enough to be in memory at the same time.
const AT_ONCE: usize = 32;

impl Index {
    /// The segments whose frames go with all frames of `query`, nearest first; of those that overlap by more than σ only
    /// the nearest (\[KG04\] §3.3).
    ///
    /// # Errors
    /// When the query lies outside its clip or a number makes no sense.
    pub fn matches(&self, query: Segment, look: &SearchSettings) -> Result<Vec<Match>, SearchError> {
        look.check()?;
        self.check_segment(query)?;
        Ok(self.close_matches(query, look, &Seen::default()))
    }

    /// The matches within ε. `seen` is of queries in the same clips.
    pub(crate) fn close_matches(&self, query: Segment, look: &SearchSettings, seen: &Seen) -> Vec<Match> {
        let mut walker = Walker::default();
        let mut candidates = self.candidates(query, look, seen, &mut walker);
        candidates
            .sort_by(|a, b| a.sequence.mean.total_cmp(&b.sequence.mean).then(a.segment.cmp(&b.segment)));
        let mut kept: Vec<Candidate> = Vec::new();
        for candidate in candidates {
            if kept.iter().all(|nearer| nearer.segment.overlap(&candidate.segment) <= look.same) {
                kept.push(candidate);
            }
        }
        let mut matches: Vec<Match> =
            kept.iter().map(|candidate| finish(candidate, query, &mut walker)).collect();
        matches.sort_by(|a, b| a.mean.total_cmp(&b.mean).then(a.segment.cmp(&b.segment)));
        matches
    }

    /// The fewest frames a match of `query` has.
    pub(crate) fn shortest(&self, query: Segment, look: &SearchSettings) -> usize {
        let shortest = (look.shortest_secs * self.settings().rate_hz).ceil() as usize;
        let share = (query.len() as f64 / look.longest).ceil() as usize;
        shortest.min(query.len()).max(share)
    }

    fn candidates(
        &self,
        query: Segment,
        look: &SearchSettings,
        seen: &Seen,
        walker: &mut Walker,
    ) -> Vec<Candidate> {
        let most = look.epsilon_metres.powi(2) as f32;
        let shortest = self.shortest(query, look);
        let mut found = Vec::new();
        let clips = self.partners(query, look.epsilon_metres);
        let clips: Vec<ClipId> = clips.into_iter().filter(|&clip| look.includes(clip)).collect();
        let rows = self.rows_of(query, &clips, seen);
        let rows = clips.iter().flat_map(|clip| rows[clip].iter().map(move |lattice| (clip, lattice)));
        for (clip, lattice) in rows {
            for sequence in walker.sequences(lattice, query.first, query.last, most) {
                let [first, last] = sequence.columns.map(|column| column as usize);
                if last + 1 - first >= shortest {
                    let segment = Segment { clip: *clip, first, last };
                    found.push(Candidate { segment, sequence, lattice: lattice.clone() });
                }
            }
        }
        found
    }

    /// The frames of a query as rows of its clip's webs with these clips, and perhaps with others.
    fn rows_of(&self, query: Segment, clips: &[ClipId], seen: &Seen) -> Rc<RowsByClip> {
        let mut rows = seen.rows.borrow().get(&query).cloned().unwrap_or_default();
        let new: Vec<ClipId> = clips.iter().copied().filter(|clip| !rows.contains_key(clip)).collect();
        if new.is_empty() {
            return rows;
        }
        let mut found: Vec<(ClipId, Vec<Arc<Lattice>>)> = Vec::new();
        for some in new.chunks(AT_ONCE) {
            self.prepare(query.clip, some);
            found.extend(some.iter().map(|&clip| (clip, self.lattices(query, clip))));
        }
        // Whole webs that are ready are kept elsewhere.
        let lattices = found.iter().flat_map(|(_, lattices)| lattices);
        let own = lattices.filter(|lattice| Arc::strong_count(lattice) == 1);
        let bytes = seen.bytes.get() + own.map(|lattice| lattice.bytes()).sum::<usize>();
        Rc::make_mut(&mut rows).extend(found);
        if bytes <= MOST_BYTES {
            seen.bytes.set(bytes);
            seen.rows.borrow_mut().insert(query, rows.clone());
        }
        rows
    }

    /// The frames of a query as rows of its clip's web with another. The web of a clip with itself counts twice: above the
    /// diagonal later frames are the columns, below it earlier ones.
    fn lattices(&self, query: Segment, other: ClipId) -> Vec<Arc<Lattice>> {
        let (clip, pair) = (query.clip, [query.clip.min(other), query.clip.max(other)]);
        let entry = self.entry(pair);
        let in_part = entry.is_none() && self.is_in_parts(pair);
        let sides = [(Rows::First, clip <= other), (Rows::Second, clip >= other)];
        let rows = query.first as u32..query.last as u32 + 1;
        let lattice = |side: Rows| {
            if in_part {
                return self.lattice_of_part(query, pair, side).map(Arc::new);
            }
            entry.as_ref()?.lattice(side, &rows)
        };
        sides.into_iter().filter(|(_, is_there)| *is_there).filter_map(|(side, _)| lattice(side)).collect()
    }
}

fn finish(candidate: &Candidate, query: Segment, walker: &mut Walker) -> Match {
    let Candidate { segment, sequence, lattice } = candidate;
    let (best, mut alignment) = walker.best(lattice, sequence, query.last - query.first);
    for cell in &mut alignment {
        cell[0] += query.first as u32;
    }
    Match { segment: *segment, mean: best.mean.max(0.0), alignment }
}
