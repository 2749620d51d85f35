//! The nodes of a match graph in order of their distance from the query.

use crate::MatchGraph;

/// A node and how far it is from the query.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ranked {
    /// The node, by its number in the graph.
    pub node: usize,
    /// √ of the sum of the edges' means on the shortest way from a query, in metres.
    pub graph_metres: f64,
    /// √ of the mean of the edge to a query, in metres, if there is one; the shortest of several.
    pub direct_metres: Option<f64>,
}

impl MatchGraph {
    /// All nodes but the queries, nearest first: an edge is as long as the mean of D on it (\[KG04\] §3.3). Of an extended
    /// search the surest first, so that what is doubtful comes last; what turns otherwise comes last in any.
    pub fn ranking(&self) -> Vec<Ranked> {
        let (distances, _) = self.shortest_ways();
        let mut direct = vec![None; distances.len()];
        for edge in self.edges() {
            let (near, far) = (edge.from.min(edge.to), edge.from.max(edge.to));
            if near < self.queries() {
                let metres = f64::from(edge.mean).sqrt();
                direct[far] = Some(direct[far].map_or(metres, |known: f64| known.min(metres)));
            }
        }
        let ranked =
            |node: usize| Ranked { node, graph_metres: distances[node].sqrt(), direct_metres: direct[node] };
        let mut ranking: Vec<Ranked> = (self.queries()..distances.len()).map(ranked).collect();
        let doubt =
            |node: usize| self.nodes()[node].support.map_or(0.0, |support| 1.0 - support.confidence());
        ranking.sort_by(|a, b| {
            let by_turn = self.turns_otherwise(a.node).cmp(&self.turns_otherwise(b.node));
            let by_doubt = doubt(a.node).total_cmp(&doubt(b.node));
            by_turn.then(by_doubt).then(a.graph_metres.total_cmp(&b.graph_metres)).then(a.node.cmp(&b.node))
        });
        ranking
    }

    /// The nodes on the shortest way from a query to `node`, both included.
    ///
    /// # Panics
    /// When there is no such node.
    pub fn way_to(&self, node: usize) -> Vec<usize> {
        let (_, before) = self.shortest_ways();
        let mut way: Vec<usize> = std::iter::successors(Some(node), |&node| before[node]).collect();
        way.reverse();
        way
    }

    /// The sums of means along the shortest ways from the queries, and the node before each on them.
    pub(crate) fn shortest_ways(&self) -> (Vec<f64>, Vec<Option<usize>>) {
        let is_query = |node: usize| node < self.queries();
        let starts = (0..self.nodes().len()).map(|node| if is_query(node) { 0.0 } else { f64::INFINITY });
        self.shortest_ways_from(starts.collect())
    }

    /// The same where each node can also be come to directly, by a way of this length (Dijkstra's algorithm).
    pub(crate) fn shortest_ways_from(&self, mut distances: Vec<f64>) -> (Vec<f64>, Vec<Option<usize>>) {
        let count = distances.len();
        let mut neighbours = vec![Vec::new(); count];
        for edge in self.edges() {
            neighbours[edge.from].push((edge.to, f64::from(edge.mean)));
            neighbours[edge.to].push((edge.from, f64::from(edge.mean)));
        }
        let (mut done, mut before) = (vec![false; count], vec![None; count]);
        for _ in 0..count {
            let open = (0..count).filter(|&node| !done[node]);
            let Some(near) = open.min_by(|&a, &b| distances[a].total_cmp(&distances[b])) else { break };
            done[near] = true;
            for &(node, length) in &neighbours[near] {
                if distances[near] + length < distances[node] {
                    (distances[node], before[node]) = (distances[near] + length, Some(near));
                }
            }
        }
        (distances, before)
    }
}
