//! Blends with constant weights.

use std::sync::Arc;

use segue_motion::{Clip, ClipId};

use crate::advance::advance;
use crate::error::{MOST_FRAMES, steps};
use crate::recording::Recording;
use crate::weights::Mix;
use crate::{BlendError, Ensemble, Player, PlayerSettings, SpeedLaw, Trace};

/// How an interpolation is made.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct InterpolateSettings {
    /// How it is played; it does not loop.
    pub player: PlayerSettings,
    /// Frames per second; `None` for the reference clip's.
    pub rate_hz: Option<f64>,
}

/// The blend of whole clips with constant weights, from the first corresponding moment to the last.
///
/// Its plants are the constraint matches of the registration. Its steps are stretched by less than half a frame in
/// all, so that the last frame is the end. It stands where the reference clip does.
///
/// # Errors
/// When the weights or the rate cannot be used.
pub fn interpolate(
    ensemble: &Arc<Ensemble>,
    weights: &[f64],
    settings: &InterpolateSettings,
) -> Result<Clip, BlendError> {
    interpolate_traced(ensemble, weights, settings).map(|(clip, _)| clip)
}

/// [`interpolate`] with how each frame was made, which [`clean_up`](crate::clean_up) asks for.
///
/// # Errors
/// As [`interpolate`].
pub fn interpolate_traced(
    ensemble: &Arc<Ensemble>,
    weights: &[f64],
    settings: &InterpolateSettings,
) -> Result<(Clip, Trace), BlendError> {
    let registration = ensemble.registration();
    let rate = settings.rate_hz.unwrap_or(ensemble.rate(registration.reference()));
    let secs = duration_secs(ensemble, weights, settings.player.law)?;
    let steps = steps(secs, rate)?.max(1);
    let dt_secs = secs / steps as f64;
    let mut player = Player::new(ensemble.clone(), PlayerSettings { looping: false, ..settings.player })?;
    let mut recording = Recording::new("blend", ensemble, rate);
    let mut pose = ensemble.rest_pose();
    let mut trace = Trace::default();
    player.pose(weights, &mut pose)?;
    recording.push(&pose, player.plants())?;
    trace.push(&player, weights);
    for step in 1..=steps {
        if step < steps {
            player.step(dt_secs, weights, &mut pose)?;
        } else {
            player.step_to(registration.range()[1], weights, &mut pose)?;
        }
        recording.push(&pose, player.plants())?;
        trace.push(&player, weights);
    }
    Ok((recording.finish()?, trace))
}

/// How long the blend of whole clips lasts.
///
/// # Errors
/// When the weights cannot be used.
pub fn duration_secs(ensemble: &Ensemble, weights: &[f64], law: SpeedLaw) -> Result<f64, BlendError> {
    let mut mix = Mix::of_one(ClipId::FIRST, ensemble.clips());
    mix.set(weights)?;
    let timewarp = ensemble.registration().timewarp();
    let [start, end] = timewarp.range();
    if law == SpeedLaw::MeanDuration {
        let length = |clip: ClipId| timewarp.at(clip, end) - timewarp.at(clip, start);
        return Ok(mix.shares().map(|(clip, share)| share * length(clip)).sum());
    }
    // The sources' law has no closed form: it is played through.
    let step_secs = 1.0 / ensemble.rate(ensemble.registration().reference());
    let mut u = start;
    for step in 1..MOST_FRAMES {
        let to = advance(law, timewarp, mix.shares(), u, step_secs);
        if to.u >= end {
            return Ok(step as f64 * step_secs - to.left_secs);
        }
        u = to.u;
    }
    Ok(MOST_FRAMES as f64 * step_secs)
}
