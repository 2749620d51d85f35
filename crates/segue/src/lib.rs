//! Motion-capture clips in, motion out: what a user of Segue depends on.

mod edit;
mod input;
mod plants;
mod read;
mod save;
mod write;

pub mod plots;

pub use edit::{Edit, EditError};
pub use input::{Input, InputError, Source, parse_range};
pub use plants::{PlantsError, PlantsProblem, plants_path, plants_to_json};
pub use read::{LoadError, Reading, cut, expand, pick, read};
pub use save::{Save, SaveError, save};
pub use segue_formats as formats;
pub use segue_motion as motion;
pub use write::{StoreError, clip_file, holds_several, write};
