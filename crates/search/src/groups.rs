//! Groups of variants that differ in how fast they go: a run and a jog are one gait at two speeds.

use std::cmp::Ordering;
use std::collections::BTreeMap;

use crate::{Index, MatchGraph, Segment};

/// What is faster or slower than the first of a group by this factor goes into another.
const FASTER: f64 = 1.2;

/// What gets less far in a second, in metres, stays where it is.
const GOING: f64 = 1.0;

impl Index {
    /// Splits each group of a graph into what goes about as fast as the first of it, what is slower and what is faster. The group
    /// of the first query stays the first.
    pub(crate) fn group_by_speed(&self, graph: &mut MatchGraph) {
        let mut firsts: BTreeMap<usize, f64> = BTreeMap::new();
        let mut groups: BTreeMap<(usize, Ordering), usize> = BTreeMap::new();
        for number in 0..graph.nodes().len() {
            let node = &graph.nodes()[number];
            let (cluster, speed) = (node.cluster, self.speed(node.segment));
            let first = *firsts.entry(cluster).or_insert(speed);
            let pace = match speed / first {
                ratio if ratio > FASTER => Ordering::Greater,
                ratio if ratio < 1.0 / FASTER => Ordering::Less,
                _ => Ordering::Equal,
            };
            let next = groups.len();
            let group = *groups.entry((cluster, pace)).or_insert(next);
            graph.set_cluster(number, group);
        }
    }

    /// How fast the hips go over the floor, in metres per second; [`GOING`] for what stays where it is.
    fn speed(&self, segment: Segment) -> f64 {
        let secs = (segment.len() - 1) as f64 * self.spacing_secs(segment.clip);
        let way = self.movement(segment.clip).way(segment.first..=segment.last);
        if secs > 0.0 { (way / secs).max(GOING) } else { GOING }
    }
}
