//! Registered clips and weights in, motion out.

mod average;
mod lanes;

pub use average::{Averaging, average, exponential_average, exponential_average_rows};
pub use lanes::{LANES, Lanes, RotationTable};
