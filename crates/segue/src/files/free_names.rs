//! Names of files that are not taken.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// The files of one run, so that no clip takes the file of another whose name makes the same one.
///
/// ```
/// use std::path::PathBuf;
/// use segue::files::FreeNames;
///
/// let mut names = FreeNames::default();
/// let mut file = |name: &str| names.free(name, |name| PathBuf::from(format!("{name}.bvh")));
/// assert_eq!(file("walk"), PathBuf::from("walk.bvh"));
/// assert_eq!(file("Walk"), PathBuf::from("Walk (2).bvh"), "some file systems know no capitals");
/// ```
#[derive(Clone, Debug, Default)]
pub struct FreeNames {
    taken: BTreeSet<String>,
}

impl FreeNames {
    /// The file of a clip by its name, which gets a number when the file is taken.
    pub fn free(&mut self, name: &str, file: impl Fn(&str) -> PathBuf) -> PathBuf {
        let key = |path: &Path| path.to_string_lossy().to_lowercase();
        let numbered = (2..).map(|number| file(&format!("{name} ({number})")));
        let free = std::iter::once(file(name)).chain(numbered).find(|path| !self.taken.contains(&key(path)));
        let path = free.expect("numbers do not end");
        self.taken.insert(key(&path));
        path
    }
}
