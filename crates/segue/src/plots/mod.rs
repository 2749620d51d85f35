//! Drawings: one small layer that makes SVG, and PNG from the same SVG.

mod canvas;
mod paint;
mod raster;

pub use canvas::{Anchor, Canvas};
pub use paint::Color;
pub use raster::RasterError;
