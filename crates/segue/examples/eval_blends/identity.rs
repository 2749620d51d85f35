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

/// Starts that are tried, for each frame of the source: a blend may start between two frames.
const STARTS: usize = 8;

/// The distance of two motions that differ by where they start and stand, joints being compared about the hips on the floor.
fn rms(made: &Clip, source: &Clip) -> f64 {
    let [table, other] = [made, source].map(PointTable::new);
    let step = source.rate() / made.rate();
    let distance = |offset: f64| {
        let mut sum = 0.0;
        for frame in 0..table.len() {
            sum += apart(table.row(frame), &between(&other, offset + frame as f64 * step));
        }
        (sum / table.len() as f64).sqrt()
    };
    let near = |offsets: &mut dyn Iterator<Item = f64>| {
        let measured = offsets.map(|offset| (distance(offset), offset));
        measured.min_by(|a, b| a.0.total_cmp(&b.0)).expect("an offset is tried")
    };
    let room = (other.len() as f64 - table.len() as f64 * step).max(0.0) as usize;
    let (_, whole) = near(&mut (0..=room).map(|offset| offset as f64));
    let part = |n: usize| whole - 1.0 + n as f64 / STARTS as f64;
    near(&mut (0..=2 * STARTS).map(part)).0
}

/// The points of a motion between two of its frames.
fn between(table: &PointTable, frame: f64) -> Vec<glam::Vec3> {
    let last = table.len() - 1;
    let before = (frame.max(0.0) as usize).min(last);
    let (share, after) = (frame.clamp(0.0, last as f64).fract() as f32, (before + 1).min(last));
    table.row(before).iter().zip(table.row(after)).map(|(a, b)| a.lerp(*b, share)).collect()
}

/// Mean square distance of points about the first.
fn apart(first: &[glam::Vec3], second: &[glam::Vec3]) -> f64 {
    let about = |row: &[glam::Vec3], n: usize| row[n] - row[0] * glam::Vec3::new(1.0, 0.0, 1.0);
    let squares = (0..first.len()).map(|n| f64::from(about(first, n).distance_squared(about(second, n))));
    squares.sum::<f64>() / first.len() as f64
}
