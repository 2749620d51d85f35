//! Which variants a search takes in: those that several of its matches agree on.

use crate::{Extended, Index, Match, MatchGraph, SearchSettings, Segment};

/// A stretch that is a variant of some nodes.
struct Proposal {
    /// The nodes, each with the match it found; the first is the nearest.
    found: Vec<(usize, Match)>,
}

/// Segments that overlap by at least this much are the same variant.
const SAME_PLACE: f64 = 0.5;

impl Index {
    /// Takes variants of the nodes of a graph into it, in one round, and tells whether there were any. `variants` are
    /// those of the nodes that have been looked at.
    pub(crate) fn add_variants(
        &self,
        graph: &mut MatchGraph,
        variants: &mut Vec<Vec<Match>>,
        look: &SearchSettings,
        extended: &Extended,
    ) -> bool {
        let witnesses = graph.nodes().len().min(extended.witnesses);
        for node in &graph.nodes()[variants.len()..witnesses] {
            variants.push(self.variants(node.segment, look, extended, &[]));
        }
        let before = graph.nodes().len();
        for proposal in proposals(graph, variants, look) {
            let enough = extended.supporters.min(witnesses);
            let agree = proposal.found.len();
            let is_supported = agree >= enough && agree as f64 >= extended.support * witnesses as f64;
            if is_supported && is_free(graph, &proposal.segment(), look) {
                graph.take_all(proposal.found);
            }
        }
        graph.nodes().len() > before
    }
}

impl Proposal {
    fn segment(&self) -> Segment {
        self.found[0].1.segment
    }
}

/// Whether no node overlaps a segment much.
fn is_free(graph: &MatchGraph, segment: &Segment, look: &SearchSettings) -> bool {
    graph.nodes().iter().all(|node| node.segment.overlap(segment) < look.apart)
}

/// The variants of all nodes by place, those with most supporters first.
fn proposals(graph: &MatchGraph, variants: &[Vec<Match>], look: &SearchSettings) -> Vec<Proposal> {
    let mut all: Vec<(usize, &Match)> = variants
        .iter()
        .enumerate()
        .flat_map(|(node, found)| found.iter().map(move |found| (node, found)))
        .filter(|(_, found)| !look.rejects(&found.segment) && is_free(graph, &found.segment, look))
        .collect();
    all.sort_by(|a, b| a.1.mean.total_cmp(&b.1.mean).then(a.0.cmp(&b.0)));
    let mut proposals: Vec<Proposal> = Vec::new();
    for (node, found) in all {
        let same = |proposal: &&mut Proposal| proposal.segment().overlap(&found.segment) >= SAME_PLACE;
        match proposals.iter_mut().find(same) {
            // A node has one vote.
            Some(proposal) if proposal.found.iter().any(|(other, _)| *other == node) => {}
            Some(proposal) => proposal.found.push((node, found.clone())),
            None => proposals.push(Proposal { found: vec![(node, found.clone())] }),
        }
    }
    // The order of the nearest stays among those with equally many.
    proposals.sort_by_key(|proposal| std::cmp::Reverse(proposal.found.len()));
    proposals
}
