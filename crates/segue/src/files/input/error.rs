//! Why a text does not name an input.

use super::OverrideError;

/// Why a text does not name an input.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum InputError {
    /// Nothing before the range, or nothing at all.
    #[error("`{text}` names no file, folder or sample")]
    Empty {
        /// What was written.
        text: String,
    },
    /// `sample:` or `#` without a name after it.
    #[error("`{text}` lacks the name after `{mark}`")]
    NoName {
        /// What was written.
        text: String,
        /// The mark that asks for a name.
        mark: &'static str,
    },
    /// Overrides that cannot be read.
    #[error("{problem}: {text}")]
    BadOverride {
        /// What was written.
        text: String,
        /// What is wrong.
        problem: OverrideError,
    },
    /// Overrides of something that is not read from a file.
    #[error("samples are made, not read: nothing of them can be overridden: {text}")]
    SampleOverridden {
        /// What was written.
        text: String,
    },
    /// An `@` with something that begins like a range but is none.
    #[error("`@{found}` is not a range of frames; write @first-last, as in @{hint}: {text}")]
    BadRange {
        /// What was written.
        text: String,
        /// What stands after the `@`.
        found: String,
        /// A range that is close to it.
        hint: String,
    },
}
