//! What the page asks first.

use std::sync::Arc;

use axum::extract::State;
use axum::response::{IntoResponse as _, Response};
use segue::verbs::SCHEMA;

use crate::Studio;
use crate::verbs::ROUTES;
use crate::wire::{LimitFacts, SessionFacts};

/// Version, library, limits, and the default request of every verb.
pub(crate) async fn session(State(studio): State<Arc<Studio>>) -> Response {
    let limits = &studio.settings().limits;
    let facts = SessionFacts {
        version: env!("CARGO_PKG_VERSION").to_owned(),
        schema: SCHEMA,
        library: studio.place().facts(),
        limits: LimitFacts {
            upload_bytes: limits.upload_bytes,
            json_bytes: limits.json_bytes,
            live_bytes: limits.live_bytes,
            jobs_running: limits.jobs_running,
            jobs_queued: limits.jobs_queued,
        },
        verbs: ROUTES.iter().map(|route| (route.name.to_owned(), (route.default)())).collect(),
        formats: ["glb", "gltf", "bvh", "amc", "npz"].map(str::to_owned).to_vec(),
    };
    json(&facts)
}

/// An answer as JSON.
pub(crate) fn json<T: serde::Serialize>(value: &T) -> Response {
    match serde_json::to_vec(value) {
        Ok(bytes) => ([("content-type", "application/json")], bytes).into_response(),
        Err(error) => crate::AppError::internal(format!("the answer is no JSON: {error}")).into_response(),
    }
}
