//! What can happen to a clip between reading and writing.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use segue_motion::{
    Clip, ClipError, Interpolation, MapError, Mirror, ResampleError, Retarget, RetargetError, Skeleton,
    SkeletonMap, resampled,
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
    /// Which joint drives which; guessed when absent.
    pub map: Option<SkeletonMap>,
}

/// A clip that cannot be changed so.
#[derive(Debug, thiserror::Error)]
pub enum EditError {
    /// It cannot be carried over.
    #[error("cannot carry `{clip}` over: {source}")]
    Retarget {
        /// The clip.
        clip: String,
        /// Why.
        source: RetargetError,
    },
    /// It cannot be mirrored.
    #[error("cannot mirror `{clip}`: {source}")]
    Mirror {
        /// The clip.
        clip: String,
        /// Why.
        source: ClipError,
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
    pub fn apply(&self, mut clip: Clip) -> Result<Clip, EditError> {
        if let Some(onto) = &self.onto {
            clip = carried_over(&clip, onto)?;
        }
        if self.mirror {
            clip = mirrored(&clip)?;
        }
        if let Some(rate) = self.resample {
            clip = at_rate(&clip, rate)?;
        }
        Ok(clip)
    }
}

fn carried_over(clip: &Clip, onto: &Onto) -> Result<Clip, EditError> {
    let fail = |source| EditError::Retarget { clip: clip.name().to_owned(), source };
    let guess = || SkeletonMap::guess(clip.skeleton(), &onto.skeleton);
    let map = onto.map.clone().unwrap_or_else(guess);
    let retarget = Retarget::new(clip.skeleton(), onto.skeleton.clone(), &map).map_err(fail)?;
    retarget.clip(clip).map_err(fail)
}

fn mirrored(clip: &Clip) -> Result<Clip, EditError> {
    let fail = |source| EditError::Mirror { clip: clip.name().to_owned(), source };
    Mirror::of(clip.skeleton()).clip(clip).map_err(fail)
}

/// Cubic, so that velocity does not jump at the old frames when the rate rises.
fn at_rate(clip: &Clip, rate: f64) -> Result<Clip, EditError> {
    let fail = |source| EditError::Resample { clip: clip.name().to_owned(), source };
    resampled(clip, rate, Interpolation::Cubic).map_err(fail)
}

/// A skeleton map that cannot be read.
#[derive(Debug, thiserror::Error)]
#[error("{problem}: {}", path.display())]
pub struct MapFileError {
    /// The file.
    pub path: PathBuf,
    /// What is wrong with it.
    pub problem: MapFileProblem,
}

/// What is wrong with a file of a skeleton map.
#[derive(Debug, thiserror::Error)]
pub enum MapFileProblem {
    /// It cannot be opened.
    #[error("cannot read the skeleton map: {0}")]
    Io(#[from] io::Error),
    /// It is no skeleton map.
    #[error(transparent)]
    Map(#[from] MapError),
}

/// Reads a skeleton map, a file `*.map.toml`.
///
/// # Errors
/// When it cannot be opened or is no skeleton map.
pub fn read_map(path: &Path) -> Result<SkeletonMap, MapFileError> {
    let fail = |problem| MapFileError { path: path.to_owned(), problem };
    let text = fs::read_to_string(path).map_err(|error| fail(error.into()))?;
    SkeletonMap::from_toml(&text).map_err(|error| fail(error.into()))
}
