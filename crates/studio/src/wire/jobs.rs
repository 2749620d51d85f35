//! Long work.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::ErrorFacts;
use super::NoteFacts;

/// A job that is asked for.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct NewJob {
    /// The verb.
    pub(crate) verb: String,
    /// Its request.
    pub(crate) request: Value,
}

/// How all jobs stand.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct JobsFacts {
    /// The jobs, in the order in which they were asked for.
    pub(crate) jobs: Vec<JobEvent>,
}

/// How a job stands.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct JobEvent {
    /// Its name.
    pub(crate) job: String,
    /// The verb.
    pub(crate) verb: String,
    /// How it stands.
    pub(crate) state: JobState,
    /// How much is done.
    pub(crate) done: usize,
    /// How much there is to do; 0 until that is known.
    pub(crate) total: usize,
    /// What is being done.
    pub(crate) what: String,
    /// How long it will take, by how long it took.
    pub(crate) eta_secs: Option<f64>,
    /// What was noted on the way.
    pub(crate) notes: Vec<NoteFacts>,
    /// Why it failed.
    pub(crate) error: Option<ErrorFacts>,
    /// Counts the events of this job.
    pub(crate) seq: u64,
}

/// How a job stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum JobState {
    /// It waits for room.
    Queued,
    /// It runs.
    Running,
    /// There is an answer.
    Done,
    /// There is a reason why not.
    Failed,
    /// A person ended it.
    Cancelled,
    /// The server ended before it did.
    Interrupted,
}

impl JobState {
    /// Whether nothing more happens by itself.
    pub(crate) fn is_end(self) -> bool {
        !matches!(self, Self::Queued | Self::Running)
    }
}

impl JobEvent {
    /// A job that waits.
    pub(crate) fn queued(job: &str, verb: &str) -> Self {
        Self {
            job: job.to_owned(),
            verb: verb.to_owned(),
            state: JobState::Queued,
            done: 0,
            total: 0,
            what: String::new(),
            eta_secs: None,
            notes: Vec::new(),
            error: None,
            seq: 1,
        }
    }

    /// As every page hears it.
    pub(crate) fn text(&self) -> String {
        serde_json::to_string(self).unwrap_or_default()
    }
}
