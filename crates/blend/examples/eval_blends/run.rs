//! The blends of an evaluation.

use rayon::prelude::*;

use crate::captures::{Capture, Captures};
use crate::case::{self, Case};

/// Every pair of clips of a kind.
pub(crate) fn pairs_of(captures: &Captures, kind: &str) -> Vec<Case> {
    let clips = captures.of(kind);
    let pairs: Vec<[&Capture; 2]> =
        (0..clips.len()).flat_map(|i| (i + 1..clips.len()).map(move |j| [&clips[i], &clips[j]])).collect();
    pairs.into_par_iter().map(|[first, second]| Case::halfway(first, second)).collect()
}

/// Every clip of one kind with every clip of another.
pub(crate) fn pairs_between(captures: &Captures, first: &str, second: &str) -> Vec<Case> {
    let pairs: Vec<[&Capture; 2]> = captures
        .of(first)
        .iter()
        .flat_map(|first| captures.of(second).iter().map(move |second| [first, second]))
        .collect();
    pairs.into_par_iter().map(|[first, second]| Case::halfway(first, second)).collect()
}

/// Kinds that belong together although they are called differently.
const ALIKE: [[&str; 2]; 3] = [["run", "walk"], ["leap", "run"], ["jump", "leap"]];

/// Every clip of a kind with every clip of a kind that is not like it, by kinds.
pub(crate) fn unlike(captures: &Captures) -> Vec<(String, Vec<Case>)> {
    let kinds: Vec<&str> = captures.kinds().collect();
    let mut found = Vec::new();
    for (n, first) in kinds.iter().enumerate() {
        for second in kinds[n + 1..].iter().filter(|second| !ALIKE.contains(&[*first, **second])) {
            found.push((format!("{first} × {second}"), pairs_between(captures, first, second)));
        }
    }
    found
}

/// How far the blend with all weight on one clip is from that clip.
pub(crate) struct Identity {
    pub(crate) names: [String; 2],
    /// Root-mean-square distance of joints, in metres.
    pub(crate) rms_metres: f64,
}

/// Every clip with the next of its kind, weights 1 and 0.
pub(crate) fn identity(captures: &Captures) -> Vec<Identity> {
    let kinds = captures.kinds();
    let pairs: Vec<[&Capture; 2]> =
        kinds.flat_map(|kind| captures.of(kind).windows(2).map(|two| [&two[0], &two[1]])).collect();
    let one = |[first, second]: &[&Capture; 2]| {
        let (_, made) = case::outcome([&first.clip, &second.clip], &[1.0, 0.0]).ok()?;
        let names = [&first.clip, &second.clip].map(|clip| clip.name().to_owned());
        Some(Identity { names, rms_metres: rms(&made, &first.clip) })
    };
    pairs.par_iter().filter_map(one).collect()
}

/// The distance of two motions that differ by where they start and stand, joints being compared about the hips on the floor.
fn rms(made: &segue_motion::Clip, source: &segue_motion::Clip) -> f64 {
    let [table, other] = [made, source].map(segue_motion::PointTable::new);
    let step = source.rate() / made.rate();
    let distance = |offset: f64| {
        let mut sum = 0.0;
        for frame in 0..table.len() {
            let place = offset + frame as f64 * step;
            let near = (place.round() as usize).min(other.len() - 1);
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
