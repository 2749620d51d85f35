//! Jobs as routes.

use std::sync::Arc;

use axum::body::{Body, Bytes};
use axum::extract::{Path, State};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse as _, Response};
use tokio::sync::broadcast::error::RecvError;

use crate::outcome::Shape;
use crate::session::json;
use crate::wire::{JobEvent, JobsFacts, NewJob};
use crate::{AppError, Studio, body, container, jobs};

/// Starts a job.
pub(crate) async fn start(
    State(studio): State<Arc<Studio>>,
    headers: HeaderMap,
    body: Body,
) -> Result<Response, AppError> {
    let NewJob { verb, request } = body::json(&headers, body, &studio.settings().limits).await?;
    let event = jobs::asked(&studio, &verb, request)?;
    Ok((StatusCode::ACCEPTED, json(&event)).into_response())
}

/// How all jobs stand.
pub(crate) async fn all(State(studio): State<Arc<Studio>>) -> Response {
    json(&JobsFacts { jobs: studio.jobs().all() })
}

/// How one job stands.
pub(crate) async fn one(
    State(studio): State<Arc<Studio>>,
    Path(id): Path<String>,
) -> Result<Response, AppError> {
    Ok(json(&studio.jobs().get(&id)?))
}

/// Ends a job.
pub(crate) async fn cancel(
    State(studio): State<Arc<Studio>>,
    Path(id): Path<String>,
) -> Result<Response, AppError> {
    Ok((StatusCode::ACCEPTED, json(&jobs::cancel(&studio, &id)?)).into_response())
}

/// Starts a job again.
pub(crate) async fn resume(
    State(studio): State<Arc<Studio>>,
    Path(id): Path<String>,
) -> Result<Response, AppError> {
    Ok((StatusCode::ACCEPTED, json(&jobs::resume(&studio, &id)?)).into_response())
}

/// What came of a job.
pub(crate) async fn answer(
    State(studio): State<Arc<Studio>>,
    Path(id): Path<String>,
    headers: HeaderMap,
) -> Result<Response, AppError> {
    let answer = jobs::answer(&studio, &id)?;
    match Shape::wanted(&headers)? {
        Shape::Json => Ok(json(&answer)),
        Shape::Numbers => {
            let gone = || AppError::unknown("the numbers of this job are no longer kept; ask for them again");
            let numbers = studio.jobs().numbers(&id)?.ok_or_else(gone)?;
            Ok(([("content-type", container::KIND)], numbers.to_vec()).into_response())
        }
        _ => Err(AppError::new(StatusCode::NOT_ACCEPTABLE, "type", "a job answers as JSON or with numbers")),
    }
}

/// How often a stream says that it is still there.
const PING: std::time::Duration = std::time::Duration::from_secs(15);

/// The events of one job as they happen, for scripts: server-sent events until it ends.
pub(crate) async fn events(
    State(studio): State<Arc<Studio>>,
    Path(id): Path<String>,
    headers: HeaderMap,
) -> Result<Response, AppError> {
    // Before the state is looked at, so that nothing is missed in between.
    let mut heard = studio.hear();
    let first = studio.jobs().get(&id)?;
    let seen = headers.get("last-event-id").and_then(|value| value.to_str().ok()?.parse::<u64>().ok());
    let (send, stream) = tokio::sync::mpsc::channel::<Bytes>(64);
    tokio::spawn(async move {
        let mut last = seen.unwrap_or(0);
        let mut event = Some(first);
        loop {
            if let Some(event) = event.take().filter(|event| event.seq > last || seen.is_none() && last == 0)
            {
                last = event.seq;
                let text = format!("id: {}\ndata: {}\n\n", event.seq, event.text());
                if send.send(text.into()).await.is_err() || event.state.is_end() {
                    return;
                }
            }
            event = match tokio::time::timeout(PING, heard.recv()).await {
                Ok(Ok(text)) => serde_json::from_str::<JobEvent>(&text).ok().filter(|event| event.job == id),
                Ok(Err(RecvError::Lagged(_))) => studio.jobs().get(&id).ok(),
                Ok(Err(RecvError::Closed)) => return,
                Err(_) => {
                    if send.send(Bytes::from_static(b": ping\n\n")).await.is_err() {
                        return;
                    }
                    None
                }
            };
        }
    });
    Ok(([("content-type", "text/event-stream")], Body::from_stream(Receiving(stream))).into_response())
}

/// What another task sends, as a stream.
struct Receiving(tokio::sync::mpsc::Receiver<Bytes>);

impl futures_core::Stream for Receiving {
    type Item = Result<Bytes, std::convert::Infallible>;

    fn poll_next(
        mut self: std::pin::Pin<&mut Self>,
        context: &mut std::task::Context<'_>,
    ) -> std::task::Poll<Option<Self::Item>> {
        self.0.poll_recv(context).map(|bytes| bytes.map(Ok))
    }
}
