//! glTF 2.0 files, as JSON (`.gltf`) or in one binary file (`.glb`).
//!
//! [`Document`] is the JSON as written, as far as it carries motion; [`GltfFile`] is the whole file. Reading takes the joints of
//! all skins (or what animations move), folds every other node above and between them into the skeleton, and samples each
//! animation at the rate of its keys, exactly as the format interpolates. Joints are where the file puts them, scale
//! included.
//!
//! A clip on the figure of a glTF file is written into that file, as an animation of its own nodes. Other clips get a
//! skinned mannequin, so that the file shows its motion in any viewer.
//!
//! ```
//! use std::sync::Arc;
//! use glam::{Quat, Vec3};
//! use segue_formats::{Format, ReadOptions, WriteOptions, encode, gltf};
//! use segue_motion::{Clip, Joint, Pose, Skeleton};
//!
//! let root = Joint { name: "Hips".into(), parent: None, offset: Vec3::Y, rest: Quat::IDENTITY };
//! let skeleton = Arc::new(Skeleton::new(vec![root], vec![])?);
//! let mut frames = Clip::builder("slide", skeleton.clone(), 30.0, &[]);
//! for frame in 0..31 {
//!     frames.push(&Pose { root: Vec3::new(0.1 * frame as f32, 1.0, 0.0), ..Pose::rest(&skeleton) })?;
//! }
//! let slide = frames.finish()?;
//!
//! let files = encode(Format::Glb, std::slice::from_ref(&slide), None, &WriteOptions::default())?.files;
//! let import = gltf::read("slide.glb".as_ref(), &files[0].bytes, &ReadOptions::default())?;
//! assert_eq!(import.clips[0].len(), 31);
//! assert!(import.clips[0].frame(30).root.distance(slide.frame(30).root) < 1e-6);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod accessor;
mod bind;
mod buffers;
mod container;
mod curve;
pub mod document;
mod file;
mod humanoid;
mod motion;
mod nodes;
mod read;
mod text;
mod write;

pub(crate) use buffers::Beside;
pub use document::Document;
pub use file::GltfFile;
pub use read::read;
pub(crate) use write::{encode, file_of, is_image};
