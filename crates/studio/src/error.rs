//! Why a request is refused, as the page hears it.

use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use segue::blend::BlendError;
use segue::library::LibraryError;
use segue::verbs::{Advice, VerbError};
use serde_json::{Value, json};

use crate::settings::MEGABYTE;
use crate::wire::{ErrorFacts, Hint};

/// Why a request is refused: a status for programs, a code for the page, a sentence for a person.
#[derive(Clone, Debug)]
pub struct AppError {
    status: StatusCode,
    facts: Box<ErrorFacts>,
}

impl AppError {
    /// A refusal without more to say.
    pub fn new(status: StatusCode, code: &'static str, message: impl Into<String>) -> Self {
        let facts = ErrorFacts {
            code: code.into(),
            message: message.into(),
            hints: Vec::new(),
            current: None,
            revision: None,
        };
        Self { status, facts: Box::new(facts) }
    }

    /// A request that cannot be read.
    pub fn malformed(message: impl Into<String>) -> Self {
        Self::new(StatusCode::BAD_REQUEST, "malformed", message)
    }

    /// A thing that is not there.
    pub fn unknown(message: impl Into<String>) -> Self {
        Self::new(StatusCode::NOT_FOUND, "unknown", message)
    }

    /// Something larger than the limit.
    pub fn too_large(what: &str, limit: usize) -> Self {
        let message = format!("{what} is larger than {:.0} MB", limit as f64 / MEGABYTE as f64);
        Self::new(StatusCode::PAYLOAD_TOO_LARGE, "too_large", message)
    }

    /// More than can be done at once.
    pub fn busy(message: impl Into<String>) -> Self {
        Self::new(StatusCode::TOO_MANY_REQUESTS, "busy", message)
    }

    /// Something that must not happen.
    pub fn internal(message: impl Into<String>) -> Self {
        Self::new(StatusCode::INTERNAL_SERVER_ERROR, "internal", message)
    }

    /// Another value is there than the command expects.
    pub(crate) fn conflict(message: impl Into<String>, current: Value, revision: u64) -> Self {
        let mut error = Self::new(StatusCode::CONFLICT, "conflict", message);
        (error.facts.current, error.facts.revision) = (Some(current), Some(revision));
        error
    }

    /// What the page shows.
    pub(crate) fn facts(&self) -> &ErrorFacts {
        &self.facts
    }

    /// The status of the answer.
    pub fn status(&self) -> StatusCode {
        self.status
    }
}

impl std::fmt::Display for AppError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.facts.message)
    }
}

impl std::error::Error for AppError {}

impl IntoResponse for AppError {
    fn into_response(self) -> Response {
        let body = serde_json::to_vec(&self.facts).unwrap_or_default();
        (self.status, [("content-type", "application/json")], body).into_response()
    }
}

impl From<VerbError> for AppError {
    /// The sentence is the verb's own; what to try is a change of the request.
    fn from(error: VerbError) -> Self {
        let status = match &error {
            VerbError::Cancelled => StatusCode::CONFLICT,
            _ => StatusCode::UNPROCESSABLE_ENTITY,
        };
        let mut message = error.to_string();
        let mut source = std::error::Error::source(&error);
        while let Some(cause) = source {
            let text = cause.to_string();
            if !message.contains(&text) {
                message = format!("{message}: {text}");
            }
            source = cause.source();
        }
        let mut refused = Self::new(status, code(&error), message);
        refused.facts.hints = error.advice().and_then(hint).or_else(|| shorter(&error)).into_iter().collect();
        refused
    }
}

fn code(error: &VerbError) -> &'static str {
    match error {
        VerbError::Load(_) | VerbError::Input(_) => "unreadable",
        VerbError::Register { .. } => "not_registrable",
        VerbError::Blend(error) if matches!(**error, BlendError::Register(_)) => "not_registrable",
        VerbError::ClipSet { .. } => "skeletons",
        VerbError::Library(_) => "library",
        VerbError::Find(_) => "find",
        VerbError::Parametric(_) | VerbError::ParamFile(_) | VerbError::Measure(_) => "parametric",
        VerbError::Stance(_) | VerbError::StancesFile(_) => "stance",
        VerbError::Unfit(_) => "unfit",
        VerbError::Cancelled => "cancelled",
        _ => "request",
    }
}

/// What the page offers as a button: a label, and what changes in the request.
fn hint(advice: &Advice) -> Option<Hint> {
    let (label, patch) = match advice {
        Advice::Force => ("Register all the same", json!({"register": {"force": true}})),
        Advice::OpenEnds { .. } => ("Try open ends", json!({"register": {"ends": "open"}})),
        Advice::Replace => ("Replace it", json!({"force": true})),
        Advice::Retarget { .. } | Advice::DoNotWrite => return None,
    };
    Some(Hint { label: label.to_owned(), patch })
}

/// A transition that fits: a little shorter than the longest, so that rounding does not make it too long again.
fn shorter(error: &VerbError) -> Option<Hint> {
    let VerbError::Blend(error) = error else { return None };
    let BlendError::Room { largest, .. } = **error else { return None };
    let half = (largest * 100.0).floor() / 100.0;
    let patch = json!({"middle": {"half_width_secs": half}});
    (half > 0.0).then(|| Hint { label: format!("Use {half:.2} s to either side"), patch })
}

impl From<rusqlite::Error> for AppError {
    fn from(error: rusqlite::Error) -> Self {
        Self::internal(format!("what is edited cannot be kept: {error}"))
    }
}

impl From<LibraryError> for AppError {
    fn from(error: LibraryError) -> Self {
        VerbError::from(error).into()
    }
}

impl From<std::io::Error> for AppError {
    fn from(error: std::io::Error) -> Self {
        Self::internal(format!("a file cannot be kept: {error}"))
    }
}
