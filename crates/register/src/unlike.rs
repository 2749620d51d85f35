//! What two clips that were aligned do not have in common.

use crate::action::Salience;
use crate::lag::Lag;
use crate::meeting::{Distances, Meeting};

/// Moments at which aligned clips are compared, in Hz.
const COMPARED_HZ: f64 = 30.0;

/// What two clips do not have in common.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Unlike {
    /// The part of what stands out in both that does not correspond: the squares of their distances by those from what each mostly
    /// shows. 0 for one motion twice, 1 and more when each does something that the other does not.
    pub(crate) part: f64,
    /// The same where either stands out most, the worse of the two: 1 when a clip at its height is as far from the other as from what
    /// it mostly shows.
    pub(crate) peak: f64,
    /// How far what each clip leaves out is from all that the other does, in legs, at the farthest.
    pub(crate) left_out_legs: [f64; 2],
}

impl Unlike {
    /// Compares clips on a figure with legs of `leg` metres.
    pub(crate) fn of(
        meeting: &Meeting,
        saliences: [&Salience; 2],
        distances: Distances<'_>,
        leg: f64,
    ) -> Self {
        let moments = moments(&meeting.lag, meeting.range, saliences, (distances, leg));
        let sum = |of: fn(&Moment) -> f64| moments.iter().map(of).sum::<f64>();
        let out = sum(|moment| f64::midpoint(moment.out[0], moment.out[1]));
        let apart = sum(|moment| moment.apart);
        let peak = |clip: usize| {
            let highest = moments.iter().max_by(|a, b| a.out[clip].total_cmp(&b.out[clip]));
            highest
                .filter(|moment| moment.out[clip] > 0.0)
                .map_or(0.0, |moment| moment.apart / moment.out[clip])
        };
        Self {
            part: if out > 0.0 { apart / out } else { 0.0 },
            peak: peak(0).max(peak(1)),
            left_out_legs: [0, 1].map(|clip| left_out(meeting, clip, distances) / leg),
        }
    }
}

/// Corresponding moments of two clips, in squares of legs.
struct Moment {
    /// How far they are from each other.
    apart: f64,
    /// How far each is from what its clip mostly shows.
    out: [f64; 2],
}

fn moments(
    lag: &Lag,
    [start, end]: [f64; 2],
    saliences: [&Salience; 2],
    (distances, leg): (Distances<'_>, f64),
) -> Vec<Moment> {
    let steps = ((end - start) * COMPARED_HZ).round().max(1.0) as usize;
    let at = |n: usize| {
        let u = start + (end - start) * n as f64 / steps as f64;
        let secs = [0, 1].map(|clip| lag.secs(clip, u));
        let out = [0, 1].map(|clip| saliences[clip].legs_at(secs[clip]).powi(2));
        Moment { apart: (distances.metres(secs) / leg).powi(2), out }
    };
    (0..=steps).map(at).collect()
}

/// The farthest that a frame outside the range is from the frame of the other clip that is nearest to it, in metres.
fn left_out(meeting: &Meeting, clip: usize, distances: Distances<'_>) -> f64 {
    let (grid, spacing) = (distances.grid, distances.spacing_secs[clip]);
    let [first, last] = meeting.range.map(|u| meeting.lag.secs(clip, u));
    let [frames, others] =
        if clip == 0 { [grid.rows(), grid.columns()] } else { [grid.columns(), grid.rows()] };
    let at =
        |frame: usize, other: usize| if clip == 0 { grid.at(frame, other) } else { grid.at(other, frame) };
    let nearest = |frame: usize| (0..others).map(|other| at(frame, other)).fold(f32::INFINITY, f32::min);
    let outside = |frame: &usize| !(first - spacing..=last + spacing).contains(&(*frame as f64 * spacing));
    f64::from((0..frames).filter(outside).map(nearest).fold(0.0, f32::max)).sqrt()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Grid;

    /// Clips of six frames, one a second, whose distances are given; they correspond frame by frame over the first three seconds.
    fn left_out_metres(distance: impl Fn(usize, usize) -> f32) -> [f64; 2] {
        let cells = (0..36).map(|n| distance(n / 6, n % 6).powi(2)).collect();
        let grid = Grid::from_cells(6, cells);
        let distances = Distances { grid: &grid, spacing_secs: [1.0; 2], finer: None };
        let guide: Vec<[f64; 2]> = (0..6).map(|n| [f64::from(n), 0.0]).collect();
        let lag = Lag::through(&[], &guide, [5.0; 2]);
        let meeting =
            Meeting { lag, range: [0.0, 2.0], partners: Vec::new(), worst_secs: 0.0, by_steps: false };
        [0, 1].map(|clip| left_out(&meeting, clip, distances))
    }

    #[test]
    fn what_is_left_out_counts_when_the_other_clip_never_does_it() {
        let leap = |first: usize, _: usize| if first == 4 { 0.8 } else { 0.1 };
        let [first, second] = left_out_metres(leap);
        assert!((first - 0.8).abs() < 1e-6 && (second - 0.1).abs() < 1e-6, "{first} {second}");
    }

    #[test]
    fn what_is_left_out_does_not_count_when_the_other_clip_does_it_elsewhere() {
        let elsewhere = |first: usize, second: usize| if first == 4 && second != 0 { 0.8 } else { 0.1 };
        let [first, _] = left_out_metres(elsewhere);
        assert!((first - 0.1).abs() < 1e-6, "{first}");
    }
}
