//! Formats that can be written.

use segue_formats::Format;
use serde::{Deserialize, Serialize};

/// A format that can be written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum FormatName {
    /// BVH, which is read everywhere.
    #[default]
    Bvh,
    /// Acclaim: an `.amc` file with its `.asf`.
    Amc,
    /// glTF with its buffers inside.
    Gltf,
    /// glTF in one binary file.
    Glb,
    /// Arrays of `NumPy`.
    Npz,
    /// A table.
    Csv,
    /// Arrays in JSON.
    Json,
}

impl From<FormatName> for Format {
    fn from(name: FormatName) -> Self {
        match name {
            FormatName::Bvh => Self::Bvh,
            FormatName::Amc => Self::Acclaim,
            FormatName::Gltf => Self::Gltf,
            FormatName::Glb => Self::Glb,
            FormatName::Npz => Self::Npz,
            FormatName::Csv => Self::Csv,
            FormatName::Json => Self::Json,
        }
    }
}
