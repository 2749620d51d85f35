//! Match webs: find every instance of an action from one example.
//!
//! An [`Index`] holds clips at a low rate and the [`Web`] of every pair of them: all segments that may be similar, as a
//! network of paths on the grid of frame distances (\[KG04\]). A search follows these paths: [`Index::matches`] finds
//! what is numerically similar to a [`Segment`], [`Index::search`] makes every match a query again until nothing new
//! is found and returns the [`MatchGraph`], whose nodes [`MatchGraph::ranking`] puts in order.
//!
//! A web is built in steps, one file each: one-dimensional minima of the distance grid and the valid region around them
//! (`sweep`, a `band` of rows at a time), runs of minima (`chains`), paths between them inside the valid region
//! (`bridges`) and over short gaps in it (`gaps`). For queries its paths are joined where they meet (`lattice`), and a
//! dynamic program finds the best path through (`sequence`). Webs lie near close frames, which [`poses`] finds for all
//! clips together (`seeds`).
//!
//! Webs need not be built before they are searched: an index that [draws on](Index::draw_on) a [`Supply`] looks through the
//! shadows of all clips (`sieve`) and makes the webs of those that may hold a match (`making`).
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
mod border;
mod bridges;
mod build;
mod candidates;
mod cells;
mod chains;
mod code;
mod costs;
mod error;
mod explain;
mod extended;
mod family;
mod fingerprint;
mod gaps;
mod graph;
mod groups;
mod guide;
mod index;
mod indexed;
mod kin;
mod labels;
mod lattice;
mod likeness;
mod limbs;
mod making;
mod movement;
mod outline;
mod pairs;
mod part;
mod path;
pub mod poses;
mod query;
mod rank;
mod region;
mod repeats;
mod scan;
mod search_settings;
mod seeds;
mod segment;
mod sequence;
mod settings;
mod sieve;
mod slider;
mod stillness;
mod stock;
mod supply;
mod sweep;
mod turns;
mod useful;
mod variants;
mod web;

pub use build::BuildProgress;
pub use error::SearchError;
pub use explain::{MatchVerdict, Pair};
pub use extended::{Extended, MatchSupport};
pub use fingerprint::Fingerprints;
pub use graph::{Edge, MatchGraph, MatchNode};
pub use index::Index;
pub use kin::Kinship;
pub use likeness::Evidence;
pub use outline::Outline;
pub use path::{PathKind, Step, WebPath};
pub use query::Match;
pub use rank::Ranked;
pub use repeats::Repeats;
pub use search_settings::SearchSettings;
pub use segment::Segment;
pub use settings::WebSettings;
pub use slider::{ChosenEpsilon, EpsilonReason, Slider};
pub use supply::Supply;
pub use web::Web;
