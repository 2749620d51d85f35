//! A motion with controls from a saved search or from clips.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::time::Instant;

use segue_formats::{Note, ReadOptions};
use segue_library::Library;
use segue_motion::ClipId;
use segue_parametric::{Function, Parametric};
use segue_register::Resemblance;
use serde::{Deserialize, Serialize};

use super::{EvaluationFacts, Examples, Parameter};
use crate::files::{Input, ParamPlace, ParamSize, parametric_size};
use crate::find::SavedSearch;
use crate::plots::{Canvas, reach_plot};
use crate::verbs::{ClipsRequest, Done, FilesKept, HeldClip, Picture, Silent, Verb, VerbError, Watch};

/// Build a motion with controls, from the matches of a saved search or from clips.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct ParametricBuildRequest {
    /// The library of a saved search.
    pub library: Option<PathBuf>,
    /// The matches of this search are the examples.
    pub search: Option<String>,
    /// Files, folders or samples whose clips are the examples, in place of a search.
    pub clips: Vec<Input>,
    /// How files are read.
    pub read: ReadOptions,
    /// What the motion is controlled by.
    pub controls: Controls,
    /// Clips in memory that are examples; they come before those of `clips`.
    #[serde(skip)]
    pub held: Vec<HeldClip>,
}

/// What a motion is controlled by.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Controls {
    /// What is measured, as in `ankle.r @apex`; several measures are separated by commas.
    pub measure: String,
    /// The value of each quality in each example, in their order: for `given(NAME)` in the measure.
    pub given: BTreeMap<String, Vec<f64>>,
    /// The functions that the measure names, `function(NAME)`: those of a program that runs this request itself.
    #[serde(skip)]
    pub functions: Vec<Function>,
    /// Leave out examples whose parameters the others reproduce within this distance.
    pub prune_cm: Option<f64>,
    /// Random blends that are measured, up to 1,000,000.
    pub tries: usize,
    /// Which random blends.
    pub seed: u64,
}

impl Default for Controls {
    fn default() -> Self {
        let (given, functions) = (BTreeMap::new(), Vec::new());
        Self { measure: String::new(), given, functions, prune_cm: None, tries: 1000, seed: 1 }
    }
}

/// What is reported about a motion with controls that was built.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ParametricBuildAnswer {
    /// How many clips of the library were not indexed, where it was indexed on the way.
    pub clips_indexed: Option<usize>,
    /// How many matches a search on the way found.
    pub matches: Option<usize>,
    /// ε of that search.
    pub epsilon_cm: Option<f64>,
    /// How many examples the motion has.
    pub examples: usize,
    /// How many were left out because the others reproduce them.
    pub left_out: usize,
    /// How many blends of them were measured and kept.
    pub samples: usize,
    /// What the motion is controlled by, and how far it reaches.
    pub parameters: Vec<Parameter>,
    /// What it takes on disk.
    pub bytes: PackedBytes,
    /// How long it took.
    pub build_secs: f64,
    /// How exactly it does what is asked; `None` where no random blend can be measured.
    pub evaluation: Option<EvaluationFacts>,
    /// Where the front end stored it.
    pub written: Option<String>,
}

/// What a motion with controls takes on disk.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PackedBytes {
    /// Packed examples.
    pub examples: usize,
    /// Registration, samples and the rest.
    pub rest: usize,
}

/// A motion with controls that was built.
#[derive(Clone, Debug)]
pub struct BuiltParametric {
    /// The motion.
    pub parametric: Parametric,
    /// What it was made of.
    pub examples: Examples,
}

impl Verb for ParametricBuildRequest {
    const NAME: &'static str = "parametric build";
    type Answer = ParametricBuildAnswer;
    type Work = BuiltParametric;

    fn run(&self, watch: &dyn Watch) -> Result<Done<Self>, VerbError> {
        let examples = self.examples(watch)?;
        let (answer, work) = self.controls.build(examples, Instant::now(), watch)?;
        Ok(Done { answer, work })
    }
}

impl ParametricBuildRequest {
    fn examples(&self, watch: &dyn Watch) -> Result<Examples, VerbError> {
        match (&self.library, &self.search) {
            (Some(library), Some(name)) => {
                let library = Library::open(library)?;
                Ok(Examples::found(&SavedSearch::load(&library, name)?, &library)?)
            }
            _ if self.clips.is_empty() && self.held.is_empty() => {
                let text = "the examples are missing; give a library and a saved search, or clips";
                Err(VerbError::Request(text.to_owned()))
            }
            _ => {
                let clips = ClipsRequest {
                    inputs: self.clips.clone(),
                    read: self.read.clone(),
                    ..ClipsRequest::holding(self.held.clone())
                };
                Ok(Examples::of(clips.read_keeping(FilesKept::None, watch)?.clips))
            }
        }
    }
}

/// Requests by which a motion is judged when it is built.
const TARGETS: usize = 100;

impl Controls {
    /// Builds a motion of examples, judges it and warns of examples that do not fit.
    pub(super) fn build(
        &self,
        examples: Examples,
        started: Instant,
        watch: &dyn Watch,
    ) -> Result<(ParametricBuildAnswer, BuiltParametric), VerbError> {
        let all: Vec<ClipId> = ClipId::all(examples.clips.len()).collect();
        watch.step("measuring blends", 1, 2)?;
        let mut parametric = examples.build(self, &all, watch)?;
        let mut left_out = Vec::new();
        if let Some(cm) = self.prune_cm {
            watch.go_on()?;
            left_out = parametric.prunable(cm / 100.0)?;
            let kept: Vec<ClipId> = all.into_iter().filter(|n| !left_out.contains(n)).collect();
            watch.go_on()?;
            parametric = examples.build(self, &kept, &Silent)?;
        }
        warn_of_strangers(&parametric, watch);
        watch.step("judging the motion", 2, 2)?;
        let evaluation = parametric.evaluate(TARGETS, self.seed)?;
        let ParamSize { examples: packed, rest } = parametric_size(&parametric);
        let facts = ParametricBuildAnswer {
            clips_indexed: None,
            matches: None,
            epsilon_cm: None,
            examples: parametric.examples().len(),
            left_out: left_out.len(),
            samples: parametric.samples().len(),
            parameters: Parameter::all_of(&parametric),
            bytes: PackedBytes { examples: packed, rest },
            build_secs: started.elapsed().as_secs_f64(),
            evaluation: evaluation.as_ref().map(EvaluationFacts::from),
            written: None,
        };
        Ok((facts, BuiltParametric { parametric, examples }))
    }
}

/// Warns of examples that do not look like those they are registered with: blends of them are rarely of use.
fn warn_of_strangers(parametric: &Parametric, watch: &dyn Watch) {
    let registration = parametric.ensemble().registration();
    for (n, clip) in parametric.examples().iter() {
        if let Some(found) = registration.resemblance(n).filter(Resemblance::is_unlike) {
            let text = format!(
                "`{}` resembles no other example, the nearest is {:.0} cm away on average; leave it out unless it is the same action",
                clip.name(),
                100.0 * found.mean_metres
            );
            watch.note(&Note::warning(text), None);
        }
    }
}

impl BuiltParametric {
    /// Keeps the motion in a file or a library. In the library of its examples it goes when one of their clips does.
    ///
    /// # Errors
    /// When the file or library cannot be written.
    pub fn store(&self, place: &ParamPlace) -> Result<(), VerbError> {
        self.examples.store(&self.parametric, place)?;
        Ok(())
    }
}

impl Picture for BuiltParametric {
    fn picture(&self) -> Result<Canvas, VerbError> {
        Ok(reach_plot(&self.parametric))
    }
}
