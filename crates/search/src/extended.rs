//! Matches beyond ε: variants of an action, judged by how the limbs move.
//!
//! Variants are often farther apart than ε, with nothing in between, while stretches in which little happens are close to
//! much that is unrelated. What variants share is the movement. A search looks where something moves alike (`candidates`),
//! asks eight things of every pair and weighs them in one number (`likeness`), takes in the best first, and lets all that it
//! has taken in speak about each new one (`variants`).

use crate::SearchError;

/// When a match beyond ε is accepted. How the numbers were chosen is in docs/search.md.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Extended {
    /// What is looked at: stretches whose limbs' velocities differ by at most this share of both. 0.6: nothing is decided
    /// by it, and nearly all instances of an action are below.
    pub difference: f64,
    /// How many times as long as the query what is looked at may be, or the query as that.
    pub longest: f64,
    /// How many of the matches within ε are asked about others at first, the nearest.
    pub seeds: usize,
    /// How many matches are asked at most: the time of a search grows with them.
    pub witnesses: usize,
    /// Matches are taken in, the best first, while their support is at least this.
    pub grow: f64,
    /// Taking in ends where the best that is left has this much less support than any that was taken in: variants follow one
    /// another without such a gap, and what is beyond it is another action that uses the same limbs.
    pub gap: f64,
    /// Of those, the ones whose support by all in the end is at least this are kept.
    pub keep: f64,
}

impl Default for Extended {
    fn default() -> Self {
        Self { difference: 0.6, longest: 1.6, seeds: 5, witnesses: 12, grow: 1.5, gap: 3.0, keep: 2.0 }
    }
}

impl Extended {
    /// Refuses numbers that make no sense, each by name.
    pub(crate) fn check(&self) -> Result<(), SearchError> {
        let numbers = [
            ("extended.difference", self.difference, 0.0, 1.0),
            ("extended.longest", self.longest, 1.0, 2.0),
            ("extended.witnesses", self.witnesses as f64, 1.0, 1e3),
            ("extended.grow", self.grow, -20.0, 20.0),
            ("extended.gap", self.gap, 0.0, 40.0),
            ("extended.keep", self.keep, -20.0, 20.0),
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

/// What the matches that were asked say about one: log-odds that it is a variant of the same action.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MatchSupport {
    /// The mean over the half of them that is most in favour: a variant at one end of a range is unlike those at the other.
    pub half: f64,
    /// The mean over all of them, queries counting as much as all others together: what convinces one wrong match convinces
    /// its kin, but not the rest, and least of all what was asked for.
    pub all: f64,
    /// Whether it was found within ε: such matches are right whatever the others say.
    pub within_epsilon: bool,
}

/// Logistic regression on the matches of the developed halves of captures and of synthetic takes (docs/search.md): what the mean of the half
/// counts for, what is added within ε, and what is left. Beside the half the mean of all told nothing.
const HALF: f64 = 1.36;
const WITHIN: f64 = 4.39;
const CONSTANT: f64 = -3.34;

impl MatchSupport {
    /// The support of the log-odds of queries and of other matches, of which there is at least one, less what speaks for
    /// counter-examples.
    pub(crate) fn of(queries: &[f64], others: &[f64], against: f64) -> Self {
        let mut odds = [queries, others].concat();
        odds.sort_by(|a, b| b.total_cmp(a));
        let mean = |odds: &[f64]| odds.iter().sum::<f64>() / odds.len() as f64 - against;
        let all = match (queries, others) {
            ([], odds) | (odds, []) => mean(odds),
            (queries, others) => f64::midpoint(mean(queries), mean(others)),
        };
        Self { half: mean(&odds[..odds.len().div_ceil(2)]), all, within_epsilon: false }
    }

    /// How likely the match is right, between 0 and 1: of those said to be 0.9, about nine of ten are (docs/search.md).
    pub fn confidence(&self) -> f64 {
        let prior = if self.within_epsilon { WITHIN } else { 0.0 };
        let odds = HALF * self.half + CONSTANT + prior;
        1.0 / (1.0 + libm::exp(-odds))
    }
}
