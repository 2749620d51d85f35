//! Why a request is refused.

use serde::{Deserialize, Serialize};
use serde_json::Value;

/// Why a request is refused.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct ErrorFacts {
    /// A word for the page.
    pub(crate) code: String,
    /// A sentence for a person.
    pub(crate) message: String,
    /// What to try instead.
    #[serde(rename = "try", default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) hints: Vec<Hint>,
    /// What is there instead of what a command expected.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) current: Option<Value>,
    /// The revision of the document that was found.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) revision: Option<u64>,
}

/// Something to try instead.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Hint {
    /// The text of the button.
    pub(crate) label: String,
    /// What changes in the request, as a merge patch.
    pub(crate) patch: Value,
}
