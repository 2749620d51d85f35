//! Registered clips and weights in, motion out.

mod advance;
mod average;
mod control;
mod cycle;
mod ensemble;
mod error;
mod footskate;
mod interpolate;
mod lanes;
mod linear;
mod player;
mod pose_space;
pub mod quality;
mod recording;
mod transition;
mod weights;

pub use advance::SpeedLaw;
pub use average::{Averaging, average, exponential_average, exponential_average_rows};
pub use control::{ControlSettings, WeightTrack, control};
pub use cycle::CycleError;
pub use ensemble::{Ensemble, EnsembleError};
pub use error::BlendError;
pub use footskate::{CleanUp, CleanUpReport, Cleaned, FootLock, clean_up};
pub use interpolate::{InterpolateSettings, duration_secs, interpolate};
pub use lanes::{LANES, Lanes, RotationTable};
pub use linear::{CrossFade, TimeScaling, cross_fade, linear_blend};
pub use player::{Player, PlayerSettings, Progress};
pub use pose_space::{PoseSpace, PoseSpaceError, PoseSpaceSettings};
pub use transition::{Transition, TransitionSettings, transition};
pub use weights::WeightError;
