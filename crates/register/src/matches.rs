//! Constraint matches: which plants of several clips are the same.

use std::collections::VecDeque;

use segue_motion::{Clip, ClipId, ClipSet, ConstraintKind};

use crate::Timewarp;

/// When a plant holds, in u; not empty unless the plant is a single frame.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Interval {
    /// Where it starts.
    pub start: f64,
    /// Where it ends, not before `start`.
    pub end: f64,
}

impl Interval {
    /// From `start` to `end`.
    pub fn new(start: f64, end: f64) -> Self {
        Self { start, end }
    }

    /// Length of what two intervals share.
    fn shared(self, other: Self) -> f64 {
        (self.end.min(other.end) - self.start.max(other.start)).max(0.0)
    }

    fn overlaps(self, other: Self) -> bool {
        self.shared(other) > 0.0
    }
}

/// One plant of every clip that are taken to be the same.
#[derive(Clone, Debug, PartialEq)]
pub struct ConstraintMatch {
    /// What is planted.
    pub kind: ConstraintKind,
    /// When it is in each clip, in u.
    pub intervals: Vec<Interval>,
}

/// Matches the plants of all clips, kind by kind.
pub(crate) fn of_clips(clips: &ClipSet, timewarp: &Timewarp) -> Vec<ConstraintMatch> {
    ConstraintKind::ALL.into_iter().flat_map(|kind| of_kind(clips, timewarp, kind)).collect()
}

/// Matches the plants of one kind.
pub(crate) fn of_kind(clips: &ClipSet, timewarp: &Timewarp, kind: ConstraintKind) -> Vec<ConstraintMatch> {
    let queues = clips.iter().map(|(id, clip)| in_u(clip, kind, timewarp, id)).collect();
    match_intervals(queues).into_iter().map(|intervals| ConstraintMatch { kind, intervals }).collect()
}

/// The plants of one kind in u, clipped to the range of the timewarp; those outside are dropped.
fn in_u(clip: &Clip, kind: ConstraintKind, timewarp: &Timewarp, id: ClipId) -> Vec<Interval> {
    let [first, last] = timewarp.range().map(|u| timewarp.at(id, u));
    let secs = clip
        .constraints()
        .of(kind)
        .iter()
        .map(|range| [range.first, range.last].map(|f| f as f64 / clip.rate()));
    secs.filter(|[start, end]| *start < last && *end > first)
        .map(|[start, end]| Interval::new(timewarp.u_at(id, start), timewarp.u_at(id, end)))
        .collect()
}

/// Groups intervals (one ordered, disjoint list per clip) into matches of one interval per clip. Intervals that have
/// no counterpart in some clip are dropped; one that spans two of another clip is split (\[K04\] §5.2.3).
///
/// ```
/// use segue_register::{Interval, match_intervals};
///
/// let interval = Interval::new;
/// let long = vec![interval(0.0, 10.0)];
/// let two = vec![interval(0.0, 4.0), interval(6.0, 10.0)];
/// let found = match_intervals(vec![long, two]);
/// assert_eq!(found.len(), 2, "the long one is split around the gap of the other");
/// assert_eq!(found[0][0], interval(0.0, 4.0));
/// assert_eq!(found[1][0], interval(6.0, 10.0));
/// ```
pub fn match_intervals(clips: Vec<Vec<Interval>>) -> Vec<Vec<Interval>> {
    let mut queues: Vec<Queue> = clips.into_iter().map(Queue::from).collect();
    let mut matches = Vec::new();
    while queues.iter().all(|queue| !queue.is_empty()) {
        if connected(&queues) {
            for (i, gap) in gaps(&queues) {
                split(&mut queues[i], gap);
            }
            matches.push(queues.iter_mut().filter_map(VecDeque::pop_front).collect());
        } else {
            let earliest =
                (0..queues.len()).min_by(|&a, &b| queues[a][0].start.total_cmp(&queues[b][0].start));
            earliest.and_then(|i| queues[i].pop_front());
        }
    }
    matches
}

/// The intervals of one clip that have not been dealt with.
type Queue = VecDeque<Interval>;

/// Whether the union of the first intervals is one interval; touching is enough.
fn connected(queues: &[Queue]) -> bool {
    let mut firsts: Vec<Interval> = queues.iter().map(|queue| queue[0]).collect();
    firsts.sort_by(|a, b| a.start.total_cmp(&b.start));
    let mut reached = firsts[0].end;
    firsts.iter().all(|interval| {
        let joined = interval.start <= reached;
        reached = reached.max(interval.end);
        joined
    })
}

/// Whether the first interval of `a` spans the first two of `b` while its second does not belong to `b`'s second.
fn subsumes(a: &Queue, b: &Queue) -> bool {
    let Some(&second) = b.get(1) else {
        return false;
    };
    a[0].overlaps(b[0]) && a[0].overlaps(second) && !a.get(1).is_some_and(|next| next.overlaps(second))
}

