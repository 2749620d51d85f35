//! Which variants a search takes in: the best first, each by the vote of those that are in.

use rayon::prelude::*;

use crate::graph::MatchGraph;
use crate::query::Seen;
use crate::{Extended, Index, Match, MatchSupport, SearchSettings, Segment};

/// Witnesses from which on nothing more is looked at: what moves like one of them moves like another.
const LOOKED_FROM: usize = 6;

/// Stretches that share so much of the longer are the same candidate.
const SAME: f64 = 0.8;

/// A stretch of which so many witnesses say no more than [`HOPELESS`] is not looked at any longer.
const FIRST: usize = 4;
const HOPELESS: f64 = -8.0;

/// A match that overlaps what a search within ε has found by so much would find the same again.
const SEARCHED: f64 = 0.5;

/// Matches after which a search within ε of a variant is given up: ε is too large for it then.
const MOST_OF_VARIANT: usize = 100;

/// Witnesses that a variant is joined to, the best.
const EDGES: usize = 3;

/// Log-odds from which on two variants are of one group: pairs of left reaches have 4 in the middle, a reach and a spin
/// that ends in a reach less.
const CLOSE: f64 = 4.0;

/// Pairs of matches within ε and witnesses that are compared at most, to tell how sure a match is.
const MOST_KNOWN_PAIRS: usize = 600;

/// Stretches that may be variants of some matches.
struct Pool<'a> {
    index: &'a Index,
    look: &'a SearchSettings,
    extended: &'a Extended,
    /// What the search within ε found; it is in without being judged.
    known: Vec<Segment>,
    /// The queries, then matches within ε, then variants.
    witnesses: Vec<Segment>,
    /// How many of them are queries.
    queries: usize,
    entries: Vec<Entry>,
    /// What searches within ε from variants found.
    searched: Vec<Segment>,
}

/// A stretch and what the witnesses say about it.
struct Entry {
    segment: Segment,
    state: State,
    /// Per witness the log-odds that it is a variant of it; none for itself.
    odds: Vec<Option<f64>>,
    /// What speaks for the counter-examples.
    against: f64,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    Waiting,
    /// Taken in.
    Accepted,
    /// Not looked at any longer.
    Closed,
}

/// A variant that a search keeps.
struct Kept {
    segment: Segment,
    support: MatchSupport,
    /// The witnesses, the most convinced first, with their log-odds.
    witnesses: Vec<(usize, f64)>,
}

impl Index {
    /// Takes variants of the nodes of a graph into it, and tells how sure every node is.
    pub(crate) fn add_variants(&self, graph: &mut MatchGraph, look: &SearchSettings, extended: &Extended) {
        // Turns to the left and to the right are two actions.
        *graph = graph.without(|node| graph.turns_otherwise(node));
        let seeds: Vec<usize> =
            graph.ranking().iter().take(extended.seeds).map(|ranked| ranked.node).collect();
        let first: Vec<usize> = (0..graph.queries()).chain(seeds).take(extended.witnesses).collect();
        let segment = |node: &usize| graph.nodes()[*node].segment;
        let mut pool = Pool {
            index: self,
            look,
            extended,
            known: graph.nodes().iter().map(|node| node.segment).collect(),
            witnesses: Vec::new(),
            queries: graph.queries(),
            entries: Vec::new(),
            searched: Vec::new(),
        };
        pool.call(&first.iter().map(segment).collect::<Vec<_>>());
        let accepted = pool.grow();
        for (node, support) in pool.known_supports().into_iter().enumerate() {
            graph.set_support(node, MatchSupport { within_epsilon: true, ..support });
        }
        graph.set_separation(pool.separation(&accepted));
        pool.join(graph, &first, &accepted);
        self.group_by_speed(graph);
    }

    /// What speaks for the counter-examples of a search: the log-odds that a stretch is like them rather than like
    /// nothing.
    fn against(&self, segment: Segment, rejected: &[Segment]) -> f64 {
        let akin = |other: &&Segment| self.check_family(other.clip, segment.clip).is_ok();
        let odds: Vec<f64> =
            rejected.iter().filter(akin).map(|other| self.log_odds(*other, segment)).collect();
        if odds.is_empty() {
            return 0.0;
        }
        libm::log1p(libm::exp(MatchSupport::of(&odds, &[], 0.0).half))
    }
}

impl Entry {
    fn new(segment: Segment) -> Self {
        Self { segment, state: State::Waiting, odds: Vec::new(), against: 0.0 }
    }

    /// What the witnesses say, of whom there is at least one other than itself; the first are `queries`.
    fn support(&self, queries: usize) -> MatchSupport {
        let (first, others) = self.odds.split_at(queries.min(self.odds.len()));
        let known = |odds: &[Option<f64>]| odds.iter().flatten().copied().collect::<Vec<f64>>();
        MatchSupport::of(&known(first), &known(others), self.against)
    }

