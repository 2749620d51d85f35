//! From one clip into another.

mod march;
mod place;
mod play;

use std::sync::Arc;

use segue_motion::{Clip, ClipSet, FrameRange};
use segue_register::dtw::LookAhead;
use segue_register::{RegisterError, RegisterSettings, Registration, Seeded, register_at};

use self::march::March;
pub use self::place::KeepAction;
use self::play::Played;
use crate::error::steps;
use crate::{BlendError, Ensemble, PlayerSettings, Trace};

/// How a transition is made.
#[derive(Clone, Debug, PartialEq)]
pub struct TransitionSettings {
    /// Its centre: a moment of either clip in seconds. `None` for two that are alike, leave room and keep what the clips are about.
    pub at_secs: Option<[f64; 2]>,
    /// Whose action an automatic centre must not cut off: a kick that is entered after the kick is none.
    pub keep: KeepAction,
    /// Time to either side of the centre. 0.4 s: about a step to either side of it in a walk.
    pub half_width_secs: f64,
    /// Whether it begins and ends on whole frames of the clips, so that they are left untouched; moves the timing by
    /// at most half a frame.
    pub snap: bool,
    /// How the clips are compared around the centre. Stretch by stretch by default: clips between which one makes a
    /// transition are often unlike elsewhere.
    pub seeded: Seeded,
    /// How the clips are registered.
    pub register: RegisterSettings,
    /// How it is played; it does not loop.
    pub player: PlayerSettings,
    /// Frames per second; `None` for the first clip's.
    pub rate_hz: Option<f64>,
}

impl Default for TransitionSettings {
    fn default() -> Self {
        Self {
            at_secs: None,
            keep: KeepAction::Second,
            half_width_secs: 0.4,
            snap: false,
            seeded: Seeded::Incremental(LookAhead::default()),
            register: RegisterSettings::default(),
            player: PlayerSettings::default(),
            rate_hz: None,
        }
    }
}

/// The first clip up to the transition, the transition, and the second clip from there on.
#[derive(Clone, Debug)]
pub struct Transition {
    /// The whole motion. It stands where the first clip does; the second is placed rigidly behind it.
    pub clip: Clip,
    /// First and last frame of the transition itself in `clip`.
    pub frames: FrameRange,
    /// Its centre in either clip, in seconds.
    pub at_secs: [f64; 2],
    /// The half-width that was used, a whole number of frames.
    pub half_width_secs: f64,
    /// The half-width that fits at most at this centre.
    pub largest_half_width_secs: f64,
    /// How the clips correspond around the centre.
    pub registration: Registration,
    /// How each frame of `clip` was made.
    pub trace: Trace,
}

/// Margins tried around an automatic centre, in half-widths: how much of each clip a transition takes is known only
/// after the timewarp is fitted.
const MARGINS: [f64; 7] = [1.0, 1.15, 1.3, 1.5, 1.7, 2.0, 2.5];

/// Goes from the first of two clips over into the second.
///
/// # Errors
/// When there are not two clips, they cannot be registered or do not leave room; the error says how much room there is.
pub fn transition(clips: &ClipSet, settings: &TransitionSettings) -> Result<Transition, BlendError> {
    if !(settings.half_width_secs.is_finite() && settings.half_width_secs > 0.0) {
        let (name, found) = ("the half-width of the transition", settings.half_width_secs);
        return Err(BlendError::Setting { name, found, allowed: "positive" });
    }
    if let Some(at_secs) = settings.at_secs {
        return transition_at(clips, at_secs, settings);
    }
    let (mut refused, mut tried) = (None, None);
    let half = settings.half_width_secs;
    let margins = MARGINS.map(|margin| margin * half);
    for found in place::best(pair_of(clips)?, (half, margins), settings.keep, &settings.register)? {
        let Some(at_secs) = found else { break };
        if tried.replace(at_secs) == Some(at_secs) {
            continue;
        }
        match transition_at(clips, at_secs, settings) {
            Err(error @ BlendError::Room { .. }) => refused = Some(error),
            done => return done,
        }
    }
    Err(refused.unwrap_or(no_room_at_all(pair_of(clips)?, settings)))
}

fn pair_of(clips: &ClipSet) -> Result<[&Clip; 2], RegisterError> {
    clips.pair().ok_or(RegisterError::NotTwo { found: clips.len() })
}

fn transition_at(
    clips: &ClipSet,
    at_secs: [f64; 2],
    settings: &TransitionSettings,
) -> Result<Transition, BlendError> {
    let pair = pair_of(clips)?;
    let registration = register_at(clips, at_secs, settings.seeded, &settings.register)?;
    let ensemble = Arc::new(Ensemble::new(clips, registration.clone())?);
    let rate = settings.rate_hz.unwrap_or(pair[0].rate());
    let half = steps(settings.half_width_secs, rate)?.max(1);
    let march = March { ensemble: &ensemble, at_secs, rate, settings };
    let largest = march.largest_half_width();
    let Some(course) = march.course(half) else {
        return Err(BlendError::Room {
            first: pair[0].name().to_owned(),
            second: pair[1].name().to_owned(),
            wanted: settings.half_width_secs,
            first_at: at_secs[0],
            second_at: at_secs[1],
            largest: largest as f64 / rate,
        });
    };
    let course = if settings.snap { march.snapped(course) } else { course };
    let Played { clip, frames, trace } = march.play(pair, &course)?;
    Ok(Transition {
        clip,
        frames,
        at_secs,
        half_width_secs: half as f64 / rate,
        largest_half_width_secs: largest as f64 / rate,
        registration,
        trace,
    })
}

/// The clips are shorter than the transition.
fn no_room_at_all(clips: [&Clip; 2], settings: &TransitionSettings) -> BlendError {
    let halves = clips.map(|clip| clip.duration_secs() / 2.0);
    BlendError::Room {
        first: clips[0].name().to_owned(),
        second: clips[1].name().to_owned(),
        wanted: settings.half_width_secs,
        first_at: halves[0],
        second_at: halves[1],
        largest: halves[0].min(halves[1]),
    }
}
