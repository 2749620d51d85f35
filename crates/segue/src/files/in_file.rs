//! What is wrong with a file, and which file.

use std::path::{Path, PathBuf};

/// A file that cannot be used: `E` says why.
///
/// ```
/// use segue::files::{InFile, read_map};
///
/// let error: InFile<_> = read_map("missing.map.toml".as_ref()).unwrap_err();
/// assert!(error.to_string().ends_with(": missing.map.toml"));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{problem}: {}", path.display())]
pub struct InFile<E> {
    /// The file.
    pub path: PathBuf,
    /// What is wrong with it.
    pub problem: E,
}

impl<E> InFile<E> {
    /// A problem of a file.
    pub fn new(path: &Path, problem: impl Into<E>) -> Self {
        Self { path: path.to_owned(), problem: problem.into() }
    }

    /// Makes an error of a problem of this file, for `map_err`.
    pub(crate) fn at<P: Into<E>>(path: &Path) -> impl Fn(P) -> Self {
        move |problem| Self::new(path, problem)
    }
}