/// For every interval that is to be split, its clip and the gap to be made.
fn gaps(queues: &[Queue]) -> Vec<(usize, Interval)> {
    let Some(splits) = best_partition(queues) else {
        return Vec::new();
    };
    let voters =
        |i: usize| (0..queues.len()).filter(|&j| !splits[j]).map(move |j| vote(&queues[i], &queues[j]));
    let mean = |i: usize| {
        let votes: Vec<Interval> = voters(i).collect();
        let mean = |f: fn(&Interval) -> f64| votes.iter().map(f).sum::<f64>() / votes.len() as f64;
        Interval::new(mean(|vote| vote.start), mean(|vote| vote.end))
    };
    (0..queues.len()).filter(|&i| splits[i]).map(|i| (i, mean(i))).collect()
}

/// Which first intervals are split (S1), if any: of all partitions in which every one that is split subsumes every one
/// that is not, that with the largest overlap of what would be matched. The first of equals.
fn best_partition(queues: &[Queue]) -> Option<Vec<bool>> {
    let mut best: Option<(f64, Vec<bool>)> = None;
    for i in 0..queues.len() {
        let splits = partition(queues, i);
        if splits.iter().all(|&split| split) {
            continue;
        }
        let quality = quality(queues, &splits);
        if best.as_ref().is_none_or(|(so_far, _)| quality > *so_far) {
            best = Some((quality, splits));
        }
    }
    best.map(|(_, splits)| splits)
}

/// The smallest S1 with interval `i` in it.
fn partition(queues: &[Queue], i: usize) -> Vec<bool> {
    let mut splits: Vec<bool> = (0..queues.len()).map(|n| n == i).collect();
    loop {
        let by_all =
            |j: usize| (0..queues.len()).filter(|&n| splits[n]).all(|n| subsumes(&queues[n], &queues[j]));
        let Some(j) = (0..queues.len()).find(|&j| !splits[j] && !by_all(j)) else {
            return splits;
        };
        splits[j] = true;
    }
}

/// σ of \[K04\] Eq. 5.5 over distinct pairs: an interval that stays whole counts up to the end of the one after it,
/// since each that is split will match two.
fn quality(queues: &[Queue], splits: &[bool]) -> f64 {
    let effective = |(queue, &split): (&Queue, &bool)| match queue.get(1) {
        Some(next) if !split => Interval::new(queue[0].start, next.end),
        _ => queue[0],
    };
    let effective: Vec<Interval> = queues.iter().zip(splits).map(effective).collect();
    let pairs =
        effective.iter().enumerate().flat_map(|(n, a)| effective[n + 1..].iter().map(move |b| a.shared(*b)));
    2.0 * pairs.sum::<f64>()
}

/// Where the gap after the first interval of `other` falls in the first interval of `long`, when the first two of
/// `other` are stretched over it (\[K04\] Eq. 5.6 with its indices restored).
fn vote(long: &Queue, other: &Queue) -> Interval {
    let (whole, first, second) = (long[0], other[0], other[1]);
    let end = match other.get(2) {
        Some(third) if third.start < whole.end => second.end,
        _ => whole.end,
    };
    let scale = (end - whole.start) / (second.end - first.start);
    let image = |u: f64| whole.start + (u - first.start) * scale;
    Interval::new(image(first.end), image(second.start))
}

