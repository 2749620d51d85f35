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
//!
//! One such match may be a coincidence, and in a graph it would bring all of its kind along. So a search
//! (`support`) takes in what is a variant of several matches that it knows already.

use rayon::prelude::*;

use crate::scan::Distances;
use crate::variant::{Candidate, View};
use crate::{Index, Look, Match, SearchError, Segment};

/// When a match beyond ε is accepted. The numbers were chosen on captured kicks, punches, reaches and lunges, with all of
/// them in view (docs/search.md).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Extended {
    /// The largest √(mean D) that is looked at, in metres. 0.2: twice what unrelated motion begins to be found with.
    pub epsilon_metres: f64,
    /// How many times as long as the query a match may be, or the query as a match. 1.4: a reach is no slow punch.
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
    /// Of how many of the matches that are within ε of each other a match must be a variant (of one when there is but the
    /// query). 2: of one it may be by chance.
    pub supporters: usize,
    /// And of what share of them. 0.4: what is right has half of them or more, what is not a quarter.
    pub support: f64,
    /// How often variants of variants are looked for. 2: high, middle and low reaches are two steps.
    pub rounds: usize,
}

impl Default for Extended {
    fn default() -> Self {
        Self {
            epsilon_metres: 0.2,
            longest: 1.4,
            residual: 0.35,
            residual_per_metre: 2.0,
            activity: 0.5,
            ends_metres: 0.065,
            activity_metres: 0.17,
            faster: 2.0,
            supporters: 2,
            support: 0.4,
            rounds: 2,
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
            ("extended.support", self.support, 0.0, 1.0),
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

impl Index {
    /// The variants of a query beyond ε, nearest first; those that overlap the query or one of `known` are left out.
    pub(crate) fn variants(
        &self,
        query: Segment,
        look: &Look,
        extended: &Extended,
        known: &[Match],
    ) -> Vec<Match> {
        let shortest = self.shortest(query, look);
        let clips: Vec<usize> = self.kin(query.clip).filter(|&clip| look.includes(clip)).collect();
        let found = clips.into_par_iter().flat_map_iter(|clip| {
            let grid = Distances::new(self.cloud(query.clip), query, self.cloud(clip), self.columns(clip));
            let view = View::new(query, clip, [self.stances(query.clip), self.stances(clip)], grid);
            let candidates = view.candidates(extended.epsilon_metres);
            let judge = |candidate| extended.judge(&view, candidate, query, look.epsilon_metres);
            candidates.iter().filter_map(judge).collect::<Vec<Match>>()
        });
        let mut found: Vec<Match> = found.filter(|found| found.segment.len() >= shortest).collect();
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
}

impl Extended {
    /// The match a candidate is, if it is a variant.
    fn judge(&self, view: &View<'_>, candidate: &Candidate, query: Segment, epsilon: f64) -> Option<Match> {
        if candidate.is_as_long(query, self.longest) && self.moves_alike(view, candidate) {
            return Some(view.match_of(candidate));
        }
        let limit = self.residual - self.residual_per_metre * (candidate.metres - epsilon).max(0.0);
        if limit <= 0.0 || view.residual(candidate) > limit + HOPELESS {
            return None;
        }
        let better = view.without_offset(candidate);
        let accepted = better.is_as_long(query, self.longest) && view.residual(&better) <= limit;
        accepted.then(|| view.match_of(&better))
    }

    /// Whether the same parts of the body move at the same times, from like stances and back to them.
    fn moves_alike(&self, view: &View<'_>, candidate: &Candidate) -> bool {
        if candidate.metres > self.activity_metres || view.ends_metres(candidate) > self.ends_metres {
            return false;
        }
        let (correlation, faster) = view.activity(candidate);
        correlation >= self.activity && faster <= self.faster
    }
}
