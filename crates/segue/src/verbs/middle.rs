//! Where a transition is.

use segue_blend::KeepAction;
use serde::{Deserialize, Serialize};

/// The middle of a transition and its extent.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct MiddleRequest {
    /// A moment of the first clip and one of the second; without it the two that are most alike and leave room.
    pub at_secs: Option<[f64; 2]>,
    /// Whose action a middle that is found keeps.
    pub keep: KeepName,
    /// Time to either side of the middle. 0.4: half a step of a walk.
    pub half_width_secs: f64,
}

/// Whose action a transition must not cut off: the kick of a clip that steps up, kicks and steps back.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum KeepName {
    /// That of the first clip.
    A,
    /// That of the second.
    #[default]
    B,
    /// Those of both.
    Both,
}

impl From<KeepName> for KeepAction {
    fn from(name: KeepName) -> Self {
        match name {
            KeepName::A => Self::First,
            KeepName::B => Self::Second,
            KeepName::Both => Self::Both,
        }
    }
}

impl Default for MiddleRequest {
    fn default() -> Self {
        Self { at_secs: None, keep: KeepName::default(), half_width_secs: 0.4 }
    }
}