fn split(queue: &mut Queue, gap: Interval) {
    let whole = queue[0];
    queue[0] = Interval::new(gap.end, whole.end);
    queue.push_front(Interval::new(whole.start, gap.start));
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn list(ends: &[[f64; 2]]) -> Vec<Interval> {
        ends.iter().map(|&[start, end]| Interval::new(start, end)).collect()
    }

    fn found(clips: &[&[[f64; 2]]]) -> Vec<Vec<[f64; 2]>> {
        let matches = match_intervals(clips.iter().map(|ends| list(ends)).collect());
        matches.iter().map(|intervals| intervals.iter().map(|i| [i.start, i.end]).collect()).collect()
    }

    fn queue(ends: &[[f64; 2]]) -> Queue {
        list(ends).into()
    }

    /// Fig. 5.10 of [K04]: in the middle case the outer two do not overlap, yet the union is one interval.
    #[test]
    fn connected_means_that_the_union_is_one_interval() {
        let connected = |ends: [[f64; 2]; 3]| connected(&ends.map(|end| queue(&[end])));
        assert!(connected([[0.0, 6.0], [1.0, 7.0], [2.0, 5.0]]));
        assert!(connected([[0.0, 3.0], [2.0, 6.0], [5.0, 8.0]]));
        assert!(!connected([[0.0, 3.0], [2.0, 4.0], [5.0, 8.0]]));
        assert!(connected([[0.0, 3.0], [3.0, 4.0], [4.0, 8.0]]), "touching counts");
    }

    /// Fig. 5.12 of \[K04\].
    #[test]
    fn an_interval_subsumes_another_when_it_spans_the_next_one_too() {
        let (a, b) = (queue(&[[0.0, 10.0]]), queue(&[[0.0, 4.0], [6.0, 9.0]]));
        assert!(subsumes(&a, &b) && !subsumes(&b, &a));
        let reaches_only_the_first = queue(&[[0.0, 5.0]]);
        assert!(!subsumes(&reaches_only_the_first, &b));
        // The next one of a belongs to the second of b: two matches without a split.
        let with_own_second = queue(&[[0.0, 6.5], [7.0, 10.0]]);
        assert!(!subsumes(&with_own_second, &b));
    }

    /// Fig. 5.11 of [K04]: one constraint of the second clip is dropped and one of the first is split.
    #[test]
    fn the_example_of_the_source_in_four_steps() {
        let first: &[[f64; 2]] = &[[10.0, 50.0], [60.0, 80.0]];
        let second: &[[f64; 2]] = &[[0.0, 5.0], [12.0, 25.0], [35.0, 52.0], [62.0, 78.0]];
        assert_eq!(
            found(&[first, second]),
            [
                vec![[10.0, 23.0], [12.0, 25.0]],
                vec![[33.0, 50.0], [35.0, 52.0]],
                vec![[60.0, 80.0], [62.0, 78.0]],
            ]
        );
    }

    /// As printed in the sources σ is biased against splitting and this would never be split.
    #[test]
    fn a_split_beats_no_split() {
        let first: &[[f64; 2]] = &[[0.0, 100.0], [150.0, 200.0]];
        let second: &[[f64; 2]] = &[[0.0, 40.0], [60.0, 110.0], [150.0, 200.0]];
        let matches = found(&[first, second]);
        assert_eq!(matches.len(), 3);
        assert!(matches[0][0][0].abs() < f64::EPSILON);
        assert!((matches[0][0][1] - 100.0 * 40.0 / 110.0).abs() < 1e-9);
        assert!((matches[1][0][0] - 100.0 * 60.0 / 110.0).abs() < 1e-9);
    }

    #[test]
    fn one_interval_may_be_split_twice() {
        let matches = found(&[&[[0.0, 30.0]], &[[0.0, 8.0], [11.0, 19.0], [22.0, 30.0]]]);
        assert_eq!(
            matches.iter().map(|found| found[0]).collect::<Vec<_>>(),
            [[0.0, 8.0], [11.0, 19.0], [22.0, 30.0]]
        );
    }

    #[test]
    fn voters_are_averaged() {
        let long: &[[f64; 2]] = &[[0.0, 10.0]];
        let matches = found(&[long, &[[0.0, 4.0], [6.0, 10.0]], &[[0.0, 2.0], [4.0, 10.0]]]);
        assert_eq!(matches.len(), 2);
        assert_eq!([matches[0][0], matches[1][0]], [[0.0, 3.0], [5.0, 10.0]]);
    }

    #[test]
    fn what_one_clip_lacks_is_dropped() {
        assert!(found(&[&[[0.0, 4.0]], &[]]).is_empty());
        assert_eq!(found(&[&[[0.0, 1.0], [5.0, 9.0]], &[[6.0, 8.0]]]), [vec![[5.0, 9.0], [6.0, 8.0]]]);
    }

    fn plants() -> impl Strategy<Value = Vec<Interval>> {
        prop::collection::vec((0.1..5.0f64, 0.1..5.0f64), 0..8).prop_map(|steps| {
            let mut u = 0.0;
            let mut one = |(before, length)| {
                u += before + length;
                Interval::new(u - length, u)
            };
            steps.into_iter().map(&mut one).collect()
        })
    }

    proptest! {
        #[test]
        fn matches_are_ordered_connected_and_inside_their_plants(clips in prop::collection::vec(plants(), 2..5)) {
            let matches = match_intervals(clips.clone());
            for found in &matches {
                prop_assert_eq!(found.len(), clips.len());
                for (interval, plants) in found.iter().zip(&clips) {
                    prop_assert!(interval.start <= interval.end);
                    prop_assert!(plants.iter().any(|p| p.start <= interval.start && interval.end <= p.end));
                }
            }
            for pair in matches.windows(2) {
                for (before, after) in pair[0].iter().zip(&pair[1]) {
                    prop_assert!(before.end < after.start);
                }
            }
        }

        #[test]
        fn a_clip_matches_itself_one_to_one(plants in plants()) {
            let matches = match_intervals(vec![plants.clone(), plants.clone()]);
            prop_assert_eq!(matches, plants.into_iter().map(|p| vec![p, p]).collect::<Vec<_>>());
        }
    }
}
