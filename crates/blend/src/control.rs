//! Blends whose weights change in time.

use std::sync::Arc;

use segue_motion::Clip;

use crate::error::steps;
use crate::recording::Recording;
use crate::{BlendError, Ensemble, Player, PlayerSettings, Trace};

/// Weights at moments, linear in between and constant before the first and after the last.
///
/// There is at least one row; moments increase and all rows have as many weights, all finite.
///
/// ```
/// use segue_blend::WeightTrack;
///
/// let track = WeightTrack::new(vec![(0.0, vec![1.0, 0.0]), (2.0, vec![0.0, 1.0])])?;
/// let mut weights = [0.0; 2];
/// track.at(0.5, &mut weights);
/// assert_eq!(weights, [0.75, 0.25]);
/// assert_eq!(track.end_secs(), 2.0);
/// # Ok::<(), segue_blend::BlendError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct WeightTrack {
    rows: Vec<(f64, Vec<f64>)>,
}

impl WeightTrack {
    /// A track from its rows: a moment in seconds and one weight per clip.
    ///
    /// # Errors
    /// When there is no row, moments do not increase, rows differ in length, or a number is not finite.
    pub fn new(rows: Vec<(f64, Vec<f64>)>) -> Result<Self, BlendError> {
        let wrong = |row: usize, reason: String| Err(BlendError::Table { row: row + 1, reason });
        let Some((_, first)) = rows.first() else {
            return wrong(0, "there is none".into());
        };
        for (row, (secs, weights)) in rows.iter().enumerate() {
            if !secs.is_finite() || weights.iter().any(|weight| !weight.is_finite()) {
                return wrong(row, "a number is not finite".into());
            }
            if weights.len() != first.len() {
                return wrong(
                    row,
                    format!("{} weights where the first row has {}", weights.len(), first.len()),
                );
            }
            if row > 0 && rows[row - 1].0 >= *secs {
                return wrong(
                    row,
                    format!("{secs} s comes after {} s; moments must increase", rows[row - 1].0),
                );
            }
        }
        Ok(Self { rows })
    }

    /// The rows: a moment in seconds and one weight per clip.
    pub fn rows(&self) -> &[(f64, Vec<f64>)] {
        &self.rows
    }

    /// Number of weights in a row.
    pub fn clips(&self) -> usize {
        self.rows[0].1.len()
    }

    /// The moment of the last row.
    pub fn end_secs(&self) -> f64 {
        self.rows[self.rows.len() - 1].0
    }

    /// The weights at a moment, into a slice of [`WeightTrack::clips`] numbers.
    pub fn at(&self, secs: f64, weights: &mut [f64]) {
        let after = self.rows.partition_point(|(moment, _)| *moment <= secs);
        let [before, after] =
            [after.saturating_sub(1), after.min(self.rows.len() - 1)].map(|n| &self.rows[n]);
        let span = after.0 - before.0;
        let fraction = if span > 0.0 { ((secs - before.0) / span).clamp(0.0, 1.0) } else { 0.0 };
        for ((weight, from), to) in weights.iter_mut().zip(&before.1).zip(&after.1) {
            *weight = from + (to - from) * fraction;
        }
    }
}

/// How a controlled blend is made.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct ControlSettings {
    /// How it is played. When it loops, it goes on to the last row of the weights, else to the end of the clips if
    /// that comes first.
    pub player: PlayerSettings,
    /// Frames per second; `None` for the reference clip's.
    pub rate_hz: Option<f64>,
}

/// The blend whose weights follow `track`.
///
/// # Errors
/// When the weights cannot be used, at the moment that is named, or looping clips are not cyclic.
pub fn control(
    ensemble: &Arc<Ensemble>,
    track: &WeightTrack,
    settings: &ControlSettings,
) -> Result<Clip, BlendError> {
    control_traced(ensemble, track, settings).map(|(clip, _)| clip)
}

/// [`control`] with how each frame was made, which [`clean_up`](crate::clean_up) asks for.
///
/// # Errors
/// As [`control`].
pub fn control_traced(
    ensemble: &Arc<Ensemble>,
    track: &WeightTrack,
    settings: &ControlSettings,
) -> Result<(Clip, Trace), BlendError> {
    let rate = settings.rate_hz.unwrap_or(ensemble.rate(ensemble.registration().reference()));
    let steps = steps(track.end_secs(), rate)?;
    let mut player = Player::new(ensemble.clone(), settings.player)?;
    let mut recording = Recording::new("control", ensemble, rate);
    let mut pose = ensemble.rest_pose();
    let mut weights = vec![0.0; track.clips()];
    let mut laps = Laps::default();
    let mut trace = Trace::default();
    for step in 0..=steps {
        let secs = step as f64 / rate;
        track.at(secs, &mut weights);
        let at = |source| BlendError::At { secs, source };
        if step == 0 {
            player.pose(&weights, &mut pose).map_err(at)?;
        } else {
            let progress = player.step(1.0 / rate, &weights, &mut pose).map_err(at)?;
            // Less than half a frame beyond the end is the last frame.
            if progress.left_secs > 0.5 / rate {
                break;
            }
        }
        let before = laps.count;
        let lap = laps.of(player.u()) * ensemble.registration().matches().len();
        if laps.count > before {
            // A foot that stands at the end of a cycle and at its start goes on standing.
            recording.carry_plants();
        }
        recording.push(&pose, player.plants().map(|(plant, kind)| (plant + lap, kind)))?;
        trace.push(&player, &weights);
    }
    Ok((recording.finish()?, trace))
}

/// Counts how often the curve started again: the same match in two laps is two plants.
#[derive(Default)]
struct Laps {
    count: usize,
    last_u: Option<f64>,
}

impl Laps {
    fn of(&mut self, u: f64) -> usize {
        if self.last_u.is_some_and(|last| u < last) {
            self.count += 1;
        }
        self.last_u = Some(u);
        self.count
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_way_to_be_wrong_is_named() {
        let reason = |rows| match WeightTrack::new(rows).unwrap_err() {
            BlendError::Table { row, reason } => (row, reason),
            other => panic!("{other}"),
        };
        assert_eq!(reason(vec![]), (1, "there is none".into()));
        assert_eq!(reason(vec![(0.0, vec![f64::NAN])]).1, "a number is not finite");
        assert_eq!(reason(vec![(0.0, vec![1.0]), (1.0, vec![])]).0, 2);
        assert!(reason(vec![(0.0, vec![1.0]), (0.0, vec![1.0])]).1.contains("increase"));
    }

    #[test]
    fn holds_its_ends() {
        let track = WeightTrack::new(vec![(1.0, vec![3.0]), (2.0, vec![5.0])]).unwrap();
        let at = |secs| {
            let mut weights = [0.0];
            track.at(secs, &mut weights);
            weights[0]
        };
        for (secs, expected) in [(-1.0, 3.0), (1.0, 3.0), (1.25, 3.5), (2.0, 5.0), (9.0, 5.0)] {
            approx::assert_abs_diff_eq!(at(secs), expected);
        }
    }
}
