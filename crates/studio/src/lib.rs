//! The Studio: a local server for a page in the browser, and nothing else.
//!
//! The server computes everything that is motion: its routes are the requests and answers of [`segue::verbs`], one
//! WebSocket carries what changes while the hand drags, and long work runs as jobs. The page samples, draws and sends.
//! What a person edits is kept in the opened library, so that neither a closed browser nor a killed server loses it.
//!
//! The principal type is [`Studio`]: an opened library with all that serves it. [`app()`] makes the router of it, which
//! tests call without a network; [`serve()`] listens.
//!
//! Nothing from a request is trusted: [`guard`](app()) admits the page itself and nobody else, and no request names a
//! path.

mod app;
mod assets;
mod body;
mod clips;
mod commands;
mod container;
mod effects;
mod error;
mod figures;
mod guard;
mod job_routes;
mod jobs;
mod live;
mod memory;
mod names;
mod notes;
mod outcome;
mod place;
mod pointer;
mod python;
mod serve;
mod session;
mod settings;
mod shown;
mod studio;
mod uploads;
mod verbs;
mod warmth;
mod watcher;
mod wire;
mod workspace;

pub use app::app;
pub use error::AppError;
pub use place::{Opened, PlaceError};
pub use serve::{ServeError, serve};
pub use settings::{MEGABYTE, StudioLimits, StudioSettings, new_token};
pub use studio::{Studio, StudioError};
