//! FBX files, text or binary, read with ufbx; there is no writer. A clip on the figure of an FBX file that is written as glTF
//! takes its meshes, skins, materials and textures along.
//!
//! [`Document`] is what the file says about itself. Reading takes the limb nodes, folds every other node above and
//! between them into the skeleton, and samples each stack at the rate of the file's time mode. Last limbs that
//! nothing moves, or that are named as tips, become end sites.

mod document;
mod file;
mod load;
mod model;
mod read;
mod scene;

pub use document::{Document, Stack};
pub use file::FbxFile;
pub use read::read;
