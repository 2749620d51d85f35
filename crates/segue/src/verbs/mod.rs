//! Everything a person can ask for: one request, one answer, the same at every door.
//!
//! A [`Verb`] is a request: plain data with defaults, which the command line parses into and other front ends
//! deserialize. [`Verb::run`] turns it into a [`Done`]: an answer of plain data, and the work it is about (clips, a
//! registration), of which [`Picture`] draws a picture. A [`Watch`] hears notes and progress on the way, and may cancel.
//! What goes wrong is a [`VerbError`], which says what to do about it ([`VerbError::advice`]) and whose fault it is
//! ([`VerbError::is_about_input`]).
//!
//! Requests are built of the same parts: [`ClipsRequest`] names clips, [`RegisterRequest`] says how they are registered
//! and [`MakeRequest`] how motion is made of them. Field names have units at their ends (`_secs`, `_cm`, `_degrees`).

pub mod blend;
mod clips;
pub mod control;
pub mod convert;
mod draft;
mod error;
mod failure;
mod format_name;
mod held;
pub mod index;
pub mod info;
pub mod inspect;
pub mod library;
mod make;
pub mod map;
mod middle;
pub mod parametric;
pub mod plants;
mod plants_facts;
pub mod pose;
mod quality;
pub mod register;
mod register_request;
mod root_motion;
pub mod samples;
pub mod search;
pub mod stance;
pub mod sync;
mod tiles;
pub mod transition;
mod verdict;
mod warm;
mod watch;

use std::fmt::Debug;
use std::path::Path;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::plots::Canvas;

pub use blend::BlendRequest;
pub use clips::{ClipsRequest, FilesKept, Found};
pub use control::ControlRequest;
pub use convert::ConvertRequest;
pub use draft::{DraftMotion, DraftReached, Drafts};
pub use error::{Advice, VerbError};
pub use failure::Failure;
pub use format_name::FormatName;
pub use held::HeldClip;
pub use index::IndexRequest;
pub use info::InfoRequest;
pub use inspect::InspectRequest;
pub use library::{
    LibraryAddRequest, LibraryCheckRequest, LibraryCompactRequest, LibraryExportRequest, LibraryLabelRequest,
    LibraryListRequest, LibraryNewRequest, LibraryRemoveRequest, LibraryRenameRequest,
};
pub use make::{AveragingName, FeetName, LawName, Made, MadeFacts, MakeRequest};
pub use map::MapRequest;
pub use middle::{KeepName, MiddleRequest};
pub use parametric::{
    ParametricAtRequest, ParametricBuildRequest, ParametricEvalRequest, ParametricFromRequest,
    ParametricShowRequest,
};
pub use plants::PlantsRequest;
pub use plants_facts::PlantsFacts;
pub use pose::PoseRequest;
pub use quality::QualityFacts;
pub use register::RegistrationRequest;
pub use register_request::{EndsName, PinRequest, RegisterRequest, Registered};
pub use root_motion::RootMotionName;
pub use samples::SamplesRequest;
pub use search::{SearchExplainRequest, SearchRequest, SearchSavedRequest};
pub use stance::{
    StanceBlendRequest, StanceCoverageRequest, StanceExtractRequest, StanceFindRequest, StanceJudgeRequest,
    StancePathRequest, StanceSketchRequest, StanceWarpRequest,
};
pub use sync::SyncRequest;
pub use tiles::{TilePairs, build_tile, merge_tile};
pub use transition::TransitionRequest;
pub use verdict::{DriftFacts, FaultFacts, VerdictFacts};
pub use warm::Warm;
pub use watch::{Measured, Progress, Silent, Watch};

/// The version of the JSON form of requests and answers. It rises when a field changes its meaning or disappears.
pub const SCHEMA: u32 = 1;

/// Something that a person can ask for.
pub trait Verb: Clone + Debug + PartialEq + Serialize + DeserializeOwned {
    /// As on the command line: `blend`, `stance path`.
    const NAME: &'static str;

    /// What is reported, as plain data.
    type Answer: Clone + Debug + PartialEq + Serialize + DeserializeOwned;

    /// What was made: clips, registrations and what pictures are drawn from.
    type Work;

    /// Does what is asked for. Nothing is written to disk except by verbs whose request says where.
    ///
    /// # Errors
    /// When an input cannot be used, the request makes no sense, or the watch cancels.
    fn run(&self, watch: &dyn Watch) -> Result<Done<Self>, VerbError>;
}

/// What became of a request.
#[derive(Clone, Debug)]
pub struct Done<V: Verb> {
    /// What is reported.
    pub answer: V::Answer,
    /// What was made.
    pub work: V::Work,
}

/// Work that can be drawn.
pub trait Picture {
    /// The picture.
    ///
    /// # Errors
    /// When there is nothing to draw, or too much for one picture.
    fn picture(&self) -> Result<Canvas, VerbError>;
}

/// An answer as `--json` prints it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Envelope<A> {
    /// [`SCHEMA`].
    pub schema: u32,
    /// [`Verb::NAME`].
    pub verb: String,
    /// The answer.
    #[serde(flatten)]
    pub answer: A,
}

impl<V: Verb> Done<V> {
    /// The answer with its name and schema version.
    pub fn envelope(&self) -> Envelope<&V::Answer> {
        Envelope::of::<V>(&self.answer)
    }
}

impl<'a, A> Envelope<&'a A> {
    /// The answer of a verb.
    pub fn of<V: Verb<Answer = A>>(answer: &'a A) -> Self {
        Self { schema: SCHEMA, verb: V::NAME.to_owned(), answer }
    }
}

/// Something that a request must name.
fn named<'a, T>(given: Option<&'a T>, field: &str) -> Result<&'a T, VerbError> {
    given.ok_or_else(|| VerbError::Request(format!("the request must name its `{field}`")))
}

/// Makes a folder, and those above it, unless it is there.
fn make_folder(folder: &Path) -> Result<(), VerbError> {
    std::fs::create_dir_all(folder).map_err(|source| VerbError::Folder { path: folder.to_owned(), source })
}
