//! All routes.

use std::sync::Arc;

use axum::Router;
use axum::middleware::from_fn_with_state;
use axum::routing::{any, get, post, put};

use crate::guard::guard;
use crate::{AppError, Studio, assets, clips, job_routes, live, session, uploads, verbs, workspace};

/// The routes of the Studio, guarded. Tests call it without a network.
pub fn app(studio: Arc<Studio>) -> Router {
    Router::new()
        .route("/", get(assets::index))
        .route("/favicon.ico", get(assets::icon))
        .route("/assets/{name}", get(assets::asset))
        .route("/api/session", get(session::session))
        .route("/api/clips", get(clips::list))
        .route("/api/clips/{hash}/poses", get(clips::poses))
        .route("/api/clips/{hash}/thumb", get(clips::thumb))
        .route("/api/clips/{hash}/plants", get(clips::plants))
        .route("/api/skeletons/{hash}", get(clips::skeleton))
        .route("/api/figures/{name}", get(clips::figure))
        .route("/api/verbs/{verb}", post(verbs::verb))
        .route("/api/jobs", get(job_routes::all).post(job_routes::start))
        .route("/api/jobs/{id}", get(job_routes::one).delete(job_routes::cancel))
        .route("/api/jobs/{id}/resume", post(job_routes::resume))
        .route("/api/jobs/{id}/answer", get(job_routes::answer))
        .route("/api/jobs/{id}/events", get(job_routes::events))
        .route("/api/live", any(live::live))
        .route("/api/uploads/{group}/{number}", put(uploads::put))
        .route("/api/workspace", get(workspace::document))
        .route("/api/workspace/commands", get(workspace::commands).post(workspace::command))
        .fallback(async || AppError::unknown("there is no such address"))
        .method_not_allowed_fallback(async || {
            AppError::new(
                axum::http::StatusCode::METHOD_NOT_ALLOWED,
                "method",
                "the address takes another method",
            )
        })
        .layer(from_fn_with_state(studio.clone(), guard))
        .with_state(studio)
}
