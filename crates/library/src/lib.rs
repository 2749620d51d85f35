//! The motion library: clips, their labels and plants, and what is made of them, in one `SQLite` file.
//!
//! The principal type is [`Library`]. Clips come in as [`Packed`], from a [`ClipSource`] whose fingerprint shows whether
//! it has changed; [`Library::put`] replaces what has changed, and nothing else. [`Library::clip`] returns a clip bit for bit.
//! What other crates make from clips is an [`Artifact`]: they encode it, and the library stores kind, name, fingerprint and
//! bytes. It deletes an artifact when one of its clips changes.
//!
//! The tables are described in `schema.rs`, for people who look into a library with other tools.

mod artifact;
mod check;
mod clip_code;
mod entries;
mod error;
mod label;
mod library;
mod packed;
mod plants;
mod pose_code;
mod put;
mod rescue;
mod salvage;
mod schema;
mod skeleton_code;
mod trailer;

pub use artifact::{Artifact, ArtifactEntry};
pub use check::Health;
pub use clip_code::{read_clip, write_clip};
pub use entries::Entry;
pub use error::{LibraryError, LibraryProblem};
pub use label::{Label, LabelOrigin, index_labels, label_word, path_labels};
pub use library::{Library, WAIT};
pub use packed::{ClipSource, Packed};
pub use put::Put;
pub use rescue::{Rescue, Saved, Shortfall, Survey};
