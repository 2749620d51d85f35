//! Registration curves.
mod band;
mod cloud;
pub mod dtw;
pub mod fit;
mod grid;
mod kernel;
mod markers;
mod placement;
mod spline;
mod window;

pub use cloud::{Cloud, TooShort};
pub use grid::{Grid, Stretch, stream};
pub use kernel::Isa;
pub use markers::{Markers, WeightError};
pub use placement::{Placement, place};
pub use spline::Spline;
pub use window::Window;
