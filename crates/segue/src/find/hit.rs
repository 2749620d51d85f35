//! What a search found, for people.

use segue_motion::FrameRange;
use segue_search::{MatchGraph, Ranked, Segment};

use super::Finder;

/// A segment that was found.
#[derive(Clone, Debug, PartialEq)]
pub struct Hit {
    /// The clip.
    pub clip: String,
    /// Its frames, at its own rate.
    pub range: FrameRange,
    /// How many steps from the query it was found.
    pub tier: usize,
    /// The distance along the edges of the graph, in metres.
    pub graph_metres: f64,
    /// The distance to the query itself, in metres, where they are numerically similar.
    pub direct_metres: Option<f64>,
    /// How likely it is the same action, between 0 and 1, where the search was extended.
    pub confidence: Option<f64>,
    /// The group of variants it belongs to, from 0.
    pub cluster: usize,
    /// By how much it turns more than the query, in radians, to the left.
    pub turn_radians: f64,
    /// Whether that is so much more or less that it is another action; such matches come last.
    pub turns_otherwise: bool,
    /// Whether it is like the mirror image of the query.
    pub mirrored: bool,
    /// Its node in the graph, of mirror images in that of the mirrored query.
    pub node: usize,
    /// The same at the rate of the index.
    pub segment: Segment,
}

impl Hit {
    pub(super) fn new(finder: &Finder, graph: &MatchGraph, ranked: &Ranked, mirrored: bool) -> Self {
        let node = &graph.nodes()[ranked.node];
        Self {
            clip: finder.name(node.segment.clip).to_owned(),
            range: finder.frames(node.segment),
            tier: node.tier,
            graph_metres: ranked.graph_metres,
            direct_metres: ranked.direct_metres,
            confidence: node.support.map(|support| support.confidence()),
            cluster: node.cluster,
            turn_radians: node.turn_radians,
            turns_otherwise: graph.turns_otherwise(ranked.node),
            mirrored,
            node: ranked.node,
            segment: node.segment,
        }
    }
}
