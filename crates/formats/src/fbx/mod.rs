//! FBX files, text or binary, read with ufbx; there is no writer.
//!
//! [`Document`] is what the file says about itself. Reading takes the limb nodes, folds every other node above and
//! between them into the skeleton, and samples each stack at the rate of the file's time mode. Last limbs that
//! nothing moves, or that are named as tips, become end sites.

mod document;
mod load;
mod read;
mod scene;

pub use document::{Document, Stack};
pub use read::read;
