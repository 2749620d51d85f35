//! Writing files so that nobody ever sees half of one.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use segue_formats::Content;
use segue_store::Draft;

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
pub struct Save<'a> {
    files: Vec<(PathBuf, Content<'a>)>,
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

/// Writes one file whole or not at all; folders that are missing are made.
///
/// # Errors
/// When a folder cannot be made or written to, the file is read only, or the disk is full.
pub fn save(path: impl Into<PathBuf>, bytes: &[u8]) -> Result<(), SaveError> {
    let mut save = Save::default();
    save.add(path, bytes.to_vec());
    save.commit()
}

impl<'a> Save<'a> {
    /// Adds a file.
    pub fn add(&mut self, path: impl Into<PathBuf>, content: impl Into<Content<'a>>) {
        self.files.push((path.into(), content.into()));
    }

    /// The files that will be written.
    pub fn paths(&self) -> impl Iterator<Item = &Path> {
        self.files.iter().map(|(path, _)| path.as_path())
    }

    /// Makes the folders that are missing, writes all files beside their places, then moves each to its place, replacing what
    /// was there. A link stays, and what it leads to is replaced.
    ///
    /// # Errors
    /// When a folder cannot be made or written to, a file is read only, a pipe or a device, or the disk is full.
    pub fn commit(self) -> Result<(), SaveError> {
        let mut written = Vec::with_capacity(self.files.len());
        for (path, content) in self.files {
            let fail = |source| SaveError { path: path.clone(), source };
            written.push(Beside::write(path.clone(), &content).map_err(fail)?);
        }
        written.into_iter().try_for_each(Beside::put_in_place)
    }
}

/// A file written under another name, and where it goes.
struct Beside {
    path: PathBuf,
    draft: Draft,
}

impl Beside {
    fn write(path: PathBuf, content: &Content<'_>) -> io::Result<Self> {
        if path.is_dir() {
            return Err(io::Error::new(io::ErrorKind::IsADirectory, "it is a folder"));
        }
        // As `cp` does: what a link leads to is replaced, and a read-only file is not.
        let path = if path.is_symlink() { path.canonicalize()? } else { path };
        if let Ok(found) = fs::metadata(&path) {
            let refused = |kind, reason: &str| Err(io::Error::new(kind, reason));
            if !found.is_file() {
                // A file in its place would be another thing, and nothing that is whole only at its end goes through a pipe.
                return refused(io::ErrorKind::InvalidInput, "it is a pipe or a device; name a file");
            }
            if found.permissions().readonly() {
                return refused(io::ErrorKind::PermissionDenied, "it is read only");
            }
        }
        if let Some(folder) = path.parent() {
            fs::create_dir_all(folder)?;
        }
        let mut draft = Draft::beside(&path)?;
        content.write_to(draft.file())?;
        Ok(Self { path, draft })
    }

    fn put_in_place(self) -> Result<(), SaveError> {
        let Self { path, draft } = self;
        draft.put(&path).map_err(|source| SaveError { path, source })
    }
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
        files.add(folder.path().join("first/second"), b"new".to_vec());
        let error = files.commit().unwrap_err();
        assert!(error.to_string().contains("first/second"));
        assert_eq!(names(folder.path()), ["first"]);
        assert_eq!(fs::read(folder.path().join("first")).unwrap(), b"old");
    }

    #[test]
    fn missing_folders_are_made() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("new/deep/a");
        save(&path, b"x").unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"x");
    }

    #[cfg(unix)]
    #[test]
    fn links_stay_and_read_only_files_are_left() {
        let folder = tempfile::tempdir().unwrap();
        let (real, link) = (folder.path().join("real"), folder.path().join("link"));
        save(&real, b"old").unwrap();
        std::os::unix::fs::symlink(&real, &link).unwrap();
        save(&link, b"new").unwrap();
        assert!(link.is_symlink());
        assert_eq!(fs::read(&real).unwrap(), b"new");
        let mut mode = fs::metadata(&real).unwrap().permissions();
        mode.set_readonly(true);
        fs::set_permissions(&real, mode).unwrap();
        assert!(save(&real, b"newer").is_err() && save(&link, b"newer").is_err());
        assert_eq!(fs::read(&real).unwrap(), b"new");
    }

    #[test]
    fn a_folder_is_not_a_file() {
        let folder = tempfile::tempdir().unwrap();
        assert!(save(folder.path(), b"x").is_err());
        assert!(save("/", b"x").is_err());
    }
}
