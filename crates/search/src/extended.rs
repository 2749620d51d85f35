//! Matches beyond ε: variants of an action, judged by how they move first, and by distance second.
//!
//! Variants are often farther apart than ε, with nothing in between, while stretches in which little happens are close to
//! much that is unrelated. What variants share is the movement. Candidates are the best time alignments of the query
//! with all clips (`scan`); a candidate is a variant when one of two things holds:
//!
//! - **The same movement in another stance.** A constant difference of the stance does not count: the aligned
//!   frames differ, about their mean difference, by little compared with how much each of the segments moves.
//! - **The same parts of the body move at the same times, from the same stance and back to it.** Which markers are fast
//!   when is the same whatever the direction; and both segments begin and end alike.

use rayon::prelude::*;

use crate::scan::{Distances, Scan};
use crate::stances::Stances;
use crate::variant::{Candidate, activity, residual};
use crate::{Index, Look, Match, SearchError, Segment};

/// When a match beyond ε is accepted. The numbers were chosen on the clips 144_05, 144_13 and 144_22 of CMU's captures.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Extended {
    /// The largest √(mean D) that is looked at, in metres. 0.2: twice what unrelated motion begins to be found with.
    pub epsilon_metres: f64,
    /// How many times as long as the query a match may be, or the query as a match. 1.5: a slow reach is not a punch.
    pub longest: f64,
    /// The largest residual of the same movement in another stance: 0 for the same movement, 1 for unrelated ones.
    pub residual: f64,
    /// What is added to the residual per metre of √(mean D) beyond ε. 2: the farther, the clearer it must be.
    pub residual_per_metre: f64,
    /// The least correlation of the markers' speeds over the aligned frames.
    pub activity: f64,
    /// With it, the largest √D of the first and of the last frames, in metres.
    pub ends_metres: f64,
    /// With it, the largest √(mean D), in metres.
    pub activity_metres: f64,
    /// With it, how many times as fast one may be as the other.
    pub faster: f64,
}

impl Default for Extended {
    fn default() -> Self {
        Self {
            epsilon_metres: 0.2,
            longest: 1.5,
            residual: 0.4,
            residual_per_metre: 2.0,
            activity: 0.5,
            ends_metres: 0.06,
            activity_metres: 0.17,
            faster: 2.0,
        }
    }
}

impl Extended {
    /// Refuses numbers that make no sense, each by name.
    pub(crate) fn check(&self) -> Result<(), SearchError> {
        let numbers = [
            ("extended.epsilon_metres", self.epsilon_metres, 0.0, 10.0),
            ("extended.longest", self.longest, 1.0, 2.0),
            ("extended.residual", self.residual, 0.0, 2.0),
            ("extended.residual_per_metre", self.residual_per_metre, 0.0, 1000.0),
            ("extended.activity", self.activity, -1.0, 1.0),
            ("extended.ends_metres", self.ends_metres, 0.0, 10.0),
            ("extended.activity_metres", self.activity_metres, 0.0, 10.0),
            ("extended.faster", self.faster, 1.0, 1000.0),
        ];
        for (name, value, low, high) in numbers {
            if !(low..=high).contains(&value) {
                let allowed = format!("{low} to {high}");
                return Err(SearchError::Setting { name, found: value.to_string(), allowed });
            }
        }
        Ok(())
    }
}

/// Residuals this much above the limit are not worth a better alignment, which lowers them by a third as a rule.
const HOPELESS: f64 = 0.35;

/// Candidates that overlap by more are the same.
const SAME: f64 = 0.5;

impl Index {
    /// The variants of a query beyond ε, nearest first; those that overlap one of `known` are left out.
    pub(crate) fn variants(
        &self,
        query: Segment,
        look: &Look,
        extended: &Extended,
        known: &[Match],
    ) -> Vec<Match> {
        let clips: Vec<usize> = self.kin(query.clip).filter(|&clip| look.includes(clip)).collect();
        let found = clips.into_par_iter().flat_map_iter(|clip| {
            let (grid, scan) = self.scan(query, clip);
            let judge = |candidate: Candidate| self.judge_variant(query, clip, candidate, &grid, look, extended);
            let candidates = candidates(&scan, extended.epsilon_metres);
            candidates.into_iter().filter_map(judge).collect::<Vec<_>>()
        });
        let mut found: Vec<Match> = found.collect();
        found.sort_by(|a, b| a.mean.total_cmp(&b.mean).then(a.segment.cmp(&b.segment)));
        let mut kept: Vec<Match> = Vec::new();
        for variant in found {
            let overlaps = |other: &Segment| other.overlap(&variant.segment) >= look.apart;
            let is_known = known.iter().chain(&kept).any(|other| overlaps(&other.segment));
            if !is_known && !overlaps(&query) {
                kept.push(variant);
            }
        }
        kept
    }

    fn scan(&self, query: Segment, clip: usize) -> (Distances, Scan) {
        let grid = Distances::new(self.cloud(query.clip), query, self.cloud(clip), self.columns(clip));
        let scan = Scan::new(query.len(), |row| grid.row(row));
        (grid, scan)
    }

    fn judge_variant(
        &self,
        query: Segment,
        clip: usize,
        candidate: Candidate,
        grid: &Distances,
        look: &Look,
        extended: &Extended,
    ) -> Option<Match> {
        let stances = [self.stances(query.clip), self.stances(clip)];
        let fits = |candidate: &Candidate| candidate.is_as_long(query, extended.longest);
        if fits(&candidate) && moves_alike(stances, query, &candidate, grid, extended) {
            return Some(candidate.into_match(query, clip, grid));
        }
        let beyond = (candidate.metres - look.epsilon_metres).max(0.0);
        let limit = extended.residual - extended.residual_per_metre * beyond;
        if limit <= 0.0 || residual(stances, query, &candidate.alignment) > limit + HOPELESS {
            return None;
        }
        let better = candidate.without_offset(stances, query);
        let accepted = fits(&better) && residual(stances, query, &better.alignment) <= limit;
        accepted.then(|| better.into_match(query, clip, grid))
    }
}

/// Whether the same parts of the body move at the same times, from like stances and back to them.
fn moves_alike(
    stances: [&Stances; 2],
    query: Segment,
    candidate: &Candidate,
    grid: &Distances,
    extended: &Extended,
) -> bool {
    let limit = extended.ends_metres.powi(2) as f32;
    let ends = [candidate.alignment.first(), candidate.alignment.last()];
    if candidate.metres > extended.activity_metres || ends.iter().flatten().any(|&&cell| grid.at(cell) > limit) {
        return false;
    }
    let (correlation, faster) = activity(stances, query, &candidate.alignment);
    correlation >= extended.activity && faster <= extended.faster
}

/// The alignments of a scan below a distance, the nearest of those that overlap.
fn candidates(scan: &Scan, metres: f64) -> Vec<Candidate> {
    let most = (metres * metres) as f32;
    let mut ends: Vec<usize> = (0..scan.costs.len()).filter(|&last| scan.costs[last] < most).collect();
    ends.sort_by(|&a, &b| scan.costs[a].total_cmp(&scan.costs[b]).then(a.cmp(&b)));
    let mut kept: Vec<Segment> = Vec::new();
    for last in ends {
        let segment = Segment { clip: 0, first: scan.starts[last] as usize, last };
        if kept.iter().all(|nearer| nearer.overlap(&segment) <= SAME) {
            kept.push(segment);
        }
    }
    kept.into_iter().map(|segment| Candidate::new(scan, segment.last)).collect()
}
