//! What can happen to a clip between reading and writing.

use segue_motion::{Clip, Interpolation, Mirror, MirrorError, ResampleError, resampled};

/// Changes to a clip, made in the order of the fields; the default changes nothing.
#[derive(Clone, Debug, Default)]
pub struct Edit {
    /// Exchanges left and right.
    pub mirror: bool,
    /// Makes frames for another rate, in frames per second; the motion takes as long as before.
    pub resample: Option<f64>,
}

/// A clip that cannot be changed so.
#[derive(Debug, thiserror::Error)]
pub enum EditError {
    /// It cannot be mirrored.
    #[error("cannot mirror `{clip}`: {source}")]
    Mirror {
        /// The clip.
        clip: String,
        /// Why.
        source: MirrorError,
    },
    /// It cannot be resampled.
    #[error("cannot resample `{clip}`: {source}")]
    Resample {
        /// The clip.
        clip: String,
        /// Why.
        source: ResampleError,
    },
}

impl Edit {
    /// The clip with all changes made.
    ///
    /// # Errors
    /// When one of them cannot be made.
    pub fn apply(&self, clip: Clip) -> Result<Clip, EditError> {
        let clip = if self.mirror { mirrored(&clip)? } else { clip };
        match self.resample {
            Some(rate) => at_rate(&clip, rate),
            None => Ok(clip),
        }
    }
}

fn mirrored(clip: &Clip) -> Result<Clip, EditError> {
    let fail = |source| EditError::Mirror { clip: clip.name().to_owned(), source };
    Mirror::of(clip.skeleton()).and_then(|mirror| mirror.clip(clip)).map_err(fail)
}

/// Cubic, so that velocity does not jump at the old frames when the rate rises.
fn at_rate(clip: &Clip, rate: f64) -> Result<Clip, EditError> {
    let fail = |source| EditError::Resample { clip: clip.name().to_owned(), source };
    resampled(clip, rate, Interpolation::Cubic).map_err(fail)
}
