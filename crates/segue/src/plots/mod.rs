//! Drawings: one small layer that makes SVG, and PNG from the same SVG.

mod canvas;
mod figure;
mod paint;
mod raster;
mod sheet;
mod view;

pub use canvas::{Anchor, Canvas};
pub use paint::Color;
pub use raster::RasterError;
pub use sheet::{ContactSheet, contact_sheet};
