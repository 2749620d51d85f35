//! The match graph: everything that is found from one example, step by step.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;

use segue_motion::ClipId;

use crate::query::Seen;
use crate::{Index, Match, MatchSupport, SearchError, SearchSettings, Segment};

/// The result of a search: segments as nodes, numerical similarity as edges (\[KG04\] §3.3).
///
/// The first nodes are the queries, which never move. Every other node was found from one before it, so all are connected
/// to a query.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct MatchGraph {
    nodes: Vec<MatchNode>,
    edges: Vec<Edge>,
    /// The edge of each pair of nodes.
    joined: BTreeMap<[usize; 2], usize>,
    /// The nodes of each clip.
    of_clip: BTreeMap<ClipId, Vec<usize>>,
    queries: usize,
    complete: bool,
    separation: Option<f64>,
}

/// A segment that was found.
#[derive(Clone, Debug, PartialEq)]
pub struct MatchNode {
    /// Where it is: the mean of all the segments that were found there.
    pub segment: Segment,
    /// How many steps from a query it was found.
    pub tier: usize,
    /// How many segments it is the mean of.
    pub found: usize,
    /// In extended searches, how sure it is that it is the same action.
    pub support: Option<MatchSupport>,
    /// Which of the groups of variants it belongs to: those of one group are alike step by step and as fast.
    pub cluster: usize,
    /// By how much it turns more than the query that it was found from, in radians, to the left.
    pub turn_radians: f64,
    /// The sums of their first and last frames.
    sums: [usize; 2],
}

/// Two nodes that are numerically similar, or variants of each other.
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
    /// Finds the matches of `query`, then theirs, until nothing new is found; with [`SearchSettings::extended`] also
    /// variants beyond ε.
    ///
    /// # Errors
    /// When the query lies outside its clip or a number makes no sense.
    pub fn search(&self, query: Segment, look: &SearchSettings) -> Result<MatchGraph, SearchError> {
        self.search_all(&[query], look)
    }

    /// [`Index::search`] with several examples of one action as the query.
    ///
    /// # Errors
    /// When there is none, one lies outside its clip, they are of two families, or a number makes no sense.
    pub fn search_all(&self, queries: &[Segment], look: &SearchSettings) -> Result<MatchGraph, SearchError> {
        self.check_search(queries, look)?;
        let mut graph = self.search_within(queries, look, &Seen::default());
        self.tell_turns(&mut graph);
        if let Some(extended) = &look.extended
            && graph.complete
        {
            self.add_variants(&mut graph, look, extended);
        }
        Ok(graph)
    }

    /// Refuses queries that cannot be looked for together.
    pub(crate) fn check_search(&self, queries: &[Segment], look: &SearchSettings) -> Result<(), SearchError> {
        look.check()?;
        let Some(first) = queries.first() else { return Err(SearchError::NoQuery) };
        for query in queries {
            self.check_segment(*query)?;
            self.check_family(first.clip, query.clip)?;
        }
        Ok(())
    }

    /// A search within ε. `seen` is of searches in the same clips.
    pub(crate) fn search_within(
        &self,
        queries: &[Segment],
        look: &SearchSettings,
        seen: &Seen,
    ) -> MatchGraph {
        let border = self.border(look, seen);
        let mut graph = MatchGraph::of(queries);
        let mut next = 0;
        while next < graph.nodes.len() && graph.complete {
            graph.complete = graph.nodes.len() <= look.most;
            let MatchNode { segment, tier, .. } = graph.nodes[next];
            if look.tiers.is_none_or(|tiers| tier < tiers) && !border.is_beyond(&graph, next) {
                for found in self.close_matches(segment, look, seen) {
                    graph.take(next, found, look);
                }
            }
            next += 1;
        }
        border.cut(graph)
    }
}

impl MatchGraph {
    fn of(queries: &[Segment]) -> Self {
        let mut graph = Self { queries: queries.len(), complete: true, ..Self::default() };
        for query in queries {
            graph.push(0, *query);
        }
        graph
    }

    /// The segments, in the order they were found; the first are the queries.
    pub fn nodes(&self) -> &[MatchNode] {
        &self.nodes
    }

    /// How many of the nodes are queries.
    pub fn queries(&self) -> usize {
        self.queries
    }

    /// The nodes that were found.
    pub fn found(&self) -> &[MatchNode] {
        &self.nodes[self.queries..]
    }

    /// Pairs of nodes that are alike, each pair at most once.
    pub fn edges(&self) -> &[Edge] {
        &self.edges
    }

    /// Whether the search came to its end; otherwise it was stopped by [`SearchSettings::most`].
    pub fn is_complete(&self) -> bool {
        self.complete
    }

