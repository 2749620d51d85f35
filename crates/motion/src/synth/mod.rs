//! Built-in actors: motions made up with known truth, for samples, tests and benchmarks.
//!
//! An action is *planned* as smooth functions of time (pelvis, trunk, feet on planned footprints, arms), *solved*
//! frame by frame with analytic inverse kinematics, and *corrected* so that flights are ballistic. All arithmetic is
//! done in double precision in a fixed order with trigonometry from `libm`: the same direction and seed give the same
//! bytes on every machine.

// Engine parts that only some actions use.
#![allow(dead_code)]

mod actor;
mod arm;
mod body;
mod com;
mod contact;
mod curve;
mod error;
mod figure;
mod footwork;
mod leg;
mod noise;
mod perform;
mod reach;
mod side;
mod spline;
mod stand;
mod truth;

pub use error::SynthError;
pub use figure::Figure;
pub use stand::Stand;
pub use truth::{ActionSegment, Flight, Performance, Truth};
