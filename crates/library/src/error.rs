//! What can be wrong with a library.

use std::io;
use std::path::{Path, PathBuf};

use rusqlite::ErrorCode;

use crate::schema::VERSION;

/// Why something could not be done with a library.
#[derive(Debug, thiserror::Error)]
#[error("{problem}: {}", path.display())]
pub struct LibraryError {
    /// The library.
    pub path: PathBuf,
    /// What is wrong.
    pub problem: LibraryProblem,
}

/// What is wrong with a library, or with what was asked of it.
#[derive(Debug, thiserror::Error)]
pub enum LibraryProblem {
    /// A library to be made where there is a file.
    #[error("there is already a file of this name; choose another one, or add to the library that is there")]
    Exists,
    /// No file.
    #[error("there is no such library; `segue library new` makes one")]
    Missing,
    /// An empty file.
    #[error("the file is empty; remove it, then `segue library new` makes a library in its place")]
    Empty,
    /// A file of another kind.
    #[error("this is not a motion library")]
    NotOne,
    /// A library of a version to come.
    #[error(
        "the library is of version {found}, this program reads version {VERSION}; it was left as it is, open it \
         with a newer Segue"
    )]
    Newer {
        /// The version of the library.
        found: i64,
    },
    /// A library of a version that is not read any more.
    #[error(
        "the library is of version {found}, this program reads version {VERSION}; make a new one of the same files with \
         `segue library new` and `segue library add`"
    )]
    Older {
        /// The version of the library.
        found: i64,
    },
    /// Bytes that do not read as what they should be.
    #[error(
        "the library is damaged ({what}); `segue library check` lists the damage, `segue library export` saves the rest"
    )]
    Damaged {
        /// Where.
        what: String,
    },
    /// No room for a change.
    #[error("the disk is full; the library is as it was before the last change")]
    Full,
    /// Another program writes for longer than one waits.
    #[error("another program has been writing to the library for {} s; try again when it is done", crate::WAIT.as_secs())]
    Busy,
    /// It may not be written to.
    #[error("the library may not be written to ({0}); check the permissions of the file and its folder")]
    ReadOnly(String),
    /// The file system refuses.
    #[error("the library cannot be used ({0})")]
    Io(#[from] io::Error),
    /// A clip that is not there.
    #[error("the library has no clip called `{name}`{}", hint(near))]
    NoSuchClip {
        /// The name asked for.
        name: String,
        /// Names that are like it.
        near: Vec<String>,
    },
    /// A new name that another clip has.
    #[error("another clip is called `{name}`; choose another name")]
    Taken {
        /// The name.
        name: String,
    },
    /// A clip that nothing could be done with.
    #[error(
        "clip `{name}` is beyond all use: a rate is 0.1 to 10000 frames per second, a clip lasts a week at most, positions are \
         within 10000 km"
    )]
    OutOfBounds {
        /// The clip.
        name: String,
    },
    /// Plants beyond the end of a clip.
    #[error(transparent)]
    Clip(#[from] segue_motion::ClipError),
    /// Anything else that `SQLite` says.
    #[error("the library cannot be used ({0})")]
    Sql(rusqlite::Error),
}

fn hint(near: &[String]) -> String {
    if near.is_empty() { String::new() } else { format!("; there are {}", near.join(", ")) }
}

impl LibraryProblem {
    pub(crate) fn damaged(what: impl Into<String>) -> Self {
        Self::Damaged { what: what.into() }
    }

    pub(crate) fn at(self, path: &Path) -> LibraryError {
        LibraryError { path: path.to_owned(), problem: self }
    }
}

impl From<rusqlite::Error> for LibraryProblem {
    fn from(error: rusqlite::Error) -> Self {
        let said = error.to_string();
        match error.sqlite_error_code() {
            Some(ErrorCode::DiskFull) => Self::Full,
            Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => Self::Busy,
            Some(ErrorCode::ReadOnly | ErrorCode::PermissionDenied) => Self::ReadOnly(said),
            // The words of SQLite say no more than that.
            Some(ErrorCode::DatabaseCorrupt) => Self::damaged("a part of the file is lost or changed"),
            Some(ErrorCode::NotADatabase) => Self::NotOne,
            _ => match error {
                // A value of another type than the column's: no program of ours wrote it.
                rusqlite::Error::FromSqlConversionFailure(..)
                | rusqlite::Error::IntegralValueOutOfRange(..)
                | rusqlite::Error::InvalidColumnType(..) => Self::Damaged { what: said },
                error => Self::Sql(error),
            },
        }
    }
}
