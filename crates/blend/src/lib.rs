//! Registered clips and weights in, motion out.
//!
//! An [`Ensemble`] is clips with their [`Registration`](segue_register::Registration), laid out for playing. A
//! [`Player`] takes time and weights and returns one pose after the other, without allocating. On top of it,
//! [`interpolate`] blends whole clips with constant weights, [`control`] blends them with weights that change over time (and
//! loops cyclic clips), and [`transition`] leads from one clip to another. [`clean_up`] then corrects what blending did to the
//! feet; [`FootLock`] holds them while a player runs. [`quality`] measures the result; [`linear_blend`] and [`cross_fade`] are
//! the baselines. [`PoseSpace`] finds poses by the position of a hand or foot, [`PoseMean`] averages poses.
//!
//! ```
//! use std::sync::Arc;
//! use segue_blend::{CleanUp, Ensemble, InterpolateSettings, clean_up, interpolate_traced, quality::Quality};
//! use segue_actors::{Locomotion, Pace};
//! use segue_motion::{Anatomy, ClipSet};
//! use segue_register::{RegisterSettings, register};
//!
//! let curve = |curvature| Locomotion { curvature, cycles: 2, ..Locomotion::new(Pace::Walk) }.perform();
//! let clips = ClipSet::of([curve(0.25)?.clip, curve(-0.25)?.clip])?;
//! let registration = register(&clips, &RegisterSettings::default())?;
//! let ensemble = Arc::new(Ensemble::new(&clips, registration)?);
//! let (blend, trace) = interpolate_traced(&ensemble, &[0.5, 0.5], &InterpolateSettings::default())?;
//!
//! let blend = clean_up(&blend, &trace, &clips, &CleanUp::default())?.clip;
//! let quality = Quality::of(&blend, &Anatomy::of(blend.skeleton()));
//! assert!(quality.root.straightness > 0.99, "left and right halfway is straight on");
//! assert!(quality.skate.unwrap().worst_drift_mm < 1.0);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Where this departs from the papers, and why
//!
//! | paper | here | why |
//! |---|---|---|
//! | time advances by the mean of rates, in Euler steps (\[KG03\] §5.1) | by the mean of durations, exactly ([`SpeedLaw`]) | the mean of rates is above the rate of the mean: blends played too fast, and one clip alone was not reproduced |
//! | placements are averaged about the placed root (\[KG03\] §5.2) | about the root in aligned space | the result depended on where the blend stood |
//! | rotations face the first input's hemisphere | the reference clip's | the order of the inputs mattered |
//! | transition weights (\[KG03\] §6.1) | the other way round | as printed the first clip fades in |

mod advance;
mod average;
mod cleanup;
mod control;
mod cycle;
mod ensemble;
mod error;
mod interpolate;
mod lanes;
mod lap;
mod linear;
mod lock;
mod player;
mod pose_mean;
mod pose_space;
pub mod quality;
mod recording;
mod seam;
mod trace;
mod transition;
mod weights;

pub use advance::SpeedLaw;
pub use average::{Averaging, average, exponential_average, exponential_average_rows};
pub use cleanup::{CleanUp, CleanUpReport, Cleaned, Feet, Shifts, clean_up, clean_up_shifted};
pub use control::{ControlSettings, WeightTrack, control, control_traced};
pub use cycle::CycleError;
pub use ensemble::{Ensemble, EnsembleError};
pub use error::BlendError;
pub use interpolate::{
    InterpolateSettings, duration_secs, interpolate, interpolate_showing, interpolate_traced,
};
pub use lanes::{LANES, Lanes, RotationTable};
pub use lap::{Laps, interpolate_laps};
pub use linear::{CrossFade, TimeScaling, cross_fade, linear_blend};
pub use lock::FootLock;
pub use player::{Player, PlayerSettings, StepEnd};
pub use pose_mean::PoseMean;
pub use pose_space::{NearestExample, PoseSpace, PoseSpaceError, PoseSpaceSettings, Reached};
pub use trace::{Moment, MomentPart, Trace};
pub use transition::{KeepAction, Transition, TransitionSettings, transition};
pub use weights::WeightError;
