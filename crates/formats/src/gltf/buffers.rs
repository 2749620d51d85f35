//! The binary data of a glTF file: in the file, in its text, or in files beside it.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{self, Read};
use std::path::{Component, Path, PathBuf};
use std::sync::Arc;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use segue_store::Budget;

use super::document::{Buffer, Document};
use crate::error::{Fault, Place, Problem};

/// The most that the files beside a glTF file may hold together: what a GLB can.
const LARGEST: u64 = u32::MAX as u64;

/// The bytes of all buffers of a document, in its order.
///
/// Every buffer is there and as long as it was declared, but for those that only an extension fills: they are empty.
pub(super) fn load(document: &Document, bin: Option<&[u8]>, path: &Path) -> Result<Vec<Arc<[u8]>>, Fault> {
    let mut beside = Beside::new(path.parent().unwrap_or(Path::new("")));
    let bin: Option<Arc<[u8]>> = bin.map(Arc::from);
    let buffers = document.buffers.iter().enumerate();
    buffers
        .map(|(index, buffer)| {
            let data = load_one(index, buffer, bin.as_ref(), &mut beside);
            data.map_err(|problem| problem.at(Place::Item(format!("buffer {index}"))))
        })
        .collect()
}

/// How many bytes the buffers hold, each counted once however often it is named.
pub(super) fn distinct_bytes(buffers: &[Arc<[u8]>]) -> usize {
    let mut starts: Vec<_> = buffers.iter().map(|buffer| (buffer.as_ptr(), buffer.len())).collect();
    starts.sort_unstable();
    starts.dedup();
    starts.iter().map(|&(_, length)| length).sum()
}

fn load_one(
    index: usize,
    buffer: &Buffer,
    bin: Option<&Arc<[u8]>>,
    beside: &mut Beside,
) -> Result<Arc<[u8]>, Problem> {
    let data = match (&buffer.uri, bin) {
        (Some(uri), _) => match uri.strip_prefix("data:") {
            Some(data) => decode_data(data)?.into(),
            None => beside.read(uri)?,
        },
        (None, Some(bin)) if index == 0 => bin.clone(),
        (None, _) if !buffer.extensions.is_empty() => return Ok(Arc::default()),
        (None, _) => {
            return Err(Problem::unexpected("a uri, or the binary chunk of a GLB file", "neither"));
        }
    };
    if (data.len() as u64) < buffer.byte_length {
        let expected = format!("{} bytes", buffer.byte_length);
        return Err(Problem::unexpected(expected, format!("{} bytes", data.len())));
    }
    Ok(data)
}

fn decode_data(data: &str) -> Result<Vec<u8>, Problem> {
    let Some((_, text)) = data.split_once(";base64,") else {
        let start: String = data.chars().take(40).collect();
        return Err(Problem::unexpected("a data uri in base64", format!("`data:{start}…`")));
    };
    STANDARD.decode(text).map_err(|error| Problem::unexpected("base64", format!("a mistake: {error}")))
}

/// The files beside a glTF file: regular ones in its folder or below, each read once, not more than [`LARGEST`] bytes together.
pub(crate) struct Beside {
    folder: PathBuf,
    found: BTreeMap<PathBuf, Arc<[u8]>>,
    left: u64,
}

impl Beside {
    pub(crate) fn new(folder: &Path) -> Self {
        // An empty path is the working folder, which must be spelled out to be looked up.
        let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
        Self { folder: folder.to_owned(), found: BTreeMap::new(), left: LARGEST }
    }

    /// The content of the file that a uri names.
    pub(crate) fn read(&mut self, uri: &str) -> Result<Arc<[u8]>, Problem> {
        let path = self.folder.join(beside(uri)?);
        let real = self.real(&path, uri)?;
        if let Some(data) = self.found.get(&real) {
            return Ok(data.clone());
        }
        let file = File::open(&real).map_err(Problem::Io)?;
        let held = LARGEST - self.left;
        Budget::allow("the files beside it", held + file.metadata().map_err(Problem::Io)?.len())?;
        let mut data = Vec::new();
        file.take(self.left + 1).read_to_end(&mut data).map_err(Problem::Io)?;
        let length = data.len() as u64;
        let Some(left) = self.left.checked_sub(length) else {
            let (what, limit) = ("bytes beside the file", LARGEST as usize);
            return Err(Problem::TooMany { what, found: (LARGEST - self.left + length) as usize, limit });
        };
        self.left = left;
        let data: Arc<[u8]> = data.into();
        self.found.insert(real, data.clone());
        Ok(data)
    }

