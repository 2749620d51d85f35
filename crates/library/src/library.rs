//! Making and opening libraries.

use std::fs::{self, OpenOptions};
use std::io::{self, Read as _};
use std::path::{Path, PathBuf};
use std::time::Duration;

use rusqlite::{Connection, ErrorCode, OpenFlags, Transaction, TransactionBehavior};
use segue_store::{Draft, open_regular};

use crate::{LibraryError, LibraryProblem, schema};

/// How long one waits for another program's change to be done. Changes are short: a clip takes milliseconds.
pub const WAIT: Duration = Duration::from_secs(10);

/// What every `SQLite` file starts with.
const MAGIC: &[u8; 16] = b"SQLite format 3\0";

/// A motion library: clips with their labels and plants, and what is made of them, in one file.
///
/// Any number of programs may read it while one writes. Every change is made whole or not at all, whatever happens to
/// the program or to others that change it at the same time; those wait for each other, for [`WAIT`] at most.
///
/// ```
/// use segue_library::{Library, Packed, ClipSource};
/// use segue_actors::Sample;
///
/// let folder = tempfile::tempdir()?;
/// let path = folder.path().join("moves.segue");
/// let mut library = Library::create(&path)?;
/// let walk = Sample::find("walk").expect("there is a walk").clip();
/// library.put(&ClipSource::new("sample:walk", b"1"), &[Packed::of(&walk)])?;
///
/// let library = Library::open(&path)?;
/// assert_eq!(library.entries()?[0].name, walk.name());
/// assert_eq!(library.clip(walk.name())?, walk);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Library {
    path: PathBuf,
    pub(crate) connection: Connection,
}

impl Library {
    /// Makes an empty library.
    ///
    /// # Errors
    /// When there is a file of this name, or the folder cannot be written to.
    pub fn create(path: impl AsRef<Path>) -> Result<Self, LibraryError> {
        let path = path.as_ref();
        create(path).map_err(|problem| problem.at(path))?;
        Self::open_to_write(path)
    }

    /// Opens a library for reading; it need not be in a place that can be written to.
    ///
    /// # Errors
    /// When there is none, or it is of another version or damaged.
    pub fn open(path: impl AsRef<Path>) -> Result<Self, LibraryError> {
        let path = path.as_ref();
        let open = || {
            check_header(path)?;
            let connection = read_only(path)?;
            schema::check(&connection)?;
            Ok(connection)
        };
        let connection = open().map_err(|problem: LibraryProblem| problem.at(path))?;
        Ok(Self { path: path.to_owned(), connection })
    }

    /// Opens a library to change it.
    ///
    /// # Errors
    /// When there is none, it is of another version or damaged, or may not be written to.
    pub fn open_to_write(path: impl AsRef<Path>) -> Result<Self, LibraryError> {
        let path = path.as_ref();
        let open = || {
            check_header(path)?;
            if fs::metadata(path)?.permissions().readonly() {
                return Err(LibraryProblem::ReadOnly("the file is read-only".to_owned()));
            }
            let mut connection = Connection::open_with_flags(path, OpenFlags::SQLITE_OPEN_READ_WRITE)?;
            prepare(&connection)?;
            schema::check(&connection)?;
            upgrade(&mut connection)?;
            Ok(connection)
        };
        let connection = open().map_err(|problem: LibraryProblem| problem.at(path))?;
        Ok(Self { path: path.to_owned(), connection })
    }

    /// Writes the file anew without the room that removed things took. What is in it stays as it is; a program that is killed
    /// meanwhile leaves it as it was.
    ///
    /// # Errors
    /// When another program works on the library, the disk is full, or it may not be written to.
    pub fn compact(&self) -> Result<(), LibraryError> {
        let compact = || {
            self.connection.execute_batch("VACUUM")?;
            // Folds the log into the file, which only then is as small as what it holds.
            Ok(self.connection.query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |_| Ok(()))?)
        };
        compact().map_err(|problem: LibraryProblem| problem.at(&self.path))
    }

    /// Where the library is.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Reads within one view of the library, which others' changes do not touch.
    pub(crate) fn read<T>(
        &self,
        f: impl FnOnce(&Connection) -> Result<T, LibraryProblem>,
    ) -> Result<T, LibraryError> {
        let read = || {
            let view = self.connection.unchecked_transaction()?;
            f(&view)
        };
        read().map_err(|problem| problem.at(&self.path))
    }

    /// Makes a change whole or not at all.
    pub(crate) fn change<T>(
        &mut self,
        f: impl FnOnce(&Transaction<'_>) -> Result<T, LibraryProblem>,
    ) -> Result<T, LibraryError> {
        let connection = &mut self.connection;
        let change = || {
            let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
            let result = f(&transaction)?;
            transaction.commit()?;
            Ok(result)
        };
        change().map_err(|problem: LibraryProblem| problem.at(&self.path))
    }
}

