//! Motion-capture clips in, motion out: what a user of Segue depends on.

mod input;
mod save;

pub mod plots;

pub use input::{Input, InputError, Source};
pub use save::{Save, SaveError, save};
