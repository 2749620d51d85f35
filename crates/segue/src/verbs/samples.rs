//! `samples`: the built-in samples.

use std::path::{Path, PathBuf};

use rayon::prelude::*;
use segue_actors::{Sample, samples};
use serde::{Deserialize, Serialize};

use super::{Done, FormatName, Progress, Verb, VerbError, Watch, make_folder};
use crate::files::{OutputOptions, clip_file, write};

/// List the built-in samples, or write them to a folder.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct SamplesRequest {
    /// Write all samples to this folder.
    pub folder: Option<PathBuf>,
    /// The format of the files.
    pub format: FormatName,
}

/// The samples there are.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SamplesAnswer {
    /// The samples.
    pub samples: Vec<SampleFacts>,
    /// The files that were written.
    pub written: Vec<PathBuf>,
}

/// A sample.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SampleFacts {
    /// Its name; as an input it is `sample:NAME`.
    pub name: String,
    /// What happens in it.
    pub about: String,
}

impl Verb for SamplesRequest {
    const NAME: &'static str = "samples";
    type Answer = SamplesAnswer;
    type Work = ();

    fn run(&self, watch: &dyn Watch) -> Result<Done<Self>, VerbError> {
        let facts =
            |sample: &Sample| SampleFacts { name: sample.name.to_owned(), about: sample.about.to_owned() };
        let written = match &self.folder {
            Some(folder) => self.store(folder, watch)?,
            None => Vec::new(),
        };
        let answer = SamplesAnswer { samples: samples().iter().map(facts).collect(), written };
        Ok(Done { answer, work: () })
    }
}

impl SamplesRequest {
    fn store(&self, folder: &Path, watch: &dyn Watch) -> Result<Vec<PathBuf>, VerbError> {
        make_folder(folder)?;
        let done = std::sync::atomic::AtomicUsize::new(0);
        let store_one = |sample: &Sample| -> Result<Vec<PathBuf>, VerbError> {
            watch.go_on()?;
            let path = clip_file(folder, sample.name, self.format.into());
            let files = write(&path, &[sample.clip()], None, &OutputOptions::default())?.files;
            let so_far = 1 + done.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
            watch.progress(Progress::step(sample.name, so_far, samples().len()));
            Ok(files)
        };
        let files = samples().par_iter().map(store_one).collect::<Result<Vec<_>, VerbError>>()?;
        Ok(files.into_iter().flatten().collect())
    }
}
