//! Blends with all weight on one clip.

use rayon::prelude::*;
use segue::motion::{Clip, PointTable};
use segue::verbs::Silent;

use crate::captures::{Capture, Captures};
use crate::case;

/// How far the blend with all weight on one clip is from that clip.
pub(crate) struct Identity {
    pub(crate) names: [String; 2],
    /// Root-mean-square distance of joints, in metres.
    pub(crate) rms_metres: f64,
}

/// Every clip with the next of its kind, weights 1 and 0.
pub(crate) fn of(captures: &Captures) -> Vec<Identity> {
    let kinds = captures.kinds();
    let pairs: Vec<[&Capture; 2]> =
        kinds.flat_map(|kind| captures.kind(kind).windows(2).map(|two| [&two[0], &two[1]])).collect();
    let one = |[first, second]: &[&Capture; 2]| {
        let made = case::blend([&first.clip, &second.clip], &[1.0, 0.0], &Silent).ok()?;
        let names = [&first.clip, &second.clip].map(|clip| clip.name().to_owned());
        Some(Identity { names, rms_metres: rms(&made, &first.clip) })
    };
    pairs.par_iter().filter_map(one).collect()
}

/// The distance of two motions that differ by where they start and stand, joints being compared about the hips on the floor.
fn rms(made: &Clip, source: &Clip) -> f64 {
    let [table, other] = [made, source].map(PointTable::new);
    let step = source.rate() / made.rate();
    let distance = |offset: f64| {
        let mut sum = 0.0;
        for frame in 0..table.len() {
            let near = ((offset + frame as f64 * step).round() as usize).min(other.len() - 1);
            sum += apart(table.row(frame), other.row(near));
        }
        (sum / table.len() as f64).sqrt()
    };
    let room = (other.len() as f64 - table.len() as f64 * step).max(0.0) as usize;
    (0..=room).map(|offset| distance(offset as f64)).fold(f64::INFINITY, f64::min)
}

/// Mean square distance of points about the first.
fn apart(first: &[glam::Vec3], second: &[glam::Vec3]) -> f64 {
    let about = |row: &[glam::Vec3], n: usize| row[n] - row[0] * glam::Vec3::new(1.0, 0.0, 1.0);
    let squares = (0..first.len()).map(|n| f64::from(about(first, n).distance_squared(about(second, n))));
    squares.sum::<f64>() / first.len() as f64
}
