//! Clips that travel: their steps say which moment goes with which.
//!
//! A grid of distances does not know that a strike must meet a strike, and clips of different numbers of steps have no common
//! ends. So stances are paired first, foot by foot without a gap, and poses only choose among such pairings.

use rayon::prelude::*;

use crate::feet::Feet;
use crate::lag::{Anchor, Lag};
use crate::meeting::{Distances, Meeting, Partners, inside};
use crate::pairings::{self, tie};

/// A range shorter than this, in seconds, is no step.
const SHORTEST_SECS: f64 = 0.2;

/// The distance in legs at which a longer range stops being worth having. With 0.3 captured runs kept as little as a quarter
/// of the shorter clip; from 0.5 to 1 nothing changes but a few more unlike frames.
const WORTH_LEGS: f64 = 0.5;

/// A stance that reaches this far into the range, in seconds, while its partner lies outside, has no partner.
const APART_SECS: f64 = 0.1;

/// Pairings whose poses are compared: those that last longest and meet best.
const MOST_COMPARED: usize = 10;

/// A pairing of stances and how promising it is.
struct Draft {
    shifts: [isize; 2],
    promise: f64,
}

/// A pairing of stances and the curve through its events.
struct Candidate {
    shifts: [isize; 2],
    partners: Vec<Partners>,
    lag: Lag,
    range: [f64; 2],
    worst_secs: f64,
    rms_secs: f64,
}

/// The best pairing of the steps of two clips; `None` when no step of one goes with one of the other.
///
/// Where more clips are to go together, only what lies `within` a stretch of the first clip, in seconds, is worth having.
pub(crate) fn align(
    feet: [&Feet; 2],
    distances: Distances<'_>,
    leg: f64,
    within: Option<[f64; 2]>,
) -> Option<Meeting> {
    // There are many pairings, of long clips thousands: which are promising is seen from sketches.
    let draft = |shifts: &[isize; 2]| {
        let one = candidate(feet, *shifts, Lag::sketched)?;
        Some(Draft { shifts: *shifts, promise: (WORTH_LEGS - one.rms_secs) * one.worth_secs(within) })
    };
    let mut drafts: Vec<Draft> = pairings::promising(feet).par_iter().filter_map(draft).collect();
    drafts.sort_by(|a, b| b.promise.total_cmp(&a.promise).then_with(|| tie(a.shifts).cmp(&tie(b.shifts))));
    drafts.truncate(MOST_COMPARED);
    let curve = |anchors: &[Anchor], durations| Lag::through(anchors, &[], durations);
    let found = drafts.into_iter().filter_map(|draft| candidate(feet, draft.shifts, curve));
    let judged = found.map(|one| {
        let legs = distances.mean_metres(&one.lag, one.range) / leg;
        ((WORTH_LEGS - legs - one.rms_secs) * one.worth_secs(within), one)
    });
    let better = |a: &(f64, Candidate), b: &(f64, Candidate)| {
        a.0.total_cmp(&b.0).then_with(|| tie(b.1.shifts).cmp(&tie(a.1.shifts)))
    };
    let (_, best) = judged.max_by(better)?;
    let Candidate { partners, lag, range, worst_secs, .. } = best;
    Some(Meeting { lag, range, partners, worst_secs, by_steps: true })
}

impl Candidate {
    /// How long it lasts, as far as it lies within a stretch of the first clip.
    fn worth_secs(&self, within: Option<[f64; 2]>) -> f64 {
        let Some([from, to]) = within else { return self.range[1] - self.range[0] };
        let [start, end] = self.range.map(|u| self.lag.secs(0, u));
        (end.min(to) - start.max(from)).max(0.0)
    }
}

/// The curve through the events of a pairing whose events come in order.
fn candidate(
    feet: [&Feet; 2],
    shifts: [isize; 2],
    curve: impl Fn(&[Anchor], [f64; 2]) -> Lag,
) -> Option<Candidate> {
    let partners: Vec<Partners> =
        (0..2).flat_map(|foot| pairings::partners(feet, foot, shifts[foot])).collect();
    let anchors: Vec<Anchor> = partners.iter().flat_map(|pair| pair.events(feet)).collect();
    if anchors.is_empty() {
        return None;
    }
    let lag = curve(&anchors, feet.map(|feet| feet.duration_secs));
    let range = shared(feet, &partners, &lag);
    if range[1] - range[0] < SHORTEST_SECS {
        return None;
    }
    let [worst_secs, rms_secs] = Meeting::misses(&lag, range, &anchors);
    Some(Candidate { shifts, partners, lag, range, worst_secs, rms_secs })
}

