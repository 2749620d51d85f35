//! Arithmetic that several crates need and that knows nothing of motion: seeded random numbers ([`Random`]), uniform
//! B-splines ([`Spline`], [`CubicSpline`]) and their exact increasing fit ([`fit`]), banded and dense systems of equations
//! ([`Band`], [`Matrix`], [`least_squares`]), smoothing ([`smooth`]) and small quadratic programs ([`quadratic`]).
//!
//! Everything is computed in a fixed order, so the same numbers give the same bits on every machine.

mod band;
mod bspline;
mod cubic;
pub mod fit;
mod matrix;
mod program;
pub mod quadratic;
mod random;
mod smooth;
mod spline;
mod value;

pub use band::{Band, BandFactors};
pub use cubic::CubicSpline;
pub use matrix::{Matrix, Triangle, dot, least_squares};
pub use random::Random;
pub use smooth::{Penalty, add_penalties, smooth};
pub use spline::Spline;
pub use value::Value;
