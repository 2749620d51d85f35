//! The Studio without a browser: every route, as the page and as strangers call it.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod clips;
mod hostile;
mod jobs;
mod live;
mod many;
mod server;
mod types;
mod uploads;
mod verbs;
mod workspace;
