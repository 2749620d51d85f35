//! Opening files that end.

use std::fs::{self, File};
use std::io;
use std::path::Path;

/// Opens a file to be read. Pipes and devices are refused before they are opened: to open a pipe waits for a writer, and what a
/// device gives may never end.
///
/// # Errors
/// When there is no such file, it may not be read, or it is no regular one.
pub fn open_regular(path: &Path) -> io::Result<File> {
    let found = fs::metadata(path)?;
    // A folder has an error of its own, which the system gives when it is read.
    if found.is_file() || found.is_dir() {
        return File::open(path);
    }
    let reason = "it is no regular file but a pipe or a device, which may never end; copy it into a file";
    Err(io::Error::new(io::ErrorKind::InvalidInput, reason))
}
