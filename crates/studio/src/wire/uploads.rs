//! Files that are dropped on the page.

use serde::{Deserialize, Serialize};

/// The name of a file that is uploaded.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct UploadName {
    /// Its name.
    pub(crate) name: String,
}

/// A file is kept.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Uploaded {
    /// Its size.
    pub(crate) bytes: usize,
}
