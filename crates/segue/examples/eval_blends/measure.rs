//! How still feet stand, seen from outside: by the places of toes alone.

use segue::motion::{Anatomy, Clip, ConstraintKind, PointTable, Side};

/// A toe within this of its floor, in metres, and slower than this, in m/s, for at least this long, in seconds, stands.
const ON_FLOOR_METRES: f64 = 0.012;
const SLOW: f64 = 0.4;
const SHORTEST_SECS: f64 = 0.1;

/// The floor of a toe is this quantile of its heights.
const FLOOR: f64 = 0.05;

/// The part in the middle of a stance that is looked at: a foot comes down before it and rolls off after it.
const MIDDLE: f64 = 0.6;

/// How far a toe moves on the floor in the middle of each of its stances, from its mean place, in mm.
pub(crate) fn drifts_mm(clip: &Clip) -> Vec<f64> {
    let (anatomy, table) = (Anatomy::of(clip.skeleton()), PointTable::new(clip));
    let toes = Side::BOTH.into_iter().filter_map(|side| anatomy.point(ConstraintKind::toe(side)));
    let path = |toe| table.path(toe).map(|place| place.as_dvec3().to_array()).collect::<Vec<_>>();
    toes.flat_map(|toe| drifts_of(&path(toe), clip.rate())).collect()
}

fn drifts_of(toe: &[[f64; 3]], rate: f64) -> Vec<f64> {
    let mut heights: Vec<f64> = toe.iter().map(|place| place[1]).collect();
    heights.sort_by(f64::total_cmp);
    let floor = heights[((heights.len() - 1) as f64 * FLOOR) as usize];
    let apart = |a: [f64; 3], b: [f64; 3]| (a[0] - b[0]).hypot(a[2] - b[2]);
    let stands = |n: usize| {
        toe[n][1] < floor + ON_FLOOR_METRES && apart(toe[n], toe[n.saturating_sub(1)]) * rate < SLOW
    };
    let mut drifts = Vec::new();
    let mut first = 0;
    for n in 0..=toe.len() {
        if n < toe.len() && stands(n) {
            continue;
        }
        if (n - first) as f64 >= SHORTEST_SECS * rate {
            let cut = ((n - first) as f64 * (1.0 - MIDDLE) / 2.0) as usize;
            drifts.push(1000.0 * spread(&toe[first + cut..n - cut], apart));
        }
        first = n + 1;
    }
    drifts
}

/// The farthest of some places from their mean.
fn spread(places: &[[f64; 3]], apart: impl Fn([f64; 3], [f64; 3]) -> f64) -> f64 {
    let mean = |axis: usize| places.iter().map(|place| place[axis]).sum::<f64>() / places.len() as f64;
    let middle = [0, 1, 2].map(mean);
    places.iter().map(|&place| apart(place, middle)).fold(0.0, f64::max)
}
