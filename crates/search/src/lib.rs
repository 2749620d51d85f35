//! Match webs: give one example of an action, get every instance of it.
//!
//! An [`Index`] holds clips at a low rate and the [`Web`] of every pair of them: all segments that may be similar, as a
//! network of paths on the grid of frame distances (\[KG04\]). A search follows these paths: [`Index::matches`] finds
//! what is numerically similar to a [`Segment`], [`Index::search`] makes every match a query again until nothing new
//! is found and returns the [`MatchGraph`], whose nodes [`MatchGraph::ranking`] puts in order.
//!
//! A web is built in steps, one file each: one-dimensional minima of the distance grid and the valid region around them
//! (`sweep`, a `band` of rows at a time), runs of minima (`chains`), ways between them inside the valid region
//! (`bridges`). For queries its paths are joined where they meet (`lattice`), and a dynamic program finds the
//! best way through (`sequence`). Where few frames are close, [`prune`] finds them without computing the rest.
//!
//! ```
//! use segue_motion::FrameRange;
//! use segue_actors::sample;
//! use segue_search::{Index, SearchSettings, WebSettings};
//!
//! let mut index = Index::new(WebSettings::default())?;
//! let walk = sample("walk")?.clip;
//! let number = index.add(&walk)?;
//! index.build_missing();
//! let second = walk.rate() as usize;
//! let query = index.segment(number, FrameRange { first: second, last: 2 * second })?;
//! let graph = index.search(query, &SearchSettings::default())?;
//! assert!(graph.nodes().len() > 1, "a walk repeats itself");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod band;
mod bridges;
mod build;
mod cells;
mod chains;
mod code;
mod error;
mod explain;
mod extended;
mod family;
mod fingerprint;
mod graph;
mod guide;
mod index;
mod labels;
mod lattice;
mod limbs;
mod outline;
mod path;
pub mod poses;
pub mod prune;
mod query;
mod rank;
mod repeats;
mod scan;
mod search_settings;
mod segment;
mod sequence;
mod settings;
mod shelf;
mod slider;
mod support;
mod sweep;
mod variant;
mod web;

pub use build::BuildProgress;
pub use error::SearchError;
pub use explain::{Pair, Verdict};
pub use extended::Extended;
pub use graph::{Edge, MatchGraph, Node};
pub use index::Index;
pub use outline::Outline;
pub use path::{Path, PathKind, Step};
pub use query::Match;
pub use rank::Ranked;
pub use repeats::Repeats;
pub use search_settings::SearchSettings;
pub use segment::Segment;
pub use settings::WebSettings;
pub use slider::Slider;
pub use web::Web;
