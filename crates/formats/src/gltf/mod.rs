//! glTF 2.0 files, as JSON (`.gltf`) or in one binary file (`.glb`).
//!
//! [`Document`] is the JSON as written. Reading takes the joints of all skins (or what animations move), folds every
//! other node above and between them into the skeleton, and samples each animation at the rate of its keys, exactly
//! as the format interpolates. Joints are where the file puts them, scale included.

mod accessor;
mod buffers;
mod container;
mod curve;
pub mod document;
mod motion;
mod nodes;
mod read;
mod write;

pub use document::Document;
pub use read::read;
pub(crate) use write::encode;
