//! The tables that the Studio keeps in the opened library, beside those of the library itself.

use std::path::Path;
use std::sync::{Mutex, MutexGuard, PoisonError};

use rusqlite::{Connection, OpenFlags, Transaction, TransactionBehavior};
use segue::library::WAIT;

/// Made when they are not there; a program that knows nothing of the Studio never looks at them.
const TABLES: &str = "
    -- The document: one row. `revision` counts the commands that made it.
    CREATE TABLE IF NOT EXISTS studio_workspace (
        id INTEGER PRIMARY KEY CHECK (id = 1),
        revision INTEGER NOT NULL,
        document TEXT NOT NULL
    ) STRICT;
    INSERT INTO studio_workspace VALUES (1, 0, '{}') ON CONFLICT DO NOTHING;
    -- Commands as they were acknowledged; `id` is the page's own, so that resending does nothing.
    CREATE TABLE IF NOT EXISTS studio_commands (
        revision INTEGER PRIMARY KEY,
        id TEXT NOT NULL UNIQUE,
        tab TEXT NOT NULL,
        command TEXT NOT NULL
    ) STRICT;
    -- Jobs: what was asked, how it stands (`event`), and the answer.
    CREATE TABLE IF NOT EXISTS studio_jobs (
        id TEXT PRIMARY KEY,
        number INTEGER NOT NULL,
        verb TEXT NOT NULL,
        request TEXT NOT NULL,
        event TEXT NOT NULL,
        answer TEXT
    ) STRICT;
    -- What the reader said about a file, by the name of its clips' source.
    CREATE TABLE IF NOT EXISTS studio_notes (
        source TEXT PRIMARY KEY,
        notes TEXT NOT NULL
    ) STRICT;
";

/// The Studio's own tables. Changes are short and made one after the other.
#[derive(Debug)]
pub(crate) struct Memory {
    connection: Mutex<Connection>,
}

impl Memory {
    pub(crate) fn open(library: &Path) -> rusqlite::Result<Self> {
        let connection = Connection::open_with_flags(library, OpenFlags::SQLITE_OPEN_READ_WRITE)?;
        connection.busy_timeout(WAIT)?;
        connection.pragma_update(None, "synchronous", "normal")?;
        connection.execute_batch(TABLES)?;
        Ok(Self { connection: Mutex::new(connection) })
    }

    /// Reads.
    pub(crate) fn read<T>(&self, f: impl FnOnce(&Connection) -> rusqlite::Result<T>) -> rusqlite::Result<T> {
        f(&self.lock())
    }

    /// A number that is another one after every change that others make to the file; 0 when the file cannot be read.
    pub(crate) fn version(&self) -> u64 {
        self.lock().pragma_query_value(None, "data_version", |row| row.get(0)).unwrap_or(0)
    }

    /// Makes a change whole or not at all; it is on disk when this returns.
    pub(crate) fn change<T, E: From<rusqlite::Error>>(
        &self,
        f: impl FnOnce(&Transaction<'_>) -> Result<T, E>,
    ) -> Result<T, E> {
        let mut connection = self.lock();
        let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
        let result = f(&transaction)?;
        transaction.commit()?;
        Ok(result)
    }

    fn lock(&self) -> MutexGuard<'_, Connection> {
        // A change that panicked was rolled back.
        self.connection.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
