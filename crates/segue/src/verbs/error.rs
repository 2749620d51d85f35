//! Why a request is not met, and what to do about it.

use std::fmt;
use std::io;
use std::path::PathBuf;

use segue_blend::{BlendError, EnsembleError, PoseSpaceError};
use segue_library::LibraryError;
use segue_motion::{ClipError, ClipSetError};
use segue_parametric::{MeasureError, ParametricError};
use segue_register::RegisterError;
use segue_stance::StanceError;

use crate::edit::EditError;
use crate::files::{
    InFile, Input, InputError, LoadError, MapProblem, ParamProblem, PlantsProblem, RegistrationProblem,
    SaveError, StancesProblem, StoreError, WeightsProblem,
};
use crate::find::FindError;

/// Why a request is not met.
#[derive(Debug, thiserror::Error)]
pub enum VerbError {
    /// An input gives no clip.
    #[error(transparent)]
    Load(#[from] LoadError),
    /// A text that names no input.
    #[error(transparent)]
    Input(#[from] InputError),
    /// Clips cannot be registered.
    #[error("{error}")]
    Register {
        /// Why not.
        error: Box<RegisterError>,
        /// What to do about it.
        advice: Option<Box<Advice>>,
    },
    /// Clips do not fit on one skeleton.
    #[error("{error}")]
    ClipSet {
        /// Why not.
        error: Box<ClipSetError>,
        /// What to do about it.
        advice: Option<Box<Advice>>,
    },
    /// Registered clips cannot be laid out for playing.
    #[error(transparent)]
    Ensemble(#[from] EnsembleError),
    /// Clips cannot be blended.
    #[error("{0}")]
    Blend(Box<BlendError>),
    /// Poses do not make a pose space.
    #[error(transparent)]
    PoseSpace(#[from] PoseSpaceError),
    /// A clip cannot be changed so.
    #[error(transparent)]
    Edit(#[from] EditError),
    /// Frames or plants that do not make a clip.
    #[error(transparent)]
    Clip(#[from] ClipError),
    /// Clips do not become files.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// A file cannot be written.
    #[error(transparent)]
    Save(#[from] SaveError),
    /// A skeleton map cannot be read.
    #[error(transparent)]
    Map(#[from] InFile<MapProblem>),
    /// A plants file cannot be read.
    #[error(transparent)]
    Plants(#[from] InFile<PlantsProblem>),
    /// A registration cannot be read.
    #[error(transparent)]
    Registration(#[from] InFile<RegistrationProblem>),
    /// Weights cannot be read.
    #[error(transparent)]
    Weights(#[from] InFile<WeightsProblem>),
    /// A library cannot be used.
    #[error(transparent)]
    Library(#[from] LibraryError),
    /// A library cannot be indexed or searched so.
    #[error("{0}")]
    Find(Box<FindError>),
    /// A parameterized motion cannot be read.
    #[error(transparent)]
    ParamFile(#[from] InFile<ParamProblem>),
    /// A parameterized motion cannot be made or played so.
    #[error("{0}")]
    Parametric(Box<ParametricError>),
    /// A text that names no point of the body.
    #[error(transparent)]
    Measure(#[from] MeasureError),
    /// Stances cannot be read.
    #[error(transparent)]
    StancesFile(#[from] InFile<StancesProblem>),
    /// A folder cannot be made.
    #[error("cannot make the folder {}", path.display())]
    Folder {
        /// The folder.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
    /// As [`VerbError::Request`], with what to do about it.
    #[error("{reason}")]
    Refused {
        /// Why.
        reason: String,
        /// What to do about it.
        advice: Advice,
    },
    /// A stance cannot be extracted, altered or found so.
    #[error("{0}")]
    Stance(Box<StanceError>),
    /// The request contradicts itself or its inputs.
    #[error("{0}")]
    Request(String),
    /// As [`VerbError::Request`], and it is the inputs that would have to be others.
    #[error("{0}")]
    Unfit(String),
    /// The watch cancelled.
    #[error("cancelled")]
    Cancelled,
}

impl VerbError {
    /// What to do about it, where more can be said than the error says.
    pub fn advice(&self) -> Option<&Advice> {
        match self {
            Self::Register { advice, .. } | Self::ClipSet { advice, .. } => advice.as_deref(),
            Self::Refused { advice, .. } => Some(advice),
            _ => None,
        }
    }

    /// Whether other clips would do: the request was understood, but the clips that were named cannot be used so.
    pub fn is_about_input(&self) -> bool {
        match self {
            Self::Load(_) | Self::Register { .. } | Self::ClipSet { .. } | Self::Unfit(_) => true,
            Self::Blend(error) => {
                matches!(**error, BlendError::Room { .. } | BlendError::Cycle(_) | BlendError::Register(_))
            }
            _ => false,
        }
    }
}

impl From<RegisterError> for VerbError {
    fn from(error: RegisterError) -> Self {
        Self::Register { error: Box::new(error), advice: None }
    }
}

impl From<ClipSetError> for VerbError {
    fn from(error: ClipSetError) -> Self {
        Self::ClipSet { error: Box::new(error), advice: None }
    }
}

impl From<BlendError> for VerbError {
    fn from(error: BlendError) -> Self {
        Self::Blend(Box::new(error))
    }
}

impl From<FindError> for VerbError {
    fn from(error: FindError) -> Self {
        Self::Find(Box::new(error))
    }
}

impl From<ParametricError> for VerbError {
    fn from(error: ParametricError) -> Self {
        Self::Parametric(Box::new(error))
    }
}

impl From<StanceError> for VerbError {
    fn from(error: StanceError) -> Self {
        Self::Stance(Box::new(error))
    }
}

/// What to do about an error. Its text names fields of requests; the command line names its own options instead.
#[derive(Clone, Debug, PartialEq)]
pub enum Advice {
    /// Carry one clip over to the figure of another first.
    Retarget {
        /// The clip.
        from: Box<Input>,
        /// The figure.
        onto: Box<Input>,
        /// A name for what comes out.
        name: String,
    },
    /// Only look, and write nothing.
    DoNotWrite,
    /// Replace what is there.
    Replace,
    /// Register clips although they are unlike.
    Force,
    /// Let the ends be open, or allow steeper curves.
    OpenEnds {
        /// The slope limit that would do, where one does.
        slope_limit: Option<u8>,
    },
}

impl fmt::Display for Advice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Retarget { from, onto, .. } => write!(f, "Convert {from} onto {onto} first"),
            Self::DoNotWrite => write!(f, "Set `write` to false to look only"),
            Self::Replace => write!(f, "Set `force` to replace it"),
            Self::Force => write!(f, "Set `force` to register them all the same"),
            Self::OpenEnds { slope_limit: Some(limit) } => {
                write!(f, "Set `ends` to `open`, or `slope_limit` to {limit}")
            }
            Self::OpenEnds { slope_limit: None } => write!(f, "Set `ends` to `open`"),
        }
    }
}
