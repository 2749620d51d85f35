//! The stances to choose from.

use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

use rayon::prelude::*;
use segue_actors::RUNS_AND_JUMPS;
use segue_formats::{Note, ReadOptions};
use segue_motion::{Clip, ClipSet};
use segue_stance::{
    FindSettings, Gathered, Link, Mode, Params, Stance, StanceError, StanceKind, StanceLibrary, TrySettings,
    clips_of, gather,
};
use serde::{Deserialize, Serialize};

use super::named::{MASS_KG, settings};
use crate::files::{Input, Source, built_in_clip, built_in_stances, read_stances};
use crate::verbs::{ClipsRequest, FilesKept, VerbError, Watch};

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
    pub library: Arc<StanceLibrary>,
    clips: Clips,
}

/// Where the clips of stances are.
#[derive(Clone, Debug)]
enum Clips {
    /// They were read.
    Read(Arc<[Clip]>),
    /// They are the built-in ones, made when they are played.
    BuiltIn,
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
        let library = Arc::new(StanceLibrary::with_known(stances, known, &tries));
        let stock = Stock { library, clips: Clips::Read(clips.into()) };
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
                let library = built_in_stances(&settings(self.mass_kg), self.mirror, &self.tries());
                let stock = Stock { library: Arc::new(library), clips: Clips::BuiltIn };
                last.insert((self.clone(), stock)).1.clone()
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
        Ok(ClipsRequest { inputs, read: self.read.clone(), ..ClipsRequest::default() }
            .read_keeping(FilesKept::None, watch)?
            .clips)
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
        let clips = match &self.clips {
            Clips::Read(clips) => clips.len(),
            Clips::BuiltIn => RUNS_AND_JUMPS.len(),
        };
        format!("{} stances of {clips} clips", self.library.stances().len())
    }

    /// The clips that the stances of a path come from, on one skeleton.
    pub(super) fn clips_of(&self, links: &[Link]) -> Result<ClipSet, StanceError> {
        match &self.clips {
            Clips::Read(clips) => clips_of(links, clips),
            Clips::BuiltIn => {
                let is_used = |name: &&str| {
                    links.iter().flat_map(|link| link.base.origins()).any(|origin| origin.clip == **name)
                };
                let used = RUNS_AND_JUMPS.par_iter().filter(|name| is_used(name));
                let clips: Vec<Clip> = used.filter_map(|name| built_in_clip(name)).cloned().collect();
                clips_of(links, &clips)
            }
        }
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
