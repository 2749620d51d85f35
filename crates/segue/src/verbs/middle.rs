//! Where a transition is.

use serde::{Deserialize, Serialize};

/// The middle of a transition and its extent.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct MiddleRequest {
    /// A moment of the first clip and one of the second; without it the two that are most alike and leave room.
    pub at_secs: Option<[f64; 2]>,
    /// Time to either side of the middle. 0.4: half a step of a walk.
    pub half_width_secs: f64,
}

impl Default for MiddleRequest {
    fn default() -> Self {
        Self { at_secs: None, half_width_secs: 0.4 }
    }
}
