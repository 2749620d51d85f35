//! The document of the page and the commands that make it.
//!
//! A command says what it expects to find and what it puts there, so that two pages that edit different things never
//! disturb each other, and one that edits what has changed meanwhile is refused. It is acknowledged when it is on disk.

use std::sync::Arc;

use axum::body::Body;
use axum::extract::{Query, State};
use axum::http::HeaderMap;
use axum::response::Response;
use rusqlite::{OptionalExtension as _, Transaction, params};
use serde_json::Value;

use crate::memory::Memory;
use crate::pointer::Pointer;
use crate::session::json;
use crate::wire::{
    Acknowledged, Command, CommandKind, CommandsFacts, LoggedCommand, SentCommand, Since, WorkspaceFacts,
};
use crate::{AppError, Studio, body, effects};

/// Commands that stay in the log. Older ones cannot be resent.
const KEPT: u64 = 10_000;
/// The largest document, as text.
const LARGEST_BYTES: usize = 1 << 20;

/// The document as it is.
pub(crate) async fn document(State(studio): State<Arc<Studio>>) -> Result<Response, AppError> {
    let (revision, document) = studio.memory().read(current)?;
    Ok(json(&WorkspaceFacts { revision, document }))
}

/// The commands after a revision, for a page that was away.
pub(crate) async fn commands(
    State(studio): State<Arc<Studio>>,
    Query(since): Query<Since>,
) -> Result<Response, AppError> {
    let commands = studio.memory().read(|connection| {
        let text = "SELECT revision, tab, command FROM studio_commands WHERE revision > ? ORDER BY revision";
        let mut statement = connection.prepare_cached(text)?;
        let rows = statement.query_map([since.since], |row| {
            Ok(LoggedCommand { revision: row.get(0)?, tab: row.get(1)?, command: parsed(row, 2)? })
        })?;
        rows.collect::<rusqlite::Result<Vec<_>>>()
    })?;
    Ok(json(&CommandsFacts { commands }))
}

/// Applies a command and tells everybody.
pub(crate) async fn command(
    State(studio): State<Arc<Studio>>,
    headers: HeaderMap,
    body: Body,
) -> Result<Response, AppError> {
    let sent: SentCommand = body::json(&headers, body, &studio.settings().limits).await?;
    let done = studio.clone().blocking(move |studio| apply(studio, &sent)).await?;
    Ok(json(&Acknowledged { revision: done }))
}

/// Applies a command once, however often it is sent.
pub(crate) fn apply(studio: &Studio, sent: &SentCommand) -> Result<u64, AppError> {
    let Command { id, path, .. } = &sent.command;
    if id.is_empty() || id.len() > 64 || sent.tab.len() > 64 {
        return Err(AppError::malformed("a command has an id, and a tab has a name, of at most 64 letters"));
    }
    let pointer = Pointer::parse(path)
        .ok_or_else(|| AppError::malformed(format!("`{path}` is no place in the document")))?;
    let _one_by_one = studio.one_command();
    let memory = studio.memory();
    if let Some(revision) = known(memory, id)? {
        return Ok(revision);
    }
    if sent.command.kind != CommandKind::Rename {
        check(memory, &sent.command, &pointer)?;
    }
    // Before the command is logged: when the program is killed in between, the page sends it again.
    if sent.command.kind != CommandKind::Set {
        effects::apply(studio, &sent.command, &pointer)?;
    }
    let revision = memory.change(|transaction| log(transaction, sent, &pointer))?;
    studio.tell(&LoggedCommand { revision, tab: sent.tab.clone(), command: sent.command.clone() }.event());
    Ok(revision)
}

fn known(memory: &Memory, id: &str) -> Result<Option<u64>, AppError> {
    let text = "SELECT revision FROM studio_commands WHERE id = ?";
    Ok(memory.read(|connection| connection.query_row(text, [id], |row| row.get(0)).optional())?)
}

fn check(memory: &Memory, command: &Command, pointer: &Pointer) -> Result<(), AppError> {
    let (revision, document) = memory.read(current)?;
    let found = pointer.get(&document);
    if *found == command.before {
        return Ok(());
    }
    let message = format!("`{}` was changed meanwhile", command.path);
    Err(AppError::conflict(message, found.clone(), revision))
}

fn log(transaction: &Transaction<'_>, sent: &SentCommand, pointer: &Pointer) -> Result<u64, AppError> {
    let (revision, mut document) = current(transaction)?;
    if sent.command.kind != CommandKind::Rename {
        pointer.set(&mut document, sent.command.after.clone()).map_err(AppError::malformed)?;
    }
    let text = document.to_string();
    if text.len() > LARGEST_BYTES {
        return Err(AppError::too_large("the document", LARGEST_BYTES));
    }
    let revision = revision + 1;
    let command =
        serde_json::to_string(&sent.command).map_err(|error| AppError::malformed(error.to_string()))?;
    transaction.execute("UPDATE studio_workspace SET revision = ?, document = ?", params![revision, text])?;
    transaction.execute(
        "INSERT INTO studio_commands (revision, id, tab, command) VALUES (?, ?, ?, ?)",
        params![revision, sent.command.id, sent.tab, command],
    )?;
    transaction
        .execute("DELETE FROM studio_commands WHERE revision <= ?", [revision.saturating_sub(KEPT)])?;
    Ok(revision)
}

/// The revision and the document.
pub(crate) fn current(connection: &rusqlite::Connection) -> rusqlite::Result<(u64, Value)> {
    let mut statement = connection.prepare_cached("SELECT revision, document FROM studio_workspace")?;
    statement.query_row([], |row| Ok((row.get(0)?, parsed(row, 1)?)))
}

/// A column that holds JSON.
pub(crate) fn parsed<T: serde::de::DeserializeOwned>(
    row: &rusqlite::Row<'_>,
    column: usize,
) -> rusqlite::Result<T> {
    let text: String = row.get(column)?;
    serde_json::from_str(&text).map_err(|error| {
        rusqlite::Error::FromSqlConversionFailure(column, rusqlite::types::Type::Text, Box::new(error))
    })
}
