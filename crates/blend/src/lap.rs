//! One lap of a blend of loops.

use std::sync::Arc;

use segue_motion::{Clip, FrameRange};

use crate::error::steps;
use crate::recording::Recording;
use crate::{BlendError, Ensemble, InterpolateSettings, Player, PlayerSettings, Trace, duration_secs};

/// Laps that are played, so that the one in the middle is corrected as all are.
const LAPS: usize = 3;

/// A blend of loops with constant weights: three laps of it, of which the middle one is wanted.
///
/// What is done to the motion before the lap is cut out, such as [`clean_up`](crate::clean_up), is then the same at both of its ends.
#[derive(Clone, Debug)]
pub struct Laps {
    /// Three laps.
    pub clip: Clip,
    /// How each frame was made.
    pub trace: Trace,
    /// The frames of the lap in the middle; its last frame is its first, carried along.
    pub lap: FrameRange,
}

/// The blend of loops with constant weights, whose registration is [cyclic](segue_register::Registration::is_cyclic).
///
/// A lap lasts the weighted mean of the loops' laps. Its steps are stretched by less than half a frame in all, so that it ends on a
/// frame.
///
/// # Errors
/// When the weights or the rate cannot be used, or the clips are no loops.
pub fn interpolate_laps(
    ensemble: &Arc<Ensemble>,
    weights: &[f64],
    settings: &InterpolateSettings,
) -> Result<Laps, BlendError> {
    let registration = ensemble.registration();
    let rate = settings.rate_hz.unwrap_or(ensemble.rate(registration.reference()));
    let secs = duration_secs(ensemble, weights, settings.player.law)?;
    let lap = steps(secs, rate)?.max(1);
    let player = PlayerSettings { looping: true, ..settings.player };
    let mut player = Player::new(ensemble.clone(), player)?;
    let mut recording = Recording::new("blend", ensemble, lap as f64 / secs);
    let (mut pose, mut trace) = (ensemble.rest_pose(), Trace::default());
    player.pose(weights, &mut pose)?;
    let mut before = player.u();
    for frame in 0..=LAPS * lap {
        if frame > 0 {
            player.step(secs / lap as f64, weights, &mut pose)?;
        }
        if player.u() < before {
            recording.carry_plants();
        }
        before = player.u();
        recording.push(&pose, player.plants())?;
        trace.push(&player, weights);
    }
    Ok(Laps { clip: recording.finish()?, trace, lap: FrameRange { first: lap, last: 2 * lap } })
}
