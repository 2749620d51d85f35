//! What readers said about files, kept with the library.

use std::collections::BTreeMap;

use rusqlite::params;

use crate::AppError;
use crate::memory::Memory;
use crate::wire::NoteFacts;
use crate::workspace::parsed;

/// Keeps what was noted about files that were added, in place of what was noted before.
pub(crate) fn keep(memory: &Memory, notes: &[NoteFacts]) -> Result<(), AppError> {
    let mut about: BTreeMap<String, Vec<&NoteFacts>> = BTreeMap::new();
    for note in notes {
        if let Some(input) = &note.input {
            about.entry(source(input)).or_default().push(note);
        }
    }
    memory.change(|transaction| {
        for (source, notes) in &about {
            let text = serde_json::to_string(notes).map_err(|error| AppError::internal(error.to_string()))?;
            let put =
                "INSERT INTO studio_notes VALUES (?1, ?2) ON CONFLICT (source) DO UPDATE SET notes = ?2";
            transaction.execute(put, params![source, text])?;
        }
        Ok(())
    })
}

/// All notes, by the source of the clips that they are about.
pub(crate) fn all(memory: &Memory) -> Result<BTreeMap<String, Vec<NoteFacts>>, AppError> {
    Ok(memory.read(|connection| {
        let mut statement = connection.prepare_cached("SELECT source, notes FROM studio_notes")?;
        let rows = statement.query_map([], |row| Ok((row.get(0)?, parsed(row, 1)?)))?;
        rows.collect()
    })?)
}

/// The source of clips as the library calls it: with the full path.
fn source(input: &str) -> String {
    std::fs::canonicalize(input).map_or_else(|_| input.to_owned(), |path| path.display().to_string())
}
