//! Where what is like the queries ends and what is like counter-examples begins.
//!
//! Both reach as far as the edges of the match graph do: a match belongs to what it is nearer to along them. So a border lies in the
//! middle between an example and a counter-example, also where neither is within ε of it.

use crate::query::Seen;
use crate::{Index, Match, MatchGraph, SearchSettings, Segment};

/// Segments that overlap by so much are in the same place.
const SAME_PLACE: f64 = 0.5;

/// What is within ε of the counter-examples of a search.
pub(crate) struct Border(Vec<Match>);

impl Index {
    pub(crate) fn border(&self, look: &SearchSettings, seen: &Seen) -> Border {
        Border(look.rejected.iter().flat_map(|segment| self.close_matches(*segment, look, seen)).collect())
    }
}

impl Border {
    /// Whether a node is nearer to a counter-example than to the queries, as far as the graph goes by now. What is found from it
    /// is not looked for.
    pub(crate) fn is_beyond(&self, graph: &MatchGraph, node: usize) -> bool {
        let direct = self.distance(&graph.nodes()[node].segment);
        direct < f64::INFINITY && direct < graph.shortest_ways().0[node]
    }

    /// The graph without what is nearer to a counter-example than to the queries.
    pub(crate) fn cut(&self, graph: MatchGraph) -> MatchGraph {
        if self.0.is_empty() {
            return graph;
        }
        let (own, _) = graph.shortest_ways();
        let direct = graph.nodes().iter().map(|node| self.distance(&node.segment)).collect();
        let (others, _) = graph.shortest_ways_from(direct);
        graph.without(|node| others[node] < own[node])
    }

    /// The least mean of D between a counter-example and what lies where a segment does.
    fn distance(&self, place: &Segment) -> f64 {
        let there = self.0.iter().filter(|found| found.segment.overlap(place) >= SAME_PLACE);
        there.map(|found| f64::from(found.mean)).fold(f64::INFINITY, f64::min)
    }
}
