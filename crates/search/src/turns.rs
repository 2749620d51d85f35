//! By how much matches turn more than the queries.
//!
//! D aligns each pair of frames by itself, so turns on the spot to the left and to the right are alike. What turns otherwise is
//! aligned by another turn at its end than at its beginning.

use rayon::prelude::*;
use segue_register::Cloud;

use segue_motion::ClipId;

use crate::{Edge, Index, MatchGraph};

/// What turns by more than this more or less than the query, in radians, turns otherwise: a sixth of a circle.
const SAME_TURN: f64 = 1.05;

/// Pairs of frames from one turn that is looked at to the next: a tenth of a second, in which nobody turns half round.
const STRIDE: usize = 3;

/// Pairs of frames that tell less than this about the turn are passed over: of 0 every turn is as good as every other.
const CERTAIN: f64 = 0.3;

impl Index {
    /// Tells every node of a graph by how much it turns more than the query that it was found from.
    pub(crate) fn tell_turns(&self, graph: &mut MatchGraph) {
        graph.edges().iter().for_each(|edge| {
            for node in [edge.from, edge.to] {
                // Read one after the other: there is one source.
                self.cloud_or_read(graph.nodes()[node].segment.clip);
            }
        });
        let turns: Vec<f64> = graph.edges().par_iter().map(|edge| self.turn_along(graph, edge)).collect();
        graph.set_turns(&turns);
    }

    /// By how much the second node of an edge turns more than the first, in radians, to the left; 0 where that cannot be told.
    fn turn_along(&self, graph: &MatchGraph, edge: &Edge) -> f64 {
        let cloud = |node: usize| self.cloud_or_read(graph.nodes()[node].segment.clip);
        let (Some(from), Some(to)) = (cloud(edge.from), cloud(edge.to)) else { return 0.0 };
        let last = edge.alignment.len().saturating_sub(1);
        let cells = (0..last).step_by(STRIDE).chain([last]).filter_map(|n| edge.alignment.get(n));
        let placed = cells.map(|&[row, frame]| from.place(f64::from(row), to, f64::from(frame)));
        let angles: Vec<f64> = placed
            .filter(|placement| placement.certainty >= CERTAIN)
            .map(|placement| placement.first_from_second.angle)
            .collect();
        -angles.windows(2).map(|pair| wrapped(pair[1] - pair[0])).sum::<f64>()
    }

    /// The cloud of a clip, which is read if need be; `None` where it cannot be.
    pub(crate) fn cloud_or_read(&self, clip: ClipId) -> Option<&Cloud> {
        if !self.has_poses(clip) {
            let motion = self.pairs.stock.as_ref()?.held().source.clip(clip)?;
            self.read_poses(clip, &motion).ok()?;
        }
        Some(self.cloud(clip))
    }
}

/// An angle between half a circle to either side.
fn wrapped(angle: f64) -> f64 {
    libm::remainder(angle, std::f64::consts::TAU)
}

impl MatchGraph {
    /// Sums turns along the edges, given in their order, on the way from a query to each node.
    fn set_turns(&mut self, along: &[f64]) {
        let (distances, before) = self.shortest_ways();
        let mut order: Vec<usize> = (self.queries()..distances.len()).collect();
        order.sort_by(|&a, &b| distances[a].total_cmp(&distances[b]).then(a.cmp(&b)));
        let mut turns = vec![0.0; distances.len()];
        for node in order {
            let Some((from, edge)) =
                before[node].and_then(|from| Some((from, self.edge_between(from, node)?)))
            else {
                continue;
            };
            let along = along[edge];
            turns[node] = turns[from] + if self.edges()[edge].to == node { along } else { -along };
        }
        for (node, turn) in turns.into_iter().enumerate() {
            self.set_turn(node, turn);
        }
    }

    /// Whether a node turns by a sixth of a circle more or less than the query that it was found from.
    ///
    /// # Panics
    /// When there is no such node.
    pub fn turns_otherwise(&self, node: usize) -> bool {
        self.nodes()[node].turn_radians.abs() > SAME_TURN
    }
}
