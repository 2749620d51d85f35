//! Keeping motion in a library: make one, add to it, list, label, remove, check, export.

mod add;
mod check;
mod export;
mod label;
mod list;
mod new;
mod remove;

use segue_library::{Entry, Library, LibraryError, label_word};
use serde::{Deserialize, Serialize};

pub use add::{LibraryAddAnswer, LibraryAddRequest};
pub use check::{LibraryCheckAnswer, LibraryCheckRequest};

pub use export::{LibraryExportAnswer, LibraryExportRequest};
pub use label::{LabelledClip, LibraryLabelAnswer, LibraryLabelRequest};
pub use list::{ClipLabel, LibraryClip, LibraryListAnswer, LibraryListRequest};
pub use new::{LibraryNewAnswer, LibraryNewRequest};
pub use remove::{LibraryRemoveAnswer, LibraryRemoveRequest};

pub(super) use export::make_folder;

/// Something that could not be used; the rest was done.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Skipped {
    /// The input, file or clip.
    pub name: String,
    /// Why.
    pub reason: String,
}

/// The clips that have all of these labels.
pub(super) fn labelled(library: &Library, labels: &[String]) -> Result<Vec<Entry>, LibraryError> {
    let words: Vec<String> = labels.iter().filter_map(|label| label_word(label)).collect();
    let mut entries = library.entries()?;
    entries.retain(|entry| entry.has_labels(&words));
    Ok(entries)
}
