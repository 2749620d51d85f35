//! What a reader inferred or repaired and wants to say about it.

use std::fmt;

use serde::{Deserialize, Serialize};

/// How much a note matters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum NoteLevel {
    /// Something was inferred; nothing is wrong.
    Info,
    /// The file contradicts itself or physics; the result may not be what was captured.
    Warning,
}

/// One sentence about a file, for people.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Note {
    /// How much it matters.
    pub level: NoteLevel,
    /// The sentence, without a full stop.
    pub text: String,
}

impl Note {
    /// A note that something was inferred.
    pub fn info(text: impl Into<String>) -> Self {
        Self { level: NoteLevel::Info, text: text.into() }
    }

    /// A note that something looks wrong.
    pub fn warning(text: impl Into<String>) -> Self {
        Self { level: NoteLevel::Warning, text: text.into() }
    }
}

impl fmt::Display for Note {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.level {
            NoteLevel::Info => write!(f, "note: {}", self.text),
            NoteLevel::Warning => write!(f, "warning: {}", self.text),
        }
    }
}
