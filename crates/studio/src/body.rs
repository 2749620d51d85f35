//! Reading bodies that may be too large or never end.

use axum::body::Body;
use axum::http::{HeaderMap, StatusCode};
use bytes::Bytes;
use http_body_util::BodyExt as _;
use serde::de::DeserializeOwned;
use tokio::time::{Instant, timeout_at};

use crate::{AppError, StudioLimits};

/// A JSON body, whole: at most so large, and within the time that a body may pause.
pub(crate) async fn json<T: DeserializeOwned>(
    headers: &HeaderMap,
    body: Body,
    limits: &StudioLimits,
) -> Result<T, AppError> {
    is_json(headers)?;
    let mut bytes = Vec::new();
    let mut chunks = Chunks::new(body, limits.json_bytes, limits).whole();
    while let Some(chunk) = chunks.next().await? {
        bytes.extend_from_slice(&chunk);
    }
    serde_json::from_slice(&bytes)
        .map_err(|error| AppError::malformed(format!("the request is no such JSON: {error}")))
}

fn is_json(headers: &HeaderMap) -> Result<(), AppError> {
    let kind = headers.get("content-type").and_then(|value| value.to_str().ok()).unwrap_or("");
    if kind.split(';').next().is_some_and(|kind| kind.trim().eq_ignore_ascii_case("application/json")) {
        return Ok(());
    }
    Err(AppError::new(StatusCode::UNSUPPORTED_MEDIA_TYPE, "type", "the request must be application/json"))
}

/// The pieces of a body, as they arrive. A body that is too large, or that pauses or trickles for too long, is an error.
pub(crate) struct Chunks {
    body: Body,
    limit: usize,
    read: usize,
    idle: std::time::Duration,
    start: Instant,
    whole: bool,
}

/// A body may take one idle time, and one second more for so many bytes.
const SLOWEST_BYTES_PER_SEC: usize = 16 << 10;

impl Chunks {
    pub(crate) fn new(body: Body, limit: usize, limits: &StudioLimits) -> Self {
        Self { body, limit, read: 0, idle: limits.idle, start: Instant::now(), whole: false }
    }

    /// All of it must come within one idle time.
    fn whole(mut self) -> Self {
        self.whole = true;
        self
    }

    /// The next piece; `None` at the end.
    pub(crate) async fn next(&mut self) -> Result<Option<Bytes>, AppError> {
        loop {
            let frame = timeout_at(self.deadline(), self.body.frame()).await;
            let slow =
                || AppError::new(StatusCode::REQUEST_TIMEOUT, "slow", "the body did not arrive in time");
            let Some(frame) = frame.map_err(|_| slow())? else { return Ok(None) };
            let frame = frame.map_err(|error| AppError::malformed(format!("the body broke off: {error}")))?;
            let Ok(data) = frame.into_data() else { continue };
            self.read += data.len();
            if self.read > self.limit {
                return Err(AppError::too_large("the body", self.limit));
            }
            return Ok(Some(data));
        }
    }

    fn deadline(&self) -> Instant {
        let earned = (self.read / SLOWEST_BYTES_PER_SEC) as u64;
        let total = self.start + self.idle + std::time::Duration::from_secs(earned);
        if self.whole { self.start + self.idle } else { total.min(Instant::now() + self.idle) }
    }
}
