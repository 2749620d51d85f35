//! The one container of everything that Segue stores: registrations, parameterized motions, stances, match webs, clips.
//!
//! A [`FileKind`] turns a body of bytes into a container and back: it says what is stored, in which version, whether it is whole,
//! and packs it. Bodies are written with a [`Writer`] and read with a [`Reader`], which never trusts a length.
//!
//! | bytes | what |
//! |---|---|
//! | 5 | `SEGUE` |
//! | 3 | the tag of the kind |
//! | 1 | the version of the kind |
//! | 8 | the length of the body, little end first |
//! | 8 | the length of the packed body |
//! | 16 | the first half of the BLAKE3 hash of all other bytes |
//! | … | the body, packed with Zstandard |
//!
//! A [`Draft`] is a file that nobody sees before it is whole. A [`Budget`] is asked before memory is.

mod budget;
mod bytes;
mod container;
mod draft;
mod error;
mod regular;

pub use budget::{Budget, NoAmount, OverBudget};
pub use bytes::{Reader, Writer};
pub use container::FileKind;
pub use draft::Draft;
pub use error::ContainerError;
pub use regular::{open_regular, read_regular, read_regular_text};
