//! Matches beyond ε: variants of an action, judged by how the limbs move.
//!
//! Variants are often farther apart than ε, with nothing in between, while stretches in which little happens are close to
//! much that is unrelated. What variants share is the movement: the velocities of the limbs, each seen from the joint it
//! hangs on (`limbs`), in the same order in time. Their difference, as a share of how much both move, tells variants from
//! other motion where distances do not (`variant`). One that is found by chance would bring all of its kind along,
//! so a search (`support`) takes in what is a variant of several matches that it knows already.

use rayon::prelude::*;
use segue_motion::ClipId;

use crate::variant::{Candidate, View};
use crate::{Index, Match, SearchError, SearchSettings, Segment};

/// When a match beyond ε is accepted. The numbers were chosen on captured right kicks, left punches and left reaches
/// (docs/search.md).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Extended {
    /// The largest difference of the limbs' velocities, as a share of both: 0 for the same movement, 1 for unrelated ones.
    /// 0.3: at 0.35 a sixth of what is found is unrelated.
    pub difference: f64,
    /// How many times as long as the query a match may be, or the query as a match. 1.5: reaches differ by as much.
    pub longest: f64,
    /// Of how many known matches a match must be a variant (of one when there is but the query). 2: of one it may be by
    /// chance.
    pub supporters: usize,
    /// And of what share of them. 0.3: a fifth more of what is found is unrelated at 0.2.
    pub support: f64,
    /// How often variants of variants are looked for. 4: more found no more.
    pub rounds: usize,
    /// The known matches that are asked, those found first. 32: the time of a search grows with them, and a share of
    /// them tells as much as one of hundreds.
    pub witnesses: usize,
}

/// How much more the movements of two close matches may differ than those of variants, which nothing else makes alike. 2.5: at 2
/// captured left punches out of a crouch are lost.
const LOOSER: f64 = 2.5;

impl Default for Extended {
    fn default() -> Self {
        Self { difference: 0.3, longest: 1.5, supporters: 2, support: 0.3, rounds: 4, witnesses: 32 }
    }
}

impl Extended {
    /// Refuses numbers that make no sense, each by name.
    pub(crate) fn check(&self) -> Result<(), SearchError> {
        let numbers = [
            ("extended.difference", self.difference, 0.0, 1.0),
            ("extended.longest", self.longest, 1.0, 2.0),
            ("extended.support", self.support, 0.0, 1.0),
            ("extended.witnesses", self.witnesses as f64, 1.0, 1e6),
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

impl Index {
    /// The variants of a query, the most alike first; those that overlap the query or one of `known` are left out.
    pub(crate) fn variants(
        &self,
        query: Segment,
        look: &SearchSettings,
        extended: &Extended,
        known: &[Match],
    ) -> Vec<Match> {
        let shortest = self.shortest(query, look);
        let clips: Vec<ClipId> = self.kin(query.clip).filter(|&clip| look.includes(clip)).collect();
        let found = clips.into_par_iter().flat_map_iter(|clip| {
            let view = View::new(query, clip, [self.limbs(query.clip), self.limbs(clip)]);
            view.candidates(extended, look.apart)
        });
        let mut found: Vec<Candidate> = found.filter(|found| found.segment.len() >= shortest).collect();
        let overlaps = |a: &Segment, b: &Segment| a.overlap(b) >= look.apart;
        found.retain(|variant| {
            let is_known = known.iter().any(|known| overlaps(&known.segment, &variant.segment));
            !is_known && !overlaps(&query, &variant.segment)
        });
        found.sort_by(|a, b| a.difference.total_cmp(&b.difference).then(a.segment.cmp(&b.segment)));
        found.into_iter().map(|variant| self.match_of(query.clip, variant)).collect()
    }

    /// Whether what is close to a variant moves as it does, if more loosely than a variant has to. A variant that moves little is close
    /// to stances in which nothing happens, and they to all others.
    pub(crate) fn moves_alike(&self, query: Segment, found: &Match, extended: &Extended) -> bool {
        let limbs = [self.limbs(query.clip), self.limbs(found.segment.clip)];
        let view = View::new(query, found.segment.clip, limbs);
        view.difference(found.segment, &found.alignment) <= LOOSER * extended.difference
    }

    fn match_of(&self, query: ClipId, variant: Candidate) -> Match {
        let Candidate { segment, alignment, .. } = variant;
        let (own, other) = (self.cloud(query), self.cloud(segment.clip));
        let distance = |&[row, frame]: &[u32; 2]| own.place(f64::from(row), other, f64::from(frame)).distance;
        let mean = alignment.iter().map(distance).sum::<f64>() / alignment.len() as f64;
        Match { segment, mean: mean as f32, alignment }
    }
}
