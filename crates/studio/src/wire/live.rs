//! Messages of the live socket.

use serde::Deserialize;
use serde_json::Value;

/// What a page says on the live socket.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(untagged)]
pub(crate) enum LiveMessage {
    /// Keep a request open and answer it.
    Open(LiveOpen),
    /// Change an open request and answer it.
    Set(LiveSet),
    /// Forget an open request.
    Close(LiveClose),
}

/// Keep a request open and answer it.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct LiveOpen {
    /// The page's number for it.
    pub(crate) open: u32,
    /// The verb.
    pub(crate) verb: String,
    /// Its request.
    pub(crate) request: Value,
    /// Seconds of the result that are wanted.
    #[serde(default)]
    pub(crate) window: Option<[f64; 2]>,
    /// `linear`: the linear blend beside the registered one.
    #[serde(default)]
    pub(crate) extra: Option<String>,
}

/// Change an open request and answer it.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct LiveSet {
    /// The page's number for the request.
    pub(crate) set: u32,
    /// The page's number for this change.
    pub(crate) seq: u64,
    /// What changes, as a merge patch.
    #[serde(default)]
    pub(crate) patch: Value,
    /// Seconds of the result that are wanted.
    #[serde(default)]
    pub(crate) window: Option<[f64; 2]>,
    /// `linear`: the linear blend beside the registered one.
    #[serde(default)]
    pub(crate) extra: Option<String>,
}

/// Forget an open request.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct LiveClose {
    /// The page's number for it.
    pub(crate) close: u32,
}
