//! Clips of a library as motion files.

use std::fs;
use std::path::PathBuf;

use segue_formats::Format;
use segue_library::{Entry, Library};
use serde::{Deserialize, Serialize};

use super::{Skipped, labelled};
use crate::files::{clip_file, write_with_plants};
use crate::verbs::{Done, Verb, VerbError, Watch};

/// Write clips of a library to motion files, with their plants beside them. Damaged clips are skipped, so that this
/// also saves what can be saved.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct LibraryExportRequest {
    /// The library.
    pub library: PathBuf,
    /// A folder, which gets a file for each clip.
    pub folder: PathBuf,
    /// Only clips of these names; all when empty.
    pub clips: Vec<String>,
    /// Only clips with all of these labels.
    pub labels: Vec<String>,
    /// The format of the files.
    pub to: Format,
}

impl Default for LibraryExportRequest {
    fn default() -> Self {
        let (library, folder) = (PathBuf::new(), PathBuf::new());
        Self { library, folder, clips: Vec::new(), labels: Vec::new(), to: Format::Bvh }
    }
}

/// What came of [`LibraryExportRequest`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LibraryExportAnswer {
    /// The motion files that were written.
    pub written: Vec<PathBuf>,
    /// Clips that cannot be read.
    pub skipped: Vec<Skipped>,
}

impl Verb for LibraryExportRequest {
    const NAME: &'static str = "library export";
    type Answer = LibraryExportAnswer;
    type Work = ();

    fn run(&self, watch: &dyn Watch) -> Result<Done<Self>, VerbError> {
        let library = Library::open(&self.library)?;
        let entries = self.wanted(&library)?;
        make_folder(&self.folder)?;
        let mut answer = LibraryExportAnswer { written: Vec::new(), skipped: Vec::new() };
        for (n, Entry { name, .. }) in entries.iter().enumerate() {
            watch.step(name, n + 1, entries.len())?;
            match library.clip(name) {
                Ok(clip) => {
                    let path = clip_file(&self.folder, clip.name(), self.to);
                    write_with_plants(&path, &clip, None)?;
                    answer.written.push(path);
                }
                Err(error) => {
                    let error = VerbError::from(error);
                    answer.skipped.push(Skipped { name: name.clone(), reason: error.to_string() });
                    watch.skipped(&error);
                }
            }
        }
        Ok(Done { answer, work: () })
    }
}

impl LibraryExportRequest {
    fn wanted(&self, library: &Library) -> Result<Vec<Entry>, VerbError> {
        let mut entries = labelled(library, &self.labels)?;
        for name in &self.clips {
            // The library's own error says which names there are.
            if !entries.iter().any(|entry| entry.name == *name) {
                library.detected_plants(name)?;
            }
        }
        entries.retain(|entry| self.clips.is_empty() || self.clips.contains(&entry.name));
        Ok(entries)
    }
}

/// Makes a folder and those above it.
pub(in crate::verbs) fn make_folder(folder: &std::path::Path) -> Result<(), VerbError> {
    fs::create_dir_all(folder).map_err(|error| {
        VerbError::Request(format!("cannot make the folder ({error}): {}", folder.display()))
    })
}
