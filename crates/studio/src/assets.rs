//! The page itself, out of the program.

use axum::extract::Path;
use axum::response::{IntoResponse as _, Response};

use crate::AppError;

include!(concat!(env!("OUT_DIR"), "/assets.rs"));

/// Why the program holds no page, where it holds none.
pub(crate) fn missing() -> Option<&'static str> {
    MISSING
}

/// The page.
pub(crate) async fn index() -> Result<Response, AppError> {
    file("index.html")
}

/// The icon that browsers ask for.
pub(crate) async fn icon() -> Result<Response, AppError> {
    let name = FILES.iter().map(|(name, _)| *name).find(|name| name.starts_with("favicon"));
    file(name.unwrap_or("favicon.svg"))
}

/// A file of the page. Its name holds a hash of its content, so it may be kept for ever.
pub(crate) async fn asset(Path(name): Path<String>) -> Result<Response, AppError> {
    let mut response = file(&name)?;
    let forever = axum::http::HeaderValue::from_static("public, max-age=31536000, immutable");
    response.headers_mut().insert("cache-control", forever);
    Ok(response)
}

fn file(name: &str) -> Result<Response, AppError> {
    let found = FILES.iter().find(|(known, _)| *known == name);
    let (name, bytes) = found.ok_or_else(|| AppError::unknown("there is no such file"))?;
    Ok(([("content-type", kind(name))], *bytes).into_response())
}

fn kind(name: &str) -> &'static str {
    match name.rsplit('.').next() {
        Some("html") => "text/html; charset=utf-8",
        Some("js") => "text/javascript; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("svg") => "image/svg+xml",
        Some("ico") => "image/x-icon",
        Some("json" | "map") => "application/json",
        _ => "application/octet-stream",
    }
}