/// The range inside both clips, up to where a stance without a partner begins, from where one ends.
fn shared(feet: [&Feet; 2], partners: &[Partners], lag: &Lag) -> [f64; 2] {
    let [mut start, mut end] = inside(lag, feet);
    let mut edges = Vec::new();
    for foot in 0..2 {
        let mut of_foot = partners.iter().filter(|pair| pair.foot == foot);
        let Some(first) = of_foot.next() else { continue };
        let last = of_foot.next_back().unwrap_or(first);
        for (clip, feet) in feet.iter().enumerate() {
            let stances = &feet.stances[foot];
            if let Some(next) = stances.get(last.stances[clip] + 1) {
                end = end.min(lag.u_at(clip, next.strike_secs));
            }
            if let Some(before) = first.stances[clip].checked_sub(1) {
                start = start.max(lag.u_at(clip, stances[before].off_secs));
            }
        }
        edges.push([first, last]);
    }
    // A stance whose partner lies outside the range has none in it.
    for [first, last] in edges {
        let [first, last] = [first, last].map(|pair| spans(feet, pair, lag));
        let [left, stays] = sorted(first.map(|[_, off]| off));
        if left <= start && stays > start + APART_SECS {
            start = stays;
        }
        let [stands, comes] = sorted(last.map(|[strike, _]| strike));
        if comes >= end && stands < end - APART_SECS {
            end = stands;
        }
    }
    [start, end]
}

fn sorted([a, b]: [f64; 2]) -> [f64; 2] {
    if a <= b { [a, b] } else { [b, a] }
}

