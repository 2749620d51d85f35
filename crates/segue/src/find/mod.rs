//! Searching a motion library: its clips, the webs that are stored in it, queries by name.

mod alignment;
mod choices;
mod error;
mod finder;
mod found;
mod hit;
mod kin;
mod named;
mod ready;
mod rows;
mod saved;
mod shadows;
mod store;
mod tile;
mod webs;

pub use alignment::Aligned;
pub use choices::IndexChoices;
pub use error::FindError;
pub use finder::{Finder, Query};
pub use found::SearchFound;
pub use hit::Hit;
pub use ready::{LeftOut, LibraryIndex};
pub use saved::{SavedMatch, SavedSearch};
pub use shadows::IndexedClips;
pub use tile::merge_tile;
pub use webs::{Stored, web_faults};
