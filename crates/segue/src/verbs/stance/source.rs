//! The stances to choose from.

use std::path::Path;
use std::sync::{Mutex, PoisonError};

use segue_formats::{Note, ReadOptions};
use segue_motion::Clip;
use segue_stance::{
    FindSettings, Gathered, Mode, Params, Stance, StanceKind, StanceLibrary, TrySettings, gather,
};
use serde::{Deserialize, Serialize};

use super::named::{MASS_KG, settings};
use crate::files::{Input, Source, built_in_stances, read_stances};
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
    /// How the horizontal force changes.
    pub mode: Mode,
    /// The mass of the figure.
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
        if self.from.is_empty() {
            return Ok(self.built_in(watch));
        }
        let (files, inputs): (Vec<&Input>, Vec<&Input>) =
            self.from.iter().partition(|input| stances_file(input).is_some());
        let mut clips = self.clips(inputs, watch)?;
        watch.go_on()?;
        let tries = self.tries();
        let Gathered { mut stances, without, .. } = gather(&clips, &settings(self.mass_kg), self.mirror);
        let mut known = vec![None; stances.len()];
        for error in &without {
            watch.note(&Note::info(error.to_string()), None);
        }
        for path in files.into_iter().filter_map(stances_file) {
            let (more, read) = read_stances(path, &tries)?;
            let mirrored = |stance: &Stance| stance.origins().iter().any(|origin| origin.mirrored);
            for (stance, region) in read.into_iter().filter(|(stance, _)| self.mirror || !mirrored(stance)) {
                stances.push(stance);
                known.push(region);
            }
            clips.extend(more);
        }
        if stances.is_empty() {
            return Err(VerbError::Request(format!("none of the {} clips has a stance", clips.len())));
        }
        watch.go_on()?;
        let stock = Stock { library: StanceLibrary::with_known(stances, known, &tries), clips };
        watch.note(&Note::info(stock.about()), None);
        Ok(stock)
    }

    /// The built-in stances, read once in a program for the settings that were asked for last.
    fn built_in(&self, watch: &dyn Watch) -> Stock {
        static LAST: Mutex<Option<(StanceSource, Stock)>> = Mutex::new(None);
        let mut last = LAST.lock().unwrap_or_else(PoisonError::into_inner);
        let stock = match &*last {
            Some((source, stock)) if source == self => stock.clone(),
            _ => {
                let (clips, library) = built_in_stances(&settings(self.mass_kg), self.mirror, &self.tries());
                last.insert((self.clone(), Stock { library, clips })).1.clone()
            }
        };
        watch.note(&Note::info(stock.about()), None);
        stock
    }

    fn clips(&self, inputs: Vec<&Input>, watch: &dyn Watch) -> Result<Vec<Clip>, VerbError> {
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
    fn about(&self) -> String {
        format!("{} stances of {} clips", self.library.stances().len(), self.clips.len())
    }

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
