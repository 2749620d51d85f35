//! Other stances where a chain misses a contact or asks for what no body does.

use super::polish::{Linked, Stretch, Way};
use super::search::unlike;
use super::taste::{Taste, strangeness};
use super::{Aimer, Pick};
use crate::StanceKind;
use crate::attempt::Recipe;

/// A contact is missed from here on, in metres.
const MISSED: f64 = 0.04;
/// Stances before and after a bad one that help.
const AROUND: usize = 3;
/// Stances that are tried instead of one.
const INSTEAD: usize = 12;
/// Rounds for a try.
const ROUNDS: usize = 6;
/// Passes over the bad stances of a chain.
const PASSES: usize = 3;

impl Aimer<'_> {
    /// The chain with bad stances replaced where that helps.
    pub(super) fn mended(&self, mut way: Way) -> Way {
        let first = way.start;
        let whole = Stretch { aimer: self, first: 0, goal: None };
        for _ in 0..PASSES {
            let Some(links) = self.linked(0, &way) else { break };
            let bad: Vec<usize> = (0..links.len()).filter(|&n| is_bad(self, n, &links[n])).collect();
            let before = whole.strain(first, &way);
            for n in bad {
                for at in [n, n.wrapping_sub(1), n + 1] {
                    if at < way.picks.len() {
                        way = self.replaced(way, at);
                    }
                }
            }
            way = whole.improved(way, self.settings.rounds);
            let after = whole.strain(first, &way);
            if after.zip(before).is_none_or(|(after, before)| after > 0.98 * before) {
                break;
            }
        }
        way
    }

    /// The chain with the best stance that can be had at one place; neighbours give way.
    fn replaced(&self, way: Way, at: usize) -> Way {
        let Some(links) = self.linked(0, &way) else { return way };
        let from = at.saturating_sub(AROUND);
        let until = (at + AROUND + 1).min(links.len());
        let goal = (until < links.len()).then(|| (links[until - 1].outcome.end, 1.0));
        let stretch = Stretch { aimer: self, first: from, goal };
        let start = links[from].apex;
        let picks: Vec<Pick> = links[from..until].iter().map(|link| link.pick).collect();
        let total = |part: &Way| {
            let likeness: f64 = part.picks.iter().map(|pick| self.unlike(pick)).sum();
            let before = from.checked_sub(1).map(|n| links[n].pick);
            let after = links.get(until).map(|link| link.pick);
            let all: Vec<Pick> = before.into_iter().chain(part.picks.iter().copied()).chain(after).collect();
            let strange: f64 = all.windows(2).map(|pair| self.strangeness(&pair[0], &pair[1])).sum();
            stretch.strain(start, part).map(|strain| strain + likeness + 0.5 * strange)
        };
        let mut best = Way { start, picks };
        let mut least = total(&best);
        for recipe in self.instead(&links[at].pick, at) {
            let mut part = best.clone();
            part.picks[at - from].recipe = recipe;
            part.picks[at - from].ground_factor = 1.0;
            let part = stretch.improved(part, ROUNDS);
            if let Some(strain) = total(&part).filter(|strain| least.is_none_or(|least| *strain < least)) {
                (best, least) = (part, Some(strain));
            }
        }
        let mut way = way;
        if from == 0 {
            way.start = best.start;
        }
        way.picks[from..until].copy_from_slice(&best.picks);
        way
    }

    fn strangeness(&self, before: &Pick, after: &Pick) -> f64 {
        let [a, b] = [before, after].map(|pick| &self.library.stances[pick.recipe.first]);
        strangeness(a, b)
    }

    fn unlike(&self, pick: &Pick) -> f64 {
        unlike(self.core(pick.recipe).params, pick.wanted)
    }

    /// Stances on the same feet that do nearly what one does.
    fn instead(&self, pick: &Pick, at: usize) -> Vec<Recipe> {
        let none = Taste::default();
        let taste = self.tastes.get(&self.inner[at]).unwrap_or(&none);
        let stances = &self.library.stances;
        let (feet, leg) = (stances[pick.recipe.first].footing(), stances[pick.recipe.first].leg_length());
        let mut near: Vec<(f64, usize)> = (0..stances.len())
            .filter(|&i| i != pick.recipe.first && stances[i].kind() == StanceKind::Whole)
            .filter(|&i| stances[i].footing() == feet && taste.allows(&stances[i], None))
            .filter(|&i| (stances[i].leg_length() / leg).ln().abs() < 0.02)
            .map(|i| (unlike(stances[i].params(), pick.wanted), i))
            .collect();
        near.sort_by(|a, b| a.0.total_cmp(&b.0));
        near.into_iter().take(INSTEAD).map(|(_, i)| Recipe::alone(i)).collect()
    }
}

fn is_bad(aimer: &Aimer<'_>, n: usize, link: &Linked) -> bool {
    !link.outcome.judgement.is_plausible() || aimer.link_miss(n, link) > MISSED
}
