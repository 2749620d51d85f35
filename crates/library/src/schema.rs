//! The tables of a library.

use rusqlite::{Connection, Transaction};

use crate::LibraryProblem;

/// The version this program reads and writes. Every change of the tables adds one to it. Version 1 was that of Segue 0.1, whose
/// clips were packed in another way.
/// In version 2 clips had no trailers; those that it has can be read, and [`upgrade`] makes room for them.
pub(crate) const VERSION: i64 = 3;

/// The oldest version that is read.
const OLDEST: i64 = 2;

/// Marks an `SQLite` file as a motion library: `SEGU`.
const APPLICATION: i64 = 0x5345_4755;

/// Makes the tables in an empty file.
const TABLES: &str = "
    -- A file that clips were read from. The fingerprint covers all that was read and how.
    CREATE TABLE source (
        id INTEGER PRIMARY KEY,
        path TEXT NOT NULL UNIQUE,
        fingerprint BLOB NOT NULL
    ) STRICT;
    CREATE TABLE skeleton (
        id INTEGER PRIMARY KEY,
        bytes BLOB NOT NULL UNIQUE
    ) STRICT;
    -- `own_name` is what the file calls the clip, `name` what the library does: unique. `hash` covers skeleton, rate and
    -- poses, not the plants.
    CREATE TABLE clip (
        id INTEGER PRIMARY KEY,
        name TEXT NOT NULL UNIQUE,
        own_name TEXT NOT NULL,
        source INTEGER NOT NULL REFERENCES source (id) ON DELETE CASCADE,
        skeleton INTEGER NOT NULL REFERENCES skeleton (id),
        rate REAL NOT NULL,
        frames INTEGER NOT NULL,
        joints INTEGER NOT NULL,
        hash BLOB NOT NULL,
        poses BLOB NOT NULL,
        -- The last column, and so the last bytes of a row: what tells the clip where only these are left of it.
        trailer BLOB,
        UNIQUE (source, own_name)
    ) STRICT;
    CREATE TABLE label (
        clip INTEGER NOT NULL REFERENCES clip (id) ON DELETE CASCADE,
        word TEXT NOT NULL,
        origin TEXT NOT NULL,
        PRIMARY KEY (clip, word)
    ) STRICT, WITHOUT ROWID;
    -- Intervals of planted points, both ends included: as found, and as corrected by hand. A kind that is in
    -- `corrected` has the intervals of `correction` instead of those of `plant`, even when there are none.
    CREATE TABLE plant (
        clip INTEGER NOT NULL REFERENCES clip (id) ON DELETE CASCADE,
        kind TEXT NOT NULL,
        first INTEGER NOT NULL,
        last INTEGER NOT NULL,
        PRIMARY KEY (clip, kind, first)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE corrected (
        clip INTEGER NOT NULL REFERENCES clip (id) ON DELETE CASCADE,
        kind TEXT NOT NULL,
        PRIMARY KEY (clip, kind)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE correction (
        clip INTEGER NOT NULL,
        kind TEXT NOT NULL,
        first INTEGER NOT NULL,
        last INTEGER NOT NULL,
        PRIMARY KEY (clip, kind, first),
        FOREIGN KEY (clip, kind) REFERENCES corrected (clip, kind) ON DELETE CASCADE
    ) STRICT, WITHOUT ROWID;
    -- What is made of clips and encoded by whoever makes it: match webs, saved searches, ….
    CREATE TABLE thing (
        id INTEGER PRIMARY KEY,
        kind TEXT NOT NULL,
        name TEXT NOT NULL,
        hash BLOB NOT NULL,
        bytes BLOB NOT NULL,
        UNIQUE (kind, name)
    ) STRICT;
    CREATE TABLE made_of (
        thing INTEGER NOT NULL REFERENCES thing (id) ON DELETE CASCADE,
        clip INTEGER NOT NULL REFERENCES clip (id) ON DELETE CASCADE,
        PRIMARY KEY (thing, clip)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX made_of_clip ON made_of (clip);
    -- What is made of a clip goes with it.
    CREATE TRIGGER clip_goes BEFORE DELETE ON clip BEGIN
        DELETE FROM thing WHERE id IN (SELECT thing FROM made_of WHERE clip = OLD.id);
    END;
    -- And when its motion changes.
    CREATE TRIGGER clip_changes AFTER UPDATE OF hash ON clip WHEN OLD.hash <> NEW.hash BEGIN
        DELETE FROM thing WHERE id IN (SELECT thing FROM made_of WHERE clip = OLD.id);
    END;
    -- A file without clips and a skeleton without clips are of no use.
    CREATE TRIGGER clip_gone AFTER DELETE ON clip BEGIN
        DELETE FROM skeleton WHERE id = OLD.skeleton AND NOT EXISTS (SELECT 1 FROM clip WHERE skeleton = OLD.skeleton);
        DELETE FROM source WHERE id = OLD.source AND NOT EXISTS (SELECT 1 FROM clip WHERE source = OLD.source);
    END;
";

/// Looks whether the tables are ours, in today's version.
///
/// # Errors
/// When it is no library at all, or of another version.
pub(crate) fn check(connection: &Connection) -> Result<(), LibraryProblem> {
    let number = |pragma: &str| connection.pragma_query_value(None, pragma, |row| row.get::<_, i64>(0));
    match (number("application_id")?, number("user_version")?) {
        (APPLICATION, OLDEST..=VERSION) => Ok(()),
        (APPLICATION, found @ 1..OLDEST) => Err(LibraryProblem::Older { found }),
        (APPLICATION, found) => Err(LibraryProblem::Newer { found }),
        _ => Err(LibraryProblem::NotOne),
    }
}

/// Whether the tables are those of today's version.
pub(crate) fn is_current(connection: &Connection) -> Result<bool, LibraryProblem> {
    Ok(connection.pragma_query_value(None, "user_version", |row| row.get::<_, i64>(0))? == VERSION)
}

/// Brings the tables of an older version that can be read up to date, within a transaction.
pub(crate) fn upgrade(transaction: &Transaction<'_>) -> Result<(), LibraryProblem> {
    let found: i64 = transaction.pragma_query_value(None, "user_version", |row| row.get(0))?;
    if found == OLDEST {
        transaction.execute_batch("ALTER TABLE clip ADD COLUMN trailer BLOB")?;
        transaction.pragma_update(None, "user_version", VERSION)?;
    }
    Ok(())
}

/// Makes the tables, within a transaction.
pub(crate) fn create(transaction: &Transaction<'_>) -> Result<(), LibraryProblem> {
    transaction.execute_batch(TABLES)?;
    transaction.pragma_update(None, "application_id", APPLICATION)?;
    transaction.pragma_update(None, "user_version", VERSION)?;
    Ok(())
}
