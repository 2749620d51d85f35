//! Points side by side, as vectors compare them.

use super::LANES;
use super::coordinates::{Coordinates, DIRECTIONS, ROUNDING};
use super::point::{self, Point};

/// Directions that are tried one after the other, all before included: most pairs are far enough apart by the first.
pub(super) const STAGES: [usize; 3] = [8, 16, DIRECTIONS];

/// Numbers of a block: the norm, how far its windows reach, and the first stage.
pub(super) const OF_BLOCK: usize = 2 + of_stage(0);

/// Numbers of a window: the norm, nothing, and all stages.
pub(super) const OF_WINDOW: usize = 2 + of_stage(0) + of_stage(1) + of_stage(2);

pub(super) const NORM: usize = 0;
pub(super) const REACH: usize = 1;

/// Directions that a stage adds.
pub(super) const fn added(stage: usize) -> usize {
    STAGES[stage] - if stage == 0 { 0 } else { STAGES[stage - 1] }
}

/// Numbers of a stage: real and imaginary parts and heights, then ρ and ς of what all directions so far leave out.
pub(super) const fn of_stage(stage: usize) -> usize {
    3 * added(stage) + 2
}

/// Where the numbers of a stage begin.
pub(super) const fn begin(stage: usize) -> usize {
    if stage == 0 { 2 } else { begin(stage - 1) + of_stage(stage - 1) }
}

/// Points side by side, number by number.
pub(super) type Row<const N: usize> = [[f32; LANES]; N];

pub(super) fn row<const N: usize>(points: impl Iterator<Item = [f32; N]>) -> Row<N> {
    let mut row = [[0.0; LANES]; N];
    // What is missing is farther than anything.
    row[NORM].fill(f32::INFINITY);
    for (lane, values) in points.enumerate() {
        row.iter_mut().zip(values).for_each(|(numbers, value)| numbers[lane] = value);
    }
    row
}

pub(super) fn of_block(centre: &Point, reach: f32) -> [f32; OF_BLOCK] {
    const N: usize = point::DIRECTIONS;
    let mut values = [0.0; OF_BLOCK];
    let (first, parts) = (added(0), [0, 1, 2].map(|n| &centre.0[n * N..][..N]));
    for (n, part) in parts.iter().enumerate() {
        values[begin(0) + n * first..][..first].copy_from_slice(&part[..first]);
    }
    let squares = |part: &[f32]| part[first..].iter().map(|value| value * value).sum::<f32>();
    let [of_places, of_heights] = centre.rest();
    // Rounded up: norms of what is left out may be too large, never too small.
    let more = |rest: f32, others: f32| ((rest * rest + others) * (1.0 + ROUNDING)).sqrt();
    let rest = begin(0) + 3 * first;
    values[rest] = more(of_places, squares(parts[0]) + squares(parts[1]));
    values[rest + 1] = more(of_heights, squares(parts[2]));
    (values[NORM], values[REACH]) = (centre.norm(), reach);
    values
}

pub(super) fn of_window(window: &Coordinates) -> [f32; OF_WINDOW] {
    let mut values = [0.0; OF_WINDOW];
    values[NORM] = window.norm();
    for (stage, &end) in STAGES.iter().enumerate() {
        let (count, at) = (added(stage), begin(stage));
        for (n, part) in [&window.re, &window.im, &window.heights].into_iter().enumerate() {
            values[at + n * count..][..count].copy_from_slice(&part[end - count..end]);
        }
        values[at + 3 * count..][..2].copy_from_slice(&window.rest(end));
    }
    values
}