    /// Where a file really lies: a link may lead elsewhere, and what is no regular file may never end.
    fn real(&self, path: &Path, uri: &str) -> Result<PathBuf, Problem> {
        let missing = |error: io::Error| match error.kind() {
            io::ErrorKind::NotFound => Problem::MissingCompanion {
                needed: format!("`{uri}`"),
                hint: format!("it was looked for at {}", path.display()),
            },
            _ => Problem::Io(error),
        };
        let (real, folder) = (path.canonicalize().map_err(missing)?, self.folder.canonicalize());
        if !real.starts_with(folder.map_err(missing)?) {
            let found = format!("`{uri}`, a link that leads out of the folder");
            return Err(Problem::unexpected("a file in the same folder or below", found));
        }
        if !real.is_file() {
            return Err(Problem::unexpected("a regular file", format!("`{uri}`, which is something else")));
        }
        Ok(real)
    }
}

/// A relative path below the file's own folder: a file from elsewhere must not make us open others.
fn beside(uri: &str) -> Result<PathBuf, Problem> {
    let path = PathBuf::from(percent_decoded(uri));
    let below = path.components().all(|part| matches!(part, Component::Normal(_) | Component::CurDir));
    if below && !uri.contains("://") && path.file_name().is_some() {
        Ok(path)
    } else {
        Err(Problem::unexpected("the uri of a file in the same folder or below", format!("`{uri}`")))
    }
}

fn percent_decoded(uri: &str) -> String {
    let mut bytes = Vec::with_capacity(uri.len());
    let mut rest = uri.as_bytes();
    while let Some((&first, tail)) = rest.split_first() {
        let code = tail.get(..2).and_then(|hex| std::str::from_utf8(hex).ok());
        match code.and_then(|hex| u8::from_str_radix(hex, 16).ok()) {
            Some(byte) if first == b'%' => {
                bytes.push(byte);
                rest = &tail[2..];
            }
            _ => {
                bytes.push(first);
                rest = tail;
            }
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_files_below_the_folder_are_opened() {
        assert_eq!(beside("data/my%20walk.bin").unwrap(), PathBuf::from("data/my walk.bin"));
        assert_eq!(beside("100%.bin").unwrap(), PathBuf::from("100%.bin"));
        for uri in ["../secret.bin", "/etc/passwd", "a/../../b", "%2e%2e/b", "https://example.org/a.bin", ""]
        {
            assert!(beside(uri).is_err(), "{uri}");
        }
    }

    #[test]
    fn data_uris_are_base64() {
        assert_eq!(decode_data("application/octet-stream;base64,AQID").unwrap(), [1, 2, 3]);
        assert!(decode_data("text/plain,hello").is_err());
        assert!(decode_data("text/plain;base64,&&").is_err());
    }

    #[test]
    fn a_missing_buffer_is_named() {
        let document = |uri: Option<&str>| Document {
            buffers: vec![Buffer { uri: uri.map(str::to_owned), byte_length: 4, ..Buffer::default() }],
            ..Document::default()
        };
        let folder = tempfile::tempdir().unwrap();
        let path = &folder.path().join("walk.gltf");
        let fault = load(&document(Some("walk.bin")), None, path).unwrap_err();
        assert!(fault.to_string().contains("`walk.bin` is needed and was not found"), "{fault}");
        assert!(fault.to_string().ends_with(", buffer 0"), "{fault}");
        assert!(load(&document(None), None, path).is_err());
        let short = load(&document(None), Some(&[1, 2]), path).unwrap_err();
        assert!(short.to_string().contains("expected 4 bytes, found 2 bytes"), "{short}");
    }

    #[test]
    fn a_file_is_read_once_and_links_that_lead_out_are_refused() {
        let folder = tempfile::tempdir().unwrap();
        let inside = folder.path().join("inside");
        std::fs::create_dir(&inside).unwrap();
        std::fs::write(inside.join("a.bin"), [1, 2, 3, 4]).unwrap();
        let mut beside = Beside::new(&inside);
        let (first, second) = (beside.read("a.bin").unwrap(), beside.read("./a.bin").unwrap());
        assert!(Arc::ptr_eq(&first, &second));
        assert_eq!(beside.left, LARGEST - 4);
        #[cfg(unix)]
        {
            std::fs::write(folder.path().join("secret"), [1]).unwrap();
            std::os::unix::fs::symlink("../secret", inside.join("link.bin")).unwrap();
            assert!(beside.read("link.bin").unwrap_err().to_string().contains("leads out of the folder"));
            std::os::unix::fs::symlink("/dev/null", inside.join("device.bin")).unwrap();
            assert!(beside.read("device.bin").is_err());
        }
        std::fs::create_dir(inside.join("folder.bin")).unwrap();
        assert!(beside.read("folder.bin").unwrap_err().to_string().contains("a regular file"));
    }
}
