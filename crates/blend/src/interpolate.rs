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
    interpolate_showing(ensemble, weights, settings, &[]).map(|(clip, trace, _)| (clip, trace))
}

/// [`interpolate_traced`] with a frame exactly at each of some moments, in seconds from the start, so that what happens between two
/// frames is not lost; and the moment of every frame. Frames around are moved by half a frame at most, smoothly, and the first and
/// the last not at all.
///
/// # Errors
/// As [`interpolate`].
pub fn interpolate_showing(
    ensemble: &Arc<Ensemble>,
    weights: &[f64],
    settings: &InterpolateSettings,
    moments: &[f64],
) -> Result<(Clip, Trace, Vec<f64>), BlendError> {
    let registration = ensemble.registration();
    let rate = settings.rate_hz.unwrap_or(ensemble.rate(registration.reference()));
    let secs = duration_secs(ensemble, weights, settings.player.law)?;
    let steps = steps(secs, rate)?.max(1);
    let times = times(secs, steps, moments);
    let mut player = Player::new(ensemble.clone(), PlayerSettings { looping: false, ..settings.player })?;
    let mut recording = Recording::new("blend", ensemble, rate);
    let mut pose = ensemble.rest_pose();
    let mut trace = Trace::default();
    player.pose(weights, &mut pose)?;
    recording.push(&pose, player.plants())?;
    trace.push(&player, weights);
    for step in 1..=steps {
        if step < steps {
            player.step(times[step] - times[step - 1], weights, &mut pose)?;
        } else {
            player.step_to(registration.range()[1], weights, &mut pose)?;
        }
        recording.push(&pose, player.plants())?;
        trace.push(&player, weights);
    }
    Ok((recording.finish()?, trace, times))
}

/// Moments nearer to each other than this many frames cannot both be shown without a change of pace that is seen.
const APART_FRAMES: usize = 12;

/// The times of frames, evenly but for the moments that are shown.
fn times(secs: f64, steps: usize, moments: &[f64]) -> Vec<f64> {
    let dt_secs = secs / steps as f64;
    let mut shown: Vec<(usize, f64)> = vec![(0, 0.0)];
    let mut sorted: Vec<f64> = moments.iter().copied().filter(|at| (0.0..=secs).contains(at)).collect();
    sorted.sort_by(f64::total_cmp);
    for at in sorted {
        let frame = (at / dt_secs).round() as usize;
        if frame >= shown[shown.len() - 1].0 + APART_FRAMES && frame + APART_FRAMES <= steps {
            shown.push((frame, at - frame as f64 * dt_secs));
        }
    }
    shown.push((steps, 0.0));
    let mut times: Vec<f64> = (0..=steps).map(|step| step as f64 * dt_secs).collect();
    for pair in shown.windows(2) {
        let [(first, from), (last, to)] = [pair[0], pair[1]];
        for (frame, time) in times.iter_mut().enumerate().take(last + 1).skip(first + 1) {
            let share = (frame - first) as f64 / (last - first) as f64;
            *time += from + (to - from) * share * share * (3.0 - 2.0 * share);
        }
    }
    times
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

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn a_frame_shows_each_moment_and_none_is_far_from_its_place(
            secs in 0.5..5.0f64,
            steps in 60..300usize,
            shares in prop::collection::vec(0.2..0.8f64, 0..3),
        ) {
            let moments: Vec<f64> = shares.iter().map(|share| share * secs).collect();
            let (dt, found) = (secs / steps as f64, times(secs, steps, &moments));
            prop_assert!(found[0] == 0.0 && (found[steps] - secs).abs() < 1e-9);
            prop_assert!(found.windows(2).all(|pair| pair[1] - pair[0] > 0.5 * dt), "time goes on");
            let even = |(n, time): (usize, &f64)| (time - n as f64 * dt).abs() <= 0.5 * dt + 1e-9;
            prop_assert!(found.iter().enumerate().all(even));
            if let Some(first) = moments.iter().copied().reduce(f64::min) {
                prop_assert!(found.iter().any(|time| (time - first).abs() < 1e-9));
            }
        }
    }

    #[test]
    fn without_moments_frames_are_evenly_apart() {
        assert_eq!(times(2.0, 4, &[]), [0.0, 0.5, 1.0, 1.5, 2.0]);
    }
}
