//! Clips of a blend, registered with each other.

use glam::Quat;
use segue_motion::{Clip, ClipId, ClipSet, FrameRange};
use segue_register::{RegisterSettings, Registration, register};

use crate::StanceError;
use crate::stance::StanceOrigin;

/// Two clips that show a blended stance: which frames go together, and how the second is turned for it.
pub(super) struct Matched {
    registration: Registration,
    cuts: [Cut; 2],
}

/// The stretch of a clip around a stance: from the lift off before it to the touch down after it.
struct Cut {
    first: f64,
    rate: f64,
}

/// Frames kept beyond either end of a stance, so that its ends can be compared with what surrounds them.
const AROUND: f64 = 2.0;

impl Matched {
    /// Registers two clips around the stances that they show; the first is the reference.
    pub(super) fn of(origins: [&StanceOrigin; 2], clips: [&Clip; 2]) -> Result<Self, StanceError> {
        let stretches = [0, 1].map(|n| stretch(origins[n], clips[n]));
        let parts = [0, 1].map(|n| clips[n].slice(stretches[n]));
        // Stances are half a second long: at 30 frames per second their contacts would be a handful of frames. They do
        // the same by construction, so that they look unlike is no reason to refuse them.
        let settings = RegisterSettings {
            rate_hz: 60.0,
            reference: Some(ClipId::FIRST),
            force: true,
            ..RegisterSettings::default()
        };
        let registration = register(&ClipSet::of(parts)?, &settings).map_err(Box::new)?;
        let cuts = [0, 1].map(|n| Cut { first: stretches[n].first as f64, rate: clips[n].rate() });
        Ok(Self { registration, cuts })
    }

    /// The frame of the second clip that goes with a frame of the first, and the turn that lays it onto that. Beyond the
    /// curve both go on at their own rates.
    pub(super) fn second(&self, frame: f64) -> (f64, Quat) {
        let [first, second] = &self.cuts;
        let secs = (frame - first.first) / first.rate;
        let timewarp = self.registration.timewarp();
        let u = timewarp.u_at(ClipId::FIRST, secs);
        let beyond = secs - timewarp.at(ClipId::FIRST, u);
        let turn = self.registration.reference_from_clip(ClipId::SECOND, u).rotation();
        (second.first + (timewarp.at(ClipId::SECOND, u) + beyond) * second.rate, turn)
    }
}

fn stretch(origin: &StanceOrigin, clip: &Clip) -> FrameRange {
    let last = clip.last_frame();
    let first = (origin.takeoff - AROUND).floor().max(0.0) as usize;
    let until = (origin.next_landing + AROUND).ceil().max(0.0) as usize;
    FrameRange { first: first.min(last), last: until.min(last) }
}
