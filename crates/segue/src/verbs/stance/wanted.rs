//! What a path is asked to be.

use std::path::Path;

use segue_stance::{Request, Sketch, from_json};
use segue_store::read_regular_text;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::verbs::VerbError;

/// A path: what each stance does, or how it was drawn.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(untagged, try_from = "Value")]
pub enum WantedPath {
    /// A list of parameter sets.
    Stances {
        /// What each stance does. The first may have the kind `from_stand`, the last `to_stand`.
        stances: Vec<Request>,
    },
    /// A recorded sketch, as docs/sketches.md describes it.
    Sketch(Box<Sketch>),
}

impl Default for WantedPath {
    fn default() -> Self {
        Self::Stances { stances: Vec::new() }
    }
}

impl TryFrom<Value> for WantedPath {
    type Error = String;

    fn try_from(value: Value) -> Result<Self, String> {
        let Some(stances) = value.get("stances").cloned() else {
            return Ok(Self::Sketch(Box::new(Sketch::try_from(value).map_err(|error| error.to_string())?)));
        };
        if let Some(name) = value.as_object().and_then(|all| all.keys().find(|name| *name != "stances")) {
            return Err(format!("{name}: there is no such field beside `stances`"));
        }
        let stances = serde_json::from_value(stances).map_err(|error| format!("stances: {error}"))?;
        Ok(Self::Stances { stances })
    }
}

/// Reads a path from a JSON file.
///
/// # Errors
/// When it cannot be opened, or holds neither stances nor a sketch; the error names the field.
pub fn read_path(path: &Path) -> Result<WantedPath, VerbError> {
    let name = path.display();
    let text = read_regular_text(path)
        .map_err(|error| VerbError::Request(format!("cannot read the file ({error}): {name}")))?;
    from_json(&text).map_err(|error| VerbError::Request(format!("{error}: {name}")))
}
