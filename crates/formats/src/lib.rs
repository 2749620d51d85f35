//! Motion files: BVH, Acclaim ASF/AMC, glTF and FBX to and from [`Clip`](segue_motion::Clip).
//!
//! [`read_file`] gives an [`Import`]: the clips in metres, seconds and Y up, and the [`Origin`], which is the file as
//! written and how its numbers were converted. [`encode`] makes files of clips; with the origin as template an
//! unmodified clip comes out as it was read, and a glTF file keeps its meshes and everything else. Each format has a
//! `Document` that holds what the file states, a parser and a printer, and a conversion to and from clips.
//!
//! What a file does not say (unit, up axis, whether the first frame is motion) is inferred, with a reason and a
//! confidence ([`Conversion`]), reported in [`Note`]s, and can be overridden with [`ReadOptions`]. What no body can do (pops,
//! frozen frames) is listed as [`Finding`]s, and repaired where it is certain.
//!
//! ```
//! use segue_formats::{Format, ReadOptions, WriteOptions, bvh, encode};
//!
//! let text = "HIERARCHY\nROOT Hips\n{\nOFFSET 0 0 0\nCHANNELS 2 Yposition Zrotation\n}\n\
//!     MOTION\nFrames: 2\nFrame Time: .04\n90.25 0\n90.5 -725\n";
//! let options = ReadOptions { scale: Some(0.01), ..ReadOptions::default() };
//! let import = bvh::import(bvh::Document::parse(text.as_bytes())?, "hop", &options)?;
//! assert_eq!((import.clips[0].len(), import.clips[0].rate()), (2, 25.0));
//! assert!((import.clips[0].frame(0).root.y - 0.9025).abs() < 1e-6);
//!
//! let files = encode(Format::Bvh, &import.clips, Some(&import.origin), &WriteOptions::default())?.files;
//! assert!(files[0].bytes.ends_with(b"90.25 0\n90.5 -725\n"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod bounds;
mod content;
mod dirt;
mod error;

mod floor;
mod format;
mod gravity;
mod import;
mod inference;
mod landmarks;
mod lines;
mod names;
mod note;
mod number;
mod options;
mod rate;
mod read;
mod rest_frame;
mod rig;
mod scene;
mod table;
mod units;
mod up;
mod write;

pub mod acclaim;
pub mod arrays;
pub mod bvh;
pub mod fbx;
pub mod gltf;

pub use content::Content;
pub use dirt::{Finding, finding_notes};
pub use error::{Fault, Place, Problem, ReadError, WriteError};
pub use format::Format;
pub use import::{
    Confidence, Conversion, Document, Import, ImportedFigure, Inferred, Origin, RestPose, RestSource,
};
pub use note::{Note, NoteLevel};
pub use number::NumberStyle;
pub use options::{ReadOptions, RestFrame, Up, UpError};
pub use read::read_file;
pub use write::{Encoded, EncodedFile, Encoding, LengthUnit, WriteOptions, encode, encoding};
