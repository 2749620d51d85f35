//! What can happen to a clip between reading and writing.

use std::sync::Arc;

use segue_motion::{
    Clip, ClipError, Fidelity, Interpolation, Mirror, ResampleError, Retarget, RetargetError, Skeleton,
    SkeletonMap, resampled, resting_skeleton,
};

/// Changes to a clip, made in the order of the fields; the default changes nothing.
#[derive(Clone, Debug, Default)]
pub struct Edit {
    /// Carries the motion over to another figure.
    pub onto: Option<Onto>,
    /// Exchanges left and right.
    pub mirror: bool,
    /// Makes frames for another rate, in frames per second; the motion takes as long as before.
    pub resample: Option<f64>,
}

/// The figure that a motion is carried over to.
#[derive(Clone, Debug)]
pub struct Onto {
    /// Its skeleton.
    pub skeleton: Arc<Skeleton>,
    /// Its skeleton in a rest pose that shows its body; see [`segue_motion::resting_skeleton`].
    pub resting: Arc<Skeleton>,
    /// Which joint drives which; guessed when absent.
    pub map: Option<SkeletonMap>,
}

/// A clip that cannot be changed so.
#[derive(Debug, thiserror::Error)]
pub enum EditError {
    /// It cannot be carried over.
    #[error("cannot carry `{clip}` over: {reason}")]
    Retarget {
        /// The clip.
        clip: String,
        /// Why.
        reason: RetargetError,
    },
    /// It cannot be mirrored.
    #[error("cannot mirror `{clip}`: {reason}")]
    Mirror {
        /// The clip.
        clip: String,
        /// Why.
        reason: ClipError,
    },
    /// It cannot be resampled.
    #[error("cannot resample `{clip}`: {reason}")]
    Resample {
        /// The clip.
        clip: String,
        /// Why.
        reason: ResampleError,
    },
}

/// A clip with all changes made.
#[derive(Clone, Debug)]
pub struct Edited {
    /// The clip.
    pub clip: Clip,
    /// How truly it was carried over, between human bodies.
    pub fidelity: Option<Fidelity>,
}

impl Edit {
    /// Makes all changes.
    ///
    /// # Errors
    /// When one of them cannot be made.
    pub fn apply(&self, mut clip: Clip) -> Result<Edited, EditError> {
        let mut fidelity = None;
        if let Some(onto) = &self.onto {
            (clip, fidelity) = carried_over(&clip, onto)?;
        }
        if self.mirror {
            clip = mirrored(&clip)?;
        }
        if let Some(rate) = self.resample {
            clip = at_rate(&clip, rate)?;
        }
        Ok(Edited { clip, fidelity })
    }
}

fn carried_over(clip: &Clip, onto: &Onto) -> Result<(Clip, Option<Fidelity>), EditError> {
    let fail = |reason| EditError::Retarget { clip: clip.name().to_owned(), reason };
    let (source, target) = (resting_skeleton(clip), onto.resting.clone());
    let retarget = match &onto.map {
        Some(map) => Retarget::new(&source, target, map),
        None => Retarget::guessed(&source, target),
    };
    let retarget = retarget.map_err(fail)?.written_for(onto.skeleton.clone());
    let carried = retarget.clip(clip).map_err(fail)?;
    let fidelity = retarget.fidelity(clip, &carried);
    Ok((carried, fidelity))
}

fn mirrored(clip: &Clip) -> Result<Clip, EditError> {
    let fail = |reason| EditError::Mirror { clip: clip.name().to_owned(), reason };
    Mirror::of(clip.skeleton()).clip(clip).map_err(fail)
}

/// Cubic, so that velocity does not jump at the old frames when the rate rises.
fn at_rate(clip: &Clip, rate: f64) -> Result<Clip, EditError> {
    let fail = |reason| EditError::Resample { clip: clip.name().to_owned(), reason };
    resampled(clip, rate, Interpolation::Cubic).map_err(fail)
}
