//! Stances.

mod body;
mod core;
mod error;
mod extract;
mod force;
mod matrix;
mod params;
mod polygon;
mod quadratic;
mod simulate;
mod spline;
mod stance;

pub use body::RigidBody;
pub use error::{Refusal, StanceError};
pub use extract::{ExtractSettings, Extracted, Extraction, extract};
pub use force::{Force, Term};
pub use params::Params;
pub use polygon::Polygon;
pub use simulate::{DEFAULT_STEPS, Moment, Simulation, simulate};
pub use spline::Spline;
pub use stance::{Footing, Kind, Origin, Stance, State};
