//! Keeping motion in a library: make one, add to it, list, label, rename, remove, check, compact, export.

mod add;
mod check;
mod compact;
mod export;
mod label;
mod list;
mod new;
mod remove;
mod rename;

use segue_library::{Entry, Library, LibraryError, label_word};

pub use add::{LibraryAddAnswer, LibraryAddRequest};
pub use check::{LibraryCheckAnswer, LibraryCheckRequest};
pub use compact::{LibraryCompactAnswer, LibraryCompactRequest};
pub use export::{LibraryExportAnswer, LibraryExportRequest};
pub use label::{LabelledClip, LibraryLabelAnswer, LibraryLabelRequest};
pub use list::{ClipLabel, LibraryClip, LibraryListAnswer, LibraryListRequest};
pub use new::{LibraryNewAnswer, LibraryNewRequest};
pub use remove::{LibraryRemoveAnswer, LibraryRemoveRequest};
pub use rename::{LibraryRenameAnswer, LibraryRenameRequest};

pub(super) use export::make_folder;

/// The clips that have all of these labels.
pub(super) fn labelled(library: &Library, labels: &[String]) -> Result<Vec<Entry>, LibraryError> {
    let words: Vec<String> = labels.iter().filter_map(|label| label_word(label)).collect();
    let mut entries = library.entries()?;
    entries.retain(|entry| entry.has_labels(&words));
    Ok(entries)
}
