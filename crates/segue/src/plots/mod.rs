//! Drawings: one small layer that makes SVG, and PNG from the same SVG.

mod axes;
mod canvas;
mod chart;
mod curves;
mod distance;
mod feet;
mod figure;
mod graph;
mod paint;
mod paths;
mod plants;
mod raster;
mod reach;
mod shades;
mod sheet;
mod skate;
mod trace;
mod view;
mod web;
mod weights;

pub use canvas::{Anchor, Canvas, Dash};
pub use chart::{Chart, ChartLine};
pub use curves::curves_plot;
pub use distance::{distance_plot, transition_plot};
pub use feet::feet_plot;
pub use graph::graph_plot;
pub use paint::Color;
pub use paths::path_plot;
pub use plants::plants_plot;
pub use raster::RasterError;
pub use reach::reach_plot;
pub use sheet::{ContactSheet, contact_sheet};
pub use skate::skate_plot;
pub use trace::{Part, Trace};
pub use web::web_plot;
pub use weights::weights_plot;
