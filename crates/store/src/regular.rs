//! Reading files that end.

use std::fs::{self, File};
use std::io::{self, Read as _};
use std::path::Path;

use crate::Budget;

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

/// All bytes of a regular file, as [`open_regular`] opens it.
///
/// # Errors
/// As [`open_regular`], and when the file is larger than the [`Budget`] of the program.
pub fn read_regular(path: &Path) -> io::Result<Vec<u8>> {
    let file = open_regular(path)?;
    let length = file.metadata()?.len();
    Budget::allow("the file", length).map_err(|error| io::Error::new(io::ErrorKind::OutOfMemory, error))?;
    let mut bytes = Vec::new();
    file.take(length).read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// The text of a regular file, as [`read_regular`] reads it.
///
/// # Errors
/// As [`read_regular`], and when the bytes are no text.
pub fn read_regular_text(path: &Path) -> io::Result<String> {
    let invalid = |error| io::Error::new(io::ErrorKind::InvalidData, error);
    String::from_utf8(read_regular(path)?).map_err(invalid)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_read_whole_and_a_device_never() {
        let folder = std::env::temp_dir().join(format!("segue-regular-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        let path = folder.join("a");
        for bytes in [&b""[..], b"text", &[0xff; 10_000]] {
            fs::write(&path, bytes).unwrap();
            assert_eq!(read_regular(&path).unwrap(), bytes);
        }
        assert_eq!(read_regular_text(&path).unwrap_err().kind(), io::ErrorKind::InvalidData);
        fs::remove_dir_all(&folder).unwrap();
        assert_eq!(read_regular(&path).unwrap_err().kind(), io::ErrorKind::NotFound);
        if cfg!(unix) {
            let error = read_regular_text(Path::new("/dev/zero")).unwrap_err().to_string();
            assert!(error.contains("no regular file"), "{error}");
        }
    }
}
