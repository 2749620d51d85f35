//! Messages of the live socket.

use segue::verbs::DraftReached;
use serde::{Deserialize, Serialize};
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
    /// A draft will do, where the verb has one.
    #[serde(default)]
    pub(crate) draft: bool,
}

/// What is known of a draft.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(crate) struct DraftFacts {
    /// What it measures, where it was asked for by that.
    pub(crate) reached: Option<ReachedFacts>,
}

/// What a draft measures.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(crate) struct ReachedFacts {
    /// The parameters.
    pub(crate) reached: Vec<f64>,
    /// Whether they are what was asked for.
    pub(crate) is_reached: bool,
}

impl From<DraftReached> for ReachedFacts {
    fn from(DraftReached { values, is_reached }: DraftReached) -> Self {
        Self { reached: values, is_reached }
    }
}

/// Forget an open request.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct LiveClose {
    /// The page's number for it.
    pub(crate) close: u32,
}