    /// Asks the witnesses that it was not judged by yet. One that the first few are all against is closed without an
    /// alignment where that can be told without.
    fn ask(&mut self, index: &Index, witnesses: &[Segment], rejected: &[Segment]) {
        if self.state == State::Closed {
            return;
        }
        let is_first = self.odds.is_empty();
        let first = &witnesses[..FIRST.min(witnesses.len())];
        let is_hopeless = |witness: &Segment| index.most_log_odds(*witness, self.segment) < HOPELESS;
        if is_first && first.len() == FIRST && first.iter().all(is_hopeless) {
            self.state = State::Closed;
            return;
        }
        for (number, witness) in witnesses.iter().enumerate().skip(self.odds.len()) {
            self.odds.push((*witness != self.segment).then(|| index.log_odds(*witness, self.segment)));
            let is_against = |odds: &Option<f64>| odds.is_some_and(|odds| odds < HOPELESS);
            if number + 1 == FIRST && self.state == State::Waiting && self.odds.iter().all(is_against) {
                self.state = State::Closed;
                return;
            }
        }
        if is_first {
            self.against = index.against(self.segment, rejected);
        }
    }
}

impl Pool<'_> {
    /// Makes witnesses of matches: what moves like them is looked at, and all is judged by them.
    fn call(&mut self, segments: &[Segment]) {
        let looked_from = LOOKED_FROM.saturating_sub(self.witnesses.len());
        self.witnesses.extend(segments);
        for &segment in segments.iter().take(looked_from) {
            let found = self.index.candidates_beyond(segment, self.look, self.extended);
            self.offer(found);
        }
        self.ask();
    }

    /// Takes up stretches that are neither known nor refused.
    fn offer(&mut self, found: Vec<Segment>) {
        for segment in found {
            let is_same = |entry: &Entry| entry.segment.overlap(&segment) >= SAME;
            if self.is_free(&segment)
                && !self.look.rejects(&segment)
                && !self.entries.iter().any(is_same)
                && !self.is_beyond_border(segment)
            {
                self.entries.push(Entry::new(segment));
            }
        }
    }

    /// Whether a stretch moves more like a counter-example than like any query.
    fn is_beyond_border(&self, segment: Segment) -> bool {
        let most = |segments: &[Segment]| {
            let akin = |other: &&Segment| self.index.check_family(other.clip, segment.clip).is_ok();
            let odds = segments.iter().filter(akin).map(|other| self.index.log_odds(*other, segment));
            odds.fold(f64::NEG_INFINITY, f64::max)
        };
        let rejected = &self.look.rejected;
        !rejected.is_empty() && most(rejected) > most(&self.witnesses[..self.queries])
    }

    /// Whether nothing that is in overlaps a stretch much.
    fn is_free(&self, segment: &Segment) -> bool {
        let accepted = self.entries.iter().filter(|entry| entry.state == State::Accepted);
        let mut inside = self.known.iter().chain(accepted.map(|entry| &entry.segment));
        inside.all(|other| other.overlap(segment) < self.look.apart)
    }

    /// Has all stretches judged by all witnesses.
    fn ask(&mut self) {
        let Self { index, look, witnesses, entries, .. } = self;
        entries.par_iter_mut().for_each(|entry| entry.ask(index, witnesses, &look.rejected));
    }

    /// Takes in one stretch after the other, the best first, and returns those that all witnesses agree on in the end, in
    /// the order in which they were taken in.
    fn grow(&mut self) -> Vec<Kept> {
        let mut order = Vec::new();
        let mut least = self.least_known();
        while let Some((best, support)) = self.best() {
            if least.is_some_and(|least| support.half < least - self.extended.gap) {
                break;
            }
            least = Some(least.map_or(support.half, |least| least.min(support.half)));
            order.push(best);
            self.accept(best);
        }
        let kept = |&place: &usize| {
            let Entry { segment, odds, .. } = &self.entries[place];
            let support = self.entries[place].support(self.queries);
            let mut witnesses: Vec<(usize, f64)> =
                odds.iter().enumerate().filter_map(|(n, odds)| Some((n, (*odds)?))).collect();
            witnesses.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
            let is_kept = support.half >= self.extended.keep && support.all >= 0.0;
            is_kept.then_some(Kept { segment: *segment, support, witnesses })
        };
        order.iter().filter_map(kept).collect()
    }

    /// By how much the least supported of those that were kept is above the best of those that were not and lie elsewhere.
    fn separation(&self, kept: &[Kept]) -> Option<f64> {
        let least = kept.iter().map(|kept| kept.support.half).reduce(f64::min)?;
        let inside = || self.known.iter().chain(kept.iter().map(|kept| &kept.segment));
        let is_left = |entry: &&Entry| {
            !entry.odds.is_empty() && inside().all(|other| other.overlap(&entry.segment) < self.look.apart)
        };
        let left = self.entries.iter().filter(is_left).map(|entry| entry.support(self.queries).half);
        left.reduce(f64::max).map(|most| least - most)
    }

    /// The least support of a witness that is not a query by the other witnesses; none where there are only queries.
    fn least_known(&self) -> Option<f64> {
        let support = |own: &Segment| {
            let others = self.witnesses.iter().filter(|other| *other != own);
            let odds: Vec<f64> = others.map(|other| self.index.log_odds(*other, *own)).collect();
            MatchSupport::of(&odds, &[], 0.0).half
        };
        self.witnesses[self.queries.min(self.witnesses.len())..].iter().map(support).reduce(f64::min)
    }

    /// The stretch with the most support, and that, if it is enough; of equal ones the first by clip and frame.
    fn best(&self) -> Option<(usize, MatchSupport)> {
        let waiting = self.entries.iter().enumerate().filter(|(_, entry)| entry.state == State::Waiting);
        let supported = waiting.map(|(place, entry)| (place, entry.support(self.queries), entry.segment));
        let enough =
            supported.filter(|(_, support, _)| support.all >= 0.0 && support.half >= self.extended.grow);
        let best = enough.max_by(|a, b| a.1.half.total_cmp(&b.1.half).then(b.2.cmp(&a.2)));
        best.map(|(place, support, _)| (place, support))
    }

    /// Takes in a stretch, and makes a witness of it unless there are enough.
    fn accept(&mut self, place: usize) {
        let segment = self.entries[place].segment;
        for entry in self.entries.iter_mut().filter(|entry| entry.state == State::Waiting) {
            if entry.segment.overlap(&segment) >= self.look.apart {
                entry.state = State::Closed;
            }
        }
        self.entries[place].state = State::Accepted;
        if self.witnesses.len() < self.extended.witnesses {
            self.search_from(segment);
            self.call(&[segment]);
        }
    }

    /// Offers what is within ε of a variant, as long as that is not too much for it.
    fn search_from(&mut self, segment: Segment) {
        if self.searched.iter().any(|other| other.overlap(&segment) >= SEARCHED) {
            return;
        }
        let look = SearchSettings { most: MOST_OF_VARIANT, ..self.look.clone() };
        let graph = self.index.search_within(&[segment], &look, &Seen::default());
        if graph.is_complete() {
            let found: Vec<Segment> = graph.nodes()[1..].iter().map(|node| node.segment).collect();
            self.searched.extend(&found);
            self.offer(found);
        }
    }

    /// What the witnesses say about the matches within ε; so many are asked that it stays quick.
    fn known_supports(&self) -> Vec<MatchSupport> {
        let asked = (MOST_KNOWN_PAIRS / self.known.len()).clamp(2, self.witnesses.len().max(2));
        let others = &self.witnesses[..asked.min(self.witnesses.len())];
        let odds = |own: Segment, others: &[Segment]| -> Vec<f64> {
            let others = others.iter().filter(|other| **other != own);
            others.map(|other| self.index.log_odds(*other, own)).collect()
        };
        let (queries, others) = others.split_at(self.queries.min(others.len()));
        let support = |&segment: &Segment| match (odds(segment, queries), odds(segment, others)) {
            // The query alone is sure of itself.
            (first, rest) if first.is_empty() && rest.is_empty() => {
                MatchSupport::of(&[self.index.log_odds(segment, segment)], &[], 0.0)
            }
            (first, rest) => MatchSupport::of(&first, &rest, 0.0),
        };
        self.known.par_iter().map(support).collect()
    }

    /// Makes nodes of variants, each joined to the witnesses that are most convinced. `first` are the nodes of the first
    /// witnesses.
    fn join(&self, graph: &mut MatchGraph, first: &[usize], accepted: &[Kept]) {
        // Of witnesses that are variants, those that were kept have a node once they are joined.
        let mut nodes: Vec<Option<usize>> = first.iter().copied().map(Some).collect();
        nodes.resize(self.witnesses.len(), None);
        for Kept { segment, support, witnesses } in accepted {
            let joined =
                witnesses.iter().filter_map(|&(witness, odds)| Some((witness, nodes[witness]?, odds)));
            let is_close = joined.clone().next().is_some_and(|(.., odds)| odds >= CLOSE);
            let found = joined.take(EDGES).filter_map(|(witness, node, _)| {
                Some((node, self.index.variant(self.witnesses[witness], *segment)?))
            });
            let node = graph.add(found.collect(), *support, is_close);
            if let Some(witness) = self.witnesses.iter().position(|witness| witness == segment) {
                nodes[witness] = node;
            }
        }
    }
}

impl Index {
    /// A stretch as a match of another, aligned by how they move.
    fn variant(&self, from: Segment, segment: Segment) -> Option<Match> {
        let alignment = self.compare(from, segment)?.alignment;
        let (own, other) = (self.cloud(from.clip), self.cloud(segment.clip));
        let distance = |&[row, frame]: &[u32; 2]| own.place(f64::from(row), other, f64::from(frame)).distance;
        let mean = alignment.iter().map(distance).sum::<f64>() / alignment.len() as f64;
        Some(Match { segment, mean: mean as f32, alignment })
    }
}
