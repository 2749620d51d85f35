//! Checking a whole library.

use std::path::Path;

use rusqlite::Connection;
use segue_motion::ContentHash;

use crate::entries::{bare_clip, clip};
use crate::library::has_log;
use crate::{Library, LibraryError, LibraryProblem, Shortfall};

/// What [`Library::check`] found.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Health {
    /// Clips that were unpacked and compared with their fingerprints.
    pub clips: usize,
    /// Things that are there.
    pub things: usize,
    /// What is wrong, one sentence each; empty for a sound library.
    pub faults: Vec<String>,
}

impl Library {
    /// Looks at every page of the file, every reference between tables, and every clip, whose poses must have their
    /// fingerprint. `progress` gets the number of clips that are done and of all.
    ///
    /// # Errors
    /// When the library is so damaged that it cannot be looked at.
    pub fn check(&self, mut progress: impl FnMut(usize, usize)) -> Result<Health, LibraryError> {
        self.read(|view| {
            let mut health = Health { faults: pages(view)?, ..Health::default() };
            health.faults.extend(cut_off(self.path())?);
            health.faults.extend(references(view)?);
            let ids: Vec<(i64, String)> = view
                .prepare("SELECT id, name FROM clip ORDER BY name")?
                .query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?
                .collect::<Result<_, _>>()?;
            for (done, (id, name)) in ids.iter().enumerate() {
                progress(done, ids.len());
                health.faults.extend(clip_fault(view, *id, name)?);
            }
            health.clips = ids.len();
            health.things = view.query_row("SELECT count(*) FROM thing", [], |row| row.get(0))?;
            Ok(health)
        })
    }
}

/// What `SQLite` finds wrong with its own pages.
fn pages(view: &Connection) -> Result<Vec<String>, LibraryProblem> {
    let mut statement = view.prepare("PRAGMA integrity_check")?;
    let lines = statement.query_map([], |row| row.get::<_, String>(0))?.collect::<Result<Vec<_>, _>>()?;
    Ok(lines.into_iter().filter(|line| line != "ok").collect())
}

/// Whether the end of the file is missing, even if nothing was written there yet.
fn cut_off(path: &Path) -> Result<Option<String>, LibraryProblem> {
    let shortfall = Shortfall::of(path)?.filter(|_| !has_log(path));
    Ok(shortfall.map(|Shortfall { found_bytes, expected_bytes, .. }| {
        format!("the file is cut off: {found_bytes} of {expected_bytes} bytes are there")
    }))
}

/// Rows that refer to others that are not there.
fn references(view: &Connection) -> Result<Vec<String>, LibraryProblem> {
    let mut statement = view.prepare("PRAGMA foreign_key_check")?;
    let lines = statement.query_map([], |row| {
        let (table, other): (String, String) = (row.get(0)?, row.get(2)?);
        Ok(format!("a row of `{table}` refers to one of `{other}` that is not there"))
    })?;
    Ok(lines.collect::<Result<_, _>>()?)
}

/// What is wrong with a clip. Reports damage of one clip and goes on with the others; anything else is an error.
fn clip_fault(view: &Connection, id: i64, name: &str) -> Result<Option<String>, LibraryProblem> {
    let stored: Result<[u8; 32], _> =
        view.query_row("SELECT hash FROM clip WHERE id = ?", [id], |row| row.get(0));
    let found = bare_clip(view, id).and_then(|bare| {
        clip(view, id)?;
        Ok((ContentHash::of_motion(&bare), bare.len()))
    });
    let frames: usize = view.query_row("SELECT frames FROM clip WHERE id = ?", [id], |row| row.get(0))?;
    match (found, stored) {
        (Ok((found, length)), Ok(stored)) if found == ContentHash::from_bytes(stored) && length == frames => {
            Ok(None)
        }
        (Ok(_), _) => Ok(Some(format!("clip `{name}` is not the one that its fingerprint was taken of"))),
        (Err(LibraryProblem::Damaged { what }), _) => Ok(Some(format!("clip `{name}` is damaged: {what}"))),
        (Err(LibraryProblem::Clip(error)), _) => Ok(Some(error.to_string())),
        (Err(problem), _) => Err(problem),
    }
}