/// Builds the tables under another name and gives them this one, unless it is taken: nobody sees half a library, and of
/// several programs that make the same one, one succeeds and nothing is replaced.
fn create(path: &Path) -> Result<(), LibraryProblem> {
    if fs::symlink_metadata(path).is_ok() {
        return Err(LibraryProblem::Exists);
    }
    // The tables have a file of their own beside it: `SQLite` has its own locks.
    let guard = Draft::beside(path)?;
    let mut draft = guard.path().as_os_str().to_owned();
    draft.push("-tables");
    let draft = PathBuf::from(draft);
    let built = build(&draft).and_then(|()| claim(&draft, path));
    // What cannot be removed is removed with the guard of a program that is gone.
    let _ = fs::remove_file(&draft);
    built
}

/// Gives a file a name that is free, in one step.
fn claim(draft: &Path, path: &Path) -> Result<(), LibraryProblem> {
    let taken = |error: io::Error| match error.kind() {
        io::ErrorKind::AlreadyExists => LibraryProblem::Exists,
        _ => error.into(),
    };
    match fs::hard_link(draft, path) {
        Err(error) if error.kind() != io::ErrorKind::AlreadyExists => {
            // Where files have one name only, an empty one keeps others away until the library replaces it.
            OpenOptions::new().write(true).create_new(true).open(path).map_err(taken)?;
            Ok(fs::rename(draft, path)?)
        }
        linked => linked.map_err(taken),
    }
}

fn build(draft: &Path) -> Result<(), LibraryProblem> {
    let mut connection = Connection::open(draft)?;
    prepare(&connection)?;
    fill(&mut connection)?;
    connection.close().map_err(|(_, error)| error.into())
}

/// How a connection behaves that changes things.
fn prepare(connection: &Connection) -> Result<(), LibraryProblem> {
    connection.busy_timeout(WAIT)?;
    // Readers go on reading what was there while a change is made.
    connection.pragma_update_and_check(None, "journal_mode", "wal", |_| Ok(()))?;
    // A crash of the machine may lose the last changes but never break the file; a crash of the program loses nothing.
    connection.pragma_update(None, "synchronous", "normal")?;
    connection.pragma_update(None, "foreign_keys", true)?;
    // What is removed is gone from the file: what is saved of a file that was cut off must not be what was removed before.
    connection.pragma_update_and_check(None, "secure_delete", true, |_| Ok(()))?;
    Ok(())
}

fn upgrade(connection: &mut Connection) -> Result<(), LibraryProblem> {
    if schema::is_current(connection)? {
        return Ok(());
    }
    let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
    schema::upgrade(&transaction)?;
    Ok(transaction.commit()?)
}

fn fill(connection: &mut Connection) -> Result<(), LibraryProblem> {
    let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
    // Another program may have been faster.
    let tables: i64 = transaction.query_row("SELECT count(*) FROM sqlite_schema", [], |row| row.get(0))?;
    if tables == 0 {
        schema::create(&transaction)?;
    } else {
        schema::check(&transaction)?;
    }
    Ok(transaction.commit()?)
}

fn read_only(path: &Path) -> Result<Connection, LibraryProblem> {
    let open = |fixed: bool| -> rusqlite::Result<Connection> {
        let connection = if fixed {
            let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_URI;
            Connection::open_with_flags(immutable(path), flags)?
        } else {
            // Only who may write tidies up the files beside the library when the last one is done with it.
            Connection::open_with_flags(path, OpenFlags::SQLITE_OPEN_READ_WRITE)?
        };
        connection.busy_timeout(WAIT)?;
        connection.pragma_update(None, "query_only", true)?;
        connection.query_row("SELECT count(*) FROM sqlite_schema", [], |_| Ok(()))?;
        Ok(connection)
    };
    match open(false) {
        // Where nothing can be written there is no room for what readers and writers share, but no writer either.
        Err(error)
            if matches!(error.sqlite_error_code(), Some(ErrorCode::CannotOpen | ErrorCode::ReadOnly))
                && !wal_path(path).exists() =>
        {
            Ok(open(true)?)
        }
        other => Ok(other?),
    }
}

