//! Which variants beyond ε a search takes in: those that many of its matches agree on, not too far from the query.

use std::collections::BTreeSet;

use crate::{Extended, Index, Look, Match, MatchGraph, Segment};

/// A stretch that is a variant of some nodes.
struct Proposal {
    /// The nodes, each with the match it found; the first is the nearest.
    found: Vec<(usize, Match)>,
}

/// When this many agree, half the share will do.
const MANY: usize = 3;

/// Variants of fewer matches than these, other than the query's own, are not looked for.
const FEW: usize = 3;

/// Segments that overlap by at least this much are the same variant.
const SAME_PLACE: f64 = 0.5;

impl Index {
    /// Takes variants of the nodes of a graph into it, in one round, and tells whether there were any. `variants` are
    /// those of the nodes that have been looked at.
    pub(crate) fn add_variants(
        &self,
        graph: &mut MatchGraph,
        variants: &mut Vec<Vec<Match>>,
        look: &Look,
        extended: &Extended,
    ) -> bool {
        let clusters = graph.clusters(look.epsilon_metres);
        for (node, &cluster) in clusters.iter().enumerate().skip(variants.len()) {
            // Few matches agree easily on what is like them by chance; only the query's own may be few.
            let size = clusters.iter().filter(|&&other| other == cluster).count();
            let is_asked = cluster == clusters[0] || size >= FEW;
            let segment = graph.nodes()[node].segment;
            variants.push(if is_asked { self.variants(segment, look, extended, &[]) } else { Vec::new() });
        }
        let before = graph.nodes().len();
        for proposal in proposals(graph, variants, look) {
            let place = proposal.segment();
            let is_free = graph.nodes().iter().all(|node| node.segment.overlap(&place) < look.apart);
            if is_free && self.is_supported(&proposal, graph, &clusters, look, extended) {
                graph.take_all(proposal.found);
            }
        }
        graph.nodes().len() > before
    }

    /// Whether enough nodes of one cluster are variants of a proposal. Where one finds it, those that are found from it
    /// count as well: alignments are not the same both ways.
    fn is_supported(
        &self,
        proposal: &Proposal,
        graph: &MatchGraph,
        clusters: &[usize],
        look: &Look,
        extended: &Extended,
    ) -> bool {
        let supporters: BTreeSet<usize> = proposal.found.iter().map(|(node, _)| *node).collect();
        let many = Extended { supporters: MANY, support: extended.support / 2.0, ..*extended };
        if is_enough(&supporters, clusters, extended) || is_enough(&supporters, clusters, &many) {
            return true;
        }
        let place = proposal.segment();
        let back = self.variants(place, look, extended, &[]);
        let is_found = |&node: &usize| {
            let segment = graph.nodes()[node].segment;
            back.iter().any(|found| found.segment.overlap(&segment) >= SAME_PLACE)
        };
        let asked: BTreeSet<usize> = supporters.iter().map(|&node| clusters[node]).collect();
        let kin = (0..clusters.len()).filter(|&node| asked.contains(&clusters[node]));
        let both = supporters.iter().copied().chain(kin.filter(is_found)).collect();
        is_enough(&both, clusters, extended)
    }
}

impl Proposal {
    fn segment(&self) -> Segment {
        self.found[0].1.segment
    }
}

/// Whether some cluster has enough of its nodes among the supporters.
fn is_enough(supporters: &BTreeSet<usize>, clusters: &[usize], extended: &Extended) -> bool {
    supporters.iter().any(|&node| {
        let all = clusters.iter().filter(|&&cluster| cluster == clusters[node]).count();
        let own = supporters.iter().filter(|&&other| clusters[other] == clusters[node]).count();
        own >= extended.supporters.min(all) && own as f64 >= extended.support * all as f64
    })
}

/// The variants of all nodes by place, those with most supporters first.
fn proposals(graph: &MatchGraph, variants: &[Vec<Match>], look: &Look) -> Vec<Proposal> {
    let mut all: Vec<(usize, &Match)> = variants
        .iter()
        .enumerate()
        .flat_map(|(node, found)| found.iter().map(move |found| (node, found)))
        .filter(|(_, found)| !look.rejects(&found.segment))
        .filter(|(_, found)| {
            graph.nodes().iter().all(|node| node.segment.overlap(&found.segment) < look.apart)
        })
        .collect();
    all.sort_by(|a, b| a.1.mean.total_cmp(&b.1.mean).then(a.0.cmp(&b.0)));
    let mut proposals: Vec<Proposal> = Vec::new();
    for (node, found) in all {
        let same = |proposal: &&mut Proposal| proposal.segment().overlap(&found.segment) >= SAME_PLACE;
        match proposals.iter_mut().find(same) {
            Some(proposal) => proposal.found.push((node, found.clone())),
            None => proposals.push(Proposal { found: vec![(node, found.clone())] }),
        }
    }
    // The order of the nearest stays among those with equally many.
    proposals.sort_by_key(|proposal| std::cmp::Reverse(proposal.found.len()));
    proposals
}
