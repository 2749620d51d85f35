//! Adding motion to a library.

use std::ops::ControlFlow;
use std::path::PathBuf;

use segue_formats::{Note, ReadOptions};
use segue_library::{Library, Put};
use segue_store::read_regular;
use serde::{Deserialize, Serialize};

use crate::add::{AddSettings, Added, add_to_library};
use crate::files::{Input, expand};
use crate::verbs::{Done, Failure, Progress, Verb, VerbError, Watch};

/// Add motion to a library.
///
/// Unchanged files are skipped; changed ones replace their clips. So the same request updates a library,
/// or continues after it was cancelled.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct LibraryAddRequest {
    /// The library.
    pub library: PathBuf,
    /// Files, folders or samples.
    pub inputs: Vec<Input>,
    /// A list of trials and what happens in them, which gives further labels: each line has the name of a trial, white
    /// space, and words separated by commas.
    pub index: Option<PathBuf>,
    /// How files are read.
    pub read: ReadOptions,
}

/// The answer to [`LibraryAddRequest`].
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct LibraryAddAnswer {
    /// Clips that are in the library now and were not before.
    pub added: Vec<String>,
    /// Clips whose motion changed; what was made of them is gone.
    pub changed: Vec<String>,
    /// Clips whose file changed but whose motion is the same as before.
    pub kept: Vec<String>,
    /// Clips that their file no longer has.
    pub removed: Vec<String>,
    /// How many files are in the library already, as they are.
    pub unchanged_files: usize,
    /// Inputs that could not be read; what the library had of them stays.
    pub errors: Vec<Failure>,
}

impl Verb for LibraryAddRequest {
    const NAME: &'static str = "library add";
    type Answer = LibraryAddAnswer;
    type Work = ();

    fn run(&self, watch: &dyn Watch) -> Result<Done<Self>, VerbError> {
        let settings = AddSettings { read: self.read.clone(), index: self.index_text()? };
        let mut library = Library::open_to_write(&self.library)?;
        let mut answer = LibraryAddAnswer::default();
        let inputs = self.files(&mut answer, watch);
        let mut done = 0;
        watch.go_on()?;
        add_to_library(&mut library, &inputs, &settings, |input, added| {
            done += 1;
            watch.progress(Progress::step(&input.to_string(), done, inputs.len()));
            answer.count(input, added, watch);
            if watch.is_cancelled() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        })?;
        watch.go_on()?;
        Ok(Done { answer, work: () })
    }
}

impl LibraryAddRequest {
    fn index_text(&self) -> Result<Option<String>, VerbError> {
        let Some(path) = &self.index else { return Ok(None) };
        let bytes = read_regular(path).map_err(|error| {
            VerbError::Request(format!("cannot read the index ({error}): {}", path.display()))
        })?;
        Ok(Some(String::from_utf8_lossy(&bytes).into_owned()))
    }

    /// The files behind all inputs; what is not there is reported, and the rest goes on.
    fn files(&self, answer: &mut LibraryAddAnswer, watch: &dyn Watch) -> Vec<Input> {
        let mut files = Vec::new();
        for input in &self.inputs {
            match expand(input) {
                Ok(found) => files.extend(found),
                Err(error) => answer.errors.push(Failure::tell(input.to_string(), &error.into(), watch)),
            }
        }
        files
    }
}

impl LibraryAddAnswer {
    fn count(&mut self, input: &Input, added: Added, watch: &dyn Watch) {
        match added {
            Added::Unchanged => self.unchanged_files += 1,
            Added::Failed(error) => self.errors.push(Failure::tell(input.to_string(), &error.into(), watch)),
            Added::Stored(put, notes) => {
                for note in &notes {
                    watch.note(note, Some(&input.to_string()));
                }
                self.put(put, watch);
            }
        }
    }

    fn put(&mut self, put: Put, watch: &dyn Watch) {
        for name in &put.uncorrected {
            let text = format!("clip `{name}` has another length than before; its corrected plants are gone");
            watch.note(&Note::warning(text), None);
        }
        self.added.extend(put.added);
        self.changed.extend(put.changed);
        self.kept.extend(put.kept);
        self.removed.extend(put.removed);
    }
}
