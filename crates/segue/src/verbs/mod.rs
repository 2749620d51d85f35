//! Everything a person can ask for: one request, one answer, the same at every door.
//!
//! A [`Verb`] is a request: plain data with defaults, which the command line parses into and other front ends
//! deserialize. [`Verb::run`] turns it into a [`Done`]: an answer of plain data, and the work it is about (clips, a
//! registration, a picture). A [`Watch`] hears notes and progress on the way, and may cancel.

mod error;
mod watch;

use serde::Serialize;
use serde::de::DeserializeOwned;

pub use error::VerbError;
pub use watch::{Progress, Silent, Watch};

/// The version of the JSON form of requests and answers. It rises when a field changes its meaning or disappears.
pub const SCHEMA: u32 = 1;

/// Something that a person can ask for.
pub trait Verb: Serialize + DeserializeOwned {
    /// As on the command line: `blend`, `stance path`.
    const NAME: &'static str;

    /// What is reported, as plain data.
    type Answer: Serialize + DeserializeOwned;

    /// What was made: clips, registrations and what pictures are drawn from.
    type Work;

    /// Does what is asked for. Nothing is written to disk except by verbs that keep a library.
    ///
    /// # Errors
    /// When an input cannot be used, the request makes no sense, or the watch cancels.
    fn run(&self, watch: &dyn Watch) -> Result<Done<Self>, VerbError>
    where
        Self: Sized;
}

/// What became of a request.
#[derive(Clone, Debug)]
pub struct Done<V: Verb> {
    /// What is reported.
    pub answer: V::Answer,
    /// What was made.
    pub work: V::Work,
}

/// An answer as `--json` prints it.
#[derive(Clone, Debug, Serialize)]
pub struct Envelope<'a, A> {
    /// [`SCHEMA`].
    pub schema: u32,
    /// [`Verb::NAME`].
    pub verb: &'static str,
    /// The answer.
    #[serde(flatten)]
    pub answer: &'a A,
}

impl<V: Verb> Done<V> {
    /// The answer with its name and schema version.
    pub fn envelope(&self) -> Envelope<'_, V::Answer> {
        Envelope { schema: SCHEMA, verb: V::NAME, answer: &self.answer }
    }
}
