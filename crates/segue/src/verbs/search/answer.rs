//! What a search reports.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use super::FamilyFacts;
use crate::find::Hit;
use crate::verbs::Failure;

/// The answer to [`SearchRequest`](super::SearchRequest).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SearchAnswer {
    /// What was looked for.
    pub query: QueryRange,
    /// How long the query lasts.
    pub query_secs: f64,
    /// Queries shorter than this are like almost anything.
    pub shortest_secs: f64,
    /// How far apart two stretches could be on average (ε).
    pub epsilon_cm: f64,
    /// Why it was that.
    pub epsilon_why: EpsilonWhy,
    /// Whether variants beyond ε were looked for.
    pub extended: bool,
    /// Whether the search ended by itself; `false` when there were so many matches that it was stopped.
    pub complete: bool,
    /// How many clips were searched.
    pub searched_clips: usize,
    /// How many were not, because they have other joints than the query.
    pub other_joints_clips: usize,
    /// Clips that cannot be compared with anything.
    pub left_out: Vec<Failure>,
    /// How many matches there are for each ε.
    pub counts: Vec<EpsilonCount>,
    /// The largest ε before unrelated motion begins to match; `None` when that does not happen within `counts`, 0 when
    /// there are too many matches at every ε.
    pub explodes_above_cm: Option<f64>,
    /// Set where the query holds several periods of one movement.
    pub repeats: Option<RepeatFacts>,
    /// The matches, nearest first; of an extended search the surest first.
    pub matches: Vec<MatchFacts>,
    /// The same matches by family: those of one clip that follow one another, such as the periods of a walk.
    pub families: Vec<FamilyFacts>,
    /// How many groups of variants the matches form: those of one group are alike step by step and about as fast.
    pub clusters: usize,
    /// Of an extended search that found variants, by how much the log-odds of the least sure of them are above those of the best
    /// stretch that was left out.
    pub separation: Option<f64>,
    /// The name under which the search was saved.
    pub saved_as: Option<String>,
}

/// Why ε was what it was.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum EpsilonWhy {
    /// It was asked for.
    Asked,
    /// It was asked for although unrelated motion begins to match below it.
    AskedAboveExplosion,
    /// It was asked for although a body that stands still may match below it.
    AskedAboveStillness,
    /// Unrelated motion begins to match above it.
    Explosion,
    /// The index is not made for more.
    Index,
    /// A body that stands still may match above it.
    Stillness,
    /// There are too many matches at every ε, so it is the smallest.
    TooMany,
}

impl EpsilonWhy {
    /// The reason in words, to follow the value.
    pub fn words(self) -> &'static str {
        match self {
            Self::Asked => "as asked",
            Self::AskedAboveExplosion => "as asked, although unrelated motion begins to match below it",
            Self::AskedAboveStillness => "as asked, although a body that stands still may match below it",
            Self::Stillness => "chosen: a body that stands still may match above it",
            Self::Explosion => "chosen: unrelated motion begins to match above it",
            Self::Index => "chosen: the index is not made for more",
            Self::TooMany => "chosen: there are many matches at every distance",
        }
    }
}

/// Some frames of a clip.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct QueryRange {
    /// The clip.
    pub clip: String,
    /// First and last frame at the clip's own rate, both included.
    pub range: [usize; 2],
}

/// How many matches there are for one ε.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct EpsilonCount {
    /// ε.
    pub epsilon_cm: f64,
    /// The matches.
    pub matches: usize,
}

/// A query that repeats itself.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct RepeatFacts {
    /// How long a period is.
    pub period_secs: f64,
    /// The [`SearchRequest::apart`](super::SearchRequest::apart) with which every period is listed.
    pub apart: f64,
}

/// A stretch that was found.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct MatchFacts {
    /// Its place, from 1.
    pub rank: usize,
    /// The clip.
    pub clip: String,
    /// First and last frame at the clip's own rate, both included.
    pub range: [usize; 2],
    /// The distance to the query itself, where they are similar.
    pub direct_cm: Option<f64>,
    /// The distance along the graph of similarities.
    pub graph_cm: f64,
    /// In how many steps from the query it was found.
    pub tier: usize,
    /// How likely it is the same action, between 0 and 1; `None` where the search was not extended.
    pub confidence: Option<f64>,
    /// The group of variants it belongs to, from 1; the query is in the first.
    pub cluster: usize,
    /// Whether it is like the mirror image of the query.
    pub mirrored: bool,
    /// By how many degrees it turns more than the query, to the left, where that is a sixth of a circle or more to either side:
    /// it is alike frame by frame, but perhaps another action, and comes last.
    pub turns_deg: Option<f64>,
}

impl MatchFacts {
    pub(super) fn of(rank: usize, hit: &Hit, clusters: &BTreeSet<(bool, usize)>) -> Self {
        Self {
            rank,
            clip: hit.clip.clone(),
            range: [hit.range.first, hit.range.last],
            direct_cm: hit.direct_metres.map(|metres| 100.0 * metres),
            graph_cm: 100.0 * hit.graph_metres,
            tier: hit.tier,
            confidence: hit.confidence,
            cluster: clusters.range(..=(hit.mirrored, hit.cluster)).count(),
            mirrored: hit.mirrored,
            turns_deg: hit.turns_otherwise.then(|| hit.turn_radians.to_degrees()),
        }
    }
}
