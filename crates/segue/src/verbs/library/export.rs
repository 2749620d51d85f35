//! Clips of a library as motion files.

use std::fs;
use std::path::{Path, PathBuf};

use segue_formats::Note;
use segue_library::{Entry, Library, LibraryError, Survey, label_word};
use segue_motion::Clip;
use serde::{Deserialize, Serialize};

use super::labelled;
use crate::files::{FreeNames, OutputOptions, clip_file, write_with_plants};
use crate::verbs::{Done, Failure, FormatName, Verb, VerbError, Watch};

/// Write clips of a library to motion files, with their plants beside them. Damaged clips are skipped, so that this
/// also saves what can be saved.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
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
    pub to: FormatName,
}

/// What came of [`LibraryExportRequest`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LibraryExportAnswer {
    /// The motion files that were written.
    pub written: Vec<PathBuf>,
    /// Clips that cannot be read.
    pub errors: Vec<Failure>,
}

impl Verb for LibraryExportRequest {
    const NAME: &'static str = "library export";
    type Answer = LibraryExportAnswer;
    type Work = ();

    fn run(&self, watch: &dyn Watch) -> Result<Done<Self>, VerbError> {
        let library = match Library::open(&self.library) {
            Ok(library) => library,
            Err(error) => return self.rescue(error.into(), watch),
        };
        let entries = self.wanted(&library)?;
        make_folder(&self.folder)?;
        let mut export = Export::new(self);
        for (n, Entry { name, .. }) in entries.iter().enumerate() {
            watch.step(name, n + 1, entries.len())?;
            export.take(name, library.clip(name), watch)?;
        }
        Ok(Done { answer: export.answer, work: () })
    }
}

/// Files that are written one after the other.
struct Export<'a> {
    request: &'a LibraryExportRequest,
    answer: LibraryExportAnswer,
    names: FreeNames,
}

impl<'a> Export<'a> {
    fn new(request: &'a LibraryExportRequest) -> Self {
        let answer = LibraryExportAnswer { written: Vec::new(), errors: Vec::new() };
        Self { request, answer, names: FreeNames::default() }
    }

    /// Writes a clip, or tells why it cannot be read.
    fn take(
        &mut self,
        name: &str,
        clip: Result<Clip, LibraryError>,
        watch: &dyn Watch,
    ) -> Result<(), VerbError> {
        match clip {
            Ok(clip) => {
                let path = self
                    .names
                    .free(name, |name| clip_file(&self.request.folder, name, self.request.to.into()));
                // The file is read under its own name, and so are the plants beside it.
                let stem = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
                write_with_plants(&path, &clip.renamed(stem), None, &OutputOptions::default())?;
                self.answer.written.push(path);
            }
            Err(error) => {
                self.answer.errors.push(Failure::tell(name.to_owned(), &error.into(), watch));
            }
        }
        Ok(())
    }
}

impl LibraryExportRequest {
    /// Writes what is left of a library whose file was cut off; the error where it was not.
    fn rescue(&self, error: VerbError, watch: &dyn Watch) -> Result<Done<Self>, VerbError> {
        let Ok(Some(rescue)) = Library::open_to_rescue(&self.library) else { return Err(error) };
        let Survey { whole, lost } = rescue.survey()?;
        make_folder(&self.folder)?;
        let words: Vec<String> = self.labels.iter().filter_map(|label| label_word(label)).collect();
        let is_named = |name: &String| self.clips.is_empty() || self.clips.contains(name);
        let mut export = Export::new(self);
        for (n, (id, name)) in whole.iter().enumerate().filter(|(_, (_, name))| is_named(name)) {
            watch.step(name, n + 1, whole.len())?;
            let clip = rescue.clip(*id);
            if clip.as_ref().map_or(true, |clip| words.iter().all(|word| clip.labels.contains(word))) {
                export.take(name, clip, watch)?;
            }
        }
        for name in lost.into_iter().filter(is_named) {
            let message = "it is lost: the file of the library is cut off".to_owned();
            watch.note(&Note::warning(format!("`{name}`: {message}")), None);
            export.answer.errors.push(Failure { input: name, message });
        }
        Ok(Done { answer: export.answer, work: () })
    }

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
pub(in crate::verbs) fn make_folder(folder: &Path) -> Result<(), VerbError> {
    fs::create_dir_all(folder).map_err(|error| {
        VerbError::Request(format!("cannot make the folder ({error}): {}", folder.display()))
    })
}
