//! Clips with their registration, from clips or from a file.

use std::sync::Arc;

use segue_blend::{Ensemble, EnsembleError};
use segue_motion::Clip;
use segue_register::{FileError, RegisterError, Registration, Settings, conform, register};

/// Clips that belong together: all on one skeleton, with their registration.
///
/// Where bones differ, the clips that are blended are those carried over to the reference's skeleton; the
/// registration is stored for the clips as they were read.
///
/// ```
/// use segue::Cast;
/// use segue::actors::Sample;
/// use segue::register::Settings;
///
/// let clips = ["walk", "walk-left"].map(|name| Sample::find(name).unwrap().clip());
/// let cast = Cast::register(clips.to_vec(), &Settings::default())?;
/// assert_eq!(cast.registration().clips(), 2);
/// let stored = cast.encode();
/// assert_eq!(Cast::decode(clips.to_vec(), &stored)?.registration(), cast.registration());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Cast {
    read: Vec<Clip>,
    /// Those that had to be carried over, by their places in `read`.
    carried: Vec<Option<Clip>>,
    registration: Registration,
}

impl Cast {
    /// Registers clips.
    ///
    /// # Errors
    /// As [`register`].
    pub fn register(clips: Vec<Clip>, settings: &Settings) -> Result<Self, RegisterError> {
        let registration = register(&clips.iter().collect::<Vec<_>>(), settings)?;
        Self::new(clips, registration)
    }

    /// Clips with the registration that [`Cast::encode`] stored for them.
    ///
    /// # Errors
    /// When the bytes are no registration, or one of other clips.
    pub fn decode(clips: Vec<Clip>, bytes: &[u8]) -> Result<Self, FileError> {
        let registration = Registration::decode(bytes, &clips.iter().collect::<Vec<_>>())?;
        Ok(Self::new(clips, registration)?)
    }

    fn new(read: Vec<Clip>, registration: Registration) -> Result<Self, RegisterError> {
        let reference = registration.settings().reference.unwrap_or(0);
        let all: Vec<&Clip> = read.iter().collect();
        let conformed = conform(&all, reference)?.clips;
        let owned = |clip| if let std::borrow::Cow::Owned(clip) = clip { Some(clip) } else { None };
        let carried = conformed.into_iter().map(owned).collect();
        Ok(Self { read, carried, registration })
    }

    /// The clips on the skeleton of the reference, in the order in which they were given.
    pub fn clips(&self) -> Vec<&Clip> {
        self.read.iter().zip(&self.carried).map(|(read, carried)| carried.as_ref().unwrap_or(read)).collect()
    }

    /// The clip that the others are compared with.
    pub fn reference(&self) -> &Clip {
        self.clips()[self.registration.reference()]
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
        Ensemble::new(&self.clips(), self.registration.clone()).map(Arc::new)
    }

    /// The registration as the bytes of a `.segue-reg` file.
    pub fn encode(&self) -> Vec<u8> {
        self.registration.encode(&self.read.iter().collect::<Vec<_>>())
    }
}
