//! The match graph: everything that is found from one example, step by step.

use crate::{Index, Match, SearchError, SearchSettings, Segment};

/// The result of a search: segments as nodes, numerical similarity as edges (\[KG04\] §3.3).
///
/// Node 0 is the query and never moves. Every other node was found from one before it, so all are connected.
#[derive(Clone, Debug, PartialEq)]
pub struct MatchGraph {
    nodes: Vec<Node>,
    edges: Vec<Edge>,
    complete: bool,
}

/// A segment that was found.
#[derive(Clone, Debug, PartialEq)]
pub struct Node {
    /// Where it is: the mean of all the segments that were found there.
    pub segment: Segment,
    /// How many steps from the query it was found.
    pub tier: usize,
    /// How many segments it is the mean of.
    pub found: usize,
    /// The sums of their first and last frames.
    sums: [usize; 2],
}

/// Two nodes that are numerically similar.
#[derive(Clone, Debug, PartialEq)]
pub struct Edge {
    /// The node that was the query.
    pub from: usize,
    /// The node that was found.
    pub to: usize,
    /// The mean of D over the frames that go together, in m².
    pub mean: f32,
    /// Which frames go together: a frame of the clip of `from` and one of the clip of `to`, in order.
    pub alignment: Vec<[u32; 2]>,
}

impl Index {
    /// Finds the matches of `query`, then theirs, until nothing new is found.
    ///
    /// # Errors
    /// When the query lies outside its clip or a number makes no sense.
    pub fn search(&self, query: Segment, look: &SearchSettings) -> Result<MatchGraph, SearchError> {
        look.check()?;
        self.check_segment(query)?;
        let mut graph = MatchGraph::of_query(query);
        let (mut next, mut variants) = (0, Vec::new());
        for round in 0.. {
            while next < graph.nodes.len() && graph.complete {
                graph.complete = graph.nodes.len() <= look.most;
                let from = graph.nodes[next].segment;
                // What is found without variants stays as it is.
                let judge = look.extended.filter(|_| round > 0);
                for found in self.close_matches(from, look) {
                    if judge.is_none_or(|extended| self.moves_alike(from, &found, &extended)) {
                        graph.take(next, found, look);
                    }
                }
                next += 1;
            }
            let Some(extended) = look.extended.filter(|_| graph.complete) else { break };
            if round == extended.rounds || !self.add_variants(&mut graph, &mut variants, look, &extended) {
                break;
            }
        }
        Ok(graph)
    }
}

impl MatchGraph {
    fn of_query(query: Segment) -> Self {
        let node = Node { segment: query, tier: 0, found: 1, sums: [query.first, query.last] };
        Self { nodes: vec![node], edges: Vec::new(), complete: true }
    }

    /// The segments, in the order they were found; the first is the query.
    pub fn nodes(&self) -> &[Node] {
        &self.nodes
    }

    /// Pairs of nodes that are numerically similar, each pair at most once.
    pub fn edges(&self) -> &[Edge] {
        &self.edges
    }

    /// Whether the search came to its end; otherwise it was stopped by [`SearchSettings::most`].
    pub fn is_complete(&self) -> bool {
        self.complete
    }

    /// Adds a node that was found from several, the nearest first.
    pub(crate) fn take_all(&mut self, found: Vec<(usize, Match)>) {
        let place = self.nodes.len();
        for (from, found) in found {
            if place == self.nodes.len() {
                self.push(from, found.segment);
            }
            self.connect(from, place, found);
        }
    }

    fn push(&mut self, from: usize, segment: Segment) {
        let tier = self.nodes[from].tier + 1;
        self.nodes.push(Node { segment, tier, found: 1, sums: [segment.first, segment.last] });
    }

    /// Joins a match of node `from` to the graph: as a new node, with the node it is the same as, or not at all.
    fn take(&mut self, from: usize, found: Match, look: &SearchSettings) {
        if look.rejects(&found.segment) {
            return;
        }
        let overlaps = self.nodes.iter().map(|node| node.segment.overlap(&found.segment));
        let (nearest, overlap) = overlaps
            .enumerate()
            .fold((0, -1.0), |best, (node, overlap)| if overlap > best.1 { (node, overlap) } else { best });
        if overlap > look.same {
            self.nodes[nearest].merge(&found.segment, nearest == 0);
            self.connect(from, nearest, found);
        } else if overlap < look.apart {
            self.push(from, found.segment);
            self.connect(from, self.nodes.len() - 1, found);
        }
    }

    /// Adds an edge unless the nodes are the same or joined by a better one; a worse one gives way.
    fn connect(&mut self, from: usize, to: usize, found: Match) {
        if from == to {
            return;
        }
        let edge = Edge { from, to, mean: found.mean, alignment: found.alignment };
        let same =
            |other: &&mut Edge| [other.from, other.to] == [from, to] || [other.to, other.from] == [from, to];
        match self.edges.iter_mut().find(same) {
            Some(known) if known.mean <= edge.mean => {}
            Some(known) => *known = edge,
            None => self.edges.push(edge),
        }
    }
}

impl Node {
    /// Moves to the mean of all segments found here, unless it is the query.
    fn merge(&mut self, segment: &Segment, is_query: bool) {
        self.found += 1;
        if is_query {
            return;
        }
        self.sums = [self.sums[0] + segment.first, self.sums[1] + segment.last];
        let mean = |sum: usize| (sum + self.found / 2) / self.found;
        (self.segment.first, self.segment.last) = (mean(self.sums[0]), mean(self.sums[1]));
    }
}
