//! Clips with their registration, from clips or from a file.

use std::sync::Arc;

use segue_blend::{
    BlendError, Ensemble, EnsembleError, InterpolateSettings, Laps, Moment, Trace, interpolate_laps,
    interpolate_traced,
};
use segue_motion::{Clip, ClipId, ClipSet, FrameRange};
use segue_register::{
    ClipUse, RegisterError, RegisterSettings, Registration, RegistrationFileError, closed, level_floors,
    played, register_played,
};

/// Clips on one skeleton with their registration, as they are played: on one floor, those in place sent along as their feet imply,
/// loops from the phase at which they correspond. The registration is stored for the clips as they were read.
///
/// ```
/// use segue::Cast;
/// use segue::actors::Sample;
/// use segue::motion::ClipSet;
/// use segue::register::RegisterSettings;
///
/// let clips = ClipSet::of(["walk", "walk-left"].map(|name| Sample::find(name).unwrap().clip()))?;
/// let cast = Cast::register(&clips, &RegisterSettings::default())?;
/// assert_eq!(cast.registration().clips(), 2);
/// let stored = cast.encode();
/// assert_eq!(Cast::decode(&clips, &stored)?.registration(), cast.registration());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Cast {
    clips: ClipSet,
    registration: Registration,
}

impl Cast {
    /// Registers clips, on one floor ([`level_floors`]), as they are best played ([`register_played`]).
    ///
    /// # Errors
    /// As [`register_played`].
    pub fn register(clips: &ClipSet, settings: &RegisterSettings) -> Result<Self, RegisterError> {
        let level = level_floors(clips);
        let registration = register_played(&level, settings)?;
        Ok(Self { clips: played(&level, registration.uses()), registration })
    }

    /// Clips with the registration that [`Cast::encode`] stored for them.
    ///
    /// # Errors
    /// When the bytes are no registration, or one of other clips or of another skeleton.
    pub fn decode(clips: &ClipSet, bytes: &[u8]) -> Result<Self, RegistrationFileError> {
        let level = level_floors(clips);
        let registration = Registration::decode(bytes, &level)?;
        Ok(Self { clips: played(&level, registration.uses()), registration })
    }

    /// The clips as they are played, in the order in which they were given.
    pub fn clips(&self) -> &ClipSet {
        &self.clips
    }

    /// The clip that the others are compared with.
    pub fn reference(&self) -> &Clip {
        &self.clips[self.registration.reference()]
    }

    /// How the clips correspond.
    pub fn registration(&self) -> &Registration {
        &self.registration
    }

    /// How each clip is played.
    pub fn uses(&self) -> &[ClipUse] {
        self.registration.uses()
    }

    /// The moment of a clip as it was read, in seconds, at a moment of it as it is played.
    pub fn read_secs(&self, clip: ClipId, secs: f64) -> f64 {
        self.uses()[clip.index()].read_secs(secs, self.clips[clip].rate())
    }

    /// The blend of the clips, laid out as [`Cast::ensemble`] does, with constant weights and how it was made. That of loops is three laps, of which the one in the middle
    /// is wanted.
    ///
    /// # Errors
    /// When the weights or the rate cannot be used.
    pub fn interpolate(
        &self,
        ensemble: &Arc<Ensemble>,
        weights: &[f64],
        settings: &InterpolateSettings,
    ) -> Result<PlayedMotion, BlendError> {
        if !self.registration.is_cyclic() {
            let (clip, trace) = interpolate_traced(ensemble, weights, settings)?;
            return Ok(PlayedMotion { clip, trace, lap: None });
        }
        let Laps { clip, trace, lap } = interpolate_laps(ensemble, weights, settings)?;
        Ok(PlayedMotion { clip, trace, lap: Some(lap) })
    }

    /// The clips laid out for playing.
    ///
    /// # Errors
    /// Never for a registration of these clips; one that was stored by another version may not fit.
    pub fn ensemble(&self) -> Result<Arc<Ensemble>, EnsembleError> {
        Ensemble::new(&self.clips, self.registration.clone()).map(Arc::new)
    }

    /// The registration as the bytes of a `.segue-reg` file.
    pub fn encode(&self) -> Vec<u8> {
        self.registration.encode(&self.clips)
    }
}

/// A motion as it was played.
#[derive(Clone, Debug)]
pub struct PlayedMotion {
    /// The motion.
    pub clip: Clip,
    /// How each frame was made.
    pub trace: Trace,
    /// The frames of it that are wanted, where they are not all: one lap of a loop, whose last frame is its first.
    pub lap: Option<FrameRange>,
}

impl PlayedMotion {
    /// The frames that are wanted of the motion, or of one made of it frame by frame. A lap ends exactly as it begins.
    pub fn wanted(&self, clip: &Clip) -> Clip {
        let Some(lap) = self.lap else { return clip.clone() };
        let cut = clip.slice(lap);
        closed(&cut).unwrap_or(cut)
    }

    /// The place of each frame on the registration curve of the cast that was played, by the clip that counts there.
    pub fn common_time(&self, cast: &Cast) -> Vec<f64> {
        let timewarp = cast.registration().timewarp();
        let u =
            |moment: &Moment| moment.parts.first().map_or(0.0, |part| timewarp.u_at(part.clip, part.secs));
        let moments = self.trace.moments();
        let wanted = self.lap.map_or(moments, |lap| &moments[lap.first..=lap.last]);
        wanted.iter().map(u).collect()
    }
}
