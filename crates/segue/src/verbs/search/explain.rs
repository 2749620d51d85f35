//! Why a stretch is, or is not, a match.

use segue_search::MatchVerdict;
use serde::{Deserialize, Serialize};

use super::SearchRequest;
use crate::verbs::{Done, Verb, VerbError, Watch};

/// Explain why a stretch is or is not a match of a search: which criterion fails, and where.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct SearchExplainRequest {
    /// The search; nothing of it is saved.
    pub search: SearchRequest,
    /// The stretch, as `CLIP@first-last`.
    pub segment: String,
}

/// The answer to [`SearchExplainRequest`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SearchExplainAnswer {
    /// The stretch.
    pub segment: String,
    /// Whether it is a match.
    #[serde(rename = "match")]
    pub is_match: bool,
    /// Where the search lists it; `None` where it does not.
    pub found: Option<FoundAs>,
    /// Whether it is like the query itself, but too few of the other matches agree, so that an extended search leaves it
    /// out.
    pub is_alone: bool,
    /// How it compares with the query itself, in words.
    pub verdict: String,
}

/// Where a search lists a stretch.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FoundAs {
    /// Its place, from 1.
    pub rank: usize,
    /// In how many steps from the query it was found.
    pub tier: usize,
}

impl Verb for SearchExplainRequest {
    const NAME: &'static str = "search explain";
    type Answer = SearchExplainAnswer;
    type Work = ();

    fn run(&self, watch: &dyn Watch) -> Result<Done<Self>, VerbError> {
        let work = self.search.look(true, watch)?;
        let candidate = work.finder.segment(&self.segment)?;
        let verdict = work.finder.explain(candidate, &work.look)?;
        let is_like = match &verdict {
            MatchVerdict::Match { .. } => true,
            MatchVerdict::Moves { evidence, needed, .. } => evidence.log_odds() >= *needed,
            _ => false,
        };
        // A match of a match is one too.
        let same = |overlap: f64| overlap > work.look.same;
        let place = work.hits.iter().position(|hit| same(hit.segment.overlap(&candidate)));
        // What is like the query alone may be so by chance: an extended search asks for several that agree.
        let is_alone = self.search.extended && place.is_none() && is_like;
        let answer = SearchExplainAnswer {
            segment: self.segment.clone(),
            is_match: place.is_some() || is_like && !is_alone,
            found: place.map(|place| FoundAs { rank: place + 1, tier: work.hits[place].tier }),
            is_alone,
            verdict: verdict.to_string(),
        };
        Ok(Done { answer, work: () })
    }
}
