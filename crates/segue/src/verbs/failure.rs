//! Inputs that could not be used while the rest went on.

use serde::{Deserialize, Serialize};

use super::{VerbError, Watch};

/// An input that could not be used.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Failure {
    /// The input as it was named, or the file that could not be written.
    pub input: String,
    /// Why, in words.
    pub message: String,
}

impl Failure {
    /// Reports an input that could not be used.
    pub fn tell(input: String, error: &VerbError, watch: &dyn Watch) -> Self {
        watch.skipped(error);
        Self { input, message: error.to_string() }
    }
}
