//! Clips with their registration, from clips or from a file.

use std::sync::Arc;

use segue_blend::{Ensemble, EnsembleError};
use segue_motion::{Clip, ClipSet};
use segue_register::{FileError, RegisterError, RegisterSettings, Registration, level_floors, register};

/// Clips on one skeleton with their registration. The registration is stored for the clips as they were read.
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
    /// Registers clips, on one floor ([`level_floors`]).
    ///
    /// # Errors
    /// As [`register`].
    pub fn register(clips: &ClipSet, settings: &RegisterSettings) -> Result<Self, RegisterError> {
        let clips = level_floors(clips);
        let registration = register(&clips, settings)?;
        Ok(Self { clips, registration })
    }

    /// Clips with the registration that [`Cast::encode`] stored for them.
    ///
    /// # Errors
    /// When the bytes are no registration, or one of other clips or of another skeleton.
    pub fn decode(clips: &ClipSet, bytes: &[u8]) -> Result<Self, FileError> {
        let clips = level_floors(clips);
        let registration = Registration::decode(bytes, &clips)?;
        Ok(Self { clips, registration })
    }

    /// The clips, in the order in which they were given.
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
