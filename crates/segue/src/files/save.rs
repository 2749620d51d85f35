//! Writing files so that nobody ever sees half of one.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// Files that belong together, by name, not yet written.
///
/// [`Save::commit`] first writes each beside its place under a temporary name and only then renames them, so a full
/// disk, a crash or a folder without permission leaves every old file as it was.
///
/// ```
/// # let folder = tempfile::tempdir()?;
/// let path = folder.path().join("walk.txt");
/// segue::files::save(&path, b"step")?;
/// assert_eq!(std::fs::read(&path)?, b"step");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Default)]
pub struct Save {
    files: Vec<(PathBuf, Vec<u8>)>,
}

/// A file could not be written; the files there were before are unchanged.
#[derive(Debug, thiserror::Error)]
#[error("cannot write {}", path.display())]
pub struct SaveError {
    /// The file.
    pub path: PathBuf,
    /// What the system said.
    pub source: io::Error,
}

/// Writes one file whole or not at all.
///
/// # Errors
/// When the folder is missing or cannot be written to, or the disk is full.
pub fn save(path: impl Into<PathBuf>, bytes: &[u8]) -> Result<(), SaveError> {
    let mut save = Save::default();
    save.add(path, bytes.to_vec());
    save.commit()
}

impl Save {
    /// Adds a file.
    pub fn add(&mut self, path: impl Into<PathBuf>, bytes: Vec<u8>) {
        self.files.push((path.into(), bytes));
    }

    /// The files that will be written.
    pub fn paths(&self) -> impl Iterator<Item = &Path> {
        self.files.iter().map(|(path, _)| path.as_path())
    }

    /// Writes all files beside their places, then moves each to its place, replacing what was there.
    ///
    /// # Errors
    /// When a folder is missing or cannot be written to, or the disk is full.
    pub fn commit(self) -> Result<(), SaveError> {
        let mut written = Vec::with_capacity(self.files.len());
        for (path, bytes) in self.files {
            let fail = |source| SaveError { path: path.clone(), source };
            written.push(Beside::write(path.clone(), &bytes).map_err(fail)?);
        }
        written.into_iter().try_for_each(Beside::put_in_place)
    }
}

/// A file written under a temporary name; removed again when it is dropped before it is put in place.
struct Beside {
    path: PathBuf,
    temporary: PathBuf,
}

impl Beside {
    fn write(path: PathBuf, bytes: &[u8]) -> io::Result<Self> {
        if path.is_dir() {
            return Err(io::Error::new(io::ErrorKind::IsADirectory, "it is a folder"));
        }
        let this = Self { temporary: temporary_name(&path)?, path };
        let mut file = File::create_new(&this.temporary)?;
        file.write_all(bytes)?;
        // Without this a power cut after the rename could leave an empty file under the final name.
        file.sync_all()?;
        Ok(this)
    }

    fn put_in_place(self) -> Result<(), SaveError> {
        fs::rename(&self.temporary, &self.path)
            .map_err(|source| SaveError { path: self.path.clone(), source })
    }
}

impl Drop for Beside {
    fn drop(&mut self) {
        // After a successful rename there is nothing left to remove.
        let _ = fs::remove_file(&self.temporary);
    }
}

/// In the same folder, since a rename does not cross file systems; with the process number, so that two programs
/// that write the same file do not meet.
fn temporary_name(path: &Path) -> io::Result<PathBuf> {
    let name =
        path.file_name().ok_or_else(|| io::Error::new(io::ErrorKind::InvalidInput, "it has no file name"))?;
    let mut hidden = std::ffi::OsString::from(".");
    hidden.push(name);
    hidden.push(format!(".{}.part", std::process::id()));
    Ok(path.with_file_name(hidden))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(folder: &Path) -> Vec<String> {
        let entries = fs::read_dir(folder).unwrap();
        let mut names: Vec<_> =
            entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        names
    }

    #[test]
    fn several_files_are_written_together() {
        let folder = tempfile::tempdir().unwrap();
        let mut files = Save::default();
        files.add(folder.path().join("a.asf"), b"skeleton".to_vec());
        files.add(folder.path().join("a.amc"), b"motion".to_vec());
        files.commit().unwrap();
        assert_eq!(names(folder.path()), ["a.amc", "a.asf"]);
    }

    #[test]
    fn an_old_file_is_replaced() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a");
        save(&path, b"long old text").unwrap();
        save(&path, b"new").unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"new");
    }

    #[test]
    fn a_failure_leaves_the_folder_as_it_was() {
        let folder = tempfile::tempdir().unwrap();
        save(folder.path().join("first"), b"old").unwrap();
        let mut files = Save::default();
        files.add(folder.path().join("first"), b"new".to_vec());
        files.add(folder.path().join("missing/second"), b"new".to_vec());
        let error = files.commit().unwrap_err();
        assert!(error.to_string().contains("missing/second"));
        assert_eq!(names(folder.path()), ["first"]);
        assert_eq!(fs::read(folder.path().join("first")).unwrap(), b"old");
    }

    #[test]
    fn a_folder_is_not_a_file() {
        let folder = tempfile::tempdir().unwrap();
        assert!(save(folder.path(), b"x").is_err());
        assert!(save("/", b"x").is_err());
    }
}
