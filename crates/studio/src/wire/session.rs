//! What a page asks first.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::Value;

/// What the page asks first.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct SessionFacts {
    /// The version of the program.
    pub(crate) version: String,
    /// [`segue::verbs::SCHEMA`].
    pub(crate) schema: u32,
    /// The library that is open.
    pub(crate) library: LibraryFacts,
    /// How much the server takes.
    pub(crate) limits: LimitFacts,
    /// The default request of every verb.
    pub(crate) verbs: BTreeMap<String, Value>,
    /// Formats in which motion can be exported.
    pub(crate) formats: Vec<String>,
}

/// The library that is open.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct LibraryFacts {
    /// What a person opened: its file name, the files that were read into it, or the samples.
    pub(crate) name: String,
    /// Whether it is one that the Studio made in the cache folder.
    pub(crate) scratch: bool,
    /// Whether it holds the built-in samples.
    pub(crate) samples: bool,
}

/// How much the server takes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct LimitFacts {
    /// The largest file.
    pub(crate) upload_bytes: usize,
    /// The largest request.
    pub(crate) json_bytes: usize,
    /// The largest message on the live socket.
    pub(crate) live_bytes: usize,
    /// Jobs at the same time.
    pub(crate) jobs_running: usize,
    /// Jobs that wait.
    pub(crate) jobs_queued: usize,
}