    /// Of an extended search that took variants in, by how much the least supported of them is above the best that was left
    /// out: where that is little, nothing separates what was found from what was not.
    pub fn separation(&self) -> Option<f64> {
        self.separation
    }

    pub(crate) fn set_separation(&mut self, separation: Option<f64>) {
        self.separation = separation;
    }

    pub(crate) fn set_turn(&mut self, node: usize, radians: f64) {
        self.nodes[node].turn_radians = radians;
    }

    pub(crate) fn set_cluster(&mut self, node: usize, cluster: usize) {
        self.nodes[node].cluster = cluster;
    }

    /// The number of the edge between two nodes.
    pub(crate) fn edge_between(&self, a: usize, b: usize) -> Option<usize> {
        self.joined.get(&[a.min(b), a.max(b)]).copied()
    }

    pub(crate) fn set_support(&mut self, node: usize, support: MatchSupport) {
        self.nodes[node].support = Some(support);
    }

    /// Adds a node that was found from several, the nearest first, and returns its number; none where it was found from
    /// none.
    ///
    /// It belongs to the group of the first of them if it `is_close` to it, else it begins one.
    pub(crate) fn add(
        &mut self,
        found: Vec<(usize, Match)>,
        support: MatchSupport,
        is_close: bool,
    ) -> Option<usize> {
        let (from, first) = found.first()?;
        let new = 1 + self.nodes.iter().map(|node| node.cluster).max()?;
        let cluster = if is_close { self.nodes[*from].cluster } else { new };
        self.push(self.nodes[*from].tier + 1, first.segment);
        let place = self.nodes.len() - 1;
        self.nodes[place].cluster = cluster;
        self.set_support(place, support);
        for (from, found) in found {
            self.connect(from, place, found);
        }
        Some(place)
    }

    /// The graph without some of the nodes that were found. Others that were found from them stay.
    pub(crate) fn without(&self, is_out: impl Fn(usize) -> bool) -> Self {
        let stays: Vec<usize> =
            (0..self.nodes.len()).filter(|&node| node < self.queries || !is_out(node)).collect();
        let mut place = vec![None; self.nodes.len()];
        stays.iter().enumerate().for_each(|(new, &old)| place[old] = Some(new));
        let mut graph = Self { queries: self.queries, complete: self.complete, ..Self::default() };
        for &node in &stays {
            let node = self.nodes[node].clone();
            graph.of_clip.entry(node.segment.clip).or_default().push(graph.nodes.len());
            graph.nodes.push(node);
        }
        for edge in &self.edges {
            if let (Some(from), Some(to)) = (place[edge.from], place[edge.to]) {
                graph.joined.insert([from.min(to), from.max(to)], graph.edges.len());
                graph.edges.push(Edge { from, to, ..edge.clone() });
            }
        }
        graph
    }

    fn push(&mut self, tier: usize, segment: Segment) {
        let sums = [segment.first, segment.last];
        self.of_clip.entry(segment.clip).or_default().push(self.nodes.len());
        self.nodes.push(MatchNode {
            segment,
            tier,
            found: 1,
            support: None,
            cluster: 0,
            turn_radians: 0.0,
            sums,
        });
    }

    /// Joins a match of node `from` to the graph: as a new node, with the node it is the same as, or not at all.
    fn take(&mut self, from: usize, found: Match, look: &SearchSettings) {
        if look.rejects(&found.segment) {
            return;
        }
        let there = self.of_clip.get(&found.segment.clip).into_iter().flatten();
        let overlaps = there.map(|&node| (node, self.nodes[node].segment.overlap(&found.segment)));
        let (nearest, overlap) =
            overlaps.fold((0, -1.0), |best, other| if other.1 > best.1 { other } else { best });
        if overlap > look.same {
            self.nodes[nearest].merge(&found.segment, nearest < self.queries);
            self.connect(from, nearest, found);
        } else if overlap < look.apart {
            self.push(self.nodes[from].tier + 1, found.segment);
            self.connect(from, self.nodes.len() - 1, found);
        }
    }

    /// Adds an edge unless the nodes are the same or joined by a better one; a worse one gives way.
    fn connect(&mut self, from: usize, to: usize, found: Match) {
        if from == to {
            return;
        }
        let edge = Edge { from, to, mean: found.mean, alignment: found.alignment };
        match self.joined.entry([from.min(to), from.max(to)]) {
            Entry::Occupied(known) => {
                let known = &mut self.edges[*known.get()];
                if edge.mean < known.mean {
                    *known = edge;
                }
            }
            Entry::Vacant(free) => {
                free.insert(self.edges.len());
                self.edges.push(edge);
            }
        }
    }
}

impl MatchNode {
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