/// When each of two partners stands, in u.
fn spans(feet: [&Feet; 2], pair: &Partners, lag: &Lag) -> [[f64; 2]; 2] {
    [0, 1].map(|clip| {
        let stance = &feet[clip].stances[pair.foot][pair.stances[clip]];
        [stance.strike_secs, stance.off_secs].map(|secs| lag.u_at(clip, secs))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Grid;
    use crate::pairings::in_order;
    use segue_motion::FootStance;

    /// Steps of 0.5 s, stances of 0.6 s, left and right in turn, stretched by `pace` and begun `late` seconds into a cycle.
    fn walk(steps: usize, pace: f64, late: f64) -> Feet {
        let duration_secs = 0.5 * pace * steps as f64;
        let stance = |n: usize| {
            let strike = (0.5 * n as f64 - late) * pace;
            let off = strike + 0.6 * pace;
            let inside = off > 0.0 && strike < duration_secs;
            inside.then(|| FootStance {
                strike_secs: strike.max(0.0),
                off_secs: off.min(duration_secs),
                strike_known: strike > 0.0,
                off_known: off < duration_secs,
            })
        };
        let of_foot = |foot: usize| (foot..steps + 4).step_by(2).filter_map(stance).collect();
        Feet { stances: [of_foot(0), of_foot(1)], duration_secs, travels: true, slowest: 1.0 }
    }

    /// Poses of a cycle of 1 s: the nearer the phase, the nearer the pose.
    fn grid(feet: [&Feet; 2], paces: [f64; 2], lates: [f64; 2]) -> Grid {
        let frames = feet.map(|feet| (feet.duration_secs * 30.0).round() as usize + 1);
        let phase = |clip: usize, frame: usize| frame as f64 / 30.0 / paces[clip] + lates[clip];
        let cell = |row: usize, column: usize| {
            let turn = std::f64::consts::PI * (phase(0, row) - phase(1, column));
            (0.3 * turn.sin()).powi(2) as f32
        };
        let cells = (0..frames[0]).flat_map(|row| (0..frames[1]).map(move |column| cell(row, column)));
        Grid::from_cells(frames[1], cells.collect())
    }

    fn aligned(feet: [&Feet; 2], paces: [f64; 2], lates: [f64; 2]) -> Meeting {
        let grid = grid(feet, paces, lates);
        let spacing_secs = [1.0 / 30.0; 2];
        align(feet, Distances { grid: &grid, spacing_secs, finer: None }, 0.85, None).unwrap()
    }

    #[test]
    fn a_walk_goes_with_itself_from_end_to_end() {
        let walk = walk(6, 1.0, 0.2);
        let found = aligned([&walk, &walk], [1.0; 2], [0.2; 2]);
        assert!(found.partners.iter().all(|pair| pair.stances[0] == pair.stances[1]));
        assert!(found.lag.at(1.5).abs() < 1e-9 && found.worst_secs < 1e-9);
        assert!(found.range[0] < 1e-6 && (found.range[1] - 3.0).abs() < 1e-6, "{:?}", found.range);
    }

    #[test]
    fn few_steps_use_as_many_of_many_and_left_goes_with_left() {
        let (few, many) = (walk(4, 1.3, 0.1), walk(9, 1.0, 0.6));
        let found = aligned([&few, &many], [1.3, 1.0], [0.1, 0.6]);
        assert!(found.secs() > 0.7 * few.duration_secs.min(many.duration_secs), "{:?}", found.range);
        for pair in &found.partners {
            for event in pair.events([&few, &many]) {
                let phases = [event.at[0] / 1.3 + 0.1, event.at[1] + 0.6];
                let off = (phases[0] - phases[1]).abs();
                assert!((off - off.round()).abs() < 0.05, "{pair:?} {phases:?}");
            }
        }
        let swapped = aligned([&many, &few], [1.0, 1.3], [0.6, 0.1]);
        assert!(
            (swapped.range[0] - found.range[0]).abs() < 1e-6
                && (swapped.range[1] - found.range[1]).abs() < 1e-6
        );
    }

    /// A run that sets down the left foot twice in a row has no counterpart for a step of the right foot of a walk.
    #[test]
    fn a_step_whose_partner_stands_at_another_time_is_left_out() {
        let stance = |strike_secs: f64, off_secs: f64| FootStance {
            strike_secs,
            off_secs,
            strike_known: strike_secs > 0.0,
            off_known: true,
        };
        let feet = |left: &[[f64; 2]], right: &[[f64; 2]], duration_secs: f64| {
            let of = |list: &[[f64; 2]]| list.iter().map(|&[strike, off]| stance(strike, off)).collect();
            Feet { stances: [of(left), of(right)], duration_secs, travels: true, slowest: 1.0 }
        };
        let walk = feet(&[[0.5, 1.3], [2.0, 2.8]], &[[0.0, 0.6], [1.25, 2.05], [2.7, 3.5]], 3.6);
        let run =
            feet(&[[0.3, 0.42], [0.65, 0.85], [1.2, 1.4]], &[[0.0, 0.2], [0.85, 1.1], [1.55, 1.7]], 1.75);
        let partners = |foot: usize, stances: [usize; 2]| Partners { foot, stances };
        let pairs = [
            partners(0, [0, 1]),
            partners(0, [1, 2]),
            partners(1, [0, 0]),
            partners(1, [1, 1]),
            partners(1, [2, 2]),
        ];
        let both = [&walk, &run];
        let strikes = [[0.5, 0.65], [1.25, 0.85], [2.0, 1.2], [2.7, 1.55]].map(Anchor::strike);
        let lag = Lag::through(&strikes, &[], [3.6, 1.75]);
        let [start, _] = shared(both, &pairs, &lag);
        assert!(
            lag.secs(0, start) > 0.59,
            "the walk's right foot stands until 0.6 s: {}",
            lag.secs(0, start)
        );
    }

    #[test]
    fn events_far_out_of_order_do_not_pair() {
        let event = |a: f64, b: f64| Anchor::strike([a, b]);
        assert!(in_order(&[event(0.0, 0.2), event(0.2, 0.1)]));
        assert!(!in_order(&[event(0.0, 1.0), event(0.5, 0.5)]));
    }
}
