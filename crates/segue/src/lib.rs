//! Motion-capture clips in, motion out: what a user of Segue depends on.

mod input;
mod save;

pub mod plots;

pub use input::{Input, InputError, Source};
pub use save::{Save, SaveError, save};
pub use segue_formats as formats;
pub use segue_motion as motion;
