//! Which moment of a match goes with which moment of the query.

use segue_motion::ClipId;
use segue_search::{Edge, MatchGraph};

use super::{Finder, Hit, SearchFound};

/// Corresponding moments of the query and of a match, both increasing, in seconds from the start of each clip.
#[derive(Clone, Debug, PartialEq)]
pub struct Aligned {
    /// A moment of the query's clip and one of the match's, for each frame of the query at the index rate.
    pub secs: Vec<[f64; 2]>,
}

impl Finder {
    /// The time alignment of a match with the query: along the edges of the shortest way between them, so that variants
    /// that are not alike themselves are aligned through those in between.
    ///
    /// # Panics
    /// When the match is not of this search.
    pub fn aligned(&self, found: &SearchFound, hit: &Hit) -> Aligned {
        let graph = found.graph_of(hit);
        let way = graph.way_to(hit.node);
        let query = graph.nodes()[way[0]].segment;
        let spacing = |clip: ClipId| self.index().spacing_secs(clip);
        let [of_query, of_match] = [query.clip, hit.segment.clip].map(spacing);
        let [first, last] = [hit.segment.first, hit.segment.last].map(|frame| frame as f64);
        let secs = (query.first..=query.last).map(|frame| {
            let carried = way.windows(2).fold(frame as f64, |at, ends| carry(graph, ends, at));
            [frame as f64 * of_query, carried.clamp(first, last) * of_match]
        });
        Aligned { secs: secs.collect() }
    }
}

/// The frame of the second node that goes with a frame of the first.
fn carry(graph: &MatchGraph, ends: &[usize], at: f64) -> f64 {
    let [from, to] = [ends[0], ends[1]];
    let joins =
        |edge: &&Edge| edge.from.min(edge.to) == from.min(to) && edge.from.max(edge.to) == from.max(to);
    let edge = graph.edges().iter().find(joins).expect("a way leads along edges");
    let forward = edge.from == from;
    let pairs = edge.alignment.iter().map(|&[a, b]| if forward { [a, b] } else { [b, a] });
    along(&pairs.map(|pair| pair.map(f64::from)).collect::<Vec<_>>(), at)
}

/// The second number that goes with `at` as a first, of pairs that never decrease; the middle where several go with it,
/// the end beyond the ends.
fn along(pairs: &[[f64; 2]], at: f64) -> f64 {
    let above = pairs.partition_point(|pair| pair[0] <= at);
    let before = pairs[..above].last().map_or(pairs[0][0], |pair| pair[0]);
    let middle = |first: f64| {
        let start = pairs.partition_point(|pair| pair[0] < first);
        let end = pairs.partition_point(|pair| pair[0] <= first);
        f64::midpoint(pairs[start][1], pairs[end - 1][1])
    };
    let low = middle(before);
    match pairs.get(above) {
        Some(&[next, _]) if at > before => low + (middle(next) - low) * (at - before) / (next - before),
        _ => low,
    }
}

#[cfg(test)]
mod tests {
    use super::along;

    #[test]
    fn moments_are_carried_along_an_alignment() {
        let pairs = [[2.0, 10.0], [3.0, 11.0], [3.0, 12.0], [3.0, 13.0], [4.0, 14.0], [5.0, 14.0]];
        // Beyond the ends the ends hold.
        for (at, expected) in [(0.0, 10.0), (2.0, 10.0), (2.5, 11.0), (3.0, 12.0), (4.0, 14.0), (9.0, 14.0)] {
            assert!((along(&pairs, at) - expected).abs() < 1e-12, "{at}: {}", along(&pairs, at));
        }
    }
}
