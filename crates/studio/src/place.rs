//! What is open, and where it is kept.

use std::env;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use segue::files::{Input, Source};
use segue::library::{Library, LibraryError};

use crate::wire::LibraryFacts;

/// What a person opens.
#[derive(Clone, Debug, PartialEq)]
pub enum Opened {
    /// A library of their own.
    Library(PathBuf),
    /// Files and folders, which are read into a library that the Studio keeps for them.
    Inputs(Vec<Input>),
    /// The built-in samples.
    Samples,
}

impl Opened {
    /// One library by itself is opened; anything else is read; nothing shows the samples.
    pub fn of(inputs: Vec<Input>) -> Self {
        match &inputs[..] {
            [] => Self::Samples,
            [Input { source: Source::Path(path), range: None, .. }] if is_library(path) => {
                Self::Library(path.clone())
            }
            _ => Self::Inputs(inputs),
        }
    }

    /// What a person calls it.
    fn name(&self) -> String {
        match self {
            Self::Library(path) => file_name(path),
            Self::Samples => "Samples".to_owned(),
            Self::Inputs(inputs) => {
                let first = inputs.first().map_or_else(String::new, |input| match &input.source {
                    Source::Path(path) => file_name(path),
                    _ => input.to_string(),
                });
                if inputs.len() > 1 { format!("{first} + {} more", inputs.len() - 1) } else { first }
            }
        }
    }
}

/// The last part of a path; a path that ends in none, such as `..`, as it is.
fn file_name(path: &Path) -> String {
    path.file_name().unwrap_or(path.as_os_str()).to_string_lossy().into_owned()
}

fn is_library(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("segue"))
}

/// Where the opened library and the uploads are.
#[derive(Clone, Debug)]
pub(crate) struct Place {
    library: PathBuf,
    uploads: PathBuf,
    facts: LibraryFacts,
}

/// Why nothing can be opened.
#[derive(Debug, thiserror::Error)]
pub enum PlaceError {
    /// The library cannot be used.
    #[error(transparent)]
    Library(#[from] LibraryError),
    /// No cache folder is known.
    #[error("there is no cache folder: set HOME or XDG_CACHE_HOME, or open a library")]
    NoCache,
    /// The cache folder cannot be used.
    #[error("cannot make the folder {}", path.display())]
    Folder {
        /// The folder.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
}

impl Place {
    /// Opens a library, or makes one in the cache folder, where the same files find the same library again.
    pub(crate) fn open(opened: &Opened, cache: &Path) -> Result<Self, PlaceError> {
        let uploads = cache.join("uploads");
        make_folder(&uploads)?;
        let library = match opened {
            Opened::Library(path) => Library::open_to_write(path)?.path().to_owned(),
            Opened::Samples => scratch(cache, "samples.segue")?,
            Opened::Inputs(inputs) => scratch(cache, &scratch_name(inputs))?,
        };
        let scratch = !matches!(opened, Opened::Library(_));
        let facts = LibraryFacts { name: opened.name(), scratch, samples: *opened == Opened::Samples };
        // Requests name clips by this path; it must mean the same wherever the program stands.
        let library =
            library.canonicalize().map_err(|source| PlaceError::Folder { path: library, source })?;
        Ok(Self { library, uploads, facts })
    }

    /// The opened library.
    pub(crate) fn library(&self) -> &Path {
        &self.library
    }

    /// Where uploaded files are kept.
    pub(crate) fn uploads(&self) -> &Path {
        &self.uploads
    }

    pub(crate) fn facts(&self) -> LibraryFacts {
        self.facts.clone()
    }
}

/// A library of this name in the cache folder; made when it is not there.
fn scratch(cache: &Path, name: &str) -> Result<PathBuf, PlaceError> {
    let path = cache.join(name);
    if !path.exists() {
        Library::create(&path)?;
    }
    Ok(Library::open_to_write(&path)?.path().to_owned())
}

/// The same files give the same name.
fn scratch_name(inputs: &[Input]) -> String {
    let mut hasher = blake3::Hasher::new();
    for input in inputs {
        let text = match &input.source {
            Source::Path(path) => path.canonicalize().unwrap_or_else(|_| path.clone()).display().to_string(),
            _ => String::new(),
        };
        hasher.update(text.as_bytes()).update(b"\n").update(input.to_string().as_bytes()).update(b"\n");
    }
    format!("files-{}.segue", &hasher.finalize().to_hex()[..12])
}

/// The user's cache folder for Segue.
///
/// # Errors
/// When the environment names none.
pub(crate) fn cache_folder() -> Result<PathBuf, PlaceError> {
    let of = |name: &str| env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    let base = if cfg!(windows) {
        of("LOCALAPPDATA")
    } else if cfg!(target_os = "macos") {
        of("HOME").map(|home| home.join("Library/Caches"))
    } else {
        of("XDG_CACHE_HOME").or_else(|| of("HOME").map(|home| home.join(".cache")))
    };
    let folder = base.ok_or(PlaceError::NoCache)?.join("segue");
    make_folder(&folder)?;
    Ok(folder)
}

fn make_folder(path: &Path) -> Result<(), PlaceError> {
    fs::create_dir_all(path).map_err(|source| PlaceError::Folder { path: path.to_owned(), source })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_open_is_called_as_a_person_calls_it() {
        let name = |inputs: &[&str]| {
            Opened::of(inputs.iter().map(|text| Input::parse(*text).unwrap()).collect()).name()
        };
        assert_eq!(name(&[]), "Samples");
        assert_eq!(name(&["takes/kicks.segue"]), "kicks.segue");
        assert_eq!(name(&["takes/walk.bvh"]), "walk.bvh");
        assert_eq!(name(&["takes/walk.bvh", "run.bvh", "sample:walk"]), "walk.bvh + 2 more");
        assert_eq!(name(&["sample:walk"]), "sample:walk");
    }
}
