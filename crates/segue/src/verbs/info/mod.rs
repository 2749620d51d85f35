//! `info`: what is in motion files.

mod facts;

use std::sync::Arc;

use segue_motion::{Clip, Pose, Skeleton};
use serde::{Deserialize, Serialize};

use super::{ClipsRequest, Done, Failure, Picture, Verb, VerbError, Watch};
use crate::files::{Input, Reading, expand, read_figure};
use crate::plots::{Canvas, ContactSheet, contact_sheet};

pub use facts::{
    ClipFacts, ConversionFacts, FileFacts, FlightFacts, GravityFacts, InferredFacts, JointFacts,
    RateVerdictName, SkeletonFacts,
};

/// Say what is in motion files: clips, units and axes with the reason for each, planted feet, flights, warnings and
/// joints.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct InfoRequest {
    /// The files. One that cannot be read is reported, and the rest goes on.
    pub clips: ClipsRequest,
    /// How many figures the contact sheet shows in a row, at most.
    pub columns: usize,
}

impl Default for InfoRequest {
    fn default() -> Self {
        Self { clips: ClipsRequest::default(), columns: ContactSheet::default().columns }
    }
}

/// What is in motion files.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct InfoAnswer {
    /// The files that could be read.
    pub files: Vec<FileFacts>,
    /// The inputs that could not.
    pub errors: Vec<Failure>,
}

/// What was read.
#[derive(Clone, Debug)]
pub struct InfoWork {
    /// The skeleton of each file that could be read.
    pub skeletons: Vec<Arc<Skeleton>>,
    /// The input with its clips where there is only one.
    pub only: Option<(Input, Vec<Clip>)>,
    /// How many files were named.
    pub files: usize,
    columns: usize,
}

impl Verb for InfoRequest {
    const NAME: &'static str = "info";
    type Answer = InfoAnswer;
    type Work = InfoWork;

    fn run(&self, watch: &dyn Watch) -> Result<Done<Self>, VerbError> {
        let mut answer = InfoAnswer { files: Vec::new(), errors: Vec::new() };
        let files = self.plan(&mut answer, watch);
        let mut work =
            InfoWork { skeletons: Vec::new(), only: None, files: files.len(), columns: self.columns };
        for (n, input) in files.iter().enumerate() {
            let name = input.to_string();
            watch.step(&name, n + 1, files.len())?;
            match read_figure(input, &self.clips.read) {
                Ok(reading) => work.take(&reading, &mut answer),
                Err(error) => answer.errors.push(Failure::tell(name, &error.into(), watch)),
            }
        }
        Ok(Done { answer, work })
    }
}

impl InfoRequest {
    /// Finds the files behind the inputs; what is not there is reported and the rest goes on.
    fn plan(&self, answer: &mut InfoAnswer, watch: &dyn Watch) -> Vec<Input> {
        let mut files = Vec::new();
        for input in &self.clips.inputs {
            match expand(input) {
                Ok(found) => files.extend(found),
                Err(error) => answer.errors.push(Failure::tell(input.to_string(), &error.into(), watch)),
            }
        }
        files
    }
}

impl InfoWork {
    fn take(&mut self, reading: &Reading, answer: &mut InfoAnswer) {
        answer.files.push(FileFacts::of(reading));
        self.skeletons.push(reading.figure.skeleton.clone());
        // The motions of a whole folder need not fit in memory.
        if self.files == 1 {
            self.only = Some((reading.input.clone(), reading.clips.clone()));
        }
    }
}

impl Picture for InfoWork {
    /// A contact sheet of the clip, or of the rest pose where there is none.
    fn picture(&self) -> Result<Canvas, VerbError> {
        match &self.only {
            Some((_, clips)) if clips.len() == 1 => Ok(contact_sheet(
                &clips[0],
                &ContactSheet { columns: self.columns, ..ContactSheet::default() },
            )),
            Some((_, clips)) if clips.is_empty() => {
                let mut rest = Clip::builder("rest", self.skeletons[0].clone(), 1.0, &[]);
                rest.push(&Pose::rest(&self.skeletons[0]))?;
                Ok(contact_sheet(&rest.finish()?, &ContactSheet { columns: 1, ..ContactSheet::default() }))
            }
            Some((input, clips)) => {
                let names: Vec<_> = clips.iter().map(Clip::name).collect();
                Err(VerbError::Request(format!(
                    "a contact sheet shows one clip; choose one with {input}#NAME: {}",
                    names.join(", ")
                )))
            }
            None if self.files > 1 => Err(VerbError::Request(format!(
                "a contact sheet shows one clip, but {} files were named",
                self.files
            ))),
            None => Err(VerbError::Unfit("there is no clip to draw".to_owned())),
        }
    }
}
