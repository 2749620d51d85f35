//! What a search found.

use segue_search::MatchGraph;

/// What a search found, and how it hangs together.
#[derive(Clone, Debug, PartialEq)]
pub struct SearchFound {
    /// What is like the queries.
    pub graph: MatchGraph,
    /// What is like their mirror images, where those were looked for.
    pub mirrored: Option<MatchGraph>,
}

impl SearchFound {
    /// The graph of a match.
    ///
    /// # Panics
    /// When it is a mirror image and none were looked for.
    pub fn graph_of(&self, hit: &super::Hit) -> &MatchGraph {
        if hit.mirrored {
            self.mirrored.as_ref().expect("mirror images were looked for")
        } else {
            &self.graph
        }
    }

    /// By how much the least supported variant is above the best that was left out, where variants were taken in.
    pub fn separation(&self) -> Option<f64> {
        let graphs = std::iter::once(&self.graph).chain(&self.mirrored);
        graphs.filter_map(MatchGraph::separation).reduce(f64::min)
    }

    /// Whether the search came to its end.
    pub fn is_complete(&self) -> bool {
        self.graph.is_complete() && self.mirrored.as_ref().is_none_or(MatchGraph::is_complete)
    }
}
