//! What is in a library.

use std::path::PathBuf;

use segue_library::{Entry, Library};
use serde::{Deserialize, Serialize};

use super::labelled;
use crate::verbs::{Done, Verb, VerbError, Watch};

/// List the clips of a library.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct LibraryListRequest {
    /// The library.
    pub library: PathBuf,
    /// Use only clips with all of these labels.
    pub labels: Vec<String>,
}

/// The answer to [`LibraryListRequest`].
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct LibraryListAnswer {
    /// The clips, in order of name.
    pub clips: Vec<LibraryClip>,
}

/// What a library says about a clip.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct LibraryClip {
    /// The name, unique in the library.
    pub name: String,
    /// Where it was read from.
    pub source: String,
    /// How many frames it has.
    pub frames: usize,
    /// Frames per second.
    pub rate_hz: f64,
    /// How long it lasts.
    pub duration_secs: f64,
    /// How many joints it moves.
    pub joints: usize,
    /// Its labels, in order of word.
    pub labels: Vec<ClipLabel>,
    /// Bytes that its poses take in the library.
    pub bytes: usize,
}

/// A word that says what happens in a clip.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ClipLabel {
    /// The word, in lower case.
    pub word: String,
    /// Who says so: `hand`, `file`, `index`, `name` or `folder`.
    pub origin: String,
}

impl From<Entry> for LibraryClip {
    fn from(entry: Entry) -> Self {
        let Entry { name, source, rate, frames, joints, labels, packed_bytes, .. } = entry;
        let label = |label: segue_library::Label| {
            let origin = label.origin.name().to_owned();
            ClipLabel { word: label.word, origin }
        };
        Self {
            name,
            source,
            frames,
            rate_hz: rate,
            duration_secs: frames.saturating_sub(1) as f64 / rate,
            joints,
            labels: labels.into_iter().map(label).collect(),
            bytes: packed_bytes,
        }
    }
}

impl Verb for LibraryListRequest {
    const NAME: &'static str = "library list";
    type Answer = LibraryListAnswer;
    type Work = ();

    fn run(&self, _: &dyn Watch) -> Result<Done<Self>, VerbError> {
        let entries = labelled(&Library::open(&self.library)?, &self.labels)?;
        let clips = entries.into_iter().map(LibraryClip::from).collect();
        Ok(Done { answer: LibraryListAnswer { clips }, work: () })
    }
}
