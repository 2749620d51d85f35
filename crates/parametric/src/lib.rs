//! Parameterized motions: many clips of an action become one motion that you control by what it does ("kick *there*").
//!
//! The principal type is [`Parametric`]: examples with their registration, a [`Measures`] of what matters, written as text
//! (`wrist.r @apex`), and measured samples of blends. [`Parametric::at`] finds the weights whose blend reaches a target: it
//! averages the nearest samples and refines the result on real blends. All weights are *valid*: they sum to 1 and none is far
//! outside 0 to 1, so that no target gives a broken motion. For a target out of reach it returns the nearest motion and the
//! distance that is left. [`Control`] plays the motion with parameters that change every frame.
//!
//! The method is that of \[KG04\] §4; refining is ours.
//!
//! ```
//! use segue_actors::Kick;
//! use segue_motion::ClipSet;
//! use segue_parametric::{BuildSettings, Parametric};
//!
//! let kick = |height| Kick { height, ..Kick::default() }.perform().map(|done| done.clip);
//! let kicks = [kick(0.6)?, kick(0.9)?, kick(1.2)?];
//! let kicks = ClipSet::of(kicks)?;
//! let parametric = Parametric::build(&kicks, &[], "ankle.r.y @apex", &BuildSettings::default())?;
//! let [low, high] = parametric.reach()[0];
//! let answer = parametric.at(&[(low + high) / 2.0])?;
//! assert!(answer.off_metres < 0.001, "within a millimetre");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod answer;
mod answers;
mod build;
mod code;
mod control;
mod correct;
mod error;
mod evaluate;
mod follow;
mod invert;
mod measure;
mod measure_clip;
mod parametric;
mod project;
mod prune;
mod refine;
mod rehearsal;
mod sample;
mod simplex;
mod take;
mod valid;

pub use answer::Answer;
pub use build::BuildSettings;
pub use code::ParametricFileError;
pub use control::Control;
pub use correct::Correction;
pub use error::{MeasureError, ParametricError};
pub use evaluate::{Errors, Evaluation};
pub use measure::{Function, Measures, ReadAt, Unit, point_of};
pub use measure_clip::ClipMeasures;
pub use parametric::Parametric;
pub use sample::BlendSample;
pub use take::{Frame, MeasuredBlend};
pub use valid::Valid;
