//! The stances to choose from.

use std::path::Path;

use segue_formats::{Note, ReadOptions};
use segue_motion::Clip;
use segue_stance::{
    FindSettings, Gathered, Mode, Params, Stance, StanceKind, StanceLibrary, TrySettings, gather,
};
use serde::{Deserialize, Serialize};

use super::named::{MASS_KG, settings};
use crate::files::{Input, Source, built_in_stance_clips, read_stances};
use crate::verbs::{ClipsRequest, VerbError, Watch};

/// Where stances come from, and how they are altered.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct StanceSource {
    /// Files, folders, samples or `.segue-stances` files to take stances from; without any, the synthetic runs, jumps,
    /// leaps and hops.
    pub from: Vec<Input>,
    /// Add the mirror images of the clips.
    pub mirror: bool,
    /// How the horizontal force is altered.
    pub mode: Mode,
    /// What the figure weighs.
    pub mass_kg: f64,
    /// How files are read.
    pub read: ReadOptions,
}

impl Default for StanceSource {
    fn default() -> Self {
        let (mode, read) = (Mode::default(), ReadOptions::default());
        Self { from: Vec::new(), mirror: true, mode, mass_kg: MASS_KG, read }
    }
}

/// Stances with the clips they come from.
#[derive(Clone, Debug)]
pub struct Stock {
    /// The stances.
    pub library: StanceLibrary,
    /// The clips.
    pub clips: Vec<Clip>,
}

impl StanceSource {
    /// Reads the clips, extracts their stances and explores what each covers.
    ///
    /// # Errors
    /// When an input cannot be used, or there is no stance.
    pub fn read(&self, watch: &dyn Watch) -> Result<Stock, VerbError> {
        let (files, inputs): (Vec<&Input>, Vec<&Input>) =
            self.from.iter().partition(|input| stances_file(input).is_some());
        let mut clips = self.clips(inputs, watch)?;
        watch.go_on()?;
        let Gathered { mut stances, without, .. } = gather(&clips, &settings(self.mass_kg), self.mirror);
        for error in &without {
            watch.note(&Note::info(error.to_string()), None);
        }
        for path in files.into_iter().filter_map(stances_file) {
            let (more, read) = read_stances(path)?;
            let mirrored = |stance: &Stance| stance.origins().iter().any(|origin| origin.mirrored);
            stances.extend(read.into_iter().filter(|stance| self.mirror || !mirrored(stance)));
            clips.extend(more);
        }
        if stances.is_empty() {
            return Err(VerbError::Request(format!("none of the {} clips has a stance", clips.len())));
        }
        watch.go_on()?;
        let library = StanceLibrary::new(stances, &self.tries());
        let text = format!("{} stances of {} clips", library.stances().len(), clips.len());
        watch.note(&Note::info(text), None);
        Ok(Stock { library, clips })
    }

    fn clips(&self, inputs: Vec<&Input>, watch: &dyn Watch) -> Result<Vec<Clip>, VerbError> {
        if self.from.is_empty() {
            return Ok(built_in_stance_clips());
        }
        if inputs.is_empty() {
            return Ok(Vec::new());
        }
        let inputs = inputs.into_iter().cloned().collect();
        Ok(ClipsRequest { inputs, read: self.read.clone(), ..ClipsRequest::default() }.read(watch)?.clips)
    }

    fn tries(&self) -> TrySettings {
        TrySettings { mode: self.mode, ..TrySettings::default() }
    }

    /// How stances are sought in what is read.
    pub(super) fn find_settings(&self) -> FindSettings {
        FindSettings { tries: self.tries(), ..FindSettings::default() }
    }
}

/// The path of a file of stances; `None` for other inputs.
fn stances_file(input: &Input) -> Option<&Path> {
    match &input.source {
        Source::Path(path) => {
            Some(path.as_path()).filter(|path| path.extension().is_some_and(|kind| kind == "segue-stances"))
        }
        _ => None,
    }
}

impl Stock {
    /// The mean parameters of the stances of a kind, which stand for what is not said.
    pub(super) fn mean(&self, kind: StanceKind) -> Params {
        let stances = self.library.stances().iter().filter(|stance| stance.kind() == kind);
        let (mut sum, mut count) = ([0.0; 6], 0.0);
        for stance in stances {
            sum.iter_mut().zip(stance.params().to_array()).for_each(|(sum, value)| *sum += value);
            count += 1.0;
        }
        Params::from_array(sum.map(|sum| sum / f64::max(count, 1.0)))
    }
}
