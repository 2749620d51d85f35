//! What is made of clips: match webs, saved searches and whatever comes later. The library does not look inside.

use rusqlite::{OptionalExtension as _, Row, params};

use crate::entries::clip_id;
use crate::{Library, LibraryError, LibraryProblem};

/// Something made of clips, as bytes that only its maker reads.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Artifact {
    /// What kind of thing it is: `web`, `search`, ….
    pub kind: String,
    /// Its name, unique among its kind.
    pub name: String,
    /// A fingerprint of all that it was made of, as its maker takes it.
    pub hash: Vec<u8>,
    /// Itself.
    pub bytes: Vec<u8>,
}

/// What is known of a thing without its bytes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ArtifactEntry {
    /// What kind of thing it is.
    pub kind: String,
    /// Its name, unique among its kind.
    pub name: String,
    /// A fingerprint of all that it was made of.
    pub hash: Vec<u8>,
    /// How many bytes it has.
    pub length: usize,
}

impl Library {
    /// Puts things in place of those of the same kind and name, all or none. Each goes when one of the clips it was made
    /// of is taken out, or its motion changes.
    ///
    /// # Errors
    /// When a clip is not there, or the library cannot be changed; it is then as it was.
    pub fn put_artifacts<'a>(
        &mut self,
        things: impl IntoIterator<Item = (&'a Artifact, &'a [String])>,
    ) -> Result<(), LibraryError> {
        self.change(|transaction| {
            for (thing, clips) in things {
                let Artifact { kind, name, hash, bytes } = thing;
                let id: i64 = transaction
                    .prepare_cached(
                        "INSERT INTO thing (kind, name, hash, bytes) VALUES (?, ?, ?, ?)
                         ON CONFLICT (kind, name) DO UPDATE
                         SET hash = excluded.hash, bytes = excluded.bytes RETURNING id",
                    )?
                    .query_row(params![kind, name, hash, bytes], |row| row.get(0))?;
                transaction.execute("DELETE FROM made_of WHERE thing = ?", [id])?;
                for clip in clips {
                    let clip = clip_id(transaction, clip)?;
                    transaction
                        .prepare_cached("INSERT OR IGNORE INTO made_of (thing, clip) VALUES (?, ?)")?
                        .execute([id, clip])?;
                }
            }
            Ok(())
        })
    }

    /// A thing by kind and name.
    ///
    /// # Errors
    /// When the library cannot be read.
    pub fn artifact(&self, kind: &str, name: &str) -> Result<Option<Artifact>, LibraryError> {
        self.read(|view| {
            let mut statement =
                view.prepare_cached("SELECT kind, name, hash, bytes FROM thing WHERE kind = ? AND name = ?")?;
            let thing = |row: &Row<'_>| {
                Ok(Artifact { kind: row.get(0)?, name: row.get(1)?, hash: row.get(2)?, bytes: row.get(3)? })
            };
            Ok(statement.query_row([kind, name], thing).optional()?)
        })
    }

    /// All things of a kind, in order of name.
    ///
    /// # Errors
    /// When the library cannot be read.
    pub fn artifacts(&self, kind: &str) -> Result<Vec<ArtifactEntry>, LibraryError> {
        self.read(|view| {
            let mut statement = view.prepare_cached(
                "SELECT kind, name, hash, length(bytes) FROM thing WHERE kind = ? ORDER BY name",
            )?;
            Ok(statement.query_map([kind], entry)?.collect::<Result<_, _>>()?)
        })
    }

    /// Takes a thing out; whether it was there.
    ///
    /// # Errors
    /// When the library cannot be changed.
    pub fn remove_thing(&mut self, kind: &str, name: &str) -> Result<bool, LibraryError> {
        self.change(|transaction| -> Result<bool, LibraryProblem> {
            Ok(transaction.execute("DELETE FROM thing WHERE kind = ? AND name = ?", [kind, name])? > 0)
        })
    }
}

fn entry(row: &Row<'_>) -> rusqlite::Result<ArtifactEntry> {
    let (kind, name, hash) = (row.get(0)?, row.get(1)?, row.get(2)?);
    Ok(ArtifactEntry { kind, name, hash, length: row.get(3)? })
}
