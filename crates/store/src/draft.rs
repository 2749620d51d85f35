//! Files that nobody sees before they are whole.

use std::collections::BTreeSet;
use std::ffi::{OsStr, OsString};
use std::fs::{self, File, TryLockError};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// How the names of drafts end.
const ENDING: &str = ".segue-part";

/// The drafts of this program that are not in place yet.
static OPEN: Mutex<BTreeSet<PathBuf>> = Mutex::new(BTreeSet::new());

fn open() -> MutexGuard<'static, BTreeSet<PathBuf>> {
    OPEN.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A file under another name, in the folder where it is to be. It is removed when it is dropped before it is put in place.
///
/// Its program holds a lock on it. The drafts of programs that were killed are the ones whose locks are free; the next program
/// that writes into their folder removes them.
///
/// ```
/// use std::io::Write as _;
/// use segue_store::Draft;
///
/// let folder = tempfile::tempdir()?;
/// let place = folder.path().join("walk.txt");
/// let mut draft = Draft::beside(&place)?;
/// draft.file().write_all(b"step")?;
/// assert!(!place.exists(), "not before it is whole");
/// draft.put(&place)?;
/// assert_eq!(std::fs::read(&place)?, b"step");
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Debug)]
pub struct Draft {
    path: PathBuf,
    file: File,
}

impl Draft {
    /// An empty draft in the folder of `place`, since a rename does not cross file systems.
    ///
    /// # Errors
    /// When `place` has no file name, or its folder cannot be written to.
    pub fn beside(place: &Path) -> io::Result<Self> {
        let name = place
            .file_name()
            .ok_or_else(|| io::Error::new(io::ErrorKind::InvalidInput, "it has no file name"))?;
        let folder = place.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
        sweep_once(folder);
        let start: String = name.to_string_lossy().chars().take(40).collect();
        loop {
            let path = folder.join(format!(".{start}.{}{ENDING}", unique()));
            open().insert(path.clone());
            let draft = match File::create_new(&path) {
                Ok(file) => Self { path, file },
                Err(error) => {
                    open().remove(&path);
                    return Err(error);
                }
            };
            // Where there are no locks nothing is swept either.
            let _ = draft.file.lock();
            // One that sweeps may have come between creating and locking.
            if draft.path.exists() {
                return Ok(draft);
            }
        }
    }

    /// Where it is until it is put in place.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// What is written to.
    pub fn file(&mut self) -> &mut File {
        &mut self.file
    }

    /// Removes every draft of this program, when it is about to end before its work is done: after Ctrl-C.
    ///
    /// Nothing can be put in place any more.
    pub fn discard_all() {
        // Held until the program ends, so that no draft is begun meanwhile.
        let open = std::mem::ManuallyDrop::new(open());
        for path in open.iter() {
            let (Some(folder), Some(draft)) = (path.parent(), path.file_name()) else { continue };
            let names = fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.file_name());
            remove_with_companions(folder, draft, &names.collect::<Vec<_>>());
        }
    }

    /// Gives it its name, replacing what has it; a power cut leaves the one or the other.
    ///
    /// # Errors
    /// When the disk is full, or the file cannot be renamed.
    pub fn put(self, place: &Path) -> io::Result<()> {
        // Without this a power cut after the rename could leave an empty file under the final name.
        self.file.sync_all()?;
        fs::rename(&self.path, place)
    }
}

impl Drop for Draft {
    fn drop(&mut self) {
        // After a rename there is nothing left to remove.
        let _ = fs::remove_file(&self.path);
        open().remove(&self.path);
    }
}

/// The process number and a count keep those apart that write the same file.
fn unique() -> String {
    static DRAFTS: AtomicUsize = AtomicUsize::new(0);
    format!("{}-{}", std::process::id(), DRAFTS.fetch_add(1, Ordering::Relaxed))
}

/// Sweeps a folder the first time that this program writes into it.
fn sweep_once(folder: &Path) {
    static SWEPT: Mutex<BTreeSet<PathBuf>> = Mutex::new(BTreeSet::new());
    let is_new = SWEPT.lock().unwrap_or_else(PoisonError::into_inner).insert(folder.to_owned());
    if is_new {
        sweep(folder);
    }
}

/// Removes the drafts of programs that are gone, and the files that databases keep beside theirs. What cannot be removed stays.
fn sweep(folder: &Path) {
    let Ok(entries) = fs::read_dir(folder) else { return };
    let names: Vec<OsString> = entries.flatten().map(|entry| entry.file_name()).collect();
    let is_draft = |name: &&OsString| {
        let name = name.to_string_lossy();
        name.starts_with('.') && name.ends_with(ENDING)
    };
    for draft in names.iter().filter(is_draft).filter(|name| is_left_behind(&folder.join(name))) {
        remove_with_companions(folder, draft, &names);
    }
}

/// Removes a draft and those of the names in its folder that begin with its own: what a database keeps beside it.
fn remove_with_companions(folder: &Path, draft: &OsStr, names: &[OsString]) {
    let belongs = |name: &&OsString| name.as_encoded_bytes().starts_with(draft.as_encoded_bytes());
    for name in names.iter().filter(belongs) {
        let _ = fs::remove_file(folder.join(name));
    }
}

/// Whether no program holds the lock of a draft.
fn is_left_behind(path: &Path) -> bool {
    let Ok(found) = fs::symlink_metadata(path) else { return false };
    found.is_file()
        && match File::open(path).map(|file| file.try_lock()) {
            Ok(Ok(())) => true,
            Ok(Err(TryLockError::WouldBlock | TryLockError::Error(_))) | Err(_) => false,
        }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(folder: &Path) -> Vec<String> {
        let names = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name());
        names.map(|name| name.into_string().unwrap()).collect()
    }

    #[test]
    fn drafts_of_programs_that_are_gone_are_removed_and_no_others() {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        for left in [".walk.bvh.12-0.segue-part", ".a.segue.12-1.segue-part", ".a.segue.12-1.segue-part-wal"]
        {
            fs::write(at(left), "half").unwrap();
        }
        for other in [".walk.bvh.12-0.part", "walk.segue-part", "walk.bvh"] {
            fs::write(at(other), "mine").unwrap();
        }
        let busy =
            Draft { path: at(".b.13-0.segue-part"), file: File::create(at(".b.13-0.segue-part")).unwrap() };
        busy.file.lock().unwrap();
        Draft::beside(&at("run.bvh")).unwrap().put(&at("run.bvh")).unwrap();
        let mut left = names(folder.path());
        left.sort();
        assert_eq!(
            left,
            [".b.13-0.segue-part", ".walk.bvh.12-0.part", "run.bvh", "walk.bvh", "walk.segue-part"]
        );
    }

    #[test]
    fn a_draft_that_is_dropped_leaves_nothing() {
        let folder = tempfile::tempdir().unwrap();
        drop(Draft::beside(&folder.path().join("a")).unwrap());
        assert!(names(folder.path()).is_empty());
        assert!(Draft::beside(Path::new("/")).is_err());
    }

    #[test]
    fn names_as_long_as_they_may_be_have_drafts() {
        let folder = tempfile::tempdir().unwrap();
        let place = folder.path().join("ü".repeat(127));
        Draft::beside(&place).unwrap().put(&place).unwrap();
        assert!(place.exists());
    }
}