fn wal_path(path: &Path) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push("-wal");
    name.into()
}

/// Whether changes of a library are in the log beside it and not in its file yet.
pub(crate) fn has_log(path: &Path) -> bool {
    fs::metadata(wal_path(path)).is_ok_and(|log| log.len() > 0)
}

/// The file as an address that says nobody changes it.
pub(crate) fn immutable(path: &Path) -> String {
    let escaped: String = path
        .to_string_lossy()
        .chars()
        .map(|c| match c {
            '%' | '?' | '#' => format!("%{:02x}", c as u32),
            c => c.to_string(),
        })
        .collect();
    format!("file:{escaped}?immutable=1")
}

/// Tells what is no library before `SQLite` takes an empty or foreign file for one.
fn check_header(path: &Path) -> Result<(), LibraryProblem> {
    let missing = |error: io::Error| match error.kind() {
        io::ErrorKind::NotFound => LibraryProblem::Missing,
        _ => error.into(),
    };
    if fs::metadata(path).map_err(missing)?.is_dir() {
        return Err(LibraryProblem::NotOne);
    }
    let mut head = Vec::new();
    open_regular(path).map_err(missing)?.take(MAGIC.len() as u64).read_to_end(&mut head)?;
    match head.as_slice() {
        [] => Err(LibraryProblem::Empty),
        head if head == MAGIC => Ok(()),
        _ => Err(LibraryProblem::NotOne),
    }
}

#[cfg(test)]
mod tests {
    use segue_actors::Sample;

    use super::*;
    use crate::{ClipSource, Packed};

    /// As many pages as there are and not one more is what a full disk looks like to `SQLite`.
    #[test]
    fn a_library_on_a_full_disk_keeps_what_it_has() {
        let folder = tempfile::tempdir().unwrap();
        let mut library = Library::create(folder.path().join("a.segue")).unwrap();
        let packed = Packed::of(&Sample::find("walk").unwrap().clip());
        library.put(&ClipSource::new("a", b"1"), std::slice::from_ref(&packed)).unwrap();
        library.connection.pragma_update_and_check(None, "max_page_count", 1, |_| Ok(())).unwrap();
        let error = library.put(&ClipSource::new("b", b"1"), &[packed]).unwrap_err();
        assert!(matches!(error.problem, LibraryProblem::Full), "{error}");
        assert_eq!(library.entries().unwrap().len(), 1);
        assert!(library.check(|_, _| ()).unwrap().faults.is_empty());
    }

    #[test]
    fn a_writer_that_takes_too_long_is_told() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.segue");
        let mut slow = Library::create(&path).unwrap();
        let mut other = Library::open_to_write(&path).unwrap();
        other.connection.busy_timeout(Duration::from_millis(50)).unwrap();
        let error = slow.change(|_| Ok(other.remove(&[]).unwrap_err())).unwrap();
        assert!(matches!(error.problem, LibraryProblem::Busy), "{error}");
        other.remove(&[]).unwrap();
    }

    #[cfg(unix)]
    #[test]
    fn a_library_in_a_place_that_cannot_be_written_to_can_be_read() {
        use std::os::unix::fs::PermissionsExt as _;
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("50% #1?.segue");
        drop(Library::create(&path).unwrap());
        let writable = |yes: bool| {
            let mode = if yes { 0o755 } else { 0o555 };
            fs::set_permissions(folder.path(), fs::Permissions::from_mode(mode)).unwrap();
        };
        writable(false);
        let library = Library::open(&path);
        writable(true);
        assert!(library.unwrap().entries().unwrap().is_empty());
        let address = Connection::open_with_flags(
            immutable(&path),
            OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_URI,
        );
        schema::check(&address.unwrap()).unwrap();
    }
}
